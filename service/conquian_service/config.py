"""Settings: environment variables that begin with CONQUIAN_, typed and checked.

The one list of them; `conquian config` prints it and docs/configuration.md is made of it.
An unknown CONQUIAN_ variable is refused, because a misspelt setting that is silently
ignored is found in production.
"""

from __future__ import annotations

import base64
import binascii
import difflib
import ipaddress
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin

from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

PREFIX = "CONQUIAN_"
SHORTEST_KEY = 32
"""Bytes of a token key at least."""

Port = Annotated[int, Field(ge=0, le=65535)]
Seconds = Annotated[float, Field(ge=0, le=86_400)]
Hours = Annotated[float, Field(gt=0, le=24 * 366 * 10)]

_TYPES = {str: "text", int: "number", float: "number", bool: "true or false", Path: "path"}
_KEY_ID = re.compile(r"[A-Za-z0-9_-]{1,16}\Z")
_ORIGIN = re.compile(r"[a-z][a-z0-9+.-]*://(?:[a-z0-9._-]+|\[[0-9a-f:]+\])(?::[0-9]{1,5})?\Z")
_DURABILITY = re.compile(r"local\Z|replica:[1-9]\Z")
_OF_KUBERNETES = re.compile(
    r"\w+_(?:SERVICE_HOST|SERVICE_PORT(?:_\w+)?|PORT_[0-9]+_(?:TCP|UDP|SCTP)(?:_\w+)?)=.*"
    r"|\w+_PORT=(?:tcp|udp|sctp)://.*",
    re.ASCII | re.DOTALL,
)
"""What it sets in every container for a Service whose name begins with conquian."""


class SettingsRefused(Exception):
    """Settings that cannot be used. The text is for an operator and holds no secret."""


