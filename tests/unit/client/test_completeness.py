"""Nothing of the API is out of a client's reach: the descriptors, walked."""

from __future__ import annotations

import dataclasses
import inspect
from datetime import UTC, datetime
from enum import StrEnum
from types import ModuleType
from typing import Any, get_args

import pytest
from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from google.protobuf.timestamp_pb2 import Timestamp

from conquian import cards, enums, events, moves, rulesets, updates, view
from conquian._event_reader import event_from_proto
from conquian.aio import AsyncClient, AsyncSeat
from conquian.enums import enum_from_proto
from conquian.moves import move_from_proto, move_to_proto
from conquian.reasons import Reason
from conquian.v1 import (
    cards_pb2,
    errors_pb2,
    events_pb2,
    game_service_pb2,
    rules_service_pb2,
    view_pb2,
)

FILES = [cards_pb2, errors_pb2, events_pb2, game_service_pb2, rules_service_pb2, view_pb2]
MESSAGES: dict[str, Descriptor] = {
    name: descriptor
    for file in FILES
    for name, descriptor in file.DESCRIPTOR.message_types_by_name.items()
}
ENUMS: dict[str, EnumDescriptor] = {
    name: descriptor
    for file in FILES
    for name, descriptor in file.DESCRIPTOR.enum_types_by_name.items()
}

TYPED: dict[str, type] = {
    name: value
    for module in (cards, events, moves, rulesets, updates, view)
    for name, value in vars(module).items()
    if dataclasses.is_dataclass(value) and isinstance(value, type)
}

ALIASES = {
    "GameUpdate": "Update",
    "CreateGameResponse": "CreatedGame",
    "IssueSeatTokenResponse": "IssuedToken",
    "IssueWatchTicketResponse": "WatchTicket",
    "ListLegalMovesResponse": "LegalMoves",
    "ListEventsResponse": "EventsPage",
    "GetTranscriptResponse": "Transcript",
    "AnalyzePositionResponse": "Analysis",
}
"""Messages whose value has a shorter name."""

UNIONS = {"Move", "Event"}
"""Messages that are one of several values; tested case by case below."""

WITHIN = {
    "GetGameResponse": "GameView",
    "GetRulesetResponse": "Ruleset",
    "ListRulesetsResponse": "Ruleset",
    "ListGamesResponse": "GameView",
    "LeaveGameResponse": "Update",
    "CancelGameResponse": "Update",
    "FreeSeatResponse": "Update",
    "PlayMoveResponse": "Update",
    "ResignResponse": "Update",
    "JoinGameResponse": "AsyncSeat",
    "OpponentTable": "Layout",
}
"""Messages that calls take or return as what they hold, pages joined."""

STREAM = {"WatchGameResponse", "Heartbeat", "Resync", "Closing"}
"""What a watch deals with by itself; tests/unit/client/test_watch.py."""

PAGES_READ_BY_THE_CALL = {"LegalMoves", "Transcript"}

REQUESTS: dict[str, tuple[Any, dict[str, str]]] = {
    "CreateGameRequest": (AsyncClient.create_game, {}),
    "GetGameRequest": (AsyncClient.get_game, {"include_legal_moves": "legal_moves"}),
    "ListGamesRequest": (AsyncClient.list_games, {"page_size": "", "page_token": ""}),
    "JoinGameRequest": (AsyncClient.join, {}),
    "LeaveGameRequest": (AsyncSeat.leave, {"game_id": ""}),
    "CancelGameRequest": (AsyncClient.cancel_game, {}),
    "FreeSeatRequest": (AsyncClient.free_seat, {}),
    "IssueSeatTokenRequest": (AsyncClient.issue_seat_token, {}),
    "PlayMoveRequest": (AsyncSeat.play, {"game_id": "", "validate_only": ""}),
    "ListLegalMovesRequest": (
        AsyncSeat.legal_moves,
        {"game_id": "", "page_size": "", "page_token": ""},
    ),
    "ResignRequest": (AsyncSeat.resign, {"game_id": ""}),
    "WatchGameRequest": (AsyncClient.watch, {"include_legal_moves": "legal_moves", "ticket": ""}),
    "IssueWatchTicketRequest": (AsyncClient.issue_watch_ticket, {}),
    "ListEventsRequest": (
        AsyncClient.list_events,
        {"include_legal_moves": "legal_moves", "wait_millis": "wait"},
    ),
    "GetTranscriptRequest": (AsyncClient.transcript, {"page_size": "", "page_token": ""}),
    "ListRulesetsRequest": (AsyncClient.rulesets, {"page_size": "", "page_token": ""}),
    "GetRulesetRequest": (AsyncClient.ruleset, {"ruleset": "name"}),
    "AnalyzePositionRequest": (AsyncClient.analyze, {}),
}
"""The call of each request, and fields that it names otherwise or ("") fills in by itself."""


