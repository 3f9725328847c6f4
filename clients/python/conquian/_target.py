"""Where a service is: `HOST:PORT` speaks gRPC, a URL of http or https speaks HTTP.

Standard library only, for the command line asks it too.
"""

from __future__ import annotations

import re
from ipaddress import ip_address
from urllib.parse import urlsplit

_HTTP = re.compile(r"https?://", re.IGNORECASE)


def http_base(target: str) -> str | None:
    """What the paths of methods are put behind; None for a target of gRPC.

    >>> http_base("HTTPS://example.com/games/")
    'https://example.com/games'
    >>> http_base("localhost:50051")

    Raises:
        ValueError: it begins as a URL and is none, or has more than a scheme, host, port and path.
    """
    if not _HTTP.match(target):
        return None
    try:
        url = urlsplit(target)
        port = url.port
    except ValueError:
        raise ValueError("the target's address is not http://HOST:PORT") from None
    # A password would take the place of the seat's token.
    if not url.hostname or url.query or url.fragment or "@" in url.netloc or not _plain(target):
        raise ValueError("a target of HTTP is http://HOST:PORT, or has a path behind it")
    host = f"[{url.hostname}]" if ":" in url.hostname else url.hostname
    return f"{url.scheme}://{host}{'' if port is None else f':{port}'}{url.path.rstrip('/')}"


def is_loopback(target: str) -> bool:
    """Whether a target is on this machine, where no proxy for the world leads.

    >>> [is_loopback(target) for target in ("localhost:50051", "dns:///[::1]:1", "http://127.0.0.1")]
    [True, True, True]
    >>> [is_loopback(target) for target in ("example.com:50051", "http://example.com", "unix:/x")]
    [False, False, False]
    """
    place = target
    if not _HTTP.match(target):
        place = "//" + re.sub(r"^(dns|ipv4|ipv6):", "", target).rpartition("/")[2]
    try:
        host = urlsplit(place).hostname or ""
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def _plain(text: str) -> bool:
    return text.isascii() and text.isprintable() and " " not in text
