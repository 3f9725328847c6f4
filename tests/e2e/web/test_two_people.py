"""Two people play, each in a browser of his own."""

from __future__ import annotations

import json
import urllib.request
from random import Random

import pytest
from playwright.sync_api import Route, expect

import conquian
from tests.conformance.decks import two_seats
from tests.e2e.bookkeeper import pack_of
from tests.e2e.web.conftest import Opened
from tests.e2e.web.people import PHONE, Person
from tests.oracle.rummy.options import JOKER
from tests.support.waiting import until


def _names(http: str, language: str) -> dict[str, str]:
    """What the cards of the classic pack are called."""
    request = urllib.request.Request(
        f"{http}/v1/rulesets/classic", headers={"accept-language": language}
    )
    with urllib.request.urlopen(request, timeout=10) as answer:
        (pack, *_) = json.load(answer)["ruleset"]["packs"]
    return {card["card"]: card["name"] for card in pack["cards"]}


def _shows_nothing_of(hand: list[str], page: str, names: dict[str, str]) -> None:
    shown = [card for card in hand if names[card] in page or f'data-card="{card}"' in page]
    assert shown == []


@pytest.mark.timeout(240)
def test_two_people_play_a_whole_game(http: str, person: Opened) -> None:
    """In two languages, one on a phone; neither page ever holds a card of the other's hand."""
    ana = person(http, "Ana")
    ben: Person = person(http, "Борис", language="ru", viewport=PHONE)
    ana.open_lobby()
    ana.page.get_by_role("button", name="Invite a friend").click()
    expect(ana.page.locator(".link input")).to_be_visible()
    ben.sit_down(ana.link)
    english, russian = _names(http, "en"), _names(http, "ru")
    for each in (ana, ben):
        each.wait_for_hand()
    expect(ben.page.locator("html")).to_have_attribute("lang", "ru")
    moves = []
    while not (ana.is_over or ben.is_over):
        due = until(
            lambda: next((one for one in (ana, ben) if one.is_due or one.is_over), None),
            seconds=20,
            what="somebody's turn",
        )
        if due.is_over:
            break
        # While it is one's turn both hands stand still.
        _shows_nothing_of(ana.hand, ben.page.content(), russian)
        _shows_nothing_of(ben.hand, ana.page.content(), english)
        # The same question of one's own hand has the other answer.
        assert all(english[card] in ana.page.content() for card in ana.hand)
        moves.append(due.move())
        expect(due.page.locator(".is-busy")).to_have_count(0)
    for each in (ana, ben):
        expect(each.page.locator(".ending")).to_be_visible()
        expect(each.page.locator(".scores tr")).to_have_count(2)
        expect(each.page.locator(".troubles")).to_be_empty()
    assert moves != []
    assert ben.page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def test_a_private_table_is_joined_by_its_link_alone(http: str, person: Opened) -> None:
    """The key to it is in the fragment; without it the table is shown to nobody."""
    ana, ben = person(http, "Ana"), person(http, "Ben")
    eve = person(http, "Eve", failures_are_fine=True)
    ana.open_lobby()
    ana.page.locator(".with-friend select").select_option(label=_PRIVATE)
    ana.page.get_by_role("button", name="Invite a friend").click()
    link = ana.link
    before, _, invite = link.partition("&invite=")
    assert invite.startswith("cqi1")
    eve.page.goto(before)
    expect(eve.page.get_by_role("heading")).to_have_text("This table cannot be shown.")
    ben.sit_down(link)
    for each in (ana, ben):
        each.wait_for_hand()


def test_a_guest_at_a_private_table_keeps_the_key_to_it(http: str, person: Opened) -> None:
    """His list of games leads back to it, with a link that others can use."""
    ana, ben = person(http, "Ana"), person(http, "Ben")
    ana.open_lobby("mexican")
    ana.page.locator("form select").nth(1).select_option("3")
    ana.page.locator(".with-friend select").select_option(label=_PRIVATE)
    ana.page.get_by_role("button", name="Invite a friend").click()
    link = ana.link
    ben.sit_down(link)
    expect(ben.page.locator(".link input")).to_have_value(link)
    ben.visit()
    ben.page.locator(".your-game a").click()
    expect(ben.page.locator(".link input")).to_have_value(link)


