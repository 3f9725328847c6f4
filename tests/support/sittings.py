"""Games played here and now by the service's own steps, with the log a store would hold."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from conquian_engine import (
    RULESETS,
    BySeat,
    Card,
    Cause,
    GameRules,
    Seat,
    each_legal_move,
    pack_named,
    resolve_rules,
    seats_to_act,
)
from conquian_service.application import play_on
from conquian_service.application.game import Access, Game, Holder, Place, SeatKind, StoredGame
from conquian_service.application.log import GameCreated, LogEntry
from conquian_service.application.play_on import Progress
from tests.support.rulesets import FAMILY_H, FAMILY_U, random_seats, rummy_options

GAME_ID = "abcdefghijklmnopqrstuvwx27"
NAMES = ("Guadalupe", "José Ángel", "Ana", "Bot 7", "李小龍", "maria.fernanda92", "Tom", "Élodie")
MOST_MOVES = 200
"""Legal moves among which one is chosen."""
CREATED_MS = 1_900_000_000_000


@dataclass(frozen=True, slots=True)
class Revision:
    """One revision: the game after it and what its commit did."""

    stored: StoredGame
    entry: LogEntry


class Sitting:
    """A game from its creation on; every step is a revision."""

    def __init__(self, created: GameCreated, *, game_id: str = GAME_ID) -> None:
        self.revisions: list[Revision] = []
        self.add(play_on.create(game_id, created))

    @property
    def game(self) -> Game:
        return self.revisions[-1].stored.game

    @property
    def next(self) -> int:
        """The revision of the next step."""
        return len(self.revisions) + 1

    @property
    def entries(self) -> tuple[LogEntry, ...]:
        return tuple(revision.entry for revision in self.revisions)

    def add(self, progress: Progress) -> None:
        revision, time_ms = self.next, CREATED_MS + 1000 * len(self.revisions)
        stored = StoredGame(progress.game, revision, CREATED_MS, time_ms)
        self.revisions.append(Revision(stored, LogEntry(revision, time_ms, progress.events)))

    def join(self, seat: int, holder: Holder) -> None:
        self.add(
            play_on.seat_holder(
                self.game, Seat(seat), holder, epoch=123_456_789 + seat, revision=self.next
            )
        )

    def free(self, seat: int) -> None:
        self.add(play_on.free_seat(self.game, Seat(seat)))

    def issue_token(self, seat: int, *, epoch: int) -> None:
        self.add(play_on.issue_token(self.game, Seat(seat), epoch=epoch))

    def cancel(self) -> None:
        self.add(play_on.cancel(self.game, revision=self.next))

    def resign(self, seat: int, cause: Cause = Cause.RESIGNATION) -> None:
        state = self.game.state
        assert state is not None
        step = play_on.give_up(self.game, state, Seat(seat), cause=cause, revision=self.next)
        self.add(step)

    def move(self, chance: random.Random) -> None:
        """Play any legal move of a seat to act; takings rather than passes."""
        state = self.game.state
        assert state is not None
        acting = seats_to_act(state)
        seat = acting[0] if len(acting) == 1 else chance.choice(acting)
        moves = tuple(islice(each_legal_move(state, seat), MOST_MOVES))
        chosen = moves[0] if chance.random() < 0.3 else chance.choice(moves)
        self.add(play_on.move(self.game, state, seat, chosen, revision=self.next))


def random_rules(chance: random.Random) -> GameRules:
    """A ruleset of either family with options of its own."""
    if chance.random() < 0.35:
        ruleset = chance.choice([*FAMILY_H, "kunken"])
        options = rummy_options(ruleset, chance)
        return resolve_rules(ruleset, options, seats=random_seats(ruleset, chance))
    ruleset = chance.choice(sorted(FAMILY_U))
    options = {
        "max_run": chance.choice(["8", "5", "none"]),
        "forcing": chance.choice(["simple", "rearrange", "off"]),
        "opening_upcard": chance.choice(["true", "false"]),
        "on_drawn": chance.choice(["carry", "double", "fewest_cards"]),
        "max_deals": str(chance.randint(1, 5)),
    }
    if chance.random() < 0.5:
        options |= {
            "trade_rounds": chance.choice(["0", "1", "2"]),
            "trade_direction": chance.choice(["next", "previous"]),
            "hand_only_melds": chance.choice(["never", "after_turn_up"]),
            "rearrange": chance.choice(["free", "ends_only"]),
            "borrow_from_opponents": chance.choice(["true", "false"]),
        }
        if chance.random() < 0.3:
            options |= {"pack": "short40", "black_twos_wild": "true"}
    return resolve_rules(ruleset, options, seats=chance.choice(RULESETS[ruleset].seats))


def random_holder(chance: random.Random) -> Holder:
    """Somebody."""
    entropy = chance.randbytes(chance.choice([0, 0, 16, 64]))
    player = chance.choice(["", "", "usr_8c1f0a2e"])
    return Holder(chance.choice(NAMES), chance.choice(list(SeatKind)), player, entropy)


def random_created(chance: random.Random, rules: GameRules) -> GameCreated:
    """A table, at times with a dealer and orders that its creator fixed."""
    pinned: list[tuple[Card, ...]] = []
    if chance.random() < 0.2:
        cards = pack_named(rules.pack).deck
        pinned = [tuple(chance.sample(cards, len(cards))) for _ in range(chance.randint(1, 2))]
    dealer = chance.choice([None, None, *map(Seat, range(rules.seats))])
    access = chance.choice(list(Access))
    return GameCreated(rules, access, dealer, chance.randbytes(32), tuple(pinned))


def random_sitting(seed: int) -> Sitting:
    """A whole game with everything that can happen at a table."""
    chance = random.Random(seed)
    sitting = Sitting(random_created(chance, random_rules(chance)))
    for _ in random_steps(sitting, chance):
        pass
    return sitting


def random_steps(sitting: Sitting, chance: random.Random) -> Iterator[None]:
    """Fill the seats, then play to the end; stops after each step."""
    while not sitting.game.over:
        _step(sitting, chance)
        yield


def _step(sitting: Sitting, chance: random.Random) -> None:
    game = sitting.game
    free, held = _seats(game.places, held=False), _seats(game.places, held=True)
    luck = chance.random()
    if luck < 0.002:
        sitting.cancel()
    elif luck < 0.02 and held:
        sitting.issue_token(chance.choice(held), epoch=700_000_000)
    elif game.state is None:
        if luck < 0.3 and held:
            sitting.free(chance.choice(held))
        else:
            sitting.join(chance.choice(free), random_holder(chance))
    elif luck < 0.024:
        left = [seat for seat in held if seat not in game.state.resigned]
        cause = chance.choice([Cause.RESIGNATION, Cause.TIME, Cause.FORFEIT])
        sitting.resign(chance.choice(left), cause)
    else:
        sitting.move(chance)


def _seats(places: BySeat[Place], *, held: bool) -> list[int]:
    return [seat for seat, place in enumerate(places) if (place.holder is not None) == held]
