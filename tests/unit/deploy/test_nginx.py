"""deploy/nginx/nginx.conf as data: nothing in it cuts or gathers a stream."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from google.protobuf.descriptor import MethodDescriptor

from tests.support.tree import ROOT
from tests.unit.deploy.test_envoy import METHODS, SILENCE, ways

TEXT = (ROOT / "deploy/nginx/nginx.conf").read_text()
_WORD = re.compile(r'"[^"]*"|\'[^\']*\'|[{};]|[^\s{};"\']+')
_UNITS = {"s": 1, "m": 60, "h": 3600}

Block = list[tuple[list[str], "Block | None"]]
"""What stands between braces: words of each directive, and its own block if it has one."""


def _words() -> Iterator[str]:
    for line in TEXT.splitlines():
        for word in _WORD.findall(line.partition("#")[0]):
            yield word.strip("\"'") if len(word) > 1 else word


def _read(words: Iterator[str]) -> Block:
    block: Block = []
    said: list[str] = []
    for word in words:
        if word == "}":
            break
        if word in ("{", ";"):
            block.append((said, _read(words) if word == "{" else None))
            said = []
        else:
            said.append(word)
    assert said == []
    return block


def _values(block: Block) -> dict[str, str]:
    return {words[0]: " ".join(words[1:]) for words, inner in block if inner is None}


def _blocks(block: Block, name: str) -> list[tuple[list[str], Block]]:
    return [(words[1:], inner) for words, inner in block if inner is not None and words[0] == name]


((_, HTTP),) = _blocks(_read(_words()), "http")
SERVERS = [server for _, server in _blocks(HTTP, "server")]


def _location(server: Block, path: str) -> Block:
    """The one that takes a path, as nginx looks for it."""
    exact, matching, beginning = [], [], []
    for how, block in _blocks(server, "location"):
        if how[0] == "=":
            exact += [block] if how[1] == path else []
        elif how[0] == "~":
            matching += [block] if re.search(how[1], path) else []
        elif path.startswith(how[0]):
            beginning.append((len(how[0]), block))
    longest = [block for _, block in sorted(beginning, key=lambda found: -found[0])]
    return [*exact, *matching, *longest][0]


def _seconds(duration: str) -> int:
    return int(duration[:-1]) * _UNITS[duration[-1]]


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.name)
def test_a_stream_may_be_silent_and_a_call_has_its_time(method: MethodDescriptor) -> None:
    """Streams: a quarter of an hour of silence, and passed on as they come. Calls: a long poll."""
    over_http, over_grpc = SERVERS
    for path, _, grpc in ways(method):
        server = over_grpc if grpc else over_http
        location = _location(server, path.partition("?")[0])
        settings = {**_values(HTTP), **_values(server), **_values(location)}
        kind = "grpc" if grpc else "proxy"
        assert settings[f"{kind}_pass"] == (
            "grpc://conquian_grpc" if grpc else "http://conquian_http"
        )
        least = SILENCE if method.server_streaming else 31
        assert _seconds(settings[f"{kind}_read_timeout"]) >= least
        assert settings["proxy_buffering"] == "off"
