"""A transcript as a tamperer has it before him, and what its judge must say afterwards."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeVar

from conquian_engine import Pack, pack_named, restore_rules
from conquian_service.verification import FaultKind, Outcome, Verdict
from tests.support.rulesets import FAMILY_H

RUMMY_MOVES = (
    "cardDrawn",
    "discardsTaken",
    "meldLaid",
    "laidOff",
    "jokerTaken",
    "challenged",
    "challengeAccepted",
    "challengeRefused",
    "dealStopped",
)
MOVES = ("taken", "passed", "forced", "waivedForce", "discarded", *RUMMY_MOVES)
Json = dict[str, Any]
T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One change, and what the first fault found must name."""

    kinds: frozenset[FaultKind]
    at: frozenset[int] = frozenset()
    """Entries of which one is named; none where the fault is in no entry."""
    since: int | None = None
    """The first entry from which on the fault may be found, where `at` is not known."""
    seat: int | None = None
    cards: frozenset[str] = frozenset()
    """Cards of which one is named."""
    words: tuple[str, ...] = ()
    """What stands in the sentence."""


def naming(
    *kinds: FaultKind,
    at: int | set[int] | None = None,
    since: int | None = None,
    seat: int | None = None,
    cards: set[str] | None = None,
    words: tuple[str, ...] = (),
) -> Change:
    """A change that must be named so."""
    entries = {at} if isinstance(at, int) else at or set()
    return Change(
        kinds=frozenset(kinds),
        at=frozenset(entries),
        since=since,
        seat=seat,
        cards=frozenset(cards or ()),
        words=words,
    )


@dataclass(slots=True)
class Record:
    """The JSON of a transcript, to be changed in place, and the tamperer's luck."""

    json: Json
    chance: Random
    rewrite: Callable[[str], str] = field(default=lambda text: text)
    """What is done to the text in the end."""

    @classmethod
    def of(cls, text: str, chance: Random) -> Record:
        return cls(json.loads(text), chance)

    @property
    def game(self) -> Json:
        game: Json = self.json["game"]
        return game

    @property
    def entries(self) -> list[Json]:
        entries: list[Json] = self.json["entries"]
        return entries

    @property
    def created(self) -> Json:
        created: Json = self.entries[0]["events"][0]["gameCreated"]
        return created

    @property
    def pack(self) -> Pack:
        created = self.created
        return pack_named(
            restore_rules(created["ruleset"], created["seats"], created["options"]).pack
        )

    @property
    def family_h(self) -> bool:
        """Whether cards are drawn into the hand."""
        return self.created["ruleset"] in FAMILY_H

    @property
    def seats(self) -> int:
        seats: int = self.created["seats"]
        return seats

    @property
    def start(self) -> Json:
        """The entry that started the game."""
        return next(entry for entry, event in self.all("gameStarted") if event)

    def text(self) -> str:
        """The file."""
        return self.rewrite(json.dumps(self.json))

    def all(self, *kinds: str) -> Iterator[tuple[Json, Json]]:
        """Entries with an event of these kinds, and what the event holds."""
        for entry in self.entries:
            for event in entry["events"]:
                for kind in kinds:
                    if kind in event:
                        yield entry, event[kind]

    def any(self, *kinds: str) -> tuple[Json, Json]:
        """One of them."""
        return self.pick(list(self.all(*kinds)))

    def pick(self, things: Sequence[T]) -> T:
        """One of some things."""
        if not things:
            raise NotHere
        return self.chance.choice(things)

    def other(self, thing: object, things: Iterable[T]) -> T:
        """Another one."""
        return self.pick([other for other in things if other != thing])

    def moves(self, *, answered: bool = False) -> list[int]:
        """Places of the entries that are moves; `answered` if a move follows at once."""
        at = [place for place, entry in enumerate(self.entries) if first_kind(entry) in MOVES]
        return [place for place in at if place + 1 in at] if answered else at

    def deals(self, *, drawn: bool) -> list[tuple[Json, Json]]:
        """Deals, new ones of the same number too, whose order was drawn, or given."""
        pinned = self.created["pinnedDeals"]
        deals = enumerate(self.all("dealStarted"), 1)
        return [(entry, deal) for pack, (entry, deal) in deals if (pack > pinned) is drawn]

    def draw_of(self, held: Json) -> int:
        """The number of the draw that a deal or a shuffle of the discards was made by."""
        draws = enumerate(self.all("dealStarted", "stockShuffled"), 1)
        return next(number for number, (_, other) in draws if other is held)

    def draws_differ(self) -> Change:
        """What must be said when the draws are made from something else."""
        drawn = self.deals(drawn=True)
        if not drawn:
            raise NotHere
        kinds, at = {FaultKind.DRAW}, {drawn[0][0]["revision"]}
        if self.created["pinnedDeals"] and "firstDealer" not in self.created:
            # The dealer may differ too, and comes first.
            kinds.add(FaultKind.DEALER)
            at.add(self.start["revision"])
        return Change(kinds=frozenset(kinds), at=frozenset(at))

    def renumber(self) -> None:
        """Hide that an entry has come or gone."""
        for revision, entry in enumerate(self.entries, 1):
            entry["revision"] = revision
        self.game["revision"] = len(self.entries)
        self.game["updateTime"] = self.entries[-1]["commitTime"]


class NotHere(Exception):
    """The game has no place for this change."""


def first_kind(entry: Json) -> str:
    """What an entry begins with."""
    kind: str = next(iter(entry["events"][0]))
    return kind


def check(verdict: Verdict, change: Change) -> str | None:
    """Why a verdict is not the one a change must have; None if it is."""
    if verdict.outcome is not Outcome.REJECTED:
        return f"{verdict.outcome}, not rejected"
    fault = verdict.faults[0]
    named = {fault.revision, fault.since}
    if fault.kind not in change.kinds:
        return f"kind {fault.kind}, not {sorted(change.kinds)}: {fault}"
    if change.at and not named & change.at:
        return f"entry {named}, not {sorted(change.at)}: {fault}"
    # What only shows at the end of the game is in no entry.
    if change.since is not None and (fault.revision or change.since) < change.since:
        return f"entry {fault.revision}, before {change.since}: {fault}"
    if change.seat is not None and fault.seat != change.seat:
        return f"seat {fault.seat}, not {change.seat}: {fault}"
    if change.cards and not change.cards & set(fault.cards):
        return f"cards {fault.cards}, none of {sorted(change.cards)}: {fault}"
    missing = [word for word in change.words if word not in str(fault)]
    return f"no {missing} in: {fault}" if missing else None
