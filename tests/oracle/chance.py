"""Random positions, options and players, each from a seeded generator."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from tests.oracle.game import Game, Move
from tests.oracle.melds import all_melds, cards_of
from tests.oracle.options import RULESETS, Options
from tests.oracle.orders import friendly, shuffled
from tests.oracle.takings import Layout, can_be_forced, cards_on

Step = tuple[Any, ...]
"""`("order", cards)`, `("move", seat, move)` or `("resign", seat, cause)`."""


@dataclass(frozen=True)
class Position:
    """One table and hand with an upcard on offer, and the options that judge it."""

    options: Options
    table: Layout
    hand: frozenset[str]
    upcard: str
    opponents: Layout = frozenset()


def random_position(rng: Random) -> Position:
    """A position a two-seat game might hold; table, hand and upcard lean to one another."""
    options = replace(
        RULESETS["classic"],
        pack=rng.choice(["short40", "short40", "spanish40", "courtless40", "full52"]),
        dealt=rng.randint(7, 10),
        max_run=rng.choice([8, 8, 8, 3, 4, 5, 6, 10, 13, None]),
        extra_hand_cards=rng.random() < 0.6,
        forcing=rng.choice(["simple", "rearrange", "off"]),
    )
    return _position(rng, options)


def unusual_position(rng: Random) -> Position:
    """A position under options that change what a layout may be made of (R2.15, R2.30, R2.31)."""
    wild = rng.random() < 0.15
    packs = ["short40", "courtless40", "full52", *([] if wild else ["spanish40"])]
    options = replace(
        RULESETS["classic"],
        pack=rng.choice(packs),
        dealt=rng.randint(7, 10),
        max_run=rng.choice([8, 8, 8, 4, 5, 6, 10, None]),
        extra_hand_cards=rng.random() < 0.7,
        forcing=rng.choice(["simple", "rearrange", "rearrange", "off"]),
        hand_only_melds="after_turn_up",
        rearrange=rng.choice(["free", "ends_only", "ends_only"]),
        black_twos_wild=wild,
        borrow_from_opponents=rng.random() < 0.4,
    )
    return _position(rng, options)


def _position(rng: Random, options: Options) -> Position:
    melds = list(all_melds(options.pack, options.max_run, options.black_twos_wild))
    rng.shuffle(melds)
    table = _random_table(melds, min(rng.choice([0, 3, 4, 6, 7, 8, 10]), options.dealt))
    used = set(cards_on(table))
    opponents: Layout = frozenset()
    if options.borrow_from_opponents:
        theirs = [meld for meld in melds if not meld & used]
        opponents = _random_table(theirs, rng.choice([4, 7, 8]))
        used |= cards_on(opponents)
        melds = [meld for meld in melds if not meld & cards_on(opponents)]
    lying = len(cards_on(opponents))
    hand: set[str] = set()
    for meld in reversed(melds):
        part = sorted(meld - used)
        rng.shuffle(part)
        part = part[: rng.randint(2, 4)]
        if len(used) - lying + len(hand | set(part)) <= options.dealt and rng.random() < 0.7:
            hand |= set(part)
    spare = sorted(set(cards_of(options.pack)) - used - hand)
    rng.shuffle(spare)
    while len(used) - lying + len(hand) < options.dealt:
        hand.add(spare.pop())
    wanted = [meld - used - hand for meld in melds if len(meld - used - hand) == 1]
    upcard = min(rng.choice(wanted)) if wanted and rng.random() < 0.8 else spare.pop()
    return Position(options, table, frozenset(hand), upcard, opponents)


def _random_table(melds: list[frozenset[str]], room: int) -> Layout:
    table: set[frozenset[str]] = set()
    used: set[str] = set()
    for meld in melds:
        if not meld & used and len(used | meld) <= room:
            table.add(meld)
            used |= meld
    return frozenset(table)


def random_options(rng: Random, seats: int | None = None) -> Options:
    """Any combination of the live options that makes a game."""
    base = RULESETS[rng.choice(sorted(RULESETS))]
    if seats is not None:
        base = rng.choice([each for each in RULESETS.values() if each.seats == seats])
    if base.ruleset == "mexican" or (seats == 3 and rng.random() < 0.3):
        base = replace(RULESETS["mexican"], seats=seats or rng.choice([2, 3]))
    packs = ["short40", "spanish40", "courtless40", "full52"]
    most = 10 if base.seats < 4 else 9
    scoring = rng.choice(["stake", "hand_points"])
    length = rng.choice(["until_won", "deals", "points_target"])
    pack = base.pack if rng.random() < 0.5 else rng.choice(packs)
    return replace(
        base,
        pack=pack,
        dealt=base.dealt if rng.random() < 0.5 else rng.randint(7, most),
        packet=rng.choice([1, 2, 2, 3, 4, 7, 10]),
        trade_rounds=rng.choice([0, 0, 0, 1, 2, 3]),
        trade_direction=rng.choice(["next", "previous"]),
        opening_upcard=rng.random() < 0.7,
        extra_hand_cards=rng.random() < 0.7,
        hand_only_melds=rng.choice(["never", "never", "after_turn_up"]),
        max_run=rng.choice([8, 8, 8, 3, 5, 10, 13, None]),
        rearrange=rng.choice(["free", "free", "ends_only"]),
        forcing=rng.choice(["simple", "simple", "rearrange", "off"]),
        force_scope=rng.choice(["any", "any", "discards_only"]),
        on_drawn=rng.choice(["carry", "double", "fewest_cards"]),
        scoring=scoring,
        deals=rng.randint(1, 3) if length == "deals" else None,
        points_target=_points_target(rng, scoring) if length == "points_target" else None,
        max_deals=rng.randint(1, 4),
        black_twos_wild=pack != "spanish40" and rng.random() < 0.1,
        borrow_from_opponents=rng.random() < 0.25,
    )


def _points_target(rng: Random, scoring: str) -> int:
    return rng.choice([1, 2, 3]) if scoring == "stake" else rng.choice([20, 60, 100])


def random_move(game: Game, seat: int, rng: Random) -> Move:
    """A move for a seat that may act: often a taking, often a force, often a tempting discard."""
    moves = in_order(game.legal(seat))
    lays = [move for move in moves if move[0] == "lay"]
    if lays and rng.random() < 0.5:
        return rng.choice(lays)
    takes = [move for move in moves if move[0] == "take"]
    forces = [move for move in moves if move[0] == "force"]
    if forces and rng.random() < 0.5:
        return rng.choice(forces)
    if takes and rng.random() < 0.75:
        most = max(takes, key=lambda move: len(cards_on(move[1])))
        return most if rng.random() < 0.5 else rng.choice(takes)
    rest = [move for move in moves if move[0] not in ("take", "lay", "force")]
    if game.phase == "discard" and rng.random() < 0.6:
        rest = [move for move in rest if _tempts(game, move[1])] or rest
    return rng.choice(rest or moves)


def _tempts(game: Game, card: str) -> bool:
    """Whether a discard would fit somebody's table."""
    return any(can_be_forced(game.options, table, card) for table in game.tables)


