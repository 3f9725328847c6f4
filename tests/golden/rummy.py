"""Playthroughs of family H: whole games, ways to play and to end, and every refusal."""

from __future__ import annotations

from random import Random

from conquian_engine import (
    Cause,
    GameOver,
    Move,
    MoveKind,
    cards_to_order,
    format_move,
    legal_moves,
    move_kind,
    seats_to_act,
)
from tests.golden.rummy_teller import RummyTeller

SEEDS = {"colonel": 28, "coo_can": 24, "kunken": 31, "coon_can": 18}
"""For each ruleset a seed whose game is short and is won."""

_LIKED = (MoveKind.TAKE_JOKER, MoveKind.MELD, MoveKind.LAY_OFF, MoveKind.DRAW_DISCARDS)


def whole_game(ruleset: str) -> RummyTeller:
    """A deal of the ruleset by players who lay what they can."""
    rng = Random(f"golden {ruleset} {SEEDS[ruleset]}")
    teller = RummyTeller(ruleset, {"deals": "1"})
    while not isinstance(teller.state.phase, GameOver):
        due = cards_to_order(teller.state)
        if due is not None:
            teller.give(rng.sample(due, len(due)))
            continue
        (seat,) = seats_to_act(teller.state)
        teller.plays(seat, format_move(_choice(legal_moves(teller.state, seat), rng)))
    return teller


def _choice(moves: tuple[Move, ...], rng: Random) -> Move:
    """What is liked best: jokers, melds, lay-offs; sometimes a discard drawn; no challenge."""
    for kind in _LIKED:
        liked = [move for move in moves if move_kind(move) is kind]
        if liked and (kind is not MoveKind.DRAW_DISCARDS or rng.random() < 0.3):
            return liked[-1]
    others = [move for move in moves if move_kind(move) is not MoveKind.CHALLENGE]
    return others[0] if move_kind(others[0]) is MoveKind.DRAW_STOCK else rng.choice(others)


def out_by_melding() -> RummyTeller:
    """Melds and lay-offs on both tables until the hand is empty (R3.10)."""
    teller = RummyTeller("colonel")
    teller.deal({1: "3C 4C 5C 7D 7H 7S KC KD KH JC", 0: "QC QD QH 8C AS"}, "9H 7C")
    teller.plays(1, "draw", "meld 3C 4C 5C", "meld 7D 7H 7S", "meld KC KD KH")
    teller.plays(1, "discard JC")
    return teller


def challenge_refused_and_accepted() -> RummyTeller:
    """A challenge before drawing; the second one ends the deal (R3.10)."""
    teller = RummyTeller("colonel", {"pack": "spanish40"})
    teller.deal({1: "1O 2O 3O", 0: "RO CO SO"}, "7B")
    teller.plays(1, "challenge")
    teller.refused(1, "draw")
    teller.refused(0, "draw")
    teller.plays(0, "refuse")
    teller.refused(1, "challenge")
    teller.idles(2)
    teller.plays(1, "challenge")
    teller.plays(0, "accept")
    return teller


def stopped_at_the_empty_stock() -> RummyTeller:
    """With no stock left a discard is drawn only to be used; a stop ends the deal (R3.5)."""
    teller = RummyTeller("colonel", {"pack": "courtless40", "ace": "low"})
    teller.deal({1: "AC 3D 5H 7S 9C", 0: "2D 4H 6S 8C TD"}, "TH")
    teller.refused(1, "stop", "draw discards 2")
    teller.idles(19)
    teller.refused(0, "draw", "draw discards 1")
    teller.plays(0, "stop")
    return teller


def stop_that_nobody_wins() -> RummyTeller:
    """In London nobody wins on a stop (R3.40)."""
    teller = RummyTeller("coon_can", seats=6)
    teller.deal()
    teller.refused(1, "challenge")
    teller.idles(45)
    (seat,) = seats_to_act(teller.state)
    teller.plays(seat, "stop")
    return teller


def down_to_the_last_card() -> RummyTeller:
    """Fours, a single, declarations; the last card draws from the stock alone (R3.20)."""
    teller = RummyTeller("coo_can")
    fours = "5C 5C 5D 5D 9H TH JH QH KH 2S"
    teller.deal({0: "KD KD KS KS", 1: fours}, "2D 2H 3D 3H 4D 4H 6D 6H 5H")
    teller.refused(0, "meld KD KD KS KS")
    teller.plays(0, "discard KD")
    teller.plays(1, "draw")
    teller.refused(1, "meld 5C 5C 5D", "meld 9H TH JH QH KH")
    teller.refused(1, "lay off 0: KD KD KS KS > KD KD KH KS KS")
    teller.plays(1, "meld 5C 5C 5D 5D")
    teller.refused(1, "meld 9H TH JH QH", "draw")
    teller.plays(1, "discard 2D")
    teller.idles(1)
    teller.plays(1, "draw", "meld 9H TH JH QH", "discard 3D")
    teller.idles(1)
    teller.plays(1, "draw")
    teller.plays(1, "lay off 1: 9H TH JH QH > 9H TH JH QH KH", "discard 4D")
    teller.idles(1)
    teller.refused(1, "draw discards 1")
    teller.plays(1, "draw", "discard 6D")
    teller.idles(1)
    teller.plays(1, "draw", "lay off 1: 5C 5C 5D 5D > 5C 5C 5D 5D 5H", "discard 2S")
    return teller