class Settings(BaseSettings):
    """Everything an operator may set."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        env_ignore_empty=True,
        frozen=True,
        extra="forbid",
        hide_input_in_errors=True,
    )

    grpc_host: str = Field("127.0.0.1", description="Address the gRPC server listens on.")
    grpc_port: Port = Field(50051, description="Port of the gRPC server; 0 takes any free one.")
    http_host: str = Field("127.0.0.1", description="Address the HTTP server listens on.")
    http_port: Port = Field(8080, description="Port of the HTTP server; 0 takes any free one.")
    workers: Annotated[int, Field(ge=1, le=64)] = Field(
        1,
        description="Processes that serve, all on the same ports. More than one needs a system "
        "that deals connections out by SO_REUSEPORT, such as Linux.",
    )
    redis_url: SecretStr | None = Field(
        None,
        description="URL (redis, rediss or unix) of the Redis or Valkey that keeps the games. "
        "If not set, the service starts a store of its own on DATA_DIR.",
    )
    data_dir: Path = Field(
        Path(".conquian"), description="Folder in which the store of our own keeps its files."
    )
    key_prefix: str = Field(
        "cq:",
        pattern=r"^[A-Za-z0-9_.:-]{1,32}$",
        description="Begins every key in the store, so that two services may share one.",
    )
    auth: Literal["open", "keys"] = Field(
        "open",
        description="Who may create and list games: open lets anyone. (keys comes in a later "
        "release.)",
    )
    insecure_open: bool = Field(
        False, description="Allow open access on an address that other machines can reach."
    )
    cors_origins: str = Field(
        "",
        description="Origins whose pages may call the HTTP port, such as "
        "https://example.com, separated by commas; * is any. If not set, pages of servers on "
        "this machine may under open access, at any port, and no others. Under open access others "
        "cannot change anything either.",
    )
    token_keys: SecretStr | None = Field(
        None,
        description="Keys that sign tokens, ID:KEY,...; each key is at least 32 bytes in "
        "hexadecimal or base64. The first signs, all verify. If not set, one is made once and "
        "kept in the store; it goes on verifying under the id own if keys are set later.",
    )
    durability: str = Field(
        "local",
        description="When a change counts as kept: local, or replica:N once N replicas have it.",
    )
    allow_eviction: bool = Field(
        False,
        description="Accept a store whose maxmemory-policy may throw running games out.",
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        "info", description="Least level that is logged; calls are logged at info."
    )
    drain_seconds: Seconds = Field(
        0.0,
        description="How long calls are still taken after a stop was asked for, so that a "
        "balancer can notice.",
    )
    grace_seconds: Seconds = Field(
        10.0, description="How long calls under way may take once no more are taken."
    )
    heartbeat_seconds: Annotated[float, Field(gt=0, le=3600)] = Field(
        10.0,
        description="A watcher who hears nothing for this long gets a heartbeat. Keep it at 20 or "
        "less: clients of ours take 25 seconds of silence for a dead connection.",
    )
    slow_watcher_seconds: Annotated[float, Field(gt=0, le=3600)] = Field(
        30.0, description="A watcher who takes nothing for this long is cut off."
    )
    max_watchers: Annotated[int, Field(ge=1, le=1_000_000)] = Field(
        10_000, description="Most watchers of this process."
    )
    analyses_per_second: Annotated[int, Field(ge=1, le=1_000_000)] = Field(
        200, description="Most AnalyzePosition calls a second of this process."
    )
    max_connection_age_seconds: Seconds = Field(
        1800.0,
        description="A gRPC connection is closed after about this long, so that clients spread "
        "over new servers; watchers resume. 0 keeps connections for ever.",
    )
    keep_unjoined_hours: Hours = Field(
        1.0, description="How long a game that nobody joined is kept."
    )
    keep_waiting_hours: Hours = Field(
        24.0, description="How long a game that waits for players is kept after its last change."
    )
    keep_running_hours: Hours = Field(
        336.0, description="How long a running game is kept after its last change."
    )
    keep_finished_hours: Hours = Field(720.0, description="How long a finished game is kept.")

    @field_validator("auth")
    @classmethod
    def _only_open(cls, value: str) -> str:
        if value != "open":
            raise ValueError("access by platform keys comes in a later release; use open")
        return value

    @field_validator("durability")
    @classmethod
    def _known_durability(cls, value: str) -> str:
        if not _DURABILITY.match(value):
            raise ValueError("is local or replica:N, N from 1 to 9")
        return value

    @field_validator("cors_origins")
    @classmethod
    def _readable_origins(cls, value: str) -> str:
        if value:
            parse_origins(value)
        return value

    @field_validator("token_keys")
    @classmethod
    def _readable_keys(cls, value: SecretStr | None) -> SecretStr | None:
        if value is not None:
            parse_token_keys(value.get_secret_value())
        return value

    @property
    def replicas(self) -> int:
        """Replicas that must confirm a change; 0 for none."""
        return int(self.durability.partition(":")[2] or 0)


@dataclass(frozen=True, slots=True)
class Row:
    """One setting as it is shown."""

    variable: str
    type: str
    default: str
    meaning: str
    value: str
    """The value in force; secrets are not shown."""


def load_settings(**given: Any) -> Settings:
    """The settings of this process's environment, changed by those given.

    Raises:
        SettingsRefused: a variable that is not known, or a value that cannot be used.
    """
    _refuse_unknown(os.environ)
    try:
        settings = Settings(**given)
    except ValidationError as error:
        raise SettingsRefused(_explained(error)) from None
    _refuse_open_to_all(settings)
    if settings.replicas and settings.redis_url is None:
        raise SettingsRefused(
            f"{PREFIX}DURABILITY={settings.durability} needs replicas, which the store of our own "
            f"has none of; set {PREFIX}REDIS_URL, or {PREFIX}DURABILITY=local"
        )
    return settings


def parse_token_keys(text: str) -> dict[str, bytes]:
    """Keys by id, the signing one first. ValueError tells what is wrong, without the key."""
    keys: dict[str, bytes] = {}
    for number, part in enumerate(text.split(","), 1):
        key_id, colon, written = part.strip().partition(":")
        if not colon or not _KEY_ID.match(key_id):
            raise ValueError(f"key {number} is not ID:KEY, ID of 1 to 16 letters, digits, - and _")
        if key_id in keys:
            raise ValueError(f"key id {key_id} is given twice")
        key = _decoded(written)
        if key is None or len(key) < SHORTEST_KEY:
            raise ValueError(
                f"key {key_id} is not at least {SHORTEST_KEY} bytes in hexadecimal or base64"
            )
        keys[key_id] = key
    return keys


def parse_origins(text: str) -> tuple[str, ...]:
    """Origins as browsers write them. ValueError tells what is wrong."""
    origins = tuple(part.strip().rstrip("/") for part in text.split(","))
    for number, origin in enumerate(origins, 1):
        if origin != "*" and not _ORIGIN.match(origin):
            raise ValueError(f"origin {number} is not SCHEME://HOST or SCHEME://HOST:PORT, or *")
    return origins


def rows(settings: Settings) -> Iterator[Row]:
    """Every setting in order."""
    for name, field in Settings.model_fields.items():
        yield Row(
            variable=PREFIX + name.upper(),
            type=_type_name(field.annotation),
            default="" if field.default is None else _shown(name, field.default),
            meaning=field.description or "",
            value=_shown(name, getattr(settings, name)),
        )


def _refuse_unknown(environ: Mapping[str, str]) -> None:
    known = [PREFIX + name.upper() for name in Settings.model_fields]
    for variable, value in sorted(environ.items()):
        if not variable.startswith(PREFIX) or _OF_KUBERNETES.fullmatch(f"{variable}={value}"):
            continue
        if variable not in known:
            near = difflib.get_close_matches(variable, known, n=1, cutoff=0.0)
            raise SettingsRefused(f"unknown setting {variable}; did you mean {near[0]}?")


def _refuse_open_to_all(settings: Settings) -> None:
    if settings.insecure_open:
        return
    for name in ("grpc_host", "http_host"):
        host = getattr(settings, name)
        if not is_loopback(host):
            raise SettingsRefused(
                f"{PREFIX}{name.upper()}={host} lets other machines in, and under open access "
                "anyone may create games; say --insecure-open (or "
                f"{PREFIX}INSECURE_OPEN=true) if that is meant"
            )


def is_loopback(host: str) -> bool:
    """Whether an address to listen on is reached from this machine alone."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _explained(error: ValidationError) -> str:
    lines = []
    for fault in error.errors(include_url=False, include_context=False, include_input=False):
        name = str(fault["loc"][0]) if fault["loc"] else "?"
        why = fault["msg"].removeprefix("Value error, ")
        lines.append(f"{PREFIX}{name.upper()}: {why}")
    return "\n".join(lines)


