"""The examples of family H that tell a course of play or a score, one test each.

The melds among them are judged in `test_examples`.
"""

from __future__ import annotations

from typing import Any

import pytest

from conquian_engine import (
    AcceptChallenge,
    Challenge,
    ChallengeAsked,
    DealEnded,
    DrawDiscards,
    DrawStock,
    Move,
    PlayDue,
    Reason,
    RefuseChallenge,
    RummyState,
    Seat,
    Stop,
    Turn,
    best_opening,
    hand_points,
    legal_moves,
    meld_value,
    resolve_rules,
    view_for,
)
from tests.support.families import rummy_rules
from tests.unit.engine.rummy.table import (
    adds,
    cards,
    discards,
    drawing,
    lays,
    legal,
    meld,
    pile,
    play,
    playing,
    refused,
    rules_for,
    state_with,
    takes,
)

TWELVE = "TC 2D"
NINETEEN = "KC 9H"


def _ended(state: RummyState, *moves: tuple[int, Move]) -> DealEnded:
    _, events = play(state, *moves)
    (ended,) = (event for event in events if isinstance(event, DealEnded))
    return ended


def scored(example: dict[str, Any]) -> int:
    """What an example of kind `score` comes to."""
    options = {name: str(value) for name, value in example.get("options", {}).items()}
    if example["what"] == "hand points":
        return hand_points(resolve_rules(example["ruleset"], options), cards(example["hand"]))
    rules = rummy_rules(resolve_rules(example["ruleset"], options))
    match example["what"]:
        case "challenge accepted":
            state = state_with(rules, ChallengeAsked(Seat(1), Seat(0)), hands=(TWELVE, NINETEEN))
            return _ended(state, (1, AcceptChallenge())).points[0]
        case "stock exhausted":
            state = state_with(rules, drawing(), hands=(TWELVE, NINETEEN), stock="", discards="2C")
            return _ended(state, (0, Stop())).points[0]
        case "settlement":
            turn = Turn(Seat(0), plays=1, cooch=example.get("cooch", False))
            state = state_with(rules, PlayDue(turn), hands=("2C", example["hand"]))
            return _ended(state, (0, discards("2C"))).points[0]
        case "opening value" | "meld value":
            return sum(meld_value(rules, cards(each)) for each in example["melds"])
        case "minus":
            state = state_with(rules, playing(), hands=("2C", example["hand"]), opened=(0,))
            return _ended(state, (0, discards("2C"))).points[1]
        case other:
            raise AssertionError(other)


def test_e83_an_addition_needs_a_four_of_ones_own() -> None:
    """P, who has no four of his own, may not add KH to KC KD KS KS (R3.20)."""
    rules = rules_for("coo_can")
    tables = ((), ("KC KD KS KS",))
    state = state_with(rules, playing(), hands=("KH 2C 5D",), tables=tables, opened=(1,))
    refusal = refused(state, 0, adds(1, "KC KD KS KS", "KC KD KH KS KS"))

    assert (Reason.NEEDS_OWN_FOUR, "R3.20") == (refusal.reason, refusal.rule)


def test_e84_one_play_a_turn() -> None:
    """P lays KH on the kings; 9D on a run in the same turn is refused (R3.20)."""
    rules = rules_for("coo_can")
    tables = (("KC KD KS KS", "5D 6D 7D 8D"),)
    state = state_with(rules, playing(), hands=("KH 2C 9D",), tables=tables, opened=(0,))
    state, _ = play(state, (0, adds(0, "KC KD KS KS", "KC KD KH KS KS")))
    refusal = refused(state, 0, adds(0, "5D 6D 7D 8D", "5D 6D 7D 8D 9D"))

    assert (Reason.ONE_PLAY_A_TURN, "R3.20") == (refusal.reason, refusal.rule)
    assert ["discard 2C", "discard 9D"] == legal(state)


def test_e85_the_last_card_draws_from_the_stock() -> None:
    """P holds one card: drawing the top discard is refused, the stock is the only draw (R3.20)."""
    state = state_with(rules_for("coo_can"), drawing(), hands=("KH",), discards="2C 3C")
    refusal = refused(state, 0, DrawDiscards())

    assert (Reason.ONLY_FROM_STOCK, "R3.20") == (refusal.reason, refusal.rule)
    assert (DrawStock(),) == legal_moves(state, Seat(0))


