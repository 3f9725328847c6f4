"""JSON in both directions, compared with `json_format`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from google.protobuf import json_format
from google.protobuf.descriptor import Descriptor
from google.protobuf.message import Message
from hypothesis import given
from hypothesis import strategies as st

from conquian.v1 import cards_pb2
from conquian.v1 import game_service_pb2 as pb
from conquian_service.transport.http.rest.json_text import _each_once, _Twice, read_json
from conquian_service.transport.http.rest.plain import NotPlain, plain_of
from conquian_service.transport.http.rest.printing import as_json, printer_of
from conquian_service.transport.http.rest.reading import MessageReader
from conquian_service.transport.http.rest.refusals import Unreadable
from tests.unit.transport.rest.messages import TYPES, everything, filled

EVERYTHING = everything()
MOVE = MessageReader(pb.PlayMoveRequest.DESCRIPTOR)


@pytest.mark.parametrize("name", sorted(TYPES))
def test_every_type_is_printed_as_the_library_prints_it(name: str) -> None:
    """Defaults of fields that cannot be absent included."""
    for message in _some(TYPES[name]):
        printed = printer_of(TYPES[name])(message)
        library = json_format.MessageToDict(message, always_print_fields_with_no_presence=True)
        assert printed == library
        assert json.loads(as_json(printed)) == library


def test_what_is_rare_is_printed_as_well() -> None:
    """64-bit integers, floats, well-known types and a type inside itself."""
    for message in _some(EVERYTHING):
        library = json_format.MessageToDict(message, always_print_fields_with_no_presence=True)
        assert printer_of(EVERYTHING)(message) == library


@pytest.mark.parametrize("name", sorted(name for name in TYPES if name.endswith("Request")))
@pytest.mark.parametrize("proto_names", [False, True])
def test_every_request_is_read_as_the_library_reads_it(name: str, proto_names: bool) -> None:
    """By either of its names."""
    for message in _some(TYPES[name]):
        sent = json_format.MessageToDict(message, preserving_proto_field_name=proto_names)
        assert MessageReader(TYPES[name]).read(sent) == message


def _some(descriptor: Descriptor) -> Iterator[Message]:
    rng = Random(descriptor.name)
    return (filled(descriptor, rng) for _ in range(40))


_TEXTS = st.sampled_from(["", "a", "7H", "1", "\N{SNOWMAN}"])
_SCALARS = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), _TEXTS)
_JSON = st.recursive(
    _SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["move", "take", "layout", "cards", "force", "seat", "pass", "letGo", "x"]
            )
            | st.sampled_from(["revision", "requestId", "request_id", "validateOnly", "gameId"]),
            inner,
            max_size=3,
        )
    ),
    max_leaves=8,
)


@given(_JSON)
def test_whatever_is_read_without_the_library_is_what_it_reads(sent: Any) -> None:
    """And nothing is read that the library refuses."""
    try:
        plain = pb.PlayMoveRequest(**plain_of(pb.PlayMoveRequest.DESCRIPTOR)(sent))
    except NotPlain:
        return
    assert plain == json_format.ParseDict(sent, pb.PlayMoveRequest())


@given(_JSON)
def test_what_the_library_refuses_is_refused_with_a_place(sent: Any) -> None:
    """Never another error."""
    if not isinstance(sent, dict):
        return
    try:
        expected = json_format.ParseDict(sent, pb.PlayMoveRequest())
    except json_format.ParseError:
        with pytest.raises(Unreadable):
            MOVE.read(sent)
        return
    try:
        read = MOVE.read(sent)
    except Unreadable:
        return  # what the library overlooks; see below
    assert read == expected


@pytest.mark.parametrize(
    ("sent", "place"),
    [
        ({"moev": 1}, "moev"),
        ({"x" * 500 + "\n": 1}, "x" * 80),
        ({"\N{SNOWMAN} secret": 1}, "??secret"),
        (
            {"move": {"take": {"layout": [{"cards": ["7H"]}, {"crads": []}]}}},
            "move.take.layout[1].crads",
        ),
        ({"move": {"take": {"layout": [{"cards": ["7H", 7]}]}}}, "move.take.layout[0].cards"),
        ({"move": {"take": {"layout": [None]}}}, "move.take.layout[0]"),
        ({"move": {"layFromHand": {"layout": {}}}}, "move.lay_from_hand.layout"),
        ({"move": {"pass": {}, "letGo": {}}}, "move"),
        ({"move": []}, "move"),
        ({"move": ""}, "move"),
        ({"move": {"take": []}}, "move.take"),
        ({"move": {"take": {"layout": [[]]}}}, "move.take.layout[0]"),
        ({"revision": "x"}, "revision"),
        ({"revision": True}, "revision"),
        ({"revision": 2**31}, "revision"),
        ({"revision": 1.5}, "revision"),
        ({"revision": "1_0"}, "revision"),
        ({"revision": "+1"}, "revision"),
        ({"revision": "\uff11"}, "revision"),
        ({"revision": "1.5"}, "revision"),
        ({"requestId": 7}, "request_id"),
        ({"validateOnly": "true"}, "validate_only"),
        ({"requestId": "a", "request_id": "a"}, "request_id"),
    ],
)
def test_a_refusal_names_the_place(sent: dict[str, Any], place: str) -> None:
    """In the names of the proto where there are any; of what was sent only a cleaned name."""
    with pytest.raises(Unreadable) as refused:
        MOVE.read(sent)
    assert refused.value.field == place


@pytest.mark.parametrize("sent", [10, "10", 1e1, "1e1", "1.0E+1", "10.0"])
def test_an_integer_may_be_written_in_several_ways(sent: Any) -> None:
    """As the JSON mapping of protobuf has it: as a number or a text, in any form of JSON's."""
    assert MOVE.read({"revision": sent}).revision == 10  # type: ignore[attr-defined] # generated


