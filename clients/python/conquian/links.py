"""Links to tables, for people to hand to each other.

    conquian://HOST:PORT/GAME_ID
    conquian://HOST:PORT/GAME_ID?invite=TOKEN     a private table

Over HTTP they are what the service's own page shows, and a browser opens them. What stands after
`#` is sent to no server, so an invite is in nobody's log:

    http://HOST:PORT/#game=GAME_ID
    https://HOST/#game=GAME_ID&invite=TOKEN       a private table

>>> GameLink.parse("conquian://localhost:50051/mkuyvtq5")
GameLink(target='localhost:50051', game_id='mkuyvtq5')
>>> GameLink.parse("http://localhost:8080/#game=mkuyvtq5")
GameLink(target='http://localhost:8080', game_id='mkuyvtq5')
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Self
from urllib.parse import parse_qsl, urlencode, urlsplit

from conquian._target import http_base

__all__ = ["GameLink"]

SCHEME = "conquian"
DEFAULT_PORT = 50051

_GAME_ID = re.compile(r"[A-Za-z0-9_-]{1,64}\Z")


@dataclass(frozen=True, slots=True)
class GameLink:
    """Where a game is played, and what it takes to join it."""

    target: str
    """Address of the service, as `connect` takes it: HOST:PORT, or a URL of HTTP."""
    game_id: str
    invite: str = field(default="", repr=False)
    """Invite token of a private table: whoever has the link may join. Empty for others."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a link; ValueError, without any token in it, for what is none."""
        address, hash_sign, told = text.strip().partition("#")
        try:
            base = http_base(address) if hash_sign else None
        except ValueError:
            raise ValueError("the link has more before its # than http://HOST:PORT/") from None
        if base is not None:
            parts = dict(parse_qsl(told, keep_blank_values=True))
            return cls(base, _game_id(parts.pop("game", ""), "#game="), _invite(parts))
        try:
            url = urlsplit(address)
            port = url.port or DEFAULT_PORT
        except ValueError:
            raise ValueError("the link's address is not HOST:PORT") from None
        if url.scheme != SCHEME or not url.hostname or "@" in url.netloc or hash_sign:
            raise ValueError(
                f"a link to a game begins with {SCHEME}://HOST:PORT/ or http://HOST:PORT/#game="
            )
        game_id = _game_id(url.path.removeprefix("/").removesuffix("/"), "HOST:PORT/")
        host = f"[{url.hostname}]" if ":" in url.hostname else url.hostname
        parts = dict(parse_qsl(url.query, keep_blank_values=True))
        return cls(f"{host}:{port}", game_id, _invite(parts))

    def __str__(self) -> str:
        invite = {"invite": self.invite} if self.invite else {}
        if http_base(self.target) is not None:
            return f"{self.target}/#{urlencode({'game': self.game_id, **invite})}"
        query = f"?{urlencode(invite)}" if invite else ""
        return f"{SCHEME}://{self.target}/{self.game_id}{query}"


def _game_id(text: str, place: str) -> str:
    if not _GAME_ID.match(text):
        raise ValueError(f"the link names no game after {place}")
    return text


def _invite(parts: dict[str, str]) -> str:
    """The invite, which is all that may stand beside the game."""
    invite = parts.pop("invite", "")
    if parts:
        raise ValueError(f"the link asks for {', '.join(sorted(parts))}, unknown here")
    return invite
