"""Engine and oracle agree on what a meld is, what it is worth, and what can be made of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, combinations_with_replacement
from random import Random

import pytest

from conquian_engine import (
    best_opening,
    hand_points,
    judge_meld,
    lay_offs_of,
    meld_value,
    melds_from,
)
from tests.census.rummy import SIZE
from tests.oracle.melds import RANKS, SUITS
from tests.oracle.rummy.chance import random_options
from tests.oracle.rummy.melds import (
    count,
    holds,
    is_joker,
    is_set,
    map_in_hand,
    readings,
    shapes,
    value,
)
from tests.oracle.rummy.options import JOKER, RULESETS, Options
from tests.oracle.rummy.plays import lay_offs, new_melds
from tests.oracle.rummy.words import engine_cards, plain_meld, rules_of

SAMPLES = 400 * SIZE
HANDS = 40 * SIZE
pytestmark = pytest.mark.timeout(60 * (1 + SIZE))

PROFILES = [
    replace(RULESETS["colonel"], pack=pack, ace=ace)
    for pack in ("full52", "short40", "courtless40", "spanish40")
    for ace in ("both", "low")
] + [RULESETS["coo_can"], RULESETS["kunken"], RULESETS["coon_can"]]
"""Every way in which these rulesets differ about melds."""


def _name(options: Options) -> str:
    return f"{options.ruleset} {options.pack} {options.ace}"


def _near_meld(options: Options, rng: Random) -> list[str]:
    """A meld as held, or one that was a meld before some card was changed."""
    hand = _rich_hand(options, rng)
    melds = sorted(new_melds(options, hand))
    liked = [meld for meld in melds if any(map(is_joker, meld))] or melds
    cards = list(map_in_hand(rng.choice(rng.choice([melds, liked])))) if melds else list(hand[:4])
    for _ in range(rng.choice([0, 0, 1, 1, 2])):
        at = rng.randrange(len(cards))
        match rng.choice(["change", "drop", "add", "double"]):
            case "change":
                cards[at] = rng.choice(options.cards)
            case "drop":
                cards.pop(at)
            case "add":
                cards.insert(at, rng.choice(options.cards))
            case _:
                cards.insert(at, cards[at])
        cards = cards or [rng.choice(options.cards)]
    return cards


def _rich_hand(options: Options, rng: Random, size: int = 12) -> tuple[str, ...]:
    """A hand of one suit and one rank for the most part, with jokers where there are any."""
    like = rng.choice(options.cards[:40])
    rank, suit = like[0], like[1]
    liked = [card for card in options.cards if card[0] == rank or card[1] == suit or is_joker(card)]
    rng.shuffle(liked)
    others = list(options.cards)
    rng.shuffle(others)
    hand = liked[: size - 3]
    for card in others:
        if len(hand) < size and hand.count(card) < options.cards.count(card):
            hand.append(card)
    return tuple(sorted(hand))


def _small(options: Options) -> Iterator[tuple[str, ...]]:
    """Every handful of three and some of four, of a few neighbouring cards and jokers."""
    few = [card for card in dict.fromkeys(options.cards) if card[0] in "A1234QKCR"]
    few = [card for card in few if card[1] in few[0][1] + few[-1][1]]
    jokers = [JOKER] * (JOKER in options.cards)
    threes = combinations_with_replacement([*few, *jokers], 3)
    fours = combinations([*few, *few[:6], *jokers, *jokers], 4)
    yield from (cards for cards in (*threes, *fours) if holds(options.cards, cards))


def _agree(options: Options, cards: tuple[str, ...]) -> None:
    refusal = judge_meld(rules_of(options), engine_cards(cards))
    legal = {meld for meld in readings(options, cards) if _is_as_listed(options, meld, cards)}
    assert bool(legal) == (refusal is None), (cards, legal, refusal)


def _is_as_listed(options: Options, meld: tuple[str, ...], cards: tuple[str, ...]) -> bool:
    """A joker in a run is read by its place among the cards; otherwise any order will do."""
    return JOKER not in cards or is_set(options, meld) or map_in_hand(meld) == cards


@pytest.mark.parametrize("options", PROFILES, ids=_name)
def test_every_small_handful(options: Options) -> None:
    """Some cards are a meld or not, as each ruleset says (R1.1, R3.10, R3.20, R3.30, R3.40)."""
    rng = Random(_name(options))
    for cards in _small(options):
        _agree(options, cards)
        if JOKER in cards:
            _agree(options, tuple(rng.sample(cards, len(cards))))
            _agree(options, (cards[0], *cards[:0:-1]))


@pytest.mark.parametrize("options", PROFILES, ids=_name)
def test_near_misses(options: Options) -> None:
    """A meld with a card changed, lost, added or doubled (R3.10, R3.20, R3.30, R3.40)."""
    rng = Random(f"near misses {_name(options)}")
    for _ in range(SAMPLES):
        cards = _near_meld(options, rng)
        if holds(options.cards, cards):
            _agree(options, tuple(cards))
            _agree(options, tuple(rng.sample(cards, len(cards))))


@pytest.mark.parametrize("options", PROFILES, ids=_name)
def test_new_melds_and_lay_offs(options: Options) -> None:
    """All melds of a hand, and all that a meld can become, each once (R3.3).

    Jokers, the corner, fours and end jokers included (R3.10, R3.20, R3.30, R3.40).
    """
    rng = Random(f"hands {_name(options)}")
    for _ in range(HANDS):
        hand = _rich_hand(options, rng, rng.choice([8, 10, 12]))
        found = melds_from(rules_of(options), engine_cards(hand), 10_000)
        expected = new_melds(options, hand)
        assert expected == set(map(plain_meld, found)), hand
        assert len(found) == len(expected)
        if expected:
            _agree_on_lay_offs(options, rng.choice(sorted(expected)), rng)


def _agree_on_lay_offs(options: Options, meld: tuple[str, ...], rng: Random) -> None:
    hand = _rich_hand(options, rng, 8) + tuple(rng.sample(options.cards, 4))
    hand = tuple(sorted(hand))
    found = lay_offs_of(rules_of(options), engine_cards(meld), engine_cards(hand))
    expected = lay_offs(options, hand, meld)
    assert expected == set(map(plain_meld, found)), (meld, hand)
    assert len(found) == len(expected)


@pytest.mark.parametrize("options", PROFILES, ids=_name)
def test_runs_of_all_ranks(options: Options) -> None:
    """A run that becomes complete is one meld, whatever end it grew at (R3.3)."""
    ranks, suit = RANKS[options.ranked], SUITS[options.ranked][0]
    jokers = [JOKER] * min(2, options.cards.count(JOKER))
    for shape in shapes(options):
        if len(shape) > len(ranks) - 3:
            meld = tuple(rank + suit for rank in shape)
            others = [rank + suit for rank in ranks if rank not in shape]
            for hand in {tuple(sorted((*others, *jokers))), tuple(sorted((*others[1:], *jokers)))}:
                found = lay_offs_of(rules_of(options), engine_cards(meld), engine_cards(hand))
                assert lay_offs(options, hand, meld) == set(map(plain_meld, found)), (meld, hand)
                assert len(found) == len(set(found))


@pytest.mark.parametrize("values", ["face", "flat"])
def test_values(values: str) -> None:
    """What a meld is worth in an opening, jokers as what they stand for (R3.30)."""
    options = replace(RULESETS["kunken"], values=values)
    rng = Random(f"values {values}")
    for _ in range(HANDS):
        for meld in sorted(new_melds(options, _rich_hand(options, rng))):
            worth = meld_value(rules_of(options), engine_cards(meld))
            assert value(options, meld) == worth, meld


def test_best_openings() -> None:
    """The best that a hand can open with: all disjoint melds, or one (R3.30)."""
    for number in range(HANDS // 2):
        rng = Random(f"opening {number}")
        options = random_options(rng, "kunken", 2)
        hand = _rich_hand(options, rng, 9)
        found = best_opening(rules_of(options), engine_cards(hand))
        assert _best(options, hand) == found, (options, hand)


def _best(options: Options, hand: tuple[str, ...]) -> int:
    """By trying every meld and then the same with what is left."""
    best = 0
    for meld in new_melds(options, hand):
        left = list(hand)
        for card in map_in_hand(meld):
            left.remove(card)
        rest = 0 if options.opening_single else _best(options, tuple(left))
        best = max(best, value(options, meld) + rest)
    return best


@pytest.mark.parametrize("options", PROFILES, ids=_name)
def test_hand_points(options: Options) -> None:
    """What a hand counts (R3.10, R3.20, R3.40)."""
    rng = Random(f"points {_name(options)}")
    for _ in range(50 * (options.ruleset != "kunken")):
        hand = tuple(sorted(rng.sample(options.cards, rng.randint(0, 12))))
        assert count(options, hand) == hand_points(rules_of(options), engine_cards(hand))
