"""What axe-core, a checker that is not ours, says of every screen."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

import conquian
from tests.conformance.decks import two_seats
from tests.e2e.web.conftest import Opened
from tests.e2e.web.people import DESKTOP, PHONE
from tests.support.tree import ROOT
from tests.support.waiting import until

_RUN = {
    # A card's index is part of its picture: what says "4" is called "four of clubs".
    "rules": {"label-content-name-mismatch": {"enabled": False}}
}
AXE = ROOT / "clients" / "node_modules" / "axe-core" / "axe.min.js"


def _faults(page: Page) -> list[str]:
    assert AXE.is_file(), "no axe-core: run npm ci in clients/"
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: dict[str, Any] = page.evaluate(f"axe.run({json.dumps(_RUN)})")
    return [
        f"{fault['impact']} {fault['id']}: {node['html'][:160]}: {node['failureSummary']}"
        for fault in found["violations"]
        for node in fault["nodes"]
    ]


@pytest.mark.timeout(120)
@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_every_screen(
    http: str, person: Opened, client: conquian.sync.Client, viewport: ViewportSize
) -> None:
    """Lobby, waiting room, table, builder, end: no fault of any weight."""
    ana = person(http, viewport=viewport)
    page = ana.page
    ana.open_lobby()
    expect(page.locator(".how-to p").first).to_be_attached()
    assert _faults(page) == []

    game_id = client.create_game(
        "classic", first_dealer=0, pinned_orders=[two_seats()], options={"deals": 1}
    ).game_id
    ana.visit(f"#game={game_id}")
    expect(page.locator("form button[type=submit]")).to_be_visible()
    assert _faults(page) == []
    client.join(game_id, name="Ben")
    ana.sit_down(f"{http}/#game={game_id}")
    until(lambda: ana.is_due, seconds=20, what="Ana's turn")
    assert _faults(page) == []

    page.locator("button.build").click()
    page.locator(".rest .piece").first.click()
    page.locator(".group-new .put").click()
    expect(page.locator(".verdict.is-illegal")).to_be_visible()
    assert _faults(page) == []
    page.keyboard.press("Escape")

    ana.move()
    expect(page.locator(".own .meld").first).to_be_visible()
    assert _faults(page) == []
    page.get_by_role("button", name="Resign").click()
    assert _faults(page) == []
    page.get_by_role("button", name="Yes, resign").click()
    expect(page.locator(".ending")).to_be_visible()
    assert _faults(page) == []