def _decoded(written: str) -> bytes | None:
    if re.fullmatch(r"(?:[0-9a-fA-F]{2})+", written):
        return bytes.fromhex(written)
    try:
        padded = written + "=" * (-len(written) % 4)
        return base64.b64decode(padded.replace("-", "+").replace("_", "/"), validate=True)
    except (ValueError, binascii.Error):
        return None


def _type_name(annotation: Any) -> str:
    if get_origin(annotation) is Literal:
        return " or ".join(get_args(annotation))
    if SecretStr in get_args(annotation):
        return "secret"
    return _TYPES[annotation]


def _shown(name: str, value: Any) -> str:
    match value:
        case None:
            return ""
        case SecretStr() if name == "redis_url":
            return _without_password(value.get_secret_value())
        case SecretStr():
            return "(secret)"
        case bool():
            return "true" if value else "false"
        case float() if value.is_integer():
            return str(int(value))
        case _:
            return str(value)


def _without_password(url: str) -> str:
    """A store's URL as text: a password that nobody encoded may hold any of `/?#@`."""
    scheme, is_url, rest = url.partition("://")
    who, _, place = ("", "", rest) if rest.startswith("/") else rest.rpartition("@")
    if not is_url or re.search("[?#]", who):
        # No URL, or one that may be read in two ways, one of which shows what is secret.
        return f"{scheme}://(secret)" if is_url else "(secret)"
    # A password may also stand in the query.
    place, *query = re.split("[?#]", place, maxsplit=1)
    return f"{scheme}://{'(secret)@' if who else ''}{place}{'?(secret)' if query else ''}"
