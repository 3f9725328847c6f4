"""Moves that are almost legal, and what is really wrong with a refused one."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from conquian_engine import (
    AwaitingOrder,
    Card,
    Discard,
    DiscardDue,
    Force,
    ForceAsked,
    GameOver,
    LayFromHand,
    Layout,
    LetGo,
    Meld,
    Move,
    Offered,
    Pass,
    Reason,
    Refusal,
    Seat,
    State,
    Take,
    TakeForced,
    Trade,
    Trading,
    pack_named,
    seats_to_act,
    view_for,
)
from tests.oracle.chance import by_cards
from tests.oracle.melds import is_meld
from tests.oracle.options import Options
from tests.oracle.takings import takings
from tests.oracle.words import engine_layout, plain_layout

STRANGERS = ("8Z", "10C", "7h", "", "JK", "7")

ALLOWED_IN = {
    Trading: (Trade,),
    Offered: (Take, LayFromHand, Force, Pass),
    ForceAsked: (Force, LetGo),
    TakeForced: (Take,),
    DiscardDue: (Discard,),
}
"""Kinds of moves that are due in each phase (R2.5, R2.16, R2.19, R2.20)."""


def meaning(move: Move) -> tuple[object, ...]:
    """A move without the order in which its melds and cards are named; repeats count."""
    if isinstance(move, Take | LayFromHand):
        return (type(move), tuple(sorted(tuple(sorted(meld)) for meld in move.layout)))
    return (move,)


def near_misses(state: State, legal: tuple[Move, ...], rng: Random) -> list[Move]:
    """Legal moves changed a little, and the moves nobody should make."""
    pack = pack_named(state.rules.pack)
    cards = [*pack.cards, *map(Card, STRANGERS)]
    seats = map(Seat, (-1, *range(state.rules.seats), state.rules.seats, 99))
    moves: list[Move] = [Pass(), LetGo(), *map(Force, seats), *map(Discard, cards)]
    moves += map(Trade, cards)
    layouts = [move.layout for move in legal if isinstance(move, Take)][:4]
    layouts += [move.layout for move in legal if isinstance(move, LayFromHand)][:3]
    acting = seats_to_act(state)
    view = view_for(state, acting[0] if acting else None)
    own = view.tables[acting[0]] if acting else ()
    upcard = () if view.upcard is None else ((view.upcard.card,),)
    layouts += [(), ((),), own, (*own, *upcard)]
    layouts += _too_free(state, rng)
    laying = state.rules.hand_only_melds == "after_turn_up"
    for layout in layouts:
        moves += [Take(layout), LayFromHand(layout)]
        changed = list(_changed(layout, cards, rng))
        moves += map(Take, changed)
        moves += map(LayFromHand, rng.sample(changed, len(changed) // 3) if laying else ())
    return moves


def _too_free(state: State, rng: Random) -> list[Layout]:
    """Takings of the seat to act if runs could be of any length and any card laid."""
    rules, acting = state.rules, seats_to_act(state)
    if not acting or isinstance(state.phase, DiscardDue | Trading) or rules.black_twos_wild:
        return []
    view = view_for(state, acting[0])
    assert view.upcard is not None
    free = Options(
        ruleset=rules.ruleset,
        seats=rules.seats,
        pack=rules.pack,
        dealt=rules.dealt,
        max_run=None,
        borrow_from_opponents=rng.random() < 0.2,  # the oracle is slow at it
    )
    own, hand = plain_layout(view.tables[acting[0]]), frozenset(map(str, view.hand or ()))
    others = plain_layout(
        meld for seat, table in enumerate(view.tables) if seat != acting[0] for meld in table
    )
    found = sorted(takings(free, own, hand, view.upcard.card, others), key=by_cards)
    return [engine_layout(layout) for layout in rng.sample(found, min(5, len(found)))]


def _changed(layout: Layout, cards: list[Card], rng: Random) -> Iterator[Layout]:
    yield tuple(reversed([tuple(reversed(meld)) for meld in layout]))
    yield (*layout, ())
    yield layout[1:]
    yield (tuple(card for meld in layout for card in meld),)
    for place, meld in enumerate(layout):
        others = (*layout[:place], *layout[place + 1 :])
        changes: list[tuple[Meld, ...]] = [(meld, meld), (meld[:-1],), (meld[1:],)]
        changes += [(meld[:3], meld[3:]), (meld[:-3], meld[-3:])]
        for card in rng.sample(cards, 6):
            changes += [((*meld, card),), ((card, *meld[1:]),)]
        changes.append(((*meld, *meld[:1]),))
        for change in changes:
            yield (*others, *change)


def is_true(state: State, seat: Seat, move: Move, refusal: Refusal) -> bool:
    """Whether what a refusal says against a move is the case, read from the rules."""
    reason = refusal.reason
    if reason in _AGAINST_SEAT:
        return _true_of_seat(state, seat, move, reason)
    if reason in _AGAINST_FORCE:
        return isinstance(move, Force) and _true_of_force(state, seat, move.seat, reason)
    if reason in _AGAINST_LAYING:
        return isinstance(move, LayFromHand) and _true_of_laying(state, seat, move, reason)
    return _true_of_cards(state, seat, move, refusal)


_AGAINST_SEAT = {
    Reason.GAME_OVER,
    Reason.NOT_YOUR_TURN,
    Reason.WRONG_PHASE,
    Reason.FORCED_TO_TAKE,
    Reason.NO_SUCH_SEAT,
    Reason.SEAT_RESIGNED,
}
_AGAINST_FORCE = {
    Reason.FORCING_OFF,
    Reason.NOT_FORCEABLE_ORIGIN,
    Reason.SEAT_NOT_PASSED,
    Reason.CANNOT_FORCE,
}
_AGAINST_LAYING = {
    Reason.HAND_ONLY_MELDS_OFF,
    Reason.NOT_TURNED_UP_BY_SEAT,
    Reason.NO_HAND_CARD_LAID,
    Reason.TARGET_REACHED,
}


def _true_of_laying(state: State, seat: Seat, move: LayFromHand, reason: Reason) -> bool:
    rules, upcard, view = state.rules, view_for(state, seat).upcard, view_for(state, seat)
    named = {card for meld in move.layout for card in meld}
    match reason:
        case Reason.HAND_ONLY_MELDS_OFF:
            return rules.hand_only_melds == "never"
        case Reason.NOT_TURNED_UP_BY_SEAT:
            assert upcard is not None
            return (str(upcard.origin), upcard.by) != ("turned", seat)
        case Reason.NO_HAND_CARD_LAID:
            return not named & set(view.hand or ())
        case _:
            return len(named) >= rules.target


def _true_of_seat(state: State, seat: Seat, move: Move, reason: Reason) -> bool:
    due = seats_to_act(state)
    named = [seat, *([move.seat] if isinstance(move, Force) else [])]
    match reason:
        case Reason.GAME_OVER:
            return isinstance(state.phase, GameOver)
        case Reason.NO_SUCH_SEAT:
            return any(not 0 <= each < state.rules.seats for each in named)
        case Reason.SEAT_RESIGNED:
            return any(each in state.resigned for each in named)
        case Reason.NOT_YOUR_TURN:
            return bool(due) and seat not in due
        case Reason.FORCED_TO_TAKE:
            forced = isinstance(state.phase, TakeForced) and seat in due
            return forced and not isinstance(move, Take)
        case _:
            if isinstance(state.phase, AwaitingOrder):
                return True
            return seat in due and not isinstance(move, ALLOWED_IN[type(state.phase)])


def _true_of_force(state: State, seat: Seat, forced: Seat, reason: Reason) -> bool:
    rules, phase = state.rules, state.phase
    assert isinstance(phase, Offered | ForceAsked)
    discarded = phase.upcard.origin == "discarded"
    passed = list(phase.passed)
    may = passed[passed.index(seat) + 1 :] if seat in passed else passed
    pack = pack_named(rules.pack)
    upcard = pack.cards[phase.upcard.card]
    match reason:
        case Reason.FORCING_OFF:
            return rules.forcing == "off"
        case Reason.NOT_FORCEABLE_ORIGIN:
            return rules.force_scope == "discards_only" and not discarded
        case Reason.SEAT_NOT_PASSED:
            return forced not in may
        case _:
            table = view_for(state, None).tables[forced]
            simple = any(
                is_meld(
                    rules.pack, rules.max_run, frozenset({*meld, upcard}), rules.black_twos_wild
                )
                for meld in table
            )
            return rules.forcing == "rearrange" or not simple


def _true_of_cards(  # noqa: PLR0911 - one line for each reason
    state: State, seat: Seat, move: Move, refusal: Refusal
) -> bool:
    rules, cards = state.rules, set(refusal.cards)
    view = view_for(state, seat)
    hand = set(view.hand or ())
    layout = move.layout if isinstance(move, Take | LayFromHand) else ()
    named = [card for meld in layout for card in meld]
    if isinstance(move, Discard | Trade):
        named = [move.card]
    taking = isinstance(move, Take) and view.upcard is not None
    upcard: set[str] = {view.upcard.card} if taking and view.upcard is not None else set()
    own = {card for meld in view.tables[seat] for card in meld}
    must = own | upcard
    others = {card for table in view.tables for meld in table for card in meld} - own
    lending = others if taking and rules.borrow_from_opponents else set[Card]()
    known = set(pack_named(rules.pack).cards)
    accused = {meld for meld in layout if set(meld) == cards}
    match refusal.reason:
        case Reason.UNKNOWN_CARD:
            return cards == set(named) - known
        case Reason.CARD_REPEATED:
            return cards == {card for card in named if named.count(card) > 1}
        case Reason.CARD_NOT_IN_HAND:
            return cards == set(named) - hand - lending - (must if layout else set())
        case Reason.UPCARD_NOT_USED:
            return cards == upcard and not upcard & set(named)
        case Reason.TABLE_CARD_MISSING:
            return cards == must - set(named)
        case Reason.NOT_A_MELD:
            wild = rules.black_twos_wild
            return bool(accused) and not is_meld(rules.pack, None, frozenset(cards), wild)
        case Reason.RUN_TOO_LONG:
            unbroken = is_meld(rules.pack, None, frozenset(cards), rules.black_twos_wild)
            return bool(accused) and unbroken and len(cards) > (rules.max_run or len(cards))
        case Reason.MELD_NOT_KEPT:
            return rules.rearrange == "ends_only" and bool(cards) and cards <= own
        case Reason.OPPONENT_MELD_BROKEN:
            return rules.borrow_from_opponents and bool(cards) and cards <= others & set(named)
        case Reason.EXTRA_HAND_CARD:
            (around,) = [meld for meld in layout if upcard & set(meld)]
            return not rules.extra_hand_cards and cards == (set(named) & hand) - set(around)
        case _:
            return False