def filled(descriptor: Descriptor) -> Message:
    """A message with every field set to something that is not its default."""
    message = GetMessageClass(descriptor)()
    for field in descriptor.fields:
        if field.containing_oneof is not None and not field.has_presence:
            continue
        fill(message, field)
    return message


def fill(message: Message, field: FieldDescriptor) -> None:
    """Set one field."""
    if field.message_type is not None and field.message_type.GetOptions().map_entry:
        getattr(message, field.name)["max_run"] = "8"
    elif field.message_type is Timestamp.DESCRIPTOR:
        getattr(message, field.name).FromJsonString("2026-01-02T03:04:05Z")
    elif field.message_type is not None:
        part = filled(field.message_type)
        target = getattr(message, field.name)
        if field.is_repeated:
            target.append(part)
        else:
            target.CopyFrom(part)
    else:
        scalar = {
            FieldDescriptor.TYPE_STRING: field.name,
            FieldDescriptor.TYPE_BYTES: field.name.encode(),
            FieldDescriptor.TYPE_BOOL: True,
            FieldDescriptor.TYPE_ENUM: 1,
        }.get(field.type, field.number)
        if field.is_repeated:
            getattr(message, field.name).append(scalar)
        else:
            setattr(message, field.name, scalar)


def inner(field: FieldDescriptor) -> Descriptor:
    """The message type of a field that holds one."""
    assert field.message_type is not None
    return field.message_type


def typed_name(message: str) -> str:
    """The value's name for a message's."""
    return ALIASES.get(message, message)


VALUES = sorted(
    name
    for name in MESSAGES
    if not name.endswith("Request") and name not in UNIONS | STREAM | WITHIN.keys() | {"PackOrder"}
)


@pytest.mark.parametrize("name", VALUES)
def test_every_field_of_a_message_is_a_field_of_its_value(name: str) -> None:
    """Under the same name."""
    value = TYPED[typed_name(name)]
    expected = {field.name for field in MESSAGES[name].fields}
    if value.__name__ in PAGES_READ_BY_THE_CALL:
        expected.remove("next_page_token")
    assert {field.name for field in dataclasses.fields(value)} == expected
    parameters = value.__dataclass_params__  # type: ignore[attr-defined]
    assert parameters.frozen
    assert hasattr(value, "__slots__")


def test_every_reply_is_returned_as_something() -> None:
    """A new message needs a place in the tables of this test, and so in the client."""
    known = {*VALUES, *UNIONS, *STREAM, *WITHIN, *REQUESTS, "PackOrder"}
    assert known == set(MESSAGES)


@pytest.mark.parametrize(
    "name", [name for name in VALUES if hasattr(TYPED[typed_name(name)], "from_proto")]
)
def test_every_field_is_read(name: str) -> None:
    """A value made from a full message holds all of it."""
    value: Any = TYPED[typed_name(name)]
    message = filled(MESSAGES[name])
    assert_same(value.from_proto(message), message)


def assert_same(value: object, message: Message) -> None:
    """The value holds what the message says, field by field, to its depth."""
    for field in message.DESCRIPTOR.fields:
        said = getattr(message, field.name)
        if not hasattr(value, field.name):
            assert field.name == "next_page_token"
            continue
        held = getattr(value, field.name)
        for part, said_part in (
            zip(held, said, strict=True) if isinstance(held, tuple) else [(held, said)]
        ):
            assert_same_part(part, said_part, field)


def assert_same_part(part: object, said: Any, field: Any) -> None:
    """One element of a field, or the whole of it."""
    if isinstance(part, datetime):
        assert part == said.ToDatetime(tzinfo=UTC)
    elif field.enum_type is not None:
        assert field.enum_type.values_by_number[said].name.endswith(f"_{part}")
    elif isinstance(said, Message) and said.DESCRIPTOR.name in UNIONS:
        assert type(part).__name__ in names_of_union(said.DESCRIPTOR.name)
    elif isinstance(said, Message):
        assert_same(part, said)
    else:
        assert part == said


