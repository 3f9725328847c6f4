"""Addresses that servers listen on."""

from __future__ import annotations

import os
import socket

_BACKLOG = 1024


class CannotListen(Exception):
    """An address cannot be listened on. The text is for an operator."""

    def __init__(self, door: str, host: str, port: int, why: str) -> None:
        super().__init__(f"cannot listen on {bracketed(host)}:{port} for {door}: {why}")
        self.port = port


def listen(door: str, host: str, port: int) -> socket.socket:
    """A socket that listens on an address; port 0 takes any free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=_BACKLOG)
    except OSError as error:
        number = error.errno or 0
        why = os.strerror(number).lower() if number > 0 else "no such address"
        raise CannotListen(door, host, port, why) from None


def bracketed(host: str) -> str:
    """A host as it stands before a colon and a port."""
    return f"[{host}]" if ":" in host else host
