"""Pages of a list: sizes and tokens.

A token is opaque to callers: base64 of what it goes on from, and where the list belongs to
one revision, of that too.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from conquian_service.application.errors import CallReason, CallRefused, field_invalid

DEFAULT_PAGE = 50
LARGEST_PAGE = 200
_MAX_TOKEN = 256
_AT_ONCE = 64
"""Steps in making a list while it is read, after which other calls get their turn."""
_MOST_STEPS = 100_000
"""Most steps that are made for one page: a good half second."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """Some items, and the token of the next page; empty on the last."""

    items: tuple[T, ...]
    next_token: str


def size_of(page_size: int) -> int:
    """How many items to return; 0 asks for the default."""
    if not 0 <= page_size <= LARGEST_PAGE:
        raise field_invalid("page_size", page_size, f"0-{LARGEST_PAGE}")
    return page_size or DEFAULT_PAGE


def write_token(*parts: str) -> str:
    """A token that holds some parts, none of which holds a space."""
    return base64.urlsafe_b64encode(" ".join(parts).encode()).decode("ascii").rstrip("=")


def read_token(token: str, parts: int) -> list[str]:
    """The parts of a token; `PAGE_TOKEN_INVALID` if it is not one of ours."""
    refused = CallRefused(CallReason.PAGE_TOKEN_INVALID, field="page_token")
    if len(token) > _MAX_TOKEN:
        raise refused
    try:
        padded = token + "=" * (-len(token) % 4)
        text = base64.b64decode(padded.encode("ascii"), altchars=b"-_", validate=True).decode()
    except (ValueError, binascii.Error):
        raise refused from None
    found = text.split(" ")
    if len(found) != parts:
        raise refused
    return found


def take_page(items: Sequence[T], *, page_size: int, page_token: str, revision: int = 0) -> Page[T]:
    """A page of a list at hand; `STALE_REVISION` if the list was of an older revision."""
    size, start = size_of(page_size), 0
    if page_token:
        of_revision, offset = (_number(part) for part in read_token(page_token, 2))
        if of_revision != revision:
            raise CallRefused(CallReason.STALE_REVISION, revision=revision)
        start = offset
    end = start + size
    more = end < len(items)
    return Page(tuple(items[start:end]), write_token(str(revision), str(end)) if more else "")


async def read_page(
    items: Iterable[T | None],
    *,
    page_size: int,
    page_token: str,
    revision: int = 0,
    about: str = "all",
) -> Page[T]:
    """A page of a list that is made while it is read, without holding the loop for long.

    A None is a step in its making that found no item. `about` is a word that names the list
    among others of the same revision; a token of another list is `PAGE_TOKEN_INVALID`.
    A page that takes too many steps is shorter; `POSITION_TOO_COMPLEX` if it would be empty.
    """
    size, start = size_of(page_size), 0
    if page_token:
        of_revision, offset, of = read_token(page_token, 3)
        start = _number(offset)
        if _number(of_revision) != revision:
            raise CallRefused(CallReason.STALE_REVISION, revision=revision)
        if of != about:
            raise CallRefused(CallReason.PAGE_TOKEN_INVALID, field="page_token")
    found: list[T] = []
    number = 0
    for step, item in enumerate(items):
        if item is not None:
            if number == start + size:
                return Page(tuple(found), write_token(str(revision), str(number), about))
            if number >= start:
                found.append(item)
            number += 1
        if step % _AT_ONCE == _AT_ONCE - 1:
            await asyncio.sleep(0)
        if step == _MOST_STEPS:
            if not found:
                raise CallRefused(CallReason.POSITION_TOO_COMPLEX)
            return Page(tuple(found), write_token(str(revision), str(number), about))
    return Page(tuple(found), "")


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise CallRefused(CallReason.PAGE_TOKEN_INVALID, field="page_token")
    return int(text)
