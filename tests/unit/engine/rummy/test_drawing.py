"""The beginning of a turn: draws, challenges, stops (R3.1, R3.5, R3.10, R3.20, R3.30)."""

from __future__ import annotations

import pytest

from conquian_engine import (
    AcceptChallenge,
    CardDrawn,
    Cause,
    Challenge,
    ChallengeAccepted,
    ChallengeAsked,
    Challenged,
    ChallengeRefused,
    DealEnded,
    DealStopped,
    DiscardsTaken,
    DrawDiscards,
    DrawDue,
    DrawStock,
    GameOver,
    PlayDue,
    Reason,
    RefuseChallenge,
    Seat,
    Stop,
    Turn,
    decision_key,
)
from tests.unit.engine.rummy.table import (
    adds,
    cards,
    discards,
    drawing,
    hand,
    lays,
    legal,
    pile,
    play,
    playing,
    refused,
    rules_for,
    state_with,
)


def test_draw_from_the_stock() -> None:
    """The top card comes into the hand (R3.1)."""
    rules = rules_for("coon_can")
    state = state_with(rules, drawing(), hands=("2C 9H",), stock="4D KS", discards="3C")
    state, events = play(state, (0, DrawStock()))
    assert (CardDrawn(Seat(0), cards("4D")[0], 1),) == events
    assert (hand(rules, "2C 4D 9H"), pile(rules, "KS")) == (state.hands[0], state.stock)
    assert PlayDue(Turn(Seat(0), tables_empty=True)) == state.phase


def test_card_taken_is_not_thrown_back() -> None:
    """A card from the discards is kept this turn, unless an equal one is held (R3.1)."""
    rules = rules_for("coon_can")
    state = state_with(rules, drawing(), hands=("2C 9H",), discards="4D 3C")
    state, events = play(state, (0, DrawDiscards()))
    assert (DiscardsTaken(Seat(0), cards("3C")),) == events
    assert ["discard 2C", "discard 9H"] == legal(state)
    assert Reason.TAKEN_CARD_DISCARDED is refused(state, 0, discards("3C")).reason
    state = state_with(rules, drawing(), hands=("3C 9H",), discards="4D 3C")
    state, _ = play(state, (0, DrawDiscards()))
    assert ["discard 3C", "discard 9H"] == legal(state)


def test_taken_card_may_be_the_last() -> None:
    """The last card of the hand is discarded whatever it is (R3.1)."""
    rules = rules_for("colonel")
    state = state_with(rules, drawing(), hands=("3C 3D 3H",), discards="KS")
    state, events = play(state, (0, DrawDiscards()), (0, lays("3C 3D 3H")), (0, discards("KS")))
    assert Cause.WENT_OUT in [event.cause for event in events if isinstance(event, DealEnded)]
    assert isinstance(state.phase, GameOver)


@pytest.mark.parametrize("ruleset", ["colonel", "coon_can"])
def test_empty_stock(ruleset: str) -> None:
    """The top discard only if the first play uses it, or a stop (R3.5)."""
    rules = rules_for(ruleset)
    tables = ((), ("5C 6C 7C", "9D 9C 9S"))
    state = state_with(
        rules, drawing(), hands=("2C KH",), tables=tables, stock="", discards="4D 3C"
    )
    assert "stop" in legal(state)
    assert "draw discards 1" not in legal(state)
    refusal = refused(state, 0, DrawDiscards())
    assert (Reason.DISCARD_NOT_USABLE, "R3.5", cards("3C")) == (
        refusal.reason,
        refusal.rule,
        refusal.cards,
    )
    assert Reason.STOCK_EMPTY is refused(state, 0, DrawStock()).reason


