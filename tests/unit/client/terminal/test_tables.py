"""What a person is told who is thrown out of a game that goes on."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pytest
from grpc import StatusCode

from conquian.errors import NotFound, ServiceFault
from conquian.links import GameLink
from conquian.terminal.sitting import sitting
from conquian.terminal.tables import play_against, play_at
from conquian.v1 import game_service_pb2
from tests.unit.client.scripted import Refusal, ScriptedService, Step, changed, game
from tests.unit.client.sync.conftest import served_by_a_thread
from tests.unit.client.terminal.dealt import PASS, got, shown

FAULT = Refusal(StatusCode.INTERNAL, "INTERNAL")
GONE = Refusal(StatusCode.NOT_FOUND, "GAME_NOT_FOUND")
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


def sit_at(target: str, out: io.StringIO) -> None:
    """Sit down at a friend's table."""
    sit = sitting(plain=True, keyboard=io.StringIO(), out=out)
    play_at(GameLink(target, "g"), name="Ana", token=None, language="", sit=sit, out=out)


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
    created = game_service_pb2.CreateGameResponse(game=game(1))
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
    service.script("GetGame", failure)
    out = io.StringIO()

    with pytest.raises(error):
        sit_at(target, out)

    assert out.getvalue() == told.format(target=target)


def test_nobody_comes_back_to_what_is_over(target: str, service: ScriptedService) -> None:
    """The end was seen; what failed then is of no account for the seat."""
    service.script("JoinGame", joined(0, "mine"))
    service.script("GetGame", got(5, over=True))
    service.script("WatchGame", [FAULT])
    out = io.StringIO()

    with pytest.raises(ServiceFault):
        sit_at(target, out)

    assert out.getvalue() == ""


def test_the_ways_of_all_seats_are_told(target: str, service: ScriptedService) -> None:
    """Against a player of ours both have to come back, as after Ctrl-C."""
    at_a_new_table(service)
    service.script("WatchGame", [Step.HANG])
    service.script("GetGame", FAULT)
    out = io.StringIO()

    with pytest.raises(ServiceFault):
        sit_against(target, out)

    link = f"conquian://{target}/g"
    assert out.getvalue().splitlines()[1:] == [
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
