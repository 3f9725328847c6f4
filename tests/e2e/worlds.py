"""Two worlds that look the same to a reader: one game, played twice with other hidden cards.

A script is a game as its pack orders and moves. `other_world` gives orders that differ
only in cards that a reader has not been shown by some revision; the same players can make
the same moves up to there, because every card of a public move has been shown.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from random import Random

from conquian.v1 import cards_pb2, events_pb2, view_pb2
from conquian.v1 import game_service_pb2 as pb
from tests.conformance.every_door import GRPC, DoorKind
from tests.e2e.bookkeeper import DOUBLE, pack_of
from tests.e2e.door_readers import MakeReader, readers_at
from tests.e2e.exposure import exposure_of
from tests.e2e.readers import Heard, Reader, discard, fixed_request_id, take
from tests.e2e.rummy_worlds import other_orders, rummy_move
from tests.e2e.services import Plain
from tests.e2e.tables import Table, set_up
from tests.support.rulesets import FAMILY_H

Orders = tuple[tuple[str, ...], ...]
WATCHER = "watcher"
"""Name of the reader without a seat; a seat's name is its number."""


Moves = tuple[tuple[int, cards_pb2.Move], ...]


@dataclass(frozen=True, slots=True)
class World:
    """What a script is played with."""

    orders: Orders
    moves: Moves


@dataclass(frozen=True, slots=True)
class Script:
    """A game to be played again: how it is set up, its pack orders, and its moves."""

    ruleset: str
    options: Mapping[str, str]
    access: view_pb2.Access.ValueType
    dealer: int
    orders: Orders
    moves: Moves
    entries: tuple[events_pb2.GameUpdate, ...] = field(repr=False)
    """The transcript it was read off."""

    @property
    def world(self) -> World:
        """What it was played with at first."""
        return World(self.orders, self.moves)

    @property
    def pack(self) -> str:
        """The pack it is played with."""
        return DOUBLE.get(self.ruleset) or self.options["pack"]

    @property
    def family_h(self) -> bool:
        """Whether cards are drawn into the hand."""
        return self.ruleset in FAMILY_H


def script_of(view: view_pb2.GameView, entries: Sequence[events_pb2.GameUpdate]) -> Script:
    """The script of a finished game."""
    events = [event for entry in entries for event in entry.events]
    orders = [event.deal_started.order for event in events if event.HasField("deal_started")]
    dealers = [event.game_started.dealer for event in events if event.HasField("game_started")]
    return Script(
        view.ruleset,
        dict(view.options),
        view.access,
        dealers[0],
        tuple(map(tuple, orders)),
        tuple(_moves_of(entries)),
        tuple(entries),
    )


def reader_names(script: Script) -> list[str]:
    """Every reader of a script's game."""
    return [*map(str, range(_seats(script))), WATCHER]


def other_world(script: Script, reader: str, revision: int, rng: Random) -> World:
    """A world that differs in what the reader has not been shown by a revision, and only there.

    The reader's own cards change places among themselves: how they lay in the pack is hidden.
    So is what others trade among each other: they trade what lies there instead.
    """
    seat = None if reader == WATCHER else int(reader)
    if script.family_h:
        orders = tuple(map(tuple, other_orders(script.entries, seat, revision, rng)))
        return World(orders, script.moves)
    shown = exposure_of(script.entries, seat, pack=script.pack).in_deals[revision]
    changed_orders: list[tuple[str, ...]] = []
    for number, order in enumerate(script.orders):
        known = shown[number] if number < len(shown) else frozenset()
        places = [place for place, card in enumerate(order) if card not in known]
        changed = _shuffled_at(order, places, rng)
        own = _dealt_to(script, number, seat) if known else frozenset()
        changed = _shuffled_at(
            changed, [place for place, card in enumerate(changed) if card in own], rng
        )
        changed_orders.append(changed)
    exchanged = [
        {card: instead for card, instead in zip(old, new, strict=True) if card not in known}
        for old, new, known in itertools.zip_longest(
            script.orders, changed_orders, shown, fillvalue=frozenset[str]()
        )
    ]
    moves = [
        (seat, _traded(move, exchanged[deal]))
        for (seat, move), deal in zip(script.moves, _deals_of(script.entries), strict=True)
    ]
    return World(tuple(changed_orders), tuple(moves))


def _traded(move: cards_pb2.Move, exchanged: Mapping[str, str]) -> cards_pb2.Move:
    if not move.HasField("trade"):
        return move
    card = move.trade.card
    return cards_pb2.Move(trade=cards_pb2.Trade(card=exchanged.get(card, card)))


def _deals_of(entries: Iterable[events_pb2.GameUpdate]) -> Iterator[int]:
    """For each move the deal, counted from 0, in which it was made."""
    begun = 0
    for entry in entries:
        yield from (begun - 1 for _ in _moves_of([entry]))
        begun += sum(event.HasField("deal_started") for event in entry.events)


