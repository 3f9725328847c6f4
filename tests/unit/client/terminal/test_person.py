"""A person reads what happens and answers with what he types."""

from __future__ import annotations

import io

import pytest
from grpc import StatusCode

from conquian.cards import Card
from conquian.moves import Discard, UnknownMove
from conquian.sync import Seat
from conquian.terminal.person import Left, Person
from conquian.v1 import game_service_pb2
from tests.unit.client.scripted import (
    Refusal,
    ScriptedService,
    WatchMessage,
    changed,
    got_game,
    resync,
    update,
)
from tests.unit.client.terminal.dealt import FORCE, PASS, TAKE, got, moves, played, shown


def sit(seat: Seat, service: ScriptedService, typed: str, *stream: WatchMessage) -> str:
    """Play a stream with what is typed; what was printed."""
    service.script("GetGame", got(1))
    service.script("WatchGame", [*stream])
    out = io.StringIO()
    Person(seat, iter(io.StringIO(typed)), out).play()
    return out.getvalue()


def test_everything_needed_is_shown(seat: Seat, service: ScriptedService) -> None:
    """What happened, upcard, stock, tables, own hand, numbered moves, and whose turn it is."""
    service.script("PlayMove", played(5))

    text = sit(seat, service, "2\n", shown(4, TAKE, PASS), shown(5, over=True))

    for line in (
        "Ana passes.",
        "  Upcard     5S, turned up by Ben; 17 cards left in the stock",
        " *Ana         0 in hand, table: empty",
        "  Ben         0 in hand, table: 6H 7H JH",
        "  Your hand  5C 5D KH",
        "   1) take 5C 5D 5S",
        "   2) pass",
    ):
        assert line in text.splitlines()
    assert moves(service) == ["pass"]


@pytest.mark.parametrize(
    ("typed", "kind"),
    [
        ("1", "take"),
        (" 2 ", "pass"),
        ("pass", "pass"),
        ("PASS", "pass"),
        ("take 5s 5c 5d", None),
        ("take 5c 5d 5s", "take"),
        ("force 1", "force"),
        ("force ben", "force"),
        ("take 5♣ 5♦ 5♠", "take"),
        ("0", None),
        ("4", None),
        ("fold", None),
        ("", None),
        ("discard KH", None),
        ("9" * 5000, None),
        ("lay off 99999999999: 7H 8H 9H > 7H 8H 9H TH", None),
        ("\N{SUPERSCRIPT TWO}", None),
    ],
)
def test_what_may_be_typed(
    seat: Seat, service: ScriptedService, typed: str, kind: str | None
) -> None:
    """A number, or a move as it is shown, in either case; anything else is asked again."""
    service.script("PlayMove", played(5))

    stream = (shown(4, TAKE, PASS, FORCE), shown(5, over=True))
    text = sit(seat, service, f"{typed}\n2\n", *stream)

    assert moves(service) == [kind or "pass"]
    assert ("none of your moves" in text) == (kind is None)


def test_an_only_move_is_made_by_the_empty_line(seat: Seat, service: ScriptedService) -> None:
    """Nothing has to be chosen."""
    service.script("PlayMove", played(5))

    sit(seat, service, "\n", shown(4, PASS), shown(5, over=True))

    assert moves(service) == ["pass"]


def test_a_move_newer_than_the_client_can_be_played(seat: Seat, service: ScriptedService) -> None:
    """By its number."""
    service.script("PlayMove", played(5))
    newer = UnknownMove(b"\xfa\x01\x02\x08\x01")

    sit(seat, service, "1\n", shown(4, newer), shown(5, over=True))

    (request,) = service.requests("PlayMove")
    assert request.move.SerializeToString() == newer.message


def test_help_is_given(seat: Seat, service: ScriptedService) -> None:
    """And the question put again."""
    service.script("PlayMove", played(5))

    text = sit(seat, service, "?\nhelp\n1\n", shown(4, PASS), shown(5, over=True))

    assert " ".join(text.split()).count("goes out and wins") == 2
    assert "draw" not in text
    assert text.count("Your move") == 3


def test_help_is_about_the_game_at_hand(seat: Seat, service: ScriptedService) -> None:
    """Where cards are drawn nothing is said of upcards."""
    service.script("PlayMove", played(5))
    drawing = shown(4, PASS)
    drawing.update.view.deal.ClearField("upcard")
    drawing.update.view.deal.rummy.SetInParent()

    text = sit(seat, service, "?\n1\n", drawing, shown(5, over=True))

    assert "has an empty hand" in " ".join(text.split())
    assert "Take the upcard" not in text
    assert "meld 7H JK 9H" in text


@pytest.mark.parametrize("asked", ["h", "HINT"])
def test_a_hint(seat: Seat, service: ScriptedService, asked: str) -> None:
    """What the greedy player would do, by the number that plays it."""
    service.script("PlayMove", played(5))

    text = sit(seat, service, f"{asked}\n1\n", shown(4, PASS, TAKE), shown(5, over=True))

    assert "The greedy player's move: 2) take 5C 5D 5S" in text
    assert moves(service) == ["pass"]


def test_a_refused_move_is_explained_and_asked_again(seat: Seat, service: ScriptedService) -> None:
    """As after a deadline that the rules or another seat set."""
    stale = Refusal(StatusCode.ABORTED, "STALE_REVISION", text="That decision is over.")
    service.script("PlayMove", stale, played(6))
    service.script("GetGame", got(1), got(5, Discard(Card("KH"))))  # read again when refused

    text = sit(seat, service, "1\n1\n", shown(4, PASS), shown(5), shown(6, over=True))

    assert "That decision is over." in text
    assert moves(service) == ["pass", "discard"]


