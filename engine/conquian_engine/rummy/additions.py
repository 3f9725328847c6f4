"""What a meld on the table can become: lay-offs, moved jokers, jokers taken.

Each function yields the meld as it would lie together with the hand cards that it takes.

Source: R3.3, R3.20, R3.30, R3.40.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from conquian_engine.rummy.cards import (
    JOKER_KIND,
    KIND,
    MOVED,
    SET_JOKER,
    STANDS_FOR,
    hand_cards,
    holds,
    is_joker,
)
from conquian_engine.rummy.finding import choices
from conquian_engine.rummy.melds import MeldBook
from conquian_engine.rummy.rules import Ace, RummyRules, SetJoker

_ANY = SetJoker.ANY


class Change(NamedTuple):
    """A meld as it would lie, and what it takes from and gives to the hand."""

    result: bytes
    given: bytes
    """Hand cards that go into the meld."""
    freed: int = 0
    """Jokers that come into the hand."""


def lay_offs(rules: RummyRules, book: MeldBook, meld: bytes, hand: bytes) -> Iterator[Change]:
    """Every lay-off on a meld; then the moves of its end jokers (R3.3, R3.40)."""
    if book.is_set(meld):
        yield from _set_additions(rules, book, meld, hand)
        return
    yield from _run_additions(rules, book, meld, hand)
    if rules.moving_jokers:
        yield from joker_moves(book, meld, hand)


def joker_moves(book: MeldBook, run: bytes, hand: bytes) -> Iterator[Change]:
    """An end joker goes to the other end, one natural being laid (R3.40).

    That is its true card in its old place, or the card next beyond its new place; the play
    lays no further card **(ours)**.
    """
    size, suit, start = len(run), (run[0] & KIND) // book.width, book.start(run)
    if size >= book.width:
        return
    for at, inner, new, beyond in (
        (-1, run[:-1], start - 1, start - 2),
        (0, run[1:], start + size, start + size + 1),
    ):
        joker = run[at]
        if not is_joker(joker) or joker >= MOVED or not 0 <= new < book.places:
            continue
        moved = MOVED | book.kind_at(suit, new)
        for place, card in ((new, joker & KIND), (beyond, book.kind_at(suit, beyond))):
            if 0 <= place < book.places and card in hand:
                result = book.arranged((*inner, moved, card))
                if result is not None:
                    yield Change(result, bytes((card,)))


def joker_takings(rules: RummyRules, book: MeldBook, meld: bytes, hand: bytes) -> Iterator[Change]:
    """Jokers taken for the cards they stand for (R3.30).

    One joker a play, but all of a set's under `set_joker` both **(ours)**.
    """
    if not book.is_set(meld):
        for at, code in enumerate(meld):
            card = code & KIND
            if is_joker(code) and card in hand:
                yield Change(meld[:at] + bytes((card,)) + meld[at + 1 :], bytes((card,)), 1)
        return
    jokers = meld.count(SET_JOKER)
    if not jokers:
        return
    naturals = meld[:-jokers]
    missing = _missing(book, naturals)
    if rules.set_joker is _ANY:
        for card in missing:
            if card in hand:
                left = bytes((SET_JOKER,)) * (jokers - 1)
                yield Change(bytes(sorted((*naturals, card))) + left, bytes((card,)), 1)
    elif holds(hand, missing):
        yield Change(bytes(sorted(naturals + missing)), missing, jokers)


def _missing(book: MeldBook, naturals: bytes) -> bytes:
    """The cards of a set's rank in the suits it lacks."""
    rank = book.rank(naturals[0])
    kinds = range(rank, len(book.pack.suits) * book.width, book.width)
    return bytes(kind for kind in kinds if kind not in naturals)


def _set_additions(rules: RummyRules, book: MeldBook, meld: bytes, hand: bytes) -> Iterator[Change]:
    jokers = meld.count(SET_JOKER)
    naturals = meld[: len(meld) - jokers]
    rank, room = book.rank(meld[0]), book.largest_set - len(meld)
    fitting = bytes(card for card in hand if card != JOKER_KIND and book.rank(card) == rank)
    if book.rules.suits_differ:
        fitting = bytes(card for card in fitting if card not in naturals)
    spare = hand.count(JOKER_KIND)
    for cards in (b"", *choices(fitting, repeats=not book.rules.suits_differ)):
        most = min(spare, len(naturals) + len(cards) - jokers)
        for more in range(not cards, most + 1):
            size = len(cards) + more
            if size <= room and _may_add(rules, size):
                result = bytes(sorted(naturals + cards)) + bytes((SET_JOKER,)) * (jokers + more)
                yield Change(result, cards + bytes((JOKER_KIND,)) * more)


def _run_additions(rules: RummyRules, book: MeldBook, run: bytes, hand: bytes) -> Iterator[Change]:
    """Every choice of cards below and above a run."""
    suit, start, size = (run[0] & KIND) // book.width, book.start(run), len(run)
    jokers, spare = sum(map(is_joker, run)), hand.count(JOKER_KIND)
    room = book.width - size
    round_ = book.rules.ace is Ace.ROUND
    low = room if round_ else min(room, start)
    high = room if round_ else min(room, book.places - start - size)
    below = [book.kind_at(suit, start - step) for step in range(1, low + 1)]
    above = [book.kind_at(suit, start + size + step) for step in range(high)]
    whole: set[bytes] = set()
    for down in _lines(below, hand, spare):
        for up in _lines(above, hand, spare - sum(map(is_joker, down))):
            added = len(down) + len(up)
            if not 0 < added <= room or (rules.one_play and down and up):
                continue
            more = jokers + sum(map(is_joker, down)) + sum(map(is_joker, up))
            if 2 * more > size + added or not _may_add(rules, added):
                continue
            result = down[::-1] + run + up
            if added == room:
                # The whole suit: below and above are the same places.
                result = book.arranged(result) or result
                if result in whole:
                    continue
                whole.add(result)
            yield Change(result, hand_cards(down + up))


def _lines(kinds: list[int], hand: bytes, jokers: int) -> Iterator[bytes]:
    """Every way to fill the first of some places with naturals of the hand, or jokers."""
    ways = [(b"", jokers)]
    for kind in kinds:
        yield from (line for line, _ in ways)
        natural = [(line + bytes((kind,)), left) for line, left in ways] if kind in hand else []
        joker = [(line + bytes((kind | STANDS_FOR,)), left - 1) for line, left in ways if left]
        ways = natural + joker
    yield from (line for line, _ in ways)


def _may_add(rules: RummyRules, size: int) -> bool:
    """Whether so many cards may be added at once: under `one_play` one or a four (R3.20)."""
    return not rules.one_play or size in (1, rules.shortest)
