"""Jokers: used, taken, moved (R3.30, R3.40)."""

from __future__ import annotations

import pytest

from conquian_engine import (
    Card,
    DrawDiscards,
    LayOff,
    Move,
    Reason,
    RummyState,
    Seat,
    TakeJoker,
)
from tests.unit.engine.rummy.table import (
    adds,
    drawing,
    lays,
    legal,
    play,
    playing,
    refused,
    rules_for,
    state_with,
    takes,
)


def _reason(state: RummyState, move: Move) -> Reason:
    return refused(state, 0, move).reason


def test_taken_joker_must_be_used() -> None:
    """A joker on top of the bank is used as a joker (R3.30)."""
    rules = rules_for("kunken")
    held = "KC KD 2S 7H 9C TC 4D"
    state = state_with(rules, drawing(), hands=(held,), discards="5C JK")
    assert Reason.DISCARD_NOT_USABLE is _reason(state, DrawDiscards())
    state = state_with(rules, drawing(), hands=("KC KD QH 2S",), discards="5C JK")
    assert Reason.DISCARD_NOT_USABLE is _reason(state, DrawDiscards())
    state = state_with(rules, drawing(), hands=("KC KD 5C 5D 5H 2S",), discards="5C JK")
    state, _ = play(state, (0, DrawDiscards()))
    assert ["meld KC KD JK"] == legal(state)
    state = state_with(
        rules, drawing(), hands=("2S 7H",), tables=(("3C 4C 5C",),), discards="JK", opened=(0,)
    )
    state, _ = play(state, (0, DrawDiscards()))
    assert [
        "lay off 0: 3C 4C 5C > 3C 4C 5C JK=6C",
        "lay off 0: 3C 4C 5C > JK=2C 3C 4C 5C",
    ] == sorted(legal(state))


def test_taking_for_a_joker_exchange() -> None:
    """Once opened the first play may be the joker's exchange (R3.30)."""
    rules = rules_for("kunken")
    tables = ((), ("9S JK=TS JS",))
    state = state_with(rules, drawing(), hands=("2S",), tables=tables, discards="TS", opened=(0, 1))
    state, _ = play(state, (0, DrawDiscards()))
    assert ["take joker 1: 9S JK=TS JS > 9S TS JS"] == legal(state)
    state, _ = play(state, (0, takes(1, "9S JK=TS JS", "9S TS JS")))
    assert ["discard 2S", "discard JK"] == [text for text in legal(state) if "discard" in text]


@pytest.mark.parametrize(
    ("option", "lying", "held", "results"),
    [
        ("any", "7C 7D JK", "7H 7S", ["7C 7D 7H", "7C 7D 7S"]),
        ("any", "7C 7D JK JK", "7H", ["7C 7D 7H JK"]),
        ("any", "7C 7D 7H", "7S", []),
        ("any", "7C 7D 7H JK", "7C", []),
        ("both", "7C 7D JK", "7H", []),
        ("both", "7C 7D JK", "7H 7S", ["7C 7D 7H 7S"]),
        ("both", "7C 7D JK JK", "7H 7S", ["7C 7D 7H 7S"]),
        ("both", "7C 7D 7H JK", "7S", ["7C 7D 7H 7S"]),
        ("both", "6C JK=7C JK=8C 9C", "7C 8C", ["6C 7C JK=8C 9C", "6C JK=7C 8C 9C"]),
    ],
)
def test_jokers_taken(option: str, lying: str, held: str, results: list[str]) -> None:
    """One missing suit frees one joker, or all missing suits free all (R3.30)."""
    rules = rules_for("kunken", set_joker=option)
    state = state_with(rules, playing(), hands=(f"2C 2D {held}",), tables=((lying,),), opened=(0,))
    listed = [text for text in legal(state) if text.startswith("take joker")]
    assert [f"take joker 0: {lying} > {result}" for result in results] == sorted(listed)
    for result in results:
        after, _ = play(state, (0, takes(0, lying, result)))
        freed = lying.count("JK") - result.count("JK")
        assert freed == bytes(after.hands[0]).count(52)


def test_a_set_of_four_takes_no_more() -> None:
    """A four-card set is full, whatever its jokers (R3.30)."""
    rules = rules_for("kunken")
    state = state_with(
        rules, playing(), hands=("2C 7S JK",), tables=(("7C 7D 7H JK", "5C 5D 5H"),), opened=(0,)
    )
    listed = [text for text in legal(state) if text.startswith("lay off")]
    assert ["lay off 0: 5C 5D 5H > 5C 5D 5H JK"] == listed
    assert Reason.NOT_A_MELD is _reason(state, adds(0, "7C 7D 7H JK", "7C 7D 7H 7S JK"))


