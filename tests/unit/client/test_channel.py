"""The channel's options keep to what any gRPC server allows."""

from __future__ import annotations

from conquian._channel import channel_options


def test_keepalive_is_slow_and_only_with_an_open_call() -> None:
    """Servers by default cut off clients that ping an idle connection."""
    options = dict(channel_options("localhost:1"))
    assert options["grpc.keepalive_time_ms"] == 30_000
    assert options["grpc.keepalive_permit_without_calls"] == 0


def test_retries_are_left_to_this_package() -> None:
    """Else gRPC would repeat calls without knowing which are safe."""
    assert dict(channel_options("localhost:1"))["grpc.enable_retries"] == 0


def test_the_callers_options_win() -> None:
    """The last of two equal names counts."""
    options = channel_options("localhost:1", [("grpc.keepalive_time_ms", 60_000)])
    assert dict(options)["grpc.keepalive_time_ms"] == 60_000
    assert str(dict(options)["grpc.primary_user_agent"]).startswith("conquian-python/")
