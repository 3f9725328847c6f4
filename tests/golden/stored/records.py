"""The files: a game's bytes as a build stored them, and how they read."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from pathlib import Path

from conquian_engine import Pack, pack_named
from conquian_service.application.game import StoredGame
from conquian_service.application.log import LogEntry
from conquian_service.storage.codec import (
    SCHEMA_VERSION,
    decode_entry,
    decode_snapshot,
    encode_entry,
    encode_snapshot,
)
from tests.golden.stored.scenarios import SCENARIOS
from tests.support.sittings import Revision, Sitting

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Kept:
    """A body and its revision and time, which the store keeps beside it."""

    revision: int
    time_ms: int
    body: str
    """In hexadecimal."""


@dataclass(frozen=True)
class Record:
    """One stored game: the whole log, and its snapshot at some revisions."""

    game_id: str
    pack: str
    log: tuple[Kept, ...]
    snapshots: tuple[Kept, ...]

    def entries(self) -> tuple[LogEntry, ...]:
        """The log as this build reads it."""
        pack = pack_named(self.pack)
        return tuple(
            LogEntry(kept.revision, kept.time_ms, decode_entry(_body(kept), pack=pack))
            for kept in self.log
        )

    def games(self) -> tuple[StoredGame, ...]:
        """The snapshots as this build reads them."""
        return tuple(_read(self.game_id, kept) for kept in self.snapshots)

    def reading(self) -> dict[str, list[str]]:
        """Both, for people."""
        lines = {
            f"entry {entry.revision}": [repr(event) for event in entry.events]
            for entry in self.entries()
        }
        return lines | {f"snapshot {game.revision}": _lines(game) for game in self.games()}


def record_paths() -> list[Path]:
    """Every record, of all versions."""
    return sorted(FOLDER.glob("v*/*.json"))


def load(path: Path) -> tuple[Record, dict[str, list[str]]]:
    """A record, and how it was read when it was written."""
    content = json.loads(path.read_text(encoding="utf-8"))
    record = Record(
        content["game_id"],
        content["pack"],
        tuple(Kept(**kept) for kept in content["log"]),
        tuple(Kept(**kept) for kept in content["snapshots"]),
    )
    return record, content["reads_as"]


def write(path: Path, record: Record) -> None:
    """Write a record and how it reads."""
    content = {
        "game_id": record.game_id,
        "pack": record.pack,
        "log": [vars(kept) for kept in record.log],
        "snapshots": [vars(kept) for kept in record.snapshots],
        "reads_as": record.reading(),
    }
    text = json.dumps(content, indent=1, ensure_ascii=False)
    path.parent.mkdir(exist_ok=True)
    path.write_text(text + "\n", encoding="utf-8")


def record_all() -> None:
    """Play every scenario and write it in the form of this build."""
    for name, scenario in SCENARIOS.items():
        write(FOLDER / f"v{SCHEMA_VERSION}" / f"{name}.json", recorded(scenario()))


def read_again() -> None:
    """Write anew how all records read, whatever their version."""
    for path in record_paths():
        record, _ = load(path)
        write(path, record)


def recorded(sitting: Sitting) -> Record:
    """A game as this build stores it."""
    pack = pack_named(sitting.game.rules.pack)
    return Record(
        sitting.game.id,
        pack.name,
        tuple(_entry(revision, pack) for revision in sitting.revisions),
        tuple(_snapshot(revision) for revision in _telling(sitting)),
    )


def _telling(sitting: Sitting) -> list[Revision]:
    """The first revision of each phase and the last of all."""
    first: dict[object, Revision] = {}
    for revision in sitting.revisions:
        state = revision.stored.game.state
        first.setdefault(None if state is None else type(state.phase), revision)
    last = sitting.revisions[-1]
    return [revision for revision in sitting.revisions if revision in [*first.values(), last]]


def _entry(revision: Revision, pack: Pack) -> Kept:
    entry = revision.entry
    return Kept(entry.revision, entry.time_ms, encode_entry(entry.events, pack=pack).hex())


def _snapshot(revision: Revision) -> Kept:
    stored = revision.stored
    # As committed: the creating commit does not know its own time.
    created_ms = 0 if stored.revision == 1 else stored.created_ms
    body = encode_snapshot(stored.game, revision=stored.revision, created_ms=created_ms)
    return Kept(stored.revision, stored.updated_ms, body.hex())


def _read(game_id: str, kept: Kept) -> StoredGame:
    game, revision, created_ms = decode_snapshot(_body(kept), game_id=game_id)
    return StoredGame(game, revision, created_ms or kept.time_ms, kept.time_ms)


def _body(kept: Kept) -> bytes:
    return bytes.fromhex(kept.body)


def _lines(stored: StoredGame) -> list[str]:
    game, state = stored.game, stored.game.state
    told = [("", stored, "created_ms"), *(("", game, part.name) for part in fields(game))]
    if state is not None:
        told += [("state.", state, part.name) for part in fields(state) if part.name != "rules"]
    return [f"{of}{name} = {getattr(part, name)!r}" for of, part, name in told if name != "state"]
