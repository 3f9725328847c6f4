"""Pages hold every item once, and a token is only what the service gave."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conquian_service.application.errors import CallReason, CallRefused
from conquian_service.application.paging import (
    read_page,
    read_token,
    size_of,
    take_page,
    write_token,
)


@given(st.integers(0, 450), st.integers(0, 200))
def test_pages_in_order_are_the_whole_list(length: int, page_size: int) -> None:
    """Following the tokens gives each item once, in order, and no page is too long."""
    items, token, got = list(range(length)), "", list[int]()
    while True:
        page = take_page(items, page_size=page_size, page_token=token, revision=7)
        assert len(page.items) <= (page_size or 50)
        got += page.items
        token = page.next_token
        if not token:
            break
    assert items == got


def test_a_page_of_an_older_revision_is_stale() -> None:
    """A list that has changed since is not continued."""
    page = take_page("abc", page_size=1, page_token="", revision=7)
    with pytest.raises(CallRefused) as refused:
        take_page("abc", page_size=1, page_token=page.next_token, revision=8)
    assert (CallReason.STALE_REVISION, 8) == (refused.value.reason, refused.value.revision)


@pytest.mark.parametrize("size", [-1, 201, 2**31 - 1])
def test_a_page_size_out_of_range_is_refused(size: int) -> None:
    """The field is named."""
    with pytest.raises(CallRefused) as refused:
        size_of(size)
    assert (CallReason.FIELD_INVALID, "page_size") == (refused.value.reason, refused.value.field)


@pytest.mark.parametrize(
    "token",
    [
        "x",
        "!",
        "é",
        "a" * 1000,
        write_token("1"),
        write_token("a", "b"),
        write_token("-1", "1"),
        write_token("1", "٣"),
    ],
)
def test_a_made_up_token_is_refused(token: str) -> None:
    """Rubbish is one refusal, never another error."""
    with pytest.raises(CallRefused) as refused:
        take_page("abc", page_size=1, page_token=token)
    assert CallReason.PAGE_TOKEN_INVALID is refused.value.reason


def test_a_token_holds_its_parts() -> None:
    """Writing then reading gives the same parts."""
    assert ["12", "abc:def"] == read_token(write_token("12", "abc:def"), 2)


@given(
    st.lists(st.one_of(st.none(), st.integers()), max_size=60),
    st.integers(1, 20),
)
async def test_pages_of_a_list_that_is_being_made(steps: list[int | None], page_size: int) -> None:
    """Steps that found nothing are in no page and move none."""
    token, got = "", list[int]()
    while True:
        page = await read_page(steps, page_size=page_size, page_token=token)
        assert len(page.items) == page_size or not page.next_token
        got += page.items
        token = page.next_token
        if not token:
            break
    assert got == [step for step in steps if step is not None]


async def test_a_page_that_takes_too_long_to_make() -> None:
    """It has what was found in that time, and is refused where that is nothing."""

    def items() -> Iterator[int | None]:
        return (step if step < 250 else None for step in count())

    first = await read_page(items(), page_size=200, page_token="")
    assert first.items == tuple(range(200))
    second = await read_page(items(), page_size=200, page_token=first.next_token)
    assert second.items == tuple(range(200, 250))
    with pytest.raises(CallRefused) as refused:
        await read_page(items(), page_size=200, page_token=second.next_token)
    assert refused.value.reason is CallReason.POSITION_TOO_COMPLEX
