"""Players: what chooses a move from a view. Ordinary client code, to use or to learn from."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Protocol

from conquian._rummy_player import choose_rummy
from conquian.cards import Card
from conquian.moves import Discard, Force, LayFromHand, LetGo, Move, Pass, Take, Trade
from conquian.view import GameView

__all__ = ["GreedyPlayer", "Player", "RandomPlayer"]


class Player(Protocol):
    """Anything that can choose a move."""

    def choose(self, view: GameView) -> Move:
        """One of `view.you.legal_moves`, of which there is at least one."""
        ...


class RandomPlayer:
    """Plays any legal move, each as likely; the same seed plays the same way."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)  # noqa: S311 - it plays, it keeps no secret

    def choose(self, view: GameView) -> Move:
        return self._random.choice(_legal(view))


class GreedyPlayer:
    """Takes whatever it can, forces where it can, gives up the card of least use.

    It lays hand cards alone where that is allowed and nothing can be taken. Of several layouts it
    chooses the one that leaves most cards on the table. The use of a card is the number of melds
    of three that it may still become part of, each counted by how many of its cards are in the
    hand; cards that lie on a table are out of reach.

    In family H it draws a discard that makes a meld, lays whatever it can, opens when it can, and
    gives up the card with the fewest fellows in the hand, the dearest of several.
    """

    def choose(self, view: GameView) -> Move:
        moves = _legal(view)
        drawing = choose_rummy(view, moves)
        if drawing is not None:
            return drawing
        for laying in (Take, LayFromHand):
            laid = [move for move in moves if isinstance(move, laying)]
            if laid:
                return max(laid, key=lambda move: sum(map(len, move.layout)))
        for kind in (Force, LetGo, Pass):
            for move in moves:
                if isinstance(move, kind):
                    return move
        given = [move for move in moves if isinstance(move, Discard | Trade)]
        if not given:
            return moves[0]  # of a kind newer than this client
        use = _use_of_hand(view)
        return min(given, key=lambda move: use[move.card])


def _legal(view: GameView) -> Sequence[Move]:
    if view.you is None or not view.you.legal_moves:
        raise ValueError("the view lists no legal moves: ask for them, when the seat has to act")
    return view.you.legal_moves


def _use_of_hand(view: GameView) -> Counter[Card]:
    """How useful each hand card is; 0 for a card that can join no meld any more."""
    hand = set(view.you.hand if view.you is not None else ())
    gone = {card for seat in view.seats for meld in seat.table for card in meld}
    use: Counter[Card] = Counter()
    for meld in _melds_of_three(view.options.get("pack", "")):
        held = hand.intersection(meld)
        if not gone.intersection(meld):
            use.update(dict.fromkeys(held, len(held) ** 2))
    return use


def _melds_of_three(pack: str) -> Iterator[tuple[Card, ...]]:
    """Every set and run of three cards of a pack (R1, R2.13)."""
    ranks, suits = _PACKS.get(pack, _PACKS["short40"])
    for rank in ranks:
        for left_out in suits:
            yield tuple(Card(rank + suit) for suit in suits if suit != left_out)
    for low in range(len(ranks) - 2):
        for suit in suits:
            yield tuple(Card(rank + suit) for rank in ranks[low : low + 3])


_PACKS = {
    "short40": ("A234567JQK", "CDHS"),
    "spanish40": ("1234567SCR", "OCEB"),
    "courtless40": ("A23456789T", "CDHS"),
    "full52": ("A23456789TJQK", "CDHS"),
}
