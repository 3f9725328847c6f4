"""The offer: who is asked, what may be done, what follows by itself."""

from __future__ import annotations

import pytest

from conquian_engine import (
    Card,
    CardDied,
    CardTurned,
    DealEnded,
    Discard,
    DiscardDue,
    Discarded,
    Force,
    IllegalMove,
    LetGo,
    Move,
    Offered,
    Origin,
    Pass,
    Passed,
    Reason,
    Refusal,
    Seat,
    Take,
    Taken,
    apply,
    legal_moves,
    seats_to_act,
    void,
    why_illegal,
)
from tests.support.families import upcard_state
from tests.unit.engine.table import cards, layout, play, rules_for, state_with, upcard

PASS = Pass()


def _order_of_offers(ruleset: str, origin: Origin, by: int) -> list[int]:
    """The seats an upcard that nobody takes is offered to, and then its turner."""
    rules = rules_for(ruleset, forcing="off")
    turner = (by + 1) % rules.seats
    first = by if origin is Origin.TURNED else turner
    phase = Offered(upcard(rules, "7C", by, origin), Seat(first))
    state = state_with(rules, phase, stock="2H 3H")
    asked = []
    while state.dead == 0:
        asked.append(seats_to_act(state)[0])
        state = upcard_state(apply(state, asked[-1], PASS).state)
    assert isinstance(state.phase, Offered)
    return [*asked, state.phase.upcard.by]


@pytest.mark.parametrize(
    ("ruleset", "origin", "by", "expected"),
    [
        pytest.param("classic", Origin.OPENING, 0, [1, 0, 1], id="two, opening"),
        pytest.param("classic", Origin.TURNED, 0, [0, 1, 1], id="two, turned"),
        pytest.param("classic", Origin.DISCARDED, 0, [1, 1], id="two, discarded"),
        pytest.param("three_player", Origin.OPENING, 1, [2, 0, 1, 2], id="three, opening"),
        pytest.param("three_player", Origin.TURNED, 1, [1, 2, 0, 2], id="three, turned"),
        pytest.param("three_player", Origin.DISCARDED, 1, [2, 0, 2], id="three, discarded"),
        pytest.param("four_player", Origin.OPENING, 3, [0, 1, 2, 3, 0], id="four, opening"),
        pytest.param("four_player", Origin.TURNED, 3, [3, 0, 1, 2, 0], id="four, turned"),
        pytest.param("four_player", Origin.DISCARDED, 3, [0, 1, 2, 0], id="four, discarded"),
    ],
)
def test_offer_goes_round_once_and_the_next_turner_follows(
    ruleset: str, origin: Origin, by: int, expected: list[int]
) -> None:
    """Each entitled seat is asked once; then the next turns (R2.4, R2.6, R2.7, R2.8)."""
    assert _order_of_offers(ruleset, origin, by) == expected


def test_refused_card_is_dead_and_the_next_is_turned_in_the_same_step() -> None:
    """Turning up is not a decision (R2.8, R2.9)."""
    rules = rules_for()
    phase = Offered(upcard(rules, "7C", 0), Seat(1), (Seat(0),))
    step = apply(state_with(rules, phase, stock="2H 3H"), Seat(1), PASS)
    assert step.events == (
        Passed(Seat(1)),
        CardDied(Card("7C")),
        CardTurned(Card("2H"), Origin.TURNED, Seat(1), 1),
    )
    assert (upcard_state(step.state).dead, upcard_state(step.state).upcards) == (1, 2)


def test_taking_and_discarding() -> None:
    """A taker lays his layout, then discards a hand card, the new upcard (R2.10, R2.16)."""
    rules = rules_for()
    phase = Offered(upcard(rules, "6C", 0), Seat(0))
    state = state_with(rules, phase, hands=("7C KH", "2D"), tables=(["3C 4C 5C"],))
    take = Take(layout("3C 4C 5C 6C 7C"))
    assert legal_moves(state, Seat(0)) == (Take(layout("3C 4C 5C 6C")), take, PASS)
    step = play(state, (0, take), (0, Discard(Card("KH"))))
    assert step.events == (
        Taken(Seat(0), Card("6C"), layout("3C 4C 5C 6C 7C"), cards("7C")),
        Discarded(Seat(0), Card("KH")),
    )
    assert step.state.phase == Offered(upcard(rules, "KH", 0, Origin.DISCARDED), Seat(1))
    assert step.state.hands == (0, state.hands[1])


def test_layout_is_kept_in_canonical_order() -> None:
    """A layout named in any order is stored and told in pack order (R2.10)."""
    rules = rules_for()
    phase = Offered(upcard(rules, "3S", 0), Seat(0))
    state = state_with(rules, phase, hands=("3C KH",), tables=(["3D 4D 5D 6D"],))
    step = apply(state, Seat(0), Take(layout("6D 5D 4D", "3S 3C 3D")))
    taken = step.events[0]
    assert isinstance(taken, Taken)
    assert taken.layout == layout("3C 3D 3S", "4D 5D 6D")
    canonical = apply(state, Seat(0), Take(layout("3C 3D 3S", "4D 5D 6D")))
    assert step == canonical


