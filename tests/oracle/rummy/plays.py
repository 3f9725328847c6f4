"""All plays that a hand and the tables allow, obligations left aside (R3.3, R3.10-R3.40).

A play is `("meld", meld)`, `("lay off", owner, old, new)` or `("take joker", owner, old, new)`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations, product
from typing import Any

from tests.oracle.melds import RANKS, SUITS
from tests.oracle.rummy.melds import (
    Meld,
    as_lain,
    holds,
    is_joker,
    is_run,
    is_set,
    map_in_hand,
    named,
    naturals,
    shapes,
    without,
)
from tests.oracle.rummy.options import JOKER, Options

Hand = tuple[str, ...]
Play = tuple[Any, ...]
Tables = tuple[tuple[Meld, ...], ...]

COOCH = 10


@lru_cache(maxsize=4096)
def new_melds(options: Options, hand: Hand) -> set[Meld]:
    """Every meld of hand cards alone; kept, since a search comes to a hand by many ways."""
    found: set[Meld] = set()
    for rank in RANKS[options.ranked]:
        like = [card for card in hand if is_joker(card) or card[0] == rank]
        for size in range(3, min(len(like), 8) + 1):
            some = {tuple(sorted(cards)) for cards in combinations(like, size)}
            found |= {cards for cards in some if naturals(cards) and is_set(options, cards)}
    held, jokers = set(hand), hand.count(JOKER)
    for wanted, needed in _all_runs(options):
        if len(needed - held) <= jokers:
            laid = (cards for cards in _laid(hand, wanted) if is_run(options, cards))
            found |= {as_lain(options, cards) for cards in laid}
    if options.ruleset == "coo_can":
        return {meld for meld in found if len(meld) == 4 or is_cooch(options, meld)}
    return found


def is_cooch(options: Options, meld: Meld) -> bool:
    """Ten in one straight flush (R3.20)."""
    return len(meld) == COOCH and is_run(options, meld)


@cache
def _all_runs(options: Options) -> list[tuple[Meld, frozenset[str]]]:
    """Every run without a joker, and its cards as a set."""
    suits = SUITS[options.ranked]
    runs = [tuple(rank + suit for rank in shape) for suit in suits for shape in shapes(options)]
    return [(run, frozenset(run)) for run in runs]


def _laid(hand: Hand, wanted: Sequence[str]) -> Iterator[Meld]:
    lacking = sum(card not in hand for card in wanted)
    jokers = hand.count(JOKER)
    if lacking > jokers:
        return
    choices = [
        [card] * (card in hand) + [f"{JOKER}={card}"] * (jokers > 0)
        for card in wanted
    ]  # fmt: skip
    for cards in product(*choices):
        if sum(map(is_joker, cards)) <= jokers:
            yield cards


def lay_offs(options: Options, hand: Hand, old: Meld) -> set[Meld]:
    """What a meld on the table can become by hand cards added to it (R3.3)."""
    if is_set(options, old):
        return set(_grown_sets(options, hand, old))
    found = set(_grown_runs(options, hand, old))
    if options.ruleset == "coon_can":
        found |= _ends_moved(options, hand, old)
    return {as_lain(options, new) for new in found}


def _grown_sets(options: Options, hand: Hand, old: Meld) -> Iterator[Meld]:
    (rank,) = {card[0] for card in naturals(old)}
    like = [card for card in hand if is_joker(card) or card[0] == rank]
    for size in range(1, len(like) + 1):
        if options.ruleset == "coo_can" and size not in (1, 4):
            continue
        for cards in set(combinations(like, size)):
            new = tuple(sorted((*old, *cards)))
            if is_set(options, new):
                yield new


def _grown_runs(options: Options, hand: Hand, old: Meld) -> Iterator[Meld]:
    suit = named(old[0])[1]
    ranks = tuple(named(card)[0] for card in old)
    for shape in shapes(options):
        for low in range(len(shape) - len(ranks) + 1):
            high = len(shape) - len(ranks) - low
            if shape[low : low + len(ranks)] != ranks or not low + high:
                continue
            if options.ruleset == "coo_can" and (low, high) not in ((0, 1), (1, 0), (0, 4), (4, 0)):
                continue
            wanted = [rank + suit for rank in shape[:low] + shape[len(shape) - high :]]
            for cards in _laid(hand, wanted):
                new = (*cards[:low], *old, *cards[low:])
                if is_run(options, new):
                    yield new


def _ends_moved(options: Options, hand: Hand, old: Meld) -> set[Meld]:
    """An end joker gone to the other end of its run (R3.40)."""
    suit = named(old[0])[1]
    moved: set[Meld] = set()
    for shape in shapes(options):
        cards = [rank + suit for rank in shape]
        # (a) its true card in its old place; (b) the card next beyond its new place.
        candidates = []
        if old[-1].startswith("JK="):
            candidates += [
                (f"JK*={cards[0]}", *old[:-1], named(old[-1])),
                (cards[0], f"JK*={cards[1]}", *old[:-1]),
            ]
        if old[0].startswith("JK="):
            candidates += [
                (named(old[0]), *old[1:], f"JK*={cards[-1]}"),
                (*old[1:], f"JK*={cards[-2]}", cards[-1]),
            ]
        for new in candidates:
            fits = [named(card) for card in new] == cards and is_run(options, new)
            if fits and holds(hand, without(map_in_hand(new), map_in_hand(old))):
                moved.add(new)
    return moved


def takings_of_jokers(options: Options, hand: Hand, old: Meld) -> set[Meld]:
    """What a meld becomes when cards are given for its jokers (R3.30)."""
    if options.ruleset != "kunken" or not any(map(is_joker, old)):
        return set()
    if is_run(options, old):
        return {
            (*old[:place], named(card), *old[place + 1 :])
            for place, card in enumerate(old)
            if is_joker(card) and named(card) in hand
        }
    own = naturals(old)
    missing = [own[0][0] + suit for suit in SUITS["full52"]]
    missing = [card for card in missing if card not in own]
    jokers = [JOKER] * (len(old) - len(own))
    if options.set_joker == "both":
        return {tuple(sorted((*own, *missing)))} if holds(hand, missing) else set()
    return {tuple(sorted((*own, *jokers[1:], card))) for card in missing if card in hand}


def all_plays(options: Options, hand: Hand, tables: Tables) -> Iterator[Play]:
    """Every play: new melds, lay-offs on any seat's melds, jokers taken."""
    for meld in new_melds(options, hand):
        yield ("meld", meld)
    for owner, table in enumerate(tables):
        for old in set(table):
            for new in lay_offs(options, hand, old):
                yield ("lay off", owner, old, new)
            for new in takings_of_jokers(options, hand, old):
                yield ("take joker", owner, old, new)


def given(play: Play) -> tuple[str, ...]:
    """The hand cards that a play uses."""
    if play[0] == "meld":
        return map_in_hand(play[1])
    old, new = list(map_in_hand(play[2])), list(map_in_hand(play[3]))
    for card in list(new):
        if card in old:
            old.remove(card)
            new.remove(card)
    return tuple(new)


def freed(play: Play) -> int:
    """The jokers that a play brings into the hand."""
    if play[0] != "take joker":
        return 0
    return sum(map(is_joker, play[2])) - sum(map(is_joker, play[3]))


def lain(play: Play, tables: Tables, seat: int) -> Tables:
    """The tables after a play by a seat."""
    owner = seat if play[0] == "meld" else play[1]
    table = list(tables[owner])
    if play[0] != "meld":
        table.remove(play[2])
    table.append(play[-1])
    return (*tables[:owner], tuple(sorted(table)), *tables[owner + 1 :])
