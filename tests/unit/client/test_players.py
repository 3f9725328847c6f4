"""Players choose legal moves, and one that chooses can be played to the end."""

from __future__ import annotations

import pytest
from grpc import StatusCode

from conquian.aio import AsyncSeat, play_to_end
from conquian.cards import Card
from conquian.errors import IllegalMove
from conquian.moves import Discard, Force, LetGo, Move, Pass, Take, move_to_proto, parse_move
from conquian.players import GreedyPlayer, RandomPlayer
from conquian.v1 import game_service_pb2, view_pb2
from conquian.view import GameView
from tests.unit.client.scripted import (
    UNAVAILABLE,
    Refusal,
    ScriptedService,
    WatchMessage,
    changed,
    game,
    update,
)


def to_act(*moves: Move, hand: str = "", decision: int = 1) -> view_pb2.You:
    """The private part of a view whose seat has to act."""
    return view_pb2.You(
        seat=0,
        hand=hand.split(),
        to_act=True,
        decision_revision=decision,
        legal_moves=map(move_to_proto, moves),
    )


def view_of(*texts: str, hand: str = "", tables: str = "", pack: str = "short40") -> GameView:
    """A view with these legal moves."""
    message = game(1, you=to_act(*map(parse_move, texts), hand=hand), options={"pack": pack})
    message.seats[1].table.add(cards=tables.split())
    return GameView.from_proto(message)


@pytest.mark.parametrize(
    ("moves", "chosen"),
    [
        pytest.param(
            ["take 5C 5D 5S", "take 5C 5D 5S, 6H 7H JH", "take 5C 6C 7C JC", "pass"],
            "take 5C 5D 5S, 6H 7H JH",
            id="the taking that lays most cards",
        ),
        pytest.param(["force 1", "take 5C 5D 5S"], "take 5C 5D 5S", id="a taking before a force"),
        pytest.param(["force 1", "pass"], "force 1", id="a force before a pass"),
        pytest.param(["force 1", "let go"], "force 1", id="a force before letting go"),
        pytest.param(["pass"], "pass", id="pass where nothing else is left"),
    ],
)
def test_the_greedy_player_on_an_offer(moves: list[str], chosen: str) -> None:
    """Lays cards where it can, else makes others lay theirs."""
    assert GreedyPlayer().choose(view_of(*moves)) == parse_move(chosen)


@pytest.mark.parametrize(
    ("hand", "tables", "given_up"),
    [
        pytest.param("5C 5D 7H JH AS", "", "AS", id="alone in the hand"),
        pytest.param("7H JH 2S 4D KC KD", "", "2S", id="7 touches J in the short pack"),
        pytest.param("5C 5D 5H 6H", "5S 6S 7S", "6H", id="what lies on a table is out of reach"),
    ],
)
def test_the_greedy_player_gives_up_the_card_of_least_use(
    hand: str, tables: str, given_up: str
) -> None:
    """By the melds of three it may still become part of."""
    view = view_of(*(f"discard {card}" for card in hand.split()), hand=hand, tables=tables)
    assert GreedyPlayer().choose(view) == parse_move(f"discard {given_up}")


def test_the_greedy_player_reads_the_pack() -> None:
    """In a Spanish pack the seven touches the sota."""
    hand = "7O SO RC 1B"
    view = view_of("discard 7O", "discard SO", "discard 1B", hand=hand, pack="spanish40")
    assert GreedyPlayer().choose(view) == parse_move("discard 1B")


def test_the_random_player_plays_any_legal_move_and_repeats_itself() -> None:
    """Every move comes up; the same seed gives the same game."""
    view = view_of("pass", "force 1", "take 5C 5D 5S")
    player, twin = RandomPlayer(7), RandomPlayer(7)
    chosen = [player.choose(view) for _ in range(50)]
    assert {type(move) for move in chosen} == {Pass, Force, Take}
    assert chosen == [twin.choose(view) for _ in range(50)]


