"""Engine and oracle agree step by step on random whole games of family H, 2 to 8 seats."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

import pytest

from conquian_engine import (
    Seat,
    each_legal_move,
    format_record,
    legal_moves,
    move_kind,
    one_deal,
    parse_record,
    replay,
    rules_options,
)
from tests.census.rummy import SIZE, Pair, is_refused
from tests.oracle.rummy.accounts import score_from_events, told
from tests.oracle.rummy.chance import in_order, random_options, random_play
from tests.oracle.rummy.game import Fact, Move
from tests.oracle.rummy.melds import is_set, named, readings
from tests.oracle.rummy.options import JOKER, Options, options_from
from tests.oracle.rummy.words import plain_event, rules_of

GAMES = {
    "colonel": {2: 36},
    "coo_can": {2: 16, 3: 8, 4: 4, 6: 4},
    "kunken": {2: 8, 3: 4, 4: 4, 6: 4, 8: 4},
    "coon_can": {2: 16, 3: 8, 4: 4, 6: 4},
}
"""Games by ruleset and seats."""
CHUNK = 4
MOST_CARDS = 16
"""Seats take no discards beyond so many hand cards: the oracle would search for too long."""
CASES = [
    (ruleset, seats, start)
    for ruleset, sizes in GAMES.items()
    for seats, games in sizes.items()
    for start in range(0, SIZE * games, CHUNK)
]


def play(ruleset: str, seats: int, number: int) -> Pair:
    """One game on both, compared after every step, near misses of its moves too."""
    rng = Random(f"game {ruleset} {seats} {number}")
    options = random_options(rng, ruleset, seats)
    pair = Pair(options, rng.randrange(seats))
    resigns = rng.choice([0.0, 0.0, 0.003, 0.01])
    pair.compare()
    for step in random_play(pair.oracle, rng, resigns=resigns, hand_limit=MOST_CARDS):
        pair.same(step)
        if rng.random() < 0.3:
            compare_near_misses(pair, rng)
    return pair


def compare_near_misses(pair: Pair, rng: Random) -> None:
    """A move is refused exactly when it is not legal, however little it lacks (R4.3)."""
    seat = pair.oracle.to_act()
    if seat is None:
        return
    legal = pair.oracle.legal(seat)
    for move in in_order(legal)[:: 1 + len(legal) // 3]:
        for changed in _near(move, pair, rng):
            near = _listed(pair.oracle.options, changed)
            refused = is_refused(pair.state, seat, near) is not None
            assert _is_among(legal, near) is not refused, (near, legal)
    filtered = rng.choice(in_order(legal))
    _compare_filtered(pair, seat, filtered)


def _is_among(legal: Iterable[Move], move: Move) -> bool:
    """Whether a move is legal, a joker without a name being read by its place in a run."""
    if move[0] not in ("meld", "lay off", "take joker"):
        return move in legal
    return any(
        other[:-1] == move[:-1]
        and len(other[-1]) == len(move[-1])
        and all(
            card == told or (told == JOKER and card.startswith(f"{JOKER}="))
            for card, told in zip(other[-1], move[-1], strict=True)
        )
        for other in legal
    )


def _near(move: Move, pair: Pair, rng: Random) -> Iterator[Move]:
    """Moves that differ from a legal one by a card, a seat or a number."""
    cards = pair.oracle.options.cards
    other = rng.choice(cards)
    match move:
        case ("draw",) | ("challenge",) | ("stop",):
            yield rng.choice([("draw",), ("challenge",), ("stop",), ("accept",), ("refuse",)])
        case ("draw discards", depth):
            yield ("draw discards", depth + rng.choice([1, 2]))
        case ("discard", _):
            yield ("discard", other)
        case ("meld", meld):
            yield ("meld", meld[1:])
            yield ("meld", tuple(sorted((other, *meld[1:]))))
        case ("lay off" | "take joker", owner, old, new):
            kind = move[0]
            yield (kind, (owner + 1) % pair.oracle.options.seats, old, new)
            yield ("take joker" if kind == "lay off" else "lay off", owner, old, new)
            yield (kind, owner, old, new[1:])
            yield (kind, owner, old, tuple(sorted((other, *new[1:]))))
            yield (kind, owner, new, new)
        case _:
            pass


def _listed(options: Options, move: Move) -> Move:
    """A move with its melds listed as they lie: the engine reads them in any order."""
    if move[0] not in ("meld", "lay off", "take joker") or JOKER in move[-1]:
        return move
    by_name = {named(card): card for card in move[-1]}
    runs = [run for run in readings(options, tuple(by_name)) if not is_set(options, run)]
    if len(by_name) < len(move[-1]) or not runs:
        return move
    return (*move[:-1], tuple(by_name[card] for card in runs[0]))


def _compare_filtered(pair: Pair, seat: int, move: Move) -> None:
    """The lazy list is the same in the same order, also of some kinds of moves alone."""
    everything = legal_moves(pair.state, Seat(seat))
    assert everything == tuple(each_legal_move(pair.state, Seat(seat)))
    kind = move_kind(everything[len(str(move)) % len(everything)])
    expected = [each for each in everything if move_kind(each) is kind]
    assert expected == list(each_legal_move(pair.state, Seat(seat), kinds=frozenset({kind})))


@pytest.mark.timeout(60 * (1 + SIZE))
@pytest.mark.parametrize(("ruleset", "seats", "start"), CASES)
def test_games(ruleset: str, seats: int, start: int) -> None:
    """Games run alike on both, from the first order to the result.

    Draws, plays and discards (R3.1), what they owe (R3.2), lay-offs (R3.3), deals and the
    game's length (R3.4), the empty stock and no progress (R3.5), each ruleset's own rules
    (R3.10, R3.20, R3.30, R3.40), chance (R1.3) and resignations (R4.1). The record alone
    gives the same again, and the same deal by deal (R1.4).
    """
    for number in range(start, start + CHUNK):
        pair = play(ruleset, seats, number)
        facts = pair.facts
        assert told(facts) == score_from_events(pair.oracle.options, facts), pair.story()
        record = pair.record
        assert record == parse_record(format_record(record))
        assert facts == [plain_event(event) for step in replay(record) for event in step.events]
        for deal in range(1, pair.oracle.deal + 1):
            alone = one_deal(record, deal)
            again = [plain_event(event) for step in replay(alone) for event in step.events]
            assert _of_deal(facts, deal) == _of_deal(again, 1), pair.story()


@pytest.mark.parametrize("ruleset", sorted(GAMES))
def test_options_are_read_back(ruleset: str) -> None:
    """What a record or a view says of a game's options makes the same options again (R3)."""
    for number in range(30):
        options = random_options(Random(f"options {ruleset} {number}"), ruleset)
        text = rules_options(rules_of(options))
        assert options.as_text() == options_from(ruleset, options.seats, text).as_text()


def _of_deal(facts: list[Fact], number: int) -> list[Fact]:
    """What happened in a deal, without its number, totals and what it led to."""
    found: list[Fact] = []
    deal = 0
    for fact in facts:
        if fact[0] == "deal":
            deal = fact[1]
            found = [] if deal == number else found  # the last order, if it was dealt again
        if deal == number and fact[0] == "deal ended":
            found.append((*fact[2:5], *fact[6:]))
            deal = 0  # who resigns before the next order is given belongs to no deal
        elif deal == number and fact[0] != "game ended":
            found.append((fact[0], *fact[2:]) if fact[0] == "deal" else fact)
    return found