def test_ten_on_the_table_with_an_empty_hand_is_not_going_out() -> None:
    """The player goes on, needing one more upcard that fits (R2.17)."""
    rules = rules_for()
    phase = Offered(upcard(rules, "AS", 0), Seat(0))
    state = state_with(
        rules, phase, hands=("2S 3S KD", "2D"), tables=(["4C 5C 6C 7C", "QC QD QH"],), stock="3H"
    )
    laid = Take(layout("4C 5C 6C 7C", "QC QD QH", "AS 2S 3S"))
    step = play(state, (0, laid), (0, Discard(Card("KD"))), (1, PASS))
    assert not any(isinstance(event, DealEnded) for event in step.events)
    assert step.state.hands[0] == 0
    assert legal_moves(step.state, Seat(1)) == (PASS,)


@pytest.mark.parametrize("move", [Discard(Card("KH")), LetGo()])
def test_offer_asks_for_take_pass_or_force(move: Move) -> None:
    """An offered seat takes, passes or forces (R2.5)."""
    rules = rules_for()
    state = state_with(rules, Offered(upcard(rules, "6C", 0), Seat(0)), hands=("KH",))
    assert why_illegal(state, Seat(0), move) == Refusal(Reason.WRONG_PHASE, "R2.5")


@pytest.mark.parametrize(
    ("move", "refusal"),
    [
        (Discard(Card("KH")), None),
        (PASS, Refusal(Reason.WRONG_PHASE, "R2.16")),
        (Force(Seat(1)), Refusal(Reason.WRONG_PHASE, "R2.16")),
        (Discard(Card("8H")), Refusal(Reason.UNKNOWN_CARD, "R1", cards("8H"))),
        (Discard(Card("2D")), Refusal(Reason.CARD_NOT_IN_HAND, "R2.16", cards("2D"))),
        (Discard(Card("3C")), Refusal(Reason.CARD_NOT_IN_HAND, "R2.16", cards("3C"))),
    ],
)
def test_discard_is_one_hand_card(move: Move, refusal: Refusal | None) -> None:
    """After a taking one hand card is due, nothing else (R2.16)."""
    rules = rules_for()
    state = state_with(rules, DiscardDue(Seat(0)), hands=("AC KH", "2D"), tables=(["3C 4C 5C"],))
    assert legal_moves(state, Seat(0)) == (Discard(Card("AC")), Discard(Card("KH")))
    assert why_illegal(state, Seat(0), move) == refusal


@pytest.mark.parametrize(
    ("seat", "refusal"),
    [
        (0, Refusal(Reason.NOT_YOUR_TURN, "R4.2")),
        (2, Refusal(Reason.SEAT_RESIGNED, "R4.1")),
        (3, Refusal(Reason.NO_SUCH_SEAT, "R0")),
        (-2, Refusal(Reason.NO_SUCH_SEAT, "R0")),
    ],
)
def test_only_the_seat_to_act_moves(seat: int, refusal: Refusal) -> None:
    """Every seat but the one to act has no move, and is told why (R4.2, R4.3)."""
    rules = rules_for("three_player")
    phase = Offered(upcard(rules, "6C", 1), Seat(1))
    state = state_with(rules, phase, resigned=(2,))
    assert legal_moves(state, Seat(seat)) == ()
    assert why_illegal(state, Seat(seat), PASS) == refusal
    with pytest.raises(IllegalMove) as caught:
        apply(state, Seat(seat), PASS)
    assert caught.value.refusal == refusal


def test_apply_refuses_what_why_illegal_refuses() -> None:
    """A refused move says which rule refuses it (R4.3)."""
    rules = rules_for()
    state = state_with(rules, Offered(upcard(rules, "6C", 0), Seat(0)), hands=("7C",))
    with pytest.raises(IllegalMove) as caught:
        apply(state, Seat(0), Take(layout("6C 7C")))
    assert caught.value.refusal == Refusal(Reason.NOT_A_MELD, "R2.13", cards("6C 7C"))


def test_nobody_moves_at_a_chance_point_or_after_the_end() -> None:
    """A game that waits for an order, or is over, takes no moves (R1.3, R4.2)."""
    rules = rules_for(on_drawn="carry")
    phase = Offered(upcard(rules, "7C", 0), Seat(1), (Seat(0),))
    waiting = apply(state_with(rules, phase), Seat(1), PASS).state
    over = void(waiting).state
    assert why_illegal(waiting, Seat(1), PASS) == Refusal(Reason.WRONG_PHASE, "R1.3")
    assert why_illegal(over, Seat(1), PASS) == Refusal(Reason.GAME_OVER, "R4.2")
    assert legal_moves(waiting, Seat(1)) == legal_moves(over, Seat(1)) == ()
