"""Random options, orders and players for whole games, each from a seeded generator."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

from tests.oracle.melds import SUITS
from tests.oracle.rummy.dealing import bad_hands, deal_hands, dealt_to
from tests.oracle.rummy.game import Game, Move
from tests.oracle.rummy.melds import shapes
from tests.oracle.rummy.options import JOKER, RULESETS, SEATS, Options
from tests.oracle.rummy.plays import COOCH, given

Step = tuple[Any, ...]
"""`("order", cards)`, `("move", seat, move)` or `("resign", seat, cause)`."""


def random_options(rng: Random, ruleset: str, seats: int | None = None) -> Options:
    """Any combination of a ruleset's options."""
    base = replace(RULESETS[ruleset], seats=seats or rng.choice(list(SEATS[ruleset])))
    base = replace(base, max_deals=rng.choice([1, 2, 3, 50]), deals=rng.choice([1, 1, 2, 3]))
    if rng.random() < 0.3 and ruleset != "kunken":
        base = replace(base, deals=None, points_target=rng.choice([1, 30, 100]), max_deals=3)
    match ruleset:
        case "colonel":
            packs = ["full52", "short40", "courtless40", "spanish40"]
            return replace(base, pack=rng.choice(packs), ace=rng.choice(["both", "low"]))
        case "coo_can":
            fees = rng.choice([(100, 2), (0, 1), (7, 0)])
            return replace(base, game_fee=fees[0], spot_fee=fees[1])
        case "kunken":
            base = base if rng.random() < 0.4 else replace(base, deals=None, max_deals=3)
            return replace(
                base,
                dealt=rng.choice([10, 12, 13]),
                opening=rng.choice([40, 50]),
                opening_single=rng.random() < 0.3,
                bank_depth=rng.choice(["top", "top", "any"]),
                values=rng.choice(["face", "flat"]),
                set_joker=rng.choice(["any", "both"]),
                joker_minus=rng.choice([None, 10, 11, 12]),
                express_on_empty_table=rng.random() < 0.5,
                minus_target=rng.choice([1, 20, 100]),
                lowest_deals=rng.random() < 0.5,
            )
        case _:
            return base


def shuffled(cards: Iterable[str], rng: Random) -> list[str]:
    """Cards in random order."""
    order = list(cards)
    rng.shuffle(order)
    return order


def friendly(options: Options, dealer: int, playing: list[int], rng: Random) -> list[str]:
    """A random order whose hands are made of melds and parts of melds; the rest is random."""
    left = Counter(options.cards)
    to = dealt_to(options, dealer, playing)
    sizes = Counter(to)
    hands: dict[int, list[str]] = {seat: [] for seat in playing}
    for seat in playing * 4:
        part = [card for card in _some_meld(options, rng) if left[card]]
        if left[JOKER] and rng.random() < 0.3:
            part = [JOKER, *part[:-1]]
        part = part[: sizes[seat] - len(hands[seat])]
        hands[seat] += part
        left.subtract(part)
    rest = shuffled(left.elements(), rng)
    for seat, hand in hands.items():
        while len(hand) < sizes[seat]:
            hand.append(rest.pop())
        rng.shuffle(hand)
    return [hands[seat].pop() for seat in to] + rest


def _some_meld(options: Options, rng: Random) -> list[str]:
    if options.ruleset == "coo_can" and rng.random() < 0.1:
        shape = rng.choice([each for each in shapes(options) if len(each) == COOCH])
        return [rank + "C" for rank in shape]
    if rng.random() < 0.5:
        shape = rng.choice([each for each in shapes(options) if len(each) < 7])
        suit = rng.choice(SUITS[options.ranked])
        return [rank + suit for rank in shape]
    rank = rng.choice(shapes(options)[0])
    meld = [rank + suit for suit in SUITS[options.ranked]]
    return shuffled(meld, rng)[: rng.choice([2, 3, 4])]


def dealable(options: Options, dealer: int, playing: list[int], rng: Random) -> list[str]:
    """An order, random or friendly, that seldom calls for a new deal (R3.30)."""
    while True:
        make_friendly = rng.random() < 0.8
        order = (
            friendly(options, dealer, playing, rng)
            if make_friendly
            else shuffled(options.cards, rng)
        )
        hands, _ = deal_hands(options, dealer, playing, order)
        if not bad_hands(options, hands) or rng.random() < 0.05:
            return order


def random_move(game: Game, moves: set[Move], rng: Random) -> Move:
    """A move, mostly one that gets the game on: plays before discards, takings of discards."""
    ordered = in_order(moves)
    takings = [move for move in ordered if move[0] == "draw discards"]
    if takings and rng.random() < 0.5:
        return rng.choice(takings)
    plays = [move for move in ordered if move[0] in ("meld", "lay off", "take joker")]
    if plays and rng.random() < 0.9:
        few = [move for move in plays if move[0] == rng.choice(["meld", "lay off", "take joker"])]
        return rng.choice(few or plays)
    calm = [move for move in ordered if move[0] in ("draw", "refuse", "discard")]
    if calm and rng.random() < 0.93:
        return rng.choice([move for move in calm if not _wanted(game, move)] or calm)
    return rng.choice(ordered)


def _wanted(game: Game, move: Move) -> bool:
    """Whether a discard would break up what the hand collects."""
    if move[0] != "discard" or game.turn is None:
        return False
    like = [card for card in game.turn.hand if card[0] == move[1][0] or card == JOKER]
    return len(like) > 2 or move[1] == JOKER


def in_order(moves: Iterable[Move]) -> list[Move]:
    """Moves in an order that depends on nothing but themselves."""
    return sorted(moves, key=str)


def random_play(
    game: Game, rng: Random, *, resigns: float = 0.0, hand_limit: int | None = None
) -> Iterator[Step]:
    """Play a game at random to its end; each step is yielded once the game has made it.

    `hand_limit` keeps a seat from taking discards beyond so many cards.
    """
    while game.phase != "over":
        step: Step
        seat = game.to_act()
        if rng.random() < resigns:
            step = ("resign", rng.choice(game.after(0)), rng.choice(["resignation", "time"]))
            game.resign(step[1], step[2])
        elif seat is None:
            whole = game.phase == "order"
            order = (
                dealable(game.options, game.dealer, game.after(game.dealer), rng)
                if whole
                else shuffled(game.wanted(), rng)
            )
            step = ("order", order)
            game.give_order(order)
        else:
            moves = game.legal(seat)
            if hand_limit is not None:
                small = {move for move in moves if _size_after(game, seat, move) <= hand_limit}
                moves = small or moves
            step = ("move", seat, random_move(game, moves, rng))
            game.play(seat, step[2])
        yield step


def _size_after(game: Game, seat: int, move: Move) -> int:
    size = len(game.hands[seat])
    if move[0] == "draw discards":
        return size + int(move[1])
    return size - len(given(move)) if move[0] in ("meld", "lay off") else size
