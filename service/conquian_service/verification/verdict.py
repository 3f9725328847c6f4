"""What `verify` finds, for a program and for a reader."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from conquian_engine import Card, GameResult, Seat


class Outcome(StrEnum):
    """What is to be thought of a record."""

    HONEST = "honest"
    REJECTED = "rejected"
    UNJUDGED = "unjudged"
    """A newer service wrote it: this build cannot say."""


class FaultKind(StrEnum):
    """What is wrong with a record."""

    UNREADABLE = "unreadable"
    """The file is no transcript."""
    INCOMPLETE = "incomplete"
    """The file, or the game in it, breaks off."""
    REVISION = "revision"
    """Entries are missing, repeated or out of order."""
    TIME = "time"
    """Times are missing, or go backwards."""
    RULES = "rules"
    """Ruleset, options, seats or access are not those of the game's creation."""
    GAME = "game"
    """It is another game's than the one the caller joined."""
    SEED = "seed"
    """The seed is not the one committed to."""
    ENTROPY = "entropy"
    """A seat's entropy is not what the caller says was sent."""
    DRAW = "draw"
    """The cards come from another seed, other entropy or another game."""
    ORDER = "order"
    """A pack order is not the one drawn."""
    DEAL = "deal"
    """Hands, stock or stake of a deal do not follow from its order and the game before it."""
    DEALER = "dealer"
    """The first dealer is not the one drawn or fixed."""
    TABLE = "table"
    """Who sits where does not hold together."""
    MOVER = "mover"
    """A seat acts whose turn it is not."""
    MOVE = "move"
    """A move is illegal or missing."""
    EVENT = "event"
    """Something else follows from the move than the record tells."""
    RESULT = "result"
    """A score, winner or cause is not the one played for."""
    FINAL = "final"
    """Hands or tables at the end are not those played for."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong, and where."""

    kind: FaultKind
    text: str
    """The fault in a sentence without the place."""
    revision: int | None = None
    """The entry; None for what is outside the entries."""
    seat: int | None = None
    cards: tuple[Card, ...] = ()
    since: int | None = None
    """An earlier entry that the fault may lie in just as well."""

    def __str__(self) -> str:
        return self.text if self.revision is None else f"entry {self.revision}: {self.text}"


class Found(Exception):
    """A fault, after which a record cannot be played on."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.text)
        self.fault = fault


class Source(StrEnum):
    """Where something comes from that could be chance's."""

    DRAWN = "drawn"
    GIVEN = "given"
    """By the creator."""
    UNCHECKED = "unchecked"
    """Taken as the record has it, because the seed is not the one committed to."""


@dataclass(frozen=True, slots=True)
class DealSeen:
    """A deal, and who ordered its pack."""

    number: int
    revision: int
    source: Source


@dataclass(frozen=True, slots=True)
class TokenReplaced:
    """The token of a seat that was taken was replaced: by its player, or by the host."""

    seat: Seat
    revision: int


