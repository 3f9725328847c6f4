"""Noninterference: what a reader has not been shown makes no difference to what he receives.

Each game is played once, and then again on fresh services with the same ids, keys and
clock: once with the same cards, for all readers to record every byte, and for each reader
with the hidden cards exchanged, to the end and to some revisions before it.
"""

from __future__ import annotations

import itertools
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import aclosing, nullcontext
from random import Random
from types import ModuleType
from typing import NamedTuple

import pytest

from conquian.v1 import view_pb2
from conquian_engine import (
    Discard,
    Event,
    Move,
    Refusal,
    Seat,
    State,
    View,
    legal_moves,
    seats_to_act,
    view_for,
    why_illegal,
)
from conquian_service.application import playing, views
from tests.conformance.every_door import EVERY_DOOR, GRPC, DoorKind
from tests.e2e.readers import fixed_request_id
from tests.e2e.rummy_worlds import turn_ends
from tests.e2e.services import Before, plain_service
from tests.e2e.tables import (
    greedy_player,
    play_out,
    random_player,
    set_up,
    transcript_of,
)
from tests.e2e.worlds import (
    WATCHER,
    Script,
    difference,
    other_world,
    perform,
    reader_names,
    script_of,
    until_revision,
)
from tests.support.processes import Store


class Case(NamedTuple):
    """A game to compare worlds of."""

    ruleset: str
    options: Mapping[str, str]
    access: view_pb2.Access.ValueType = view_pb2.ACCESS_UNLISTED
    greedy: bool = True


CASES = {
    "classic": Case("classic", {"max_deals": "1"}),
    "classic at random": Case("classic", {"deals": "1"}, greedy=False),
    "private": Case("classic", {"deals": "1"}, view_pb2.ACCESS_PRIVATE),
    "two deals by points": Case("classic_points", {"deals": "2", "on_drawn": "fewest_cards"}),
    "three seats": Case("three_player", {"max_deals": "1"}, view_pb2.ACCESS_PUBLIC),
    "trading": Case(
        "three_player", {"max_deals": "1", "trade_rounds": "2"}, view_pb2.ACCESS_PRIVATE
    ),
    "colonel": Case("colonel", {"deals": "2"}),
    "kunken": Case("kunken", {"deals": "1"}, greedy=False),
    "coon_can": Case("coon_can", {"deals": "1"}, view_pb2.ACCESS_PRIVATE),
    "coo_can": Case("coo_can", {"deals": "1"}),
}
THROUGH_EVERY_DOOR = ("classic", "trading", "coo_can")
"""One of family U, one with trading, one of family H."""


async def script_of_case(store: Store, seed: str) -> Script:
    """Play a game of a case."""
    case, rng = CASES[seed], Random(seed)
    labels = itertools.count()
    async with plain_service(store) as service:
        doors = service.doors
        table = await set_up(
            doors,
            case.ruleset,
            options=case.options,
            access=case.access,
            request_id=lambda: fixed_request_id(f"{seed} {next(labels)}"),
        )
        await play_out(doors, table, greedy_player(rng) if case.greedy else random_player(rng))
        return script_of(*await transcript_of(doors, table.game_id, token=table.watch))


async def leaks_of(
    store: Store,
    script: Script,
    rng: Random,
    *,
    kinds: Sequence[DoorKind] = (GRPC,),
    before: Before = nullcontext,
    names: Sequence[str] = (),
    cuts: slice = slice(None),
) -> AsyncGenerator[str, None]:
    """Every difference between the worlds of a script that a reader can tell by some doors.

    All readers and all revisions to compare at, or those named.
    """
    end = script.entries[-1].revision
    names = names or reader_names(script)
    async with plain_service(store, before) as service:
        recorded = await perform(
            service, script, script.world, readers=names, until=end, kinds=kinds
        )
    for name, heard in recorded.items():
        for until in _cuts(script, rng)[cuts]:
            world = other_world(script, name, until, rng)
            async with plain_service(store, before) as service:
                again = await perform(
                    service, script, world, readers=[name], until=until, kinds=kinds
                )
            told = difference(until_revision(heard, until), again[name])
            if told is not None:
                yield f"reader {name} up to revision {until}: {told}"


