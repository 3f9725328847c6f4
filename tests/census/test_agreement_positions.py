"""Engine and oracle agree on thousands of random positions, all packs and options.

Half of them are *unusual*: ends of runs alone are lent, opponents lend, twos are wild.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from conquian_engine import (
    Card,
    LayFromHand,
    Layout,
    Offered,
    Origin,
    Reason,
    Seat,
    Upcard,
    can_be_forced,
    cards_that_go_out,
    hand_points,
    judge_meld,
    judge_taking,
    legal_moves,
    new_game,
    pack_named,
    takings,
)
from tests.oracle import melds
from tests.oracle import takings as oracle
from tests.oracle.chance import Position, by_cards, random_position, unusual_position
from tests.oracle.words import engine_layout, plain_layout, rules_of

CHUNKS, CHUNK = 20, 150


def _positions(chunk: int) -> list[Position]:
    drawn = unusual_position if chunk % 2 else random_position
    return [drawn(Random(f"position {chunk} {number}")) for number in range(CHUNK)]


def _hand(position: Position) -> tuple[Card, ...]:
    return tuple(Card(card) for card in sorted(position.hand))


def _takings(position: Position) -> set[oracle.Layout]:
    where = position.table, position.hand, position.upcard, position.opponents
    return oracle.takings(position.options, *where)


def _cards_that_go_out(position: Position) -> set[str]:
    where = position.table, position.hand, position.opponents
    return oracle.cards_that_go_out(position.options, *where)


def _listed_once(found: tuple[Layout, ...]) -> bool:
    return len({plain_layout(layout) for layout in found}) == len(found)


def test_positions_are_worth_asking() -> None:
    """The random positions hold takings, winning upcards and forces, and lack them too."""
    positions = [position for chunk in (0, 2, 4) for position in _positions(chunk)]
    answers = [
        (
            len(_takings(each)) > 1,
            bool(_cards_that_go_out(each)),
            oracle.can_be_forced(each.options, each.table, each.upcard),
        )
        for each in positions
    ]

    for question in zip(*answers, strict=True):
        assert min(sum(question), len(question) - sum(question)) > 50


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_takings(chunk: int) -> None:
    """The engine lists exactly the layouts the rules allow, each once (R2.10-R2.15)."""
    for position in _positions(chunk):
        found = takings(
            rules_of(position.options),
            engine_layout(position.table),
            _hand(position),
            Card(position.upcard),
            opponents=engine_layout(position.opponents),
        )
        expected = _takings(position)
        assert expected == {plain_layout(layout) for layout in found}, position
        assert _listed_once(found), position


@pytest.mark.parametrize("chunk", range(1, CHUNKS, 2))
def test_layings(chunk: int) -> None:
    """Hand cards may be laid without the upcard exactly as the rule says (R2.12)."""
    for position in _positions(chunk):
        rules = rules_of(position.options)
        pack = pack_named(rules.pack)
        table = [int(pack.mask(meld)) for meld in engine_layout(position.table)]
        start = new_game(rules, dealer=Seat(0))
        upcard = Upcard(pack.index[Card(position.upcard)], Origin.TURNED, Seat(0))
        state = replace(
            start,
            phase=Offered(upcard, Seat(0)),
            hands=start.hands.replace(Seat(0), int(pack.mask(_hand(position)))),
            tables=start.tables.replace(Seat(0), tuple(table)),
        )
        moves = legal_moves(state, Seat(0))
        found = [move.layout for move in moves if isinstance(move, LayFromHand)]
        expected = oracle.hand_only(position.options, position.table, position.hand)
        assert expected == {plain_layout(layout) for layout in found}, position
        assert _listed_once(tuple(found)), position


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_forcing(chunk: int) -> None:
    """A seat can be forced exactly when its own table alone allows it (R2.18)."""
    for position in _positions(chunk):
        rules, table = rules_of(position.options), engine_layout(position.table)
        for card in melds.cards_of(position.options.pack):
            if card not in oracle.cards_on(position.table | position.opponents):
                expected = oracle.can_be_forced(position.options, position.table, card)
                assert expected == can_be_forced(rules, table, Card(card)), (position, card)


@pytest.mark.parametrize("chunk", range(CHUNKS // 4))
def test_cards_that_go_out(chunk: int) -> None:
    """Exactly the upcards that reach the target go out (R2.16, R2.17)."""
    for position in _positions(chunk)[:: 1 + 4 * (chunk % 2)]:
        rules, table = rules_of(position.options), engine_layout(position.table)
        expected = _cards_that_go_out(position)
        opponents = engine_layout(position.opponents)
        found = cards_that_go_out(rules, table, _hand(position), opponents=opponents)
        assert expected == set(found), position
        assert len(expected) == len(found), position


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_judging_layouts_of_other_positions(chunk: int) -> None:
    """A layout is judged legal exactly when it is one of the takings (R2.10)."""
    for position in _positions(chunk):
        options, rng = position.options, Random(position.upcard)
        legal = _takings(position)
        cards = oracle.cards_on(position.table | position.opponents) | position.hand
        wild = options.black_twos_wild
        known = melds.all_melds(options.pack, None, wild)
        reach = [meld for meld in known if meld <= cards | {position.upcard}]
        tried = {frozenset(rng.sample(reach, min(len(reach), rng.randint(1, 3)))) for _ in "12345"}
        for layout in tried | set(sorted(legal, key=by_cards)[:3]):
            refusal = judge_taking(
                rules_of(options),
                engine_layout(position.table),
                _hand(position),
                Card(position.upcard),
                engine_layout(layout),
                opponents=engine_layout(position.opponents),
            )
            assert (layout in legal) == (refusal is None), (position, layout, refusal)


@pytest.mark.parametrize("chunk", range(CHUNKS // 4))
def test_hand_points(chunk: int) -> None:
    """A hand counts what the pack's table says (R2.26)."""
    for position in _positions(chunk):
        expected = melds.hand_points(position.options.pack, position.hand)
        assert expected == hand_points(rules_of(position.options), _hand(position))


@pytest.mark.parametrize("chunk", range(CHUNKS // 4))
def test_judging_melds(chunk: int) -> None:
    """Some cards are one meld exactly when the rule says so; too long a run is named so."""
    rng = Random(f"melds {chunk}")
    for position in _positions(chunk):
        options = position.options
        wild = options.black_twos_wild
        meld = rng.choice(melds.all_melds(options.pack, None, wild))
        near = set(meld)
        if rng.random() < 0.5:
            near ^= {rng.choice(melds.cards_of(options.pack))}
        refusal = judge_meld(rules_of(options), tuple(Card(card) for card in sorted(near)))
        whole = frozenset(near)
        legal = melds.is_meld(options.pack, options.max_run, whole, wild)
        assert legal == (refusal is None), near
        if refusal is not None:
            too_long = melds.is_meld(options.pack, None, whole, wild)
            expected = Reason.RUN_TOO_LONG if too_long else Reason.NOT_A_MELD
            assert expected == refusal.reason, near
