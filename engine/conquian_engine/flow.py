"""What follows by itself: the offer goes on, cards die, are turned up, deals end.

These are no decisions of anybody; they happen in the step that makes them due (R2.9).
Each function returns the new state and appends to `events` what happened on the way.

Source: R2.4-R2.9, R2.19, R2.24-R2.28.
"""

from __future__ import annotations

from conquian_engine.cards import Card, pack_named
from conquian_engine.events import CardDied, CardTurned, DealEnded, Event, GameEnded
from conquian_engine.forcing import next_asked
from conquian_engine.rules import OnDrawn, Scoring
from conquian_engine.scoring import (
    FIRST_STAKE,
    fewest_cards,
    game_over,
    losers_of,
    points_won,
    stake_after_draw,
)
from conquian_engine.seats import BySeat, Seat
from conquian_engine.state import (
    AwaitingOrder,
    Cause,
    ForceAsked,
    GameOver,
    Offered,
    Origin,
    Phase,
    State,
    Upcard,
)
from conquian_engine.turns import (
    first_in_rotation,
    first_offered,
    next_active,
    next_offered,
    next_turner,
)


def in_phase(state: State, phase: Phase) -> State:
    """The same state in another phase."""
    return State(
        state.rules,
        state.dealer,
        state.deal,
        phase,
        state.hands,
        state.tables,
        state.stock,
        state.dead,
        state.upcards,
        state.stake,
        state.scores,
        state.resigned,
    )


def first_upcard(state: State, events: list[Event]) -> State:
    """Show the first upcard of a deal: the opening one, or the first turner's (R2.4)."""
    if state.rules.opening_upcard:
        return turn_up(state, state.dealer, events, origin=Origin.OPENING, dead=0)
    first = next_active(state, state.dealer)
    return turn_up(state, first, events, origin=Origin.TURNED, dead=0)


def after_refusal(
    state: State, upcard: Upcard, seat: Seat, passed: tuple[Seat, ...], events: list[Event]
) -> State:
    """Go on after `seat` refused the upcard; `passed` are those who can be forced (R2.5)."""
    to = next_offered(state, upcard, seat)
    if to is not None:
        return in_phase(state, Offered(upcard, to, passed))
    start = first_in_rotation(upcard, state.rules.seats)
    return ask_forces(state, upcard, passed, events, start=start)


def ask_forces(
    state: State,
    upcard: Upcard,
    passed: tuple[Seat, ...],
    events: list[Event],
    *,
    start: Seat,
) -> State:
    """Ask the next seat from `start` on that could force; if none the card dies (R2.19 b)."""
    asked = next_asked(state, upcard, passed, start=start)
    if asked is None:
        return let_die(state, upcard, events)
    return in_phase(state, ForceAsked(upcard, asked, passed))


def let_die(state: State, upcard: Upcard, events: list[Event]) -> State:
    """The upcard is dead; the next seat turns up (R2.8)."""
    events.append(CardDied(pack_named(state.rules.pack).cards[upcard.card]))
    turner = next_turner(state, upcard)
    return turn_up(state, turner, events, origin=Origin.TURNED, dead=state.dead + 1)


def turn_up(state: State, turner: Seat, events: list[Event], *, origin: Origin, dead: int) -> State:
    """Turn the top stock card, or end the deal if there is none (R2.9)."""
    stock = state.stock
    if not stock:
        return exhaust(state, dead, events)
    upcard = Upcard(stock[0], origin, turner)
    card = pack_named(state.rules.pack).cards[upcard.card]
    events.append(CardTurned(card, origin, turner, len(stock) - 1))
    return State(
        state.rules,
        state.dealer,
        state.deal,
        Offered(upcard, first_offered(state, upcard), ()),
        state.hands,
        state.tables,
        stock[1:],
        dead,
        state.upcards + 1,
        state.stake,
        state.scores,
        state.resigned,
    )


def exhaust(state: State, dead: int, events: list[Event]) -> State:
    """A card is due and the stock is empty: the deal is drawn, or won by R2.24's option."""
    winner = fewest_cards(state) if state.rules.on_drawn is OnDrawn.FEWEST_CARDS else None
    ending = State(
        state.rules,
        state.dealer,
        state.deal,
        state.phase,
        state.hands,
        state.tables,
        state.stock,
        dead,
        state.upcards,
        state.stake,
        state.scores,
        state.resigned,
    )
    return end_deal(ending, events, cause=Cause.STOCK_EXHAUSTED, winner=winner)


def end_deal(state: State, events: list[Event], *, cause: Cause, winner: Seat | None) -> State:
    """Score the deal; the game ends or the next deal's order is due (R2.24-R2.28)."""
    seats = state.rules.seats
    points = BySeat([0] * seats) if winner is None else points_won(state, winner)
    scores = BySeat([total + won for total, won in zip(state.scores, points, strict=True)])
    counted = _counted_hands(state, winner)
    events.append(DealEnded(state.deal, cause, winner, points, scores, counted))
    over = game_over(state, scores, cause=cause, winner=winner)
    if over is not None:
        return end_game(state, over, scores, events)
    stake = FIRST_STAKE if winner is not None else stake_after_draw(state.rules, state.stake)
    return State(
        state.rules,
        next_active(state, state.dealer),
        state.deal,
        AwaitingOrder(),
        BySeat([0] * seats),
        BySeat([()] * seats),
        b"",
        0,
        0,
        stake,
        scores,
        state.resigned,
    )


def end_game(state: State, over: GameOver, scores: BySeat[int], events: list[Event]) -> State:
    """The game has its result; the cards stay as they lie."""
    events.append(GameEnded(over.cause, over.winners, scores))
    return State(
        state.rules,
        state.dealer,
        state.deal,
        over,
        state.hands,
        state.tables,
        state.stock,
        state.dead,
        state.upcards,
        state.stake,
        scores,
        state.resigned,
    )


def _counted_hands(state: State, winner: Seat | None) -> BySeat[tuple[Card, ...] | None]:
    """The hands that were counted for the score, which everybody may see (R4.4)."""
    shown: list[tuple[Card, ...] | None] = [None] * state.rules.seats
    if winner is not None and state.rules.scoring is Scoring.HAND_POINTS:
        pack = pack_named(state.rules.pack)
        for seat in losers_of(state, winner):
            shown[seat] = pack.cards_in(state.hands[seat])
    return BySeat(shown)
