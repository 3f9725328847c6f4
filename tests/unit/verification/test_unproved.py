"""What a record cannot prove, as docs/fair-shuffle.md lists it: these changes go unnoticed.

Where one of them is noticed some day, the document has to say less.
"""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from conquian_engine import pack_named, resolve_rules
from conquian_service.application.game import Access, Holder, SeatKind
from conquian_service.application.log import GameCreated
from conquian_service.verification import Outcome, verify
from tests.support.sittings import Sitting
from tests.support.tampering.record import Json
from tests.support.transcripts import transcript_of


def test_a_lost_game_shown_as_void() -> None:
    """Who gave it up would rather not have: the host may have called it off, legally."""
    for ended in (lambda sitting: sitting.resign(0), lambda sitting: sitting.cancel()):
        assert verify(transcript_of(sat_down(ended)).encode()).outcome is Outcome.HONEST


def another_cause(record: Json) -> None:
    """Time, where it was a resignation."""
    end = record["entries"][-1]["events"]
    end[0]["seatResigned"]["cause"] = "CAUSE_TIME"
    for event in end[1:]:
        for told in event.values():
            _other(told.get("result", told))
    _other(record["game"]["result"])


def _other(told: Json) -> None:
    if told.get("cause") == "CAUSE_RESIGNATION":
        told["cause"] = "CAUSE_TIME"


def no_token_issued(record: Json) -> None:
    """The entry is left out, the others are numbered anew."""
    del record["entries"][3]
    renumber(record)


def token_issued_later(record: Json) -> None:
    """Two such entries change places, but for their times."""
    entries = record["entries"]
    entries[3]["events"], entries[4]["events"] = entries[4]["events"], entries[3]["events"]


def more_pinned_than_dealt(record: Json) -> None:
    """A pinned deal more, which nobody came to."""
    record["entries"][0]["events"][0]["gameCreated"]["pinnedDeals"] += 1


def dealer_said_to_be_fixed(record: Json) -> None:
    """The drawn one."""
    (dealer,) = (
        event["gameStarted"].get("dealer", 0)
        for entry in record["entries"]
        for event in entry["events"]
        if "gameStarted" in event
    )
    record["entries"][0]["events"][0]["gameCreated"]["firstDealer"] = dealer


CHANGES: list[Callable[[Json], None]] = [
    another_cause,
    no_token_issued,
    token_issued_later,
    more_pinned_than_dealt,
    dealer_said_to_be_fixed,
]


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_it_goes_unnoticed(change: Callable[[Json], None]) -> None:
    """Each alone; the record is another, and honest still."""
    pinned = change is more_pinned_than_dealt
    text = transcript_of(sat_down(lambda sitting: sitting.resign(0), pinned=pinned))
    record = json.loads(text)
    change(record)
    assert record != json.loads(text)
    verdict = verify(json.dumps(record).encode())
    assert (verdict.outcome, verdict.faults) == (Outcome.HONEST, ())


def sat_down(end: Callable[[Sitting], None], *, pinned: bool = False) -> Sitting:
    """A game of two: the fourth and the fifth entry issue tokens, then it ends."""
    rules = resolve_rules("classic")
    orders = (pack_named("short40").cards,) if pinned else ()
    sitting = Sitting(GameCreated(rules, Access.PUBLIC, None, bytes(range(32)), orders))
    for seat, name in enumerate(["Ana", "Ben"]):
        sitting.join(seat, Holder(name, SeatKind.HUMAN, "", b""))
    sitting.issue_token(1, epoch=701)
    sitting.issue_token(0, epoch=700)
    end(sitting)
    return sitting


def renumber(record: Json) -> None:
    """Entry k has revision k, and the game ends with the last."""
    for number, entry in enumerate(record["entries"], 1):
        entry["revision"] = number
    record["game"]["revision"] = len(record["entries"])
