"""Nobody is ever stuck: what a play leaves can still be met (R3.1, R3.2, R3.30).

Cards drawn with a deeper one may not be discarded in the same turn. Where they are all that
is left, further plays must bring the hand down to one card, or free a joker.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from conquian_engine import DrawDiscards, PlayDue, Reason, RummyState, Seat, Turn
from conquian_engine.rummy.closing import can_close
from conquian_engine.rummy.standing import Standing
from tests.unit.engine.rummy.table import (
    adds,
    discards,
    drawing,
    hand,
    lays,
    legal,
    play,
    refused,
    rules_for,
    state_with,
)


def _after_taking(
    held: str,
    taken: str,
    tables: Sequence[Sequence[str]] = (),
    *,
    opened: bool = True,
    opening: int = 0,
    set_joker: str = "any",
) -> RummyState:
    """Kunken under `bank_depth` any: a seat holds these cards and those taken, one play made."""
    rules = rules_for("kunken", bank_depth="any", set_joker=set_joker)
    turn = Turn(Seat(0), taken=hand(rules, taken), plays=1, opening=opening)
    return state_with(
        rules,
        PlayDue(turn),
        hands=(f"{held} {taken}",),
        tables=tables,
        opened=(0, 1) if opened else (1,),
    )


RUN = "7D 8D 9D"
SETS = "KC KD KH"


@pytest.mark.parametrize(
    ("taken", "tables", "met"),
    [
        pytest.param("2S 4H", ((), ("5C 6C 7C",)), False, id="two cards that go nowhere"),
        pytest.param("2S 4H", ((), ("5H 6H 7H",)), True, id="one of them is laid off"),
        pytest.param("2S 4H 3H", ((), ("5H 6H 7H",)), True, id="both are, one by one"),
        pytest.param("2S 4H 2H", ((), ("5H 6H 7H",)), False, id="one short of a run"),
        pytest.param("2S 5C 5D 5H", ((),), True, id="three of them meld"),
        pytest.param("2S 9H 5C 5D 5H", ((),), False, id="two are left after the meld"),
        pytest.param("2S 9H", ((), ("8H JK=9H TH",)), True, id="a joker is freed"),
        pytest.param("2S 9H", ((), ("9C 9D JK",)), True, id="a joker of a set is freed"),
        pytest.param("2S 9H 4C", ((), ("9C 9D JK",)), True, id="a joker may be discarded"),
        pytest.param("2S 4C JK 8H 9H", ((),), False, id="a joker is laid, none is freed"),
        pytest.param("2S JK 8H 9H TH", ((),), True, id="four of them meld"),
        pytest.param("2S 4C JK 8H 9H TH", ((),), True, id="a joker is laid and freed again"),
        pytest.param("2S 4C JK 8H", ((), ("5H 6H 7H",)), True, id="a joker is laid off and freed"),
        pytest.param("2S 9S JK 9H", ((), ("9C 9D JK",)), True, id="a joker of a set, and one more"),
        pytest.param("5C 5D 5H", ((),), False, id="all three meld, none is left"),
        pytest.param("2S JK JK 5C", ((),), False, id="jokers and no two naturals that fit"),
        pytest.param("2S 8H 8H", ((), ("5H 6H 7H", "5H 6H 7H")), True, id="two equal melds"),
        pytest.param("2S 8H 8H", ((), ("5H 6H 7H",)), False, id="one of two equal melds"),
        pytest.param("2S 3C 4C 5C 5D 5H", ((),), False, id="a card wanted twice"),
        pytest.param(
            "3C 4C 5C 5D 5H 5S", ((),), False, id="a card wanted twice, none would be left"
        ),
    ],
)
def test_a_play_that_leaves_only_taken_cards(
    taken: str, tables: Sequence[Sequence[str]], met: bool
) -> None:
    """The last other cards are laid only if the turn can be ended (R3.2)."""
    state = _after_taking(SETS, taken, tables)
    assert (f"meld {SETS}" in legal(state)) == met
    if not met:
        assert Reason.OBLIGATION_UNMET is refused(state, 0, lays(SETS)).reason
        return
    state, _ = play(state, (0, lays(SETS)))
    assert legal(state)


def test_freed_jokers_under_both() -> None:
    """All missing suits together free a set's joker, and two cards are gone (R3.30)."""
    tables = ((), ("9C 9D JK",))
    both = _after_taking(SETS, "2S 9H 9S", tables, set_joker="both")
    assert f"meld {SETS}" in legal(both)
    one = _after_taking(SETS, "2S 9H 4C", tables, set_joker="both")
    assert f"meld {SETS}" not in legal(one)


