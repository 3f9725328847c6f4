"""What is asked of a store before it is used, and whether it still answers."""

from __future__ import annotations

from conquian_service.storage._errors import StoreUnfit
from conquian_service.storage.keys import Keys
from conquian_service.storage.lanes import Lane, Lanes

__all__ = ["check_store", "get_or_create_secret", "ping"]

_OLDEST = (7, 0)
"""The first Redis with read-only script calls and PEXPIRETIME. Valkey says 7.2 here."""


async def ping(lane: Lane) -> None:
    """Return if the store answers; else `StoreUnavailable`. Says nothing about room left."""
    await lane.read("PING")


async def check_store(lane: Lane, *, allow_eviction: bool = False) -> None:
    """Refuse a store that is too old or that would evict running games: `StoreUnfit`.

    Running games carry an expiry, so every policy but `noeviction` throws them out when
    memory is short. INFO is asked rather than CONFIG, which managed stores forbid.
    """
    version, policy = await _facts(lane)
    if version < _OLDEST:
        found = ".".join(map(str, version))
        raise StoreUnfit(f"the store is Redis {found}; at least 7.0 (or any Valkey) is needed")
    if policy != "noeviction" and not allow_eviction:
        raise StoreUnfit(
            f"the store's maxmemory-policy is {policy}, which evicts running games when memory "
            "is short; set it to noeviction"
        )


async def get_or_create_secret(lanes: Lanes, keys: Keys, name: str, fresh: bytes) -> bytes:
    """Return the secret of that name: `fresh`, unless some server brought one before."""
    key = keys.secret(name)
    lane = lanes.route(key)
    await lane.write("SET", key, fresh, "NX")
    secret: bytes = await lane.read("GET", key)
    return secret


async def _facts(lane: Lane) -> tuple[tuple[int, ...], str]:
    text = b"\r\n".join([await lane.read("INFO", "server"), await lane.read("INFO", "memory")])
    facts = dict(line.split(":", 1) for line in text.decode().splitlines() if ":" in line)
    version = tuple(int(part) for part in facts["redis_version"].split(".")[:2])
    return version, facts["maxmemory_policy"]
