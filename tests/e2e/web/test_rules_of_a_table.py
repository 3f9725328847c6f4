"""Whoever comes to a table can read there what is played."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import expect

import conquian
from tests.conformance.decks import two_seats
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
    assert _left(ana, ".felt") == _left(ana, ".log") == _left(ana, ".below")
    page.set_viewport_size(DESKTOP)
    assert _left(ana, ".felt") == _left(ana, ".below") < _left(ana, ".log")
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


def test_the_record_of_a_game_is_checked_as_the_page_says(
    http: str, person: Opened, client: conquian.sync.Client, tmp_path: Path
) -> None:
    """Against what the player saw and sent, which the page has kept over a reload."""
    game_id = client.create_game("classic", first_dealer=0).game_id
    ana = person(http)
    ana.sit_down(f"{http}/#game={game_id}")
    expect(ana.page.locator(".seat-list small")).to_have_text("you")
    ben = client.join(game_id, name="Ben")
    ana.wait_for_hand()
    ben.resign()
    ana.page.reload()
    ana.page.locator(".fairness summary").click()
    shown = ana.page.locator(".fairness pre").inner_text()
    (entropy,) = re.findall(r"--entropy 0=([0-9a-f]{64})$", shown)
    assert entropy in ana.page.locator(".fairness dl").inner_text()
    path = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}

    def checked(commands: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["sh", "-ec", commands],
            cwd=tmp_path,
            env=path,
            capture_output=True,
            text=True,
            check=False,
        )

    honest = checked(shown)
    assert (honest.returncode, honest.stderr) == (0, "")
    assert honest.stdout.startswith("HONEST")
    assert checked(shown.replace(entropy, "00" * 32)).returncode == 1
    # Who only comes afterwards has seen no commitment that it could be held against.
    late = person(http)
    late.visit(f"#game={game_id}")
    late.page.locator(".fairness summary").click()
    expect(late.page.locator(".fairness pre")).to_have_text(re.compile(rf"--game {game_id}$"))


def test_a_table_whose_cards_were_laid_says_so_before_one_sits_down(
    http: str, person: Opened, client: conquian.sync.Client
) -> None:
    """In so many words."""
    game_id = client.create_game("classic", pinned_orders=[two_seats()]).game_id
    ana = person(http)
    ana.visit(f"#game={game_id}")
    expect(ana.page.locator(".fairness > p")).to_have_text(
        "Whoever created this table has chosen the order of the cards."
    )


def _left(person: Person, selector: str) -> float:
    left: float = person.page.locator(selector).evaluate("it => it.getBoundingClientRect().left")
    return left
