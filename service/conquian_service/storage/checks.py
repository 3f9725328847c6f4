"""What is asked of a store before it is used, and whether it still answers."""

from __future__ import annotations

from redis.exceptions import AuthenticationError, AuthorizationError

from conquian_service.storage._errors import StoreFault, StoreUnavailable, StoreUnfit
from conquian_service.storage.keys import Keys
from conquian_service.storage.lanes import Lane, Lanes

__all__ = ["check_store", "find_secret", "get_or_create_secret", "ping", "still_answers"]

SECRET_SIZE = 32
"""Bytes of a secret that the service keeps in the store."""

_OLDEST = (7, 0)
"""The first Redis with read-only script calls and PEXPIRETIME. Valkey says 7.2 here."""


async def ping(lane: Lane) -> None:
    """Return if the store answers; else `StoreUnavailable`. Says nothing about memory left.

    `StoreFull`: it answers, and that it cannot write its files.
    `StoreUnfit` if it does not let us in: waiting would not help.
    """
    try:
        await lane.read("PING")
    except StoreUnavailable as error:
        if _not_let_in(error):
            raise StoreUnfit("the store refuses the user or the password of its URL") from error
        raise


async def still_answers(lane: Lane) -> bool:
    """Whether a store that let us in once can be asked; one that no longer does is away.

    `StoreFull` as of `ping`.
    """
    try:
        await ping(lane)
    except (StoreFault, StoreUnavailable, StoreUnfit):
        return False
    return True


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
    await lanes.route(key).write("SET", key, fresh, "NX")
    secret = await find_secret(lanes, keys, name)
    if secret is None:
        raise StoreUnfit(f"the store does not keep {key}")
    return secret


async def find_secret(lanes: Lanes, keys: Keys, name: str) -> bytes | None:
    """Return the secret of that name, if some server brought one.

    `StoreUnfit` for one that no server of ours wrote: tokens signed by a short or
    foreign key could be forged.
    """
    key = keys.secret(name)
    secret: bytes | None = await lanes.route(key).read("GET", key)
    if secret is not None and len(secret) != SECRET_SIZE:
        raise StoreUnfit(f"the store's {key} is no key of this service")
    return secret


def _not_let_in(error: BaseException | None) -> bool:
    # The driver wraps what the store said into a lost connection.
    while error is not None and not isinstance(error, AuthenticationError | AuthorizationError):
        error = error.__cause__ or error.__context__
    return error is not None


async def _facts(lane: Lane) -> tuple[tuple[int, ...], str]:
    text = b"\r\n".join([await lane.read("INFO", "server"), await lane.read("INFO", "memory")])
    facts = dict(line.split(":", 1) for line in text.decode().splitlines() if ":" in line)
    version = tuple(int(part) for part in facts["redis_version"].split(".")[:2])
    return version, facts["maxmemory_policy"]
