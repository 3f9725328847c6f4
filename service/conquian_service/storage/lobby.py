"""Public tables that may have a free seat, newest first.

A hint, never the truth: the reader checks each game and takes out what is stale.
Losing an entry loses nothing but its place in the list.

The list is split over several sorted sets, so that no node of a cluster bears it
alone. All scores are 0: members sort by their text, which begins with the time.
"""

from __future__ import annotations

import asyncio
import heapq
import re
from collections.abc import Sequence

from conquian_service.application.ports import ListedGame
from conquian_service.storage.keys import Keys
from conquian_service.storage.lanes import Lanes

__all__ = ["Lobby"]

_CURSOR = re.compile(r"[0-9]{13}:[a-z2-7]{1,64}\Z")


class Lobby:
    """The list, shared by all servers of one store."""

    def __init__(self, lanes: Lanes, keys: Keys) -> None:
        self._lanes = lanes
        self._keys = keys

    async def add(self, game_id: str, created_ms: int) -> None:
        """List a game; listing it again changes nothing."""
        shard = self._keys.lobby(game_id)
        await self._lanes.route(shard).hint("ZADD", shard, 0, f"{created_ms:013d}:{game_id}")

    async def remove(self, listed: Sequence[ListedGame]) -> None:
        """Take games off the list; one that is not on it is no error."""
        shards: dict[str, list[str]] = {}
        for game in listed:
            shards.setdefault(self._keys.lobby(game.game_id), []).append(game.cursor)
        await asyncio.gather(
            *(
                self._lanes.route(shard).hint("ZREM", shard, *members)
                for shard, members in shards.items()
            )
        )

    async def page(self, *, after: str, limit: int) -> list[ListedGame]:
        """Read the next `limit` games after a cursor, or the newest for "".

        `ValueError`: the cursor is none of ours.
        """
        if after and not _CURSOR.match(after):
            raise ValueError("not a cursor of the lobby")
        below = f"({after}" if after else "+"
        shards = await asyncio.gather(
            *(
                self._lanes.route(shard).read(
                    "ZREVRANGEBYLEX", shard, below, "-", "LIMIT", 0, limit
                )
                for shard in self._keys.lobby_shards()
            )
        )
        newest = heapq.nlargest(limit, [member for shard in shards for member in shard])
        return [_listed(member.decode()) for member in newest]


def _listed(member: str) -> ListedGame:
    _, _, game_id = member.partition(":")
    return ListedGame(game_id=game_id, cursor=member)