@dataclass(frozen=True, slots=True)
class Compared:
    """What was held against something that the caller knew by himself."""

    game: bool = False
    commitment: bool = False
    entropies: tuple[int, ...] = ()
    """Seats."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What was found out about a record; what was not is None or empty."""

    outcome: Outcome
    faults: tuple[Fault, ...] = ()
    """What is wrong, the first cause first."""
    newer: str = ""
    """What this build does not know."""
    game_id: str = ""
    ruleset: str = ""
    entries: int = 0
    commitment: str = ""
    first_dealer: Seat | None = None
    dealer_source: Source | None = None
    deals: tuple[DealSeen, ...] = ()
    entropies: tuple[bytes, ...] = ()
    """What each seat added to the shuffle."""
    compared: Compared = Compared()
    tokens_replaced: tuple[TokenReplaced, ...] = ()
    result: GameResult | None = None
    """As the replay gives it."""

    def as_json(self) -> str:
        """The verdict for a program, in the style of the API."""
        dealer = None
        if self.first_dealer is not None:
            dealer = {"seat": self.first_dealer, "source": self.dealer_source}
        result = None
        if self.result is not None:
            result = {
                "cause": self.result.cause,
                "winnerSeats": self.result.winners,
                "scores": self.result.scores,
            }
        told = {
            "verdict": self.outcome,
            "faults": [_fault_json(fault) for fault in self.faults],
            "newer": self.newer,
            "gameId": self.game_id,
            "ruleset": self.ruleset,
            "entries": self.entries,
            "commitment": self.commitment,
            "firstDealer": dealer,
            "deals": [
                {"number": deal.number, "revision": deal.revision, "source": deal.source}
                for deal in self.deals
            ],
            "entropy": [entropy.hex() for entropy in self.entropies],
            "compared": {
                "gameId": self.compared.game,
                "commitment": self.compared.commitment,
                "entropySeats": self.compared.entropies,
            },
            "tokensReplaced": [
                {"seat": token.seat, "revision": token.revision} for token in self.tokens_replaced
            ],
            "result": result,
        }
        return json.dumps(told, indent=2)

    def as_text(self) -> str:
        """The verdict for a reader, a few lines."""
        match self.outcome:
            case Outcome.REJECTED:
                return "\n".join([f"REJECTED: {self._name()}", *map(_line, self.faults)])
            case Outcome.UNJUDGED:
                return "\n".join(
                    [
                        f"CANNOT JUDGE: {self._name()}",
                        _line(f"a newer service wrote it: {self.newer}"),
                    ]
                )
            case Outcome.HONEST:
                return "\n".join([f"HONEST: {self._name()}", *map(_line, self._facts())])

    def _name(self) -> str:
        if not self.game_id:
            return "this is no transcript of a game"
        return f"game {_plain(self.game_id)}, {_plain(self.ruleset)}, {self.entries} entries"

    def _facts(self) -> list[str]:
        facts = [_span(source, numbers) for source, numbers in self._spans()]
        if self.dealer_source is Source.DRAWN:
            facts.append(f"first dealer: seat {self.first_dealer}, drawn")
        else:
            facts.append(f"first dealer: seat {self.first_dealer}, not drawn: fixed by the creator")
        facts += self._to_compare()
        facts += [
            f"seat {token.seat}: token replaced at entry {token.revision}"
            for token in self.tokens_replaced
        ]
        if self.result is not None:
            winners = ", ".join(f"seat {seat}" for seat in self.result.winners) or "nobody"
            scores = " ".join(map(str, self.result.scores))
            facts.append(f"result: won by {winners}, {self.result.cause}, scores {scores}")
        return facts

    def _to_compare(self) -> Iterator[str]:
        """What only a player can tell: all that the draws are made from, and cannot prove."""
        compared = self.compared
        known = "it is the one you joined" if compared.game else "is it the one you joined?"
        yield f"game id: {self.game_id} ({known})"
        known = (
            "it is the one you saw"
            if compared.commitment
            else "is it the one you saw before you joined?"
        )
        yield f"commitment: {self.commitment} ({known})"
        for seat, entropy in enumerate(self.entropies):
            asked = "is it what you sent?" if entropy else "did you send none?"
            known = "as sent" if seat in compared.entropies else f"your seat? {asked}"
            yield f"entropy of seat {seat}: {entropy.hex() or 'none'} ({known})"

    def _spans(self) -> list[tuple[Source, list[int]]]:
        spans: list[tuple[Source, list[int]]] = []
        for deal in self.deals:
            if not spans or spans[-1][0] is not deal.source:
                spans.append((deal.source, []))
            spans[-1][1].append(deal.number)
        return spans


def _span(source: Source, numbers: list[int]) -> str:
    first, last = numbers[0], numbers[-1]
    deals = f"deal {first}" if first == last else f"deals {first}-{last}"
    if source is Source.DRAWN:
        return f"{deals}: cards drawn from the committed seed and the entropy of the players"
    return f"{deals}: cards NOT drawn: given by the creator"


def _fault_json(fault: Fault) -> dict[str, object]:
    return {
        "kind": fault.kind,
        "revision": fault.revision,
        "seat": fault.seat,
        "cards": fault.cards,
        "sinceRevision": fault.since,
        "text": str(fault),
    }


def _line(said: object) -> str:
    return f"  {_plain(str(said))}"


def _plain(text: str) -> str:
    """Text of a file that a terminal can show: whatever would steer it, escaped."""
    return "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode()
        for letter in text
    )
