"""Tables at which tests play: made, filled and played through the API alone."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from conquian import GameView, GreedyPlayer
from conquian.moves import move_to_proto
from conquian.v1 import cards_pb2, events_pb2, view_pb2
from conquian.v1 import game_service_pb2 as pb
from tests.e2e.doors import Door, Doors, new_request_id
from tests.oracle.options import RULESETS
from tests.oracle.orders import shuffled

MOST_MOVES = 3000
"""More than any game here takes: a game that does not end fails, it does not hang."""

Chooser = Callable[[view_pb2.GameView], cards_pb2.Move]
"""Picks a legal move of a view that lists them."""


@dataclass(frozen=True, slots=True)
class Table:
    """A game with all its seats taken, and every token of it."""

    game_id: str
    host: str
    invite: str
    watch: str
    seats: tuple[str, ...]
    """Seat tokens, by seat."""
    joined: tuple[pb.JoinGameResponse, ...]
    """Answers to the joins, by seat."""
    joining: tuple[pb.JoinGameRequest, ...]
    """What they answered, made with the invite token if the table is private."""
    request_ids: list[str] = field(default_factory=list)
    """Every request id used so far."""


async def set_up(
    doors: Doors,
    ruleset: str = "classic",
    *,
    options: Mapping[str, str] | None = None,
    access: view_pb2.Access.ValueType = view_pb2.ACCESS_UNLISTED,
    orders: Sequence[Sequence[str]] = (),
    first_dealer: int | None = None,
    seats: int = 0,
    request_id: Callable[[], str] = new_request_id,
) -> Table:
    """Create a game and fill its seats, each call at the next server."""
    used = [request_id()]
    made = await doors.ask(
        pb.CreateGameRequest(
            ruleset=ruleset,
            options=options or {},
            seats=seats,
            access=access,
            pinned_orders=[pb.PackOrder(cards=order) for order in orders],
            first_dealer=first_dealer,
            request_id=used[0],
        )
    )
    game_id = made.game.game_id
    invite = made.invite_token if access == view_pb2.ACCESS_PRIVATE else ""
    joined: list[pb.JoinGameResponse] = []
    asked: list[pb.JoinGameRequest] = []
    for seat in range(len(made.game.seats)):
        used.append(request_id())
        joining = pb.JoinGameRequest(
            game_id=game_id,
            name=f"player {seat}",
            kind=view_pb2.SEAT_KIND_BOT,
            request_id=used[-1],
        )
        asked.append(joining)
        joined.append(await doors.ask(joining, invite))
        assert joined[-1].seat == seat
    return Table(
        game_id,
        made.host_token,
        made.invite_token,
        made.watch_token,
        tuple(answer.seat_token for answer in joined),
        tuple(joined),
        tuple(asked),
        used,
    )


def given_orders(seed: int, *, deals: int = 1) -> list[list[str]]:
    """Classic packs for the first deals: the same players make as many moves of them each time.

    For tests that need so many: a game with cards of chance may be over too early.
    """
    chance = Random(seed)
    return [shuffled(RULESETS["classic"], chance) for _ in range(deals)]


async def view_of(doors: Doors, table: Table, token: str = "") -> view_pb2.GameView:
    """The game as a token's owner sees it now, legal moves included."""
    request = pb.GetGameRequest(game_id=table.game_id, include_legal_moves=True)
    answer: pb.GetGameResponse = await doors.ask(request, token)
    return answer.game


async def decide(
    doors: Doors, table: Table, seat: int, choose: Chooser
) -> tuple[pb.PlayMoveRequest, view_pb2.GameView]:
    """The move a seat chooses now, and what it saw when it chose."""
    view = await view_of(doors, table, table.seats[seat])
    request = pb.PlayMoveRequest(
        game_id=table.game_id,
        revision=view.you.decision_revision,
        move=choose(view),
        request_id=new_request_id(),
    )
    table.request_ids.append(request.request_id)
    return request, view


