"""A person plays against the computer, which plays in the same page."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import expect

from tests.e2e.web.conftest import Opened
from tests.e2e.web.people import Person
from tests.support.waiting import until

MOST_MOVES = 300
"""Of Ana in one deal; the time is up before that."""


def _play_to_the_end(ana: Person) -> int:
    moves = ana.play_on(MOST_MOVES)
    assert ana.is_over
    return moves


@pytest.mark.timeout(180)
@pytest.mark.parametrize("ruleset", ["classic", "spanish"])
def test_a_game_against_the_computer_and_a_rematch(http: str, person: Opened, ruleset: str) -> None:
    """Begun by one click, ended by a result, begun again by another."""
    ana = person(http)
    ana.open_lobby(ruleset)
    ana.page.get_by_role("button", name="Play against the computer").click()
    ana.wait_for_hand()
    ana.hurry_computer()
    assert _play_to_the_end(ana) > 0
    first = ana.page.url
    ana.page.get_by_role("button", name="Rematch").click()
    ana.wait_for_hand()
    assert ana.page.url != first
    expect(ana.page.locator(".opponent h2")).to_have_text("Computer")
    until(lambda: ana.is_due, seconds=20, what="Ana's turn in the rematch")


@pytest.mark.timeout(180)
@pytest.mark.parametrize("ruleset", ["colonel", "mexican"])
def test_the_other_rulesets_are_played_by_the_same_buttons(
    http: str, person: Opened, ruleset: str
) -> None:
    """One whose cards come into the hand, and one that begins with a trade."""
    ana = person(http)
    ana.open_lobby(ruleset)
    ana.page.get_by_role("button", name="Play against the computer").click()
    ana.wait_for_hand()
    ana.hurry_computer()
    assert _play_to_the_end(ana) > 0


def test_a_reload_keeps_the_seat_and_the_computer_plays_on(http: str, person: Opened) -> None:
    """Tokens are kept in the browser, for both seats."""
    ana = person(http)
    ana.open_lobby()
    ana.page.get_by_role("button", name="Play against the computer").click()
    ana.wait_for_hand()
    ana.hurry_computer()
    until(lambda: ana.is_due, seconds=20, what="Ana's turn")
    hand, told = ana.hand, ana.page.locator(".log li").count()
    ana.page.reload()
    ana.wait_for_hand()
    assert ana.hand == hand
    expect(ana.page.locator(".log li")).to_have_count(told)
    assert ana.play_on(3) > 0


def test_the_computer_takes_a_seat_at_a_table_that_waits(http: str, person: Opened) -> None:
    """Where no friend comes."""
    ana = person(http)
    ana.open_lobby()
    ana.page.get_by_role("button", name="Invite a friend").click()
    ana.page.get_by_role("button", name="Let the computer sit down").click()
    ana.wait_for_hand()
    expect(ana.page.locator(".opponent h2")).to_have_text("Computer")


_KEEPS_A_COMPUTER = """() => Object.entries(localStorage).some(
  ([key, value]) => key.startsWith("conquian.game.") && JSON.parse(value).bots?.length)"""


def test_another_tab_plays_for_the_computer_when_the_first_is_closed(
    http: str, person: Opened
) -> None:
    """Whichever page of a browser is open plays the seats that the browser holds."""
    ana = person(http)
    ana.visit()
    ana.page.get_by_role("button", name="Invite a friend").click()
    expect(ana.page.locator(".link input")).to_be_visible()
    other = ana.page.context.new_page()
    other.goto(ana.page.url)
    expect(other.locator(".link input")).to_be_visible()
    ana.page.get_by_role("button", name="Let the computer sit down").click()
    expect(other.locator(".hand-card").first).to_be_visible()
    # The other page may see the game begin before the first one knows the computer's token.
    ana.page.wait_for_function(_KEEPS_A_COMPUTER)
    ana.page.close()
    due = other.locator(".own.is-due ~ .choices:not(.is-busy)")
    for _ in range(2):
        expect(due).to_be_visible()
        told = other.locator(".log li").count()
        if not due.locator("[data-move]").count():
            other.locator(".hand-card.is-usable").first.click()
        due.locator("[data-move=pass], [data-move=discard], .laying").first.click()
        expect(other.locator(".log li")).not_to_have_count(told)


def test_a_game_that_is_opened_now_and_then_is_not_forgotten(http: str, person: Opened) -> None:
    """What nobody opens for a month is dropped from the browser, with the seat's token."""
    ana = person(http)
    ana.open_lobby()
    ana.page.get_by_role("button", name="Play against the computer").click()
    ana.wait_for_hand()
    age = """time => {
      for (const key of Object.keys(localStorage)) {
        if (!key.startsWith("conquian.game.")) continue;
        const game = JSON.parse(localStorage.getItem(key));
        localStorage.setItem(key, JSON.stringify({ ...game, time }));
      }
    }"""
    ana.page.evaluate(age, (time.time() - 40 * 24 * 3600) * 1000)
    ana.page.reload()
    ana.wait_for_hand()
    ana.visit()
    expect(ana.page.locator(".your-game")).to_have_count(1)


@pytest.mark.parametrize("language", ["en", "es", "ru"])
def test_a_table_fits_on_the_narrowest_phone(http: str, person: Opened, language: str) -> None:
    """Also with all that a table against the computer has in its header."""
    ana = person(http, language=language, viewport={"width": 320, "height": 640})
    ana.open_lobby("mexican")
    ana.page.locator("form .primary").click()
    ana.wait_for_hand()
    assert ana.page.evaluate("document.documentElement.scrollWidth") == 320
