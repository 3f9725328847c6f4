"""Public games that wait or run, newest first.

A hint, never the truth: who ends a game takes it out, the reader checks each game and
takes out what is stale, and a shard that is full drops its oldest ones. Losing an entry
loses nothing but its place in the list.

The list is split over several sorted sets, so that no node of a cluster bears it
alone. A game's score is the time at which it was first listed, so that a repeated
creation, which lists it once more, neither moves nor doubles it.
"""

from __future__ import annotations

import asyncio
import heapq
import re
from collections.abc import Sequence

from conquian_service.application.ports import ListedGame
from conquian_service.storage.keys import Keys
from conquian_service.storage.lanes import Lanes, Reply

__all__ = ["MOST_IN_A_SHARD", "Lobby"]

MOST_IN_A_SHARD = 25_000
"""Games; some 3 MB. Those that expired unfinished have nobody to take them out but readers."""

_TIME_DIGITS = 13
_CURSOR = re.compile(r"[0-9]{13}:[a-z2-7]{1,64}\Z", re.ASCII)


class Lobby:
    """The list, shared by all servers of one store."""

    def __init__(self, lanes: Lanes, keys: Keys, *, most: int = MOST_IN_A_SHARD) -> None:
        self._lanes = lanes
        self._keys = keys
        self._most = most

    async def add(self, game_id: str, created_ms: int) -> None:
        """List a game; listed again it counts as new. A full shard drops its oldest.

        A creation that is tried again much later must not look like one given up long ago,
        which whoever reads the list takes out.
        """
        shard = self._keys.lobby(game_id)
        lane = self._lanes.route(shard)
        added = lane.hint("ZADD", shard, "GT", created_ms, game_id)
        _let_go(lane.hint("ZREMRANGEBYRANK", shard, 0, -self._most - 1))
        await added

    async def remove(self, listed: Sequence[ListedGame]) -> None:
        """Take games off the list; one that is not on it is no error."""
        shards: dict[str, list[str]] = {}
        for game in listed:
            shards.setdefault(self._keys.lobby(game.game_id), []).append(game.game_id)
        await asyncio.gather(
            *(
                self._lanes.route(shard).hint("ZREM", shard, *game_ids)
                for shard, game_ids in shards.items()
            )
        )

    def drop(self, game_id: str) -> None:
        """Take a game off the list, without anybody who waits or could do something about it.

        It leaves with what else is asked in this turn of the loop.
        """
        shard = self._keys.lobby(game_id)
        _let_go(self._lanes.route(shard).hint("ZREM", shard, game_id))

    async def page(self, *, after: str, limit: int) -> list[ListedGame]:
        """Read the next `limit` games after a cursor, or the newest for "".

        `ValueError`: the cursor is none of ours.
        """
        if after and not _CURSOR.match(after):
            raise ValueError("not a cursor of the lobby")
        shards = await asyncio.gather(
            *(self._below(shard, after, limit) for shard in self._keys.lobby_shards())
        )
        newest = heapq.nlargest(limit, [cursor for shard in shards for cursor in shard])
        return [_listed(cursor) for cursor in newest]

    async def _below(self, shard: str, after: str, limit: int) -> list[str]:
        """Read the newest `limit` cursors of one shard that come after a cursor."""
        highest = str(int(after[:_TIME_DIGITS])) if after else "+inf"
        asked = limit
        while True:
            reply = await self._lanes.route(shard).read(
                "ZREVRANGEBYSCORE", shard, highest, "-inf", "WITHSCORES", "LIMIT", 0, asked
            )
            read = [
                f"{int(score):0{_TIME_DIGITS}d}:{member.decode()}"
                for member, score in zip(reply[::2], reply[1::2], strict=True)
            ]
            below = [cursor for cursor in read if not after or cursor < after]
            if len(below) >= limit or len(read) < asked:
                return below[:limit]
            # Many games of the cursor's own millisecond stand before it.
            asked *= 2


def _let_go(reply: asyncio.Future[Reply]) -> None:
    """Let a reply come when it comes; an error is looked at, and by nobody else."""
    reply.add_done_callback(lambda done: done.cancelled() or done.exception())


def _listed(cursor: str) -> ListedGame:
    listed_ms, _, game_id = cursor.partition(":")
    return ListedGame(game_id, int(listed_ms), cursor)
