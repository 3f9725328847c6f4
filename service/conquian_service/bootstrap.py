"""The composition root: settings in, a running service out. Only here do all rings meet."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from conquian_service.application.errors import StoreFull, StoreUnavailable
from conquian_service.application.ports import GameStore, Limits, Ports, Randomness
from conquian_service.application.tokens import Keyring
from conquian_service.application.views import Retention
from conquian_service.aside import Aside
from conquian_service.config import (
    PREFIX,
    Settings,
    SettingsRefused,
    is_loopback,
    parse_origins,
    parse_token_keys,
)
from conquian_service.storage._errors import EmbeddedStoreFailed, StoreFault, StoreUnfit
from conquian_service.storage.checks import (
    SECRET_SIZE,
    check_store,
    find_secret,
    get_or_create_secret,
    ping,
    still_answers,
)
from conquian_service.storage.connections import Connect, connections
from conquian_service.storage.doorbell import Doorbell
from conquian_service.storage.embedded import EmbeddedStore, start_embedded
from conquian_service.storage.game_store import RedisGameStore
from conquian_service.storage.keys import Keys
from conquian_service.storage.lanes import Acknowledgement, Lane, SingleNode
from conquian_service.storage.lobby import Lobby
from conquian_service.storage.scripts import GameScripts
from conquian_service.telemetry.logs import AccessLog
from conquian_service.telemetry.meter import CallRecorder, PrometheusMeter
from conquian_service.telemetry.metrics import Metrics, make_metrics
from conquian_service.telemetry.timed_store import TimedStore
from conquian_service.transport import game_service, rules_service
from conquian_service.transport.connect import Edge as ConnectEdge
from conquian_service.transport.connect import connect_apps
from conquian_service.transport.credentials import Credentials
from conquian_service.transport.game_service import GameService
from conquian_service.transport.grpc.edge import Edge
from conquian_service.transport.grpc.server import GrpcOptions, GrpcServer
from conquian_service.transport.http.app import make_app
from conquian_service.transport.http.cors import Origins
from conquian_service.transport.http.pages import pages_of
from conquian_service.transport.http.rest.door import RestDoor
from conquian_service.transport.http.server import HttpServer
from conquian_service.transport.listening import CannotListen, listen
from conquian_service.transport.readiness import Readiness
from conquian_service.transport.reception import Reception
from conquian_service.transport.rules_service import RulesService

_STORE_TIMEOUT = 1.0
_STORE_WAIT = 15.0
"""How long a store that does not answer is waited for at the start."""
_HOUR_MS = 3_600_000
_OWN_KEY = "own"
"""Id of the token key that is kept in the store."""
_HURRIED_GRACE = 1.0
"""How long calls under way may take where whoever or whatever they need is gone."""

START_ERRORS = (
    CannotListen,
    EmbeddedStoreFailed,
    SettingsRefused,
    StoreFault,
    StoreFull,
    StoreUnavailable,
    StoreUnfit,
)
"""Why a service cannot start. Their texts are for an operator."""

_log = logging.getLogger(__name__)


class OsRandomness:
    """Secret bytes from the operating system."""

    def secret(self, size: int) -> bytes:
        return secrets.token_bytes(size)


@dataclass(frozen=True, slots=True, kw_only=True)
class Overrides:
    """What a test puts in the place of the real thing."""

    randomness: Randomness | None = None
    clock_ms: Callable[[], int] | None = None
    """Stands in for the store's clock."""
    wrap_store: Callable[[GameStore], GameStore] | None = None
    aside_seconds: float | None = None
    """How long one question may take that is answered beside the loop."""


NOTHING_OVERRIDDEN = Overrides()


@dataclass(frozen=True, slots=True, kw_only=True)
class Membership:
    """What a process has to know that serves as one of several, on ports that all share."""

    number: int
    metrics_folder: Path
    own_store: bool
    """Whether the store is the parent's own."""


