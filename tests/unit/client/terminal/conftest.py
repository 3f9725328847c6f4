"""The synchronous client's scripted service."""

from tests.unit.client.sync.conftest import client, clock, seat, service

__all__ = ["client", "clock", "seat", "service"]
