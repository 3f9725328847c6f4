"""The engine counts as many move sequences as the perft files say (R2, R4.2)."""

from __future__ import annotations

import pytest

from conquian_engine import (
    RULESETS,
    Card,
    GameState,
    Rules,
    Seat,
    apply,
    give_order,
    legal_moves,
    new_game,
    pack_named,
    parse_move,
    resolve_rules,
    seats_to_act,
)
from tests.census import perft

CHECKED = 400
"""Counts up to this are counted by the oracle again."""

FILES = {path.stem: path for path in sorted(perft.FOLDER.glob("*.txt"))}
POSITIONS = [
    pytest.param(position, id=f"{ruleset}-{number}")
    for ruleset, path in FILES.items()
    for number, position in enumerate(perft.from_text(path.read_text(encoding="utf-8")))
]


def _state(position: perft.Position) -> GameState:
    rules = resolve_rules(position.ruleset)
    pack = pack_named(rules.pack)
    state: GameState = new_game(rules, dealer=Seat(position.dealer))
    state = give_order(state, [Card(card) for card in position.order]).state
    for seat, text in position.moves:
        state = apply(state, Seat(seat), parse_move(text, pack)).state
    return state


def _count(state: GameState, depth: int) -> int:
    acting = seats_to_act(state)
    if not acting:
        return 0
    moves = legal_moves(state, acting[0])
    if depth == 1:
        return len(moves)
    return sum(_count(apply(state, acting[0], move).state, depth - 1) for move in moves)


def test_every_ruleset_has_a_file() -> None:
    """A ruleset of family U without a perft file, or a file without its ruleset, is a gap."""
    upcard = [name for name in RULESETS if isinstance(resolve_rules(name), Rules)]
    assert sorted(upcard) == sorted(FILES)
    assert len(POSITIONS) == 4 * len(FILES)


@pytest.mark.parametrize("position", POSITIONS)
def test_engine_counts_as_the_file_says(position: perft.Position) -> None:
    """Every count of the file is the engine's (R4.2)."""
    state = _state(position)
    counted = [_count(state, depth) for depth in range(1, len(position.counts) + 1)]

    assert position.counts == counted
    assert max(counted) > 100


@pytest.mark.parametrize("position", POSITIONS)
def test_file_is_the_oracle_s(position: perft.Position) -> None:
    """The oracle counts what the file says: nobody has written numbers into it by hand."""
    game = perft.replayed(position)
    small = [number for number in position.counts if number <= CHECKED]

    assert small == [perft.count(game, depth) for depth in range(1, len(small) + 1)]
    assert sum(small) > 20
