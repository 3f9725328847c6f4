"""Requests by path, query and headers, as the HTTP rules bind them."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import pytest
from google.api.annotations_pb2 import http
from google.api.http_pb2 import HttpRule
from google.protobuf import descriptor_pb2
from google.protobuf.descriptor import MethodDescriptor

from conquian.v1 import game_service_pb2 as pb
from conquian_service.transport.http.rest import requests
from conquian_service.transport.http.rest.parameters import QueryReader
from conquian_service.transport.http.rest.reading import MessageReader
from conquian_service.transport.http.rest.refusals import Unreadable
from conquian_service.transport.http.rest.requests import RequestReader
from conquian_service.transport.http.rest.rules import Rule, rules_of
from conquian_service.transport.http.rest.templates import compile_template
from tests.unit.transport.rest.messages import everything

EVERYTHING = everything()
READER = MessageReader(EVERYTHING)
QUERY = QueryReader(EVERYTHING, bound=())


def _read(query: str) -> Any:
    sent: dict[str, Any] = {}
    QUERY.read(query.encode(), sent)
    return READER.read(sent)


@pytest.mark.parametrize(
    ("query", "field", "value"),
    [
        ("text=a%20b+c", "text", "a b c"),
        ("text=%E2%98%83", "text", "\N{SNOWMAN}"),
        ("text=12", "text", "12"),
        ("number=-7", "number", -7),
        ("longNumber=9007199254740993", "long_number", 9007199254740993),
        ("long_number=3", "long_number", 3),
        ("ratio=1.5", "ratio", 1.5),
        ("truth=true", "truth", True),
        ("rawBytes=AQI%3D", "raw_bytes", b"\x01\x02"),
        ("colour=COLOUR_RED", "colour", 1),
        ("colour=1", "colour", 1),
        ("colour=99", "colour", 99),
        ("colours=COLOUR_RED&colours=0", "colours", [1, 0]),
        ("words=a&words=b", "words", ["a", "b"]),
        ("maybe=true", "maybe", {"value": True}),
    ],
)
def test_a_parameter_of_each_kind(query: str, field: str, value: Any) -> None:
    """By either of its names."""
    read = getattr(_read(query), field)
    assert read == (type(read)(**value) if isinstance(value, dict) else value)


def test_nested_parameters() -> None:
    """A dot leads into a message; times and durations are texts."""
    read = _read(
        "innerPart.someText=a&inner_part.flags=true&innerPart.flags=false"
        "&startTime=2026-11-30T08%3A00%3A00Z&lasts=1.5s"
    )
    assert read.inner_part.some_text == "a"
    assert list(read.inner_part.flags) == [True, False]
    assert read.start_time.seconds == 1796025600
    assert read.lasts.nanos == 500_000_000


@pytest.mark.parametrize(
    ("query", "place"),
    [
        ("txet=a", "txet"),
        ("text=a&text=b", "text"),
        ("text=a&again.text=b", "again.text"),
        ("parts=a", "parts"),
        ("parts.some_text=a", "parts.some_text"),
        ("innerPart=a", "innerPart"),
        ("number=x", "number"),
        ("number=", "number"),
        ("number=99999999999", "number"),
        ("number=1_0", "number"),
        ("number=1e1", "number"),
        ("number=%2B1", "number"),
        ("number=1.0", "number"),
        ("number=%EF%BC%91", "number"),
        ("long_number=1_0", "long_number"),
        ("long_number=1e1", "long_number"),
        (f"long_number={'9' * 5000}", "long_number"),
        ("colour=1_0", "colour"),
        ("truth=yes", "truth"),
        ("truth", "truth"),
        ("colour=RED", "colour"),
        ("startTime=today", "start_time"),
        ("maybe=perhaps", "maybe"),
        ("%3Cscript%3E=1", "?script?"),
        ("text=%ff", ""),
        ("&".join(f"words={n}" for n in range(101)), ""),
    ],
)
def test_a_parameter_that_is_refused(query: str, place: str) -> None:
    """By name, cleaned."""
    with pytest.raises(Unreadable) as refused:
        _read(query)
    assert refused.value.field == place


def _method(name: str) -> MethodDescriptor:
    found = pb.DESCRIPTOR.services_by_name["GameService"].methods_by_name[name]
    assert isinstance(found, MethodDescriptor)
    return found


def _reader(name: str, path: str, body: str) -> RequestReader:
    return RequestReader(Rule(_method(name), "POST", compile_template(path), body, ""))


def test_a_path_a_query_and_a_body_that_is_one_field() -> None:
    """Each field comes from where the rule says."""
    reader = _reader("PlayMove", "/v1/{game_id}", "move")
    read = reader.read(("g",), b"revision=7&validateOnly=true", b'{"letGo": {}}')
    assert (read.game_id, read.revision, read.validate_only) == ("g", 7, True)
    assert read.move.WhichOneof("kind") == "let_go"
    with pytest.raises(Unreadable):
        reader.read(("g",), b"move=x", b"")
    with pytest.raises(Unreadable):
        reader.read(("g",), b"gameId=h", b"")


def test_a_body_that_is_everything() -> None:
    """Then there is no query; the body may say again what the path says, and nothing else."""
    reader = _reader("FreeSeat", "/v1/{game_id}/{seat}", "*")
    for body in (b"", b"{}", b'{"gameId": "g", "seat": 1}', b'{"game_id": "g", "seat": "1"}'):
        read = reader.read(("g", "1"), b"", body)
        assert (read.game_id, read.seat) == ("g", 1)
    for query, body, place in (
        (b"requestId=x", b"", "requestId"),
        (b"", b'{"gameId": "h"}', "game_id"),
        (b"", b'{"seat": 2}', "seat"),
    ):
        with pytest.raises(Unreadable) as refused:
            reader.read(("g", "1"), query, body)
        assert refused.value.field == place
    with pytest.raises(Unreadable) as refused:
        reader.read(("g", "first"), b"", b"")
    assert refused.value.field == "seat"


def test_further_bindings_and_verbs_of_their_own() -> None:
    """A method has a rule for each of its bindings; one without rules has none."""
    options = descriptor_pb2.MethodOptions()
    first = HttpRule(put="/v1/a", body="*", response_body="x")
    first.additional_bindings.add().custom.MergeFrom(
        HttpRule(custom={"kind": "SEARCH", "path": "/v1/b"}).custom
    )
    any_options: Any = options
    any_options.Extensions[http].CopyFrom(first)

    class Method:
        def __init__(self, options: descriptor_pb2.MethodOptions) -> None:
            self.GetOptions = lambda: options

    found: Any = Method(options)
    rules = [(rule.verb, rule.template.text, rule.body) for rule in rules_of(found)]
    assert rules == [("PUT", "/v1/a", "*"), ("SEARCH", "/v1/b", "")]
    without: Any = Method(descriptor_pb2.MethodOptions())
    assert list(rules_of(without)) == []


@pytest.mark.parametrize("value", ["7", '"7"', 'W/"7"', '"7-12"', 'W/"7-1767225600000"'])
def test_a_revision_in_a_header(value: str) -> None:
    """As in the ETag of an answer, or bare."""
    request = pb.PlayMoveRequest()
    requests.set_revision(request, [value])
    assert request.revision == 7
    requests.set_revision(request, [value])
    watching = pb.WatchGameRequest(after_revision=3)
    requests.set_after_revision(watching, [value])
    assert watching.after_revision == 7


@pytest.mark.parametrize(
    "values", [["*"], ['"7", "8"'], ['"7-"'], ["7-1"], ["x"], ["-7"], [""], ["7", "7"], ["8"]]
)
def test_a_header_that_names_no_revision_or_another(values: list[str]) -> None:
    """Refused by the field's name."""
    request = pb.PlayMoveRequest(revision=7)
    with pytest.raises(Unreadable) as refused:
        requests.set_revision(request, values)
    assert refused.value.field == "revision"


def test_a_key_in_a_header() -> None:
    """With or without the quotes that its draft wants; the body may say the same."""
    for said, values in (("", ["k"]), ("", ['"k"']), ("k", ["k"])):
        request = pb.ResignRequest(request_id=said)
        requests.set_request_id(request, values)
        assert request.request_id == "k"
    for values in (["other"], ["k", "k"]):
        with pytest.raises(Unreadable) as refused:
            requests.set_request_id(pb.ResignRequest(request_id="k"), values)
        assert refused.value.field == "request_id"


def test_a_query_is_read_as_it_was_written() -> None:
    """By the standard library."""
    said = {"text": "ä &=+%", "number": "5"}
    read = _read(urlencode(said))
    assert (read.text, read.number) == ("ä &=+%", 5)
