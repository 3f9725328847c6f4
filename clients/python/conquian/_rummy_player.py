"""How the greedy player plays family H: draw what helps, lay all it can, keep what may meld."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from conquian.cards import Card
from conquian.moves import (
    AcceptChallenge,
    Challenge,
    Discard,
    DrawDiscards,
    DrawStock,
    LayMeld,
    LayOff,
    Move,
    RefuseChallenge,
    Stop,
    TakeJoker,
)
from conquian.view import GameView

_FEW = 5
"""A hand of so few points challenges; one of twice as many accepts."""
_NEAR = 2
"""Ranks so far apart can still be in one run of three."""


def choose_rummy(view: GameView, moves: Sequence[Move]) -> Move | None:
    """The move chosen; None if none of the moves is of family H."""
    laid = _longest(moves)
    if laid is not None:
        return laid
    for kind in (AcceptChallenge, Challenge):
        for move in moves:
            if isinstance(move, kind) and _points(view) <= _FEW * (kind is AcceptChallenge) + _FEW:
                return move
    drawn = _drawn(view, moves)
    if drawn is not None:
        return drawn
    if view.deal is not None and view.deal.rummy is not None:
        given = [move for move in moves if isinstance(move, Discard)]
        if given:
            return min(given, key=_keeping(view))
    return None


def _longest(moves: Sequence[Move]) -> Move | None:
    """What lays most cards: a meld rather than a lay-off, a lay-off rather than a joker."""
    melds = [move for move in moves if isinstance(move, LayMeld)]
    if melds:
        return max(melds, key=lambda move: len(move.meld))
    added = [move for move in moves if isinstance(move, LayOff)]
    if added:
        return max(added, key=lambda move: len(move.result) - len(move.meld))
    return next((move for move in moves if isinstance(move, TakeJoker)), None)


def _drawn(view: GameView, moves: Sequence[Move]) -> Move | None:
    """The top discard where it helps, or where it is sure to be laid; else the stock."""
    offered = next((move for move in moves if isinstance(move, DrawDiscards)), None)
    deal = view.deal
    if offered is not None and deal is not None and deal.rummy is not None:
        # Where a discard is taken for immediate use it is only offered if it has one.
        sure = not deal.stock_size or "bank_depth" in view.options
        if sure or _melds_with(view, deal.rummy.discards[: offered.count]):
            return offered
    for kind in (DrawStock, DrawDiscards, Stop, RefuseChallenge):
        for move in moves:
            if isinstance(move, kind):
                return move
    return None


def _melds_with(view: GameView, cards: Iterable[Card]) -> bool:
    """Whether one of the cards makes three of a rank or of a run with two of the hand."""
    hand = view.you.hand if view.you is not None else ()
    place = _places(view)
    for card in cards:
        if card.is_joker:
            return True
        fellows = [other for other in hand if not other.is_joker]
        same = {other.suit for other in fellows if other.rank == card.rank} - {card.suit}
        near = {
            place[other.rank] - place[card.rank] for other in fellows if other.suit == card.suit
        }
        if len(same) >= 2 or any({at, at + 1, at + 2} - {0} <= near for at in (-2, -1, 0)):
            return True
    return False


def _keeping(view: GameView) -> Callable[[Discard], tuple[int, int]]:
    """How dear a hand card is: by the fellows it may meld with, then by what it costs."""
    hand = view.you.hand if view.you is not None else ()
    place = _places(view)

    def fellows(card: Card) -> int:
        others = [other for other in hand if not other.is_joker and other != card]
        same = {other.suit for other in others if other.rank == card.rank} - {card.suit}
        near = {
            other.rank
            for other in others
            if other.suit == card.suit and abs(place[other.rank] - place[card.rank]) <= _NEAR
        }
        return len(same) + len(near)

    def dear(move: Discard) -> tuple[int, int]:
        if move.card.is_joker:
            return (len(hand), 0)
        return (fellows(move.card), -_cost(move.card))

    return dear


def _points(view: GameView) -> int:
    """What the own hand counts against its holder."""
    return sum(map(_cost, view.you.hand if view.you is not None else ()))


def _cost(card: Card) -> int:
    if card.is_joker:
        return 15
    return int(card.rank) if card.rank.isdecimal() else {"A": 1}.get(card.rank, 10)


def _places(view: GameView) -> Mapping[str, int]:
    """Where each rank stands in a run."""
    ranks = _RANKS.get(view.options.get("pack", ""), "A23456789TJQK")
    return {rank: place for place, rank in enumerate(ranks)}


_RANKS = {"short40": "A234567JQK", "spanish40": "1234567SCR", "courtless40": "A23456789T"}
"""The packs that leave ranks out."""