@pytest.mark.parametrize("ruleset", ["colonel", "coon_can"])
def test_empty_stock_and_a_discard_that_is_used(ruleset: str) -> None:
    """It must be in the first play; after that the turn is like any other (R3.5)."""
    rules = rules_for(ruleset)
    state = state_with(
        rules,
        drawing(),
        hands=("2C 3D 3H 5S 6S 7S",),
        tables=((), ("4C 5C 6C",)),
        stock="",
        discards="4D 3C",
    )
    state, _ = play(state, (0, DrawDiscards()))
    assert [
        "meld 3C 3D 3H",
        "lay off 1: 4C 5C 6C > 2C 3C 4C 5C 6C",
        "lay off 1: 4C 5C 6C > 3C 4C 5C 6C",
    ] == sorted(legal(state), key=lambda text: (text[0] != "m", text))
    assert Reason.MUST_USE_TAKEN is refused(state, 0, discards("2C")).reason
    assert Reason.MUST_USE_TAKEN is refused(state, 0, lays("5S 6S 7S")).reason
    state, _ = play(state, (0, adds(1, "4C 5C 6C", "3C 4C 5C 6C")))
    assert "meld 5S 6S 7S" in legal(state)
    assert "discard 2C" in legal(state)


@pytest.mark.parametrize(("ruleset", "points"), [("colonel", (7, 0)), ("coon_can", (0, 0))])
def test_stop(ruleset: str, points: tuple[int, int]) -> None:
    """The lower count wins the difference, or nobody wins (R3.5, R3.10, R3.40)."""
    state = state_with(
        rules_for(ruleset), drawing(1), hands=("TC 2D", "KC 9H"), stock="", discards="4D"
    )
    _, events = play(state, (1, Stop()))
    ended = events[1]
    assert isinstance(ended, DealEnded)
    assert DealStopped(Seat(1)) == events[0]
    assert (Cause.STOCK_EXHAUSTED, points) == (ended.cause, tuple(ended.points))
    shown = (cards("TC 2D"), cards("KC 9H")) if ruleset == "colonel" else (None, None)
    assert shown == tuple(ended.counted_hands)


def test_stop_with_equal_counts() -> None:
    """Equal counts: nobody scores (R3.10)."""
    state = state_with(rules_for("colonel"), drawing(), hands=("TC 2D", "KC 2H"), stock="")
    _, events = play(state, (0, Stop()))
    ended = events[1]
    assert isinstance(ended, DealEnded)
    assert (None, (0, 0)) == (ended.winner, tuple(ended.points))


@pytest.mark.parametrize("ruleset", ["coo_can", "kunken"])
def test_stop_where_the_stock_is_renewed(ruleset: str) -> None:
    """Only when nothing at all can be drawn, which takes a resignation (R3.5)."""
    rules = rules_for(ruleset, seats=3)
    state = state_with(rules, drawing(), hands=("KH",), stock="", resigned=(2,))
    assert ["stop"] == legal(state)
    _, events = play(state, (0, Stop()))
    assert Cause.STOCK_EXHAUSTED in [getattr(event, "cause", None) for event in events]
    useful = "2C 9H" if ruleset == "coo_can" else "KC KD KH QC QD QH QS 2C"
    state = state_with(rules, drawing(), hands=(useful,), stock="", discards="KS", resigned=(2,))
    assert ["draw discards 1"] == legal(state)
    assert Reason.STOCK_NOT_EMPTY is refused(state, 0, Stop()).reason


def test_stop_with_a_stock() -> None:
    """While there is a stock one draws (R3.5)."""
    state = state_with(rules_for("colonel"), drawing(), discards="4D")
    assert Reason.STOCK_NOT_EMPTY is refused(state, 0, Stop()).reason


def test_challenge_accepted() -> None:
    """The lower count wins the opponent's count; both hands are shown (R3.10)."""
    state = state_with(rules_for("colonel"), drawing(), hands=("TC 2D", "KC 9H"))
    state, events = play(state, (0, Challenge()), (1, AcceptChallenge()))
    assert (Challenged(Seat(0)), ChallengeAccepted(Seat(1))) == events[:2]
    ended = events[2]
    assert isinstance(ended, DealEnded)
    assert (Cause.CHALLENGE, 0, (19, 0)) == (ended.cause, ended.winner, tuple(ended.points))
    assert (cards("TC 2D"), cards("KC 9H")) == tuple(ended.counted_hands)


