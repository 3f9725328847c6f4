"""The synchronous client's scripted service."""

import pytest

from tests.unit.client.sync.conftest import client, clock, seat, service

__all__ = ["client", "clock", "seat", "service"]


@pytest.fixture
def wire() -> str:
    """One way is enough: what a person sees is the same on either."""
    return "grpc"
