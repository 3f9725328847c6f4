"""Engine and oracle agree on random positions of family H: small hands, full tables, deep banks.

Whole games seldom come to where a turn's last cards are hard to get rid of; here most do.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import deepcopy
from dataclasses import replace
from random import Random

import pytest

from conquian_engine import BySeat, Card, DrawDue, Seat, pack_named
from tests.census.rummy import SIZE, Pair
from tests.oracle.rummy.chance import dealable, in_order, random_options, shuffled
from tests.oracle.rummy.melds import holds, is_joker, map_in_hand, named, naturals, without
from tests.oracle.rummy.options import JOKER
from tests.oracle.rummy.plays import new_melds

POSITIONS = 60 * SIZE
RULESETS = ("colonel", "coo_can", "kunken", "coon_can")
STANDS, IN_SET = 0x40, 0x7F
"""How the engine's state writes a joker of a meld."""


def _position(rng: Random, ruleset: str) -> Pair:
    """Seat 0 is to draw; it holds a few cards that lean to one another and to the tables."""
    options = random_options(rng, ruleset, 2)
    if ruleset == "kunken":
        options = replace(options, bank_depth="any", max_deals=50, minus_target=10_000, deals=None)
    pair = Pair(options, 1)
    pair.step(("order", dealable(options, 1, [0, 1], Random(0))))
    while pair.oracle.phase == "order":
        pair.step(("order", dealable(options, 1, [0, 1], rng)))
    left = shuffled(options.cards, rng)
    tables: list[list[tuple[str, ...]]] = [[], []]
    for _ in range(rng.choice([0, 1, 2, 3])):
        melds = in_order([("meld", meld) for meld in new_melds(options, tuple(sorted(left[:40])))])
        if melds:
            meld = rng.choice([each for _, each in melds if len(each) < 6] or [melds[0][1]])
            tables[rng.randrange(2)].append(meld)
            left = _less(left, map_in_hand(meld), rng)
    hand = _leaning(left, tables, rng, rng.choice([1, 2, 2, 3, 4, 6, 8]))
    left = _less(left, hand, rng)
    bank = _leaning(left, [*tables, [hand]], rng, rng.choice([1, 2, 3, 4]))
    left = _less(left, bank, rng)
    stock = left[5 : 5 + rng.choice([0, 1, 2, 9])]
    if ruleset == "kunken":
        stock = stock or left[5:6]
    opened = [rng.random() < 0.7, True]
    _put(pair, tables, [hand, tuple(sorted(left[:5]))], (bank, stock), opened)
    return pair


def _leaning(
    left: list[str], tables: Iterable[Iterable[tuple[str, ...]]], rng: Random, size: int
) -> tuple[str, ...]:
    """Some cards, most of them like cards on the tables, or jokers."""
    lying = [named(card) for table in tables for meld in table for card in meld]
    liked = [card for card in left if is_joker(card) or any(_near(card, other) for other in lying)]
    found = [JOKER] if JOKER in left and rng.random() < 0.25 else []
    for card in [*liked[: rng.randint(0, size)], *left]:
        if len(found) < size and holds(left, [*found, card]):
            found.append(card)
    return tuple(sorted(found))


def _near(card: str, other: str) -> bool:
    ranks = "A23456789TJQKA"
    close = card[0] + other[0] in ranks or other[0] + card[0] in ranks
    return card[0] == other[0] or (card[1] == other[1] and close)


def _less(left: list[str], cards: Iterable[str], rng: Random) -> list[str]:
    return shuffled(without(left, cards), rng)


def _put(
    pair: Pair,
    tables: list[list[tuple[str, ...]]],
    hands: list[tuple[str, ...]],
    piles: tuple[tuple[str, ...], list[str]],
    opened: list[bool],
) -> None:
    """Put the same position into both, by the letter of the engine's state."""
    game, state = pair.oracle, pair.state
    bank, stock = piles
    if game.options.ruleset not in ("coo_can", "kunken"):
        opened = [False, False]
    game.tables = [tuple(sorted(table)) for table in tables]
    game.hands, game.stock, game.discards = list(hands), list(stock), list(bank)
    game.opened, game.phase, game.seat, game.turn = list(opened), "draw", 0, None
    pair.key = None
    pair.keys.clear()
    index = pack_named(state.rules.pack).index
    pair.state = replace(
        state,
        phase=DrawDue(Seat(0)),
        hands=BySeat(bytes(sorted(_kinds(index, hand))) for hand in hands),
        tables=BySeat(tuple(_lain(index, meld) for meld in table) for table in tables),
        stock=_kinds(index, stock),
        discards=_kinds(index, bank[::-1]),
        opened=BySeat(opened),
    )


def _kinds(index: Mapping[Card, int], cards: Iterable[str]) -> bytes:
    return bytes(index[Card(card)] for card in cards)


def _lain(index: Mapping[Card, int], meld: tuple[str, ...]) -> bytes:
    """A meld in the engine's bytes: a run as it lies, a set in suit order, its jokers last."""
    if any("=" in card for card in meld) or JOKER not in meld:
        is_set = len({card[0] for card in meld}) == 1
        cards = sorted(meld, key=lambda card: index[Card(card)]) if is_set else list(meld)
        return bytes(index[Card(named(card))] | STANDS * is_joker(card) for card in cards)
    jokers = meld.count(JOKER)
    return _kinds(index, sorted(naturals(meld), key=lambda card: index[Card(card)])) + bytes(
        [IN_SET] * jokers
    )


@pytest.mark.timeout(60 * (1 + SIZE))
@pytest.mark.parametrize("chunk", range(4))
@pytest.mark.parametrize("ruleset", RULESETS)
def test_positions(ruleset: str, chunk: int) -> None:
    """Every draw, then every move of the turn, is legal on both or on neither (R3.1, R3.2)."""
    for number in range(POSITIONS // 4):
        rng = Random(f"position {ruleset} {chunk} {number}")
        start = _position(rng, ruleset)
        start.compare()
        for draw in in_order(start.oracle.legal(0)):
            if draw[0] not in ("draw", "draw discards"):
                continue
            pair = deepcopy(start)
            move = draw
            while pair.oracle.phase in ("draw", "play") and pair.oracle.seat == 0:
                pair.step(("move", 0, move))
                plays = in_order(pair.oracle.legal(0))
                rest = [each for each in plays if each[0] != "discard"]
                move = rng.choice(rest or plays) if plays else ()
