"""Every way to tamper with a record is found, and called by its name."""

from __future__ import annotations

from random import Random

import pytest

from conquian_service.verification import FaultKind, Outcome, verify
from tests.support.tampering import WAYS, NotHere, Record, check
from tests.support.tampering.record import Json

TRIES = 12


@pytest.mark.parametrize("name", WAYS)
def test_tampering_is_found_and_named(name: str, texts: list[str]) -> None:
    """In any game that has a place for it, the first fault is of the right kind and place."""
    chance = Random(name)
    wrong, tried = [], 0
    for text in chance.sample(texts, len(texts)):
        tampered = Record.of(text, chance)
        try:
            change = WAYS[name](tampered)
        except NotHere:
            continue
        tried += 1
        why = check(verify(tampered.text().encode()), change)
        if why is not None:
            wrong.append(why)
        if tried == TRIES:
            break
    assert wrong == []
    assert tried > 0


def test_two_tamperings_are_both_told(texts: list[str]) -> None:
    """What can be judged by itself is judged by itself."""
    record = Record.of(texts[0], Random(1))
    record.game["shuffle"]["seed"] = "00" * 32
    record.entries[1]["commitTime"] = "1999-01-01T00:00:00Z"
    record.game["seats"][0]["score"] += 5
    verdict = verify(record.text().encode())
    assert verdict.outcome is Outcome.REJECTED
    assert [fault.kind for fault in verdict.faults] == ["seed", "result", "time"]
    assert [line[:2] for line in verdict.as_text().splitlines()[1:]] == ["  "] * 3


def test_without_the_right_seed_the_play_is_still_judged(texts: list[str]) -> None:
    """Draws are then not checked, and said not to be; moves are."""
    record = Record.of(texts[0], Random(2))
    record.game["shuffle"]["seed"] = ""
    verdict = verify(record.text().encode())
    assert [fault.kind for fault in verdict.faults] == ["seed"]
    assert {deal.source for deal in verdict.deals} <= {"unchecked", "given"}
    _, turned = record.any("cardTurned")
    turned["card"] = record.other(turned["card"], record.pack.cards)
    assert [fault.kind for fault in verify(record.text().encode()).faults] == ["seed", "event"]


OUT_OF_PLACE: dict[str, tuple[int, Json, str]] = {
    "freed, but nobody sits there": (1, {"seatFreed": {"seat": 1}}, "nobody sits there"),
    "a token for nobody": (1, {"seatTokenIssued": {"seat": 1}}, "nobody sits there"),
    "freed after the start": (-1, {"seatFreed": {"seat": 0}}, "after the start"),
}


@pytest.mark.parametrize(("at", "event", "said"), OUT_OF_PLACE.values(), ids=OUT_OF_PLACE)
def test_seats_change_only_while_they_can(
    at: int, event: Json, said: str, texts: list[str]
) -> None:
    """Nobody leaves a seat that is free, or a game that runs."""
    record = Record.of(texts[0], Random(4))
    record.entries[at]["events"] = [event]
    (fault,) = verify(record.text().encode()).faults
    assert (fault.kind, fault.revision) == (FaultKind.TABLE, record.entries[at]["revision"])
    assert said in fault.text


def test_a_record_without_entries_is_incomplete(texts: list[str]) -> None:
    """There must be a beginning too."""
    record = Record.of(texts[0], Random(5))
    record.entries.clear()
    assert [fault.kind for fault in verify(record.text().encode()).faults] == ["incomplete"]
