"""Games that this process has written, found again by the exact bytes of their snapshot.

No cache of what a game *is*: the store is asked every time, and only if it answers with
the very bytes that were written here is reading them spared (docs/decisions/0006). A
replica that did not write them reads them.
"""

from __future__ import annotations

from conquian_service.application.game import Game

__all__ = ["Recollection"]

_SIZE = 1024
"""Games; about 4 kB each."""


class Recollection:
    """The games written last, the oldest forgotten first."""

    def __init__(self, size: int = _SIZE) -> None:
        self._size = size
        self._games: dict[bytes, tuple[Game, int, int]] = {}

    def put(self, body: bytes, game: Game, *, revision: int, created_ms: int) -> None:
        """Remember what these bytes were made of."""
        games = self._games
        if len(games) >= self._size:
            del games[next(iter(games))]
        games[body] = game, revision, created_ms

    def get(self, body: bytes, game_id: str) -> tuple[Game, int, int] | None:
        """Game, revision and time of creation, as `decode_snapshot` would read them.

        The id is looked at because it is not in the bytes.
        """
        known = self._games.get(body)
        return known if known is not None and known[0].id == game_id else None