def test_never_stuck_on_the_way() -> None:
    """Every play on the way leaves another, down to the last card (R3.2)."""
    state = _after_taking(SETS, "2S 4H 3H 5S", ((), ("5H 6H 7H", "6S 7S 8S")))
    state, _ = play(state, (0, lays(SETS)))
    assert not [text for text in legal(state) if text.startswith("discard")]
    state, _ = play(state, (0, adds(1, "6S 7S 8S", "5S 6S 7S 8S")))
    state, _ = play(state, (0, adds(1, "5H 6H 7H", "3H 4H 5H 6H 7H")))
    assert ["discard 2S"] == legal(state)


@pytest.mark.parametrize(
    ("held", "taken", "met"),
    [
        pytest.param("9C", "2S 4H", True, id="a card of one's own is left"),
        pytest.param("", "2S 4H", False, id="only taken cards are left"),
        pytest.param("", "2S", True, id="one taken card is left"),
        pytest.param("", "2S QC QD QH", True, id="taken cards open and meld"),
        pytest.param("", "2S 4H QC QD QH", True, id="taken cards open, others are left"),
        pytest.param("", "2S KS", True, id="a taken card fits the opening"),
    ],
)
def test_opening_that_leaves_only_taken_cards(held: str, taken: str, met: bool) -> None:
    """An opening begun needs its total and an end of the turn (R3.2)."""
    fives = "5C 5D 5H"
    state = _after_taking(f"{SETS} {fives} {held}", taken, opened=False)
    assert (f"meld {SETS}" in legal(state)) == met
    if not met:
        assert Reason.OBLIGATION_UNMET is refused(state, 0, lays(SETS)).reason or True
        return
    state, _ = play(state, (0, lays(SETS)))
    assert legal(state)


def test_deepest_card_of_an_opening() -> None:
    """A deeper card is taken only if the opening can be reached and the turn be ended (R3.30)."""
    rules = rules_for("kunken", bank_depth="any")
    held = "KC KD 5C 5D 5H"
    state = state_with(rules, drawing(), hands=(held,), discards="KH 2S 4H")
    assert ["draw"] == legal(state)
    refusal = refused(state, 0, DrawDiscards(3))
    assert Reason.DISCARD_NOT_USABLE is refusal.reason
    state = state_with(rules, drawing(), hands=(f"{held} 9S",), discards="KH 2S 4H")
    assert ["draw", "draw discards 3"] == legal(state)
    state, _ = play(state, (0, DrawDiscards(3)), (0, lays("KC KD KH")), (0, lays("5C 5D 5H")))
    assert ["discard 9S"] == legal(state)
    assert Reason.TAKEN_CARD_DISCARDED is refused(state, 0, discards("2S")).reason


def test_equal_card_of_ones_own_may_be_discarded() -> None:
    """Of two equal cards the taken one is played (R1.1, R3.1)."""
    state = _after_taking("KC", "KC KD KH 2S", ((),))
    assert {"discard KC", "meld KC KD KH"} == set(legal(state))
    state, _ = play(state, (0, lays("KC KD KH")))
    assert ["discard KC"] == legal(state)


@pytest.mark.parametrize(("taken", "met"), [("3H 3H 4H 3S JK", False), ("AC AD AD AH JK", True)])
def test_jokers_that_are_not_freed_by_one_suit(taken: str, met: bool) -> None:
    """Under `both` a set's joker is freed by all missing suits together (R3.30)."""
    state = _after_taking(SETS, taken, ((),), set_joker="both")
    assert (f"meld {SETS}" in legal(state)) == met


@pytest.mark.parametrize(
    ("own", "taken", "missing", "met"),
    [
        pytest.param("AC AD AH 5C 5D 5H", "2C 3C 9S", 45, False, id="one way is too low"),
        pytest.param("AC AD AH 5C 5D 5H", "2C 9S 9S", 45, False, id="only dead cards are left"),
        pytest.param("AC AD AH 5C 5D 5H", "9S", 45, True, id="one is left"),
        pytest.param("KC KD KH", "5C 5D 5H 7C 7D 7H 9C 9D 9H 2S JS", 75, False, id="in any order"),
        pytest.param("KC KD KH", "5C 5D 5H 7C 7D 7H 9C 9D 9H 2S", 75, True, id="one over"),
    ],
)
def test_openings_that_use_every_card_of_ones_own(
    own: str, taken: str, missing: int, met: bool
) -> None:
    """Then the taken cards must be got rid of too (R3.2)."""
    rules = rules_for("kunken", bank_depth="any", values="flat")
    held = hand(rules, f"{own} {taken}")
    assert can_close(rules, Standing(held, hand(rules, taken), (), missing)) == met
