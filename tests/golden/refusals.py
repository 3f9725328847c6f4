"""A refusal for every reason: what was tried, by which rule it fails, which cards it names."""

from __future__ import annotations

from conquian_engine import Card, Discard, Force, LayFromHand, LetGo, Pass, Seat, Take, Trade
from tests.golden.teller import Teller
from tests.oracle.words import layout


def _force(seat: int) -> Force:
    return Force(Seat(seat))


def _run_on_the_table() -> Teller:
    """Seat 1 has 4C 5C 6C on the table and has passed 3C, turned by seat 0."""
    teller = Teller("classic")
    teller.deal({0: "2H 2D", 1: "4C 5C KH"}, "6C 3C")
    teller.takes(1, "4C 5C 6C")
    teller.discards(1, "KH")
    teller.passes(0, 0)
    return teller


def taking() -> Teller:
    """A seat with the upcard on offer names layouts that the rules refuse (R2.10-R2.14)."""
    teller = Teller("classic")
    teller.deal({0: "2C", 1: "4C 5C KH KD JC JD"}, "6C KS 7C")
    teller.refused(1, Take(layout("4C 5C 6C", "KD KH")))
    teller.refused(1, Take(layout("4C 5C 6C", "7D 8D 9D")))
    teller.refused(1, Take(layout("4C 5C 6C", "4C 4D 4H")))
    teller.refused(1, Take(layout("2C 4C 5C 6C")))
    teller.refused(1, Take(layout("4C 5C KH")))
    teller.refused(1, Take(()))
    teller.takes(1, "4C 5C 6C")
    teller.discards(1, "JD")
    teller.passes(0, 0)
    teller.refused(1, Take(layout("KD KH KS")))
    teller.takes(1, "4C 5C 6C", "KD KH KS")
    return teller


def run_too_long() -> Teller:
    """A run longer than `max_run` is refused as such (R2.13)."""
    teller = Teller("classic", {"max_run": "3"})
    teller.deal({1: "4C 5C 7C"}, "6C")
    teller.refused(1, Take(layout("4C 5C 6C 7C")))
    teller.takes(1, "4C 5C 6C")
    return teller


def extra_hand_card() -> Teller:
    """Hand cards away from the upcard's meld, with `extra_hand_cards` off (R2.12)."""
    teller = Teller("classic", {"extra_hand_cards": "false"})
    teller.deal({1: "4C 5C KC KD KH"}, "6C")
    teller.refused(1, Take(layout("4C 5C 6C", "KC KD KH")))
    teller.takes(1, "4C 5C 6C")
    return teller


def out_of_turn() -> Teller:
    """Moves of the wrong seat, at the wrong time, or of no seat at all (R0, R2.5, R4.2)."""
    teller = Teller("classic")
    teller.refused(1, Pass())
    teller.deal({1: "KC KD"}, "KH")
    teller.refused(0, Pass())
    teller.refused(2, Pass())
    teller.refused(1, LetGo())
    teller.refused(1, Discard(Card("KC")))
    teller.takes(1, "KC KD KH")
    teller.refused(1, Pass())
    teller.refused(1, Discard(Card("KC")))
    teller.refused(1, Discard(Card("8C")))
    return teller


def forcing() -> Teller:
    """Forces of seats that do not exist, have not passed, or cannot use the card (R2.19)."""
    teller = _run_on_the_table()
    teller.refused(1, _force(2))
    teller.refused(1, _force(1))
    teller.refused(1, _force(0))
    teller.passes(1)
    teller.refused(0, _force(0))
    teller.refused(0, Pass())
    teller.forces(0, 1)
    teller.refused(1, Pass())
    teller.takes(1, "3C 4C 5C 6C")
    return teller


def forcing_off() -> Teller:
    """Nobody is forced under `forcing` off (R2.18)."""
    teller = Teller("classic", {"forcing": "off"})
    teller.deal()
    teller.passes(1)
    teller.refused(0, _force(1))
    return teller


def turned_card_under_discards_only() -> Teller:
    """A card that was turned up forces nobody under `discards_only` (R2.21)."""
    teller = Teller("classic", {"force_scope": "discards_only"})
    teller.deal()
    teller.passes(1)
    teller.refused(0, _force(1))
    return teller


