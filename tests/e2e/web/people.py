"""Somebody before the page: a browser context of his own, and what he does with it."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from tests.support.waiting import until

PHONE: ViewportSize = {"width": 390, "height": 844}
DESKTOP: ViewportSize = {"width": 1280, "height": 860}
PATIENCE = 15_000
"""Milliseconds that anything on the page may take; the machine may be busy."""

_PLAIN = ("force", "pass", "letGo", "drawStock", "drawDiscards", "refuseChallenge", "stop")
"""Kinds of moves that are a button each, the preferred ones first."""

expect.set_options(timeout=PATIENCE)


class Person:
    """A window, its page, and every complaint of the page: errors, and requests to other hosts."""

    def __init__(
        self,
        browser: Browser,
        base: str,
        name: str,
        *,
        language: str = "en",
        viewport: ViewportSize = DESKTOP,
        failures_are_fine: bool = False,
    ) -> None:
        self.base, self.name = base, name
        self.complaints: list[str] = []
        self._failures_are_fine = failures_are_fine
        self._context = browser.new_context(
            locale=language, viewport=viewport, has_touch=viewport is PHONE
        )
        self._context.set_default_timeout(PATIENCE)
        self.page: Page = self._context.new_page()
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.complaints.append(f"{name}: {error}"))
        self.page.on("request", self._see)

    def close(self) -> None:
        """Close the window."""
        self._context.close()

    def visit(self, fragment: str = "") -> None:
        """Open the page, at a table if the fragment names one."""
        self.page.goto(f"{self.base}/{fragment}")

    def open_lobby(self, ruleset: str = "classic", *, deals: str = "1") -> None:
        """Come to the lobby, give a name, choose a ruleset and how many deals it lasts."""
        self.visit()
        self.write_name()
        page = self.page
        page.locator("form select").first.select_option(ruleset)
        page.locator("details.options summary").click()
        page.locator("#option-deals").fill(deals)
        page.locator("#option-deals").blur()

    def write_name(self) -> None:
        """Write the own name where the page asks for one."""
        self.page.locator("input[autocomplete=nickname]").fill(self.name)

    def hurry_computer(self) -> None:
        """Set the computer's pace to the fastest."""
        self.page.locator(".settings select").first.select_option("fast")

    def sit_down(self, link: str) -> None:
        """Open a link to a table and take a seat."""
        self.page.goto(link)
        self.write_name()
        self.page.locator("form button[type=submit]").click()

    @property
    def link(self) -> str:
        """The link to hand to a friend."""
        link: str = self.page.locator(".link input").input_value()
        return link

    @property
    def hand(self) -> list[str]:
        """The cards in hand, as the page shows them."""
        cards: list[str] = self.page.locator(".hand-card").evaluate_all(
            "all => all.map(one => one.dataset.card)"
        )
        return cards

    def wait_for_hand(self) -> None:
        """Wait until cards have been dealt."""
        expect(self.page.locator(".hand-card").first).to_be_visible()

    @property
    def is_due(self) -> bool:
        """Whether the page says that it is the own turn, and takes a move."""
        return bool(self.choices.count())

    @property
    def choices(self) -> Locator:
        """Where the own moves are, while there are any and none is on its way."""
        return self.page.locator(".own.is-due ~ .choices:not(.is-busy)")

    @property
    def is_over(self) -> bool:
        """Whether the end of the game is shown."""
        return bool(self.page.locator(".ending").count())

    def move(self) -> str:
        """Make a move by clicking: lay what one can, else pass, else discard the last card."""
        layings = self.choices.locator(".laying")
        if layings.count():
            layings.first.click()
            return "lay"
        for kind in _PLAIN:
            button = self.choices.locator(f"[data-move={kind}]")
            if button.count():
                button.first.click()
                return kind
        # The last card lies uncovered. A card that was just taken may not be given up again.
        self.page.locator(".hand-card").last.click()
        given = self.choices.locator("[data-move=discard], [data-move=trade]")
        if not given.count():
            self.page.locator(".hand-card").last.click()
            self.page.locator(".hand-card").first.focus()
            self.page.keyboard.press("Space")
        given.first.click()
        return "discard"

    def play_on(self, moves: int) -> int:
        """Make so many moves, each when it is due; how many it were if the game ended before."""
        for made in range(moves):
            until(lambda: self.is_due or self.is_over, seconds=20, what="a turn or the end")
            if self.is_over:
                return made
            self.move()
            expect(self.page.locator(".is-busy")).to_have_count(0)
        return moves

    def _hear(self, message: Any) -> None:
        if message.type not in ("error", "warning"):
            return
        # A call that is refused or lost is no fault of the page, though the browser tells of it.
        if self._failures_are_fine and "Failed to load resource" in message.text:
            return
        self.complaints.append(f"{self.name}: {message.type}: {message.text}")

    def _see(self, request: Any) -> None:
        host = urlsplit(request.url).netloc
        if host != urlsplit(self.base).netloc:
            self.complaints.append(f"{self.name} was made to ask {request.url}")
        if "invite" in request.url.partition("#")[0] or "cqs1" in request.url:
            self.complaints.append(f"{self.name} sent a token in {request.url}")
