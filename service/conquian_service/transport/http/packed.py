"""Files of our own package data, compressed as they are sent, decompressed for who cannot."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

from starlette.requests import Request
from starlette.responses import Response

from conquian_service.transport.http.rest.negotiation import accepts_gzip


def folder_of(name: str) -> Traversable:
    """A folder of files beside this module."""
    return resources.files(__package__ or "").joinpath(name)


@cache
def compressed(folder: str, name: str) -> bytes:
    """A file's bytes as gzip, whether it is packed as `NAME.gz` or as it is."""
    packed = folder_of(folder).joinpath(f"{name}.gz")
    if packed.is_file():
        return packed.read_bytes()
    return gzip.compress(folder_of(folder).joinpath(name).read_bytes(), mtime=0)


def packed_answer(
    folder: str, name: str, request: Request, *, media_type: str, headers: Mapping[str, str]
) -> Response:
    """The file, compressed for who takes that."""
    body = compressed(folder, name)
    sent = {**headers, "vary": "Accept-Encoding", "x-content-type-options": "nosniff"}
    if accepts_gzip(request.headers.get("accept-encoding", "")):
        sent["content-encoding"] = "gzip"
    else:
        body = gzip.decompress(body)
    return Response(body, media_type=media_type, headers=sent)
