"""Whole games through the API alone, every call at the other of two servers."""

from __future__ import annotations

import asyncio
import itertools
from collections import Counter
from collections.abc import Callable, Mapping
from random import Random

import pytest

import conquian
from conquian.v1 import events_pb2, view_pb2
from conquian.v1 import game_service_pb2 as pb
from conquian_engine import EngineError
from tests.e2e.bookkeeper import Result, keep_score, result_of
from tests.e2e.doors import Doors
from tests.e2e.proofs import check_game
from tests.e2e.records import record_of, replayed
from tests.e2e.tables import (
    greedy_player,
    play_out,
    random_player,
    set_up,
    transcript_of,
)
from tests.support.processes import Server

RAW_GAMES = 204
SDK_GAMES = 20
AT_ONCE = 30

TABLES: tuple[tuple[str, Mapping[str, str]], ...] = (
    ("classic", {"deals": "1"}),
    ("classic", {"max_deals": "2", "on_drawn": "double"}),
    ("classic", {"deals": "1", "forcing": "rearrange", "max_run": "none"}),
    ("classic", {"max_deals": "1", "on_drawn": "fewest_cards"}),
    ("classic_points", {"points_target": "50", "max_deals": "2"}),
    ("classic_points", {"deals": "1", "on_drawn": "fewest_cards"}),
    ("spanish", {"deals": "1"}),
    ("courtless", {"max_deals": "1", "forcing": "off"}),
    ("full_pack", {"max_deals": "1", "opening_upcard": "false"}),
    ("nine_ten", {"max_deals": "1", "packet": "1"}),
    ("three_player", {"max_deals": "1", "force_scope": "discards_only"}),
    ("four_player", {"max_deals": "1", "extra_hand_cards": "false"}),
    ("mexican", {"max_deals": "1"}),
    ("mexican", {"max_deals": "1", "trade_rounds": "3", "trade_direction": "previous"}),
    ("foster_cooncan", {"max_deals": "1"}),
    ("three_player", {"max_deals": "1", "borrow_from_opponents": "true", "trade_rounds": "1"}),
    ("classic", {"max_deals": "2", "hand_only_melds": "after_turn_up", "rearrange": "ends_only"}),
    ("colonel", {"deals": "2"}),
    ("kunken", {"deals": "1", "dealt": "10"}),
    ("coon_can", {"deals": "1"}),
)


async def _play(doors: Doors, number: int) -> tuple[str, view_pb2.GameView]:
    """Play one game with raw stubs; half of them by greedy players."""
    ruleset, options = TABLES[number % len(TABLES)]
    rng = Random(f"game {number}")
    greedy = number // len(TABLES) % 2 == 0
    table = await set_up(doors, ruleset, options=options)
    last = await play_out(doors, table, greedy_player(rng) if greedy else random_player(rng))
    return table.game_id, last


@pytest.mark.timeout(150)
async def test_games_over_two_servers_finish_and_replay_to_their_result(doors: Doors) -> None:
    """204 games of all rulesets, by random and by greedy players, each call at the other server.

    Each finishes; its transcript replays through the engine to the same events and result;
    and a bookkeeper written from RULES.md comes to the same score.
    """
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(number: int) -> Result:
        async with gate:
            own = doors.again()
            game_id, last = await _play(own, number)
            return await check_game(own, game_id, result_of(last))

    results = await asyncio.gather(*map(one, range(RAW_GAMES)))
    causes = Counter(cause for cause, _, _ in results)
    assert causes["WENT_OUT"] > 10
    assert causes["DEAL_LIMIT"] + causes["STOCK_EXHAUSTED"] > 10


async def test_games_by_the_python_client_over_two_servers(
    doors: Doors, pair: tuple[Server, Server]
) -> None:
    """20 games played through the Python client hold as well.

    Each call is at the other server; in every fifth game that one is reached over HTTP.
    """
    first, second = pair
    async with (
        conquian.connect(first.address) as one,
        conquian.connect(second.address) as other,
        conquian.connect(second.http) as other_over_http,
    ):

        async def play(number: int) -> Result:
            two = other_over_http if number % 5 == 0 else other
            player = conquian.GreedyPlayer() if number % 2 else conquian.RandomPlayer(number)
            created = await one.create_game("classic", options={"max_deals": 2})
            game_id = created.game_id
            joined = [await two.join(game_id), await one.join(game_id)]
            seats = [
                [await client.resume(game_id, seat.token) for client in (one, two)]
                for seat in joined
            ]
            turn = itertools.cycle((0, 1))
            view = seats[0][0].last_view
            while view is not None and not view.is_over:
                assert view.deal is not None
                own = seats[view.deal.seats_to_act[0]]
                await own[next(turn)].view(legal_moves=False)  # so that the writers alternate
                seen = await own[next(turn)].view()
                assert seen.you is not None
                decided = seen.you.decision_revision
                played = await own[next(turn)].play(player.choose(seen), revision=decided)
                view = played.view
            assert view is not None
            assert view.result is not None
            last = (view.result.cause.name, view.result.winner_seats, view.result.scores)
            return await check_game(doors.again(), game_id, last)

        results = await asyncio.gather(*map(play, range(SDK_GAMES)))
    assert len(results) == SDK_GAMES


@pytest.mark.parametrize("resigned", [0, 1])
async def test_a_resigned_and_a_void_game_have_transcripts_too(doors: Doors, resigned: int) -> None:
    """A game ended by resignation or by its host replays to its result like any other."""
    table = await set_up(doors, options={"max_deals": "1"})
    if resigned:
        await doors.ask(pb.ResignRequest(game_id=table.game_id), table.seats[1])
    else:
        await doors.ask(pb.CancelGameRequest(game_id=table.game_id), table.host)
    view, _ = await transcript_of(doors, table.game_id)
    cause, winners, scores = await check_game(doors, table.game_id, result_of(view))
    assert (cause, winners) == (("RESIGNATION", (0,)) if resigned else ("VOID", ()))
    assert scores == (0, 0)


async def test_a_wrong_transcript_is_noticed(doors: Doors) -> None:
    """The bookkeeper and the replay do find a transcript in which something was changed."""
    table = await set_up(doors, "classic_points", options={"deals": "1"})
    await play_out(doors, table, greedy_player(Random(5)))
    view, entries = await transcript_of(doors, table.game_id)
    stored = result_of(view)
    assert keep_score(view, entries) == stored

    def changed(change: Callable[[events_pb2.Event], object], kind: str) -> Result | None:
        copies = [events_pb2.GameUpdate.FromString(entry.SerializeToString()) for entry in entries]
        change(next(e for entry in copies for e in entry.events if e.HasField(kind)))  # type: ignore[arg-type]
        try:
            replayed(record_of(view, copies))
            return keep_score(view, copies)
        except (AssertionError, EngineError):
            return None

    def swap_two(event: events_pb2.Event) -> None:
        order = event.deal_started.order
        order[0], order[-1] = order[-1], order[0]

    assert changed(swap_two, "deal_started") != stored
    assert changed(lambda event: event.deal_ended.scores.__setitem__(0, 99), "deal_ended") != stored
    assert changed(lambda event: event.taken.layout.pop(), "taken") != stored
    assert changed(lambda event: setattr(event.card_turned, "card", "8H"), "card_turned") != stored