def resigned_and_over() -> Teller:
    """A seat that resigned has no more say; after the end nobody has (R4.1, R4.2)."""
    teller = Teller("three_player")
    teller.deal()
    teller.passes(1)
    teller.resigns(1)
    teller.refused(1, Pass())
    teller.refused_resignation(1)
    teller.refused(2, _force(1))
    teller.resigns(2)
    teller.refused(0, Pass())
    teller.refused_resignation(0)
    return teller


def trading() -> Teller:
    """Choices of cards that the hand or the pack does not hold, and a second choice (R2.3)."""
    teller = Teller("mexican", dealer=0)
    teller.deal({0: "1O", 1: "1C"})
    teller.refused(0, Trade(Card("1C")))
    teller.refused(0, Trade(Card("8C")))
    teller.refused(0, Pass())
    teller.trades(0, "1O")
    teller.refused(0, Trade(Card("1O")))
    return teller


def laying_hand_cards() -> Teller:
    """Hand cards alone: not on any upcard, and not without one (R2.12)."""
    teller = Teller("classic", {"hand_only_melds": "after_turn_up"})
    teller.deal({1: "KC KD KH 2C 5D 5H 5S"}, "AC 5C")
    teller.refused(1, LayFromHand(layout("KC KD KH")))
    teller.passes(1, 0)
    teller.refused(1, LayFromHand(()))
    teller.lays(1, "KC KD KH")
    teller.refused(1, LayFromHand(layout("KC KD KH")))
    teller.refused(1, LayFromHand(layout("KC KD KH", "5C 5D 5H")))
    teller.takes(1, "KC KD KH", "5C 5D 5H 5S")
    return teller


def laying_up_to_the_target() -> Teller:
    """Hand cards alone never go out, even where borrowed cards bring it near (R2.12, R2.31)."""
    options = {"hand_only_melds": "after_turn_up", "borrow_from_opponents": "true", "dealt": "7"}
    teller = Teller("classic", options)
    teller.deal({1: "4S 5S 7S AC 2D", 0: "7H 7D KC KD KH KS QD"}, "6S 7C 2H 3C 4D")
    teller.takes(1, "4S 5S 6S 7S")
    teller.discards(1, "AC")
    teller.passes(0)
    teller.takes(0, "7C 7H 7S")
    teller.discards(0, "QD")
    teller.passes(1)
    teller.passes(1, 0)
    teller.refused(0, LayFromHand(layout("7C 7D 7H 7S", "KC KD KH KS")))
    teller.lays(0, "7C 7H 7S", "KC KD KH KS")
    return teller


def laying_off() -> Teller:
    """Hand cards are laid with a taking only, under `never` (R2.12)."""
    teller = Teller("classic")
    teller.deal({1: "KC KD KH"})
    teller.refused(1, LayFromHand(layout("KC KD KH")))
    return teller


def ends_only() -> Teller:
    """Foster's old melds are not split, and lend no inner card (R2.15; E122)."""
    teller = Teller("foster_cooncan")
    teller.deal({1: "4S 5S 7S 8S 9S 7H 2D"}, "6S AC 7C")
    teller.takes(1, "4S 5S 6S 7S 8S 9S")
    teller.discards(1, "2D")
    teller.passes(0, 0, 1)
    teller.refused(1, Take(layout("4S 5S 6S", "7C 7H 7S")))
    return teller


def borrowing() -> Teller:
    """What is left of an opponent's meld has to be melds (R2.31; E37)."""
    teller = Teller("classic", {"borrow_from_opponents": "true"})
    teller.deal({1: "4S 5S 2D", 0: "6H"}, "6S 6C")
    teller.takes(1, "4S 5S 6S")
    teller.discards(1, "2D")
    teller.passes(0)
    teller.refused(0, Take(layout("6C 6H 6S")))
    return teller


SCENARIOS = (
    taking,
    run_too_long,
    extra_hand_card,
    out_of_turn,
    forcing,
    forcing_off,
    turned_card_under_discards_only,
    resigned_and_over,
    trading,
    laying_hand_cards,
    laying_up_to_the_target,
    laying_off,
    ends_only,
    borrowing,
)
