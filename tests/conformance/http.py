"""What an operator's tools fetch."""

from __future__ import annotations

import asyncio
import json
import urllib.error
import urllib.request
from typing import Any


async def fetch(url: str, path: str, *, method: str = "GET") -> tuple[int, Any]:
    """Status and body of a page, read as JSON where it is that; status 0 if nobody answers."""
    return await asyncio.to_thread(_fetch, urllib.request.Request(url + path, method=method))


def _fetch(request: urllib.request.Request) -> tuple[int, Any]:
    try:
        with urllib.request.urlopen(request, timeout=5) as page:
            return page.status, _body(page.headers, page.read())
    except urllib.error.HTTPError as refused:
        with refused:
            return refused.code, _body(refused.headers, refused.read())
    except OSError:
        return 0, None


def _body(headers: Any, body: bytes) -> Any:
    return json.loads(body) if headers.get_content_type() == "application/json" else body.decode()
