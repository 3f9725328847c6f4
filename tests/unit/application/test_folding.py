"""Snapshot = fold of the log, at every revision, and views show no more than they may."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from conquian_engine import (
    BySeat,
    Cause,
    DealStarted,
    Event,
    Seat,
    StockShuffled,
    legal_moves,
    order_due,
    pack_named,
    resolve_rules,
    seats_to_act,
)
from conquian_service.application import play_on
from conquian_service.application.fold import LogBroken, fold
from conquian_service.application.game import Access, Game, Holder, SeatKind, Status, StoredGame
from conquian_service.application.log import GameCreated, LogEntry, LoggedEvent
from conquian_service.application.play_on import Progress
from conquian_service.application.shuffle import draw_order
from conquian_service.application.views import Retention, TableSet, Viewer, show_entry, show_game
from tests.golden.stored.scenarios import challenged, reshuffled, turned_over
from tests.support.sittings import Sitting as Played

GAME = "abcdefghijklmnopqrstuvwx27"


class Sitting:
    """A game played here and now, with the log that the store would hold."""

    def __init__(self, chance: random.Random, *, seats: int = 2) -> None:
        names = {2: "classic", 3: "three_player", 4: "four_player"}
        rules = resolve_rules(names[seats], {"deals": "2"})
        created = GameCreated(rules, Access.PUBLIC, None, chance.randbytes(32), ())
        self.games: list[Game] = []
        self.entries: list[LogEntry] = []
        self.add(play_on.create(GAME, created))

    @property
    def game(self) -> Game:
        return self.games[-1]

    @property
    def next_revision(self) -> int:
        return len(self.entries) + 1

    def add(self, progress: Progress) -> None:
        revision = self.next_revision
        self.entries.append(LogEntry(revision, 1000 + revision, progress.events))
        self.games.append(progress.game)

    def join(self, seat: int, entropy: bytes = b"") -> None:
        holder = Holder(f"player {seat}", SeatKind.HUMAN, "", entropy)
        self.add(
            play_on.seat_holder(
                self.game, Seat(seat), holder, epoch=77 + seat, revision=self.next_revision
            )
        )

    def play_random(self, chance: random.Random) -> None:
        state = self.game.state
        assert state is not None
        seat = seats_to_act(state)[0]
        move = chance.choice(legal_moves(state, seat))
        self.add(play_on.move(self.game, state, seat, move, revision=self.next_revision))


def _sat(chance: random.Random, *, seats: int = 2) -> Sitting:
    sitting = Sitting(chance, seats=seats)
    sitting.join(1, b"e" * 16)
    for epoch in (0, 700, 700):
        sitting.add(play_on.issue_token(sitting.game, Seat(1), epoch=epoch))
    sitting.add(play_on.free_seat(sitting.game, Seat(1)))
    for seat in range(seats):
        sitting.join(seat)
    return sitting


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_revision_folds_to_the_game_it_was(seed: int, seats: int) -> None:
    """Joins, freed seats, new tokens, moves, a resignation and the end: all are in the log."""
    chance = random.Random(seed)
    sitting = _sat(chance, seats=seats)
    while not sitting.game.over:
        if chance.random() < 0.01 and sitting.game.state is not None:
            gone = sitting.game.state.resigned
            seat = next(Seat(seat) for seat in range(seats) if seat not in gone)
            sitting.add(
                play_on.give_up(
                    sitting.game,
                    sitting.game.state,
                    seat,
                    cause=Cause.TIME,
                    revision=sitting.next_revision,
                )
            )
        else:
            sitting.play_random(chance)
    for revision in [*range(1, 12), chance.randrange(12, len(sitting.games)), len(sitting.games)]:
        folded = fold(GAME, sitting.entries[:revision])
        expected = StoredGame(sitting.games[revision - 1], revision, 1001, 1000 + revision)
        assert expected == folded


@pytest.mark.parametrize("started", [False, True])
def test_a_cancelled_game_folds(*, started: bool) -> None:
    """Cancelled before the start, void after it (R4.5); void reveals the seed."""
    sitting = _sat(random.Random(1)) if started else Sitting(random.Random(1))
    sitting.add(play_on.cancel(sitting.game, revision=sitting.next_revision))
    assert sitting.game == fold(GAME, sitting.entries).game
    assert (Status.FINISHED if started else Status.CANCELLED) == sitting.game.status
    stored = StoredGame(sitting.game, len(sitting.games), 0, 0)
    seed = show_game(stored, Viewer(), Retention()).seed
    assert (sitting.game.seed if started else None) == seed


def test_a_log_with_a_gap_or_a_changed_event_does_not_fold() -> None:
    """A broken log is found, not glossed over."""
    chance = random.Random(2)
    sitting = _sat(chance)
    for _ in range(6):
        sitting.play_random(chance)
    entries = sitting.entries
    with pytest.raises(LogBroken):
        fold(GAME, [*entries[:4], *entries[5:]])
    changed: tuple[LoggedEvent, ...] = (*entries[-1].events, entries[-1].events[-1])
    with pytest.raises(LogBroken):
        fold(GAME, [*entries[:-1], replace(entries[-1], events=changed)])
    with pytest.raises(LogBroken):
        fold(GAME, [])


def test_a_decision_keeps_its_revision_until_it_is_made() -> None:
    """Another seat's new token changes no decision (decision 0.4)."""
    sitting = _sat(random.Random(3))
    state = sitting.game.state
    assert state is not None
    acting = seats_to_act(state)[0]
    arose = sitting.game.places[acting].decision_revision
    assert len(sitting.entries) == arose
    sitting.add(play_on.issue_token(sitting.game, Seat(1 - acting), epoch=700))
    assert arose == sitting.game.places[acting].decision_revision
    assert 0 == sitting.game.places[1 - acting].decision_revision


