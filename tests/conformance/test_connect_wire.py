"""Connect and gRPC-Web beyond their messages: headers, codings, time limits, what is refused."""

from __future__ import annotations

import gzip
import json
import struct
from base64 import b64encode

import pytest

from conquian.v1 import game_service_pb2 as pb
from conquian_service.bootstrap import Service
from tests.conformance.doors_connect import ConnectDoor, refusal_of
from tests.conformance.frames import frame
from tests.support.http1 import Answer, exchange

GAMES, RULES = "/conquian.v1.GameService", "/conquian.v1.RulesService"
JSON = ("content-type", "application/json")
LARGE = b'{"ruleset":"classic"}'
"""The answer to this is over a kilobyte, that to `SMALL` is not."""
SMALL = b'{"pageSize":1}'
FIELD_INVALID = ("INVALID_ARGUMENT", "FIELD_INVALID")


async def _rules(service: Service, method: str, body: bytes, *headers: tuple[str, str]) -> Answer:
    return await exchange(service.http_url, f"{RULES}/{method}", [JSON, *headers], body)


def _refused(answer: Answer) -> tuple[str, str]:
    return refusal_of(json.loads(answer.body)).name


async def test_a_whole_answer_tells_its_length(service: Service) -> None:
    """No chunks for what is one piece, and no coding that is none."""
    answer = await _rules(service, "GetRuleset", LARGE)
    assert answer.header("content-length") == str(len(answer.body))
    assert answer.header("content-encoding") == ""
    assert answer.header("transfer-encoding") == ""


async def test_what_is_large_is_compressed_for_who_takes_it(service: Service) -> None:
    """And told apart by caches."""
    accepting = ("accept-encoding", "br, gzip")
    packed = await _rules(service, "GetRuleset", LARGE, accepting)
    assert packed.header("content-encoding") == "gzip"
    assert packed.header("vary") == "Accept-Encoding"
    plain = await _rules(service, "GetRuleset", LARGE)
    assert gzip.decompress(packed.body) == plain.body


async def test_what_is_small_is_not_compressed(service: Service) -> None:
    """It would only grow, and cost both sides."""
    door = ConnectDoor(service.http_url, binary=True)
    headers = [("content-type", "application/proto"), ("accept-encoding", "gzip")]
    request = pb.ListGamesRequest(page_size=1, ruleset="courtless")
    path = f"{GAMES}/ListGames"
    answer = await exchange(service.http_url, path, headers, door.encode(request))
    assert answer.status == 200
    assert answer.header("content-encoding") == ""


async def test_a_compressed_request_is_read(service: Service) -> None:
    """In a call, and in a frame."""
    coded = ("content-encoding", "gzip")
    answer = await _rules(service, "GetRuleset", gzip.compress(LARGE), coded)
    assert answer.status == 200
    packed = gzip.compress(pb.GetGameRequest(game_id="a" * 26).SerializeToString())
    headers = [("content-type", "application/grpc-web+proto"), ("grpc-encoding", "gzip")]
    body = struct.pack(">BI", 1, len(packed)) + packed
    told = await exchange(service.http_url, f"{GAMES}/GetGame", headers, body)
    assert b"grpc-status: 5\r\n" in told.body


@pytest.mark.parametrize(
    ("body", "coding", "code"),
    [
        (gzip.compress(b" " * 10_000_000), "gzip", "RESOURCE_EXHAUSTED"),
        (b"no gzip", "gzip", "INVALID_ARGUMENT"),
        (gzip.compress(LARGE)[:-9], "gzip", "INVALID_ARGUMENT"),
        (LARGE, "br", "UNIMPLEMENTED"),
    ],
    ids=["bomb", "not gzip", "cut off", "unknown"],
)
async def test_a_badly_compressed_request(
    service: Service, body: bytes, coding: str, code: str
) -> None:
    """Refused, without what the library for it has to say."""
    answer = await _rules(service, "GetRuleset", body, ("content-encoding", coding))
    told = refusal_of(json.loads(answer.body))
    assert told.code == code
    assert "Error" not in told.text


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'"7H"',
        b"NaN",
        b'{"ruleset":7}',
        b'{"ruleset":"classic","rulesett":"x"}',
        b'{"ruleset":"classic","ruleset":"x"}',
        b'{"ruleset":"\\ud800"}',
        b'{"ruleset":"\xff"}',
        b'{"ruleset":{"a":1}}',
        b'{"ruleset":["classic"]}',
        b"[" * 30_000,
        b'{"ruleset":' * 5_000,
        b'{"pageSize":1e999}',
        b'{"ruleset":' + b"9" * 20_000 + b"}",
    ],
    ids=lambda body: body[:24].decode("latin-1"),
)
async def test_json_that_is_no_request(service: Service, body: bytes) -> None:
    """Refused in our own words: an unknown field too, which may be a misspelt one."""
    assert _refused(await _rules(service, "GetRuleset", body)) == FIELD_INVALID


