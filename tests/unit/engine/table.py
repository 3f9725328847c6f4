"""Positions written down as text, for tests that begin in the middle of a game."""

from __future__ import annotations

from collections.abc import Sequence

from conquian_engine import (
    BySeat,
    Card,
    Event,
    Layout,
    Move,
    Origin,
    Phase,
    Rules,
    Seat,
    State,
    Step,
    Upcard,
    apply,
    pack_named,
    resolve_rules,
)
from tests.support.families import upcard_rules, upcard_state


def rules_for(ruleset: str = "classic", **options: str) -> Rules:
    """A ruleset with some options changed."""
    return upcard_rules(resolve_rules(ruleset, options))


def cards(text: str) -> tuple[Card, ...]:
    """Cards parted by blanks, in the order written."""
    return tuple(map(Card, text.split()))


def layout(*melds: str) -> Layout:
    """A layout, one text a meld, as written."""
    return tuple(map(cards, melds))


def upcard(rules: Rules, card: str, by: int, origin: Origin = Origin.TURNED) -> Upcard:
    """An upcard on offer."""
    return Upcard(pack_named(rules.pack).index[Card(card)], origin, Seat(by))


def state_with(
    rules: Rules,
    phase: Phase,
    *,
    hands: Sequence[str] = (),
    tables: Sequence[Sequence[str]] = (),
    stock: str = "",
    dealer: int = 0,
    deal: int = 1,
    stake: int = 1,
    scores: Sequence[int] = (),
    resigned: Sequence[int] = (),
) -> State:
    """A state in the middle of a deal; seats not mentioned hold nothing."""
    pack = pack_named(rules.pack)
    seats = range(rules.seats)
    held = dict(enumerate(hands))
    laid = dict(enumerate(tables))
    return State(
        rules=rules,
        dealer=Seat(dealer),
        deal=deal,
        phase=phase,
        hands=BySeat(int(pack.mask(cards(held.get(seat, "")))) for seat in seats),
        tables=BySeat(
            tuple(int(pack.mask(cards(meld))) for meld in laid.get(seat, ())) for seat in seats
        ),
        stock=bytes(pack.index[card] for card in cards(stock)),
        dead=0,
        upcards=1,
        stake=stake,
        scores=BySeat(scores or [0] * rules.seats),
        resigned=tuple(map(Seat, resigned)),
    )


def play(state: State, *moves: tuple[int, Move]) -> Step:
    """Make moves one after the other: the last state and everything that happened."""
    events: list[Event] = []
    for seat, move in moves:
        step = apply(state, Seat(seat), move)
        state = upcard_state(step.state)
        events += step.events
    return Step(state, tuple(events))