def test_challenge_refused() -> None:
    """Play goes on; one challenge a turn (R3.10)."""
    state = state_with(rules_for("colonel"), drawing())
    keys = [decision_key(state, Seat(0))]
    state, _ = play(state, (0, Challenge()))
    assert ChallengeAsked(Seat(1), Seat(0)) == state.phase
    assert ["accept", "refuse"] == legal(state, 1)
    assert Reason.WRONG_PHASE is refused(state, 1, DrawStock()).reason
    assert Reason.NOT_YOUR_TURN is refused(state, 0, DrawStock()).reason
    keys += [decision_key(state, Seat(1))]
    state, events = play(state, (1, RefuseChallenge()))
    assert (ChallengeRefused(Seat(1)),) == events
    assert DrawDue(Seat(0), challenged=True) == state.phase
    keys += [decision_key(state, Seat(0))]
    assert Reason.ALREADY_CHALLENGED is refused(state, 0, Challenge()).reason
    assert ["draw"] == legal(state)
    assert len(set(keys)) == 3


@pytest.mark.parametrize(
    ("ruleset", "move", "reason", "rule"),
    [
        ("coon_can", Challenge(), Reason.NO_CHALLENGE, "R3.40"),
        ("coon_can", DrawDiscards(), Reason.NO_DISCARDS, "R3.1"),
        ("coon_can", DrawDiscards(2), Reason.DEPTH_NOT_ALLOWED, "R3.40"),
        ("coo_can", DrawDiscards(), Reason.NO_DISCARDS, "R3.1"),
        ("coon_can", DrawDiscards(0), Reason.DEPTH_NOT_ALLOWED, "R3.40"),
        ("coon_can", AcceptChallenge(), Reason.WRONG_PHASE, "R3.1"),
        ("coon_can", lays("3C 4C 5C"), Reason.WRONG_PHASE, "R3.1"),
    ],
)
def test_refused_at_the_beginning(
    ruleset: str, move: DrawDiscards, reason: Reason, rule: str
) -> None:
    """What is no beginning of a turn (R3.1)."""
    refusal = refused(state_with(rules_for(ruleset), drawing()), 0, move)
    assert (reason, rule) == (refusal.reason, refusal.rule)


def test_deeper_cards() -> None:
    """Any depth brings all above it; the deepest is in the first play (R3.30)."""
    rules = rules_for("kunken", bank_depth="any")
    state = state_with(
        rules, drawing(), hands=("KC KD 2S 4S 9H",), discards="5C KH 8D 7D", opened=(0,)
    )
    assert ["draw", "draw discards 3"] == legal(state)
    assert Reason.NO_DISCARDS is refused(state, 0, DrawDiscards(5)).reason
    state, events = play(state, (0, DrawDiscards(3)))
    assert (DiscardsTaken(Seat(0), cards("7D 8D KH")),) == events
    assert ["meld KC KD KH"] == legal(state)
    state, _ = play(state, (0, lays("KC KD KH")))
    assert ["discard 9H", "discard 2S", "discard 4S"] == legal(state)
    assert Reason.TAKEN_CARD_DISCARDED is refused(state, 0, discards("8D")).reason


def test_last_card_draws_from_the_stock() -> None:
    """A seat that holds one card may not draw the discard (R3.20)."""
    state = state_with(rules_for("coo_can"), drawing(), hands=("KH",), discards="2C 3C")
    refusal = refused(state, 0, DrawDiscards())
    assert (Reason.ONLY_FROM_STOCK, "R3.20", cards("3C")) == (
        refusal.reason,
        refusal.rule,
        refusal.cards,
    )
    assert ["draw"] == legal(state)


def test_bank_is_taken_for_use_only() -> None:
    """A joker on the table that the card does not free is no use of it (R3.30)."""
    tables = ((), ("9S JK=TS JS",))
    state = state_with(
        rules_for("kunken"),
        drawing(),
        hands=("TS 2D",),
        tables=tables,
        discards="4D 3C",
        opened=(0, 1),
    )
    assert Reason.DISCARD_NOT_USABLE is refused(state, 0, DrawDiscards()).reason


def test_draw_moves_after_the_draw() -> None:
    """One card is drawn a turn (R3.1)."""
    state = state_with(rules_for("colonel"), playing(), discards="4D")
    for move in (DrawStock(), DrawDiscards(), Challenge(), Stop()):
        assert Reason.WRONG_PHASE is refused(state, 0, move).reason
