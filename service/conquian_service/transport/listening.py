"""Addresses that servers listen on.

Several processes may share one by SO_REUSEPORT, where each of them asks for it; the kernel
then deals the connections out among those that listen.
"""

from __future__ import annotations

import errno
import os
import socket

_BACKLOG = 1024


class CannotListen(Exception):
    """An address cannot be listened on. The text is for an operator."""

    def __init__(self, door: str, host: str, port: int, why: str, *, in_use: bool = False) -> None:
        # By the names of the settings that say where.
        mend = f"CONQUIAN_{door.upper()}_{'PORT' if in_use else 'HOST'}"
        super().__init__(
            f"cannot listen on {bracketed(host)}:{port} for {door}: {why}; {mend} names another"
        )
        self.port = port
        self.in_use = in_use
        """Whether somebody else listens there."""


def listen(door: str, host: str, port: int, *, shared: bool = False) -> socket.socket:
    """A socket that listens on an address; port 0 takes any free one."""
    try:
        return socket.create_server(
            (host, port), family=_family(host), backlog=_BACKLOG, reuse_port=shared
        )
    except OSError as error:
        raise _refusal(door, host, port, error) from None


def hold(door: str, host: str, port: int) -> socket.socket:
    """A socket that keeps an address for processes that share it; it gets no connections.

    Refused where somebody listens already, though he would share, too: two services on one
    port would answer each other's callers.
    """
    listen(door, host, port).close()
    held = socket.socket(_family(host), socket.SOCK_STREAM)
    try:
        for option in (socket.SO_REUSEADDR, socket.SO_REUSEPORT):
            held.setsockopt(socket.SOL_SOCKET, option, 1)
        held.bind((host, port))
    except OSError as error:
        held.close()
        raise _refusal(door, host, port, error) from None
    return held


def address_of(bound: socket.socket) -> str:
    """Host and port of a socket."""
    host, port, *_ = bound.getsockname()
    return f"{bracketed(host)}:{port}"


def bracketed(host: str) -> str:
    """A host as it stands before a colon and a port."""
    return f"[{host}]" if ":" in host else host


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET


def _refusal(door: str, host: str, port: int, error: OSError) -> CannotListen:
    number = error.errno or 0
    why = os.strerror(number).lower() if number > 0 else "no such address"
    return CannotListen(door, host, port, why, in_use=number == errno.EADDRINUSE)
