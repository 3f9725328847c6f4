"""A whole game with all that its readers received, and scans for what they may not know."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from random import Random

from conquian.v1 import events_pb2, view_pb2
from conquian.v1 import game_service_pb2 as pb
from tests.e2e.bookkeeper import pack_name
from tests.e2e.door_readers import MakeReader
from tests.e2e.doors import Doors
from tests.e2e.exposure import Exposure, cards_named_in, exposure_of, unshown_cards
from tests.e2e.raw_bytes import (
    STORED_NAME,
    hand_masks,
    is_evenly_spaced,
    runs_of_order,
    runs_read,
    unfolded,
)
from tests.e2e.readers import Heard, Reader, named_in
from tests.e2e.tables import (
    Table,
    choices,
    greedy_player,
    random_player,
    set_up,
    transcript_of,
    view_of,
)


@dataclass(frozen=True, slots=True)
class Overheard:
    """A whole game, with all that its readers received."""

    table: Table
    view: view_pb2.GameView
    """At its end."""
    entries: Sequence[events_pb2.GameUpdate]
    readers: Sequence[Reader]

    def exposure(self, reader: Reader) -> Exposure:
        """What the log showed to a reader."""
        return exposure_of(
            self.entries,
            reader.seat,
            pack=pack_name(self.view),
            game_id=self.table.game_id,
        )

    def secrets(self, reader: Reader | None, *, over: bool) -> Iterator[tuple[str, bytes]]:
        """What must not reach a reader (none: a log), by name."""
        own = "" if reader is None else reader.token
        tokens = (*self.table.seats, self.table.host, self.table.invite, self.table.watch)
        for token in tokens:
            if token != own:
                yield "a token", token.encode()
                yield "a token's mac", token.rpartition(".")[2].encode()
        for other in self.readers:
            if other is not reader:
                for ticket in other.tickets:
                    yield "a ticket", ticket.encode()
        for request_id in self.table.request_ids:
            yield "a request id", request_id.encode()
        if not over:
            seed = self.view.shuffle.seed
            yield "the seed", seed.encode()
            yield "the seed", bytes.fromhex(seed)


async def overhear(
    doors: Doors,
    ruleset: str,
    options: Mapping[str, str],
    access: view_pb2.Access.ValueType,
    *,
    greedy: bool,
    reader: MakeReader = Reader,
) -> Overheard:
    """Play a game while every seat and a watcher look at it at every revision."""
    table = await set_up(doors, ruleset, options=options, access=access)
    pack = pack_name(await view_of(doors, table, table.watch))
    rng = Random(f"{ruleset} {access} {greedy}")
    watch = table.watch if access == view_pb2.ACCESS_PRIVATE else ""
    readers = [
        reader(doors.again(), table.game_id, pack, token, seat)
        for seat, token in enumerate(table.seats)
    ]
    readers.append(reader(doors.again(), table.game_id, pack, watch))
    revision = 1 + len(table.seats)
    async with AsyncExitStack() as stack:
        for each in readers:
            await stack.enter_async_context(each.watching(revision))
            if each.seat is not None:
                invite = table.invite if access == view_pb2.ACCESS_PRIVATE else ""
                await each.join_again(revision, table.joining[each.seat], invite)
        await asyncio.gather(*(each.look(revision) for each in readers))
        choose = greedy_player(rng) if greedy else random_player(rng)
        async for seat, request in choices(doors, table, choose):
            revision += 1
            assert await readers[seat].ask(revision, request) is not None
            await asyncio.gather(*(each.look(revision) for each in readers))
    view, entries = await transcript_of(doors, table.game_id, token=watch)
    assert view.revision == revision
    return Overheard(table, view, entries, readers)


def leaks_of_cards(game: Overheard, reader: Reader, heard: Iterable[Heard]) -> list[str]:
    """Every card a reader was told of that the log had not shown him."""
    exposure = game.exposure(reader)
    return [
        f"at revision {one.now}, {type(one.asked).__name__}: {found}"
        for one in heard
        for found in unshown_cards(one.answer, exposure, now=one.now, named=named_in(one.asked))
    ]


def leaks_of_secrets(game: Overheard, reader: Reader, heard: Iterable[Heard]) -> list[str]:
    """Every secret that stands in the bytes a reader received."""
    end = game.view.revision
    before, after = (list(game.secrets(reader, over=over)) for over in (False, True))
    return [
        f"at revision {one.now}, {type(one.asked).__name__}: {name}"
        for one in heard
        for text in [unfolded(one.received)]
        for name, secret in (after if one.now >= end else before)
        if secret in text
    ]


def leaks_of_orders(game: Overheard, reader: Reader, heard: Iterable[Heard]) -> list[str]:
    """Every piece of a pack order, hand as a mask, and name of the stored form in raw bytes.

    Pieces are of cards that the reader had not been shown of that deal, and stand nowhere
    in the answer as it is read.
    """
    exposure, pack = game.exposure(reader), pack_name(game.view)
    deals = [
        event.deal_started
        for entry in game.entries
        for event in entry.events
        if event.HasField("deal_started")
    ]
    masks = [mask for deal in deals for mask in hand_masks(deal, reader.seat, pack)]
    found = []
    for one in heard:
        shown = exposure.in_deals.get(one.now, ())
        runs = runs_of_order(
            tuple(tuple(deal.order) for deal in deals), shown, frozenset(named_in(one.asked))
        )
        text = unfolded(one.received)
        where = f"at revision {one.now}, {type(one.asked).__name__}"
        # What other tables show is not this game's; a run of it may stand there by chance.
        listed = isinstance(one.asked, pb.ListGamesRequest)
        told = [] if listed else [run for run in runs.findall(text) if is_evenly_spaced(run)]
        if told:
            read = runs_read(one.answer, pack)
            found += [f"{where}: {run!r}" for run in told if not read.match(run)]
        found += [f"{where}: a hand as {mask!r}" for mask in masks if mask in text]
        found += [f"{where}: {name!r}" for name in STORED_NAME.findall(text)]
    return found


def leaks_of_log(games: Iterable[Overheard], text: str) -> list[str]:
    """Every secret and every card of a game in what a server writes."""
    found = []
    for game in games:
        secrets = game.secrets(None, over=False)
        found += [name for name, secret in secrets if secret in text.encode()]
        found += sorted(cards_named_in(text, pack_name(game.view)))
    return found
