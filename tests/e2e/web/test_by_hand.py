"""Moves made otherwise than by a click on what is offered: by keyboard, and in the builder."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

import conquian
from tests.conformance.decks import two_seats
from tests.e2e.web.conftest import Opened
from tests.e2e.web.people import Person
from tests.support.waiting import until

Seated = Callable[[], Person]

_THREES = '[aria-label="Take; three of clubs, three of diamonds, three of spades"]'


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
    _focus_by_tab(ana, _THREES)
    ana.page.keyboard.press("Enter")
    expect(ana.page.locator(".own .meld")).to_have_attribute("data-cards", "3C 3D 3S")
    expect(ana.page.locator(".hand-card").first).to_be_focused()
    ana.page.keyboard.press("End")
    ana.page.keyboard.press("ArrowLeft")
    last_but_one = ana.hand[-2]
    expect(ana.choices).to_be_visible()  # Enter plays nothing while a move is under way
    ana.page.keyboard.press("Enter")
    expect(ana.page.locator(".upcard")).to_have_attribute("data-card", last_but_one)
    assert last_but_one not in ana.hand


def test_a_held_enter_presses_one_button(seated: Seated) -> None:
    """The focus goes to the hand after a taking; the key that took plays no card there."""
    ana = seated()
    keyboard = ana.page.keyboard
    ana.page.get_by_role("button", name="Show all").click()
    ana.page.locator(_THREES).focus()
    keyboard.down("Enter")
    first = ana.page.locator(".hand-card").first
    expect(first).to_be_focused()
    expect(ana.page.locator(".choices:not(.is-busy)")).to_be_visible()
    keyboard.down("Enter")  # as it repeats itself
    expect(first).to_have_attribute("aria-pressed", "false")
    keyboard.up("Enter")
    keyboard.press("ArrowRight")
    second = ana.hand[1]
    keyboard.press("Enter")
    expect(ana.page.locator(".upcard")).to_have_attribute("data-card", second)


def test_enter_twice_does_not_resign(seated: Seated) -> None:
    """Between the button and the game lies an answer that has to be gone to."""
    ana = seated()
    page = ana.page
    resign = page.get_by_role("button", name="Resign", exact=True)
    cancel = page.get_by_role("button", name="Cancel")
    resign.focus()
    page.keyboard.press("Enter")
    expect(cancel).to_be_focused()
    expect(cancel).to_have_accessible_description("Give up this game?")
    page.keyboard.press("Enter")
    expect(resign).to_be_focused()
    assert not ana.is_over
    page.keyboard.press("Enter")
    expect(cancel).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(page.get_by_role("button", name="Yes, resign")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".ending h1")).to_be_focused()


def test_resigning_waits_for_a_move_under_way(seated: Seated) -> None:
    """It would be lost; once the move is through, it can be pressed."""
    ana = seated()
    page = ana.page
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/PlayMove", hold)
    page.get_by_role("button", name="Resign", exact=True).click()
    yes = page.get_by_role("button", name="Yes, resign")
    expect(yes).to_be_enabled()
    with page.expect_request("**/PlayMove"):
        ana.choices.locator("[data-move=pass]").click()
    expect(page.locator(".choices.is-busy")).to_be_visible()
    expect(yes).to_be_disabled()
    held[0].continue_()
    expect(yes).to_be_enabled()
    yes.click()
    expect(page.locator(".ending")).to_be_visible()


_PRESSABLE = """all => all.map((card) => {
  const { left, top } = card.getBoundingClientRect();
  return [3, 24].every((x) => card.contains(document.elementFromPoint(left + x, top + 12)));
})"""


def test_each_card_of_a_full_hand_can_be_pressed_on_the_narrowest_phone(
    http: str, person: Opened, client: conquian.sync.Client
) -> None:
    """24 pixels of it, as WCAG 2.5.8 asks."""
    game_id = client.create_game("kunken", first_dealer=0).game_id
    client.join(game_id, name="Ben")
    ana = person(http, viewport={"width": 320, "height": 640})
    ana.sit_down(f"{http}/#game={game_id}")
    ana.wait_for_hand()
    cards = ana.page.locator(".hand-card")
    cards.first.scroll_into_view_if_needed()
    assert cards.evaluate_all(_PRESSABLE) == [True] * 12
    assert ana.page.evaluate("document.documentElement.scrollWidth") == 320


def test_how_many_cards_the_stock_has_is_told_to_who_may_draw(
    http: str, person: Opened, client: conquian.sync.Client
) -> None:
    """Beside what a click would do."""
    game_id = client.create_game("colonel", first_dealer=0).game_id
    ben = client.join(game_id, name="Ben")
    ana = person(http)
    ana.sit_down(f"{http}/#game={game_id}")
    until(lambda: ana.is_due, seconds=20, what="Ana's turn")
    deal = ben.view().deal
    assert deal is not None
    stock = ana.page.get_by_role("button", name=f"Draw from the stock; Stock: {deal.stock_size}")
    expect(stock).to_be_visible()


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


_AT_ONCE = """() => new Promise((done) => {
  new MutationObserver((_, watch) => {
    const piece = document.querySelector('.rest .piece[data-card="3C"]');
    if (!piece) return;
    watch.disconnect();
    piece.focus();
    done(piece.matches(":focus"));
  }).observe(document.body, { childList: true, subtree: true });
  document.querySelector("button.build").click();
})"""

_STEP_AT_ONCE = """() => new Promise((done) => {
  new MutationObserver((_, watch) => {
    watch.disconnect();
    done(document.activeElement.matches('.group .piece[data-card="3C"]'));
  }).observe(document.querySelector(".groups"), { childList: true, subtree: true });
  document.activeElement.dispatchEvent(
    new KeyboardEvent("keydown", { key: "ArrowUp", bubbles: true, cancelable: true }),
  );
})"""


def test_the_builder_loses_no_key(seated: Seated) -> None:
    """As soon as a card is drawn it can have the focus, and has it where it was moved to."""
    ana = seated()
    assert ana.page.evaluate(_AT_ONCE)
    assert ana.page.evaluate(_STEP_AT_ONCE)


def test_the_builder_says_where_a_card_lies_now(seated: Seated) -> None:
    """By the number it has there, when the meld it came from is gone."""
    ana = seated()
    page = ana.page
    page.locator("button.build").click()
    told = page.locator(".builder > .unseen")
    three, king = (page.locator(f'.piece[data-card="{card}"]') for card in ("3C", "KD"))
    three.focus()
    page.keyboard.press("ArrowUp")
    expect(told).to_have_text("three of clubs: Meld 1")
    king.focus()
    page.keyboard.press("ArrowUp")
    expect(told).to_have_text("king of diamonds: Meld 2")
    three.focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator(".group .piece")).to_have_count(2)
    expect(told).to_have_text("three of clubs: Meld 1")


@pytest.mark.parametrize("name", ["Cancel", "Close"])
def test_the_builder_gives_the_focus_back(seated: Seated, name: str) -> None:
    """To the button that opened it."""
    ana = seated()
    build = ana.page.locator("button.build")
    build.focus()
    ana.page.keyboard.press("Enter")
    ana.page.get_by_role("button", name=name).click()
    expect(ana.page.locator(".builder")).to_have_count(0)
    expect(build).to_be_focused()


def test_the_builder_tells_what_went_wrong(
    http: str, person: Opened, client: conquian.sync.Client
) -> None:
    """All else is out of reach while it is open."""
    game_id = client.create_game("classic", first_dealer=0, pinned_orders=[two_seats()]).game_id
    client.join(game_id, name="Ben")
    ana = person(http, failures_are_fine=True)
    page = ana.page
    ana.sit_down(f"{http}/#game={game_id}")
    page.locator("button.build").click()
    for card in ("3C", "3D", "3S"):
        page.locator(f'.rest .piece[data-card="{card}"]').click()
    page.get_by_role("button", name="Put the selected cards into a new meld").click()
    refusal = json.dumps({"code": "permission_denied", "message": "not just now"})
    page.route(
        "**/PlayMove",
        lambda route: route.fulfill(status=403, content_type="application/json", body=refusal),
    )
    take = page.locator(".builder [data-move=take]")
    take.click()
    alert = page.get_by_role("alert")
    expect(alert).to_have_text(re.compile("not just now"))
    alert.get_by_role("button").click()
    expect(alert).to_be_empty()
    page.unroute("**/PlayMove")
    take.click()
    expect(page.locator(".own .meld")).to_have_attribute("data-cards", "3C 3D 3S")
    expect(alert).to_be_empty()


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
    page.locator(_THREES).click()
    expect(page.locator(".due")).to_have_text("Discard a card.")
    page.locator('.hand-card[data-card="KD"]').focus()
    expect(ana.choices).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator(".due")).to_have_text("Ben is to move.")
    ben.view()
    ben.play(conquian.Pass())
    expect(page.locator(".upcard")).to_have_attribute("data-card", "3H")
    ben.view()
    ben.play(conquian.Pass())
    ana.choices.locator("[data-move=pass]").click()
    expect(page.locator(".due")).to_have_text("Ben is to move.")
    ben.view()
    ben.play(conquian.Force(1))
    expect(page.locator(".due")).to_contain_text("You are forced to take")
    expect(page.locator(".own .tag-forced")).to_be_visible()
    expect(page.locator(".choices [data-move=pass]")).to_have_count(0)
    ana.choices.locator(".laying").last.click()
    expect(page.locator('.own .meld[data-cards="3C 3D 3H 3S"]')).to_be_visible()
