"""A build never judges what a newer one wrote in a way that it does not know (decision 7)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from conquian_engine import NewerRules, Offered, pack_named
from conquian_service.application.game import Game
from conquian_service.storage._errors import StoreFault
from conquian_service.storage.codec import (
    SCHEMA_VERSION,
    decode_entry,
    decode_snapshot,
    encode_entry,
    encode_snapshot,
)
from conquian_storage.v1.game_pb2 import Snapshot
from conquian_storage.v1.log_pb2 import LogEntry
from tests.support.sittings import GAME_ID, random_sitting

NEWER = SCHEMA_VERSION + 1
UNKNOWN = 99
UNKNOWN_FIELD = b"\x98\x06\x01"
"""Field 99 with the number 1."""

REVISION = next(
    revision
    for seed in range(3, 13)
    for revision in random_sitting(seed).revisions
    if revision.stored.game.state is not None
    and isinstance(revision.stored.game.state.phase, Offered)
)
GAME = REVISION.stored.game
PACK = pack_named(GAME.rules.pack)


def _clear_phase(message: Snapshot) -> None:
    message.state.ClearField("offered")
    message.state.MergeFromString(UNKNOWN_FIELD)


SNAPSHOTS_OF_A_NEWER_BUILD: dict[str, Callable[[Snapshot], object]] = {
    "version": lambda message: setattr(message, "version", NEWER),
    "no version": lambda message: setattr(message, "version", 0),
    "min_reader": lambda message: setattr(message, "min_reader", NEWER),
    "status": lambda message: setattr(message, "status", UNKNOWN),
    "access": lambda message: setattr(message, "access", UNKNOWN),
    "kind of seat": lambda message: setattr(message.places[0].holder, "kind", UNKNOWN),
    "origin": lambda message: setattr(message.state.offered.upcard, "origin", UNKNOWN),
    "cause": lambda message: setattr(message.state.game_over, "cause", UNKNOWN),
    "phase": _clear_phase,
    "ruleset": lambda message: setattr(message.rules, "ruleset", "conquian_of_2040"),
    "seats": lambda message: setattr(message.rules, "seats", 9),
    "option": lambda message: message.rules.MergeFromString(UNKNOWN_FIELD),
    "choice": lambda message: setattr(message.rules, "forcing", UNKNOWN),
    "no choice": lambda message: setattr(message.rules, "forcing", 0),
    "pack": lambda message: setattr(message.rules, "pack", UNKNOWN),
    "number": lambda message: setattr(message.rules, "max_run", UNKNOWN),
    "no number": lambda message: setattr(message.rules, "dealt", -1),
}

ENTRIES_OF_A_NEWER_BUILD: dict[str, Callable[[LogEntry], object]] = {
    "version": lambda message: setattr(message, "version", NEWER),
    "no version": lambda message: setattr(message, "version", 0),
    "min_reader": lambda message: setattr(message, "min_reader", NEWER),
    "event": lambda message: message.events.add().MergeFromString(UNKNOWN_FIELD),
    "origin": lambda message: setattr(message.events.add().card_turned, "origin", UNKNOWN),
    "access": lambda message: setattr(message.events.add().game_created, "access", UNKNOWN),
    "cause": lambda message: setattr(message.events.add().seat_resigned, "cause", UNKNOWN),
}


@pytest.mark.parametrize("name", SNAPSHOTS_OF_A_NEWER_BUILD)
def test_a_snapshot_of_a_newer_build_is_refused(name: str) -> None:
    """Whatever an older build cannot know makes it refuse, not guess."""
    message = Snapshot.FromString(_snapshot())
    SNAPSHOTS_OF_A_NEWER_BUILD[name](message)
    for _ in range(2):
        with pytest.raises(NewerRules):
            _read(message.SerializeToString())


@pytest.mark.parametrize("name", ENTRIES_OF_A_NEWER_BUILD)
def test_a_log_entry_of_a_newer_build_is_refused(name: str) -> None:
    """The same for the log."""
    message = LogEntry.FromString(_entry())
    ENTRIES_OF_A_NEWER_BUILD[name](message)
    with pytest.raises(NewerRules):
        decode_entry(message.SerializeToString(), pack=PACK)


def test_what_a_newer_build_allows_us_to_read_is_read() -> None:
    """A newer build may add what an older one need not know: `min_reader` says so."""
    snapshot = Snapshot.FromString(_snapshot() + UNKNOWN_FIELD)
    snapshot.version, snapshot.min_reader = NEWER, SCHEMA_VERSION
    assert _read(_snapshot()) == _read(snapshot.SerializeToString())
    entry = LogEntry.FromString(_entry() + UNKNOWN_FIELD)
    entry.version, entry.min_reader = NEWER, SCHEMA_VERSION
    assert REVISION.entry.events == decode_entry(entry.SerializeToString(), pack=PACK)


def test_we_write_our_version() -> None:
    """Every body tells which schema version wrote it."""
    assert Snapshot.FromString(_snapshot()).version == SCHEMA_VERSION
    assert LogEntry.FromString(_entry()).version == SCHEMA_VERSION


@pytest.mark.parametrize("body", [b"\xff", b"\x0a\xff"])
def test_what_nobody_of_ours_wrote_is_a_fault(body: bytes) -> None:
    """Bytes that are no message: a foreign writer, and no question of versions."""
    with pytest.raises(StoreFault):
        _read(body)
    with pytest.raises(StoreFault):
        decode_entry(body, pack=PACK)


def _snapshot() -> bytes:
    return encode_snapshot(GAME, revision=9, created_ms=5)


def _entry() -> bytes:
    return encode_entry(REVISION.entry.events, pack=PACK)


def _read(body: bytes) -> tuple[Game, int, int]:
    return decode_snapshot(body, game_id=GAME_ID)
