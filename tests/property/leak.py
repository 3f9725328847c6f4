"""Looks for secrets in what a viewer is given (R4.4).

Two ways. *Noninterference*: the game is told again with the cards the viewer has never
been shown dealt about differently, as far as public play allows; whatever the viewer
gets must stay the same. *Shown before*: every card in what he gets has been shown to him
by an event. What an event shows is decided here, not by the engine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from random import Random

from conquian_engine import (
    Card,
    CardDied,
    CardsTraded,
    CardTurned,
    DealEnded,
    DealStarted,
    Discarded,
    Event,
    LaidFromHand,
    Move,
    MoveMade,
    OrderGiven,
    Refusal,
    Seat,
    State,
    Taken,
    Trade,
    TradeChosen,
    View,
    decision_key,
    event_for,
    legal_moves,
    new_game,
    pack_named,
    view_for,
    why_illegal,
)
from tests.property.games import Made, Play, again
from tests.support.families import upcard_state

Viewer = Seat | None


@dataclass(frozen=True)
class Masks:
    """The functions under test, so that broken ones can be put in their place."""

    events: Callable[[Event, Viewer], Event] = event_for
    views: Callable[[State, Viewer], View] = view_for


@dataclass(frozen=True)
class Given:
    """Everything a viewer is given about a game so far."""

    events: tuple[Event, ...]
    view: View
    legal: tuple[Move, ...]
    key: tuple[int | str, ...] | None
    refusals: tuple[Refusal | None, ...]


def given_to(
    viewer: Viewer, state: State, events: list[Event], asked: list[Move], masks: Masks
) -> Given:
    """Collect what the viewer gets; `asked` are moves he asks a verdict on."""
    seat = Seat(0) if viewer is None else viewer
    return Given(
        tuple(masks.events(event, viewer) for event in events),
        masks.views(state, viewer),
        () if viewer is None else legal_moves(state, seat),
        None if viewer is None else decision_key(state, seat),
        () if viewer is None else tuple(why_illegal(state, seat, move) for move in asked),
    )


def retold(play: Play, until: int, viewer: Viewer, rng: Random) -> tuple[State, list[Event]]:
    """The first `until` steps with the cards the viewer has not seen dealt about anew.

    A card that another seat traded in secret is then another one as well.
    """
    orders: list[OrderGiven] = []
    shown: list[set[Card]] = []
    for made, step in zip(play.made[:until], play.steps[:until], strict=True):
        if isinstance(made, OrderGiven):
            orders.append(made)
            shown.append(set())
        for event in step.events:
            if shown:
                shown[-1] |= shown_by(event, viewer)
    swaps = iter([_swap(*each, rng) for each in zip(orders, shown, strict=True)])
    state, events = new_game(play.rules, dealer=play.dealer), list[Event]()
    swap: Mapping[Card, Card] = {}
    for made in play.made[:until]:
        done: Made = made
        if isinstance(made, OrderGiven):
            swap = next(swaps)
            done = OrderGiven(tuple(swap[card] for card in made.order))
        elif isinstance(made, MoveMade) and isinstance(made.move, Trade):
            done = MoveMade(made.seat, Trade(swap[made.move.card]))
        step = again(state, done)
        state = upcard_state(step.state)
        events += step.events
    return state, events


def _swap(given: OrderGiven, shown: set[Card], rng: Random) -> dict[Card, Card]:
    """For each card the one in its place; those that were shown stay."""
    unseen = [card for card in given.order if card not in shown]
    rng.shuffle(unseen)
    return {card: card if card in shown else unseen.pop() for card in given.order}


def shown_by(event: Event, viewer: Viewer) -> set[Card]:
    """The cards that a complete event shows to this viewer (R4.4)."""
    match event:
        case DealStarted():
            return set() if viewer is None else set(event.hands[viewer] or ())
        case CardTurned() | Discarded() | CardDied():
            return {event.card}
        case Taken():
            return {event.upcard, *(card for meld in event.layout for card in meld)}
        case LaidFromHand():
            return {card for meld in event.layout for card in meld}
        case TradeChosen():
            return {event.card} if event.seat == viewer and event.card else set()
        case CardsTraded():
            known = [each for each in event.cards if viewer in (each.giver, each.receiver)]
            return {each.card for each in known if each.card is not None}
        case DealEnded():
            return {card for hand in event.counted_hands for card in hand or ()}
        case _:
            return set()


def cards_named(value: object, known: frozenset[str]) -> set[str]:
    """Every text inside a value that names a card of the pack."""
    return {text for text in _texts(value) if text in known}


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
        yield from value.split()
    elif isinstance(value, bytes):
        yield value.decode(errors="replace")
    elif is_dataclass(value):
        for field in fields(value):
            yield from _texts(getattr(value, field.name))
    elif isinstance(value, Mapping):
        yield from _texts(tuple(value.items()))
    elif isinstance(value, tuple | list | set | frozenset):
        for part in value:
            yield from _texts(part)


def leaks(play: Play, until: int, viewer: Viewer, asked: list[Move], masks: Masks) -> list[str]:
    """What is wrong with what the viewer is given after `until` steps; empty if nothing."""
    state = play.states[until]
    events = [event for step in play.steps[:until] for event in step.events]
    given = given_to(viewer, state, events, asked, masks)
    found: list[str] = []
    for seed in range(2):
        told = given_to(viewer, *retold(play, until, viewer, Random(seed)), asked, masks)
        found += [
            f"{field.name} of {viewer} depend on unseen cards"
            for field in fields(Given)
            if getattr(given, field.name) != getattr(told, field.name)
        ]
    known: frozenset[str] = frozenset(pack_named(play.options.pack).cards)
    shown: set[str] = set()
    for event, copy in zip(events, given.events, strict=True):
        if isinstance(event, DealStarted):
            shown.clear()
        shown |= shown_by(event, viewer)
        if unseen := cards_named(copy, known) - shown:
            found.append(f"{type(event).__name__} to {viewer} names {sorted(unseen)}")
    if unseen := cards_named((given.view, given.legal), known) - shown:
        found.append(f"view or moves of {viewer} name {sorted(unseen)}")
    said = {text for move in asked for text in _texts(move)}
    if unseen := cards_named(given.refusals, known) - shown - said:
        found.append(f"refusals to {viewer} name {sorted(unseen)}")
    return found


def moves_to_ask(play: Play, until: int) -> list[Move]:
    """Moves whose refusal might tell something: everybody's legal ones."""
    state = play.states[until]
    seats = map(Seat, range(play.options.seats))
    asked = [move for seat in seats for move in legal_moves(state, seat)]
    asked += [made.move for made in play.made[until:] if isinstance(made, MoveMade)][:8]
    return asked
