"""What HTTP adds to what may go wrong."""

from __future__ import annotations

import json
from contextlib import AsyncExitStack

import pytest
from grpc import StatusCode

from conquian._connect import enveloped
from conquian.aio import AsyncClient, AsyncSeat
from conquian.errors import (
    ConquianError,
    InvalidRequest,
    NotAllowed,
    NotFound,
    RateLimited,
    ServiceFault,
    Unauthenticated,
)
from conquian.moves import Pass
from conquian.v1 import game_service_pb2
from tests.unit.client.aio.clock import InstantClock
from tests.unit.client.scripted import (
    Raw,
    ScriptedService,
    Step,
    changed,
    got_game,
    heartbeat,
    update,
)

END = update(6, over=True)
CALL, STREAM, HTML, JSON = (
    "application/proto",
    "application/connect+proto",
    "text/html",
    "application/json",
)
PLAYED = game_service_pb2.PlayMoveResponse(update=changed(5))
TOO_MANY = 150


@pytest.fixture
def wire() -> str:
    """Over HTTP alone."""
    return "http"


def answer(
    status: int, content_type: str, body: bytes = b"<html>no</html>", *more: str, length: int = -1
) -> Raw:
    """An answer that nothing of ours gives."""
    size = len(body) if length < 0 else length
    head = (f"HTTP/1.1 {status} So", f"content-type: {content_type}", f"content-length: {size}")
    return Raw("\r\n".join([*head, *more, "", ""]).encode() + body)


def stream(body: bytes, *, length: int = -1) -> Raw:
    """A stream of these bytes."""
    return answer(200, STREAM, body, length=length)


def told(code: object, message: object = "no", **more: object) -> bytes:
    """An error as Connect writes it."""
    return json.dumps({"code": code, "message": message, **more}).encode()


def last(end: object) -> bytes:
    """The last message of a stream."""
    return b"\x02" + enveloped(json.dumps(end).encode())[1:]


# --- calls ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "lost",
    [
        answer(502, HTML),
        answer(503, HTML),
        answer(504, "text/plain", b""),
        answer(520, HTML),
        answer(408, HTML),
        answer(503, JSON, told(503)),
        answer(503, JSON, b"[" * 100_000),
        answer(503, JSON, told("unavailable")),
        answer(429, HTML, b"", "retry-after: 2"),
        answer(200, CALL, PLAYED.SerializeToString(), length=9999),
        answer(200, CALL, b"", length=9),
        Raw(b""),
        Raw(b"HTTP/1.1 200 OK\r\ncontent-ty"),
        Raw(b"SSH-2.0-OpenSSH_9\r\n\r\n"),
    ],
    ids=lambda raw: ascii(raw.answer[:60].decode()),
)
async def test_what_another_attempt_may_mend_is_sent_again_unchanged(
    seat: AsyncSeat, service: ScriptedService, lost: Raw
) -> None:
    """Proxies without a service behind them, and connections that break: as over gRPC."""
    service.script("PlayMove", lost, lost, PLAYED)

    played = await seat.play(Pass(), revision=4)

    first, second, third = service.requests("PlayMove")
    assert first == second == third
    assert first.request_id != ""
    assert played.revision == 5


