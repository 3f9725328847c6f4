"""Packs, sets and runs by the letter of R1, R2.13, R2.26 and R2.30."""

from __future__ import annotations

from functools import cache
from itertools import combinations, permutations

Meld = frozenset[str]

RANKS = {
    "short40": "A 2 3 4 5 6 7 J Q K".split(),
    "spanish40": "1 2 3 4 5 6 7 S C R".split(),
    "courtless40": "A 2 3 4 5 6 7 8 9 T".split(),
    "full52": "A 2 3 4 5 6 7 8 9 T J Q K".split(),
}
SUITS = {"short40": "CDHS", "spanish40": "OCEB", "courtless40": "CDHS", "full52": "CDHS"}

SHORT_POINTS = {"A": 15, "J": 10, "Q": 10, "K": 10}
SPANISH_POINTS = {"S": 10, "C": 11, "R": 12}
COURTLESS_POINTS = {"A": 1, "T": 10}
FULL_POINTS = {"A": 15, "T": 10, "J": 10, "Q": 10, "K": 10}
POINTS = {
    "short40": SHORT_POINTS,
    "spanish40": SPANISH_POINTS,
    "courtless40": COURTLESS_POINTS,
    "full52": FULL_POINTS,
}
"""Card points of the ranks that do not count their face (R2.26)."""


def cards_of(pack: str) -> list[str]:
    """Every card of a pack (R1)."""
    return [rank + suit for suit in SUITS[pack] for rank in RANKS[pack]]


def is_set(cards: frozenset[str]) -> bool:
    """Three or four cards of one rank (R2.13); one pack has no two of one suit."""
    return len(cards) in (3, 4) and len({card[0] for card in cards}) == 1


def is_run(pack: str, max_run: int | None, cards: frozenset[str]) -> bool:
    """At least three cards of one suit in unbroken pack order, at most `max_run` (R2.13)."""
    if len(cards) < 3 or len({card[1] for card in cards}) != 1:
        return False
    if max_run is not None and len(cards) > max_run:
        return False
    places = sorted(RANKS[pack].index(card[0]) for card in cards)
    return places == list(range(places[0], places[0] + len(places)))


def is_meld(pack: str, max_run: int | None, cards: frozenset[str], wild: bool = False) -> bool:
    """Whether the cards are one valid set or run, under some naming of wild twos (R2.30)."""
    if is_set(cards) or is_run(pack, max_run, cards):
        return True
    return wild and bool(cards & WILD) and cards in set(all_melds(pack, max_run, wild=True))


@cache
def all_melds(pack: str, max_run: int | None, wild: bool = False) -> tuple[Meld, ...]:
    """Every meld of a pack; with wild twos also those that some naming of them allows."""
    natural = natural_melds(pack, max_run)
    if not wild:
        return natural
    found = set(natural)
    for named in natural:
        for size in (1, 2):
            for places in combinations(sorted(named), size):
                others = named - set(places)
                found |= {others | set(used) for used in combinations(sorted(WILD - others), size)}
    return tuple(sorted(found, key=sorted))


def run_readings(pack: str, max_run: int | None, cards: Meld, wild: bool) -> list[list[str]]:
    """The orders, low to high, in which the cards are a run under some naming (R2.30)."""
    wilds = cards & WILD if wild else frozenset()
    readings = []
    for named in natural_melds(pack, max_run):
        if len(named) != len(cards) or is_set(named) or not cards - wilds <= named:
            continue
        places = sorted(named, key=lambda card: RANKS[pack].index(card[0]))
        gaps = [card for card in places if card not in cards - wilds]
        for order in permutations(sorted(wilds)):
            stands = dict(zip(gaps, order, strict=True))
            readings.append([stands.get(card, card) for card in places])
    return readings


def is_set_under_some_naming(cards: Meld, wild: bool) -> bool:
    """Whether the cards are a set, wild twos named as they have to be (R2.30)."""
    naturals = cards - WILD if wild else cards
    return len(cards) in (3, 4) and len({card[0] for card in naturals}) == 1


WILD = frozenset({"2C", "2S"})
"""The black twos (R2.30)."""


@cache
def natural_melds(pack: str, max_run: int | None) -> tuple[Meld, ...]:
    """Every meld of a pack: all subsets of each rank and of each suit, tried one by one."""
    groups = [[rank + suit for suit in SUITS[pack]] for rank in RANKS[pack]]
    groups += [[rank + suit for rank in RANKS[pack]] for suit in SUITS[pack]]
    tried = (
        frozenset(cards)
        for group in groups
        for size in range(3, len(group) + 1)
        for cards in combinations(group, size)
    )
    return tuple(meld for meld in tried if is_set(meld) or is_run(pack, max_run, meld))


def hand_points(pack: str, hand: frozenset[str] | set[str]) -> int:
    """What a hand counts (R2.26)."""
    named = POINTS[pack]
    return sum(named[card[0]] if card[0] in named else int(card[0]) for card in hand)