@pytest.mark.parametrize(
    ("lying", "held", "results"),
    [
        ("6C 7C JK=8C", "8C", ["JK*=5C 6C 7C 8C"]),
        ("6C 7C JK=8C", "4C", ["4C JK*=5C 6C 7C"]),
        ("6C 7C JK=8C", "5C", ["5C 6C 7C JK=8C"]),
        ("JK=6C 7C 8C", "6C", ["6C 7C 8C JK*=9C"]),
        ("JK=6C 7C 8C", "TC", ["7C 8C JK*=9C TC"]),
        ("JK*=6C 7C 8C", "6C", []),
        ("6C JK=7C 8C", "7C", []),
        ("AC 2C JK=3C", "3C", []),
        ("2C 3C JK=4C", "4C", ["JK*=AC 2C 3C 4C"]),
        ("QC KC JK=AC", "AC", ["JK*=JC QC KC AC"]),
        ("JK=QC KC AC", "QC", []),
        ("JK=6C 7C 8C JK=9C", "6C", ["6C 7C 8C JK=9C JK*=TC"]),
        (
            "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC JK=KC",
            "KC",
            ["JK*=AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC"],
        ),
        ("AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC JK=KC", "KC", []),
        # Its true card and the one beyond are the same ace: one move, not two.
        (
            "3C 4C 5C 6C 7C 8C 9C TC JC QC KC JK=AC",
            "AC",
            ["AC JK*=2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC"],
        ),
        (
            "JK=AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC",
            "AC",
            ["AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC JK*=KC"],
        ),
        ("6C 6D JK", "6H", ["6C 6D 6H JK"]),
    ],
)
def test_end_jokers_move(lying: str, held: str, results: list[str]) -> None:
    """To the other end, for its true card or the one next beyond its new place (R3.40)."""
    state = state_with(
        rules_for("coon_can"), playing(), hands=(f"2D KH {held}",), tables=((), (lying,))
    )
    listed = [text for text in legal(state) if text.startswith("lay off")]
    assert [f"lay off 1: {lying} > {result}" for result in results] == listed
    for result in results:
        play(state, (0, adds(1, lying, result)))


def test_jokers_that_do_not_move() -> None:
    """A moved joker is not laid, nor moved without its card, nor where none move (R3.40)."""
    rules = rules_for("coon_can")
    tables = ((), ("6C 7C JK=8C", "9D 9H 9S"))
    state = state_with(rules, playing(), hands=("2D KH 8C 3H JK 4D",), tables=tables)
    assert Reason.JOKER_NOT_MOVABLE is _reason(state, lays("JK*=2D 3D 4D"))
    for result in ("6C 7C 8C JK*=9C", "4C JK*=5C 6C 7C 8C", "5C 6C 7C JK*=8C"):
        assert Reason.JOKER_NOT_MOVABLE is _reason(state, adds(1, "6C 7C JK=8C", result))
    four = adds(1, "6C 7C JK=8C", "4C JK*=5C 6C 7C")
    assert Reason.CARD_NOT_IN_HAND is _reason(state, four)
    moved = adds(1, "6C 7C JK=8C", "JK*=5C 6C 7C JK=8C")
    assert Reason.JOKER_NOT_MOVABLE is _reason(state, moved)
    gone = adds(1, "6C 7C JK=8C", "6C 7C 8C")
    assert Reason.DOES_NOT_FIT is _reason(state, gone)
    kunken = state_with(
        rules_for("kunken"), playing(), hands=("2D 8C",), tables=(("6C 7C JK=8C",),), opened=(0,)
    )
    for result in ("JK*=5C 6C 7C 8C", "JK*=5C 6C 7C JK=8C"):
        assert Reason.JOKER_NOT_MOVABLE is _reason(kunken, adds(0, "6C 7C JK=8C", result))


def test_no_joker_taking_elsewhere() -> None:
    """Only kunken frees jokers (R3.30)."""
    state = state_with(
        rules_for("coon_can"), playing(), hands=("8C 2D",), tables=((), ("6C 7C JK=8C",))
    )
    refusal = refused(state, 0, takes(1, "6C 7C JK=8C", "6C 7C 8C"))
    assert (Reason.NO_JOKER_TAKING, "R3.40") == (refusal.reason, refusal.rule)


class _Compared(str):
    """A card's text that counts how often it is compared."""

    __slots__ = ()
    times = 0

    def __eq__(self, other: object) -> bool:
        _Compared.times += 1
        return str.__eq__(self, other)

    __hash__ = str.__hash__


@pytest.mark.parametrize("ruleset", ["colonel", "coo_can", "kunken", "coon_can"])
def test_thousands_of_cards_are_refused_without_comparing_each_with_each(ruleset: str) -> None:
    """A request may name as many as it holds, and others wait meanwhile (R4.3)."""
    state = state_with(rules_for(ruleset), playing(), tables=((), ("4C 5C 6C 7C",)))
    lying, result = (
        tuple(Card(_Compared(f"{letter}{number}")) for number in range(1000)) for letter in "xy"
    )
    _Compared.times = 0
    for move in (LayOff(Seat(1), lying, result), TakeJoker(Seat(1), lying, result)):
        assert refused(state, 0, move).reason is not None
    assert _Compared.times < 10_000
