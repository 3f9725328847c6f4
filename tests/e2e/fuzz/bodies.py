"""Bodies and queries that can be carried out, and such with something wrong in them."""

from __future__ import annotations

import base64
import uuid
from collections.abc import Iterator
from random import Random
from typing import Any

from tests.e2e.fuzz.pool import (
    ACCESSES,
    RUNNING,
    Json,
    LiveTable,
    Pool,
    cards_of,
    options_of,
    orders_of,
)

_ODD_VALUES: tuple[Any, ...] = (
    None, True, 0, -1, 1.5, 2**31, 2**63, 1e30, "", "x", "JK", "JK=8C", "JK*=8C", "7H", "\u0000",
    "é" * 50, "9" * 400, [], [[]], {}, {"a": 1},
)  # fmt: skip
"""What stands where something else belongs."""
_USED_IDS = tuple(str(uuid.UUID(int=number, version=4)) for number in range(1, 4))
"""Request ids that come again and again, with the same call and with others."""


def body_of(
    operation: str, table: LiveTable | None, pool: Pool, chance: Random, *, whole: bool
) -> tuple[str, Json]:
    """Fields of a body, and the token that they need, empty if any that fits the call will do.

    A whole one can be carried out as it is; others may have something wrong in them.
    """
    token, fields = "", _with_request_id(operation, chance, whole=whole)
    match operation:
        case "CreateGame":
            fields |= _created(pool, chance)
        case "JoinGame":
            assert table is not None
            fields |= _joined(table, chance)
        case "PlayMove":
            assert table is not None
            token, played = _played(table, pool, chance, whole=whole)
            fields |= played
        case "AnalyzePosition":
            fields |= _position(pool, chance)
        case _:
            pass
    return token, fields if whole or chance.random() < 0.5 else spoilt(fields, chance)


def query_of(operation: str, table: LiveTable | None, pool: Pool, chance: Random) -> Json:
    """Parameters that can be carried out."""
    query: Json = {}
    newest = 3 if table is None else table.revision
    if operation in {"ListGames", "ListRulesets", "ListEvents", "GetTranscript", "ListLegalMoves"}:
        query["pageSize"] = chance.choice([0, 1, 2, 3, 200])
    if operation in {"WatchGame", "ListEvents"}:
        query["afterRevision"] = chance.choice([0, 0, newest - 1, newest, newest + 5])
    if operation == "ListEvents":
        query["waitMillis"] = chance.choice([0, 0, 1, 20])
    if operation in {"GetGame", "WatchGame", "ListEvents"}:
        query["includeLegalMoves"] = chance.choice(["true", "false"])
    if operation == "WatchGame" and table is not None and table.tickets and chance.random() < 0.5:
        query["ticket"] = table.tickets[-1]
    if operation == "ListGames":
        query["ruleset"] = chance.choice(["", "classic", "colonel"])
        query["status"] = chance.choice(["GAME_STATUS_WAITING", "GAME_STATUS_RUNNING", "0"])
    if operation == "ListLegalMoves" and chance.random() < 0.5:
        query["kinds"] = chance.choice(["MOVE_KIND_TAKE", "MOVE_KIND_DISCARD", "14"])
        query["card"] = chance.choice(["", "7H", "AC"])
    if pool.pages[operation] and chance.random() < 0.3:
        query["pageToken"] = chance.choice(pool.pages[operation][-5:])
    kept = {name: value for name, value in query.items() if value != "" and chance.random() < 0.7}
    if "afterRevision" in kept and kept["afterRevision"] < 0:
        del kept["afterRevision"]
    return kept


def spoilt(value: Any, chance: Random) -> Any:
    """A JSON value with one thing changed in it, at any depth."""
    places = list(_places(value))
    if not places:
        return value
    *path, last = chance.choice(places)
    changed = _copied(value)
    inner = changed
    for step in path:
        inner = inner[step]
    match chance.randrange(5):
        case 0:
            del inner[last]
        case 1 if isinstance(inner, list):
            inner.insert(last, _copied(inner[last]))
        case 1:
            inner[chance.choice(["unknown", "gameId", "game_id", f"{last}_", "@type"])] = "x"
        case 2 if isinstance(inner, list):
            chance.shuffle(inner)
        case _:
            inner[last] = chance.choice(_ODD_VALUES)
    return changed


def _places(value: Any) -> Iterator[tuple[Any, ...]]:
    steps = value.items() if isinstance(value, dict) else enumerate(value)
    for step, inner in steps:
        yield (step,)
        if isinstance(inner, dict | list):
            yield from ((step, *rest) for rest in _places(inner))


