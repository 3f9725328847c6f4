"""What a person types for a move, and what a player of ours would answer."""

from __future__ import annotations

import re
from collections.abc import Sequence

from conquian.moves import LayMeld, LayOff, Move, Take, TakeJoker, parse_move
from conquian.players import GreedyPlayer
from conquian.terminal.screen import move_text
from conquian.view import GameView

__all__ = ["chosen_move", "greedy_hint"]

_NUMBER_DIGITS = 9
"""More digits are the number of no move."""

_TEN = re.compile(r"\b10(?=[cdhs]\b)")
_SYMBOLS = str.maketrans("♣♦♥♠", "cdhs")


def chosen_move(
    answer: str, moves: Sequence[Move], names: Sequence[str], *, more: bool = False
) -> Move | None:
    """The move that a number or a text in lower case names; None if it is none of them.

    A laying may be written in other ways than it is listed, so the service judges it; a taking
    too, if there are `more` moves than these. Cards may be written as the drawn table shows
    them, "10♥" for "TH".
    """
    if answer.isdecimal():
        number = int(answer) if len(answer) <= _NUMBER_DIGITS else 0
        return moves[number - 1] if 0 < number <= len(moves) else None
    answer = _TEN.sub("t", answer.translate(_SYMBOLS))
    for move in moves:
        if answer in {str(move).lower(), move_text(move, names).lower()}:
            return move
    try:
        typed = parse_move(answer)
    except ValueError:
        return None
    unlisted = (LayMeld, LayOff, TakeJoker, Take) if more else (LayMeld, LayOff, TakeJoker)
    return typed if typed in moves or isinstance(typed, unlisted) else None


def greedy_hint(view: GameView, names: Sequence[str]) -> str:
    """What the greedy player would do in the place of the one who is to act, in a sentence."""
    move = GreedyPlayer().choose(view)
    moves = view.you.legal_moves if view.you is not None else ()
    return f"The greedy player's move: {moves.index(move) + 1}) {move_text(move, names)}"
