"""Games as different as the API lets them be: rulesets, options, entropy, given orders, ends."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from conquian.v1 import cards_pb2, view_pb2
from conquian.v1 import game_service_pb2 as pb
from conquian_engine import FULL52, RULESETS, SHORT40, pack_named, resolve_rules
from tests.e2e.doors import Doors, new_request_id, opened
from tests.support.rulesets import FAMILY_U, random_seats, rummy_options

AT_ONCE = 6
MOST_MOVES = 1000


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game, and who may read its record."""

    game_id: str
    token: str
    commitment: str
    """As it was shown before anybody joined."""


def play_games(addresses: Sequence[str], numbers: range) -> list[Played]:
    """Play games to their end, each call at the next server."""

    async def all_of_them() -> list[Played]:
        gate = asyncio.Semaphore(AT_ONCE)

        async def one(doors: Doors, number: int) -> Played:
            async with gate:
                return await play_game(doors.again(), number)

        async with opened(*addresses) as doors:
            return await asyncio.gather(*(one(doors, number) for number in numbers))

    return asyncio.run(all_of_them())


async def play_game(doors: Doors, number: int) -> Played:
    """One game, from its creation to its result.

    The seed of its shuffle is the server's, so what happens in it is left to chance. Of every
    ten games one has three deals, none to two of them given, one is called off and one given up.
    """
    chance = Random(f"varied {number}")
    creating = _creation(chance)
    if number % 10 == 0:
        given = [chance.sample(SHORT40.cards, 40) for _ in range(number // 10 % 3)]
        creating = _three_deals(given)
    elif number % 20 == 7:
        creating = _dealt_again(chance)
    made: pb.CreateGameResponse = await doors.ask(creating)
    game_id = made.game.game_id
    tokens = await _sit_down(doors, made, chance)
    patience = chance.choice([chance.randrange(40), MOST_MOVES, MOST_MOVES])
    patience = {0: MOST_MOVES, 1: 4, 2: 4}.get(number % 10, patience)
    view = await _see(doors, game_id, tokens[0])
    for _ in range(patience):
        if view.status != view_pb2.GAME_STATUS_RUNNING:
            break
        view = await _move(doors, view, tokens, chance)
    if view.status == view_pb2.GAME_STATUS_RUNNING:
        if number % 10 == 1 or (number % 10 > 2 and chance.random() < 0.3):
            await doors.ask(pb.CancelGameRequest(game_id=game_id), made.host_token)
        else:
            await _give_up(doors, game_id, tokens, chance)
    token = made.watch_token if creating.access == view_pb2.ACCESS_PRIVATE else ""
    return Played(game_id, token, made.game.shuffle.commitment)


def _creation(chance: Random) -> pb.CreateGameRequest:
    ruleset = chance.choice(sorted(RULESETS))
    options = _options(chance) if ruleset in FAMILY_U else rummy_options(ruleset, chance)
    chosen = dict(chance.sample(sorted(options.items()), min(len(options), chance.randrange(4))))
    length = "max_deals" if ruleset in FAMILY_U else "deals"
    chosen[length] = options[length]
    seats = 0 if ruleset in FAMILY_U else random_seats(ruleset, chance)
    given = chance.choice([0, 0, 0, 1, 2])
    cards = pack_named(resolve_rules(ruleset, chosen, seats=seats or None).pack).deck
    return pb.CreateGameRequest(
        ruleset=ruleset,
        options=chosen,
        seats=seats,
        access=chance.choice(view_pb2.Access.values()[1:]),
        first_dealer=chance.choice([None, None, 0, 1]),
        pinned_orders=[pb.PackOrder(cards=chance.sample(cards, len(cards))) for _ in range(given)],
        request_id=new_request_id(),
    )


def _options(chance: Random) -> dict[str, str]:
    return {
        "max_run": chance.choice(["8", "5", "none"]),
        "forcing": chance.choice(["simple", "rearrange", "off"]),
        "force_scope": chance.choice(["any", "any", "discards_only"]),
        "opening_upcard": chance.choice(["true", "true", "false"]),
        "extra_hand_cards": chance.choice(["true", "true", "false"]),
        "on_drawn": chance.choice(["carry", "double", "fewest_cards"]),
        "max_deals": chance.choice(["1", "1", "2", "3"]),
    }


def _three_deals(given: Sequence[Sequence[str]]) -> pb.CreateGameRequest:
    return pb.CreateGameRequest(
        ruleset="classic",
        options={"deals": "3"},
        pinned_orders=[pb.PackOrder(cards=order) for order in given],
        request_id=new_request_id(),
    )


def _dealt_again(chance: Random) -> pb.CreateGameRequest:
    """A given order in which a hand has three pairs, so that the cards are dealt again (R3.30)."""
    deck = list(pack_named("double108").deck)
    pairs = [card for card in chance.sample(FULL52.cards, 3) for _ in range(2)]
    rest = list((Counter(deck) - Counter(pairs)).elements())
    chance.shuffle(rest)
    for place, card in enumerate(pairs):
        rest.insert(place * 2, card)  # every second card is one seat's
    return pb.CreateGameRequest(
        ruleset="kunken",
        options={"deals": "1", "dealt": "10"},
        seats=2,
        pinned_orders=[pb.PackOrder(cards=rest)],
        request_id=new_request_id(),
    )


async def _sit_down(doors: Doors, made: pb.CreateGameResponse, chance: Random) -> list[str]:
    """Fill the seats in any order; some change their mind, some lose their token."""
    game, tokens = made.game, [""] * len(made.game.seats)
    waiting = chance.sample(range(len(tokens)), len(tokens))
    while waiting:
        seat = waiting.pop()
        joining = pb.JoinGameRequest(
            game_id=game.game_id,
            seat=seat,
            name=chance.choice(["Ana", "José Ángel", "李小龍", ""]),
            kind=chance.choice(view_pb2.SeatKind.values()[1:]),
            player=chance.choice(["", "usr_8c1f0a2e"]),
            entropy=chance.randbytes(chance.choice([0, 16, 33, 64])),
            commitment=chance.choice(["", game.shuffle.commitment]),
            request_id=new_request_id(),
        )
        private = game.access == view_pb2.ACCESS_PRIVATE
        joined: pb.JoinGameResponse = await doors.ask(joining, made.invite_token if private else "")
        tokens[seat] = joined.seat_token
        if waiting and chance.random() < 0.15:
            await doors.ask(pb.LeaveGameRequest(game_id=game.game_id), joined.seat_token)
            waiting.insert(0, seat)
        elif chance.random() < 0.15:
            asking = pb.IssueSeatTokenRequest(game_id=game.game_id, seat=seat)
            issued: pb.IssueSeatTokenResponse = await doors.ask(asking, made.host_token)
            tokens[seat] = issued.seat_token
    return tokens


async def _see(doors: Doors, game_id: str, token: str) -> view_pb2.GameView:
    answer: pb.GetGameResponse = await doors.ask(pb.GetGameRequest(game_id=game_id), token)
    return answer.game


async def _move(
    doors: Doors, view: view_pb2.GameView, tokens: Sequence[str], chance: Random
) -> view_pb2.GameView:
    token = tokens[view.deal.seats_to_act[0]]
    asking = pb.ListLegalMovesRequest(game_id=view.game_id, page_size=200)
    listed: pb.ListLegalMovesResponse = await doors.ask(asking, token)
    playing = pb.PlayMoveRequest(
        game_id=view.game_id,
        revision=listed.revision,
        move=_chosen(listed.moves, chance),
        request_id=new_request_id(),
    )
    played: pb.PlayMoveResponse = await doors.ask(playing, token)
    return played.update.view


def _chosen(moves: Sequence[cards_pb2.Move], chance: Random) -> cards_pb2.Move:
    """Any legal move; takings, forces and melds more often, or games would be long."""
    kinds = ("take", "force", "lay_meld", "lay_off")
    rare = [move for move in moves if move.WhichOneof("kind") in kinds]
    return chance.choice(rare if rare and chance.random() < 0.8 else moves)


async def _give_up(doors: Doors, game_id: str, tokens: Sequence[str], chance: Random) -> None:
    """All but one give up, in any order."""
    for token in chance.sample(tokens, len(tokens) - 1):
        await doors.ask(pb.ResignRequest(game_id=game_id), token)