async def choices(
    doors: Doors, table: Table, choose: Chooser
) -> AsyncIterator[tuple[int, pb.PlayMoveRequest]]:
    """The moves of a game one by one, seat and request, to its end; the caller plays them."""
    for _ in range(MOST_MOVES):
        view = await view_of(doors, table, table.watch)
        if view.status != view_pb2.GAME_STATUS_RUNNING:
            return
        seat = view.deal.seats_to_act[0]
        yield seat, (await decide(doors, table, seat, choose))[0]
    raise AssertionError(f"game {table.game_id} does not end")


async def play_out(doors: Doors, table: Table, choose: Chooser) -> view_pb2.GameView:
    """Play a game to its end, three calls a move, so that the servers take turns to write it.

    The last view, as a seat saw it.
    """
    view = await view_of(doors, table, table.watch)
    writers: list[Door] = []
    for _ in range(MOST_MOVES):
        if view.status != view_pb2.GAME_STATUS_RUNNING:
            # Others may take turns at the same doors, so not always the very next one.
            assert len(set(writers)) == len(doors.all) or len(writers) < len(doors.all)
            return view
        seat = view.deal.seats_to_act[0]
        request, offered = await decide(doors, table, seat, choose)
        door = doors.next
        writers.append(door)
        played: pb.PlayMoveResponse = await door.ask(request, table.seats[seat])
        assert played.update.revision == offered.revision + 1
        assert (await view_of(doors, table, table.watch)).revision == played.update.revision
        view = played.update.view
    raise AssertionError(f"game {table.game_id} does not end")


async def play_some(doors: Doors, table: Table, choose: Chooser, *, moves: int) -> int:
    """Play a few moves; the revision they lead to."""
    async for seat, request in choices(doors, table, choose):
        if moves == 0:
            break
        await doors.ask(request, table.seats[seat])
        moves -= 1
    return (await view_of(doors, table, table.watch)).revision


async def transcript_of(
    doors: Doors, game_id: str, *, page_size: int = 0, token: str = ""
) -> tuple[view_pb2.GameView, list[events_pb2.GameUpdate]]:
    """The whole record of a finished game, every page from the next server."""
    entries: list[events_pb2.GameUpdate] = []
    page_token = ""
    while True:
        page: pb.GetTranscriptResponse = await doors.ask(
            pb.GetTranscriptRequest(game_id=game_id, page_size=page_size, page_token=page_token),
            token,
        )
        entries += page.entries
        page_token = page.next_page_token
        if not page_token:
            return page.game, entries


def random_player(rng: Random) -> Chooser:
    """Any legal move, takings a little more often than chance."""

    def choose(view: view_pb2.GameView) -> cards_pb2.Move:
        moves = view.you.legal_moves
        takings = [move for move in moves if move.HasField("take")]
        return rng.choice(takings if takings and rng.random() < 0.5 else moves)

    return choose


def greedy_player(rng: Random) -> Chooser:
    """Forces where it can, takes as many cards as it can, keeps cards that stand together."""

    def choose(view: view_pb2.GameView) -> cards_pb2.Move:
        if view.deal.HasField("rummy"):
            return move_to_proto(GreedyPlayer().choose(GameView.from_proto(view)))
        return max(view.you.legal_moves, key=lambda move: _worth(view, move, rng))

    return choose


def _worth(view: view_pb2.GameView, move: cards_pb2.Move, rng: Random) -> tuple[int, float]:
    match move.WhichOneof("kind"):
        case "force":
            return 1000, rng.random()
        case "take":
            return 100 + sum(len(meld.cards) for meld in move.take.layout), rng.random()
        case "lay_from_hand":
            return 90, rng.random()
        case "discard" | "trade" as kind:
            card = getattr(move, kind).card
            kin = sum(other[0] == card[0] or other[1] == card[1] for other in view.you.hand)
            return 50 - kin, rng.random()
        case _:
            return 0, rng.random()
