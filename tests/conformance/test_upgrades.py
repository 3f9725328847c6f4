"""Requests that offer another protocol, as the JDK's client does by default: read as they are."""

from __future__ import annotations

import json
from typing import Any

import pytest

from conquian_service.bootstrap import Service
from tests.conformance.conftest import Stored
from tests.conformance.rest_api import REST
from tests.conformance.tables import Table, new_request_id
from tests.conformance.test_heads import Line

H2C = (
    b"connection: Upgrade, HTTP2-Settings\r\n"
    b"http2-settings: AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA\r\n"
    b"Upgrade: h2c\r\n"
)
WEBSOCKET = (
    b"connection: keep-alive, Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n"
)
LAST = b"GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n"
"""After which the service closes the connection, so that there is nothing to wait for."""


def a_join(table: Table, offer: bytes, body: bytes, *, chunked: bool = False) -> bytes:
    """A request to join, of which everything but the body may be strange."""
    size = b"transfer-encoding: chunked" if chunked else b"content-length: %d" % len(body)
    sent = b"%x\r\n%b\r\n0\r\n\r\n" % (len(body), body) if chunked else body
    return (
        b"POST /v1/games/%b:join HTTP/1.1\r\nhost: x\r\n" % table.game_id.encode()
        + b"content-type: application/json\r\n%b%b\r\n\r\n%b" % (offer, size, sent)
    )


async def a_table(service: Service) -> Table:
    """A table whose seats are free."""
    async with REST.opened(service) as door:
        return await Table.set_up(door)


def answers(received: bytes) -> list[tuple[int, Any]]:
    """Status and body of each answer on a connection."""
    found = []
    while received:
        head, _, rest = received.partition(b"\r\n\r\n")
        size = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
        found.append((int(head.split()[1]), json.loads(rest[:size])))
        received = rest[size:]
    return found


@pytest.mark.parametrize("chunked", [False, True], ids=["sized", "chunked"])
async def test_a_body_is_read_and_a_repetition_is_one(
    service: Service, stored: Stored, chunked: bool
) -> None:
    """The seat and the name asked for, once, also where one request follows the other."""
    table = await a_table(service)
    asked = {"seat": 1, "name": "Ana", "requestId": new_request_id()}
    request = a_join(table, H2C, json.dumps(asked).encode(), chunked=chunked)
    first, again, last = answers(await (await Line.to(service)).says(request + request + LAST))
    assert first == again
    assert (first[0], last[0]) == (200, 200)
    assert first[1]["seat"] == 1
    assert first[1]["update"]["view"]["seats"][1]["name"] == "Ana"
    _, entries, requests = await stored(table.game_id)
    assert (entries, requests) == (2, 2), "the table was created, and one seat was taken"


async def test_a_body_that_comes_later_is_no_request(service: Service, stored: Stored) -> None:
    """What is in it is not carried out, however much it looks like a request."""
    table = await a_table(service)
    hidden = a_join(table, b"", json.dumps({"name": "Ben"}).encode())
    head, _, body = a_join(table, H2C + b"expect: 100-continue\r\n", hidden).partition(b"\r\n\r\n")
    line = await Line.to(service)
    line.writer.write(head + b"\r\n\r\n")
    assert await line.reader.readuntil(b"\r\n\r\n") == b"HTTP/1.1 100 Continue\r\n\r\n"
    refused, last = answers(await line.says(body + LAST))
    assert (refused[0], last[0]) == (400, 200)
    assert refused[1]["error"]["message"].startswith("The body is no JSON")
    _, entries, _ = await stored(table.game_id)
    assert entries == 1


@pytest.mark.parametrize("offer", [H2C, WEBSOCKET], ids=["h2c", "websocket"])
@pytest.mark.parametrize("version", [b"1.0", b"1.1"])
async def test_without_a_body_it_is_served_too(
    service: Service, offer: bytes, version: bytes
) -> None:
    """In HTTP; whoever wants the other protocol alone sees that it was not taken up."""
    request = b"GET /healthz HTTP/%b\r\nhost: x\r\n%b\r\n" % (version, offer)
    received = await (await Line.to(service)).says(request + LAST)
    assert received.startswith(b"HTTP/1.1 200 OK\r\n")
    assert answers(received)[0] == (200, {"status": "ok"})


async def test_the_last_request_of_a_connection(service: Service) -> None:
    """What comes behind it is passed over, as behind any other."""
    table = await a_table(service)
    offer = H2C.replace(b"Upgrade, ", b"Upgrade, close, ")
    request = a_join(table, offer, json.dumps({"name": "Ana"}).encode())
    ((status, joined),) = answers(await (await Line.to(service)).says(request + LAST))
    assert (status, joined["seat"]) == (200, 0)


@pytest.mark.parametrize("target", [b"/v1/games", b"localhost:443"])
async def test_there_is_no_tunnel(service: Service, target: bytes) -> None:
    """CONNECT is refused and what follows is not read: it would be for the other end."""
    request = b"CONNECT %b HTTP/1.1\r\nhost: x\r\n\r\n" % target
    ((status, told),) = answers(await (await Line.to(service)).says(request + LAST))
    assert (status, told["error"]["code"]) == (400, 400)
