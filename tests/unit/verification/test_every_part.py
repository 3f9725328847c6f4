"""No part of a record can be changed unnoticed, but for a few that are named here."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from random import Random
from typing import Any

from conquian_engine import pack_named
from conquian_service.verification import Outcome, verify
from tests.support.rulesets import FAMILY_H
from tests.support.tampering.record import MOVES, Json, first_kind

Path = tuple[str | int, ...]

FREE = {"expireTime", "presence", "clockMillis"}
"""Parts that say nothing of the play and are not looked at."""

PARTS_PER_GAME = 40


def test_any_change_of_any_part_is_noticed(texts: list[str]) -> None:
    """Another value, a part left out, a part of a list doubled: never honest."""
    chance = Random(1)
    believed = []
    for text in texts[:30]:
        record = json.loads(text)
        free = set(_free(record))
        parts = [path for path in _parts(record) if path[-1] not in FREE and path not in free]
        for path in chance.sample(parts, PARTS_PER_GAME):
            changed = json.loads(text)
            told = _change(changed, path, chance)
            verdict = verify(json.dumps(changed).encode())
            if told is not None and verdict.outcome is Outcome.HONEST:
                believed.append((path, told))
    assert believed == []


def _parts(part: Any, path: Path = ()) -> Iterator[Path]:
    """Every value in the JSON, the outermost apart."""
    inner = enumerate(part) if isinstance(part, list) else part.items()
    for key, value in inner:
        yield (*path, key)
        if isinstance(value, dict | list):
            yield from _parts(value, (*path, key))


def _free(record: Json) -> Iterator[Path]:
    """What the record alone cannot prove, because nothing else in it hangs on it."""
    entries = record["entries"]
    created = entries[0]["events"][0]["gameCreated"]
    dealt = sum("dealStarted" in event for entry in entries for event in entry["events"])
    if created["pinnedDeals"] > dealt:
        # Orders that were given and never used.
        yield ("entries", 0, "events", 0, "gameCreated", "pinnedDeals")
    # That the dealer was fixed, and not drawn, is believed if it is the right one.
    yield ("entries", 0, "events", 0, "gameCreated", "firstDealer")
    final: dict[int, Path] = {}
    for place, entry in enumerate(entries):
        kind = first_kind(entry)
        inner: Path = ("entries", place, "events", 0, kind)
        # A time between its neighbours'.
        yield ("entries", place, "commitTime")
        match kind:
            case "seatTaken":
                seat = entry["events"][0][kind]["seat"]
                for name in ("name", "kind", "player", "entropy"):
                    # Who left before the start played no part.
                    yield (*final.get(seat, ("",)), name)
                final[seat] = inner
            case "seatFreed":
                seat = entry["events"][0][kind]["seat"]
                for name in ("name", "kind", "player", "entropy"):
                    yield (*final[seat], name)
            case "seatTokenIssued":
                # Tokens are no part of the play.
                yield (*inner, "seat")
                yield inner
            case "seatResigned" if entry is not entries[-1]:
                yield (*inner, "cause")
            case "discarded" if not _answered(record, place):
                yield (*inner, "card")


def _answered(record: Json, place: int) -> bool:
    """Whether the entry after a discard tells which card it was.

    In family U any move does; none comes where the game ends by a resignation or is called
    off. In family H it stays among the discards until somebody takes it.
    """
    entries = record["entries"]
    kind = first_kind(entries[min(place + 1, len(entries) - 1)])
    if record["game"]["ruleset"] in FAMILY_H:
        return kind == "discardsTaken"
    return kind in MOVES


def _change(record: Json, path: Path, chance: Random) -> str | None:
    """Change one part; what was done, or None if that means nothing."""
    holder: Any = record
    for key in path[:-1]:
        holder = holder[key]
    key, value = path[-1], holder[path[-1]]
    ways = ["leave out", "change"] + ["double"] * isinstance(holder, list)
    way = chance.choice(ways)
    if way == "double":
        holder.insert(key, value)
    elif way == "leave out":
        if value in (0, "", False) or str(value).endswith("_UNSPECIFIED") or value == []:
            return None
        del holder[key]
    elif isinstance(value, dict | list):
        return None
    else:
        holder[key] = _other(record, str(key), value, chance)
        if holder[key] == value:
            return None
    return way


def _other(record: Json, key: str, value: object, chance: Random) -> object:
    """Another value such as could stand in the same place."""
    cards = (*pack_named("full52").cards, *pack_named("spanish40").cards, "JK")
    match value:
        case bool():
            return not value
        case int():
            return value + chance.choice([-1, 1, 2])
        case str() if value in cards:
            return chance.choice(cards)
        case str() if key.endswith("Time"):
            return value.replace("20", "19", 1)
        case str() if key == "entropy":
            return base64.b64encode(chance.randbytes(16)).decode()
        case str() if value.isupper() and "_" in value:
            return chance.choice(_enumerators(value))
        case str() if value in ("true", "false"):
            return {"true": "false", "false": "true"}[value]
        case str() if value.isdigit():
            return str(int(value) + 1)
        case _:
            return f"{str(value)[:-1]}{chance.choice('abc234')}"


def _enumerators(name: str) -> list[str]:
    kinds = {
        "CAUSE": ["WENT_OUT", "STOCK_EXHAUSTED", "RESIGNATION", "CHALLENGE", "TIME", "VOID"],
        "BONUS": ["UNSPECIFIED", "COOCH", "EXPRESS"],
        "UPCARD_ORIGIN": ["OPENING", "TURNED", "DISCARDED"],
        "SEAT_KIND": ["HUMAN", "BOT"],
        "ACCESS": ["PUBLIC", "UNLISTED", "PRIVATE"],
        "GAME_STATUS": ["WAITING", "RUNNING", "CANCELLED"],
        "SHUFFLE_KIND": ["PROVABLE", "PINNED"],
        "PRESENCE": ["ONLINE"],
    }
    prefix = next(prefix for prefix in kinds if name.startswith(f"{prefix}_"))
    return [f"{prefix}_{kind}" for kind in kinds[prefix]]
