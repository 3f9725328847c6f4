"""What is of HTTP alone: paths, methods, headers, bodies and statuses."""

from __future__ import annotations

import asyncio
import gzip
import json
import uuid
from dataclasses import dataclass
from typing import Any

import pytest
import pytest_asyncio

from conquian_service.bootstrap import Service
from tests.conformance.conftest import Another
from tests.conformance.every_door import EVERY_DOOR
from tests.conformance.tables import ME, Table
from tests.support.http1 import Answer, Headers, exchange

JSON = ("content-type", "application/json")
REST = next(kind for kind in EVERY_DOOR if kind.name == "rest")
NOWHERE = "/v1/games/" + "a" * 26


@dataclass
class Api:
    """The REST door of a service, and a game that runs there."""

    service: Service
    table: Table

    async def ask(
        self,
        verb: str,
        path: str,
        sent: Any = None,
        *headers: tuple[str, str],
        token: str = "",
        body: bytes = b"",
    ) -> Answer:
        given: Headers = [*headers, *([("authorization", f"Bearer {token}")] if token else [])]
        if sent is not None:
            body, given = json.dumps(sent).encode(), [JSON, *given]
        return await exchange(self.service.http_url, path, given, body, method=verb)

    @property
    def game(self) -> str:
        return f"/v1/games/{self.table.game_id}"

    @property
    def mine(self) -> str:
        return self.table.seats[ME]


@pytest_asyncio.fixture(loop_scope="session")
async def api(service: Service) -> Api:
    """A game of its own for each test."""
    async with REST.opened(service) as door:
        return Api(service, await Table.pinned(door))


def _error(answer: Answer) -> dict[str, Any]:
    error: dict[str, Any] = json.loads(answer.body)["error"]
    assert error["code"] == answer.status
    return error


def _info(answer: Answer) -> dict[str, Any]:
    info: dict[str, Any] = _error(answer)["details"][0]
    return info


async def test_a_game_is_played_by_paths_and_json(api: Api) -> None:
    """Defaults are printed, names are in lowerCamelCase, an empty body is an empty request."""
    answer = await api.ask("GET", f"{api.game}?includeLegalMoves=true", token=api.mine)
    game = json.loads(answer.body)["game"]
    assert game["deal"]["passedSeats"] == []
    assert game["deal"]["dealer"] == 0
    move = {"revision": game["you"]["decisionRevision"], "move": game["you"]["legalMoves"][0]}
    played = await api.ask("POST", f"{api.game}/moves", move, token=api.mine)
    assert json.loads(played.body)["update"]["revision"] == game["revision"] + 1
    resigned = await api.ask("POST", f"{api.game}:resign", token=api.mine)
    assert json.loads(resigned.body)["update"]["view"]["status"] == "GAME_STATUS_FINISHED"


@pytest.mark.parametrize("query", ["include_legal_moves=true", "includeLegalMoves=true"])
async def test_a_parameter_has_both_names(api: Api, query: str) -> None:
    """As fields of a body have."""
    answer = await api.ask("GET", f"{api.game}?{query}", token=api.mine)
    assert json.loads(answer.body)["game"]["you"]["legalMoves"]


@pytest.mark.parametrize("status", ["GAME_STATUS_RUNNING", "2"])
async def test_an_enum_by_name_or_number(api: Api, status: str) -> None:
    """In a query, too."""
    answer = await api.ask("GET", f"/v1/games?status={status}&pageSize=200")
    games = json.loads(answer.body)["games"]
    assert {game["status"] for game in games} <= {"GAME_STATUS_RUNNING"}


@pytest.mark.parametrize(
    ("verb", "path", "sent", "place"),
    [
        ("GET", "?includeLegalMove=true", None, "includeLegalMove"),
        ("GET", "?game_id=x", None, "game_id"),
        ("GET", "/events?page_size=x", None, "page_size"),
        ("POST", "/moves", {"moev": {}}, "moev"),
        ("POST", "/moves", {"move": {"take": {"layuot": []}}}, "move.take.layuot"),
        ("POST", "/moves?revision=1", {}, "revision"),
        ("POST", "/moves", {"gameId": "another"}, "game_id"),
    ],
)
async def test_what_cannot_be_read_is_named(
    api: Api, verb: str, path: str, sent: Any, place: str
) -> None:
    """A field that does not exist, one that belongs elsewhere, one of another kind."""
    answer = await api.ask(verb, api.game + path, sent, token=api.mine)
    info = _info(answer)
    assert (answer.status, info["reason"]) == (400, "FIELD_INVALID")
    assert info["metadata"] == {"field": place}
    assert _error(answer)["message"].startswith(f"{place}: ")