def test_a_move_that_the_store_has_lost_is_asked_for_again(
    seat: Seat, service: ScriptedService
) -> None:
    """After a failover the decision may be older than the move that was made once."""
    service.script("PlayMove", played(6), played(4))
    service.script("GetGame", got(1), got(3, PASS))
    service.script("WatchGame", [shown(5, PASS), resync(3)], [shown(4), shown(5, over=True)])
    out = io.StringIO()

    Person(seat, iter(io.StringIO("1\n1\n")), out).play()

    assert moves(service) == ["pass", "pass"]


def test_what_came_before_the_own_move_is_not_asked_again(
    seat: Seat, service: ScriptedService
) -> None:
    """A view that still shows the decision as open may come late."""
    service.script("PlayMove", played(6))

    late = shown(5, PASS)
    late.update.view.you.decision_revision = 4
    sit(seat, service, "1\n1\n", shown(4, PASS), late, shown(6, over=True))

    assert moves(service) == ["pass"]


def test_giving_up(seat: Seat, service: ScriptedService) -> None:
    """`resign` ends the game for the seat."""
    service.script("Resign", game_service_pb2.ResignResponse(update=changed(5)))

    sit(seat, service, "resign\n", shown(4, PASS), shown(5, over=True))

    assert moves(service) == []
    assert len(service.requests("Resign")) == 1


def test_giving_up_what_is_over(seat: Seat, service: ScriptedService) -> None:
    """The other one was faster: that is told, and how the game ended."""
    over = Refusal(StatusCode.FAILED_PRECONDITION, "GAME_FINISHED", text="The game is over.")
    service.script("Resign", over)
    service.script("GetGame", got(1), got(5, over=True))

    text = sit(seat, service, "resign\n", shown(4, PASS), shown(5, over=True))

    assert "The game is over." in text
    assert text.count("Your move") == 1


@pytest.mark.parametrize("typed", ["", "quit\n", "Q\n"])
def test_leaving(seat: Seat, service: ScriptedService, typed: str) -> None:
    """The end of the input, or saying so, plays nothing."""
    with pytest.raises(Left):
        sit(seat, service, typed, shown(4, PASS))

    assert moves(service) == []


def test_a_watch_that_starts_over_says_so(seat: Seat, service: ScriptedService) -> None:
    """What was missed is not passed over in silence."""
    service.script("GetGame", got(1), got(5))
    service.script("WatchGame", [shown(4), resync(5)], [shown(6, over=True)])
    out = io.StringIO()

    Person(seat, iter(()), out).play()

    assert "Something was missed" in out.getvalue()


def test_somebody_who_sits_down_later_is_called_by_name(
    seat: Seat, service: ScriptedService
) -> None:
    """Before any view tells it."""
    joined = update(2)
    joined.update.ClearField("view")
    joined.update.events[0].seat_taken.seat = 1
    joined.update.events[0].seat_taken.name = "Carla"
    service.script("GetGame", got_game(1))
    service.script("WatchGame", [joined, shown(3, over=True)])
    out = io.StringIO()

    Person(seat, iter(()), out).play()

    assert out.getvalue().startswith("Carla takes seat 1.")


def test_nothing_that_a_service_sends_commands_the_terminal(
    seat: Seat, service: ScriptedService
) -> None:
    """A name may hold anything; it is shown without its control characters."""
    message = shown(4, PASS)
    message.update.view.seats[1].name = "Ben\x1b[2J\x07\x9b"
    service.script("PlayMove", played(5))

    text = sit(seat, service, "1\n", message, shown(5, over=True))

    assert "Ben\N{REPLACEMENT CHARACTER}[2J" in text
    assert not {letter for letter in text if not letter.isprintable()} - {"\n"}


def test_more_melds_than_are_listed(seat: Seat, service: ScriptedService) -> None:
    """The person is told, and any of them may be typed."""
    message = shown(4, PASS)
    message.update.view.you.more_legal_moves = True
    service.script("PlayMove", played(5))

    text = sit(seat, service, "meld 7H JK 9H\n", message, shown(5, over=True))

    assert "more melds than are listed" in text
    assert moves(service) == ["lay_meld"]


def test_a_taking_that_is_not_listed(seat: Seat, service: ScriptedService) -> None:
    """Where there are more than are, the service judges it."""
    message = shown(4, PASS)
    message.update.view.you.more_legal_moves = True
    service.script("PlayMove", played(5))

    sit(seat, service, "take 5c 5d 5s\n", message, shown(5, over=True))

    assert moves(service) == ["take"]


def test_a_laying_that_names_no_seat(seat: Seat, service: ScriptedService) -> None:
    """The person hears why, and is asked again."""
    wrong = Refusal(StatusCode.INVALID_ARGUMENT, "NO_SUCH_SEAT", text="There is no seat 2.")
    service.script("PlayMove", wrong, played(5))
    service.script("GetGame", got(1), got(4, PASS))

    typed = "lay off 2: 7H 8H 9H > 7H 8H 9H TH\n1\n"
    text = sit(seat, service, typed, shown(4, PASS), shown(5, over=True))

    assert "There is no seat 2." in text
    assert moves(service) == ["lay_off", "pass"]
