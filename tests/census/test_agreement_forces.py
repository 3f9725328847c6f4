"""Engine and oracle agree on who is asked and who may force whom, in crowded positions.

Whole games seldom bring an upcard that fits several tables. Here it mostly does: three or
four seats with laid melds around one upcard, all passing in every way, some resigning
(R2.8, R2.19-R2.21, R4.1).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from conquian_engine import (
    BySeat,
    Cause,
    Offered,
    Origin,
    Seat,
    State,
    Upcard,
    apply,
    legal_moves,
    new_game,
    pack_named,
    resign,
    seats_to_act,
)
from tests.oracle.chance import in_order, random_options
from tests.oracle.game import Game
from tests.oracle.melds import Meld, all_melds, cards_of, is_meld
from tests.oracle.takings import cards_on
from tests.oracle.words import plain_event, plain_move, rules_of
from tests.support.families import upcard_state

CHUNKS, CHUNK = 12, 50


def _crowded(rng: Random) -> Game:
    """An offer just begun, with tables that lean to the upcard."""
    options = replace(random_options(rng, rng.choice([2, 3, 3, 4, 4])), dealt=7, packet=1)
    lends = options.borrow_from_opponents and options.seats == 2
    options = replace(options, trade_rounds=0, borrow_from_opponents=lends)
    game = Game(options, rng.randrange(options.seats))
    cards = cards_of(options.pack)
    rng.shuffle(cards)
    game.give_order(cards)
    upcard = rng.choice(cards)
    game.hands = [frozenset()] * options.seats
    free = set(cards) - {upcard}
    pack, longest, wild = options.pack, options.max_run, options.black_twos_wild
    melds = [meld for meld in all_melds(pack, longest, wild) if upcard not in meld]
    fitting = [meld for meld in melds if is_meld(pack, longest, meld | {upcard}, wild)]
    for seat in rng.sample(range(options.seats), options.seats):
        game.tables[seat] = _table(rng, fitting, melds, free)
    rest = sorted(free)
    rng.shuffle(rest)
    for seat in range(options.seats):
        held = options.dealt - len(cards_on(game.tables[seat]))
        game.hands[seat] = frozenset(rest.pop() for _ in range(held))
    game.stock, game.dead = rest, []
    origin = rng.choice(["turned", "discarded", "discarded"])
    by = rng.randrange(options.seats)
    if options.opening_upcard and rng.random() < 0.2:
        origin, by = "opening", game.dealer
    game.start_offer(upcard, origin, by)
    game.log.clear()
    return game


def _table(rng: Random, fitting: list[Meld], melds: list[Meld], free: set[str]) -> frozenset[Meld]:
    """Up to two melds of free cards, the first one mostly fitting; the cards are used up."""
    table: set[Meld] = set()
    for choice in (fitting if rng.random() < 0.9 else melds, melds):
        can = [
            meld for meld in choice if meld <= free and len(meld | cards_on(frozenset(table))) < 8
        ]
        if can and rng.random() < 0.9:
            meld = rng.choice(can)
            table.add(meld)
            free -= meld
    return frozenset(table)


def _state(game: Game) -> State:
    """The same position as a state of the engine."""
    rules = rules_of(game.options)
    pack = pack_named(rules.pack)
    index = {str(card): bit for bit, card in enumerate(pack.cards)}

    def mask(cards: frozenset[str]) -> int:
        return sum(1 << index[card] for card in cards)

    tables = [
        tuple(sorted((mask(meld) for meld in table), key=lambda meld: meld & -meld))
        for table in game.tables
    ]
    upcard = Upcard(index[game.upcard], Origin(game.origin), Seat(game.by))
    return replace(
        new_game(rules, dealer=Seat(game.dealer)),
        deal=1,
        phase=Offered(upcard, Seat(game.waiting[0])),
        hands=BySeat(mask(hand) for hand in game.hands),
        tables=BySeat(tables),
        stock=bytes(index[card] for card in game.stock),
        upcards=1,
    )


def _play(game: Game, state: State, rng: Random, seen: Counter[str]) -> None:
    """Play until the upcard is settled, comparing at every step."""
    upcard, told = game.upcard, 0
    while game.phase in ("offer", "ask", "forced") and game.upcard == upcard:
        seat = game.to_act()
        assert seat is not None
        assert [seat] == list(seats_to_act(state))
        moves = {plain_move(move): move for move in legal_moves(state, Seat(seat))}
        assert game.legal(seat) == set(moves), vars(game)
        forces = [move for move in in_order(game.legal(seat)) if move[0] == "force"]
        seen[f"{game.phase}, {len(forces)} to force"] += 1
        if rng.random() < 0.1:
            gone = rng.choice(game.after(0))
            seen[f"resigned in {game.phase}"] += 1
            game.resign(gone, "resignation")
            step = resign(state, Seat(gone), cause=Cause.RESIGNATION)
        else:
            refusals = [move for move in in_order(game.legal(seat)) if move[0] != "take"]
            choices = [move for move in refusals if move[0] != "lay"]
            some = choices if choices and rng.random() < 0.9 else in_order(game.legal(seat))
            choice = forces[0] if forces and rng.random() < 0.2 else rng.choice(some)
            game.play(seat, choice)
            step = apply(state, Seat(seat), moves[choice])
        state = upcard_state(step.state)
        facts = [fact for fact in map(plain_event, step.events) if fact[0] not in IMPLIED]
        assert [fact for fact in game.log[told:] if fact[0] not in IMPLIED] == facts, vars(game)
        told = len(game.log)


IMPLIED = ("passed", "let go")
"""Whether a resignation is told as a refusal too is open (R4.1)."""


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_offers(chunk: int) -> None:
    """Offers run alike on both until the upcard is taken, forced or dead."""
    for number in range(CHUNK):
        rng = Random(f"crowded {chunk} {number}")
        game = _crowded(rng)
        _play(game, _state(game), rng, Counter())


def test_offers_are_crowded() -> None:
    """The offers above hold asks with one and more seats to force, and resignations."""
    seen: Counter[str] = Counter()
    for chunk in range(6):
        for number in range(CHUNK):
            rng = Random(f"crowded {chunk} {number}")
            game = _crowded(rng)
            _play(game, _state(game), rng, seen)

    asked = [f"{phase}, {targets} to force" for phase in ("offer", "ask") for targets in (1, 2)]
    wanted = [*asked, *(f"resigned in {phase}" for phase in ("offer", "ask", "forced"))]
    assert [] == [each for each in wanted if seen[each] < 3]