def _copied(value: Any) -> Any:
    match value:
        case dict():
            return {name: _copied(inner) for name, inner in value.items()}
        case list():
            return [_copied(inner) for inner in value]
        case _:
            return value


def _with_request_id(operation: str, chance: Random, *, whole: bool) -> Json:
    if operation in {"AnalyzePosition", "IssueWatchTicket"} or chance.random() < 0.6:
        return {}
    if whole or chance.random() < 0.5:
        return {"requestId": str(uuid.uuid4())}
    return {"requestId": chance.choice([*_USED_IDS, "mine", "x" * 65, ""])}


def _created(pool: Pool, chance: Random) -> Json:
    name = chance.choice([*pool.rulesets])
    ruleset = pool.packs[name]
    body: Json = {"ruleset": name, "access": chance.choice(ACCESSES)}
    if chance.random() < 0.5:
        body["options"] = options_of(ruleset, chance)
    if chance.random() < 0.5:
        body["seats"] = chance.randint(ruleset["minSeats"], ruleset["maxSeats"])
    if chance.random() < 0.3:
        body["firstDealer"] = chance.choice([0, 1])
    if chance.random() < 0.3:
        body["pinnedOrders"] = [{"cards": orders_of(ruleset, chance)}]
    return body


def _joined(table: LiveTable, chance: Random) -> Json:
    body: Json = {}
    if table.free and chance.random() < 0.5:
        body["seat"] = chance.choice(table.free)
    if chance.random() < 0.3:
        body["name"] = chance.choice(["Ana", "李小龍", "José Ángel"])
    if chance.random() < 0.3:
        body["entropy"] = base64.b64encode(chance.randbytes(32)).decode()
    if chance.random() < 0.3:
        body["commitment"] = table.commitment
    if chance.random() < 0.3:
        body["kind"] = chance.choice(["SEAT_KIND_BOT", "SEAT_KIND_HUMAN", 0])
    return body


def _played(table: LiveTable, pool: Pool, chance: Random, *, whole: bool) -> tuple[str, Json]:
    """A legal move, at times only judged; not whole also changed, at an old revision, or whose."""
    if len(table.seats) < table.places:
        return "", {"revision": table.revision, "move": {"pass": {}}}
    if pool.view(table)["status"] != RUNNING:
        return table.seats[0], {"revision": table.revision, "move": {"pass": {}}}
    seat, move, revision = pool.legal(table, chance)
    body: Json = {"revision": revision, "move": move}
    if chance.random() < 0.15:
        body["validateOnly"] = True
    if not whole:
        match chance.randrange(4):
            case 0:
                body["revision"] = chance.choice([revision - 1, revision + 1, 1])
            case 1:
                seat = chance.choice([*table.seats])
            case _:
                cards = cards_of(pool.packs[table.ruleset])
                body["move"] = spoilt(_recarded(move, cards, chance), chance)
    return table.seats[seat], body


def _recarded(value: Any, cards: list[str], chance: Random) -> Any:
    """A move with some of its cards exchanged for others of the pack."""
    match value:
        case dict():
            return {name: _recarded(inner, cards, chance) for name, inner in value.items()}
        case list():
            return [_recarded(inner, cards, chance) for inner in value]
        case str() if chance.random() < 0.3:
            return chance.choice(cards)
        case _:
            return value


def _position(pool: Pool, chance: Random) -> Json:
    name = chance.choice([*pool.rulesets])
    ruleset = pool.packs[name]
    cards = cards_of(ruleset)
    plain = [card for card in cards if card != "JK"]
    rank = chance.choice(plain)[0]
    meld = [card for card in plain if card[0] == rank][:3]
    rest = [card for card in plain if card not in meld]
    hand = chance.sample(rest, chance.choice([0, 2, 8]))
    body: Json = {"ruleset": name, "table": [{"cards": meld}], "hand": hand}
    others = [card for card in rest if card not in hand]
    if ruleset["options"] and any(option["name"] == "max_run" for option in ruleset["options"]):
        body["upcard"] = chance.choice(others)
    if chance.random() < 0.3:
        body["layout"] = [{"cards": meld}]
    if chance.random() < 0.3:
        body["opponentTables"] = [{"melds": []}]
    if pool.pages["AnalyzePosition"] and chance.random() < 0.2:
        body["pageToken"] = chance.choice(pool.pages["AnalyzePosition"][-5:])
    return body
