"""Tells a game as a readable text: what was done, what came of it, who may do what next.

A playthrough names in its head what it shows; the words are collected from what really
happened, so that a missing one cannot be claimed. Lines that are not indented are a
record; the rest is told about it: `>` what may be done next, `!` what was refused.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import assert_never

import pytest

from conquian_engine import (
    CardDied,
    CardsTraded,
    CardTurned,
    Cause,
    DealEnded,
    DealStarted,
    Discarded,
    Event,
    Forced,
    GameEnded,
    IllegalMove,
    LaidFromHand,
    Move,
    Passed,
    Refusal,
    Seat,
    SeatResigned,
    State,
    Taken,
    TradeChosen,
    UpcardEvent,
    WaivedForce,
    format_layout,
    format_move,
    legal_moves,
    order_due,
    phase_name,
    resign,
    rules_options,
    seats_to_act,
    void,
)
from tests.support.families import upcard_state
from tests.unit.rules.sitting import Sitting

LISTED = 8
"""At most so many legal moves are written out."""


def record_lines(text: str) -> str:
    """The lines of a playthrough that are the game's record (see `parse_record`)."""
    return "\n".join(line for line in text.splitlines() if not line.startswith(" "))


def move_words(move: Move, phase: object) -> str:
    """What kind of move this is; a force is of one of two kinds (R2.19)."""
    kind = f"move {type(move).__name__}"
    return f"{kind} in {type(phase).__name__}" if kind == "move Force" else kind


class Teller(Sitting):
    """A sitting that writes down all that happens."""

    def __init__(
        self,
        ruleset: str,
        options: Mapping[str, str] | None = None,
        *,
        dealer: int = 0,
        seats: int | None = None,
    ) -> None:
        super().__init__(ruleset, options, dealer=dealer, seats=seats)
        self.shows = {f"ruleset {ruleset}"}
        self._lines = [f"ruleset {ruleset}", f"seats {self.rules.seats}"]
        self._lines += [f"option {name} {text}" for name, text in _options(self)]
        self._lines.append(f"dealer {dealer}")

    def text(self, name: str, about: str) -> str:
        """The whole playthrough."""
        shown = [f"# shows: {words}" for words in sorted(self.shows)]
        return "\n".join([f"# {name}: {about}", *shown, "", *self._lines, *self._seen(), ""])

    def give(self, order: Sequence[str]) -> None:
        self._lines += ["", f"order {' '.join(order)}"]
        super().give(order)

    def move(self, seat: int, move: Move) -> None:
        self.shows.add(move_words(move, self.state.phase))
        self._lines.append(f"{seat} {format_move(move)}")
        super().move(seat, move)

    def resigns(self, seat: int, cause: Cause = Cause.RESIGNATION) -> None:
        by = "" if cause is Cause.RESIGNATION else f" by {cause}"
        self._lines.append(f"{seat} resigns{by}")
        super().resigns(seat, cause)

    def void(self) -> None:
        """Declare the game void."""
        self._lines.append("void")
        step = void(self.state)
        self._note(upcard_state(step.state), step.events)

    def refused(self, seat: int, move: Move) -> None:
        """Try a move that the rules refuse."""
        with pytest.raises(IllegalMove) as raised:
            super().move(seat, move)
        self._refused(f"{seat} {format_move(move)}", raised.value.refusal)

    def refused_resignation(self, seat: int) -> None:
        """Try to resign where that is refused."""
        with pytest.raises(IllegalMove) as raised:
            resign(self.state, Seat(seat))
        self._refused(f"{seat} resigns", raised.value.refusal)

    def _refused(self, what: str, refusal: Refusal) -> None:
        self.shows.add(f"reason {refusal.reason}")
        cards = "".join(f" {card}" for card in refusal.cards)
        self._lines.append(f"  ! {what} -- {refusal.reason}, {refusal.rule}{cards}")

    def _note(self, state: State, events: tuple[Event, ...]) -> None:
        super()._note(state, events)
        for event in events:
            assert isinstance(event, UpcardEvent)
            self._lines += [f"    {line}" for line in _told(event)]
            self.shows |= self._shown_by(event)
        self._lines += [f"  > {line}" for line in _what_next(state)]

    def _shown_by(self, event: Event) -> set[str]:
        match event:
            case DealEnded():
                if event.winner is None:
                    return {f"deal drawn {self.rules.on_drawn} {self.rules.scoring}"}
                if event.cause is Cause.STOCK_EXHAUSTED:
                    return {f"deal won by fewest cards {self.rules.scoring}"}
                return {f"deal won by going out {self.rules.scoring}"}
            case GameEnded():
                shared = {"game shared"} if len(event.winners) > 1 else set()
                return {f"game {event.cause}", *shared, *self._length(event.cause)}
            case _:
                return {f"event {type(event).__name__}"}

    def _length(self, cause: Cause) -> set[str]:
        if cause is Cause.DEAL_LIMIT:
            return {"length max_deals"}
        if cause not in (Cause.WENT_OUT, Cause.STOCK_EXHAUSTED):
            return set()
        if self.rules.deals is not None:
            return {"length deals"}
        return {"length until_won" if self.rules.points_target is None else "length points_target"}

    def _seen(self) -> list[str]:
        lines = [""]
        for viewer in (None, *map(Seat, range(self.rules.seats))):
            view = self.view(viewer)
            lines.append(f"  seen by {'a watcher' if viewer is None else viewer}:")
            lines += [f"    {name} {getattr(view, name)!r}" for name in view.__slots__]
        return lines


