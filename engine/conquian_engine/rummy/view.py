"""Views of family H: what one viewer may see of a state or an event.

Discards are drawn face up, so everybody sees which of them a seat holds until it plays
them; of the pile itself only what the rules keep open (R4.4).

Source: R4.4.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from conquian_engine.cards import Card, Layout
from conquian_engine.rummy.cards import card_texts, meld_text
from conquian_engine.rummy.phases import actor
from conquian_engine.rummy.rules import BankDepth
from conquian_engine.rummy.state import (
    ChallengeAsked,
    DrawDue,
    PlayDue,
    ReshuffleDue,
    RummyDecision,
    RummyState,
    Turn,
)
from conquian_engine.seats import BySeat, Seat
from conquian_engine.shown import GameResult, PhaseName, check_viewer
from conquian_engine.state import AwaitingOrder, GameOver


@dataclass(frozen=True, slots=True, kw_only=True)
class RummyView:
    """A game of family H as one viewer may see it."""

    viewer: Seat | None
    """None for a watcher."""
    deal: int
    dealer: Seat
    phase: PhaseName
    to_act: tuple[Seat, ...]
    challenger: Seat | None
    """Who waits for an answer to his challenge (R3.10)."""
    discards: tuple[Card, ...]
    """The discards that lie open, the top one first: that one, or all (R3.30)."""
    discards_size: int
    stock_size: int
    hand_sizes: BySeat[int]
    hand: tuple[Card, ...] | None
    """The viewer's own hand, in pack order; None for a watcher."""
    tables: BySeat[Layout]
    opened: BySeat[bool]
    """Who has opened (R3.30), or laid a stand-alone four of his own (R3.20)."""
    taken: tuple[Card, ...]
    """Cards the seat to act drew from the discards in this turn and has not played (R3.1)."""
    must_use: Card | None
    """The one of them that its first play must hold (R3.2)."""
    plays: int
    """Plays it made in this turn."""
    opening: int
    """Value it has laid of an opening that has not reached its total (R3.30)."""
    opening_needed: int
    """What is still missing; 0 when it has opened or need not."""
    scores: BySeat[int]
    resigned: tuple[Seat, ...]
    result: GameResult | None


def view_for(state: RummyState, viewer: Seat | None) -> RummyView:
    """The view of one seat, or of a watcher."""
    check_viewer(viewer, state.rules.seats)
    phase, pack = state.phase, state.rules.pack
    turn = _turn(state)
    open_ = state.discards if state.rules.bank_depth is BankDepth.ANY else state.discards[-1:]
    return RummyView(
        viewer=viewer,
        deal=state.deal,
        dealer=state.dealer,
        phase=phase_name(state),
        to_act=(actor(phase),) if isinstance(phase, RummyDecision) else (),
        challenger=phase.by if isinstance(phase, ChallengeAsked) else None,
        discards=card_texts(pack, open_[::-1]),
        discards_size=len(state.discards),
        stock_size=len(state.stock),
        hand_sizes=state.hands.map(len),
        hand=None if viewer is None else card_texts(pack, state.hands[viewer]),
        tables=state.tables.map(lambda table: tuple(meld_text(pack, meld) for meld in table)),
        opened=state.opened,
        taken=card_texts(pack, turn.taken),
        must_use=None if turn.must_use is None else card_texts(pack, (turn.must_use,))[0],
        plays=turn.plays,
        opening=turn.opening,
        opening_needed=_opening_needed(state, turn),
        scores=state.scores,
        resigned=state.resigned,
        result=_result(state),
    )


def phase_name(state: RummyState) -> PhaseName:
    """The name of what the game waits for."""
    phase = state.phase
    match phase:
        case AwaitingOrder():
            return PhaseName.AWAITING_ORDER
        case ReshuffleDue():
            return PhaseName.RESHUFFLE_DUE
        case DrawDue():
            return PhaseName.DRAW_DUE
        case ChallengeAsked():
            return PhaseName.CHALLENGE_ASKED
        case PlayDue():
            return (
                PhaseName.DISCARD_DUE if _only_discards(state, phase.turn) else PhaseName.PLAY_DUE
            )
        case GameOver():
            return PhaseName.GAME_OVER
        case _:
            assert_never(phase)


def _only_discards(state: RummyState, turn: Turn) -> bool:
    """Whether the rules leave the seat nothing but a discard (R3.20)."""
    return turn.begins or (state.rules.one_play and turn.plays > 0)


def _turn(state: RummyState) -> Turn:
    """The running turn; one that has not drawn has nothing to tell."""
    phase = state.phase
    match phase:
        case PlayDue() | ReshuffleDue():
            return phase.turn
        case DrawDue():
            return Turn(phase.seat)
        case _:
            return Turn(state.dealer)


def _opening_needed(state: RummyState, turn: Turn) -> int:
    """What the seat whose turn it is still lacks to have opened."""
    if not isinstance(state.phase, PlayDue | DrawDue) or state.opened[turn.seat]:
        return 0
    return max(0, state.rules.opening - turn.opening)


def _result(state: RummyState) -> GameResult | None:
    phase = state.phase
    if isinstance(phase, GameOver):
        return GameResult(phase.cause, phase.winners, state.scores)
    return None
