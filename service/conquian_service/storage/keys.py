"""Every key that the service keeps in the store.

The names follow the prefix, which is `cq:` unless two services share one store.

| key               | type       | meaning                                                |
|-------------------|------------|--------------------------------------------------------|
| `{<game id>}:s`   | string     | snapshot: 6 bytes big-endian store time in ms, body    |
| `{<game id>}:l`   | list       | log: entry k is revision k: 6 bytes as above, body     |
| `{<game id>}:r`   | hash       | request records: 12-byte field -> 4 bytes big-endian   |
|                   |            | revision, 4 bytes digest of the request's content      |
| `{<game id>}:p`   | hash       | presence, soft: seat -> store time in ms it was seen   |
| `lobby:<shard>`   | sorted set | public games, a hint: game id, scored by the store     |
|                   |            | time in ms at which it was first listed                |
| `secret:<name>`   | string     | a random key of the service, made once                 |

Expiry. Snapshot, log and records: a lifetime that every commit sets anew, on all
three at the same instant; the log is never trimmed. Presence: seconds. Lobby and
secrets: none; a hint is taken out by whoever ends its game, a stale one by whoever reads
it, and the oldest by whoever adds to a full shard.

One channel stands beside them, `{<game id>}:b`: the bell of a game, rung at each
commit. Nobody may rely on it: it only says "read again".

The keys of a game share the hash tag `{<game id>}`, so that one script can touch
them all on one node of a cluster.
"""

from dataclasses import dataclass
from zlib import crc32

__all__ = ["LOBBY_SHARDS", "Keys"]

LOBBY_SHARDS = 8
"""Into how many sorted sets the lobby is split. All servers must agree on it."""


@dataclass(frozen=True, slots=True)
class Keys:
    """The names of all keys. Two services may share a store by two prefixes."""

    prefix: str = "cq:"

    def snapshot(self, game_id: str) -> str:
        return f"{self.prefix}{{{game_id}}}:s"

    def log(self, game_id: str) -> str:
        return f"{self.prefix}{{{game_id}}}:l"

    def requests(self, game_id: str) -> str:
        return f"{self.prefix}{{{game_id}}}:r"

    def presence(self, game_id: str) -> str:
        return f"{self.prefix}{{{game_id}}}:p"

    def bell(self, game_id: str) -> str:
        """Return the channel that a commit of this game rings."""
        return f"{self.prefix}{{{game_id}}}:b"

    def lobby(self, game_id: str) -> str:
        """Return the shard of the lobby in which this game is listed."""
        return f"{self.prefix}lobby:{crc32(game_id.encode()) % LOBBY_SHARDS}"

    def lobby_shards(self) -> tuple[str, ...]:
        return tuple(f"{self.prefix}lobby:{shard}" for shard in range(LOBBY_SHARDS))

    def secret(self, name: str) -> str:
        return f"{self.prefix}secret:{name}"
