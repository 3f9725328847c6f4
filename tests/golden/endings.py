"""Ways a deal and a game can end, and what leads there."""

from __future__ import annotations

from conquian_engine import Cause
from tests.golden.teller import Teller

TEN = ("4C 5C 6C 7C", "QC QH QS", "AS 2S 3S")


def went_out() -> Teller:
    """The non-dealer takes the opening upcard and lays all his cards (R2.16, R2.22)."""
    teller = Teller("classic")
    teller.goes_out(dealer=0)
    return teller


def ten_and_an_empty_hand() -> Teller:
    """Ten on the table is not out; a forced discard brings the eleventh (R2.17, R2.20)."""
    teller = Teller("classic")
    hands = {0: "5D 5H JC", 1: "4C 5C 7C QC QH QS 2S 3S KD 6H"}
    teller.deal(hands, "6C AS 5S")
    teller.takes(1, "4C 5C 6C 7C", "QC QH QS")
    teller.discards(1, "6H")
    teller.passes(0, 0)
    teller.takes(1, *TEN)
    teller.discards(1, "KD")
    teller.passes(0)
    teller.takes(0, "5D 5H 5S")
    teller.discards(0, "JC")
    teller.passes(1)
    teller.forces(0, 1)
    teller.takes(1, "4C 5C 6C 7C JC", *TEN[1:])
    return teller


def drawn_and_carried() -> Teller:
    """The stock runs out; the next deal is for two (R2.24 `carry`)."""
    teller = Teller("classic")
    teller.deal()
    teller.pass_out()
    teller.goes_out(dealer=1)
    return teller


def drawn_and_doubled() -> Teller:
    """Two drawn deals; the third is for four (R2.24 `double`)."""
    teller = Teller("classic", {"on_drawn": "double"})
    for _ in range(2):
        teller.deal()
        teller.pass_out()
    teller.goes_out(dealer=0)
    return teller


def _set_then_passes(teller: Teller) -> None:
    """Seat 1 lays a set; then nothing more is taken until the stock is gone."""
    teller.deal({1: "KC KD"}, "KH")
    teller.takes(1, "KC KD KH")
    teller.discards(1, teller.first_card(1))
    teller.pass_out()


def won_by_fewest_cards() -> Teller:
    """The stock runs out and the smaller hand wins (R2.24 `fewest_cards`)."""
    teller = Teller("classic", {"on_drawn": "fewest_cards"})
    _set_then_passes(teller)
    return teller


def fewest_cards_equal() -> Teller:
    """Equal hands are drawn, as `carry` (R2.24)."""
    teller = Teller("classic", {"on_drawn": "fewest_cards"})
    teller.deal()
    teller.pass_out()
    teller.goes_out(dealer=1)
    return teller


def points_won_by_fewest_cards() -> Teller:
    """The smaller hand wins the other's count, until a hundred is reached (R2.24-R2.27)."""
    teller = Teller("classic_points", {"on_drawn": "fewest_cards", "points_target": "80"})
    _set_then_passes(teller)
    return teller


def points_drawn() -> Teller:
    """With `hand_points` a drawn deal scores nothing and carries nothing (R2.24, R2.27)."""
    teller = Teller("classic_points")
    teller.deal()
    teller.pass_out()
    teller.goes_out(dealer=1)
    teller.goes_out(dealer=0)
    return teller


def deals_shared() -> Teller:
    """Two deals, one won by each: equal totals share (R2.27 `deals`)."""
    teller = Teller("classic", {"deals": "2"})
    teller.goes_out(dealer=0)
    teller.goes_out(dealer=1)
    return teller


def deals_end_drawn() -> Teller:
    """The last of two deals is drawn; the winner of the first wins (R2.24, R2.27)."""
    teller = Teller("classic", {"deals": "2"})
    teller.goes_out(dealer=0)
    teller.deal()
    teller.pass_out()
    return teller


def deal_limit() -> Teller:
    """`max_deals` ends a game nobody has won; equal totals share (R2.27)."""
    teller = Teller("classic", {"max_deals": "1"})
    teller.deal()
    teller.pass_out()
    return teller


def resignation() -> Teller:
    """Of two seats one resigns, out of turn: the other wins the game (R4.1)."""
    teller = Teller("classic")
    teller.deal()
    teller.resigns(0)
    return teller


def time() -> Teller:
    """Time acts as the seat's resignation (R4.5)."""
    teller = Teller("classic")
    teller.deal()
    teller.passes(1)
    teller.resigns(0, Cause.TIME)
    return teller


def forfeit() -> Teller:
    """A forfeit before the first deal acts as a resignation (R4.5)."""
    teller = Teller("classic")
    teller.resigns(1, Cause.FORFEIT)
    return teller


def void() -> Teller:
    """A void game scores nothing and has no winner (R4.5)."""
    teller = Teller("classic")
    teller.deal()
    teller.passes(1)
    teller.void()
    return teller


def one_of_three_resigns() -> Teller:
    """A seat resigns on its turn, is skipped, pays this deal and sits out the next (R4.1)."""
    teller = Teller("three_player", {"deals": "2"}, dealer=2)
    teller.deal({2: "5C 7C JC QC KC AH AS AD"}, "2D 6C")
    teller.passes(0)
    teller.resigns(1)
    teller.passes(2)
    teller.passes(0)
    teller.takes(2, "5C 6C 7C JC QC KC", "AD AH AS")
    teller.deal({0: "KH"}, playing=(0, 2))
    teller.pass_out()
    return teller