async def perform(
    service: Plain,
    script: Script,
    world: World,
    *,
    readers: Sequence[str],
    until: int,
    kinds: Sequence[DoorKind] = (GRPC,),
) -> dict[str, list[Heard]]:
    """Play a script in a world of it up to a revision; all that the readers received.

    Each reader looks through every one of these doors, by which the moves are made in turn.
    Whoever is no reader watches all the same, so that presence is alike in every world.
    """
    labels = iter(range(100))
    table = await set_up(
        service.doors,
        script.ruleset,
        options=script.options,
        access=script.access,
        orders=world.orders,
        first_dealer=script.dealer,
        seats=_seats(script),
        request_id=lambda: fixed_request_id(f"set up {next(labels)}"),
    )
    revision = 1 + len(table.seats)
    async with AsyncExitStack() as stack:
        makers = [
            await stack.enter_async_context(readers_at(kind, service.served)) for kind in kinds
        ]
        present = {
            name: [_reader(make, service, script, table, name) for make in makers]
            for name in reader_names(script)
        }
        looking = [reader for name in readers for reader in present[name]]
        for reader in itertools.chain(*present.values()):
            await stack.enter_async_context(reader.watching(revision))
        for reader in looking:
            if reader.seat is not None:
                invite = table.invite if script.access == view_pb2.ACCESS_PRIVATE else ""
                await reader.join_again(revision, table.joining[reader.seat], invite)
            await reader.look(revision)
        for seat, move in world.moves[: until - revision]:
            request = pb.PlayMoveRequest(
                game_id=table.game_id,
                revision=revision,
                move=move,
                request_id=fixed_request_id(f"move {revision}"),
            )
            revision += 1
            player = present[str(seat)][revision % len(kinds)]
            assert await player.ask(revision, request) is not None
            for reader in looking:
                await reader.look(revision)
    return {name: [one for reader in present[name] for one in reader.heard] for name in readers}


def _reader(make: MakeReader, service: Plain, script: Script, table: Table, name: str) -> Reader:
    seat = None if name == WATCHER else int(name)
    if seat is None:
        token = table.watch if script.access == view_pb2.ACCESS_PRIVATE else ""
    else:
        token = table.seats[seat]
    return make(service.doors.again(), table.game_id, script.pack, token, seat)


def difference(one: Sequence[Heard], other: Sequence[Heard]) -> str | None:
    """The first thing that a reader of one world received and that of the other did not."""
    for here, there in zip(one, other, strict=True):
        if here.received != there.received:
            asked = type(here.asked).__name__
            return f"at revision {here.now}, {asked}:\n{here.answer}\n---\n{there.answer}"
    return None


def until_revision(heard: Iterable[Heard], revision: int) -> list[Heard]:
    """What was received up to a revision."""
    return [one for one in heard if one.now <= revision]


def _moves_of(
    entries: Iterable[events_pb2.GameUpdate],
) -> Iterator[tuple[int, cards_pb2.Move]]:
    for entry in entries:
        event = entry.events[0]
        match event.WhichOneof("kind"):
            case "passed":
                move = cards_pb2.Move()
                getattr(move, "pass").SetInParent()
                yield event.passed.seat, move
            case "forced":
                force = cards_pb2.Force(seat=event.forced.seat)
                yield event.forced.by_seat, cards_pb2.Move(force=force)
            case "waived_force":
                yield event.waived_force.seat, cards_pb2.Move(let_go=cards_pb2.LetGo())
            case "taken":
                layout = [list(meld.cards) for meld in event.taken.layout]
                yield event.taken.seat, take(layout)
            case "trade_chosen":
                trade = cards_pb2.Trade(card=event.trade_chosen.card)
                yield event.trade_chosen.seat, cards_pb2.Move(trade=trade)
            case "laid_from_hand":
                melds = [cards_pb2.Meld(cards=meld.cards) for meld in event.laid_from_hand.layout]
                lay = cards_pb2.LayFromHand(layout=melds)
                yield event.laid_from_hand.seat, cards_pb2.Move(lay_from_hand=lay)
            case "discarded":
                yield event.discarded.seat, discard(event.discarded.card)
            case _:
                made = rummy_move(event)
                if made is not None:
                    yield made


def _seats(script: Script) -> int:
    return sum(event.HasField("seat_taken") for entry in script.entries for event in entry.events)


def _dealt_to(script: Script, number: int, seat: int | None) -> frozenset[str]:
    deals = [
        event.deal_started
        for entry in script.entries
        for event in entry.events
        if event.HasField("deal_started")
    ]
    dealt = [hand.cards for hand in deals[number].hands if hand.seat == seat]
    return frozenset(dealt[0]) if dealt else frozenset()


def _shuffled_at(order: Sequence[str], places: Sequence[int], rng: Random) -> tuple[str, ...]:
    cards = [order[place] for place in places]
    rng.shuffle(cards)
    changed = list(order)
    for place, card in zip(places, cards, strict=True):
        changed[place] = card
    return tuple(changed)


def random_order(pack: str, rng: Random) -> tuple[str, ...]:
    """A pack in some order."""
    cards = pack_of(pack)
    rng.shuffle(cards)
    return tuple(cards)