async def test_json_may_name_fields_as_the_proto_does(service: Service) -> None:
    """And enums by number; the answer names them in lowerCamelCase and as text."""
    made = await exchange(
        service.http_url,
        f"{GAMES}/CreateGame",
        [JSON],
        b'{"ruleset":"classic","first_dealer":1,"access":2}',
    )
    game = json.loads(made.body)["game"]
    assert game["access"] == "ACCESS_UNLISTED"
    assert len(game["gameId"]) == 26


async def test_a_head_that_is_not_ascii(service: Service) -> None:
    """Taken for what it is: no credential of ours, no form we know."""
    sent = ("authorization", "Bearer caf\N{LATIN SMALL LETTER E WITH ACUTE}")
    answer = await exchange(service.http_url, f"{GAMES}/ListGames", [JSON, sent], b"{}")
    assert _refused(answer) == ("UNAUTHENTICATED", "CREDENTIAL_INVALID")


@pytest.mark.parametrize(
    ("method", "path", "content_type", "status"),
    [
        ("GET", f"{RULES}/ListRulesets?encoding=json&message=%7B%7D", "", 405),
        ("PUT", f"{RULES}/ListRulesets", "application/json", 405),
        ("POST", f"{RULES}/Cheat", "application/json", 404),
        ("POST", f"{RULES}/", "application/json", 404),
        ("POST", f"{GAMES}/ListRulesets", "application/json", 404),
        ("POST", f"{RULES}/ListRulesets", "text/plain", 415),
        ("POST", f"{RULES}/ListRulesets", "application/connect+json", 415),
        ("POST", f"{GAMES}/WatchGame", "application/json", 415),
        ("POST", f"{RULES}/ListRulesets", "application/grpc", 415),
        ("POST", f"{RULES}/ListRulesets", "application/grpc+proto", 415),
    ],
)
async def test_what_is_no_call(
    service: Service, method: str, path: str, content_type: str, status: int
) -> None:
    """Refused by HTTP's own words; a request in a query string would stand in logs."""
    headers = [("content-type", content_type)] if content_type else []
    answer = await exchange(service.http_url, path, headers, b"", method=method)
    assert answer.status == status


@pytest.mark.parametrize(
    ("name", "value", "code"),
    [
        ("connect-timeout-ms", "0", "DEADLINE_EXCEEDED"),
        ("connect-timeout-ms", "9999999999", ""),
        ("connect-timeout-ms", "99999999999", "INVALID_ARGUMENT"),
        ("connect-timeout-ms", "-1", "INVALID_ARGUMENT"),
        ("connect-timeout-ms", "soon", "INVALID_ARGUMENT"),
        ("connect-protocol-version", "2", "INVALID_ARGUMENT"),
    ],
)
async def test_limits_of_time(service: Service, name: str, value: str, code: str) -> None:
    """Any that the protocol allows."""
    answer = await exchange(
        service.http_url,
        f"{GAMES}/GetGame",
        [JSON, (name, value)],
        b'{"gameId":"%s"}' % (b"a" * 26),
    )
    assert refusal_of(json.loads(answer.body)).code == (code or "NOT_FOUND")


@pytest.mark.parametrize("value", ["99999999H", "99999999S", "1n", "0m", "soon", "999999999S"])
async def test_limits_of_time_of_grpc_web(service: Service, value: str) -> None:
    """The longest are as good as none."""
    headers = [("content-type", "application/grpc-web+proto"), ("grpc-timeout", value)]
    body = frame(pb.GetGameRequest(game_id="a" * 26).SerializeToString())
    answer = await exchange(service.http_url, f"{GAMES}/GetGame", headers, body)
    assert answer.status == 200
    statuses = {"99999999H": 5, "99999999S": 5, "1n": 4, "0m": 4, "soon": 3, "999999999S": 3}
    assert f"grpc-status: {statuses[value]}\r\n".encode() in answer.body + b"".join(
        f"{name}: {held}\r\n".encode() for name, held in answer.headers
    )


async def test_base64_may_be_padded_in_the_middle(service: Service) -> None:
    """As a client leaves it that encodes piece by piece."""
    whole = frame(pb.GetGameRequest(game_id="x").SerializeToString())
    body = b"".join(b64encode(whole[place : place + 2]) for place in range(0, len(whole), 2))
    headers = [("content-type", "application/grpc-web-text")]
    answer = await exchange(service.http_url, f"{GAMES}/GetGame", headers, body)
    assert answer.header("content-type").startswith("application/grpc-web-text")
    direct = await exchange(service.http_url, f"{GAMES}/GetGame", headers, b64encode(whole))
    assert answer.body == direct.body


@pytest.mark.parametrize("body", [b"!", b"AAAA=", b"A" * 300_000, b"AAAAAAA"])
async def test_base64_that_is_none(service: Service, body: bytes) -> None:
    """Refused; there is no message in it."""
    headers = [("content-type", "application/grpc-web-text")]
    answer = await exchange(service.http_url, f"{GAMES}/GetGame", headers, body)
    assert answer.status == 200
    assert b"grpc-status" not in answer.body  # in base64
    assert answer.body
