"""Whole games overheard: nothing a reader receives, and no log, tells what he may not know."""

from __future__ import annotations

import asyncio
import hashlib
from base64 import b64encode
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from google.protobuf.message import Message

from conquian.v1 import events_pb2, view_pb2
from conquian.v1 import game_service_pb2 as pb
from tests.conformance.every_door import EVERY_DOOR, GRPC, DoorKind
from tests.e2e.bookkeeper import pack_name
from tests.e2e.door_readers import readers_at
from tests.e2e.doors import Doors
from tests.e2e.overhearing import (
    Overheard,
    leaks_of_cards,
    leaks_of_log,
    leaks_of_orders,
    leaks_of_secrets,
    overhear,
)
from tests.e2e.raw_bytes import hand_masks
from tests.e2e.readers import Heard
from tests.support.processes import Server

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
OVER_HTTP = ("classic", "trading thrice", "colonel")
"""Games that are overheard through every other door as well."""
OVER_REST = ("points", "private", "spanish", "trading", *OVER_HTTP)
OVERHEARD = [
    pytest.param(name, kind, id=f"{name}-{kind.name}")
    for kind in EVERY_DOOR
    for name in {GRPC.name: [*GAMES], "rest": OVER_REST}.get(kind.name, OVER_HTTP)
]


@pytest.mark.parametrize(("name", "kind"), OVERHEARD)
async def test_nothing_received_tells_too_much(
    doors: Doors, pair: tuple[Server, Server], name: str, kind: DoorKind
) -> None:
    """Of a whole game, each seat and a watcher receive only shown cards, and no secret.

    Every text that parses as a card in a decoded message or an error had been shown to the
    reader by the log, or was named by himself. No byte of seed (before the end), foreign
    tokens and request ids is in anything received, as it is or in base64, nor a piece of a
    pack order, a foreign hand as a number, or a name of the stored form. The servers' logs
    and metrics hold none of all that, and no card at all.
    """
    ruleset, options, access, greedy = GAMES[name]
    async with readers_at(kind, *pair) as made:
        game = await overhear(doors, ruleset, options, access, greedy=greedy, reader=made)
    for reader in game.readers:
        assert len(reader.heard) >= 2 * len(game.entries)
        assert leaks_of_cards(game, reader, reader.heard) == []
        assert leaks_of_secrets(game, reader, reader.heard) == []
        assert leaks_of_orders(game, reader, reader.heard) == []
    _check_shuffles(game)
    for server in pair:
        assert game.table.game_id in server.said()
        assert leaks_of_log([game], server.said()) == []
        status, metrics = await asyncio.to_thread(server.fetch, "/metrics")
        assert status == 200
        assert game.table.game_id not in metrics
        assert leaks_of_log([game], metrics) == []


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
    game = await overhear(doors, "classic", {"deals": "1"}, view_pb2.ACCESS_UNLISTED, greedy=False)
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
        assert leaks_of_cards(game, reader, [heard]) != []
    told = Heard(got.now, got.asked, b"", f"you hold no {opponents}")
    assert leaks_of_cards(game, reader, [told]) != []
    assert leaks_of_log([game], f'{{"event":"discard {opponents}"}}') != []
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
        assert leaks_of_secrets(game, reader, [Heard(got.now, got.asked, received, "")]) != []
        assert leaks_of_log([game], f"{{{secret}}}") != []
    order = next(_orders(game))
    for planting in _raw_secrets(game, bytes.fromhex(seed), order):
        within = b"(wherever " + planting + b" is)"
        for received in (planting, b64encode(within), b64encode(b64encode(within))):
            heard = Heard(got.now, got.asked, got.received + b"; " + received, "")
            found = leaks_of_secrets(game, reader, [heard]) + leaks_of_orders(game, reader, [heard])
            assert found != [], received
    assert leaks_of_orders(game, reader, reader.heard) == []


async def test_a_hand_that_lay_in_a_row_in_an_earlier_pack_is_no_leak(doors: Doors) -> None:
    """The cards of a hand as they are read may follow each other in the order of another deal."""
    game = await overhear(doors, "classic", {"deals": "1"}, view_pb2.ACCESS_UNLISTED, greedy=False)
    reader = game.readers[1]
    got = next(one for one in reader.heard if isinstance(one.answer, pb.GetGameResponse))
    assert isinstance(got.answer, pb.GetGameResponse)
    hand = list(got.answer.game.you.hand)
    earlier = events_pb2.GameUpdate(revision=0)
    earlier.events.add().deal_started.order.extend(hand)
    after = replace(game, entries=[earlier, *game.entries])
    assert leaks_of_orders(after, reader, [got]) == []
    beside = replace(got, received=got.received + "?".join(hand[4:1:-1]).encode())
    assert leaks_of_orders(after, reader, [beside]) != []
    assert leaks_of_orders(after, reader, [replace(got, answer="")]) != []


def _orders(game: Overheard) -> Iterator[list[str]]:
    for entry in game.entries:
        for event in entry.events:
            if event.HasField("deal_started"):
                yield list(event.deal_started.order)


def _raw_secrets(game: Overheard, seed: bytes, order: list[str]) -> Iterator[bytes]:
    """Of the first deal, in several forms; the end of the stock was never shown."""
    yield seed
    last = order[-4:]
    yield " ".join(last).encode()
    yield str(last).encode()
    yield pb.PackOrder(cards=reversed(last)).SerializeToString()
    yield b'{"stock": []}'
    for entry in game.entries:
        for event in entry.events:
            if event.HasField("deal_started"):
                yield from hand_masks(event.deal_started, 1, pack_name(game.view))


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