FINAL = [
    (answer(500, HTML), ServiceFault, StatusCode.UNKNOWN, True),
    (answer(404, HTML), ServiceFault, StatusCode.UNIMPLEMENTED, False),
    (answer(405, HTML), ServiceFault, StatusCode.UNIMPLEMENTED, False),
    (answer(302, HTML, b"", "location: /login"), ServiceFault, StatusCode.UNKNOWN, True),
    (answer(400, HTML), ServiceFault, StatusCode.INTERNAL, True),
    (answer(401, HTML), Unauthenticated, StatusCode.UNAUTHENTICATED, False),
    (answer(403, HTML), NotAllowed, StatusCode.PERMISSION_DENIED, False),
    (answer(413, HTML), RateLimited, StatusCode.RESOURCE_EXHAUSTED, False),
    (answer(431, HTML), RateLimited, StatusCode.RESOURCE_EXHAUSTED, False),
    (answer(429, HTML), RateLimited, StatusCode.RESOURCE_EXHAUSTED, False),
    (answer(200, HTML), ServiceFault, StatusCode.UNKNOWN, True),
    (answer(200, JSON, b"{}"), ServiceFault, StatusCode.UNKNOWN, True),
    (answer(200, CALL, b"\xff\xff\xff"), ServiceFault, StatusCode.INTERNAL, True),
    (
        answer(200, CALL, b"none", "content-encoding: gzip"),
        ServiceFault,
        StatusCode.INTERNAL,
        True,
    ),
    (
        answer(200, CALL, b"\0" * (16 * 2**20 + 1)),
        RateLimited,
        StatusCode.RESOURCE_EXHAUSTED,
        False,
    ),
    (answer(404, JSON, told("not_found")), NotFound, StatusCode.NOT_FOUND, False),
    (answer(418, JSON, told("teapot")), ServiceFault, StatusCode.UNKNOWN, True),
    (
        answer(400, JSON, told("invalid_argument", None, details=[7, {"type": 7}, {"value": "%"}])),
        InvalidRequest,
        StatusCode.INVALID_ARGUMENT,
        False,
    ),
    (
        answer(400, JSON, told("invalid_argument", details={"type": "\ud800", "value": "AA"})),
        InvalidRequest,
        StatusCode.INVALID_ARGUMENT,
        False,
    ),
    (
        answer(400, JSON, told("invalid_argument", details=[{"type": "\ud800", "value": "AA"}])),
        InvalidRequest,
        StatusCode.INVALID_ARGUMENT,
        False,
    ),
]


@pytest.mark.parametrize(
    ("raw", "expected", "code", "may_have_happened"),
    FINAL,
    ids=lambda case: ascii(case.answer[:60].decode("latin-1")) if isinstance(case, Raw) else None,
)
async def test_whatever_else_comes_back_is_a_typed_error(
    *,
    seat: AsyncSeat,
    service: ScriptedService,
    raw: Raw,
    expected: type[ConquianError],
    code: StatusCode,
    may_have_happened: bool,
) -> None:
    """Raised at once, without a reason, for the service itself gave none."""
    service.script("PlayMove", raw)

    with pytest.raises(expected) as caught:
        await seat.play(Pass(), revision=4)

    assert caught.value.code is code
    assert caught.value.reason == ""
    assert caught.value.may_have_happened is may_have_happened
    assert len(service.requests("PlayMove")) == 1


async def test_the_wait_that_a_proxy_asks_for_is_kept(
    client: AsyncClient, service: ScriptedService, clock: InstantClock
) -> None:
    """In seconds; a date is of no use to a clock that may differ."""
    for wait in ("3", "Wed, 21 Oct 2026 07:28:00 GMT"):
        refused = answer(503, HTML, b"", f"retry-after: {wait}", "connection: close")
        service.script("GetGame", refused)
    service.script("GetGame", got_game(1))

    await client.get_game("g")

    asked_for, by_date = clock.slept
    assert 3.0 < asked_for < 3.1
    assert by_date < 0.2


async def test_a_connection_that_was_closed_between_two_calls_is_not_missed(
    client: AsyncClient, service: ScriptedService
) -> None:
    """Servers close what was not used for a while, and do not say so."""
    kept = answer(200, CALL, got_game(1).SerializeToString())
    service.script("GetGame", *[kept] * 5, got_game(2))

    views = [await client.get_game("g") for _ in range(6)]

    assert [view.revision for view in views] == [1, 1, 1, 1, 1, 2]