def _options(sitting: Sitting) -> list[tuple[str, str]]:
    return list(rules_options(sitting.rules).items())


def _what_next(state: State) -> list[str]:
    if order_due(state):
        return [f"deal {state.deal + 1} of dealer {state.dealer} for {state.stake}: order due"]
    lines = []
    for seat in seats_to_act(state):
        moves = [format_move(move) for move in legal_moves(state, seat)]
        more = [f"... {len(moves) - LISTED} more"] if len(moves) > LISTED else []
        lines.append(f"{phase_name(state)}, {seat} may: {' | '.join(moves[:LISTED] + more)}")
    return lines


def _told(event: UpcardEvent) -> list[str]:  # noqa: C901, PLR0911, PLR0912 - one line for each kind
    match event:
        case DealStarted():
            hands = enumerate(event.hands)
            head = f"deal {event.deal}, dealer {event.dealer}, stake {event.stake}"
            told = [f"hand {seat}: {' '.join(hand or ('nothing',))}" for seat, hand in hands]
            return [f"{head}, stock {event.stock_size}", *told]
        case CardTurned():
            return [f"{event.seat} turns {event.card} ({event.origin}), stock {event.stock_size}"]
        case Passed():
            return [f"{event.seat} passes"]
        case Forced():
            return [f"{event.by} forces {event.seat}"]
        case WaivedForce():
            return [f"{event.seat} lets go"]
        case Taken():
            laid = " ".join(event.from_hand) or "nothing"
            borrowed = f", borrows {' '.join(event.borrowed)}" if event.borrowed else ""
            layout = format_layout(event.layout)
            return [f"{event.seat} takes {event.upcard}, lays {laid}{borrowed}: {layout}"]
        case LaidFromHand():
            laid = " ".join(event.from_hand)
            return [f"{event.seat} lays {laid}: {format_layout(event.layout)}"]
        case TradeChosen():
            return [f"{event.seat} chooses {event.card}"]
        case CardsTraded():
            moved = [f"{each.giver} gives {each.receiver} {each.card}" for each in event.cards]
            return [f"trade {event.round}: {', '.join(moved)}"]
        case Discarded():
            return [f"{event.seat} discards {event.card}"]
        case CardDied():
            return [f"{event.card} is dead"]
        case SeatResigned():
            return [f"{event.seat} resigned, {event.cause}"]
        case DealEnded():
            counted = {seat: hand for seat, hand in enumerate(event.counted_hands) if hand}
            told = [f"counted {seat}: {' '.join(hand)}" for seat, hand in counted.items()]
            won = "nobody" if event.winner is None else event.winner
            points = f"points {_numbers(event.points)}, totals {_numbers(event.scores)}"
            return [f"deal {event.deal} ends, {event.cause}: {won} wins, {points}", *told]
        case GameEnded():
            winners = ", ".join(map(str, event.winners)) or "nobody"
            return [f"game ends, {event.cause}: {winners} wins, totals {_numbers(event.scores)}"]
        case _:
            assert_never(event)


def _numbers(values: tuple[int, ...]) -> str:
    return " ".join(map(str, values))