def _cuts(script: Script, rng: Random) -> list[int]:
    """Revisions up to which worlds are compared.

    The end, where only what was never shown differs; the first revision of each deal, where
    all but the reader's own hand does; and one in between.
    """
    begun = [
        entry.revision
        for entry in script.entries
        if any(event.HasField("deal_started") for event in entry.events)
    ]
    end = script.entries[-1].revision
    if script.family_h:
        return [end, *begun, rng.choice(turn_ends(script.entries))]
    return [end, *begun, rng.randrange(begun[0], end)]


@pytest.mark.parametrize("name", CASES)
async def test_hidden_cards_make_no_difference(store: Store, name: str) -> None:
    """Two runs that differ in cards not shown to a reader give him identical bytes.

    All that each seat and a watcher receive: views, events, streams, legal moves, answers to
    moves, and refusals with their details; over whole games and over beginnings of games.
    """
    script = await script_of_case(store, name)
    assert [leak async for leak in leaks_of(store, script, Random(name))] == []


@pytest.mark.timeout(300)
@pytest.mark.parametrize("name", THROUGH_EVERY_DOOR)
async def test_hidden_cards_make_no_difference_at_any_door(store: Store, name: str) -> None:
    """As above, when all look and play through every door: gRPC, REST, Connect and gRPC-Web.

    Every byte of body, header and trailer is compared, but for the time of day. A seat and a
    watcher look, at the beginning and at the end: all others do so by gRPC, above.
    """
    script = await script_of_case(store, name)
    leaks = leaks_of(
        store, script, Random(name), kinds=EVERY_DOOR, names=["0", WATCHER], cuts=slice(2)
    )
    assert [leak async for leak in leaks] == []


def _everything(event: Event, _: Seat | None) -> Event:
    return event


def _hand_of_seat_0(state: State, _: Seat | None) -> View:
    return view_for(state, Seat(0))


def _moves_of_whose_turn_it_is(state: State, _: Seat) -> tuple[Move, ...]:
    return legal_moves(state, seats_to_act(state)[0]) if seats_to_act(state) else ()


def _why_illegal_by_the_other_hand(state: State, seat: Seat, move: Move) -> Refusal | None:
    refusal = why_illegal(state, seat, move)
    if refusal is None or not isinstance(move, Discard):
        return refusal
    others = view_for(state, Seat(1 - seat)).hand or ()
    return Refusal(refusal.reason, "R2.5" if move.card in others else refusal.rule)


PLANTED = (
    (views, "event_for", _everything),
    (views, "view_for", _hand_of_seat_0),
    (views, "legal_moves", _moves_of_whose_turn_it_is),
    (playing, "why_illegal", _why_illegal_by_the_other_hand),
)
PLANTED_AT = [
    *((GRPC, planted) for planted in PLANTED),
    *zip(EVERY_DOOR[1:], itertools.cycle(PLANTED)),
]


@pytest.mark.parametrize(
    ("kind", "planted"), PLANTED_AT, ids=[f"{kind.name}-{leak[1]}" for kind, leak in PLANTED_AT]
)
async def test_a_planted_leak_is_noticed(
    store: Store,
    monkeypatch: pytest.MonkeyPatch,
    kind: DoorKind,
    planted: tuple[ModuleType, str, Callable[..., object]],
) -> None:
    """The comparison of worlds fails when a filter of the service lets something through."""
    script = await script_of_case(store, "classic")
    monkeypatch.setattr(*planted)
    async with aclosing(leaks_of(store, script, Random(1), kinds=[kind])) as leaks:
        assert await anext(leaks, None) is not None


async def test_shown_cards_make_a_difference(store: Store) -> None:
    """Worlds that differ in a reader's own hand do not look the same to him."""
    script = await script_of_case(store, "classic")
    begun = script.entries[-1].revision - len(script.moves)
    other = other_world(script, WATCHER, begun, Random(2))
    heard = []
    for world in (script.world, other):
        async with plain_service(store) as service:
            readers = reader_names(script)
            heard.append(await perform(service, script, world, readers=readers, until=begun))
    assert difference(heard[0][WATCHER], heard[1][WATCHER]) is None
    assert difference(heard[0]["0"], heard[1]["0"]) is not None
    assert difference(heard[0]["1"], heard[1]["1"]) is not None