@dataclass(slots=True, kw_only=True)
class Service:
    """A running service."""

    settings: Settings
    ports: Ports
    metrics: Metrics
    store_url: str
    lane: Lane
    grpc: GrpcServer
    http: HttpServer
    _readiness: Readiness
    _doorbell: Doorbell
    _embedded: EmbeddedStore | None
    _membership: Membership | None
    _hurried: asyncio.Event
    _stopping: asyncio.Task[None] | None = None

    @property
    def grpc_target(self) -> str:
        """Address of the gRPC door, for a channel."""
        return self.grpc.target

    @property
    def http_url(self) -> str:
        """Address of the HTTP door."""
        return self.http.url

    def facts(self) -> dict[str, str | int]:
        """What the log says at the start."""
        member = self._membership
        own_store = self._embedded is not None or (member is not None and member.own_store)
        return {
            "version": metadata.version("conquian"),
            "grpc": self.grpc_target,
            "http": self.http_url,
            "store": "own" if own_store else "outside",
            **({} if member is None else {"worker": member.number}),
        }

    async def until_store_ends(self) -> str:
        """Wait until the store of our own ends by itself; say why."""
        if self._embedded is None:
            await asyncio.Event().wait()
            return ""
        return await self._embedded.ended() or "it ended without a word"

    def hurry(self) -> None:
        """Make the stop a short one: nobody needs time who could not be served anyway."""
        self._hurried.set()

    async def stop_serving(self) -> None:
        """Let calls and streams end in the order in which nobody loses one; again is no error."""
        if self._stopping is None:
            self._stopping = asyncio.create_task(self._stop_serving())
        await asyncio.shield(self._stopping)

    async def _stop_serving(self) -> None:
        """Say so, wait for balancers, send watchers elsewhere, then take no more."""
        _log.info("stopping")
        self._readiness.leave()
        await self.grpc.leave()
        with suppress(TimeoutError):
            async with asyncio.timeout(self.settings.drain_seconds):
                await self._hurried.wait()
        self.ports.drain.started = True
        self._doorbell.ring_all()
        grace = self.settings.grace_seconds
        if self._hurried.is_set():
            grace = min(grace, _HURRIED_GRACE)
        await asyncio.gather(self.grpc.stop(grace), self.http.stop(grace))
        _log.info("stopped")


@asynccontextmanager
async def running_service(
    settings: Settings,
    *,
    access_log: AccessLog | None = None,
    overrides: Overrides = NOTHING_OVERRIDDEN,
    membership: Membership | None = None,
) -> AsyncIterator[Service]:
    """A service that serves inside the block and is stopped gracefully behind it.

    As one of several it is given its ports and the store by its parent.

    Raises:
        START_ERRORS: it cannot start.
    """
    async with AsyncExitStack() as stack:
        if access_log is not None:
            stack.callback(access_log.flush)
        # Taken first: a port in use is found before a store is started.
        shared = membership is not None
        listening = listen("HTTP", settings.http_host, settings.http_port, shared=shared)
        stack.callback(listening.close)
        if not shared:
            listen("gRPC", settings.grpc_host, settings.grpc_port).close()

        embedded = await _embedded(settings, stack)
        store_url = _store_url(settings) if embedded is None else embedded.url
        connect = _connect(store_url)
        lane = Lane(connect, timeout=_STORE_TIMEOUT, acknowledgement=_acknowledgement(settings))
        stack.push_async_callback(lane.close)
        await _wait_for_store(lane)
        await check_store(lane, allow_eviction=settings.allow_eviction)

        lanes, keys = SingleNode(lane), Keys(settings.key_prefix)
        doorbell = Doorbell(connect, keys, timeout=_STORE_TIMEOUT)
        stack.push_async_callback(doorbell.close)
        version = metadata.version("conquian")
        metrics = make_metrics(
            version=version,
            folder=None if membership is None else membership.metrics_folder,
        )
        store: GameStore = RedisGameStore(GameScripts(lanes, keys, clock_ms=overrides.clock_ms))
        if overrides.wrap_store is not None:
            store = overrides.wrap_store(store)
        seconds = overrides.aside_seconds
        aside = Aside() if seconds is None else Aside(seconds=seconds)
        stack.callback(aside.close)
        ports = Ports(
            store=TimedStore(store, metrics),
            lobby=Lobby(lanes, keys),
            doorbell=doorbell,
            keyring=await _keyring(settings, lanes, keys),
            randomness=overrides.randomness or OsRandomness(),
            aside=aside,
            meter=PrometheusMeter(metrics),
            retention=_retention(settings),
            limits=_limits(settings),
            may_pin=settings.auth == "open",
        )

        readiness = Readiness(lambda: still_answers(lane))
        credentials, slow = Credentials(ports.keyring), settings.slow_watcher_seconds
        services = (
            (game_service.SERVICE, GameService(ports)),
            (rules_service.SERVICE, RulesService(ports)),
        )

        def reception(door: str) -> Reception:
            return Reception(credentials, CallRecorder(metrics, access_log, door=door), readiness)

        app = make_app(
            metrics.exposition,
            readiness,
            rest=RestDoor(reception("rest"), services, slow_watcher_seconds=slow),
            pages=pages_of([service for service, _ in services], version=version),
            origins=_origins(settings),
            further=connect_apps(
                ConnectEdge(reception("connect"), slow_watcher_seconds=slow), services
            ),
        )
        grpc_server = GrpcServer(
            Edge(
                credentials,
                CallRecorder(metrics, access_log),
                readiness,
                slow_watcher_seconds=slow,
            ),
            services,
            GrpcOptions(
                host=settings.grpc_host,
                port=settings.grpc_port,
                max_connection_age_seconds=settings.max_connection_age_seconds,
                share_port=shared,
            ),
        )
        service = Service(
            settings=settings,
            ports=ports,
            metrics=metrics,
            store_url=store_url,
            lane=lane,
            grpc=grpc_server,
            http=HttpServer(app, listening),
            _readiness=readiness,
            _doorbell=doorbell,
            _embedded=embedded,
            _membership=membership,
            _hurried=asyncio.Event(),
        )
        stack.push_async_callback(service.stop_serving)
        await service.grpc.start()
        service.http.start()
        _log.info("started", extra={"fields": service.facts()})
        yield service