def test_a_field_inside_is_not_said_twice_either() -> None:
    """By both of its names, however deep."""
    reader = MessageReader(EVERYTHING)
    with pytest.raises(Unreadable) as refused:
        reader.read({"parts": [{"someText": "a", "some_text": "b"}]})
    assert refused.value.field == "parts[0].some_text"


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (b'{"a": 1,}', "line 1, column 9"),
        (b'{\n  "a": 1\n  "b": 2}', "line 3, column 3"),
        (b"{'a': 1}", "line 1, column 2"),
        (b'{"a": 1} x', "line 1, column 10"),
        (b'{"a": "\x01"}', "line 1, column 8"),
        (b"\xef\xbb\xbf{}", "line 1, column 1"),
        (b'{"a": "\xff"}', "byte 8"),
        ('{"a": 1}'.encode("utf-16"), "byte 1"),
        (b"[]", "no JSON object"),
        (b"null", "no JSON object"),
        (b'{"a": NaN}', "what JSON has not"),
        (b'{"a": Infinity}', "what JSON has not"),
        (b"[" * 60_000, "too deep"),
        (b'{"a":' * 10_000, "too deep"),
        (b'{"a": ' + b"9" * 5000 + b"}", "what JSON has not"),
        (b'{"a": 1, "a": 2}', "twice"),
        (b'{"a": "\\ud800"}', "surrogate"),
        (b'{"\\udc00": 1}', "surrogate"),
    ],
)
def test_a_body_that_is_no_json(body: bytes, why: str) -> None:
    """Told where, and nothing of what was sent."""
    with pytest.raises(Unreadable) as refused:
        read_json(body)
    assert why in refused.value.why


class _Compared(str):
    """A name that counts how often it is compared with another."""

    times = 0
    __slots__ = ()
    __hash__ = str.__hash__

    def __eq__(self, other: object) -> bool:
        _Compared.times += 1
        return str.__eq__(self, other)


def test_a_name_given_twice_is_found_in_one_go() -> None:
    """Not by a look at all other names for each: the body may have thousands of them."""
    names = [f"name{number}" for number in range(5_000)]
    pairs = [(_Compared(name), 1) for name in (*names, names[-1])]
    _Compared.times = 0
    with pytest.raises(_Twice) as twice:
        _each_once([*pairs])
    assert twice.value.name == names[-1]
    assert _Compared.times < 10 * len(pairs)


def test_an_escaped_pair_is_a_character() -> None:
    """As JavaScript writes what is beyond 16 bits."""
    assert read_json(b'{"a": "\\ud83c\\udca1"}') == {"a": "\N{PLAYING CARD ACE OF SPADES}"}


def test_no_body_is_an_empty_object() -> None:
    """So that a call without fields needs none."""
    assert read_json(b"") == {}


def test_a_move_that_was_listed_is_read_back() -> None:
    """Whole moves can be sent back unchanged."""
    for kind in cards_pb2.Move.DESCRIPTOR.fields:
        move = cards_pb2.Move()
        getattr(move, kind.name).SetInParent()
        printed = printer_of(cards_pb2.Move.DESCRIPTOR)(move)
        sent = json.loads(as_json({"move": printed, "revision": 1}))
        assert MOVE.read(sent) == pb.PlayMoveRequest(move=move, revision=1)
