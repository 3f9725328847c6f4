"""Pages of other origins: who may call, and who may change nothing."""

from __future__ import annotations

import json

import pytest

from tests.conformance.conftest import Another
from tests.conformance.rest_api import Api, error_of
from tests.support.http1 import Answer, exchange


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
    assert preflight.status == 403
    assert "CONQUIAN_CORS_ORIGINS" in error_of(preflight)["message"]
    assert preflight.header("content-type") == "application/json"
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


async def test_what_a_page_may_not_ask_for_is_told(api: Api) -> None:
    """A preflight is refused in the form of every refusal."""
    asked = [
        ("origin", "http://localhost:5173"),
        ("access-control-request-method", "DELETE"),
    ]
    preflight = await api.ask("OPTIONS", api.game, None, *asked)
    assert preflight.status == 403
    assert error_of(preflight)["status"] == "PERMISSION_DENIED"
    assert "method" in error_of(preflight)["message"]


CREATING = [
    ("/v1/games", "application/json", b'{"ruleset": "classic"}'),
    ("/v1/games", "", b""),
    ("/conquian.v1.GameService/CreateGame", "application/json", b'{"ruleset": "classic"}'),
    (
        "/conquian.v1.GameService/CreateGame",
        "application/grpc-web+proto",
        b"\x00\x00\x00\x00\x09\x0a\x07classic",
    ),
]
by_every_door = pytest.mark.parametrize(
    "call", CREATING, ids=["rest", "no body", "connect", "grpc_web"]
)


async def _created(api: Api) -> list[str]:
    """What is counted of calls that create games."""
    metrics = (await api.ask("GET", "/metrics")).body.decode()
    return [line for line in metrics.splitlines() if "CreateGame" in line and "_total" in line]


async def _create(api: Api, call: tuple[str, str, bytes], *headers: tuple[str, str]) -> Answer:
    path, content_type, body = call
    given = [*headers, *([("content-type", content_type)] if content_type else [])]
    return await api.ask("POST", path, None, *given, body=body)


@by_every_door
@pytest.mark.parametrize(
    "headers",
    [
        [("origin", "https://example.com")],
        [("origin", "null")],
        [("origin", "http://example.com:8080"), ("host", "example.com:8080")],
    ],
    ids=["foreign", "null", "a name made to lead here"],
)
async def test_a_foreign_page_changes_nothing(
    api: Api, call: tuple[str, str, bytes], headers: list[tuple[str, str]]
) -> None:
    """At every door of HTTP, with a body or without: no call comes of it."""
    before = await _created(api)
    answer = await _create(api, call, *headers)
    assert answer.status == 403
    assert error_of(answer)["status"] == "PERMISSION_DENIED"
    assert answer.header("access-control-allow-origin") == ""
    assert await _created(api) == before


@by_every_door
@pytest.mark.parametrize("headers", [[("origin", "http://localhost:5173")], []], ids=str)
async def test_others_are_served(
    api: Api, call: tuple[str, str, bytes], headers: list[tuple[str, str]]
) -> None:
    """Pages of this machine, and who is no page."""
    before = await _created(api)
    assert (await _create(api, call, *headers)).status == (200 if call[2] else 400)
    assert await _created(api) != before


async def test_a_bodyless_post_of_a_foreign_page(api: Api) -> None:
    """It would need no preflight, and its answer nobody could read; the game goes on."""
    path = f"{api.game}:resign"
    refused = await api.ask("POST", path, None, ("origin", "https://example.com"), token=api.mine)
    assert refused.status == 403
    assert "result" not in json.loads((await api.ask("GET", api.game)).body)["game"]
    assert (await api.ask("POST", path, token=api.mine)).status == 200


async def test_our_own_pages_by_any_name_where_other_machines_are_served(another: Another) -> None:
    """`/docs` of a service on a network is read by the name of its machine."""
    async with another(http_host="0.0.0.0", insecure_open=True) as service:
        url = service.http_url.replace("0.0.0.0", "127.0.0.1")
        for origin, status in (
            ("http://example.com:8080", 200),
            ("http://example.com:9090", 403),
        ):
            headers = [
                ("content-type", "application/json"),
                ("host", "example.com:8080"),
                ("origin", origin),
            ]
            body = b'{"ruleset": "classic"}'
            answer = await exchange(url, "/v1/games", headers, body, method="POST")
            assert answer.status == status
