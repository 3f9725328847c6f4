"""The REST door as HTTP: methods, bodies, compression, what is beside the calls."""

from __future__ import annotations

import asyncio
import gzip
import json

import pytest

from tests.conformance.rest_api import JSON, NOWHERE, Api, error_of


async def test_head_is_get_without_its_body(api: Api) -> None:
    """With the same headers."""
    got, head = [await api.ask(verb, api.game) for verb in ("GET", "HEAD")]
    assert head.body == b""
    assert head.status == 200
    assert [pair for pair in got.headers if pair[0] != "date"] == [
        pair for pair in head.headers if pair[0] != "date"
    ]


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        ("/v1/games", "GET, HEAD, OPTIONS, POST"),
        (NOWHERE, "GET, HEAD, OPTIONS"),
        (f"{NOWHERE}/moves", "OPTIONS, POST"),
        (f"{NOWHERE}/events:watch", "GET, HEAD, OPTIONS"),
    ],
)
async def test_a_method_that_a_path_does_not_take(api: Api, path: str, allowed: str) -> None:
    """405 with those it takes, which OPTIONS tells as well."""
    answer = await api.ask("DELETE", path)
    assert (answer.status, answer.header("allow")) == (405, allowed)
    assert error_of(answer)["details"] == []
    answer = await api.ask("OPTIONS", path)
    assert (answer.status, answer.header("allow")) == (204, allowed)


@pytest.mark.parametrize(
    "path",
    [
        "/v1/",
        "/v1/game",
        "/v1/games/",
        f"{NOWHERE}/",
        f"{NOWHERE}:fly",
        f"{NOWHERE}/seats/0",
        "/v2",
        "/docs/",
        "/healthz/",
    ],
)
async def test_a_path_where_nothing_is(api: Api, path: str) -> None:
    """404 in the form of every error."""
    answer = await api.ask("GET", path)
    assert answer.status == 404
    assert error_of(answer)["status"] == "NOT_FOUND"


async def test_an_answer_that_is_not_wanted(api: Api) -> None:
    """406, whatever the answer would have been."""
    assert (await api.ask("GET", api.game, None, ("accept", "text/html"))).status == 406
    assert (await api.ask("GET", api.game, None, ("accept", "application/*"))).status == 200
    stream = await api.ask("GET", f"{api.game}/events:watch", None, ("accept", "application/json"))
    assert stream.status == 406


@pytest.mark.parametrize(
    "content_type",
    [[], ["text/plain"], ["application/x-www-form-urlencoded"], ["application/json; charset=x"]],
)
async def test_a_body_that_is_not_json(api: Api, content_type: list[str]) -> None:
    """415, so that no form of another site can make a call."""
    headers = [("content-type", kind) for kind in content_type]
    answer = await api.ask("POST", "/v1/games", None, *headers, body=b'{"ruleset": "classic"}')
    assert (answer.status, answer.header("accept")) == (415, "application/json")


async def test_a_body_that_is_too_large(api: Api) -> None:
    """413 at 64 kB, by its length, without a length, and after decompression."""
    path, large = "/v1/games", json.dumps({"ruleset": "x" * 70_000}).encode()
    assert (await api.ask("POST", path, None, JSON, body=large)).status == 413
    assert (await _chunked(api.service.http_url, path, large)).startswith(b"HTTP/1.1 413 ")
    packed = ("content-encoding", "gzip")
    bomb = await api.ask("POST", path, None, JSON, packed, body=gzip.compress(large))
    assert (bomb.status, error_of(bomb)["status"]) == (413, "RESOURCE_EXHAUSTED")


async def test_a_compressed_request(api: Api) -> None:
    """By gzip; anything else is 415."""
    body = gzip.compress(b'{"ruleset": "classic"}')
    made = await api.ask("POST", "/v1/games", None, JSON, ("content-encoding", "gzip"), body=body)
    assert made.status == 200
    other = await api.ask("POST", "/v1/games", None, JSON, ("content-encoding", "br"), body=body)
    assert (other.status, other.header("accept-encoding")) == (415, "gzip, identity")


