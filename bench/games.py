"""Games for the load: played here, written to a store up to a point, the rest kept as calls.

The seeds are ours, so every move of a game is known before a server sees it. The load
then only sends bytes, and what it costs is the same for every server.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
import random
import time
import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from bench.ground import KEYRING, KEYS
from bench.processes import BenchFailed
from conquian.v1.game_service_pb2 import PlayMoveRequest
from conquian_engine import Move, Seat, legal_moves, resolve_rules, seats_to_act
from conquian_service.application import play_on
from conquian_service.application.game import Access, Game, Holder, SeatKind
from conquian_service.application.log import GameCreated
from conquian_service.application.play_on import Progress
from conquian_service.application.ports import Commit, Committed
from conquian_service.application.tokens import SeatToken
from conquian_service.application.views import Retention
from conquian_service.storage.codec import encode_snapshot
from conquian_service.storage.game_store import RedisGameStore
from conquian_service.storage.lanes import Lane, SingleNode
from conquian_service.storage.scripts import GameScripts
from conquian_service.transport.move_to_proto import write_move

SEATED = 3
"""The revision at which the game of two starts: created, joined, joined."""
ENDLESS: Mapping[str, str] = {"deals": "1000", "max_deals": "1000"}
"""Options of a game that goes on for tens of thousands of moves."""

_AT_ONCE = 256
_NAMES = ("Guadalupe", "José Ángel", "Ana", "maria.fernanda92", "Tom", "Élodie")
_RETENTION = Retention()

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Call:
    """One PlayMove: the token it is made with, and the request as bytes."""

    token: str
    request: bytes


@dataclass(frozen=True, slots=True)
class PlannedGame:
    """A game that a store is given, and the calls that take it further."""

    game_id: str
    commits: tuple[Commit, ...]
    """From its creation to where the calls begin."""
    calls: tuple[Call, ...]
    last: Game
    """The game after the last call."""

    @property
    def snapshot_bytes(self) -> int:
        """What one of its snapshots takes."""
        return len(encode_snapshot(self.last, revision=len(self.commits), created_ms=_now_ms()))


def plan_game(
    number: int, *, revision: int = SEATED, calls: int = 0, options: Mapping[str, str] | None = None
) -> PlannedGame:
    """Play a game of random moves: up to a revision as commits, further as calls.

    Both may be fewer, if the game is over before. Equal numbers give equal games.
    """
    play = _Play(number, options or {})
    while len(play.commits) < revision and not play.game.over:
        play.advance()
    made = []
    for following in range(calls):
        if play.game.over:
            break
        at = len(play.commits) + following
        seat, move = play.choose()
        made.append(_call(play, at, seat, move))
        play.game = play.moved(seat, move, revision=at + 1).game
    return PlannedGame(play.game.id, tuple(play.commits), tuple(made), play.game)


async def seed(lane: Lane, games: Iterable[PlannedGame]) -> None:
    """Write games to a store, as the service would."""
    store = RedisGameStore(GameScripts(SingleNode(lane), KEYS))

    async def write(game: PlannedGame) -> None:
        for commit in game.commits:
            if not isinstance(await store.commit(commit), Committed):
                raise BenchFailed("the store refused a game")

    for some in _chunks(list(games), _AT_ONCE):
        await asyncio.gather(*map(write, some))


async def crowd(lane: Lane, number: int) -> None:
    """Fill a store with that many games that nobody plays."""
    scripts = GameScripts(SingleNode(lane), KEYS)
    (commit,) = plan_game(-1, revision=1).commits
    # What a game is called is not in its bytes, so all can have the same.
    body = encode_snapshot(commit.game, revision=1, created_ms=0)
    names = [_game_id(f"crowd {index}") for index in range(number)]
    for some in _chunks(names, 2 * _AT_ONCE):
        writing = [
            scripts.commit(
                game_id,
                expected_revision=0,
                request_field=commit.request_field,
                request_digest=commit.request_digest,
                snapshot=body,
                entry=body,
                ttl_ms=_RETENTION.running_ms,
            )
            for game_id in some
        ]
        await asyncio.gather(*writing)


def write_plan(path: Path, games: Iterable[Sequence[Call]]) -> None:
    """Write calls for the load, a game a line."""
    with path.open("w", encoding="ascii") as file:
        for calls in games:
            line = [(call.token, base64.b64encode(call.request).decode()) for call in calls]
            file.write(f"{json.dumps(line)}\n")


def read_plan(path: Path) -> list[list[Call]]:
    """What `write_plan` wrote."""
    with path.open(encoding="ascii") as file:
        return [
            [Call(token, base64.b64decode(request)) for token, request in json.loads(line)]
            for line in file
        ]


class _Play:
    """A game of two under way, with the commits that a store would hold."""

    def __init__(self, number: int, options: Mapping[str, str]) -> None:
        self.chance = random.Random(number)
        self.commits: list[Commit] = []
        rules = resolve_rules("classic", options)
        created = GameCreated(rules, Access.UNLISTED, None, self.chance.randbytes(32), ())
        self.game = self._commit(play_on.create(_game_id(f"game {number}"), created))

    def advance(self) -> None:
        """One commit more: somebody joins, or moves."""
        made = len(self.commits)
        if made < SEATED:
            name = self.chance.choice(_NAMES)
            holder = Holder(name, SeatKind.HUMAN, "", self.chance.randbytes(16))
            seated = play_on.seat_holder(
                self.game, Seat(made - 1), holder, epoch=123_456_789, revision=made + 1
            )
            self.game = self._commit(seated)
        else:
            self.game = self._commit(self.moved(*self.choose(), revision=made + 1))

    def choose(self) -> tuple[Seat, Move]:
        """Any legal move of the seat to act."""
        assert self.game.state is not None
        seat = seats_to_act(self.game.state)[0]
        return seat, self.chance.choice(legal_moves(self.game.state, seat))

    def moved(self, seat: Seat, move: Move, *, revision: int) -> Progress:
        """What comes of a move."""
        assert self.game.state is not None
        return play_on.move(self.game, self.game.state, seat, move, revision=revision)

    def _commit(self, progress: Progress) -> Game:
        made = len(self.commits)
        commit = Commit(
            game=progress.game,
            expected_revision=made,
            created_ms=_now_ms() if made else 0,
            events=progress.events,
            request_field=self.chance.randbytes(12),
            request_digest=self.chance.randbytes(4),
            ttl_ms=_RETENTION.ttl_ms(progress.game),
        )
        self.commits.append(commit)
        return progress.game


def _call(play: _Play, revision: int, seat: Seat, move: Move) -> Call:
    random_id = uuid.UUID(bytes=play.chance.randbytes(16), version=4)
    request = PlayMoveRequest(game_id=play.game.id, revision=revision, request_id=str(random_id))
    write_move(request.move, move)
    token = SeatToken(play.game.id, seat, play.game.places[seat].epoch)
    return Call(KEYRING.issue(token), request.SerializeToString())


def _game_id(named: str) -> str:
    digest = hashlib.sha256(named.encode()).digest()
    return base64.b32encode(digest).decode()[:26].lower()


def _now_ms() -> int:
    return int(time.time() * 1000)


def _chunks(items: Sequence[T], size: int) -> Iterable[Sequence[T]]:
    return (items[start : start + size] for start in range(0, len(items), size))
