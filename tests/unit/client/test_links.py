"""A link to a table says all it takes to join it, and nothing more."""

from __future__ import annotations

import doctest
from types import ModuleType

import pytest

from conquian import _target, links
from conquian.links import GameLink

LINKS = [
    ("conquian://localhost:50051/abc", GameLink("localhost:50051", "abc")),
    ("conquian://example.com:443/abc", GameLink("example.com:443", "abc")),
    ("conquian://[::1]:50051/abc", GameLink("[::1]:50051", "abc")),
    (
        "conquian://localhost:50051/abc?invite=cqi1.own.abc.x-y_z",
        GameLink("localhost:50051", "abc", "cqi1.own.abc.x-y_z"),
    ),
    ("http://localhost:8080/#game=abc", GameLink("http://localhost:8080", "abc")),
    ("https://example.com/#game=abc", GameLink("https://example.com", "abc")),
    ("https://example.com/cards/#game=abc", GameLink("https://example.com/cards", "abc")),
    ("http://[::1]:8080/#game=abc", GameLink("http://[::1]:8080", "abc")),
    (
        "http://localhost:8080/#game=abc&invite=cqi1.own.abc.x-y_z",
        GameLink("http://localhost:8080", "abc", "cqi1.own.abc.x-y_z"),
    ),
]


@pytest.mark.parametrize(("text", "link"), LINKS, ids=lambda case: str(case)[:40])
def test_printing_and_parsing(text: str, link: GameLink) -> None:
    """Each is the other's inverse."""
    assert GameLink.parse(text) == link
    assert str(link) == text


@pytest.mark.parametrize(
    ("pasted", "text"),
    [
        (" conquian://localhost:50051/abc\n", "conquian://localhost:50051/abc"),
        ("conquian://localhost/abc", "conquian://localhost:50051/abc"),
        ("conquian://localhost:50051/abc/", "conquian://localhost:50051/abc"),
        ("CONQUIAN://localhost:50051/abc", "conquian://localhost:50051/abc"),
        (" HTTP://localhost:8080#game=abc\n", "http://localhost:8080/#game=abc"),
        (
            "http://localhost:8080/#invite=x&game=abc",
            "http://localhost:8080/#game=abc&invite=x",
        ),
    ],
)
def test_what_people_paste(pasted: str, text: str) -> None:
    """Spaces, a missing port and the like are forgiven."""
    assert str(GameLink.parse(pasted)) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "abc",
        "http://localhost:50051/abc",
        "conquian:abc",
        "conquian:///abc",
        "conquian://localhost:50051",
        "conquian://localhost:50051/",
        "conquian://localhost:50051/abc/def",
        "conquian://localhost:port/abc",
        "conquian://localhost:99999/abc",
        "conquian://ana@localhost:50051/abc",
        "conquian://localhost:50051/abc#top",
        "conquian://localhost:50051/abc?seat=SECRET",
        "conquian://[::1/abc?invite=SECRET",
        "conquian://localhost:50051/#game=abc",
        "http://localhost:8080/#",
        "http://localhost:8080/#abc",
        "http://localhost:8080/#game=",
        "http://localhost:8080/#game=abc/def",
        "http://localhost:8080/#game=abc&seat=SECRET",
        "http://localhost:8080/?game=abc&invite=SECRET",
        "http://localhost:8080/?invite=SECRET#game=abc",
        "http://ana:SECRET@localhost:8080/#game=abc",
        "http://localhost:port/#game=abc",
        "ftp://localhost:8080/#game=abc",
    ],
)
def test_what_is_no_link(text: str) -> None:
    """Refused, and whatever it carried is not repeated."""
    with pytest.raises(ValueError, match="link") as refused:
        GameLink.parse(text)
    assert "SECRET" not in str(refused.value)


def test_an_invite_is_not_shown_by_chance() -> None:
    """Printed as a link it is there, for that is what it is for; in a log it is not."""
    link = GameLink("localhost:50051", "abc", "SECRET")
    assert "SECRET" not in repr(link)
    assert "SECRET" in str(link)


@pytest.mark.parametrize("module", [links, _target])
def test_the_examples_in_docstrings(module: ModuleType) -> None:
    """They run as they are written."""
    assert doctest.testmod(module).attempted > 0
    assert doctest.testmod(module).failed == 0
