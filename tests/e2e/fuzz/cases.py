"""Generated requests made live: real ids, tokens, revisions, moves and pages put into them.

What Schemathesis generates fits the schemas and names nothing that exists. Most of the time its
ids are exchanged for those of a table that fits the call; often its whole body too; and now and
then something else about the request is put right or wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from schemathesis.core import NotSet

from tests.e2e.fuzz.bodies import body_of, query_of
from tests.e2e.fuzz.checks import Case
from tests.e2e.fuzz.pool import (
    CANCELLED,
    FINISHED,
    PRIVATE,
    RUNNING,
    WAITING,
    LiveTable,
    Pool,
)


@dataclass(frozen=True, slots=True)
class Aim:
    """At what table, and as whom, a call can succeed."""

    fits: Callable[[LiveTable], bool]
    make: Callable[[Random], str]
    """The status of a table to be made for it."""
    token: Callable[[LiveTable, Random], str]


@dataclass(slots=True)
class Aimed:
    """A call with the table that it is about, if there is one."""

    operation: str
    case: Case
    table: LiveTable | None = None
    seat: int | None = None
    on_target: bool = False
    """Whether nothing in it was put wrong on purpose."""


def _a_seat(table: LiveTable, chance: Random) -> str:
    return chance.choice([*table.seats.values()]) if table.seats else table.tokens["host"]


def _any(table: LiveTable, chance: Random) -> str:
    public = [] if table.access == PRIVATE else [""]
    return chance.choice([*public, *table.tokens.values(), *table.seats.values()])


def _a_status(*statuses: str) -> Callable[[Random], str]:
    return lambda chance: chance.choice(statuses)


def _host(table: LiveTable, _: Random) -> str:
    return table.tokens["host"]


def _running(table: LiveTable) -> bool:
    return table.status == RUNNING and len(table.seats) == table.places


_LOOKING = Aim(lambda _: True, _a_status(WAITING, RUNNING, RUNNING, FINISHED, CANCELLED), _any)
AIMS: Mapping[str, Aim] = {
    "GetGame": _LOOKING,
    "WatchGame": _LOOKING,
    "ListEvents": _LOOKING,
    "IssueWatchTicket": _LOOKING,
    "JoinGame": Aim(
        lambda table: table.status == WAITING and bool(table.free),
        _a_status(WAITING),
        lambda table, _: table.tokens["invite"],
    ),
    "LeaveGame": Aim(
        lambda table: table.status == WAITING and bool(table.seats), _a_status(WAITING), _a_seat
    ),
    "FreeSeat": Aim(
        lambda table: table.status == WAITING and bool(table.seats), _a_status(WAITING), _host
    ),
    "CancelGame": Aim(
        lambda table: table.status in (WAITING, RUNNING), _a_status(WAITING, RUNNING), _host
    ),
    "IssueSeatToken": Aim(_running, _a_status(RUNNING), _host),
    "PlayMove": Aim(_running, _a_status(RUNNING), _a_seat),
    "ListLegalMoves": Aim(_running, _a_status(RUNNING), _a_seat),
    "Resign": Aim(_running, _a_status(RUNNING), _a_seat),
    "GetTranscript": Aim(
        lambda table: table.status == FINISHED,
        _a_status(FINISHED),
        lambda table, _: table.tokens["watch"],
    ),
}
"""For every operation that is about one game."""


def enliven(operation: str, case: Case, pool: Pool, chance: Random) -> Aimed:
    """Put what is alive into a generated case."""
    aimed = Aimed(operation, case, on_target=chance.random() < 0.7)
    _put_headers(aimed, chance)
    aim = AIMS.get(operation)
    token = ""
    if aim is not None:
        if aimed.on_target:
            table = pool.table(aim.fits, aim.make(chance), chance)
        else:
            table = pool.any_table(chance)
        aimed.table = table
        token = aim.token(table, chance)
        if aimed.on_target or chance.random() < 0.8:
            case.path_parameters["game_id"] = table.game_id
    if "seat" in case.path_parameters:
        _put_seat(aimed, chance)
    token = _put_body(aimed, pool, chance) or token
    if not aimed.on_target and chance.random() < 0.4:
        token = _wrong_token(pool, chance)
    if operation == "GetRuleset" and chance.random() < 0.8:
        case.path_parameters["ruleset"] = chance.choice([*pool.rulesets])
    if case.method == "GET":
        token = _put_query(aimed, token, pool, chance)
    if token:
        case.headers["Authorization"] = f"Bearer {token}"
    elif not aimed.on_target and chance.random() < 0.1:
        case.headers["Authorization"] = chance.choice(
            ["Bearer", "Basic YTpi", "Bearer a b", "Bearer \xe9", "bearer x", "Token x"]
        )
    return aimed


def _put_seat(aimed: Aimed, chance: Random) -> None:
    table = aimed.table
    assert table is not None
    taken = [*table.seats]
    if taken and (aimed.on_target or chance.random() < 0.5):
        aimed.seat = chance.choice(taken)
    else:
        aimed.seat = chance.choice([0, 1, 7, 8, -1, 2**31 - 1])
    aimed.case.path_parameters["seat"] = aimed.seat


def _put_body(aimed: Aimed, pool: Pool, chance: Random) -> str:
    """Exchange the body, or parts of it; the token that goes with it, if it must be that."""
    case = aimed.case
    if case.method != "POST":
        return ""
    keep = not isinstance(case.body, dict) or (not aimed.on_target and chance.random() < 0.5)
    token, fields = body_of(aimed.operation, aimed.table, pool, chance, whole=aimed.on_target)
    if keep and isinstance(case.body, dict):
        parts = {name: value for name, value in fields.items() if chance.random() < 0.7}
        case.body = {**case.body, **parts}
    elif not keep or isinstance(case.body, NotSet):
        case.body = fields
        case.media_type = "application/json"
    return token


def _put_query(aimed: Aimed, token: str, pool: Pool, chance: Random) -> str:
    """Exchange the query, or parts of it; the token that goes with it."""
    said = query_of(aimed.operation, aimed.table, pool, chance)
    if aimed.on_target:
        aimed.case.query = said
    else:
        parts = {name: value for name, value in said.items() if chance.random() < 0.7}
        aimed.case.query = {**aimed.case.query, **parts}
    _wait_shortly(aimed.case.query)
    return "" if "ticket" in said and chance.random() < 0.9 else token


def _wait_shortly(query: dict[str, Any]) -> None:
    """Keep a wait that is allowed short: it would be all that such a test does."""
    wait = query.get("waitMillis")
    if isinstance(wait, int) and 30 < wait <= 30_000:
        query["waitMillis"] = wait % 30


def _put_headers(aimed: Aimed, chance: Random) -> None:
    headers = aimed.case.headers
    for name in [*headers]:
        if aimed.on_target or chance.random() < 0.6:
            del headers[name]
    if chance.random() < 0.1:
        headers["If-None-Match"] = chance.choice(['W/"1"', '"3"', "*", 'W/"2", W/"3"'])
    if chance.random() < 0.1:
        headers["Accept-Language"] = chance.choice(["es", "ru, en;q=0.5", "*", "x" * 300])
    if aimed.operation == "WatchGame" and chance.random() < 0.2:
        headers["Last-Event-ID"] = chance.choice(["0", "1", "3", "99999"])
    if not aimed.on_target and chance.random() < 0.1:
        headers["Accept"] = chance.choice(["text/html", "application/*", "*/*;q=0", ","])
    if chance.random() < 0.1:
        headers["Accept-Encoding"] = chance.choice(["gzip", "gzip;q=0", "identity", "br"])


def _wrong_token(pool: Pool, chance: Random) -> str:
    table = pool.any_table(chance)
    known = [*table.tokens.values(), *table.seats.values(), *table.dead, *table.tickets]
    token = chance.choice(known)
    spoilt = [token[:-1], token + "A", token.swapcase(), token.replace("1", "2", 1), "x" * 5000]
    return chance.choice([token, token, "", *spoilt])
