"""The service goes away and comes back, and the page goes on as it is."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.e2e.web.conftest import Opened
from tests.support.processes import Server, ending
from tests.support.waiting import until


@pytest.mark.timeout(120)
def test_a_restart_in_the_middle_of_a_game_needs_no_reload(tmp_path: Path, person: Opened) -> None:
    """Nothing is asked of the player but a little patience."""
    games = tmp_path / "games"
    first = Server.on_directory(games, name="before")
    with ending(first):
        ana = person(first.http, failures_are_fine=True)
        ana.open_lobby()
        ana.page.get_by_role("button", name="Play against the computer").click()
        ana.wait_for_hand()
        ana.hurry_computer()
        until(lambda: ana.is_due, seconds=20, what="Ana's turn")
        ana.page.evaluate("window.neverReloaded = true")
        hand = ana.hand
        assert first.stop() == 0
    expect(ana.page.locator(".line")).to_have_text("Connection lost, reconnecting ...")
    assert ana.hand == hand
    second = Server.on_directory(games, name="after", ports=first.ports)
    with ending(second):
        expect(ana.page.locator(".line")).to_be_empty(timeout=30_000)
        assert ana.play_on(2) > 0
        assert ana.page.evaluate("window.neverReloaded")
        ana.close()
