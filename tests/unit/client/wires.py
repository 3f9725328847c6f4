"""Both ways from the client to a scripted service."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager

from tests.unit.client.scripted import ScriptedService, served
from tests.unit.client.scripted_http import served_over_http

WIRES = ("grpc", "http")


def served_over(wire: str, service: ScriptedService) -> AbstractAsyncContextManager[str]:
    """Serve a script; gives the target to connect to."""
    return served(service) if wire == "grpc" else served_over_http(service)