def cooch() -> RummyTeller:
    """Ten in one straight flush: double (R3.20)."""
    teller = RummyTeller("coo_can", {"game_fee": "10", "spot_fee": "1"})
    teller.deal({1: "AH 2H 3H 4H 5H 6H 7H 8H 9H TH"}, "KC")
    teller.idles_dealer()
    teller.plays(1, "draw", "meld AH 2H 3H 4H 5H 6H 7H 8H 9H TH", "discard KC")
    return teller


def shuffled_again() -> RummyTeller:
    """The last stock card: all discards become the stock, in a new order (R3.20)."""
    teller = RummyTeller("coo_can", seats=6)
    teller.deal()
    teller.idles_dealer()
    teller.idles(42)
    (seat,) = seats_to_act(teller.state)
    teller.plays(seat, "draw")
    due = cards_to_order(teller.state) or ()
    teller.give(Random("golden").sample(due, len(due)))
    teller.resigns(seat)
    teller.refused((seat + 1) % 6, "draw discards 1")
    teller.void()
    return teller


def turned_over() -> RummyTeller:
    """The last stock card: the bank, turned over, becomes the stock (R3.30)."""
    teller = RummyTeller("kunken", {"dealt": "13"}, seats=8)
    suit = "AC 3C 5C 7C 9C JC KC 2D 4D 6D 8D TD QD"
    teller.deal(
        {
            1: suit,
            2: suit.translate(str.maketrans("CD", "HS")),
            3: suit.translate(str.maketrans("CD", "SH")),
            4: suit.translate(str.maketrans("CD", "DC")),
            5: suit,
            6: suit.translate(str.maketrans("CD", "HS")),
            7: suit.translate(str.maketrans("CD", "SH")),
            0: suit.translate(str.maketrans("CD", "DC")),
        }
    )
    teller.idles(3)
    teller.resigns(4, Cause.FORFEIT)
    return teller


def dealt_again() -> RummyTeller:
    """Three jokers in a dealt hand: the same dealer deals again (R3.30)."""
    teller = RummyTeller("kunken", {"minus_target": "1", "lowest_deals": "true"})
    teller.deal({1: "JK JK JK"})
    teller.deal(
        {1: "KC KD KH 9C 9D 9H 2C 4D 6H 8S TC", 0: "AC 3D 5H 7S 9S JC QD KS 2D 4H 6S 8C"}, "3C 2H"
    )
    teller.plays(1, "draw", "meld KC KD KH", "meld 9C 9D 9H", "discard 2C")
    return teller


def opening_and_jokers() -> RummyTeller:
    """An opening, lay-offs, a joker taken for its card, out in one turn (R3.30)."""
    teller = RummyTeller("kunken", {"minus_target": "1"})
    held = {1: "KC KD QC QD QH 9S JS JK 5H 5S KS 4D", 0: "AC AD 3D 7S 8C TH 2D 4H 6S 9C JC 3H"}
    teller.deal(held, "KH 2C TS 5C")
    teller.refused(1, "draw discards 2")
    teller.plays(1, "draw discards 1")
    teller.refused(1, "discard 4D", "discard KH", "meld QC QD QH", "meld 9S JK=TS JK=JS")
    teller.refused(1, "lay off 0: KC KD KH > KC KD KH JK", "meld QC QD QH QS")
    teller.plays(1, "meld KC KD KH")
    teller.refused(1, "discard 4D", "lay off 1: KC KD KH > KC KD KH JK", "meld JK JS 9S")
    teller.plays(1, "meld 9S JK JS")
    teller.refused(1, "meld QC QD", "take joker 1: 9S JK=TS JS > 9S TS JS")
    teller.refused(1, "take joker 1: 9S JK=TS JS > JK=TS JS QS")
    teller.plays(1, "meld QC QD QH", "discard 4D")
    teller.plays(0, "draw", "discard 2C")
    teller.plays(1, "draw")
    teller.refused(1, "take joker 1: 9S JK=TS JS > 5H 5S JK")
    teller.plays(1, "take joker 1: 9S JK=TS JS > 9S TS JS", "meld 5H 5S JK")
    teller.refused(1, "discard 2C", "lay off 1: KC KD KH > KC KD KH KS")
    teller.plays(1, "discard KS")
    return teller


