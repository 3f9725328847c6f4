"""Moves of family H that are almost legal."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from conquian_engine import (
    AcceptChallenge,
    Card,
    Challenge,
    Discard,
    DrawDiscards,
    DrawStock,
    LayMeld,
    LayOff,
    LetGo,
    Meld,
    Move,
    Pass,
    RefuseChallenge,
    RummyState,
    Seat,
    Stop,
    Take,
    TakeJoker,
    lay_offs_of,
    melds_from,
    pack_named,
    view_for,
)

STRANGERS = tuple(map(Card, ("8Z", "10C", "7h", "", "JK", "7", "JK=", "JK=8Z", "JK*=3C", "JK=3C")))


def meaning(move: Move) -> tuple[object, ...]:
    """A move without the order in which the cards of its melds are named."""
    match move:
        case LayMeld():
            return (LayMeld, tuple(sorted(move.meld)))
        case LayOff() | TakeJoker():
            return (type(move), move.seat, *(tuple(sorted(m)) for m in (move.meld, move.result)))
        case _:
            return (move,)


def near_misses(state: RummyState, seat: Seat, legal: tuple[Move, ...], rng: Random) -> list[Move]:
    """Legal moves changed a little, and the moves nobody should make."""
    pack = pack_named(state.rules.pack)
    view = view_for(state, seat)
    moves: list[Move] = [DrawStock(), Challenge(), AcceptChallenge(), RefuseChallenge(), Stop()]
    moves += [Pass(), LetGo(), Take(()), LayMeld(()), LayMeld(view.hand or ())]
    moves += map(DrawDiscards, (-1, 0, 1, 2, 3, view.discards_size, view.discards_size + 1))
    moves += map(Discard, (*pack.cards, *STRANGERS))
    hand, cards = view.hand or (), pack.deck
    some = rng.sample(cards, 7)
    moves += map(
        LayMeld, rng.sample(melds := melds_from(state.rules, hand, 60), min(8, len(melds)))
    )
    more = melds_from(state.rules, (*hand, *some), 200)
    moves += map(LayMeld, rng.sample(more, min(8, len(more))))
    for owner, table in enumerate(view.tables):
        for meld in rng.sample(table, min(2, len(table))):
            found = lay_offs_of(state.rules, meld, (*hand, *some))
            results = [*rng.sample(found, min(4, len(found))), *_exchanged(meld, cards, rng)]
            moves += [LayOff(Seat(owner), meld, result) for result in results]
            moves += [TakeJoker(Seat(owner), meld, result) for result in results]
            moves += [LayOff(Seat(owner), meld, meld), TakeJoker(Seat(owner), meld, meld)]
    changed = [move for move in legal if isinstance(move, LayMeld | LayOff | TakeJoker)]
    for move in rng.sample(changed, min(4, len(changed))):
        moves += _changed(move, cards, state.rules.seats, rng)
    return [move for move in moves if not _leaves_a_joker_open(move)]


def _leaves_a_joker_open(move: Move) -> bool:
    """Whether a joker of a run is to be read by its place, which is told by a test of its own."""
    melds = (move.meld, getattr(move, "result", ())) if hasattr(move, "meld") else ()
    ranks = [{card[:1] for card in meld if card != "JK"} for meld in melds if "JK" in meld]
    return any(len(each) > 1 for each in ranks)


def _exchanged(meld: Meld, cards: tuple[Card, ...], rng: Random) -> Iterator[Meld]:
    """A meld with a card, or what a joker stands for, in another card's place."""
    for at, card in enumerate(meld):
        if card.startswith("JK"):
            stands = card.rpartition("=")[2]
            yield (*meld[:at], Card(stands), *meld[at + 1 :])
            yield (*meld[:at], *meld[at + 1 :], Card(card.replace("JK=", "JK*=")))
        yield (*meld[:at], rng.choice(cards), *meld[at + 1 :])
    yield (*meld, rng.choice(cards))


def _changed(
    move: LayMeld | LayOff | TakeJoker, cards: tuple[Card, ...], seats: int, rng: Random
) -> Iterator[Move]:
    if isinstance(move, LayMeld):
        for meld in _altered(move.meld, cards, rng):
            yield LayMeld(meld)
        return
    for meld in _altered(move.result, cards, rng):
        yield type(move)(move.seat, move.meld, meld)
    for meld in _altered(move.meld, cards, rng):
        yield type(move)(move.seat, meld, move.result)
    for seat in (-1, *range(seats), seats):
        yield type(move)(Seat(seat), move.meld, move.result)
    other = LayOff if isinstance(move, TakeJoker) else TakeJoker
    yield other(move.seat, move.meld, move.result)


def _altered(meld: Meld, cards: tuple[Card, ...], rng: Random) -> Iterator[Meld]:
    at = rng.randrange(len(meld))
    yield tuple(rng.sample(meld, len(meld)))
    yield meld[::-1]
    yield (*meld[:at], *meld[at + 1 :])
    yield (*meld, meld[at])
    yield (*meld, rng.choice(cards))
    yield (*meld[:at], rng.choice((*cards, *STRANGERS)), *meld[at + 1 :])
    yield (*meld[:at], Card(f"JK={meld[at]}"), *meld[at + 1 :])
    yield from _exchanged(meld, cards, rng)
