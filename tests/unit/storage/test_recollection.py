"""What a process wrote is found again by the very same bytes, and by nothing else."""

from __future__ import annotations

from dataclasses import replace

from conquian_service.storage.codec import decode_snapshot, encode_snapshot
from conquian_service.storage.recollection import Recollection
from tests.support.sittings import GAME_ID, random_sitting


def test_what_was_written_is_what_would_be_read() -> None:
    """For every revision of a game: remembered and read are the same."""
    written = Recollection()
    for revision in random_sitting(3).revisions:
        stored = revision.stored
        body = encode_snapshot(stored.game, revision=stored.revision, created_ms=7)
        assert written.get(body, GAME_ID) is None
        written.put(body, stored.game, revision=stored.revision, created_ms=7)
        # Bytes of a reply are other objects than those that were sent.
        assert written.get(bytes(bytearray(body)), GAME_ID) == decode_snapshot(
            body, game_id=GAME_ID
        )


def test_other_bytes_and_other_games_are_read() -> None:
    """A bit that differs is another snapshot; the id is not in the bytes."""
    game = random_sitting(3).game
    written = Recollection()
    written.put(b"body", game, revision=4, created_ms=7)
    assert written.get(b"bodz", game.id) is None
    assert written.get(b"body", GAME_ID[::-1]) is None
    assert written.get(b"body", game.id) == (game, 4, 7)


def test_the_oldest_are_forgotten() -> None:
    """It holds so many games and no more."""
    game = random_sitting(3).game
    written = Recollection(size=2)
    for number in range(5):
        written.put(b"%d" % number, replace(game, draws=number), revision=1, created_ms=0)
    known = [number for number in range(5) if written.get(b"%d" % number, game.id)]
    assert known == [3, 4]