def deep_in_the_bank() -> RummyTeller:
    """The deepest card must be used; two of the others must not be all that is left (R3.2)."""
    teller = RummyTeller("kunken", {"dealt": "10", "bank_depth": "any", "deals": "1"})
    held = {1: "QC QD QH QS KC KD 5C 5D 5H 5S", 0: "4H 2D 3H 6C 7D 8H 9C TS JC AD"}
    teller.deal(held, "KH 2S 2H")
    teller.plays(1, "draw", "meld QC QD QH QS", "discard 2S")
    teller.plays(0, "draw", "discard 4H")
    teller.refused(1, "draw discards 2")
    teller.plays(1, "draw discards 3")
    teller.refused(1, "discard KC", "meld 5C 5D 5H")
    teller.plays(1, "meld KC KD KH")
    teller.refused(1, "discard 4H", "meld 5C 5D 5H 5S")
    teller.plays(1, "meld 5C 5D 5H", "discard 5S")
    return teller


def express() -> RummyTeller:
    """Out in the turn of one's opening: every minus doubled (R3.30)."""
    teller = RummyTeller("kunken", {"dealt": "10", "joker_minus": "12", "minus_target": "40"})
    held = {1: "KC KD KH 9C 9D 9H 5C 5D 5H 5S", 0: "JK 4H 2D 3H 6C 7D 8H TS JC AD"}
    teller.deal(held, "3C 2H")
    teller.plays(1, "draw", "meld KC KD KH", "meld 9C 9D 9H", "meld 5C 5D 5H 5S")
    teller.plays(1, "discard 2H")
    return teller


def opening_too_low() -> RummyTeller:
    """Thirty-nine is below forty: neither set is laid (R3.30; E91)."""
    teller = RummyTeller("kunken", {"opening_single": "false", "values": "face"})
    held = {1: "KC KD KS 3C 3D 3S 4H 6H 8D TC JH QS", 0: "AC AD 3H 7S 8C TH 2D 4D 6S 9C JC 5H"}
    teller.deal(held, "2C 7H")
    teller.plays(1, "draw")
    teller.refused(1, "meld KC KD KS", "meld 3C 3D 3S")
    teller.plays(1, "discard 7H")
    return teller


def jokers_that_move() -> RummyTeller:
    """An end joker goes to the other end, is marked, and stays (R3.40)."""
    teller = RummyTeller("coon_can", {"points_target": "10", "max_deals": "2"}, seats=3)
    held = {1: "6C 7C JK 4D 4H 4S KS QS", 2: "8C 9D", 0: "JD"}
    teller.deal(held, "2S 3H 4C")
    teller.refused(1, "meld 6C 7C 9C", "meld 6C JK JK", "meld JK*=5C 6C 7C")
    teller.plays(1, "draw")
    teller.refused(1, "meld 6C 7C 9C", "meld 6C JK JK", "meld JK*=5C 6C 7C")
    teller.plays(1, "meld 6C 7C JK", "meld 4D 4H 4S", "discard KS")
    teller.plays(2, "draw")
    teller.refused(2, "take joker 1: 6C 7C JK=8C > 6C 7C 8C", "draw discards 1")
    teller.refused(2, "lay off 1: 6C 7C JK=8C > 6C 7C 8C JK*=9C")
    teller.refused(2, "lay off 1: 6C 7C 8C > 6C 7C 8C 9C")
    teller.refused(2, "lay off 1: 6C 7C JK=8C > 6C 7C 8C")
    teller.plays(2, "lay off 1: 6C 7C JK=8C > JK*=5C 6C 7C 8C")
    teller.plays(2, "lay off 1: 4D 4H 4S > 4C 4D 4H 4S", "discard 9D")
    teller.resigns(0, Cause.TIME)
    teller.plays(1, "draw discards 1")
    teller.refused(1, "discard 9D")
    teller.plays(1, "discard QS")
    return teller


def no_progress() -> RummyTeller:
    """Thirty turns of each seat without a play: the deal is drawn (R3.5)."""
    teller = RummyTeller("kunken", {"deals": "1"})
    teller.deal(
        {1: "AC 3D 5H 7S 9C JD KH 2S 4C 6D 8H TS", 0: "AD 3H 5S 7C 9D JH KS 2C 4D 6H 8S TC"}
    )
    teller.idles(60)
    return teller


SCENARIOS = (
    out_by_melding,
    challenge_refused_and_accepted,
    stopped_at_the_empty_stock,
    stop_that_nobody_wins,
    down_to_the_last_card,
    cooch,
    shuffled_again,
    turned_over,
    dealt_again,
    opening_and_jokers,
    deep_in_the_bank,
    express,
    opening_too_low,
    jokers_that_move,
    no_progress,
)