async def _embedded(settings: Settings, stack: AsyncExitStack) -> EmbeddedStore | None:
    if settings.redis_url is not None:
        return None
    embedded = await start_embedded(settings.data_dir)
    stack.push_async_callback(embedded.stop)
    return embedded


def _store_url(settings: Settings) -> str:
    return "" if settings.redis_url is None else settings.redis_url.get_secret_value()


def _connect(store_url: str) -> Connect:
    try:
        return connections(store_url, timeout=_STORE_TIMEOUT)
    except ValueError:
        # The text of this one may hold the URL's password.
        raise SettingsRefused(
            f"{PREFIX}REDIS_URL is no URL of a store: redis://HOST:PORT/NUMBER, rediss:// or "
            "unix://, with options that redis-py knows"
        ) from None


def _acknowledgement(settings: Settings) -> Acknowledgement | None:
    return Acknowledgement(settings.replicas) if settings.replicas else None


async def _wait_for_store(lane: Lane) -> None:
    """Give a store that starts at the same time as we do a while to answer."""
    deadline = asyncio.get_running_loop().time() + _STORE_WAIT
    while not await _answers(lane):
        if asyncio.get_running_loop().time() > deadline:
            raise SettingsRefused(
                f"the store does not answer; look at {PREFIX}REDIS_URL and at the store's log"
            )
        await asyncio.sleep(0.5)


async def _answers(lane: Lane) -> bool:
    try:
        await ping(lane)
    except StoreUnavailable:
        return False
    return True


async def _keyring(settings: Settings, lanes: SingleNode, keys: Keys) -> Keyring:
    """Token keys as set, or one made once and kept in the store; the other one always is.

    A key that was made once goes on verifying when others are set: its tokens are out there.
    """

    async def kept(name: str) -> bytes:
        return await get_or_create_secret(lanes, keys, name, secrets.token_bytes(SECRET_SIZE))

    game_id_key = await kept("game-id")
    if settings.token_keys is None:
        return Keyring(_OWN_KEY, {_OWN_KEY: await kept("token")}, game_id_key)
    token_keys = parse_token_keys(settings.token_keys.get_secret_value())
    made_once = await find_secret(lanes, keys, "token")
    older = {} if made_once is None else {_OWN_KEY: made_once}
    return Keyring(next(iter(token_keys)), {**older, **token_keys}, game_id_key)


def _retention(settings: Settings) -> Retention:
    return Retention(
        unjoined_ms=max(1_000, int(settings.keep_unjoined_hours * _HOUR_MS)),
        waiting_ms=max(1_000, int(settings.keep_waiting_hours * _HOUR_MS)),
        running_ms=max(1_000, int(settings.keep_running_hours * _HOUR_MS)),
        finished_ms=max(1_000, int(settings.keep_finished_hours * _HOUR_MS)),
    )


def _origins(settings: Settings) -> Origins:
    is_open, local = settings.auth == "open", is_loopback(settings.http_host)
    if settings.cors_origins:
        return Origins(parse_origins(settings.cors_origins), guarded=is_open, local=local)
    return Origins(loopback=is_open, guarded=is_open, local=local)


def _limits(settings: Settings) -> Limits:
    return Limits(
        heartbeat_seconds=settings.heartbeat_seconds,
        max_watchers=settings.max_watchers,
        analyses_per_second=settings.analyses_per_second,
    )
