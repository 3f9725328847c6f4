"""The REST door as programs without a client use it, and a game that runs there."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from conquian_service.bootstrap import Service
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


def error_of(answer: Answer) -> dict[str, Any]:
    """What an answer tells of an error."""
    error: dict[str, Any] = json.loads(answer.body)["error"]
    assert error["code"] == answer.status
    return error


def info_of(answer: Answer) -> dict[str, Any]:
    """Its first detail: reason and metadata."""
    info: dict[str, Any] = error_of(answer)["details"][0]
    return info
