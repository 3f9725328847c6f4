"""Tells a game of family H as a readable text, in the form of `teller`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import assert_never

import pytest

from conquian_engine import (
    BankTurnedOver,
    Card,
    CardDrawn,
    Cause,
    ChallengeAccepted,
    Challenged,
    ChallengeRefused,
    DealEnded,
    DealStarted,
    DealStopped,
    Declared,
    Discarded,
    DiscardsStarted,
    DiscardsTaken,
    Event,
    GameEnded,
    GameState,
    IllegalMove,
    JokerTaken,
    LaidOff,
    MeldLaid,
    Opened,
    Redealt,
    RummyEvent,
    RummyState,
    Seat,
    SeatResigned,
    StockShuffled,
    apply,
    cards_to_order,
    format_meld,
    format_move,
    give_order,
    legal_moves,
    move_kind,
    new_game,
    pack_named,
    parse_move,
    phase_name,
    resign,
    resolve_rules,
    rules_options,
    seats_to_act,
    view_for,
    void,
)
from tests.support.families import rummy_rules, rummy_state

LISTED = 8
"""At most so many legal moves are written out."""


class RummyTeller:
    """A game at one table, played by words, which writes down all that happens."""

    def __init__(
        self,
        ruleset: str,
        options: Mapping[str, str] | None = None,
        *,
        dealer: int = 0,
        seats: int | None = None,
    ) -> None:
        self.rules = rummy_rules(resolve_rules(ruleset, options or {}, seats=seats))
        self.state: RummyState = new_game(self.rules, dealer=Seat(dealer))
        self.shows = {f"ruleset {ruleset}"}
        self._lines = [f"ruleset {ruleset}", f"seats {self.rules.seats}"]
        self._lines += [f"option {name} {text}" for name, text in rules_options(self.rules).items()]
        self._lines.append(f"dealer {dealer}")

    def text(self, name: str, about: str) -> str:
        """The whole playthrough."""
        shown = [f"# shows: {words}" for words in sorted(self.shows)]
        return "\n".join([f"# {name}: {about}", *shown, "", *self._lines, *self._seen(), ""])

    def deal(self, hands: Mapping[int, str] | None = None, rest: str = "") -> None:
        """Deal these cards to these hands, then these from the top; others in pack order."""
        self.give(stacked(self.state, hands or {}, rest))

    def give(self, order: Sequence[Card]) -> None:
        """Give an order of the cards due, top first."""
        self._lines += ["", f"order {' '.join(order)}"]
        step = give_order(self.state, tuple(order))
        self._note(step.state, step.events)

    def plays(self, seat: int, *moves: str) -> None:
        """Make moves in words, one after the other."""
        for text in moves:
            move = parse_move(text, pack_named(self.rules.pack))
            self.shows.add(f"move {type(move).__name__}")
            self._lines.append(f"{seat} {format_move(move)}")
            step = apply(self.state, Seat(seat), move)
            self._note(step.state, step.events)

    def refused(self, seat: int, *moves: str) -> None:
        """Try moves that the rules refuse."""
        for text in moves:
            move = parse_move(text, pack_named(self.rules.pack))
            with pytest.raises(IllegalMove) as raised:
                apply(self.state, Seat(seat), move)
            refusal = raised.value.refusal
            self.shows.add(f"reason {refusal.reason}")
            cards = "".join(f" {card}" for card in refusal.cards)
            told = f"{refusal.reason}, {refusal.rule}{cards}"
            self._lines.append(f"  ! {seat} {format_move(move)} -- {told}")

    def idles(self, turns: int) -> None:
        """Draw and discard for so many turns, as long as that is possible."""
        for _ in range(turns):
            (seat,) = seats_to_act(self.state)
            self.plays(seat, "draw")
            discards = [
                move for move in legal_moves(self.state, seat) if move_kind(move) == "discard"
            ]
            self.plays(seat, format_move(discards[-1]))

    def idles_dealer(self) -> None:
        """The dealer who begins discards his last card (R3.20)."""
        (seat,) = seats_to_act(self.state)
        self.plays(seat, format_move(legal_moves(self.state, seat)[-1]))

    def resigns(self, seat: int, cause: Cause = Cause.RESIGNATION) -> None:
        """Give up for a seat."""
        by = "" if cause is Cause.RESIGNATION else f" by {cause}"
        self._lines.append(f"{seat} resigns{by}")
        step = resign(self.state, Seat(seat), cause=cause)
        self._note(step.state, step.events)

    def void(self) -> None:
        """Declare the game void."""
        self._lines.append("void")
        step = void(self.state)
        self._note(step.state, step.events)

    def _note(self, state: GameState, events: tuple[Event, ...]) -> None:
        self.state = rummy_state(state)
        for event in events:
            assert isinstance(event, RummyEvent)
            self._lines += [f"    {line}" for line in told_of(event)]
            self.shows |= self._shown_by(event)
        self._lines += [f"  > {line}" for line in _what_next(self.state)]

    def _shown_by(self, event: Event) -> set[str]:
        match event:
            case DealEnded():
                won = "drawn" if event.winner is None else "won"
                bonus = set() if event.bonus is None else {f"bonus {event.bonus}"}
                return {f"deal {won} {event.cause} {self.rules.ruleset}", *bonus}
            case GameEnded():
                length = {"length minus_target"} if self.rules.minus_target is not None else set()
                return {f"game {event.cause}", *length}
            case _:
                return {f"event {type(event).__name__}"}

    def _seen(self) -> list[str]:
        lines = [""]
        for viewer in (None, *map(Seat, range(self.rules.seats))):
            view = view_for(self.state, viewer)
            lines.append(f"  seen by {'a watcher' if viewer is None else viewer}:")
            lines += [f"    {name} {getattr(view, name)!r}" for name in view.__slots__]
        return lines


def stacked(state: RummyState, hands: Mapping[int, str], rest: str) -> tuple[Card, ...]:
    """The order that deals these cards to these hands and goes on with the rest.

    What is not named is filled up with the other cards in pack order.
    """
    rules, spare = state.rules, list(cards_to_order(state) or ())
    for card in " ".join((*hands.values(), rest)).split():
        spare.remove(Card(card))
    seats = [(state.dealer + step) % rules.seats for step in range(1, rules.seats + 1)]
    seats = [seat for seat in seats if seat not in state.resigned]
    if rules.dealer_begins:
        seats = [seats[-1], *seats[:-1]]
    left = {seat: list(map(Card, hands.get(seat, "").split())) for seat in seats}
    to = [seat for _ in range(rules.dealt) for seat in seats]
    to += [state.dealer] if rules.dealer_begins else []
    order = [left[seat].pop(0) if left[seat] else spare.pop(0) for seat in to]
    return (*order, *map(Card, rest.split()), *spare)


def _what_next(state: RummyState) -> list[str]:
    due = cards_to_order(state)
    if due is not None:
        return [f"{phase_name(state)}: an order of {len(due)} cards is due"]
    lines = []
    for seat in seats_to_act(state):
        moves = [format_move(move) for move in legal_moves(state, seat)]
        more = [f"... {len(moves) - LISTED} more"] if len(moves) > LISTED else []
        lines.append(f"{phase_name(state)}, {seat} may: {' | '.join(moves[:LISTED] + more)}")
    return lines


def told_of(event: RummyEvent) -> list[str]:  # noqa: C901, PLR0911, PLR0912 - one line a kind
    """An event in words."""
    match event:
        case DealStarted():
            hands = enumerate(event.hands)
            head = f"deal {event.deal}, dealer {event.dealer}"
            told = [f"hand {seat}: {' '.join(hand or ('nothing',))}" for seat, hand in hands]
            return [f"{head}, stock {event.stock_size}", *told]
        case Redealt():
            return [f"dealt again for the hands of {_numbers(event.seats)}"]
        case DiscardsStarted():
            return [f"{event.card} starts the discards, stock {event.stock_size}"]
        case CardDrawn():
            return [f"{event.seat} draws {event.card}, stock {event.stock_size}"]
        case DiscardsTaken():
            return [f"{event.seat} takes the discards {' '.join(event.cards)}"]
        case StockShuffled():
            return [f"the discards are shuffled, stock {event.stock_size}"]
        case BankTurnedOver():
            return [f"the bank is turned over, stock {event.stock_size}"]
        case MeldLaid():
            return [f"{event.seat} lays {format_meld(event.meld)}"]
        case LaidOff():
            change = f"{format_meld(event.old)} > {format_meld(event.meld)}"
            return [f"{event.seat} lays off on {event.owner}: {change}"]
        case JokerTaken():
            change = f"{format_meld(event.old)} > {format_meld(event.meld)}"
            return [f"{event.seat} takes {event.jokers} jokers of {event.owner}: {change}"]
        case Opened():
            return [f"{event.seat} has opened with {event.value}"]
        case Discarded():
            return [f"{event.seat} discards {event.card}"]
        case Declared():
            return [f"{event.seat} declares {event.cards_left}"]
        case Challenged():
            return [f"{event.seat} challenges"]
        case ChallengeAccepted():
            return [f"{event.seat} accepts"]
        case ChallengeRefused():
            return [f"{event.seat} refuses"]
        case DealStopped():
            return [f"{event.seat} stops"]
        case SeatResigned():
            return [f"{event.seat} resigned, {event.cause}"]
        case DealEnded():
            counted = {seat: hand for seat, hand in enumerate(event.counted_hands) if hand}
            told = [f"counted {seat}: {' '.join(hand)}" for seat, hand in counted.items()]
            won = "nobody" if event.winner is None else event.winner
            bonus = "" if event.bonus is None else f" ({event.bonus})"
            points = f"points {_numbers(event.points)}, totals {_numbers(event.scores)}"
            return [f"deal {event.deal} ends, {event.cause}{bonus}: {won} wins, {points}", *told]
        case GameEnded():
            winners = ", ".join(map(str, event.winners)) or "nobody"
            return [f"game ends, {event.cause}: {winners} wins, totals {_numbers(event.scores)}"]
        case _:
            assert_never(event)


def _numbers(values: tuple[int, ...]) -> str:
    return " ".join(map(str, values))