@pytest.mark.parametrize("player", [GreedyPlayer(), RandomPlayer()])
def test_a_view_without_legal_moves_is_refused(player: GreedyPlayer | RandomPlayer) -> None:
    """It says what is missing instead of inventing a move."""
    with pytest.raises(ValueError, match="no legal moves"):
        player.choose(GameView.from_proto(game(1)))


# --- play_to_end --------------------------------------------------------------------

STALE = Refusal(StatusCode.ABORTED, "STALE_REVISION", {"revision": "4"})
OVER = Refusal(StatusCode.FAILED_PRECONDITION, "GAME_FINISHED")


def played(revision: int) -> game_service_pb2.PlayMoveResponse:
    """The answer to a move that made a revision."""
    return game_service_pb2.PlayMoveResponse(update=changed(revision))


def due(revision: int, *moves: Move, decision: int | None = None) -> WatchMessage:
    """An update after which the seat has to act."""
    return update(revision, you=to_act(*moves, decision=decision or revision))


def sent(service: ScriptedService) -> list[tuple[int, str | None]]:
    """Revision and kind of each move played."""
    return [
        (request.revision, request.move.WhichOneof("kind"))
        for request in service.requests("PlayMove")
    ]


async def test_each_decision_is_played_once(seat: AsyncSeat, service: ScriptedService) -> None:
    """At the revision it arose at; the last view is returned."""
    service.script(
        "WatchGame",
        [update(1), due(2, Pass()), update(3), UNAVAILABLE],
        [due(4, LetGo()), update(5), update(6, over=True)],
    )
    service.script("PlayMove", played(3), UNAVAILABLE, played(5))

    last = await play_to_end(seat, GreedyPlayer())

    assert sent(service) == [(2, "pass"), (4, "let_go"), (4, "let_go")]
    assert last.revision == 6
    assert last.is_over


async def test_an_update_from_before_the_own_move_is_no_new_decision(
    seat: AsyncSeat, service: ScriptedService
) -> None:
    """A commit that slipped in before the move still shows the decision as open."""
    service.script(
        "WatchGame",
        [due(2, Pass()), due(3, Pass(), decision=2), update(4), update(5, over=True)],
    )
    service.script("PlayMove", played(4))

    await play_to_end(seat, GreedyPlayer())

    assert sent(service) == [(2, "pass")]


async def test_a_stale_decision_is_read_again(seat: AsyncSeat, service: ScriptedService) -> None:
    """And the new one is played."""
    now = game(4, you=to_act(LetGo(), decision=4))
    service.script("WatchGame", [due(2, Pass()), update(3), update(4), update(5, over=True)])
    service.script("PlayMove", STALE, played(5))
    service.script("GetGame", game_service_pb2.GetGameResponse(game=now))

    await play_to_end(seat, GreedyPlayer())

    assert sent(service) == [(2, "pass"), (4, "let_go")]


async def test_a_game_that_ends_while_the_player_thinks(
    seat: AsyncSeat, service: ScriptedService
) -> None:
    """The watch brings the end."""
    service.script("WatchGame", [due(2, Pass()), update(3, over=True)])
    service.script("PlayMove", OVER)

    last = await play_to_end(seat, GreedyPlayer())

    assert last.is_over


async def test_legal_moves_that_are_missing_are_asked_for(
    seat: AsyncSeat, service: ScriptedService
) -> None:
    """A view may have been given without them."""
    now = game(2, you=to_act(Pass(), decision=2))
    service.script("WatchGame", [due(2), update(3), update(4, over=True)])
    service.script("GetGame", game_service_pb2.GetGameResponse(game=now))
    service.script("PlayMove", played(3))

    await play_to_end(seat, GreedyPlayer())

    assert sent(service) == [(2, "pass")]


async def test_an_illegal_choice_is_the_players_fault(
    seat: AsyncSeat, service: ScriptedService
) -> None:
    """It is raised, not played again."""
    service.script("WatchGame", [due(2, Discard(Card("KD")))])
    service.script("PlayMove", Refusal(StatusCode.FAILED_PRECONDITION, "CARD_NOT_IN_HAND"))

    with pytest.raises(IllegalMove):
        await play_to_end(seat, GreedyPlayer())
