"""Stored games of every schema version still load, fold and read as they did."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from conquian_engine import PACKS, AwaitingOrder, Cause, Origin, Phase, ReshuffleDue, RummyPhase
from conquian_service.application.fold import fold
from conquian_service.application.game import Access, SeatKind, Status
from conquian_service.application.log import LoggedEvent
from conquian_service.storage.codec import SCHEMA_VERSION
from tests.golden.stored.records import load, record_paths
from tests.golden.stored.scenarios import SCENARIOS

RECORDS = record_paths()


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name} {path.stem}")
def test_a_stored_game_reads_as_it_did(path: Path) -> None:
    """Whatever this build has changed, old bytes mean what they meant (decision 0.13)."""
    record, reads_as = load(path)
    assert reads_as == record.reading()


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name} {path.stem}")
def test_a_stored_log_folds_to_its_snapshots(path: Path) -> None:
    """A rule fix or another shuffle does not change the games that were played before it."""
    record, _ = load(path)
    entries = record.entries()
    for stored in record.games():
        assert stored == fold(record.game_id, entries[: stored.revision])


@pytest.mark.parametrize("version", range(1, SCHEMA_VERSION + 1))
def test_every_version_is_kept(version: int) -> None:
    """Each schema version has its records, ours every scenario."""
    names = {path.stem for path in RECORDS if path.parent.name == f"v{version}"}
    assert names
    if version == SCHEMA_VERSION:
        assert set(SCENARIOS) == names


def test_the_records_of_our_version_hold_every_word() -> None:
    """Each kind of event and phase, each word and pack is in some record."""
    records = [load(path)[0] for path in RECORDS if path.parent.name == f"v{SCHEMA_VERSION}"]
    entries = [entry for record in records for entry in record.entries()]
    kinds = {type(event) for entry in entries for event in entry.events}
    assert set(get_args(LoggedEvent)) == kinds
    games = [stored.game for record in records for stored in record.games()]
    phases = {type(game.state.phase) for game in games if game.state is not None}
    # An order is given in the commit that makes it due: those phases are never stored.
    kept = {*get_args(Phase), *get_args(RummyPhase)} - {AwaitingOrder, ReshuffleDue}
    assert kept == phases
    text = "".join(
        line for record in records for lines in record.reading().values() for line in lines
    )
    for words in (Status, Access, SeatKind, Origin, Cause):
        assert [word for word in words if repr(word) not in text] == []
    assert set(PACKS) == {game.rules.pack for game in games}
