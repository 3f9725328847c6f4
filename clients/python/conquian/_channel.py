"""How channels to the service are made: options for either flavour of grpcio.

Keepalive keeps to what servers allow by default: a ping each 30 seconds and only while a call is
open. Watches carry a heartbeat each 10 seconds, so a server sees no ping without data; a dead
connection under a watch is found within 40 seconds, long before TCP finds it. Retries are off
here because this package makes its own, by request id.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.metadata import PackageNotFoundError, version

from conquian._target import is_loopback

ChannelOptions = Sequence[tuple[str, int | str]]
"""Options of a gRPC channel, by their names."""

LARGEST_ANSWER = 16 * 1024 * 1024
"""Bytes; a page of a transcript with pinned orders is far below it."""


@cache  # finding it out reads files
def user_agent() -> str:
    """What this package calls itself."""
    return f"conquian-python/{_version()}"


def channel_options(target: str, extra: ChannelOptions = ()) -> list[tuple[str, int | str]]:
    """The options of a channel to a target; `extra` ones come last and so win."""
    return [
        ("grpc.primary_user_agent", user_agent()),
        ("grpc.enable_retries", 0),
        ("grpc.keepalive_time_ms", 30_000),
        ("grpc.keepalive_timeout_ms", 10_000),
        ("grpc.keepalive_permit_without_calls", 0),
        # A restarted server is found again within two seconds, not within two minutes; an
        # attempt to connect has five, enough for TLS on a slow link.
        ("grpc.initial_reconnect_backoff_ms", 100),
        ("grpc.min_reconnect_backoff_ms", 5_000),
        ("grpc.max_reconnect_backoff_ms", 2_000),
        # A new channel is a new connection, never one that another channel has lost already.
        ("grpc.use_local_subchannel_pool", 1),
        ("grpc.max_receive_message_length", LARGEST_ANSWER),
        # What the environment says of proxies is not meant for this machine.
        ("grpc.enable_http_proxy", 0 if is_loopback(target) else 1),
        *extra,
    ]


def _version() -> str:
    try:
        return version("conquian")
    except PackageNotFoundError:  # run from a source tree
        return "unknown"
