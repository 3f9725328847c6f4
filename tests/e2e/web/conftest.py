"""A Chromium for all tests of a run, and people who each have a window of their own."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

import conquian
from tests.e2e.web.people import Person
from tests.support.processes import Server
from tests.support.tree import ROOT

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

Opened = Callable[..., Person]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The browser, without a window."""
    found = subprocess.run([ROOT / ".ci" / "chromium"], capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
    path = found.stdout.strip().splitlines()[-1]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def person(chromium: Browser) -> Iterator[Opened]:
    """Opens the page of a server for somebody; afterwards nobody's page may have complained."""
    people: list[Person] = []

    def opened(base: str, name: str = "Ana", **how: Any) -> Person:
        somebody = Person(chromium, base, name, **how)
        people.append(somebody)
        return somebody

    yield opened
    complaints = [complaint for somebody in people for complaint in somebody.complaints]
    for somebody in people:
        somebody.close()
    assert complaints == []


@pytest.fixture
def http(pair: tuple[Server, Server]) -> str:
    """Where the page is served."""
    return pair[0].http


@pytest.fixture
def client(pair: tuple[Server, Server]) -> Iterator[conquian.sync.Client]:
    """A client of the same service, for what a test does behind the scenes."""
    with conquian.sync.connect(pair[1].address) as client:
        yield client