@pytest.mark.parametrize(
    ("verb", "path", "field"),
    [
        ("GET", "/v1/games/%ff", "game_id"),
        ("GET", "/v1/games/%c0%80/moves:legal", "game_id"),
        ("GET", "/v1/games/%ed%a0%80/events:watch", "game_id"),
        ("POST", "/v1/games/%ff:join", "game_id"),
        ("GET", "/v1/rulesets/%ff", "ruleset"),
    ],
)
async def test_a_path_that_is_no_text(api: Api, verb: str, path: str, field: str) -> None:
    """A refusal that names the field, no fault."""
    answer = await api.ask(verb, path, {} if verb == "POST" else None)
    assert answer.status == 400
    assert _info(answer)["metadata"]["field"] == field


@pytest.mark.parametrize("entropy", ["!!!!", "é", "A", "AAA==", "AA A", "====", "AAAA="])
async def test_bytes_that_are_no_base64(api: Api, entropy: str) -> None:
    """Not taken for none: whoever adds to the shuffle must know that he did."""
    answer = await api.ask("POST", f"{api.game}:join", {"entropy": entropy})
    assert answer.status == 400
    assert _info(answer)["metadata"]["field"] == "entropy"


async def test_malformed_json_is_told_where(api: Api) -> None:
    """By line and column."""
    answer = await api.ask("POST", f"{api.game}/moves", None, JSON, body=b'{\n "revision": 3,,\n}')
    assert answer.status == 400
    assert "line 2, column 16" in _error(answer)["message"]


async def test_an_error_has_the_form_that_googles_apis_have(api: Api) -> None:
    """Status of HTTP, code of gRPC, and the details of the other doors with their types."""
    answer = await api.ask("POST", f"{api.game}/moves", {"revision": 1, "move": {"pass": {}}})
    assert answer.status == 401
    assert answer.header("www-authenticate") == 'Bearer realm="conquian"'
    assert _error(answer)["status"] == "UNAUTHENTICATED"
    stale = {"revision": 1, "move": {"pass": {}}}
    answer = await api.ask("POST", f"{api.game}/moves", stale, token=api.mine)
    assert answer.status == 409
    info, text = _error(answer)["details"]
    assert info == {
        "@type": "type.googleapis.com/google.rpc.ErrorInfo",
        "reason": "STALE_REVISION",
        "domain": "conquian.v1",
        "metadata": {"revision": str(api.table.revision)},
    }
    assert text["@type"] == "type.googleapis.com/google.rpc.LocalizedMessage"


async def test_a_limit_says_when_to_come_again(another: Another) -> None:
    """Retry-After, in whole seconds, beside RetryInfo."""
    path, body = "/v1/positions:analyze", b'{"ruleset": "classic"}'
    async with another(analyses_per_second=1) as service:
        assert (await exchange(service.http_url, path, [JSON], body)).status == 200
        answer = await exchange(service.http_url, path, [JSON], body)
    assert answer.status == 429
    assert answer.header("retry-after") == "1"
    assert _error(answer)["details"][2]["@type"].endswith("RetryInfo")


async def test_a_key_makes_a_retry_safe(api: Api) -> None:
    """Idempotency-Key is the request_id; a body may say the same and nothing else."""
    move = {"revision": api.table.revision, "move": {"pass": {}}}
    key = ("idempotency-key", "once")
    first = await api.ask("POST", f"{api.game}/moves", move, key, token=api.mine)
    again = await api.ask("POST", f"{api.game}/moves", move, key, token=api.mine)
    same = {**move, "requestId": "once"}
    by_body = await api.ask("POST", f"{api.game}/moves", same, key, token=api.mine)
    assert first.status == 200
    assert first.body == again.body == by_body.body
    other = {**move, "requestId": "twice"}
    refused = await api.ask("POST", f"{api.game}/moves", other, key, token=api.mine)
    assert _info(refused)["metadata"] == {"field": "request_id"}


