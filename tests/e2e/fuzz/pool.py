"""Live tables of every kind, kept so while calls made at random use them up.

A table is asked for by what must be true of it, and made where there is none. Everything is
done through the REST door, as anybody would.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import httpx

Json = dict[str, Any]

WAITING, RUNNING = "GAME_STATUS_WAITING", "GAME_STATUS_RUNNING"
FINISHED, CANCELLED = "GAME_STATUS_FINISHED", "GAME_STATUS_CANCELLED"
PRIVATE = "ACCESS_PRIVATE"
ACCESSES = ("ACCESS_UNSPECIFIED", "ACCESS_PUBLIC", "ACCESS_UNLISTED", PRIVATE)
KINDS: Sequence[Json] = (
    {"ruleset": "classic"},
    {"ruleset": "classic", "options": {"max_deals": "1"}, "access": PRIVATE},
    {"ruleset": "classic", "access": "ACCESS_PUBLIC"},
    {"ruleset": "spanish", "options": {"deals": "1"}},
    {"ruleset": "three_player", "options": {"trade_rounds": "1"}},
    {"ruleset": "mexican", "options": {"max_deals": "1"}},
    {"ruleset": "colonel", "options": {"deals": "1"}},
    {"ruleset": "kunken", "options": {"deals": "2", "bank_depth": "any"}, "access": PRIVATE},
    {"ruleset": "coon_can", "options": {"deals": "1"}},
)
"""Of both families, with and without trading, listed, unlisted and private."""
_MOST_USES = 60
"""Calls that a waiting or ended table is good for; then others get their turn."""


@dataclass
class LiveTable:
    """A game, its tokens, and what is known of it."""

    game_id: str
    ruleset: str
    access: str
    commitment: str
    tokens: dict[str, str]
    """Of host, invite and watch."""
    places: int
    seats: dict[int, str] = field(default_factory=dict)
    """Seat tokens of who has joined."""
    dead: list[str] = field(default_factory=list)
    """Seat tokens that were replaced, or whose seat was freed."""
    status: str = WAITING
    revision: int = 1
    tickets: list[str] = field(default_factory=list)
    used: int = 0

    @property
    def free(self) -> list[int]:
        """Seats that nobody has."""
        return [seat for seat in range(self.places) if seat not in self.seats]


@dataclass
class Pool:
    """Tables of one server."""

    url: str
    tables: list[LiveTable] = field(default_factory=list)
    pages: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    """Page tokens given so far, by operation."""

    def __post_init__(self) -> None:
        self._client = httpx.Client(base_url=self.url, timeout=10)
        self.rulesets: Mapping[str, Json] = {
            each["name"]: each for each in self._get("/v1/rulesets?pageSize=200")["rulesets"]
        }
        self.packs: Mapping[str, Json] = {
            name: self._get(f"/v1/rulesets/{name}")["ruleset"] for name in self.rulesets
        }

    def close(self) -> None:
        """Close its connection."""
        self._client.close()

    def table(self, wanted: Callable[[LiveTable], bool], make: str, chance: Random) -> LiveTable:
        """A table of which something is true; one of that status is made if there is none."""
        found = [table for table in self.tables if table.used < _MOST_USES and wanted(table)]
        if len(found) < len(KINDS) and chance.random() < 0.3:
            found = []
        table = chance.choice(found) if found else self._made(make, chance)
        table.used += 1
        return table

    def any_table(self, chance: Random) -> LiveTable:
        """One of the last tables, or a new one of any status."""
        if not self.tables or chance.random() < 0.3:
            return self._made(chance.choice([WAITING, RUNNING, FINISHED, CANCELLED]), chance)
        return chance.choice(self.tables[-40:])

    def legal(self, table: LiveTable, chance: Random) -> tuple[int, Json, int]:
        """A seat that is to act, one of its legal moves, and the revision it is legal at.

        The table is brought to the revision that it has.
        """
        path = f"/v1/games/{table.game_id}"
        watching = self._get(path, table.tokens["watch"])["game"]
        table.status, table.revision = watching["status"], watching["revision"]
        assert table.status == RUNNING, table
        seat = chance.choice(watching["deal"]["seatsToAct"])
        listed = self._get(f"{path}/moves:legal?pageSize=200", table.seats[seat])
        return seat, _favoured(listed["moves"], chance), listed["revision"]

    def view(self, table: LiveTable) -> Json:
        """The game as its host's other half, a watcher, sees it now."""
        seen: Json = self._get(f"/v1/games/{table.game_id}", table.tokens["watch"])["game"]
        table.status, table.revision = seen["status"], seen["revision"]
        return seen

    def note(self, operation: str, table: LiveTable | None, answer: Json, seat: int | None) -> None:
        """Learn from the answer to a call that was made at random."""
        if answer.get("nextPageToken"):
            self.pages[operation].append(answer["nextPageToken"])
        if operation == "CreateGame":
            self.tables.append(_table_of(answer))
            return
        if table is None:
            return
        if "ticket" in answer:
            table.tickets.append(answer["ticket"])
        if answer.get("update", {}).get("revision", 0) <= table.revision:
            return  # nothing has changed: an answer given again, or a move only judged
        if operation == "JoinGame":
            table.seats[answer["seat"]] = answer["seatToken"]
        if operation == "IssueSeatToken" and seat is not None:
            table.dead += [token for taken, token in table.seats.items() if taken == seat]
            table.seats[seat] = answer["seatToken"]
        if operation in {"LeaveGame", "FreeSeat"}:
            self._forget_seats(table)
        if "view" in answer["update"]:
            table.status = answer["update"]["view"]["status"]
        table.revision = answer["update"]["revision"]

    def _forget_seats(self, table: LiveTable) -> None:
        taken = {seat["seat"] for seat in self.view(table)["seats"] if seat["taken"]}
        for seat in set(table.seats) - taken:
            table.dead.append(table.seats.pop(seat))

    def _made(self, status: str, chance: Random) -> LiveTable:
        asked = {**chance.choice(KINDS), "firstDealer": 0}
        table = _table_of(self._post("/v1/games", asked))
        self.tables.append(table)
        path = f"/v1/games/{table.game_id}"
        for seat in range(table.places if status in (RUNNING, FINISHED) else 1):
            joined = self._post(f"{path}:join", {"seat": seat}, table.tokens["invite"])
            table.seats[seat] = joined["seatToken"]
            self.note("", table, joined, None)
        if status == CANCELLED:
            self._act(table, f"{path}:cancel", table.tokens["host"])
        if status == FINISHED:
            for _ in range(chance.randrange(4)):
                if table.status != RUNNING:
                    break  # a challenge may end a game with its second move
                seat, move, revision = self.legal(table, chance)
                body = {"move": move, "revision": revision}
                self._act(table, f"{path}/moves", table.seats[seat], body)
            for seat in range(1, table.places if table.status == RUNNING else 0):
                self._act(table, f"{path}:resign", table.seats[seat])
        assert table.status == status, table
        return table

    def _act(self, table: LiveTable, path: str, token: str, body: Json | None = None) -> None:
        self.note("", table, self._post(path, body or {}, token), None)

    def _get(self, path: str, token: str = "") -> Any:
        return _read(self._client.get(path, headers=_bearer(token)))

    def _post(self, path: str, body: Json, token: str = "") -> Any:
        return _read(self._client.post(path, json=body, headers=_bearer(token)))


