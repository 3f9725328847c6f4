"""Games and log entries as bytes, and back (decision 0.13).

Old forms stay readable for ever (tests/golden/stored). How a build tells what it may read:
each message names the schema version that wrote it and the lowest one that may read it. A
change of the stored form raises `SCHEMA_VERSION`; whoever writes something that an older
build must not ignore, for it would judge otherwise or lose it with its next commit, writes
`min_reader`, too. For anything else a new field is free: old builds read past it.

`NewerRules`: written by a newer build in a way that this one does not understand. Bytes are
never compared: two builds may write one game differently.
"""

from __future__ import annotations

from collections.abc import Iterable

from google.protobuf.message import DecodeError

from conquian_engine import NewerRules, Pack
from conquian_service.application.game import Game
from conquian_service.application.log import LoggedEvent
from conquian_service.storage._errors import StoreFault
from conquian_service.storage.codec_events import read_event, write_event
from conquian_service.storage.codec_game import read_game, write_game
from conquian_storage.v1.game_pb2 import Snapshot
from conquian_storage.v1.log_pb2 import LogEntry

__all__ = [
    "SCHEMA_VERSION",
    "decode_entry",
    "decode_snapshot",
    "encode_entry",
    "encode_snapshot",
]

SCHEMA_VERSION = 1
"""Of what this build writes; it reads this and all before it."""


def encode_snapshot(game: Game, *, revision: int, created_ms: int) -> bytes:
    """A game at a revision as bytes. Its id is not in them."""
    message = Snapshot(version=SCHEMA_VERSION, revision=revision, created_ms=created_ms)
    write_game(game, message)
    return message.SerializeToString()


def decode_snapshot(body: bytes, *, game_id: str) -> tuple[Game, int, int]:
    """A game, its revision and when it was created (0: at this very revision)."""
    try:
        message = Snapshot.FromString(body)
    except DecodeError as error:
        raise StoreFault("a snapshot that cannot be read") from error
    _check_version(message)
    return read_game(game_id, message), message.revision, message.created_ms


def encode_entry(events: Iterable[LoggedEvent], *, pack: Pack) -> bytes:
    """The events of one commit as bytes; `pack` is the one of the game's rules."""
    message = LogEntry(version=SCHEMA_VERSION)
    for event in events:
        write_event(event, message.events.add(), pack)
    return message.SerializeToString()


def decode_entry(body: bytes, *, pack: Pack) -> tuple[LoggedEvent, ...]:
    """The events of one commit; `pack` is the one of the game's rules."""
    try:
        message = LogEntry.FromString(body)
    except DecodeError as error:
        raise StoreFault("a log entry that cannot be read") from error
    _check_version(message)
    return tuple([read_event(event, pack) for event in message.events[:]])


def _check_version(message: Snapshot | LogEntry) -> None:
    if not 1 <= (message.min_reader or message.version) <= SCHEMA_VERSION:
        raise NewerRules(f"stored form {message.version}")
