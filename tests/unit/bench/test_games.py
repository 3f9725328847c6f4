"""Planned games are what a server would accept."""

from __future__ import annotations

from pathlib import Path

from bench.games import ENDLESS, SEATED, plan_game, read_plan, write_plan
from bench.path import Context, path
from conquian.v1.game_service_pb2 import PlayMoveRequest, PlayMoveResponse


def test_equal_numbers_give_equal_games() -> None:
    """A run can be repeated."""
    assert plan_game(7, calls=20).calls == plan_game(7, calls=20).calls
    assert plan_game(7).game_id != plan_game(8).game_id


def test_calls_go_on_where_the_commits_end() -> None:
    """Each call is for the revision that the one before made."""
    game = plan_game(3, revision=10, calls=30)
    requests = [PlayMoveRequest.FromString(call.request) for call in game.calls]
    assert list(range(10)) == [commit.expected_revision for commit in game.commits]
    assert list(range(10, 10 + len(requests))) == [request.revision for request in requests]


def test_an_endless_game_goes_on() -> None:
    """The games with long logs are not over before they are long."""
    assert len(plan_game(1, revision=1000, calls=100, options=ENDLESS).calls) == 100


def test_a_plan_is_read_as_written(tmp_path: Path) -> None:
    """What the load reads is what was planned."""
    games = [plan_game(number, calls=5).calls for number in range(3)]
    write_plan(tmp_path / "plan", games)
    assert [list(calls) for calls in games] == read_plan(tmp_path / "plan")


async def test_a_server_plays_the_calls() -> None:
    """The path of a call accepts every planned move and answers with the next revision."""
    game = plan_game(5, calls=40)
    with path() as ours:
        ours.table.put(game)
        first, *rest = game.calls
        answer = PlayMoveResponse.FromString(await ours.play(first.request, Context(first.token)))
        assert SEATED + 1 == answer.update.revision
        assert len(rest) == await ours.go([rest])
