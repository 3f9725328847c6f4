"""Four seats whose tables lend to each other: tens of thousands of takings (R2.31)."""

from __future__ import annotations

from dataclasses import replace

from conquian_engine import (
    Card,
    Seat,
    State,
    apply,
    give_order,
    new_game,
    pack_named,
    parse_move,
    resolve_rules,
)
from tests.oracle.options import RULESETS
from tests.oracle.orders import stacked
from tests.support.families import upcard_state

OPTIONS = {
    "pack": "full52",
    "dealt": "10",
    "max_run": "none",
    "borrow_from_opponents": "true",
}
"""Options of `four_player`."""
RUN = "4 5 6 7 8 9 T J".split()
SUITS = "SCDH"
"""Of each seat, from seat 0 on."""


def order(*, length: int = 8) -> list[str]:
    """A pack order by which `moves` lay a run of that many cards before each seat; dealer 0."""
    dealing = replace(
        RULESETS["four_player"], pack="full52", dealt=10, max_run=None, borrow_from_opponents=True
    )
    hands = {seat: [rank + SUITS[seat] for rank in RUN[: length - 1]] for seat in range(4)}
    last = RUN[length - 1]
    for seat in (1, 2, 3):
        hands[seat].append(last + SUITS[(seat + 1) % 4])
    hands[0].append("3S")
    return stacked(dealing, 0, {seat: " ".join(hand) for seat, hand in hands.items()}, f"{last}C")


def moves(*, length: int = 8) -> list[tuple[int, str]]:
    """What the seats play, the first one first; then 3S is offered to seat 1."""
    last = RUN[length - 1]
    played: list[tuple[int, str]] = []
    for seat in (1, 2, 3, 0):
        run = " ".join(rank + SUITS[seat] for rank in RUN[:length])
        away = "3S" if seat == 0 else last + SUITS[(seat + 1) % 4]
        played += [(seat, f"take {run}"), (seat, f"discard {away}")]
    return played


def offered(*, length: int, **options: str) -> State:
    """The game after these moves: seat 1 is offered 3S."""
    rules = resolve_rules("four_player", {**OPTIONS, **options})
    dealt = give_order(new_game(rules, dealer=Seat(0)), list(map(Card, order(length=length))))
    state = upcard_state(dealt.state)
    for seat, move in moves(length=length):
        played = parse_move(move, pack_named("full52"))
        state = upcard_state(apply(state, Seat(seat), played).state)
    return state