async def test_a_connection_is_kept_for_the_next_call(
    client: AsyncClient, service: ScriptedService
) -> None:
    """Calls one after another need one."""
    service.script("GetGame", *[got_game(1)] * 5)

    for _ in range(5):
        await client.get_game("g")

    assert len({call.peer for call in service.received}) == 1


async def test_open_watches_take_no_connection_from_calls(
    client: AsyncClient, service: ScriptedService
) -> None:
    """Each has its own, however many there are."""
    service.script("WatchGame", *[[update(5), Step.HANG]] * TOO_MANY)
    service.script("GetGame", got_game(5))
    async with AsyncExitStack() as watches:
        for _ in range(TOO_MANY):
            watch = await watches.enter_async_context(client.watch("g", after_revision=4))
            await anext(watch)

        assert (await client.get_game("g", timeout=3.0)).revision == 5

    assert len({call.peer for call in service.received}) == TOO_MANY + 1


# --- streams ----------------------------------------------------------------------

FIVE = enveloped(update(5).SerializeToString())


@pytest.mark.parametrize(
    "cut",
    [
        answer(502, HTML),
        answer(500, HTML),
        answer(200, HTML),
        answer(429, HTML),
        Raw(b""),
        stream(b""),
        stream(FIVE, length=9999),
        stream(FIVE[:3]),
        stream(FIVE[:-1]),
        stream(FIVE + FIVE[:7]),
        stream(FIVE),
        stream(b"\x01" + FIVE[1:]),
        stream(b"\x80" + FIVE[1:]),
        stream(b"\x00\xff\xff\xff\xff" + FIVE),
        stream(enveloped(b"\xff\xff\xff")),
        stream(FIVE + last({"error": {"code": "unavailable"}})),
        stream(FIVE + last({"error": "none of Connect's"})),
        stream(FIVE + last([])),
        stream(b"\x02" + enveloped(b"no JSON")[1:]),
    ],
    ids=lambda raw: ascii(raw.answer.partition(b"\r\n\r\n")[2][-30:].decode("latin-1")),
)
async def test_a_watch_goes_on_after_a_broken_stream(
    client: AsyncClient, service: ScriptedService, cut: Raw
) -> None:
    """After the last update that came whole: none is lost, none comes twice."""
    service.script("WatchGame", [cut], [cut], [update(5), heartbeat(5), END])

    async with client.watch("g", after_revision=4) as watch:
        revisions = [item.view.revision async for item in watch if item.view is not None]

    assert revisions == [5, 6]


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (stream(last({"error": {"code": "not_found", "message": "no game"}})), NotFound),
        (answer(401, HTML), Unauthenticated),
        (answer(403, HTML), NotAllowed),
        (answer(404, HTML), ServiceFault),
    ],
)
async def test_what_no_other_stream_would_mend_is_raised(
    client: AsyncClient, service: ScriptedService, raw: Raw, expected: type[ConquianError]
) -> None:
    """Whether the last message tells it or the status."""
    service.script("WatchGame", [raw])

    with pytest.raises(expected):
        await anext(client.watch("g", after_revision=4))


@pytest.mark.parametrize("size", [1, 2, 7])
async def test_a_stream_may_come_in_any_pieces(
    client: AsyncClient, service: ScriptedService, size: int
) -> None:
    """Messages are not what a network keeps together."""
    body = FIVE + enveloped(END.SerializeToString()) + last({})
    pieces = [body[start : start + size] for start in range(0, len(body), size)]
    chunked = b"".join(b"%x\r\n%b\r\n" % (len(piece), piece) for piece in pieces) + b"0\r\n\r\n"
    head = f"HTTP/1.1 200 OK\r\ncontent-type: {STREAM}\r\ntransfer-encoding: chunked\r\n\r\n"
    service.script("WatchGame", [Raw(head.encode() + chunked)])

    async with client.watch("g", after_revision=4) as watch:
        assert [watch.revision async for _ in watch] == [5, 6]
