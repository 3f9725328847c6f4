"""What a person is told who sits down, and who is thrown out of a game that goes on."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator

import pytest
from grpc import StatusCode

from conquian.errors import NotFound, ServiceFault
from conquian.links import GameLink
from conquian.terminal.sitting import sitting
from conquian.terminal.tables import play_against, play_at
from conquian.v1 import game_service_pb2, view_pb2
from tests.unit.client.scripted import Refusal, ScriptedService, Step, changed, game
from tests.unit.client.sync.conftest import served_by_a_thread
from tests.unit.client.terminal.dealt import PASS, got, shown

FAULT = Refusal(StatusCode.INTERNAL, "INTERNAL")
GONE = Refusal(StatusCode.NOT_FOUND, "GAME_NOT_FOUND")
COMMITMENT = "ab" * 32
FINISHED = Refusal(StatusCode.FAILED_PRECONDITION, "GAME_FINISHED", text="That game is over.")


@pytest.fixture
def target(wire: str, service: ScriptedService) -> Iterator[str]:
    """Where the scripted service listens."""
    with served_by_a_thread(wire, service) as address:
        yield address


def joined(number: int, token: str) -> game_service_pb2.JoinGameResponse:
    """The answer to JoinGame."""
    update = changed(number + 1)
    return game_service_pb2.JoinGameResponse(seat=number, seat_token=token, update=update)


def waiting(
    kind: view_pb2.ShuffleKind.ValueType = view_pb2.SHUFFLE_KIND_PROVABLE,
) -> view_pb2.GameView:
    """A table as it is shown to who has not joined yet."""
    return game(1, shuffle=view_pb2.Shuffle(kind=kind, commitment=COMMITMENT))


def sit_at(target: str, out: io.StringIO, *, token: str | None = None, invite: str = "") -> None:
    """Sit down at a friend's table."""
    sit = sitting(plain=True, keyboard=io.StringIO(), out=out)
    link = GameLink(target, "g", invite)
    play_at(link, name="Ana", token=token, language="", sit=sit, out=out)


def sit_against(target: str, out: io.StringIO) -> bool:
    """Sit down with the greedy player; false if the person left, as nothing is typed."""
    sit = sitting(plain=True, keyboard=io.StringIO(), out=out)
    return play_against(
        "greedy",
        target=target,
        ruleset="classic",
        options={},
        name="Ana",
        language="",
        sit=sit,
        out=out,
    )


def at_a_new_table(service: ScriptedService) -> None:
    """Let a table be made, Ana and a player of ours sit down at it, and nothing happen there."""
    created = game_service_pb2.CreateGameResponse(game=waiting())
    service.script("CreateGame", created)
    service.script("JoinGame", joined(0, "mine"), joined(1, "theirs"))


@pytest.mark.parametrize(
    ("failure", "error", "told"),
    [
        (FAULT, ServiceFault, "To come back: conquian play conquian://{target}/g --token mine\n"),
        (GONE, NotFound, ""),
    ],
    ids=["the service failed", "the game has expired"],
)
def test_the_way_back_is_told(
    target: str, service: ScriptedService, failure: Refusal, error: type[Exception], told: str
) -> None:
    """Else the seat would be lost, for nobody else knows its token."""
    service.script("JoinGame", joined(0, "mine"))
    service.script("GetGame", game_service_pb2.GetGameResponse(game=waiting()), failure)
    out = io.StringIO()

    with pytest.raises(error):
        sit_at(target, out)

    assert after_sitting_down(out) == told.format(target=target)


def after_sitting_down(out: io.StringIO) -> str:
    """What was told after the lines to keep."""
    entropy = re.search(r"^    --entropy .*\n", out.getvalue(), re.MULTILINE)
    assert entropy is not None
    return out.getvalue()[entropy.end() :]


