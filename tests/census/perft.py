"""Perft files: how many sequences of n legal moves follow a position, counted by the oracle.

A file under `perft/` holds positions of one ruleset: two deals from their first card and
two from the middle, where somebody may force. Of each it says how many sequences of 1, 2,
3 ... moves there are; a sequence that ends its deal sooner does not count. The engine has
to count the same. Written anew by

    python -m tests.census.perft

Source: R2, R4.2.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tests.oracle.chance import in_order, random_move
from tests.oracle.game import Game, Move
from tests.oracle.options import RULESETS
from tests.oracle.orders import friendly
from tests.oracle.takings import Layout

FOLDER = Path(__file__).parent / "perft"
MOST, DEEPEST = 3_000, 10
"""A position's counts end with the first one above `MOST`, or at the depth `DEEPEST`."""
LOOKAHEAD = 6
HEAD = """\
# Sequences of n legal moves from a position, counted by the oracle; see tests/census/perft.py.
# Written by `python -m tests.census.perft`. Lines: dealer, order (top first), moves made, counts.
"""


@dataclass
class Position:
    """A deal of a ruleset, the moves made in it, and how many sequences follow."""

    ruleset: str
    dealer: int
    order: list[str]
    moves: list[tuple[int, str]] = field(default_factory=list)
    counts: list[int] = field(default_factory=list)


def text_of(move: Move) -> str:
    """A move in notation."""
    if move[0] in ("take", "lay"):
        return f"{move[0]} {layout_text(move[1])}"
    return " ".join(map(str, move))


def layout_text(layout: Layout) -> str:
    """A layout in notation, in an order of its own."""
    return ", ".join(sorted(" ".join(sorted(meld)) for meld in layout))


def count(game: Game, depth: int) -> int:
    """How many sequences of `depth` moves follow."""
    seat = game.to_act()
    if seat is None:
        return 0
    moves = game.legal(seat)
    if depth == 1:
        return len(moves)
    return sum(count(_after(game, seat, move), depth - 1) for move in moves)


def _after(game: Game, seat: int, move: Move) -> Game:
    """The game after a move; the game itself stays as it is."""
    other = copy(game)
    for name, value in vars(game).items():
        if isinstance(value, list | dict):
            setattr(other, name, copy(value))
    other.play(seat, move)
    return other


def _at_start(ruleset: str, seed: int) -> Position:
    options, rng = RULESETS[ruleset], Random(f"perft {ruleset} {seed}")
    dealer = rng.randrange(options.seats)
    return Position(ruleset, dealer, friendly(options, dealer, rng))


def _before_a_force(ruleset: str, seed: int, phase: str) -> Position | None:
    """A random deal, two moves before somebody may force in this phase; None if nobody may."""
    position = _at_start(ruleset, seed)
    game, rng = replayed(position), Random(f"moves {ruleset} {seed}")
    while game.phase not in ("order", "over"):
        seat = game.to_act()
        assert seat is not None
        if game.phase == phase and any(move[0] == "force" for move in game.legal(seat)):
            del position.moves[-2:]
            return position
        move = random_move(game, seat, rng)
        position.moves.append((seat, text_of(move)))
        game.play(seat, move)
    return None


def _richest(found: Iterable[Position | None]) -> Position:
    """The position with the most sequences of a few moves."""
    positions = [position for position in found if position is not None]
    return max(positions, key=lambda position: count(replayed(position), LOOKAHEAD))


def replayed(position: Position) -> Game:
    """The position on the oracle."""
    game = Game(RULESETS[position.ruleset], position.dealer)
    game.give_order(position.order)
    for seat, text in position.moves:
        (move,) = [move for move in in_order(game.legal(seat)) if text_of(move) == text]
        game.play(seat, move)
    return game


def positions(ruleset: str) -> Iterator[Position]:
    """The positions of a ruleset, counted."""
    chosen = [
        _richest(_at_start(ruleset, seed) for seed in range(20)),
        _richest(_at_start(ruleset, seed) for seed in range(20, 40)),
        _richest(_before_a_force(ruleset, seed, "offer") for seed in range(150)),
        _richest(_before_a_force(ruleset, seed, "ask") for seed in range(150)),
    ]
    for position in chosen:
        game, depth = replayed(position), 0
        while not depth or (position.counts[-1] < MOST and depth < DEEPEST):
            depth += 1
            position.counts.append(count(game, depth))
        yield position


def to_text(positions: list[Position]) -> str:
    """A perft file."""
    lines = [HEAD + f"ruleset {positions[0].ruleset}"]
    for position in positions:
        lines += ["", f"dealer {position.dealer}", f"order {' '.join(position.order)}"]
        lines += [f"seat {seat} {text}" for seat, text in position.moves]
        lines += [f"{depth}: {number}" for depth, number in enumerate(position.counts, 1)]
    return "\n".join(lines) + "\n"


def from_text(text: str) -> list[Position]:
    """The positions of a perft file."""
    found: list[Position] = []
    ruleset = ""
    for line in text.splitlines():
        word, _, rest = line.partition(" ")
        if word == "ruleset":
            ruleset = rest
        elif word == "dealer":
            found.append(Position(ruleset, int(rest), []))
        elif word == "order":
            found[-1].order = rest.split()
        elif word == "seat":
            seat, _, move = rest.partition(" ")
            found[-1].moves.append((int(seat), move))
        elif word.endswith(":"):
            found[-1].counts.append(int(rest))
    return found


def main() -> None:
    """Write every file anew."""
    FOLDER.mkdir(exist_ok=True)
    for ruleset in RULESETS:
        text = to_text(list(positions(ruleset)))
        (FOLDER / f"{ruleset}.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
