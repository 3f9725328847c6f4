"""Moves made otherwise than by a click on what is offered: by keyboard, and in the builder."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

import conquian
from tests.conformance.decks import two_seats
from tests.e2e.web.conftest import Opened
from tests.e2e.web.people import Person
from tests.support.waiting import until

Seated = Callable[[], Person]


@pytest.fixture
def seated(http: str, person: Opened, client: conquian.sync.Client) -> Seated:
    """Seats a person whose first upcard, 3C, fits threes and a run of clubs in the hand."""

    def sit() -> Person:
        game_id = client.create_game("classic", first_dealer=0, pinned_orders=[two_seats()]).game_id
        client.join(game_id, name="Ben")
        ana = person(http)
        ana.sit_down(f"{http}/#game={game_id}")
        until(lambda: ana.is_due, seconds=20, what="Ana's turn")
        return ana

    return sit


def _focus_by_tab(ana: Person, selector: str) -> None:
    for _ in range(60):
        if ana.page.evaluate("s => document.activeElement?.matches(s) ?? false", selector):
            return
        ana.page.keyboard.press("Tab")
    raise AssertionError(f"Tab never comes to {selector}")


def test_taking_and_discarding_by_keyboard_alone(seated: Seated) -> None:
    """Tab to what is offered, Enter takes; arrows within the hand, Enter discards."""
    ana = seated()
    _focus_by_tab(ana, ".layings > button")
    ana.page.keyboard.press("Enter")
    _focus_by_tab(ana, '[aria-label="Take; three of clubs, three of diamonds, three of spades"]')
    ana.page.keyboard.press("Enter")
    expect(ana.page.locator(".own .meld")).to_have_attribute("data-cards", "3C 3D 3S")
    expect(ana.page.locator(".hand-card").first).to_be_focused()
    ana.page.keyboard.press("End")
    ana.page.keyboard.press("ArrowLeft")
    last_but_one = ana.hand[-2]
    ana.page.keyboard.press("Enter")
    expect(ana.page.locator(".upcard")).to_have_attribute("data-card", last_but_one)
    assert last_but_one not in ana.hand


def test_space_selects_and_narrows_what_is_offered(seated: Seated) -> None:
    """A card that no taking uses leaves none; one that it uses leaves it."""
    ana = seated()
    layings = ana.page.locator(".laying")
    ana.page.get_by_role("button", name=re.compile("Show all")).click()
    every = layings.count()
    for card in ("3D", "5C"):
        ana.page.locator(f'.hand-card[data-card="{card}"]').focus()
        ana.page.keyboard.press("Space")
    expect(layings).to_have_count(0)
    ana.page.get_by_role("button", name="Unselect").click()
    expect(layings.first).to_be_visible()
    ana.page.locator('.hand-card[data-card="3D"]').focus()
    ana.page.keyboard.press("Space")
    expect(layings.first).to_have_attribute("aria-label", re.compile("three of diamonds"))
    assert 0 < layings.count() < every


def test_the_builder_says_why_a_layout_is_none_and_lays_one_that_is(seated: Seated) -> None:
    """By clicks."""
    ana = seated()
    page = ana.page
    page.locator("button.build").click()
    take = page.locator(".builder [data-move=take]")
    verdict = page.locator(".verdict")
    expect(take).to_be_disabled()
    for card in ("3C", "3D", "KD"):
        page.locator(f'.rest .piece[data-card="{card}"]').click()
    page.get_by_role("button", name="Put the selected cards into a new meld").click()
    expect(verdict).to_contain_text("Neither a set nor a run")
    expect(take).to_be_disabled()
    page.locator('.group .piece[data-card="KD"]').click()
    page.get_by_role("button", name="Take the selected cards back").click()
    page.locator('.rest .piece[data-card="3S"]').click()
    page.get_by_role("button", name="Put the selected cards into meld 1").click()
    expect(verdict).to_have_text("This can be laid.")
    take.click()
    expect(page.locator(".own .meld")).to_have_attribute("data-cards", "3C 3D 3S")


def test_the_builder_by_dragging(seated: Seated) -> None:
    """A card dragged to a new meld makes one; dragged to a meld it joins."""
    ana = seated()
    page = ana.page
    page.locator("button.build").click()
    page.locator('.rest .piece[data-card="3C"]').drag_to(page.locator(".group-new"))
    for card in ("3D", "3S"):
        page.locator(f'.rest .piece[data-card="{card}"]').drag_to(
            page.locator('.group[data-place="0"]')
        )
    expect(page.locator(".verdict")).to_have_text("This can be laid.")
    expect(page.locator(".builder [data-move=take]")).to_be_enabled()


def test_the_builder_by_arrow_keys(seated: Seated) -> None:
    """Up and down move the card that has the focus, which it keeps."""
    ana = seated()
    page = ana.page
    page.locator("button.build").click()
    for card, places in (("3C", ["ArrowUp"]), ("3D", ["ArrowDown"]), ("3S", ["ArrowDown"])):
        page.locator(f'.piece[data-card="{card}"]').focus()
        for key in places:
            page.keyboard.press(key)
        expect(page.locator(f'.group .piece[data-card="{card}"]')).to_be_focused()
    expect(page.locator(".verdict")).to_have_text("This can be laid.")
    page.keyboard.press("Escape")
    expect(page.locator(".builder")).to_have_count(0)


def test_a_refused_call_is_told_and_dismissed(seated: Seated, http: str) -> None:
    """In the language of the page; the decision has gone by in another window."""
    ana = seated()
    again = ana.page.context.new_page()
    again.goto(ana.page.url)
    again.locator(".choices [data-move=pass]").click()
    expect(again.locator(".own.is-due")).to_have_count(0)
    expect(ana.page.locator(".own.is-due")).to_have_count(0)
    expect(ana.page.locator(".due")).to_have_text(re.compile("Ben is to move"))


def test_what_is_forced_is_said_and_done(
    http: str, person: Opened, client: conquian.sync.Client
) -> None:
    """A card that fits the own set, passed, comes back by force, and nothing else may be done."""
    game_id = client.create_game("classic", first_dealer=0, pinned_orders=[two_seats()]).game_id
    ben = client.join(game_id, name="Ben")
    ana = person(http)
    page = ana.page
    ana.sit_down(f"{http}/#game={game_id}")
    page.get_by_role("button", name="Show all").click()
    page.locator('[aria-label="Take; three of clubs, three of diamonds, three of spades"]').click()
    expect(page.locator(".due")).to_have_text("Discard a card.")
    page.locator('.hand-card[data-card="KD"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator(".due")).to_have_text("Ben is to move.")
    ben.view()
    ben.play(conquian.Pass())
    expect(page.locator(".upcard")).to_have_attribute("data-card", "3H")
    ben.view()
    ben.play(conquian.Pass())
    page.locator(".choices [data-move=pass]").click()
    expect(page.locator(".due")).to_have_text("Ben is to move.")
    ben.view()
    ben.play(conquian.Force(1))
    expect(page.locator(".due")).to_contain_text("You are forced to take")
    expect(page.locator(".own .tag-forced")).to_be_visible()
    expect(page.locator(".choices [data-move=pass]")).to_have_count(0)
    page.locator(".laying").last.click()
    expect(page.locator('.own .meld[data-cards="3C 3D 3H 3S"]')).to_be_visible()