@pytest.mark.parametrize("invite", ["", "come"])
def test_how_to_check_the_cards_is_told(target: str, service: ScriptedService, invite: str) -> None:
    """The join adds entropy and holds the service to the commitment shown; both are to be kept."""
    service.script("GetGame", game_service_pb2.GetGameResponse(game=waiting()), FAULT)
    service.script("JoinGame", joined(1, "mine"))
    out = io.StringIO()

    with pytest.raises(ServiceFault):
        sit_at(target, out, invite=invite)

    (join,) = service.requests("JoinGame")
    assert join.commitment == COMMITMENT
    assert len(join.entropy) == 32
    access = " --token mine" if invite else ""
    assert out.getvalue().splitlines()[:5] == [
        "To check the cards when the game is over, keep this:",
        f"  conquian transcript g --target {target}{access} >game.json",
        "  conquian verify game.json --game g \\",
        f"    --commitment {COMMITMENT} \\",
        f"    --entropy 1={join.entropy.hex()}",
    ]


def test_everybody_adds_entropy_of_his_own(target: str, service: ScriptedService) -> None:
    """At a new table too, and never the same twice."""
    for _ in range(2):
        at_a_new_table(service)
        service.script("WatchGame", [Step.HANG])
        service.script("GetGame", FAULT)
        with pytest.raises(ServiceFault):
            sit_against(target, io.StringIO())

    ours = [join for join in service.requests("JoinGame") if join.name == "Ana"]
    assert [join.commitment for join in ours] == [COMMITMENT] * 2
    assert len({join.entropy for join in ours} - {b""}) == 2


@pytest.mark.parametrize("token", [None, "mine"], ids=["sits down", "comes back"])
def test_laid_cards_are_told(target: str, service: ScriptedService, token: str | None) -> None:
    """Whoever sits down where nothing was drawn is told so, and whoever comes back."""
    pinned = waiting(view_pb2.SHUFFLE_KIND_PINNED)
    pinned.you.seat = 0
    service.script("GetGame", game_service_pb2.GetGameResponse(game=pinned), FAULT)
    service.script("JoinGame", joined(0, "mine"))
    out = io.StringIO()

    with pytest.raises(ServiceFault):
        sit_at(target, out, token=token)

    laid = "The cards were laid by whoever created the table."
    assert out.getvalue().splitlines()[0] == laid


def test_nobody_comes_back_to_what_is_over(target: str, service: ScriptedService) -> None:
    """The end was seen; what failed then is of no account for the seat."""
    service.script("JoinGame", joined(0, "mine"))
    table = game_service_pb2.GetGameResponse(game=waiting())
    service.script("GetGame", table, got(5, over=True))
    service.script("WatchGame", [FAULT])
    out = io.StringIO()

    with pytest.raises(ServiceFault):
        sit_at(target, out)

    assert after_sitting_down(out) == ""


def test_the_ways_of_all_seats_are_told(target: str, service: ScriptedService) -> None:
    """Against a player of ours both have to come back, as after Ctrl-C."""
    at_a_new_table(service)
    service.script("WatchGame", [Step.HANG])
    service.script("GetGame", FAULT)
    out = io.StringIO()

    with pytest.raises(ServiceFault):
        sit_against(target, out)

    link = f"conquian://{target}/g"
    assert after_sitting_down(out).splitlines()[1:] == [
        "To go on, each in a terminal of its own:",
        f"  conquian bot --join {link} --player greedy --token theirs",
        f"  conquian play {link} --token mine",
    ]


def test_leaving_what_is_over(target: str, service: ScriptedService) -> None:
    """There is nothing to give up any more, and that is no failure."""
    at_a_new_table(service)
    service.script("WatchGame", *[[shown(1, PASS), Step.HANG]] * 2)
    service.script("GetGame", got(1))
    service.script("PlayMove", Step.HANG)
    service.script("Resign", FINISHED)
    out = io.StringIO()

    assert not sit_against(target, out)

    assert out.getvalue().splitlines()[-1] == "You left. That game is over."
