"""The examples of the OpenAPI document: what a real service answered.

    python -m tests.conformance.examples      writes them anew

A test compares their form with what the service answers now.
"""

from __future__ import annotations

import asyncio
import json
import re
import tempfile
from pathlib import Path
from typing import Any

from conquian_service.bootstrap import running_service
from conquian_service.config import load_settings
from tests.conformance.decks import two_seats
from tests.support.http1 import Exchange, exchange
from tests.support.tree import ROOT

FILE = ROOT / "service/conquian_service/transport/http/openapi/examples.json"
GAME = "k3qvp7zqm2n5c4xwa6yrb2tdhe"
JSON = ("content-type", "application/json")
_MAC = re.compile(r"(cq[shiwt]1\.[A-Za-z0-9_.-]+)\.[A-Za-z0-9_-]{22}")
_SEAT = re.compile(r"(cqs1\.own\.[a-z2-7]{26}\.\d)\.\d+")
_PASS: dict[str, Any] = {"pass": {}}


async def collect(url: str) -> dict[str, dict[str, Any]]:
    """A request and its answer for every method, by name."""
    examples: dict[str, dict[str, Any]] = {}

    async def ask(name: str, verb: str, path: str, sent: Any = None, token: str = "") -> Any:
        headers = [JSON, *([("authorization", f"Bearer {token}")] if token else [])]
        body = b"" if sent is None else json.dumps(sent).encode()
        answer = await exchange(url, path, headers, body, method=verb)
        assert answer.status == 200, answer.body
        read = json.loads(answer.body)
        for ruleset in [*read.get("rulesets", []), read.get("ruleset", {})]:
            del ruleset.get("options", [])[3:]  # enough to see what they are like
        examples[name] = ({} if sent is None else {"request": sent}) | {"response": read}
        return read

    table = {"ruleset": "classic", "access": "ACCESS_PUBLIC", "firstDealer": 0}
    spare = await ask("CreateGame", "POST", "/v1/games", table)
    await ask("ListGames", "GET", "/v1/games?pageSize=1")
    await ask("CancelGame", "POST", f"{_at(spare)}:cancel", {}, spare["hostToken"])

    left = await ask("CreateGame", "POST", "/v1/games", table)
    for name, token in (("FreeSeat", left["hostToken"]), ("LeaveGame", "")):
        seat = await ask("JoinGame", "POST", f"{_at(left)}:join", {"name": "Ben"})
        place = "/seats/0:free" if name == "FreeSeat" else ":leave"
        await ask(name, "POST", _at(left) + place, {}, token or seat["seatToken"])

    pinned = {**table, "pinnedOrders": [{"cards": two_seats()}]}
    made = await ask("CreateGame", "POST", "/v1/games", pinned)
    examples["CreateGame"]["request"] = {"ruleset": "classic", "access": "ACCESS_PUBLIC"}
    game = _at(made)
    seats = [
        (await ask("JoinGame", "POST", f"{game}:join", {"name": name}))["seatToken"]
        for name in ("Ana", "Ben")
    ]
    await ask("GetGame", "GET", f"{game}?includeLegalMoves=true", token=seats[1])
    await ask("ListLegalMoves", "GET", f"{game}/moves:legal?pageSize=2", token=seats[1])
    await ask("PlayMove", "POST", f"{game}/moves", {"revision": 3, "move": _PASS}, seats[1])
    await ask("ListEvents", "GET", f"{game}/events?afterRevision=3", token=seats[1])
    await ask("IssueWatchTicket", "POST", f"{game}/events:watchTicket", {}, seats[1])
    examples["WatchGame"] = {"response": await _events(url, f"{game}/events:watch?afterRevision=1")}
    await ask("IssueSeatToken", "POST", f"{game}/seats/0:issueToken", {}, made["hostToken"])
    await ask("Resign", "POST", f"{game}:resign", {}, seats[1])
    await ask("GetTranscript", "GET", f"{game}/transcript?pageSize=1")

    await ask("ListRulesets", "GET", "/v1/rulesets?pageSize=1")
    await ask("GetRuleset", "GET", "/v1/rulesets/classic")
    position = {
        "ruleset": "classic",
        "table": [{"cards": ["3C", "3D", "3S"]}],
        "hand": ["4C", "5C", "KD"],
        "upcard": "3H",
        "layout": [{"cards": ["3C", "3D", "3H", "3S"]}],
    }
    await ask("AnalyzePosition", "POST", "/v1/positions:analyze", position)
    return _without_secrets(examples)


async def _events(url: str, path: str) -> str:
    made = await Exchange.begin(url, path, method="GET")
    await made.head()
    text = b""
    async for piece in made.body():
        text += piece
        if text.count(b"\n\n") > 1:
            break
    made.cut()
    return "\n\n".join(text.decode().split("\n\n")[:2]) + "\n\n"


def _at(made: dict[str, Any]) -> str:
    return f"/v1/games/{made['game']['gameId']}"


def _without_secrets(examples: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """The same with tokens that were never good, and one game throughout."""
    text = json.dumps(examples)
    text = _MAC.sub(rf"\1.{'A' * 22}", _SEAT.sub(r"\1.1", text))
    text = re.sub(r'(?<=["/.])[a-z2-7]{26}(?=["/.?:])', GAME, text)
    cleaned: dict[str, dict[str, Any]] = json.loads(text)
    return cleaned


async def _write() -> None:
    with tempfile.TemporaryDirectory() as folder:
        settings = load_settings(grpc_port=0, http_port=0, data_dir=Path(folder))
        async with running_service(settings) as service:
            examples = await collect(service.http_url)
    lines = [f"{json.dumps(name)}: {json.dumps(examples[name])}" for name in sorted(examples)]
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(_write())
