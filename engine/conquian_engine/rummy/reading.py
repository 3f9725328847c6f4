"""Reading melds that somebody named: which meld it is, or why it is none.

The cards of a meld may be named in any order, every joker of a run with its card. A plain
joker in a run is read as the card its place demands, the cards being listed as they shall
lie (R3.3).

Source: R1.1, R3.3, R3.10-R3.40.
"""

from __future__ import annotations

from collections.abc import Iterable

from conquian_engine.cards import Card, Meld
from conquian_engine.refusals import Detail, Reason, Refusal
from conquian_engine.rummy.cards import (
    JOKER_KIND,
    KIND,
    SET_JOKER,
    STANDS_FOR,
    codes,
    hand_cards,
    is_joker,
)
from conquian_engine.rummy.melds import MeldBook
from conquian_engine.rummy.rules import Ace


def read_codes(book: MeldBook, cards: Iterable[Card]) -> tuple[int, ...] | Refusal:
    """The bytes of the cards named, plain jokers as such; all of the pack (R1)."""
    known = codes(book.pack.name)
    named = tuple(cards)
    unknown = tuple(dict.fromkeys(card for card in named if card not in known))
    if unknown:
        return Refusal(Reason.UNKNOWN_CARD, "R1", unknown)
    found = tuple(map(known.__getitem__, named))
    held = hand_cards(found)
    repeated = tuple(card for card in book.pack.cards if _count(book, held, card) < 0)
    if repeated:
        return Refusal(Reason.CARD_REPEATED, "R1.1", repeated)
    return found


def read_meld(book: MeldBook, rule: str, meld: Meld, *, new: bool = False) -> bytes | Refusal:
    """The meld that the cards named are, in its own order; or why they are none.

    `new`: they are to be laid as a new one, of which a refusal tells how large it may be.
    """
    read = read_codes(book, meld)
    if isinstance(read, Refusal):
        return read
    if JOKER_KIND in read:
        read = _with_plain_jokers(book, read)
    arranged = None if JOKER_KIND in read else book.arranged(read)
    if arranged is not None:
        return arranged
    reason = _why_no_meld(book, read)
    if reason is Reason.NOT_A_MELD and _is_wrong_by_size(book, read):
        return wrong_size(book, rule, meld, of_sets=_is_of_a_rank(book, read), new=new)
    return Refusal(reason, rule, meld)


def wrong_size(book: MeldBook, rule: str, meld: Meld, *, of_sets: bool, new: bool) -> Refusal:
    """The refusal of cards for being too few or too many for a meld, a set or a run."""
    sizes = book.sizes(of_sets=of_sets, new=new)
    allowed = ", ".join(map(str, sizes))
    if len(sizes) > 1 and sizes == (*range(sizes[0], sizes[-1] + 1),):
        allowed = f"{sizes[0]}-{sizes[-1]}"
    return Refusal(Reason.NOT_A_MELD, rule, meld, Detail.SIZE, str(len(meld)), allowed)


def _is_wrong_by_size(book: MeldBook, read: tuple[int, ...]) -> bool:
    """Whether cards are too few for any meld, or a set but for being too many."""
    if len(read) < book.rules.shortest:
        return bool(read)
    naturals = [code for code in read if not is_joker(code) and code != JOKER_KIND]
    alike = book.rules.suits_differ and len(set(naturals)) < len(naturals)
    return _is_of_a_rank(book, read) and not alike and len(read) > book.largest_set


def _is_of_a_rank(book: MeldBook, read: tuple[int, ...]) -> bool:
    """Whether all cards but jokers without a card of their own are of one rank, and several."""
    told = [code for code in read if code not in (JOKER_KIND, SET_JOKER)]
    return len(told) > 1 and len({book.rank(code) for code in told}) == 1


def _why_no_meld(book: MeldBook, read: tuple[int, ...]) -> Reason:
    """Why cards that were read are no meld."""
    jokers = sum(code == JOKER_KIND or is_joker(code) for code in read)
    if len(read) >= book.rules.shortest and 2 * jokers > len(read):
        return Reason.TOO_MANY_JOKERS
    told = {code & KIND for code in read if code != JOKER_KIND}
    ranks = sum(1 << kind % book.width for kind in told)
    if JOKER_KIND in read and len({kind // book.width for kind in told}) == 1:
        sizes = (run.bit_count() for run in book.starts if ranks & run == ranks)
        if len(read) in sizes and len(told) + read.count(JOKER_KIND) == len(read):
            return Reason.JOKER_NOT_NAMED
    return Reason.NOT_A_MELD


def _count(book: MeldBook, held: bytes, card: Card) -> int:
    """How many of a card are left in the pack besides those named."""
    kind = book.pack.index[card]
    return (book.pack.jokers if kind == JOKER_KIND else book.pack.copies) - held.count(kind)


def _with_plain_jokers(book: MeldBook, read: tuple[int, ...]) -> tuple[int, ...]:
    """The same cards, each plain joker marked as what it is there; unchanged if none is."""
    told = [at for at, code in enumerate(read) if code != JOKER_KIND]
    ranks = {book.rank(read[at]) for at in told}
    if len(ranks) < 2:
        return tuple(SET_JOKER if code == JOKER_KIND else code for code in read)
    suit = (read[told[0]] & KIND) // book.width
    for start in _starts(book, len(read), told[0], book.rank(read[told[0]])):
        line = [book.kind_at(suit, start + step) for step in range(len(read))]
        if all(read[at] & KIND == line[at] for at in told):
            return tuple(
                STANDS_FOR | kind if code == JOKER_KIND else code
                for code, kind in zip(read, line, strict=True)
            )
    return read


def _starts(book: MeldBook, size: int, at: int, rank: int) -> list[int]:
    """The places where a run may begin whose card number `at` is of this rank."""
    starts = [place - at for place in range(book.places) if place % book.width == rank]
    if book.rules.ace is Ace.ROUND:
        return starts
    return [start for start in starts if 0 <= start <= book.places - size]