def owed_discard_falls_away() -> Teller:
    """A taker resigns before his discard: the seat after him turns (R4.1)."""
    teller = Teller("three_player", dealer=2)
    teller.deal({0: "KC KD"}, "KH 2D")
    teller.takes(0, "KC KD KH")
    teller.resigns(0)
    return teller


def forced_seat_resigns() -> Teller:
    """A seat resigns instead of taking what it was forced to: the card is dead (R4.1)."""
    teller = Teller("three_player", dealer=2)
    teller.deal({0: "KC KD", 1: "2D"}, "KH KS")
    teller.takes(0, "KC KD KH")
    teller.discards(0, teller.first_card(0))
    teller.passes(1, 2)
    teller.passes(1, 2)
    teller.passes(0)
    teller.forces(1, 0)
    teller.resigns(0)
    return teller


def forces_of_three() -> Teller:
    """Who may force whom, while being offered and when asked after the last pass (R2.19)."""
    teller = Teller("three_player", dealer=2)
    teller.deal({0: "5C 6C 7D", 1: "7H 7S JC", 2: "QC KC AH"}, "4C 7C")
    teller.takes(0, "4C 5C 6C")
    teller.discards(0, "7D")
    teller.takes(1, "7D 7H 7S")
    teller.discards(1, "JC")
    teller.takes(2, "JC QC KC")
    teller.discards(2, "AH")
    teller.passes(0, 1)
    teller.passes(0, 1, 2)
    teller.lets_go(0)
    teller.forces(1, 2)
    teller.takes(2, "7C JC QC KC")
    teller.discards(2, teller.first_card(2))
    return teller


def force_while_offered() -> Teller:
    """A seat being offered the upcard forces the one that passed it (R2.19 a)."""
    teller = Teller("classic")
    teller.deal({1: "KC KD"}, "KH AH KS")
    teller.takes(1, "KC KD KH")
    teller.discards(1, teller.first_card(1))
    teller.passes(0)
    teller.passes(0, 1)
    teller.passes(1)
    teller.forces(0, 1)
    teller.takes(1, "KC KD KH KS")
    teller.discards(1, teller.first_card(1))
    return teller


def traded_by_three() -> Teller:
    """Secret choices in any order, the cards all at once, then the first card (R2.3)."""
    teller = Teller("mexican", {"trade_rounds": "2", "max_deals": "1"}, dealer=2, seats=3)
    teller.deal({0: "1O 2O", 1: "1C 2C", 2: "1E 2E"}, "7B")
    teller.trades(1, "1C")
    teller.trades(2, "1E")
    teller.trades(0, "1O")
    teller.trades(0, "1E")
    teller.resigns(1)
    teller.trades(2, "1C")
    teller.passes(0)
    return teller


def ends_of_runs_lent() -> Teller:
    """In Foster's game a run grows, then lends its end (R2.15; E121)."""
    teller = Teller("foster_cooncan")
    teller.deal({1: "6H 7H 8C 8S 2D", 0: "4H"}, "8H AC 5H")
    teller.takes(1, "6H 7H 8H")
    teller.discards(1, "2D")
    teller.passes(0, 0, 1)
    teller.takes(1, "5H 6H 7H", "8C 8H 8S")
    teller.discards(1, teller.first_card(1))
    return teller


def laid_after_turning_up() -> Teller:
    """Hand cards are laid before the turned card is passed or taken (R2.12)."""
    teller = Teller("classic", {"hand_only_melds": "after_turn_up"})
    teller.deal({1: "KC KD KH 2C 2D 2H 3S 5S 7D"}, "AC 4S")
    teller.passes(1, 0)
    teller.lays(1, "KC KD KH")
    teller.lays(1, "KC KD KH", "2C 2D 2H")
    teller.takes(1, "KC KD KH", "2C 2D 2H", "3S 4S 5S")
    teller.discards(1, "7D")
    return teller


def borrowed_and_no_discard() -> Teller:
    """Opponents' cards are taken; a taker without a hand card discards nothing (R2.31)."""
    teller = Teller("classic", {"borrow_from_opponents": "true", "dealt": "7"})
    teller.deal({0: "7H 2H", 1: "4S 5S 7S KC KD KS 6C"}, "6S 7C KH 3C")
    teller.takes(1, "4S 5S 6S 7S")
    teller.discards(1, "6C")
    teller.passes(0)
    teller.takes(0, "7C 7H 7S")
    teller.discards(0, "2H")
    teller.passes(1)
    teller.takes(1, "4S 5S 6S", "KC KD KH KS")
    return teller


def wild_twos() -> Teller:
    """A black two stands for another card; a force by it (R2.18, R2.30)."""
    teller = Teller("classic", {"black_twos_wild": "true"})
    teller.deal({1: "JD 2S 5H 4C"}, "QD 2C")
    teller.takes(1, "JD QD 2S")
    teller.discards(1, "4C")
    teller.passes(0)
    teller.passes(0, 1)
    teller.forces(0, 1)
    return teller


SCENARIOS = (
    went_out,
    ten_and_an_empty_hand,
    drawn_and_carried,
    drawn_and_doubled,
    won_by_fewest_cards,
    fewest_cards_equal,
    points_won_by_fewest_cards,
    points_drawn,
    deals_shared,
    deals_end_drawn,
    deal_limit,
    resignation,
    time,
    forfeit,
    void,
    one_of_three_resigns,
    owed_discard_falls_away,
    forced_seat_resigns,
    forces_of_three,
    force_while_offered,
    traded_by_three,
    ends_of_runs_lent,
    laid_after_turning_up,
    borrowed_and_no_discard,
    wild_twos,
)