@pytest.mark.parametrize("seed", range(4))
def test_no_view_shows_the_seed_or_a_foreign_hand_before_the_end(seed: int) -> None:
    """What anybody gets before the end holds neither, at every revision (R4.4)."""
    chance = random.Random(seed)
    sitting = _sat(chance)
    while not sitting.game.over:
        sitting.play_random(chance)
    for viewer in (Viewer(), Viewer(Seat(0)), Viewer(Seat(1))):
        for game, entry in zip(sitting.games[:-1], sitting.entries[:-1], strict=True):
            stored = StoredGame(game, entry.revision, 1001, entry.time_ms)
            update = show_entry(entry, viewer, show_game(stored, viewer, Retention()))
            assert repr(game.seed) not in repr(update)
            assert game.seed.hex() not in repr(update)
            assert update.view is not None
            if game.state is not None and update.view.play is not None:
                assert (update.view.play.hand is None) == (viewer.seat is None)
            assert all(not isinstance(event, GameCreated) for event in update.events)
    game = sitting.game
    shown = TableSet(game.rules, game.access, game.first_dealer, len(game.pinned_orders))
    assert shown == show_entry(sitting.entries[0], Viewer()).events[0]
    assert isinstance(sitting.games[-1].places, BySeat)


def test_a_started_game_deals_the_same_cards_from_the_same_seed() -> None:
    """Seed, game id and entropies make the deal; entropy counts (docs/fair-shuffle.md)."""

    def hands(entropy: bytes) -> tuple[Event | LoggedEvent, ...]:
        sitting = Sitting(random.Random(9))
        sitting.join(0, entropy)
        sitting.join(1)
        return sitting.entries[-1].events

    assert hands(b"") == hands(b"")
    assert hands(b"") != hands(b"x" * 16)


def test_a_log_folds_piece_by_piece() -> None:
    """Cut anywhere, the pieces fold to the same game: a long log need not hold the loop."""
    chance = random.Random(5)
    sitting = _sat(chance)
    while not sitting.game.over:
        sitting.play_random(chance)
    whole = fold(GAME, sitting.entries)
    for cut in (1, 5, len(sitting.entries) // 2, len(sitting.entries) - 1):
        first = fold(GAME, sitting.entries[:cut])
        assert whole == fold(GAME, sitting.entries[cut:], start=first)


@pytest.mark.parametrize("scenario", [reshuffled, turned_over, challenged])
def test_chance_in_the_middle_of_a_deal_is_in_the_commit_that_made_it_due(
    scenario: Callable[[], Played],
) -> None:
    """A reshuffle, a new deal of the same number: one draw each, counted over the whole game."""
    sitting = scenario()
    draws = 1
    for revision in sitting.revisions:
        entry, game = revision.entry, revision.stored.game
        for event in entry.events:
            if isinstance(event, DealStarted | StockShuffled):
                draws += 1
                assert event.order is not None
                given = isinstance(event, DealStarted) and len(game.pinned_orders) >= draws - 1
                entropies = [place.holder.entropy for place in game.places if place.holder]
                begins = sorted(event.order, key=pack_named(game.rules.pack).cards.index)
                drawn = draw_order(game.seed, game.id, entropies, begins, draw=draws - 1)
                assert event.order == (game.pinned_orders[draws - 2] if given else drawn)
        assert game.draws == (draws if game.state is not None else 0)
        assert game.state is None or not order_due(game.state)
    shuffles = sum(isinstance(e, StockShuffled) for entry in sitting.entries for e in entry.events)
    assert sitting.game.reshuffles == shuffles
    folded = fold(sitting.game.id, sitting.entries)
    assert folded.game == sitting.game


def test_a_given_order_is_for_the_next_whole_pack_whatever_was_shuffled_before() -> None:
    """Discards shuffled in the first deal take none of the orders that the creator gave."""
    chance = random.Random(4)
    deck = pack_named("double104").deck
    orders = tuple(tuple(chance.sample(deck, len(deck))) for _ in range(2))
    rules = resolve_rules("coo_can", {"deals": "2"}, seats=6)
    sitting = Played(GameCreated(rules, Access.PUBLIC, Seat(0), b"s" * 32, orders))
    for seat in range(6):
        sitting.join(seat, Holder(f"player {seat}", SeatKind.BOT, "", b""))
    while not sitting.game.over:
        sitting.move(chance)
    dealt = [
        event.order
        for entry in sitting.entries
        for event in entry.events
        if isinstance(event, DealStarted)
    ]
    assert sitting.game.reshuffles > 0
    assert tuple(dealt) == orders