def test_e97_a_discard_that_does_not_open_is_refused() -> None:
    """Bank top 9C, P not opened, 9D 9H and nothing else melds: 27 is below 40 (R3.30)."""
    rules = rules_for("kunken")
    held = "9D 9H AC 4D 7S QH"
    state = state_with(rules, drawing(), hands=(held,), discards="2S 9C")
    refusal = refused(state, 0, DrawDiscards())

    assert (Reason.DISCARD_NOT_USABLE, "R3.30") == (refusal.reason, refusal.rule)
    assert 27 == best_opening(rules, cards(f"{held} 9C"))


def test_e98_a_joker_is_taken_for_the_card_it_stands_for() -> None:
    """Another seat's 5S JK 7S; P, opened, gives 6S and gets the joker into hand (R3.30)."""
    rules = rules_for("kunken")
    tables = ((), ("5S JK=6S 7S",))
    state = state_with(rules, playing(), hands=("6S 2C",), tables=tables, opened=(0, 1))
    state, _ = play(state, (0, takes(1, "5S JK=6S 7S", "5S 6S 7S")))

    assert cards("2C JK") == view_for(state, Seat(0)).hand
    assert (meld(rules, "5S 6S 7S"),) == state.tables[1]


def test_e110_an_end_joker_moves_to_the_other_end() -> None:
    """6C 7C JK as 8C: 8C is laid, the joker stands for 5C and is marked as moved (R3.40)."""
    rules = rules_for("coon_can")
    tables = ((), ("6C 7C JK=8C",))
    state = state_with(rules, playing(), hands=("8C 2D KH",), tables=tables)
    state, _ = play(state, (0, adds(1, "6C 7C JK=8C", "JK*=5C 6C 7C 8C")))

    assert (cards("JK*=5C 6C 7C 8C"),) == view_for(state, None).tables[1]
    assert not [move for move in legal(state) if move.startswith("lay off")]


def test_e127_an_opening_once_begun_must_reach_its_total() -> None:
    """22 and 20 disjoint: after the 22 only what keeps 40 reachable, no discard (R3.2)."""
    rules = rules_for("kunken")
    held = "KH AH 2H 5C 5D 5H 5S 9C"
    state = state_with(rules, playing(), hands=(held,))
    assert (22, 20) == (
        meld_value(rules, cards("KH AH 2H")),
        meld_value(rules, cards("5C 5D 5H 5S")),
    )
    assert "discard 9C" in legal(state)
    state, _ = play(state, (0, lays("KH AH 2H")))

    assert ["meld 5C 5D 5H 5S"] == legal(state)
    assert Reason.OPENING_BEGUN is refused(state, 0, discards("9C")).reason
    assert Reason.OPENING_TOO_LOW is refused(state, 0, lays("5C 5D 5H")).reason
    state, _ = play(state, (0, lays("5C 5D 5H 5S")))
    assert ["discard 9C"] == legal(state)


def test_e129_a_refused_challenge_may_be_made_again_next_turn() -> None:
    """P challenges before drawing; O refuses; P plays on and may challenge again (R3.10)."""
    state = state_with(rules_for("colonel"), drawing(), stock="2C 3C 4C", discards="KH")
    state, _ = play(state, (0, Challenge()), (1, RefuseChallenge()))
    assert Reason.ALREADY_CHALLENGED is refused(state, 0, Challenge()).reason
    state, _ = play(
        state,
        *((0, DrawStock()), (0, discards("3C"))),
        *((1, DrawStock()), (1, discards("3C"))),
        (0, Challenge()),
    )

    assert ChallengeAsked(Seat(1), Seat(0)) == state.phase


@pytest.mark.parametrize("deepest", ["KH", "9C"])
def test_e97_opposite_a_discard_that_opens_is_taken(deepest: str) -> None:
    """With a further set of the same hand the opening is reached and the taking legal (R3.30)."""
    rules = rules_for("kunken")
    held = "9D 9H 5C 5D 5H 7S" if deepest == "9C" else "KD KC 5C 5D 5H 7S"
    state = state_with(rules, drawing(), hands=(held,), discards=f"2S {deepest}")
    after, _ = play(state, (0, DrawDiscards()))

    assert pile(rules, deepest)[0] == view_must_use(after)


def view_must_use(state: RummyState) -> int | None:
    """The card that the first play must hold, as a byte."""
    assert isinstance(state.phase, PlayDue)
    return state.phase.turn.must_use
