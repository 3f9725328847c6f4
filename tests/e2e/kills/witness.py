"""Who plays on through everything, and holds the service to every answer it gave."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import conquian
from conquian import sync
from conquian.transcripts import fetch_transcript
from conquian_service.verification import Outcome, verify

PATIENCE = 40.0
"""Seconds: a service that stays away for longer fails the test."""
_PAUSE = 0.005
"""Seconds that a player takes for a move."""
_SEATS = 2
_SET_UP = 1 + _SEATS
"""Revisions before the first move: the creation and the joins."""
# A service that comes back is found at once: what is tested is not the client's patience.
_OPTIONS = (("grpc.initial_reconnect_backoff_ms", 50), ("grpc.max_reconnect_backoff_ms", 100))


@dataclass(frozen=True, slots=True)
class Answer:
    """A move that was acknowledged."""

    update: conquian.Update
    asked_at: float
    told_at: float


class Witness:
    """Both seats and a watcher of one game, at work from the start on, each in a thread.

    `may_lose` allows for a store that was killed: moves of the last moments may be gone. The
    players then wait until the watcher has been told to start over.
    """

    def __init__(self, address: str, *, seed: int, may_lose: bool = False) -> None:
        self._address = address
        self._may_lose = may_lose
        self._player = sync.connect(address, timeout=PATIENCE, options=_OPTIONS)
        self._onlooker = sync.connect(address, timeout=PATIENCE, options=_OPTIONS)
        created = self._player.create_game("classic", options={"deals": 1000, "max_deals": 1000})
        self.game_id = created.game_id
        self._commitment = created.game.shuffle.commitment
        self._seats = [self._player.join(self.game_id) for _ in range(_SEATS)]
        self._chooser = conquian.RandomPlayer(seed)
        self._changed = threading.Condition()
        self.answers: list[Answer] = []
        self.resynced: list[int] = []
        """Revisions from which the watcher was told to start over."""
        self._seen: list[int] = []
        self._failure: BaseException | None = None
        self._enough = False
        self._threads = [
            threading.Thread(target=self._guarded, args=(work,), daemon=True)
            for work in (self._play, self._watch)
        ]
        for thread in self._threads:
            thread.start()

    def until_answers(self, more: int) -> None:
        """Wait until so many more moves are acknowledged."""
        enough = len(self.answers) + more
        self._wait(lambda: len(self.answers) >= enough, f"{more} more moves")

    def until_seen(self) -> None:
        """Wait until the watcher knows of every move that is acknowledged by now."""
        last = self.answers[-1].update.revision
        self._wait(lambda: max(self._seen, default=0) >= last, f"the watcher to see {last}")

    def check(self) -> None:
        """End the game, and compare every answer with the record of the game. Once is enough."""
        if self._enough:
            return
        with self._changed:
            self._enough = True
            self._changed.notify_all()
        self._join(self._threads[0])
        self._seats[0].resign(timeout=PATIENCE)
        self._join(self._threads[1])
        verdict = verify(
            fetch_transcript(self._address, self.game_id).encode(), commitment=self._commitment
        )
        assert verdict.outcome is Outcome.HONEST, verdict.as_text()
        entries = self._player.transcript(self.game_id).entries
        assert [entry.revision for entry in entries] == list(range(1, len(entries) + 1))
        if not self._may_lose:
            moves = entries[_SET_UP:-1]
            assert list(map(_essence, moves)) == [
                _essence(answer.update) for answer in self.answers
            ]
            assert self.resynced == []
            assert self._seen == [entry.revision for entry in entries]

    def lost(self) -> list[Answer]:
        """The acknowledged moves that the record does not have; only after `check`."""
        entries = self._player.transcript(self.game_id).entries
        kept = {entry.revision: _essence(entry) for entry in entries}
        return [
            answer
            for answer in self.answers
            if kept.get(answer.update.revision) != _essence(answer.update)
        ]

    def close(self) -> None:
        """Let go of the service, whatever the threads are doing."""
        self._enough = True
        self._player.close()
        self._onlooker.close()
        for thread in self._threads:
            thread.join(PATIENCE)

    def _play(self) -> None:
        seat = 0
        while not self._enough:
            view = self._seats[seat].view(timeout=PATIENCE)
            if self.answers and view.revision < self.answers[-1].update.revision:
                self._start_over(view.revision)
            assert view.deal is not None
            if seat not in view.deal.seats_to_act:
                seat = view.deal.seats_to_act[0]
                continue
            assert view.you is not None
            asked_at = time.monotonic()
            try:
                update = self._seats[seat].play(
                    self._chooser.choose(view),
                    revision=view.you.decision_revision,
                    timeout=PATIENCE,
                )
            except (conquian.StaleDecision, conquian.NotNow):
                if not self._may_lose:
                    raise
                continue
            self._note(Answer(update, asked_at, time.monotonic()))
            time.sleep(_PAUSE)

    def _start_over(self, revision: int) -> None:
        """The store has lost moves: go on only once the watcher knows."""
        assert self._may_lose, f"the game went back to {revision}"
        if max(self._seen, default=0) > revision:
            # It has seen moves that are no more.
            self._wait(lambda: bool(self.resynced), "the watcher to start over")

    def _watch(self) -> None:
        with self._onlooker.watch(self.game_id, after_revision=0, patience=PATIENCE) as updates:
            for item in updates:
                with self._changed:
                    if isinstance(item, conquian.Resynced):
                        self.resynced.append(item.view.revision)
                    else:
                        self._seen.append(item.revision)
                    self._changed.notify_all()

    def _note(self, answer: Answer) -> None:
        with self._changed:
            self.answers.append(answer)
            self._changed.notify_all()

    def _wait(self, come_true: Callable[[], bool], what: str) -> None:
        with self._changed:
            self._changed.wait_for(lambda: self._failure is not None or come_true(), PATIENCE)
        if self._failure is not None:
            raise self._failure
        assert come_true(), f"waited in vain for {what}"

    def _guarded(self, work: Callable[[], None]) -> None:
        try:
            work()
        except BaseException as failure:  # noqa: BLE001 - raised where the test waits
            with self._changed:
                self._failure = failure
                self._changed.notify_all()

    def _join(self, thread: threading.Thread) -> None:
        thread.join(PATIENCE)
        if self._failure is not None:
            raise self._failure
        assert not thread.is_alive(), "the service does not answer"


def _essence(update: conquian.Update) -> tuple[object, ...]:
    """What all who are told of a commit are told alike."""
    return update.revision, update.commit_time, update.events[0], len(update.events)


@contextmanager
def witness(address: str, *, seed: int = 1, may_lose: bool = False) -> Iterator[Witness]:
    """Somebody who plays inside the block; behind it all answers are checked."""
    somebody = Witness(address, seed=seed, may_lose=may_lose)
    try:
        yield somebody
        somebody.check()
    finally:
        somebody.close()