def test_a_seat_whose_answer_is_lost_is_found_again(
    http: str, person: Opened, client: conquian.sync.Client
) -> None:
    """The game has started by it, so that nobody could press anything again."""
    game_id = client.create_game("classic").game_id
    client.join(game_id, name="Ben")
    ana = person(http, failures_are_fine=True)
    page = ana.page

    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    page.route("**/JoinGame", lose)
    ana.sit_down(f"{http}/#game={game_id}")
    expect(page.locator(".due")).to_contain_text("You are watching.")
    expect(page.locator(".trouble")).to_have_count(1)
    page.unroute("**/JoinGame", lose)
    ana.wait_for_hand()
    expect(page.locator(".own h2")).to_have_text("Ana")
    expect(page.locator(".trouble")).to_have_count(0)


def test_who_has_resigned_is_not_asked_to(
    http: str, person: Opened, client: conquian.sync.Client
) -> None:
    """While the others play on."""
    game_id = client.create_game("mexican", seats=3).game_id
    for name in ("Ben", "Cleo"):
        client.join(game_id, name=name)
    ana = person(http)
    page = ana.page
    ana.sit_down(f"{http}/#game={game_id}")
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()
    expect(page.locator(".own .tag-resigned")).to_be_visible()
    expect(page.locator(".resign")).to_have_count(0)
    expect(page.locator(".foot")).to_be_visible()


_PRIVATE = "only by invitation; the link holds the key"


def test_a_watcher_sees_the_table_and_no_hand(
    http: str, person: Opened, client: conquian.sync.Client
) -> None:
    """And follows it live."""
    game_id = client.create_game("classic", first_dealer=0, pinned_orders=[two_seats()]).game_id
    seats = [client.join(game_id, name=name) for name in ("Ana", "Ben")]
    watcher = person(http, "Wanda")
    watcher.visit(f"#game={game_id}")
    expect(watcher.page.locator(".upcard")).to_have_attribute("data-card", "3C")
    expect(watcher.page.locator(".opponent")).to_have_count(2)
    expect(watcher.page.locator(".due")).to_contain_text("You are watching.")
    assert watcher.hand == []
    for seat in seats:
        hand = [str(card) for card in (seat.view().you or _nobody()).hand]
        _shows_nothing_of(hand, watcher.page.content(), _names(http, "en"))
    seats[1].play(conquian.parse_move("take 3C 3D 3S"))
    expect(watcher.page.locator(".opponent .meld")).to_have_attribute("data-cards", "3C 3D 3S")


def test_the_end_of_a_deal_fits_on_a_phone(
    http: str, person: Opened, client: conquian.sync.Client
) -> None:
    """With a whole hand that was counted, in a language whose words are longer."""
    # Of some other packs nobody can go out, and no hand is counted.
    pack = [*pack_of("full52") * 2, *[JOKER] * 4]
    Random(1).shuffle(pack)
    game_id = client.create_game(
        "kunken",
        # Jokers in Ben's hand would cost him the game at its usual length.
        options={"minus_target": 100_000},
        first_dealer=0,
        pinned_orders=[pack],
    ).game_id
    ana, ben = (client.join(game_id, name=name) for name in ("Ana", "Ben"))
    while (deal := ana.view().deal) is not None and deal.number == 1:
        if deal.seats_to_act[0] == ana.number:
            ana.play(conquian.GreedyPlayer().choose(ana.view()))
        else:  # Ben lays nothing down.
            kinds = (conquian.MoveKind.DRAW_STOCK, conquian.MoveKind.DISCARD)
            ben.play(ben.legal_moves(kinds=kinds).moves[0])
    assert deal is not None
    watcher = person(http, "Wanda", language="es", viewport=PHONE)
    watcher.visit(f"#game={game_id}")
    expect(watcher.page.locator(".deal-over .counted .card").first).to_be_visible()
    assert watcher.page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def _nobody() -> conquian.You:
    raise AssertionError("a seat without a hand")


def test_who_has_lost_his_seat_to_another_still_watches(
    http: str, person: Opened, client: conquian.sync.Client
) -> None:
    """A new token was issued for the seat: the page says so, and shows what anybody may see."""
    created = client.create_game("classic", first_dealer=0, pinned_orders=[two_seats()])
    client.join(created.game_id, name="Ben")
    ana = person(http, failures_are_fine=True)
    ana.sit_down(f"{http}/#game={created.game_id}")
    ana.wait_for_hand()
    client.issue_seat_token(created.game_id, 1, token=created.host_token)
    expect(ana.page.locator(".due")).to_contain_text("You are watching.")
    expect(ana.page.locator(".trouble")).to_have_count(1)
    expect(ana.page.locator(".hand-card")).to_have_count(0)
    ana.page.locator(".trouble button").click()
    expect(ana.page.locator(".trouble")).to_have_count(0)
