"""Sets, runs, jokers and their values by the letter of R3.10-R3.40."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache

from tests.oracle.melds import RANKS, SUITS
from tests.oracle.rummy.options import JOKER, Options

Meld = tuple[str, ...]

COURTS = set("JQKSCR")
"""Ranks of courts; the Spanish ones are no ranks of a French pack (R0)."""
LONGEST = 13


def is_joker(card: str) -> bool:
    """Whether it is a joker, named or not."""
    return card.startswith(JOKER)


def named(card: str) -> str:
    """The card itself, or the one that a joker in a run stands for."""
    return card.rpartition("=")[2]


def naturals(cards: Iterable[str]) -> list[str]:
    """The cards that are no jokers."""
    return [card for card in cards if not is_joker(card)]


def in_hand(card: str) -> str:
    """The card as it is held: a joker stands for nothing there."""
    return JOKER if is_joker(card) else card


def map_in_hand(cards: Sequence[str]) -> tuple[str, ...]:
    """Cards as they are held."""
    return tuple(in_hand(card) for card in cards)


def without(hand: Sequence[str], cards: Iterable[str]) -> tuple[str, ...]:
    """A hand after some of its cards were given up."""
    left = Counter(hand)
    left.subtract(Counter(cards))
    assert min(left.values(), default=0) >= 0, (hand, cards)
    return tuple(sorted(left.elements()))


def holds(hand: Sequence[str], cards: Iterable[str]) -> bool:
    """Whether a hand has all these cards, copies counted (R1.1)."""
    return not Counter(cards) - Counter(hand)


@cache
def shapes(options: Options) -> tuple[tuple[str, ...], ...]:
    """The ranks of every run, low to high; whether it may be so short is asked elsewhere."""
    ranks = RANKS[options.ranked]
    line = list(ranks)
    if options.ruleset == "coon_can" or (options.ruleset, options.ace) == ("colonel", "both"):
        line = [*ranks, ranks[0]]  # ace low or high (R3.10, R3.40)
    if options.ruleset == "kunken":
        line = [*ranks, *ranks]  # round the corner (R3.30)
    found = []
    for start in range(len(line)):
        for end in range(start + 3, len(line) + 1):
            window = tuple(line[start:end])
            # No card twice, at most 13.
            if len(set(window)) == len(window) <= LONGEST and window not in found:
                found.append(window)
    return tuple(found)


def jokers_fit(options: Options, meld: Sequence[str]) -> bool:
    """Whether a meld holds no more jokers than it may."""
    jokers = len(meld) - len(naturals(meld))
    if options.ruleset == "kunken":
        return 2 * jokers <= len(meld)
    if options.ruleset == "coon_can":
        return jokers <= len(meld) - jokers and (len(meld) != 3 or jokers <= 1)
    return jokers == 0


def is_set(options: Options, meld: Sequence[str]) -> bool:
    """Cards of one rank, in any order."""
    own = naturals(meld)
    if len({card[0] for card in own}) != 1 or not jokers_fit(options, meld):
        return False
    if options.ruleset in ("colonel", "kunken"):
        return len(meld) in (3, 4) and len({card[1] for card in own}) == len(own)
    # Eight is all there is of a rank; London counts its jokers in (R3.40).
    return len(meld) in range(4 if options.ruleset == "coo_can" else 3, 9)


def is_run(options: Options, meld: Sequence[str]) -> bool:
    """Cards of one suit in unbroken order as listed, low to high, every joker named."""
    cards = [named(card) for card in meld]
    if JOKER in cards or len({card[1] for card in cards}) != 1 or not jokers_fit(options, meld):
        return False
    if options.ruleset == "coo_can" and len(meld) < 4:
        return False
    return tuple(card[0] for card in cards) in shapes(options)


def as_lain(options: Options, run: Meld) -> Meld:
    """A run as it lies; one of all ranks has no ends and is listed from the ace (R3.3)."""
    if len(run) < len(RANKS[options.ranked]):
        return run
    ace = next(
        place for place, card in enumerate(run) if named(card)[0] == RANKS[options.ranked][0]
    )
    return run[ace:] + run[:ace]


def is_meld(options: Options, meld: Sequence[str]) -> bool:
    """Whether the cards are one meld: a set in any order, or a run as it lies."""
    return is_set(options, meld) or is_run(options, meld)


def readings(options: Options, cards: Sequence[str]) -> set[Meld]:
    """Every meld that cards from a hand can be, in whatever order they were listed."""
    found: set[Meld] = set()
    if is_set(options, cards):
        found.add(tuple(sorted(cards)))
    suits = {card[1] for card in naturals(cards)}
    if len(suits) == 1:
        (suit,) = suits
        jokers = len(cards) - len(naturals(cards))
        for shape in shapes(options):
            if len(shape) != len(cards):
                continue
            wanted = [rank + suit for rank in shape]
            gaps = [card for card in wanted if card not in cards]
            if len(gaps) == jokers:
                run = tuple(card if card in cards else f"{JOKER}={card}" for card in wanted)
                if is_run(options, run):
                    found.add(as_lain(options, run))
    return found


def value(options: Options, meld: Meld) -> int:
    """What a meld counts towards an opening (R3.30)."""
    if is_set(options, meld):
        (rank,) = {card[0] for card in naturals(meld)}
        cards = [rank + SUITS["full52"][0]] * len(meld)
        with_court = False
    else:
        cards = [named(card) for card in meld]
        with_court = any(card[0] in COURTS for card in cards)
    return sum(_worth(options, card[0], with_court) for card in cards)


def _worth(options: Options, rank: str, with_court: bool) -> int:
    if options.values == "flat":
        return 10 if rank in "AJQK" else 5
    if rank in "JQK":
        return 10
    if rank == "A":
        return 10 if with_court else 1
    return 10 if rank == "T" else int(rank)


def count(options: Options, hand: Iterable[str]) -> int:
    """The points of a hand (R3.10, R3.20's spots, R3.40)."""
    total = 0
    for card in hand:
        if is_joker(card):
            total += 15
        elif card[0] in COURTS or card[0] == "T":
            total += 10
        elif card[0] in "A1":
            total += 11 if options.ruleset == "coon_can" else 1
        else:
            total += int(card[0])
    return total