def cards_of(table_pack: Json) -> list[str]:
    """Every card of a ruleset's first pack."""
    return [card["card"] for card in table_pack["packs"][0]["cards"]]


def orders_of(ruleset: Json, chance: Random) -> list[str]:
    """A whole pack in some order, jokers and copies included."""
    pack = ruleset["packs"][0]
    plain = [card["card"] for card in pack["cards"] if card["card"] != "JK"]
    cards = plain * (pack["copies"] or 1) + ["JK"] * pack["jokers"]
    return chance.sample(cards, len(cards))


def options_of(ruleset: Json, chance: Random) -> dict[str, str]:
    """Some options of a ruleset with values that it takes, each by itself."""
    return dict(_chosen(ruleset["options"], chance))


def _chosen(options: Sequence[Json], chance: Random) -> Iterator[tuple[str, str]]:
    for option in chance.sample(options, chance.randint(0, min(3, len(options)))):
        match option["type"]:
            case "OPTION_TYPE_BOOLEAN":
                yield option["name"], chance.choice(["true", "false"])
            case "OPTION_TYPE_CHOICE":
                yield option["name"], chance.choice(option["choices"])
            case _:
                least, most = option["minValue"], option["maxValue"]
                yield option["name"], str(chance.randint(least, min(most, least + 20)))


def _favoured(moves: Sequence[Json], chance: Random) -> Json:
    """Any legal move; layings more often, or games would be long."""
    rare = [move for move in moves if {"take", "force", "layMeld", "layOff"} & set(move)]
    return chance.choice(rare if rare and chance.random() < 0.6 else moves)


def _table_of(created: Json) -> LiveTable:
    game = created["game"]
    return LiveTable(
        game["gameId"],
        game["ruleset"],
        game["access"],
        game["shuffle"]["commitment"],
        {name: created[f"{name}Token"] for name in ("host", "invite", "watch")},
        len(game["seats"]),
    )


def _bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"} if token else {}


def _read(answer: httpx.Response) -> Any:
    assert answer.status_code == 200, (answer.request.url.path, answer.text)
    return answer.json()
