"""Bytes that no client sends: every answer is a documented error, and the server serves on.

Schemathesis sends what a library of HTTP can send. Here heads, paths, headers and bodies are
written by hand, and broken at random.
"""

from __future__ import annotations

import gzip
import json
import os
import re
import socket
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from tests.e2e.fuzz.pool import RUNNING, LiveTable, Pool
from tests.support.processes import HOST, Server, ending

DOCUMENTED = {200, 204, 304, 400, 401, 403, 404, 405, 406, 408, 409, 413, 414, 415, 431, 501}
"""Of every answer that these can get; 501 is Connect's for a compression that it does not know."""
_GIVEN = os.environ.get("FUZZ_EXAMPLES")
EXAMPLES = int(_GIVEN or 400)
WITHIN = 10.0
SHORTLY = 0.3
"""Within which what is answered at all is answered, though more was announced than is sent."""
_MOST = 60_000
_GO_ON = b"HTTP/1.1 100 Continue\r\n\r\n"

pytestmark = pytest.mark.timeout(60 + EXAMPLES // 5)

VERBS = (b"GET", b"POST", b"HEAD", b"OPTIONS", b"PUT", b"DELETE", b"TRACE", b"get", b"G\0T", b"")
ODD = (
    b"%", b"%f", b"%ff", b"%00", b"%2F", b"%3A", b"..", b"//", b":", b"::", b"\xff", b"\xc3\x28",
    b"?", b"#", b"&", b"=", b"%25", b"*", b"{}", b"\\", b"\x00", b"\x7f", b";", b"+", b"x" * 5000,
)  # fmt: skip
HEADERS = (
    b"content-type: application/json", b"content-type: application/json; charset=latin-1",
    b"content-type: text/plain", b"content-encoding: gzip", b"content-encoding: gzip, gzip",
    b"content-length: 5", b"content-length: -1", b"content-length: 99999999999999999999",
    b"content-length: 5\r\ncontent-length: 6", b"transfer-encoding: chunked",
    b"expect: 100-continue",
    b"transfer-encoding: gzip, chunked", b"accept: text/html", b"accept: ;q=\xff", b"host:",
    b"accept-encoding: gzip;q=x, *;q=nan", b"if-none-match: W/", b"if-match: \"\xff\"",
    b"last-event-id: -1", b"last-event-id: 9999999999", b"idempotency-key: \xff\xfe",
    b"authorization: Bearer", b"authorization: Bearer \xff",
    b"authorization: Bearer a\r\nauthorization: b",
    b"accept-language: \xff, en;q=2", b"connection: upgrade\r\nupgrade: websocket", b"upgrade: h2c",
    b"origin: null", b"origin: http://localhost\r\naccess-control-request-method: X", b"no colon",
    b": no name", b" folded", b"cookie: a=b", b"x-long: " + b"y" * 70_000, b"range: bytes=0-1",
)  # fmt: skip
BODIES = (
    b"", b"{}", b"{", b"[]", b"null", b'"x"', b"\xff\xfe", b"\xef\xbb\xbf{}", b'{"a":1,"a":2}',
    b'{"name":"\\ud800"}', b'{"name":"\xed\xa0\x80"}', b'{"revision":NaN}', b'{"revision":1e999}',
    b'{"revision":' + b"9" * 5000 + b"}", b"[" * 30_000, b'{"move":' * 5_000, b'{"x":"\\u0000"}',
    b'{"requestId":"' + b"z" * 70_000 + b'"}', gzip.compress(b"{}"), gzip.compress(b" " * 500_000),
    gzip.compress(b"{}")[:-3], b'{"options":{"":"","\\u0000":"x"}}', b'{"entropy":"===="}',
    b'{"seat":1e0,"kind":99,"name":null}', b'{"move":{"take":{"layout":[null]}}}',
    b'{"revision":3,"move":{"pass":{},"letGo":{}}}', b'{"move":{"force":{"seat":-5}},"revision":3}',
)  # fmt: skip
_LENGTHS = [line for line in HEADERS if line.startswith((b"content-length", b"transfer-"))]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a store of its own, whose streams say something soon."""
    folder = tmp_path_factory.mktemp("malformed")
    settings = {
        "CONQUIAN_DATA_DIR": str(folder / "games"),
        "CONQUIAN_HEARTBEAT_SECONDS": "0.05",
    }
    server = Server(folder, settings)
    with ending(server):
        yield server


def test_broken_requests_get_documented_errors(server: Server) -> None:
    """No fault and no silence: an error in the form of every error, or a closed connection."""
    chance = Random("broken" if _GIVEN is None else None)
    pool = Pool(server.http)
    table = pool.table(lambda _: False, RUNNING, chance)
    pool.close()
    seen: Counter[int] = Counter()
    for _ in range(EXAMPLES):
        sent = _broken(table, chance)
        status, body = _answered(server.ports[1], sent)
        seen[status] += 1
        assert status in DOCUMENTED or _may_be_silent(status, sent), (status, sent[:2000], body)
        if status >= 400 and body:
            assert _is_an_error(status, body), (status, body, sent[:2000])
    assert server.is_ready()
    assert "Traceback" not in server.said()
    assert table.tokens["host"] not in server.said()
    # It is no test of one refusal alone.
    assert min(seen[status] for status in (200, 400, 401, 404, 405, 415)) > 0, seen


def _broken(table: LiveTable, chance: Random) -> bytes:
    """A request of parts that are right or wrong."""
    game = f"/v1/games/{table.game_id}"
    path = chance.choice(
        [
            *("/v1/games", game, f"{game}/events", f"{game}/events:watch", f"{game}/moves"),
            *(f"{game}/moves:legal", f"{game}/seats/0:free", f"{game}:join", f"{game}/transcript"),
            *("/v1/rulesets", "/v1/rulesets/classic", "/v1/positions:analyze", "/v1/", "/v1"),
            *("/openapi.json", "/docs", "/metrics", "/healthz", "/conquian.v1.GameService/GetGame"),
        ]
    ).encode()
    if chance.random() < 0.5:
        at = chance.randrange(1, len(path) + 1)
        path = path[:at] + chance.choice(ODD) + path[at:]
    if chance.random() < 0.2:
        path += b"?" + chance.choice(ODD) + b"=" + chance.choice(ODD)
    verb = chance.choice(VERBS if chance.random() < 0.3 else VERBS[:3])
    body = chance.choice(BODIES) if verb == b"POST" or chance.random() < 0.1 else b""
    lines = [b"%b %b HTTP/1.1" % (verb, path), b"host: x", b"connection: close"]
    token = chance.choice([*table.seats.values(), *table.tokens.values()])
    if chance.random() < 0.6:
        lines.append(b"authorization: Bearer " + token.encode())
    odd = chance.sample(HEADERS, chance.choice([0, 0, 1, 1, 2]))
    told = b"content-length: %d" % len(body)
    if body and not any(b"content-length" in line or b"transfer" in line for line in odd):
        lines.append(told)
        if chance.random() < 0.8:
            odd.insert(0, b"content-type: application/json")
    chance.shuffle(odd)
    return b"\r\n".join([*lines, *odd, b"", body])


def _is_an_error(status: int, body: bytes) -> bool:
    """Whether a body is that of an error, at the REST door or at Connect's."""
    told: dict[str, Any] = json.loads(body)
    if "error" in told:
        return bool(told["error"]["code"] == status) and status < 500
    return set(told) <= {"code", "message", "details"} and isinstance(told["code"], str)


def _may_be_silent(status: int, sent: bytes) -> bool:
    """Whether no answer is one: the rest is waited for, or what is too long is not read."""
    return status == 0 and (_is_incomplete(sent) or len(sent) > _MOST)


def _is_incomplete(sent: bytes) -> bool:
    head = sent.partition(b"\r\n\r\n")[0]
    return any(header in head and header in HEADERS for header in _LENGTHS)


def _answered(port: int, sent: bytes) -> tuple[int, bytes]:
    """Status and body, of a stream its beginning; 0 if there is none."""
    received = b""
    within = SHORTLY if _is_incomplete(sent) else WITHIN
    with socket.create_connection((HOST, port), within) as line, suppress(OSError):
        line.sendall(sent)
        while piece := line.recv(65536):
            received += piece
            if b"text/event-stream" in received:
                break
    head, _, body = received.removeprefix(_GO_ON).partition(b"\r\n\r\n")
    if not head.startswith(b"HTTP/1.1 "):
        return 0, received
    plain = not re.search(rb"\r\n(?:transfer-encoding|content-encoding):", head.lower())
    return int(head.split(b" ", 2)[1]), body if plain else b""