def names_of_union(name: str) -> set[str]:
    """Names of the cases of a union."""
    return {inner(field).name for field in MESSAGES[name].fields}


@pytest.mark.parametrize("field", list(MESSAGES["Event"].fields), ids=lambda f: f.name)
def test_every_event_has_a_value(field: FieldDescriptor) -> None:
    """Named as its message, read in full, and part of the union."""
    message = events_pb2.Event()
    getattr(message, field.name).CopyFrom(filled(inner(field)))

    event = event_from_proto(message)

    assert type(event).__name__ == inner(field).name
    assert type(event) in get_args(events.Event)
    assert_same(event, getattr(message, field.name))


@pytest.mark.parametrize("field", list(MESSAGES["Move"].fields), ids=lambda f: f.name)
def test_every_move_has_a_value_that_is_sent_back_unchanged(field: FieldDescriptor) -> None:
    """Named as its message, part of the union; what is listed can be played as it is."""
    message = cards_pb2.Move()
    getattr(message, field.name).SetInParent()
    getattr(message, field.name).CopyFrom(filled(inner(field)))

    move = move_from_proto(message)

    assert type(move).__name__ == inner(field).name
    assert type(move) in get_args(moves.Move)
    assert move_to_proto(move) == message


def test_moves_and_events_newer_than_the_client() -> None:
    """An unknown move keeps its bytes and can be played; an unknown event says so."""
    newer = b"\x9a\x06\x02\x08\x01"  # field 99, a message
    move = move_from_proto(cards_pb2.Move.FromString(newer))

    assert isinstance(move, moves.UnknownMove)
    assert move_to_proto(move).SerializeToString() == newer
    assert event_from_proto(events_pb2.Event.FromString(newer)) == events.UnknownEvent()


@pytest.mark.parametrize("name", sorted(ENUMS.keys() - {"ErrorReason"}))
def test_every_enum_value_has_a_member(name: str) -> None:
    """Named without the prefix; 0 and numbers of the future are UNKNOWN."""
    members: type[StrEnum] = getattr(enums, name)
    values = ENUMS[name].values
    prefix = values[0].name.removesuffix("UNSPECIFIED")
    read = [enum_from_proto(members, value.number) for value in values]

    assert read == ["UNKNOWN", *(value.name.removeprefix(prefix) for value in values[1:])]
    assert set(read) == set(members)
    assert enum_from_proto(members, 999) == "UNKNOWN"


BONUS = events_pb2.DealEnded.BONUS_FIELD_NUMBER


def test_what_is_not_told_is_none() -> None:
    """Where there may be nothing to say; a number of the future is still UNKNOWN."""
    ended = events_pb2.DealEnded(number=1)
    plain = event_from_proto(events_pb2.Event(deal_ended=ended))
    assert isinstance(plain, events.DealEnded)
    assert plain.bonus is None

    newer = events_pb2.DealEnded.FromString(bytes([BONUS << 3, 99]))
    told = event_from_proto(events_pb2.Event(deal_ended=newer))
    assert isinstance(told, events.DealEnded)
    assert told.bonus == "UNKNOWN"

    free = view.SeatView.from_proto(view_pb2.SeatView(seat=1))
    assert (free.kind, free.presence) == (None, None)


def test_reasons_are_the_protos() -> None:
    """Every reason and no other."""
    names = [value.name.removeprefix("ERROR_REASON_") for value in ENUMS["ErrorReason"].values]
    assert [reason.value for reason in Reason] == names[1:]


@pytest.mark.parametrize("name", sorted(REQUESTS))
def test_every_field_of_a_request_can_be_said(name: str) -> None:
    """A parameter of the call, unless the client fills it in."""
    call, other_names = REQUESTS[name]
    fields = [other_names.get(field.name, field.name) for field in MESSAGES[name].fields]
    assert {field for field in fields if field} <= set(inspect.signature(call).parameters)


@pytest.mark.parametrize("service", [game_service_pb2, rules_service_pb2])
def test_every_method_has_its_call(service: ModuleType) -> None:
    """The requests above are those of the services."""
    for description in service.DESCRIPTOR.services_by_name.values():
        assert {method.input_type.name for method in description.methods} <= REQUESTS.keys()
