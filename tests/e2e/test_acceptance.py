"""Twenty games of each ruleset, over gRPC, on a real store, in every way a game is proved.

`CONQUIAN_TEST_GAMES` says how many; `make soak` plays five hundred.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping
from random import Random

import pytest

from conquian import GameView, GreedyPlayer
from conquian.moves import move_to_proto
from conquian.v1 import cards_pb2, view_pb2
from conquian.v1 import game_service_pb2 as pb
from conquian_engine import RULESETS
from tests.e2e.bookkeeper import Result, result_of
from tests.e2e.doors import Doors, new_request_id, opened
from tests.e2e.proofs import check_game
from tests.e2e.tables import Table, set_up
from tests.support.processes import Server
from tests.support.rulesets import FAMILY_H, rummy_options, seats_at_random

GAMES = int(os.environ.get("CONQUIAN_TEST_GAMES", "20"))
AT_ONCE = 10
MOST_MOVES = 6_000
"""More than any game here takes: a game that does not end fails, it does not hang."""
PAGE = 200

pytestmark = pytest.mark.timeout(60 + 6 * GAMES)


def options_of(ruleset: str, number: int) -> Mapping[str, str]:
    """One deal, at times two, and in family H some options: twenty games are not alike."""
    rng = Random(f"{ruleset} {number}")
    deals = "2" if number % 10 == 9 else "1"
    if ruleset in FAMILY_H:
        return rummy_options(ruleset, rng) | {"deals": deals}
    return {"max_deals": deals}


def seats_of(ruleset: str, number: int) -> int:
    """Each number of seats in turn; fewer where uniform players would take long."""
    greedy = number % 2 == 0
    seats = sorted(RULESETS[ruleset].seats) if greedy else seats_at_random(ruleset)
    return seats[number // 2 % len(seats)]


async def play(doors: Doors, table: Table, rng: Random, *, greedy: bool) -> view_pb2.GameView:
    """Play a game to its end; the last view, as the seat saw it that ended it."""
    view = table.joined[-1].update.view
    for _ in range(MOST_MOVES):
        if view.status != view_pb2.GAME_STATUS_RUNNING:
            return view
        seat = view.deal.seats_to_act[0]
        token = table.seats[seat]
        choose = greedy_move if greedy else uniform_move
        move, revision = await choose(doors, table.game_id, token, rng)
        request = pb.PlayMoveRequest(
            game_id=table.game_id, revision=revision, move=move, request_id=new_request_id()
        )
        played: pb.PlayMoveResponse = await doors.ask(request, token)
        assert played.update.revision == revision + 1
        view = played.update.view
    raise AssertionError(f"game {table.game_id} does not end")


async def greedy_move(
    doors: Doors, game_id: str, token: str, _: Random
) -> tuple[cards_pb2.Move, int]:
    """What the client's greedy player chooses of the moves that a view lists."""
    request = pb.GetGameRequest(game_id=game_id, include_legal_moves=True)
    answer: pb.GetGameResponse = await doors.ask(request, token)
    view = GameView.from_proto(answer.game)
    return move_to_proto(GreedyPlayer().choose(view)), view.revision


async def uniform_move(
    doors: Doors, game_id: str, token: str, rng: Random
) -> tuple[cards_pb2.Move, int]:
    """Any legal move, each as likely, from all the pages there are."""
    moves: list[cards_pb2.Move] = []
    page_token = ""
    while True:
        request = pb.ListLegalMovesRequest(game_id=game_id, page_size=PAGE, page_token=page_token)
        page: pb.ListLegalMovesResponse = await doors.ask(request, token)
        moves += page.moves
        page_token = page.next_page_token
        if not page_token:
            return rng.choice(moves), page.revision


@pytest.mark.parametrize("ruleset", RULESETS)
async def test_games_of_every_ruleset_finish_replay_and_score_as_they_should(
    pair: tuple[Server, Server], ruleset: str
) -> None:
    """Half by uniform, half by greedy players; each finishes, replays, and is scored anew."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(doors: Doors, number: int) -> Result:
        async with gate:
            rng = Random(f"acceptance {ruleset} {number}")
            table = await set_up(
                doors,
                ruleset,
                options=options_of(ruleset, number),
                seats=seats_of(ruleset, number),
            )
            last = await play(doors, table, rng, greedy=number % 2 == 0)
            return await check_game(doors, table.game_id, result_of(last))

    async with opened(pair[0].address) as doors:
        results = await asyncio.gather(*(one(doors, number) for number in range(GAMES)))
    assert len(results) == GAMES
