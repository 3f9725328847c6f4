"""Addresses: who may listen, who may share, and what is said to whoever may not."""

from __future__ import annotations

import socket

import pytest

from conquian_service.transport.listening import CannotListen, address_of, hold, listen

HOST = "127.0.0.1"


def port_of(bound: socket.socket) -> int:
    """The port of a socket."""
    port: int = bound.getsockname()[1]
    return port


def test_an_address_is_shared_by_those_who_all_ask_for_it() -> None:
    """Held by one that takes no connections, listened on by any number."""
    with hold("gRPC", HOST, 0) as held:
        port = port_of(held)
        with (
            listen("gRPC", HOST, port, shared=True) as one,
            listen("gRPC", HOST, port, shared=True) as other,
        ):
            assert address_of(one) == address_of(other) == f"{HOST}:{port}"


def test_a_held_address_has_no_connections() -> None:
    """Who connects while nobody listens is refused, not left waiting."""
    with hold("gRPC", HOST, 0) as held, pytest.raises(ConnectionRefusedError):
        socket.create_connection((HOST, port_of(held)))


@pytest.mark.parametrize("shared", [True, False])
def test_an_address_on_which_somebody_listens_is_not_held(*, shared: bool) -> None:
    """Even if he shares it: he is of another service."""
    with listen("HTTP", HOST, 0, shared=shared) as other:
        port = port_of(other)
        with pytest.raises(CannotListen, match=f"{HOST}:{port} for HTTP: address already") as told:
            hold("HTTP", HOST, port)
        assert told.value.in_use


def test_an_address_that_is_none() -> None:
    """It is not in use, so there is nothing to wait for."""
    with pytest.raises(CannotListen, match="no such address") as told:
        hold("gRPC", "nowhere.invalid", 0)
    assert not told.value.in_use
