"""Trading through the API: secret choices made at once, on two servers, and kept secret."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from random import Random

import pytest

import conquian
from conquian import events
from conquian.v1 import cards_pb2, view_pb2
from conquian.v1 import game_service_pb2 as pb
from tests.e2e.doors import Doors, new_request_id
from tests.e2e.tables import Table, set_up, view_of
from tests.support.processes import Server


async def _choose(doors: Doors, table: Table, seat: int, revision: int) -> pb.PlayMoveResponse:
    """Give away the first card of a hand."""
    view = await view_of(doors, table, table.seats[seat])
    request = pb.PlayMoveRequest(
        game_id=table.game_id,
        revision=revision,
        move=cards_pb2.Move(trade=cards_pb2.Trade(card=view.you.hand[0])),
        request_id=new_request_id(),
    )
    answer: pb.PlayMoveResponse = await doors.ask(request, table.seats[seat])
    return answer


@pytest.mark.parametrize("seats", [2, 3])
async def test_seats_choose_at_once_with_the_same_revision(doors: Doors, seats: int) -> None:
    """Every choice succeeds, whichever server gets which first; then the cards have moved."""
    for number in range(8):
        table = await set_up(doors, "mexican", seats=seats)
        before = [await view_of(doors, table, token) for token in table.seats]
        revision = before[0].revision
        assert {view.revision for view in before} == {revision}
        assert all(view.you.to_act and view.deal.phase == view_pb2.PHASE_TRADING for view in before)
        order = Random(number).sample(range(seats), seats)
        choosing = [_choose(doors.again(), table, seat, revision) for seat in order]
        answers = await asyncio.gather(*choosing)

        made = sorted(answer.update.revision for answer in answers)
        assert made == list(range(revision + 1, revision + 1 + seats))
        after = [await view_of(doors, table, token) for token in table.seats]
        for seat, view in enumerate(after):
            assert view.deal.phase == view_pb2.PHASE_OFFER
            assert before[seat].you.hand[0] in after[(seat + 1) % seats].you.hand
            assert before[seat].you.hand[0] not in view.you.hand


async def test_a_choice_is_shown_to_nobody_else_before_the_exchange(doors: Doors) -> None:
    """Others see who has chosen, not what; a second choice is refused (R2.3, R4.2)."""
    table = await set_up(doors, "mexican", seats=3)
    mine = await view_of(doors, table, table.seats[1])
    card = mine.you.hand[0]
    await _choose(doors, table, 1, mine.revision)
    for seat, token in enumerate(table.seats):
        view = await view_of(doors, table, token)
        assert list(view.deal.chosen_seats) == [1]
        assert list(view.deal.seats_to_act) == [0, 2]
        assert view.you.chosen_card == (card if seat == 1 else "")
        listed: pb.ListEventsResponse = await doors.ask(
            pb.ListEventsRequest(game_id=table.game_id, after_revision=mine.revision), token
        )
        (chosen,) = [event.trade_chosen for event in listed.updates[-1].events]
        assert (chosen.seat, chosen.card) == (1, card if seat == 1 else "")


@pytest.mark.parametrize(
    ("ruleset", "options", "seats"),
    [
        ("mexican", {"max_deals": 2, "trade_rounds": 2}, 3),
        ("mexican", {"max_deals": 2, "hand_only_melds": "after_turn_up"}, 2),
        ("foster_cooncan", {"max_deals": 2, "borrow_from_opponents": True}, 2),
        ("foster_cooncan", {"max_deals": 1, "black_twos_wild": True, "trade_rounds": 1}, 2),
    ],
)
async def test_players_of_the_client_play_to_the_end(
    pair: tuple[Server, Server],
    ruleset: str,
    options: Mapping[str, conquian.OptionValue],
    seats: int,
) -> None:
    """Random and greedy players, each at a server of its own, finish games of every option."""
    first, second = (server.address for server in pair)
    async with conquian.connect(first) as one, conquian.connect(second) as two:
        created = await one.create_game(ruleset, options=options, seats=seats)
        clients = [one, two, one][:seats]
        joined = [await client.join(created.game_id) for client in clients]
        greedy, random = conquian.GreedyPlayer(), conquian.RandomPlayer(4)
        players: list[conquian.Player] = [greedy, random, greedy]
        playing = [
            conquian.play_to_end(seat, player)
            for seat, player in zip(joined, players, strict=False)
        ]
        views = await asyncio.gather(*playing)
        assert all(view.is_over for view in views)
        transcript = await one.transcript(created.game_id)
    kinds = {type(event) for entry in transcript.entries for event in entry.events}
    assert ("trade_rounds" in options or ruleset == "mexican") == (events.CardsTraded in kinds)
