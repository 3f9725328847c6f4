"""What a meld on the table can become: lay-offs, moved jokers, jokers taken.

Each function yields the meld as it would lie together with the hand cards that it takes.

Source: R3.3, R3.20, R3.30, R3.40.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain
from typing import NamedTuple, cast

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
from conquian_engine.rummy.finding import choices, holding
from conquian_engine.rummy.melds import MeldBook
from conquian_engine.rummy.rules import Ace, RummyRules, SetJoker

_ANY = SetJoker.ANY
_FEW_JOKERS = 2
"""With more jokers the lay-offs on a run are too many to be remembered."""


class Change(NamedTuple):
    """A meld as it would lie, and what it takes from and gives to the hand."""

    result: bytes
    given: bytes
    """Hand cards that go into the meld."""
    freed: int = 0
    """Jokers that come into the hand."""


def lay_offs(
    rules: RummyRules, book: MeldBook, meld: bytes, hand: bytes, *, using: int | None = None
) -> Iterator[Change]:
    """Every lay-off on a meld, or those that use one card; then the moves of its end jokers.

    Whatever the lay-offs are, they depend on what is held of the meld's suit or rank and on
    the number of jokers alone (R3.3, R3.40).
    """
    held = holding(book, hand)
    found: Iterable[Change]
    if book.is_set(meld):
        rank = book.rank(meld[0])
        if using is not None and using != JOKER_KIND and book.rank(using) != rank:
            return
        found = _set_additions(book, meld, held.ranks[rank], held.jokers, one_play=rules.one_play)
    else:
        suit = (meld[0] & KIND) // book.width
        if using is not None and using != JOKER_KIND and using // book.width != suit:
            return
        found = _each_run_addition(
            book, meld, held.suits[suit], held.jokers, one_play=rules.one_play
        )
        if rules.moving_jokers:
            found = chain(found, joker_moves(book, meld, hand))
    yield from (change for change in found if using is None or using in change.given)


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
        laid = [joker & KIND]
        # Of twelve cards with an ace at either end both are the same ace.
        if 0 <= beyond < book.places and book.kind_at(suit, beyond) not in laid:
            laid.append(book.kind_at(suit, beyond))
        for card in laid:
            if card in hand:
                result = book.arranged((*inner, moved, card))
                yield Change(cast("bytes", result), bytes((card,)))  # the run goes on


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


@lru_cache(maxsize=1 << 12)
def _set_additions(
    book: MeldBook, meld: bytes, fitting: bytes, spare: int, *, one_play: bool
) -> tuple[Change, ...]:
    """Every choice of cards of a set's rank, and jokers, that it takes."""
    jokers = meld.count(SET_JOKER)
    naturals = meld[: len(meld) - jokers]
    repeats = not book.rules.suits_differ
    if not repeats:
        fitting = bytes(card for card in fitting if card not in naturals)
    found = []
    for cards in (b"", *choices(fitting, repeats=repeats)):
        most = min(spare, len(naturals) + len(cards) - jokers)
        for more in range(0 if cards else 1, most + 1):
            size = len(cards) + more
            if len(meld) + size <= book.largest_set and _may_add(book, size, one_play=one_play):
                result = bytes(sorted(naturals + cards)) + bytes((SET_JOKER,)) * (jokers + more)
                found.append(Change(result, cards + bytes((JOKER_KIND,)) * more))
    return tuple(found)


def _each_run_addition(
    book: MeldBook, run: bytes, ranks: int, spare: int, *, one_play: bool
) -> Iterable[Change]:
    """Every choice of cards below and above a run, of the ranks held and jokers."""
    found = _run_additions(book, run, ranks, spare, one_play=one_play)
    return found if spare > _FEW_JOKERS else _remembered(book, run, ranks, spare, one_play=one_play)


@lru_cache(maxsize=1 << 12)
def _remembered(
    book: MeldBook, run: bytes, ranks: int, spare: int, *, one_play: bool
) -> tuple[Change, ...]:
    return tuple(_run_additions(book, run, ranks, spare, one_play=one_play))


def _run_additions(
    book: MeldBook, run: bytes, ranks: int, spare: int, *, one_play: bool
) -> Iterator[Change]:
    suit, start, size = (run[0] & KIND) // book.width, book.start(run), len(run)
    jokers, room = sum(map(is_joker, run)), book.width - size
    low, high = room, room
    if book.rules.ace is not Ace.ROUND:
        low, high = min(room, start), min(room, book.places - start - size)
    below = [book.kind_at(suit, start - step) for step in range(1, low + 1)]
    above = [book.kind_at(suit, start + size + step) for step in range(high)]
    whole: set[bytes] = set()
    for down in _lines(book, below, ranks, spare):
        for up in _lines(book, above, ranks, spare - sum(map(is_joker, down))):
            added = len(down) + len(up)
            if not 0 < added <= room or (one_play and down and up):
                continue
            more = jokers + sum(map(is_joker, down)) + sum(map(is_joker, up))
            if 2 * more > size + added or not _may_add(book, added, one_play=one_play):
                continue
            result = down[::-1] + run + up
            if added == room:
                # The whole suit: below and above are the same places.
                result = book.arranged(result) or result
                if result in whole:
                    continue
                whole.add(result)
            yield Change(result, hand_cards(down + up))


def _lines(book: MeldBook, kinds: list[int], ranks: int, jokers: int) -> Iterator[bytes]:
    """Every way to fill the first of some places with naturals of a suit, or jokers."""
    ways = [(b"", jokers)]
    for kind in kinds:
        yield from (line for line, _ in ways)
        held = ranks >> kind % book.width & 1
        natural = [(line + bytes((kind,)), left) for line, left in ways] if held else []
        joker = [(line + bytes((kind | STANDS_FOR,)), left - 1) for line, left in ways if left]
        ways = natural + joker
        if not ways:
            return
    yield from (line for line, _ in ways)


def _may_add(book: MeldBook, size: int, *, one_play: bool) -> bool:
    """Whether so many cards may be added at once: under `one_play` one or a four (R3.20)."""
    return not one_play or size in (1, book.rules.shortest)
