"""Files that are no transcripts, are cut off, or come from a newer service."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message
from google.protobuf.timestamp_pb2 import Timestamp

from conquian.v1 import events_pb2, game_service_pb2, view_pb2
from conquian_service.verification import FaultKind, Outcome, verify
from conquian_service.verification.event_reading import read_event
from conquian_service.verification.fields import Node, Unreadable
from conquian_service.verification.reading import read_transcript
from conquian_service.verification.transcript import Unknown
from tests.support.tampering.record import Json, Record

NOT_TRANSCRIPTS = {
    "another format": (b"\x89PNG\r\n\x1a\n", "UTF-8"),
    "a sentence": (b"Hello!", "line 1 is not JSON"),
    "two objects": (b'{"game": {}, "entries": []} {}', "line 1 is not JSON"),
    "a list": (b"[1, 2]", "no object"),
    "another object": (b'{"games": []}', "no transcript"),
    "no number": (b'{"game": {"revision": NaN}, "entries": []}', "NaN is not JSON"),
    "an endless number": (b'{"game": {"revision": ' + b"9" * 5000 + b'}, "entries": []}', "JSON"),
    "an endless nest": (b"[" * 100_000 + b"]" * 100_000, "no JSON"),
    "a number too great": (b'{"game": {"revision": 2147483648}, "entries": []}', "game.revision"),
    "half a number": (b'{"game": {"revision": 1.5}, "entries": []}', "game.revision"),
    "a number for a text": (b'{"game": {"gameId": 1}, "entries": []}', "game.gameId"),
    "no time": (b'{"game": {"createTime": "noon"}, "entries": []}', "game.createTime"),
    "no such day": (
        b'{"game": {"createTime": "2026-02-30T00:00:00Z"}, "entries": []}', "game.createTime",
    ),
    "one key twice": (b'{"game": {}, "game": {}, "entries": []}', "game is there twice"),
    "two spellings": (
        b'{"game": {"gameId": "a", "game_id": "b"}, "entries": []}', "game.gameId",
    ),
    "two events in one": (
        b'{"game": {}, "entries": [{"events": [{"passed": {}, "discarded": {}}]}]}',
        "entries[0].events[0] is more than one event",
    ),
    "no base64": (
        b'{"game": {}, "entries": [{"events": [{"seatTaken": {"entropy": "!"}}]}]}',
        "entries[0].events[0].seatTaken.entropy",
    ),
    "a running deal": (b'{"game": {"deal": {"number": 1}}, "entries": []}', "game.deal"),
    "a hand of nobody": (
        b'{"game": {}, "entries": [{"events": [{"dealStarted": {"hands": [{"seat": 9}]}}]}]}',
        "dealStarted.hands[0]",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("content", "said"), NOT_TRANSCRIPTS.values(), ids=NOT_TRANSCRIPTS)
def test_what_is_no_transcript_is_rejected_in_a_sentence(content: bytes, said: str) -> None:
    """Whatever the file, there is a verdict."""
    verdict = verify(content)
    assert verdict.outcome is Outcome.REJECTED
    assert [fault.kind for fault in verdict.faults] == [FaultKind.UNREADABLE]
    assert said in verdict.faults[0].text


def test_a_file_cut_anywhere_is_incomplete(texts: list[str]) -> None:
    """Also in the middle of a name, an escape, a letter of two bytes, a number."""
    content = min(texts, key=len).replace("Ana", "Añ\\u00e1").encode()
    whole = len(content.rstrip())
    cuts = [*range(300), *Random(1).sample(range(300, whole), 300), whole - 1]
    for cut in cuts:
        assert [fault.kind for fault in verify(content[:cut]).faults] == [FaultKind.INCOMPLETE], cut
    assert FaultKind.INCOMPLETE not in [fault.kind for fault in verify(content[:whole]).faults]


def test_a_file_cut_within_a_negative_number_is_incomplete(texts: list[str]) -> None:
    """A minus sign alone is the beginning of a value."""
    text = next(text for text in texts if re.search(r"[\s\[]-\d", text))
    cuts = [found.end() for found in re.finditer(r"[\s\[]-(?=\d)", text)]
    faults = {fault.kind for cut in cuts for fault in verify(text[:cut].encode()).faults}
    assert faults == {FaultKind.INCOMPLETE}


def _newer_field(record: Record) -> None:
    record.game["rating"] = 1500


def _newer_field_of_an_event(record: Record) -> None:
    record.any("passed", "discarded")[1]["spoken"] = True


def _newer_event(record: Record) -> None:
    record.entries[3]["events"].insert(0, {"handsTraded": {"seat": 1}})


def _newer_event_lost_on_the_way(record: Record) -> None:
    record.entries[3]["events"].insert(0, {})


def _newer_cause(record: Record) -> None:
    record.entries[3]["events"] = [{"seatResigned": {"seat": 0, "cause": "CAUSE_LIGHTNING"}}]


def _newer_cause_by_number(record: Record) -> None:
    record.entries[3]["events"] = [{"seatResigned": {"seat": 0, "cause": 77}}]


def _newer_ruleset(record: Record) -> None:
    for place in (record.game, record.created):
        place["ruleset"] = "conquian_of_2040"


def _newer_option(record: Record) -> None:
    for place in (record.game, record.created):
        place["options"]["brown_twos_wild"] = "true"


def _newer_value(record: Record) -> None:
    for place in (record.game, record.created):
        place["options"]["forcing"] = "gentle"


NEWER: dict[Callable[[Record], None], str] = {
    _newer_field: "game.rating",
    _newer_field_of_an_event: ".spoken",
    _newer_event: "entries[3].events[0].handsTraded",
    _newer_event_lost_on_the_way: "entries[3].events[0]",
    _newer_cause: "entries[3].events[0].seatResigned.cause = CAUSE_LIGHTNING",
    _newer_cause_by_number: "entries[3].events[0].seatResigned.cause = 77",
    _newer_ruleset: "ruleset: no such ruleset",
    _newer_option: "brown_twos_wild: no such option",
    _newer_value: "forcing: not a value of this option",
}


@pytest.mark.parametrize(
    ("change", "named"), NEWER.items(), ids=[change.__name__ for change in NEWER]
)
def test_what_a_newer_service_wrote_is_not_judged(
    texts: list[str], change: Callable[[Record], None], named: str
) -> None:
    """Neither honest nor rejected: this build says what it does not know (decision 0.7)."""
    record = Record.of(texts[0], Random(1))
    change(record)
    verdict = verify(record.text().encode())
    assert (verdict.outcome, verdict.faults) == (Outcome.UNJUDGED, ())
    assert named in verdict.newer
    assert verdict.as_text().splitlines()[1] == f"  a newer service wrote it: {verdict.newer}"


@pytest.mark.parametrize("change", NEWER)
def test_what_is_wrong_for_certain_is_wrong_in_a_newer_record_too(
    texts: list[str], change: Callable[[Record], None]
) -> None:
    """Nobody hides a wrong seed behind a word that no build knows."""
    record = Record.of(texts[0], Random(1))
    change(record)
    record.game["shuffle"]["seed"] = "00" * 32
    verdict = verify(record.text().encode())
    assert [fault.kind for fault in verdict.faults] == [FaultKind.SEED]


WEIRD: list[Any] = [
    None, 0, -1, 7, 2**31, -(2**31), 10**30, 1.5, 1e300, True, "", "x", "\ud800", "\x1b[31m",
    "7H", "2", "9" * 400, "CAUSE_VOID", "2020-13-01T00:00:00Z", "0001-01-01T00:00:00+23:59",
    [], [1], ["7H"], {}, {"a": 1}, [{}], [[]], [{"cards": ["7H"] * 60}],
]  # fmt: skip


def test_whatever_stands_in_a_file_there_is_a_verdict(texts: list[str]) -> None:
    """Values of any type in any place: a verdict that can be written, never an error."""
    chance = Random(3)
    for text in texts[:20]:
        for _ in range(30):
            whole = json.loads(text)
            holder, key = chance.choice(list(_places(whole)))
            holder[key] = chance.choice(WEIRD)
            verdict = verify(json.dumps(whole).encode())
            assert verdict.as_text().isascii() or verdict.as_text().encode()
            assert "\x1b" not in verdict.as_text()
            json.loads(verdict.as_json())


def _places(part: Any) -> Any:
    for key, value in enumerate(part) if isinstance(part, list) else part.items():
        yield part, key
        if isinstance(value, dict | list):
            yield from _places(value)


# --- the reader knows the whole API ---------------------------------------------------


def _filled(descriptor: Descriptor, message: Message) -> Message:
    for field in descriptor.fields:
        _fill(message, field)
    return message


def _fill(message: Message, field: FieldDescriptor) -> None:
    target = getattr(message, field.name)
    inner = field.message_type
    if inner is not None and inner.GetOptions().map_entry:
        target["max_run"] = "8"
    elif inner is Timestamp.DESCRIPTOR:
        target.FromJsonString("2026-01-02T03:04:05.678Z")
    elif inner is not None:
        _filled(inner, target.add() if field.is_repeated else target)
        if not field.is_repeated:
            target.SetInParent()
    else:
        values: dict[int, Any] = {
            FieldDescriptor.TYPE_STRING: "x",
            FieldDescriptor.TYPE_BYTES: b"x",
            FieldDescriptor.TYPE_BOOL: True,
        }
        value = values.get(field.type, 1)
        if field.is_repeated:
            target.append(0 if field.name == "hand_sizes" else value)
        else:
            setattr(message, field.name, 0 if field.name == "seat" else value)


@pytest.mark.parametrize("field", list(events_pb2.Event.DESCRIPTOR.fields), ids=lambda f: f.name)
def test_every_event_of_the_api_is_known(field: FieldDescriptor) -> None:
    """A new kind or field in the proto needs a place in the reader."""
    event = events_pb2.Event()
    assert field.message_type is not None
    inner = getattr(event, field.name)
    inner.SetInParent()
    _filled(field.message_type, inner)
    unknown: list[Unknown] = []
    read = read_event(Node(MessageToDict(event), "event", unknown))
    assert not isinstance(read, Unknown)
    assert unknown == []


def test_every_field_of_the_game_is_known() -> None:
    """As above; what only a running game has apart."""
    page = game_service_pb2.GetTranscriptResponse()
    _filled(view_pb2.GameView.DESCRIPTOR, page.game)
    page.game.ClearField("deal")
    page.game.ClearField("you")
    update = page.entries.add(revision=1)
    update.commit_time.FromJsonString("2026-01-02T03:04:05Z")
    transcript = read_transcript(json.dumps(MessageToDict(page)).encode())
    assert transcript.unknown == ()
    assert transcript.game.seats[0].table == (("x",),)


@pytest.mark.parametrize(
    ("enum", "message", "name"),
    [
        (view_pb2.Cause, "seatResigned", "cause"),
        (view_pb2.UpcardOrigin, "cardTurned", "origin"),
        (view_pb2.SeatKind, "seatTaken", "kind"),
        (view_pb2.Access, "gameCreated", "access"),
    ],
)
def test_every_value_of_the_apis_enumerations_is_known(enum: Any, message: str, name: str) -> None:
    """By name and by number, and both are the same."""
    for word, number in enum.items():
        unknown: list[Unknown] = []
        one, two = (
            read_event(Node({message: {name: value}}, "event", unknown)) for value in (word, number)
        )
        assert one == two
        assert unknown == []


def test_a_view_with_a_message_for_a_list_is_refused() -> None:
    """Types are not guessed."""
    node: Json = {"table": {"cards": []}}
    with pytest.raises(Unreadable, match=r"seat\.table is no list"):
        Node(node, "seat", []).layout("table")