async def test_large_answers_are_compressed_for_who_takes_that(api: Api) -> None:
    """Above 1 kB, by gzip, with the same content."""
    wanted = ("accept-encoding", "gzip, br")
    plain, packed = await api.ask("GET", api.game), await api.ask("GET", api.game, None, wanted)
    assert len(plain.body) > 1024 > len(packed.body)
    assert packed.header("content-encoding") == "gzip"
    assert gzip.decompress(packed.body) == plain.body
    refused = ("accept-encoding", "gzip;q=0")
    assert (await api.ask("GET", api.game, None, refused)).header("content-encoding") == ""
    small = await api.ask("GET", NOWHERE, None, wanted)
    assert small.header("content-encoding") == ""


async def test_bytes_that_are_no_request(api: Api) -> None:
    """In the form of every error; a path without end too."""
    for sent, status in (
        (b"HELLO\r\n\r\n", b"400"),
        (b"GET /v1/games HTTP/1.1\r\nbad header\r\n\r\n", b"400"),
        (b"GET /" + b"x" * 66_000 + b" HTTP/1.1\r\nhost: x\r\n\r\n", b"414"),
    ):
        answered = await _raw(api.service.http_url, sent)
        assert answered.startswith(b"HTTP/1.1 " + status)
        assert json.loads(answered.partition(b"\r\n\r\n")[2])["error"]["code"] == int(status)


async def test_no_cookie_and_no_guess_at_content(api: Api) -> None:
    """Neither set nor looked at."""
    cookie = ("cookie", f"authorization=Bearer {api.mine}")
    answer = await api.ask("GET", api.game, None, cookie)
    assert "you" not in json.loads(answer.body)["game"]
    assert answer.header("set-cookie") == ""
    assert answer.header("x-content-type-options") == "nosniff"


async def test_calls_are_counted_by_door_and_paths_are_not(api: Api) -> None:
    """As calls of gRPC are; a path that does not exist makes no label."""
    await api.ask("GET", NOWHERE)
    await api.ask("GET", f"{api.game}?x=1")
    await api.ask("GET", "/v1/surprise/attack")
    metrics = (await api.ask("GET", "/metrics")).body.decode()
    assert 'conquian_calls_total{code="NOT_FOUND",door="rest",method="GetGame"}' in metrics
    assert 'conquian_calls_total{code="INVALID_ARGUMENT",door="rest",method="GetGame"}' in metrics
    assert "surprise" not in metrics
    assert api.table.game_id not in metrics


async def test_the_pages_for_developers_ask_nobody_else(api: Api) -> None:
    """All that /docs loads is here; the policy of the page keeps it at that."""
    page = await api.ask("GET", "/docs")
    assert page.header("content-type") == "text/html; charset=utf-8"
    assert "default-src 'none'" in page.header("content-security-policy")
    assert b"//" not in page.body
    for name in ("swagger-ui.css", "swagger-ui-bundle.js", "start.js", "notices.txt"):
        part, packed = (
            await api.ask("GET", f"/docs/{name}"),
            await api.ask("GET", f"/docs/{name}", None, ("accept-encoding", "gzip")),
        )
        assert part.status == 200
        assert gzip.decompress(packed.body) == part.body
    assert (await api.ask("GET", "/docs/VERSION")).status == 404
    assert (await api.ask("POST", "/docs")).header("allow") in {"GET, HEAD", "HEAD, GET"}


async def _chunked(url: str, path: str, body: bytes) -> bytes:
    pieces = [body[start : start + 10_000] for start in range(0, len(body), 10_000)]
    chunks = b"".join(b"%x\r\n%b\r\n" % (len(piece), piece) for piece in pieces)
    head = (
        f"POST {path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n"
        "transfer-encoding: chunked\r\n\r\n"
    )
    return await _raw(url, head.encode() + chunks + b"0\r\n\r\n")


async def _raw(url: str, sent: bytes) -> bytes:
    reader, writer = await asyncio.open_connection(*_address(url))
    writer.write(sent)
    async with asyncio.timeout(10):
        answered = await reader.read()
    writer.close()
    return answered


def _address(url: str) -> tuple[str, int]:
    host, _, port = url.removeprefix("http://").rpartition(":")
    return host, int(port)