def by_cards(layout: Layout) -> list[list[str]]:
    """A key to sort layouts by that is the same in every process, as texts of sets are not."""
    return sorted(map(sorted, layout))


def in_order(moves: Iterable[Move]) -> list[Move]:
    """Moves in an order that depends on nothing but themselves."""
    return sorted(moves, key=_order)


def _order(move: Move) -> tuple[str, str]:
    if move[0] in ("take", "lay"):
        return move[0], str(sorted(" ".join(sorted(meld)) for meld in move[1]))
    return move[0], str(move[1:])


def random_play(game: Game, rng: Random) -> Iterator[Step]:
    """Play a game at random to its end; each step is yielded once the game has made it.

    Some games see seats resign, out of turn and between deals too.
    """
    resigns = rng.choice([0.0, 0.0, 0.01, 0.03])
    while game.phase != "over":
        step: Step
        if rng.random() < resigns:
            cause = rng.choice(["resignation", "time", "forfeit"])
            step = ("resign", rng.choice(game.after(0)), cause)
            game.resign(step[1], step[2])
        elif game.phase == "order":
            whole = not game.resigned and rng.random() < 0.6
            order = friendly(game.options, game.dealer, rng) if whole else None
            step = ("order", order or shuffled(game.options, rng))
            game.give_order(step[1])
        else:
            seat = rng.choice(game.acting())
            step = ("move", seat, random_move(game, seat, rng))
            game.play(step[1], step[2])
        yield step