async def test_a_retried_create_is_the_same_game(api: Api) -> None:
    """The key takes part in the game's id."""
    key = ("idempotency-key", f'"{uuid.uuid4()}"')
    answers = [await api.ask("POST", "/v1/games", {"ruleset": "classic"}, key) for _ in range(2)]
    assert answers[0].body == answers[1].body
    assert answers[0].header("cache-control") == "no-store"


async def test_the_revision_is_the_tag(api: Api) -> None:
    """On reads and on changes; who has it is not told again."""
    tag = f'W/"{api.table.revision}"'
    answer = await api.ask("GET", api.game, token=api.mine)
    assert answer.header("etag") == tag
    assert answer.header("cache-control") == "private, no-cache"
    assert "Authorization" in answer.header("vary")
    for known in (tag, tag.removeprefix("W/"), f'"1", {tag}', "*"):
        unchanged = await api.ask("GET", api.game, None, ("if-none-match", known))
        assert (unchanged.status, unchanged.body) == (304, b"")
        assert unchanged.header("etag") == tag
    assert (await api.ask("GET", api.game, None, ("if-none-match", '"1"'))).status == 200


async def test_a_move_for_the_revision_of_a_tag(api: Api) -> None:
    """If-Match stands for `revision`; both must not differ."""
    path = f"{api.game}/moves"
    move: dict[str, Any] = {"move": {"pass": {}}}
    match = ("if-match", f'W/"{api.table.revision}"')
    differs = await api.ask("POST", path, {**move, "revision": 1}, match, token=api.mine)
    assert _info(differs)["metadata"] == {"field": "revision"}
    stale = await api.ask("POST", path, move, ("if-match", '"1"'), token=api.mine)
    assert _info(stale)["reason"] == "STALE_REVISION"
    played = await api.ask("POST", path, move, match, token=api.mine)
    assert played.header("etag") == f'W/"{api.table.revision + 1}"'


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
    assert _error(answer)["details"] == []
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
    assert _error(answer)["status"] == "NOT_FOUND"


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
    assert (bomb.status, _error(bomb)["status"]) == (413, "RESOURCE_EXHAUSTED")


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


@pytest.mark.parametrize(
    "origin", ["http://localhost:5173", "https://127.0.0.1", "http://[::1]:8000"]
)
async def test_a_page_of_this_machine_may_call(api: Api, origin: str) -> None:
    """Under open access; its preflight is remembered."""
    asked = [
        ("origin", origin),
        ("access-control-request-method", "POST"),
        ("access-control-request-headers", "authorization,content-type,idempotency-key,if-match"),
    ]
    preflight = await api.ask("OPTIONS", f"{api.game}/moves", None, *asked)
    assert preflight.status == 200
    assert preflight.header("access-control-allow-origin") == origin
    assert preflight.header("access-control-max-age") == "7200"
    assert preflight.header("access-control-allow-credentials") == ""
    answer = await api.ask("GET", api.game, None, ("origin", origin))
    assert answer.header("access-control-allow-origin") == origin
    told = answer.header("access-control-expose-headers").split(", ")
    assert {"ETag", "Retry-After", "Grpc-Status", "Grpc-Message"} <= set(told)


@pytest.mark.parametrize(
    "origin", ["https://example.com", "http://localhosts:80", "null", "http://localhost:123456"]
)
async def test_a_page_of_elsewhere_may_not(api: Api, origin: str) -> None:
    """Its browser is told nothing that would let it read an answer."""
    asked = [("origin", origin), ("access-control-request-method", "GET")]
    preflight = await api.ask("OPTIONS", api.game, None, *asked)
    assert preflight.header("access-control-allow-origin") == ""
    answer = await api.ask("GET", api.game, None, ("origin", origin))
    assert answer.header("access-control-allow-origin") == ""


async def test_the_origins_are_a_setting(another: Another) -> None:
    """Then they are the only ones."""
    async with another(cors_origins="https://example.com, https://example.com:8443") as service:
        for origin, allowed in (
            ("https://example.com", True),
            ("https://example.com:8443", True),
            ("http://localhost:5173", False),
        ):
            answer = await exchange(
                service.http_url, "/v1/games", [("origin", origin)], method="GET"
            )
            told = answer.header("access-control-allow-origin")
            assert told == (origin if allowed else "")


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
