"""Links to tables, for people to hand to each other.

    conquian://HOST:PORT/GAME_ID
    conquian://HOST:PORT/GAME_ID?invite=TOKEN     a private table

>>> GameLink.parse("conquian://localhost:50051/mkuyvtq5")
GameLink(target='localhost:50051', game_id='mkuyvtq5')
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Self
from urllib.parse import parse_qsl, urlencode, urlsplit

__all__ = ["GameLink"]

SCHEME = "conquian"
DEFAULT_PORT = 50051

_GAME_ID = re.compile(r"/([A-Za-z0-9_-]{1,64})/?\Z")


@dataclass(frozen=True, slots=True)
class GameLink:
    """Where a game is played, and what it takes to join it."""

    target: str
    """HOST:PORT of the service, as `connect` takes it."""
    game_id: str
    invite: str = field(default="", repr=False)
    """Invite token of a private table: whoever has the link may join. Empty for others."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a link; ValueError, without any token in it, for what is none."""
        try:
            url = urlsplit(text.strip())
            port = url.port or DEFAULT_PORT
        except ValueError:
            raise ValueError("the link's address is not HOST:PORT") from None
        if url.scheme != SCHEME or not url.hostname or "@" in url.netloc or url.fragment:
            raise ValueError(f"a link to a game begins with {SCHEME}://HOST:PORT/")
        found = _GAME_ID.match(url.path)
        if found is None:
            raise ValueError("the link names no game after HOST:PORT/")
        query = dict(parse_qsl(url.query, keep_blank_values=True))
        invite = query.pop("invite", "")
        if query:
            raise ValueError(f"the link asks for {', '.join(sorted(query))}, unknown here")
        host = f"[{url.hostname}]" if ":" in url.hostname else url.hostname
        return cls(f"{host}:{port}", found[1], invite)

    def __str__(self) -> str:
        query = f"?{urlencode({'invite': self.invite})}" if self.invite else ""
        return f"{SCHEME}://{self.target}/{self.game_id}{query}"
