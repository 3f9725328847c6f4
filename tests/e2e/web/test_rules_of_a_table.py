"""Whoever comes to a table can read there what is played."""

from __future__ import annotations

from playwright.sync_api import expect

import conquian
from tests.e2e.web.conftest import Opened
from tests.e2e.web.people import DESKTOP, PHONE, Person


def test_a_table_tells_its_rules_and_what_was_agreed_otherwise(
    http: str, person: Opened, client: conquian.sync.Client
) -> None:
    """Before one sits down, and while one plays; in the reader's language."""
    options = {"deals": "3", "forcing": "off"}
    game_id = client.create_game("classic", options=options, first_dealer=0).game_id
    ana = person(http, viewport=PHONE)
    ana.visit(f"#game={game_id}")
    page = ana.page
    agreed = page.locator(".house dd")
    expect(agreed).to_have_text(["never", "3"])
    expect(page.locator(".how-to p").first).not_to_be_visible()
    page.locator(".how-to summary").click()
    expect(page.locator(".how-to p").first).to_contain_text("You win a deal by having 11 cards")

    client.join(game_id, name="Ben")
    ana.write_name()
    page.locator("form button[type=submit]").click()
    ana.wait_for_hand()
    expect(agreed).to_have_text(["never", "3"])
    page.locator(".settings select").last.select_option("es")
    expect(agreed).to_have_text(["nunca", "3"])
    page.locator(".how-to summary").click()
    expect(page.locator(".how-to p").first).to_contain_text("11 cartas")
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    assert _left(ana, ".felt") == _left(ana, ".log") == _left(ana, ".rules")
    page.set_viewport_size(DESKTOP)
    assert _left(ana, ".felt") == _left(ana, ".rules") < _left(ana, ".log")
    assert page.locator(".felt").evaluate("it => it.offsetWidth") > DESKTOP["width"] / 2


def test_a_table_as_usual_says_nothing_of_its_options(
    http: str, person: Opened, client: conquian.sync.Client
) -> None:
    """There is only how it is played."""
    game_id = client.create_game("spanish").game_id
    ana = person(http)
    ana.visit(f"#game={game_id}")
    expect(ana.page.locator(".how-to summary")).to_be_visible()
    expect(ana.page.locator(".house")).to_have_count(0)


def _left(person: Person, selector: str) -> float:
    left: float = person.page.locator(selector).evaluate("it => it.getBoundingClientRect().left")
    return left
