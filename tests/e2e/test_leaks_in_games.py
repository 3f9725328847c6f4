"""Whole games overheard: nothing a reader receives, and no log, tells what he may not know."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random

import pytest
from google.protobuf.message import Message

from conquian.v1 import events_pb2, view_pb2
from conquian.v1 import game_service_pb2 as pb
from tests.e2e.bookkeeper import pack_name
from tests.e2e.doors import Doors
from tests.e2e.exposure import Exposure, cards_named_in, exposure_of, unshown_cards
from tests.e2e.readers import Heard, Reader, named_in
from tests.e2e.rest_readers import RestReader
from tests.e2e.tables import (
    Table,
    choices,
    greedy_player,
    random_player,
    set_up,
    transcript_of,
    view_of,
)
from tests.support.processes import Server


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
        for request_id in self.table.request_ids:
            yield "a request id", request_id.encode()
        if not over:
            seed = self.view.shuffle.seed
            yield "the seed", seed.encode()
            yield "the seed", bytes.fromhex(seed)


async def _overhear(
    doors: Doors,
    ruleset: str,
    options: Mapping[str, str],
    access: view_pb2.Access.ValueType,
    *,
    greedy: bool,
    reader: Callable[..., Reader] = Reader,
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
    for seated, joined in zip(readers, table.joined, strict=True):
        seated.note_join(joined)
    readers.append(reader(doors.again(), table.game_id, pack, watch))
    revision = 1 + len(table.seats)
    async with AsyncExitStack() as stack:
        for each in readers:
            await stack.enter_async_context(each.watching(revision))
        await asyncio.gather(*(each.look(revision) for each in readers))
        choose = greedy_player(rng) if greedy else random_player(rng)
        async for seat, request in choices(doors, table, choose):
            revision += 1
            assert await readers[seat].ask(revision, request) is not None
            await asyncio.gather(*(each.look(revision) for each in readers))
    view, entries = await transcript_of(doors, table.game_id, token=watch)
    assert view.revision == revision
    return Overheard(table, view, entries, readers)


def _leaks_of_cards(game: Overheard, reader: Reader, heard: Iterable[Heard]) -> list[str]:
    """Every card a reader was told of that the log had not shown him."""
    exposure = game.exposure(reader)
    return [
        f"at revision {one.now}, {type(one.asked).__name__}: {found}"
        for one in heard
        for found in unshown_cards(one.answer, exposure, now=one.now, named=named_in(one.asked))
    ]


def _leaks_of_secrets(game: Overheard, reader: Reader, heard: Iterable[Heard]) -> list[str]:
    """Every secret that stands in the bytes a reader received."""
    end = game.view.revision
    return [
        f"at revision {one.now}, {type(one.asked).__name__}: {name}"
        for one in heard
        for name, secret in game.secrets(reader, over=one.now >= end)
        if secret in one.received
    ]


def _leaks_of_log(games: Iterable[Overheard], text: str) -> list[str]:
    """Every secret and every card of a game in what a server writes."""
    found = []
    for game in games:
        secrets = game.secrets(None, over=False)
        found += [name for name, secret in secrets if secret in text.encode()]
        found += sorted(cards_named_in(text, pack_name(game.view)))
    return found


GAMES = {
    "classic": ("classic", {"max_deals": "2"}, view_pb2.ACCESS_UNLISTED, False),
    "points": ("classic_points", {"deals": "2"}, view_pb2.ACCESS_UNLISTED, True),
    "private": ("classic", {"deals": "1"}, view_pb2.ACCESS_PRIVATE, True),
    "private at random": ("classic", {"deals": "1"}, view_pb2.ACCESS_PRIVATE, False),
    "spanish": ("spanish", {"max_deals": "1"}, view_pb2.ACCESS_PUBLIC, True),
    "three seats": ("three_player", {"max_deals": "1"}, view_pb2.ACCESS_UNLISTED, True),
    "four seats": ("four_player", {"max_deals": "1"}, view_pb2.ACCESS_UNLISTED, False),
    "trading": ("mexican", {"max_deals": "1"}, view_pb2.ACCESS_UNLISTED, True),
    "trading thrice": (
        "three_player",
        {"max_deals": "1", "trade_rounds": "3"},
        view_pb2.ACCESS_PRIVATE,
        False,
    ),
    "colonel": ("colonel", {"deals": "2"}, view_pb2.ACCESS_UNLISTED, True),
    "colonel at random": (
        "colonel",
        {"deals": "2", "pack": "spanish40"},
        view_pb2.ACCESS_PRIVATE,
        False,
    ),
    "kunken": ("kunken", {"deals": "1", "bank_depth": "any"}, view_pb2.ACCESS_UNLISTED, True),
    "coon_can": ("coon_can", {"deals": "1"}, view_pb2.ACCESS_PUBLIC, False),
}
"""Ruleset, options, access, and whether greedy players play it."""
OVER_REST = ("points", "private", "spanish", "trading")
"""Games that are overheard through the REST door as well."""


@pytest.mark.parametrize(
    ("name", "over_rest"),
    [*((name, False) for name in GAMES), *((name, True) for name in OVER_REST)],
)
async def test_nothing_received_tells_too_much(
    doors: Doors, pair: tuple[Server, Server], name: str, over_rest: bool
) -> None:
    """Of a whole game, each seat and a watcher receive only shown cards, and no secret.

    Every text that parses as a card in a decoded message or an error had been shown to the
    reader by the log, or was named by himself. No byte of seed (before the end), foreign
    tokens and request ids is in anything received. The servers' logs and metrics hold
    none of all that, and no card at all.
    """
    ruleset, options, access, greedy = GAMES[name]
    urls = tuple(server.http for server in pair)
    reading = partial(RestReader, urls=urls) if over_rest else Reader
    game = await _overhear(doors, ruleset, options, access, greedy=greedy, reader=reading)
    for reader in game.readers:
        assert len(reader.heard) > 2 * len(game.entries)
        assert _leaks_of_cards(game, reader, reader.heard) == []
        assert _leaks_of_secrets(game, reader, reader.heard) == []
    _check_shuffles(game)
    for server in pair:
        assert game.table.game_id in server.said()
        assert _leaks_of_log([game], server.said()) == []
        status, metrics = await asyncio.to_thread(server.fetch, "/metrics")
        assert status == 200
        assert game.table.game_id not in metrics
        assert _leaks_of_log([game], metrics) == []


def _check_shuffles(game: Overheard) -> None:
    """The seed is absent before the end; then it is shown and is what was committed to."""
    end = game.view.revision
    shuffles = [
        (one.answer.game.revision, one.answer.game.shuffle)
        for reader in game.readers
        for one in reader.heard
        if isinstance(one.answer, pb.GetGameResponse)
    ]
    assert {shuffle.seed for revision, shuffle in shuffles if revision < end} == {""}
    seeds = {shuffle.seed for revision, shuffle in shuffles if revision == end}
    assert seeds == {game.view.shuffle.seed}
    digest = hashlib.sha256(bytes.fromhex(game.view.shuffle.seed)).hexdigest()
    assert {shuffle.commitment for _, shuffle in shuffles} == {digest}


async def test_planted_leaks_are_noticed(doors: Doors, tmp_path: Path) -> None:
    """Each of the scans finds what is slipped into a real recording."""
    game = await _overhear(doors, "classic", {"deals": "1"}, view_pb2.ACCESS_UNLISTED, greedy=False)
    reader = game.readers[1]
    got = next(one for one in reader.heard if isinstance(one.answer, pb.GetGameResponse))
    assert isinstance(got.answer, pb.GetGameResponse)
    hands = [
        hand.cards
        for entry in game.entries
        for event in entry.events
        for hand in event.deal_started.hands
        if hand.seat == 0
    ]
    opponents = next(card for card in hands[0] if card != got.answer.game.deal.upcard.card)
    for planted in _planted(got.answer, opponents):
        heard = Heard(got.now, got.asked, planted.SerializeToString(), planted)
        assert _leaks_of_cards(game, reader, [heard]) != []
    told = Heard(got.now, got.asked, b"", f"you hold no {opponents}")
    assert _leaks_of_cards(game, reader, [told]) != []
    assert _leaks_of_log([game], f'{{"event":"discard {opponents}"}}') != []
    seed = game.view.shuffle.seed
    for secret in (
        game.table.seats[0],
        game.table.host,
        game.table.host.rpartition(".")[2],
        game.table.request_ids[0],
        game.table.request_ids[-1],
        seed,
    ):
        received = got.received + b"x" + secret.encode()
        assert _leaks_of_secrets(game, reader, [Heard(got.now, got.asked, received, "")]) != []
        assert _leaks_of_log([game], f"{{{secret}}}") != []
    raw = Heard(got.now, got.asked, bytes.fromhex(seed), "")
    assert _leaks_of_secrets(game, reader, [raw]) != []


def _planted(got: pb.GetGameResponse, card: str) -> Iterator[Message]:
    """An answer with a card in each of several places."""
    plantings: list[Callable[[pb.GetGameResponse], object]] = [
        lambda answer: answer.game.you.hand.append(card),
        lambda answer: answer.game.seats[0].table.add(cards=[card]),
        lambda answer: setattr(answer.game.seats[0], "name", f"has {card}!"),
        lambda answer: answer.game.options.update({"dealt": card}),
        lambda answer: answer.game.you.legal_moves.add().take.layout.add(cards=[card]),
    ]
    for plant in plantings:
        answer = pb.GetGameResponse()
        answer.CopyFrom(got)
        plant(answer)
        yield answer
