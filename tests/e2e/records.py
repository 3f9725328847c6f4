"""Transcripts as the engine's records, and what they tell as plain facts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from conquian.v1 import cards_pb2, events_pb2, view_pb2
from conquian_engine import GameRecord, GameState, State, parse_record, replay
from tests.e2e.rummy_records import rummy_fact, rummy_steps
from tests.oracle.game import Fact
from tests.oracle.rummy.words import plain_event as plain_rummy_event
from tests.oracle.words import plain_event
from tests.support.rulesets import FAMILY_U

Entries = Iterable[events_pb2.GameUpdate]
_TABLE_EVENTS = {
    "game_created", "seat_taken", "seat_freed", "seat_token_issued", "game_started",
    "game_cancelled",
}  # fmt: skip


def record_of(view: view_pb2.GameView, entries: Entries) -> GameRecord:
    """The record of a finished game, by way of its text: rules, dealer, orders and moves."""
    lines = [f"ruleset {view.ruleset}", f"seats {len(view.seats)}"]
    lines += [f"option {name} {value}" for name, value in view.options.items()]
    steps: list[str] = []
    for entry in entries:
        for number, event in enumerate(entry.events):
            if event.HasField("game_started"):
                lines.append(f"dealer {event.game_started.dealer}")
            elif event.HasField("deal_started"):
                steps.append("order " + " ".join(event.deal_started.order))
            elif event.HasField("stock_shuffled"):
                steps.append("order " + " ".join(event.stock_shuffled.order))
            elif number == 0:
                steps += _step_of(event)
    return parse_record("\n".join([*lines, *steps]))


def replayed(record: GameRecord) -> tuple[GameState, list[Fact]]:
    """The last state of a record, and everything that happens in it."""
    facts: list[Fact] = []
    state: GameState | None = None
    for step in replay(record):
        told = plain_event if isinstance(step.state, State) else plain_rummy_event
        facts += map(told, step.events)
        state = step.state
    assert state is not None
    return state, facts


def facts_of(view: view_pb2.GameView, entries: Entries) -> list[Fact]:
    """Everything that happens in a transcript, in the same words."""
    events = (event for entry in entries for event in entry.events)
    fact = _fact if view.ruleset in FAMILY_U else rummy_fact
    return [
        fact(event, seats=len(view.seats))
        for event in events
        if event.WhichOneof("kind") not in _TABLE_EVENTS
    ]


def _step_of(event: events_pb2.Event) -> Iterator[str]:
    match event.WhichOneof("kind"):
        case "taken":
            melds = ", ".join(" ".join(meld.cards) for meld in event.taken.layout)
            yield f"{event.taken.seat} take {melds}"
        case "laid_from_hand":
            melds = ", ".join(" ".join(meld.cards) for meld in event.laid_from_hand.layout)
            yield f"{event.laid_from_hand.seat} lay {melds}"
        case "trade_chosen":
            yield f"{event.trade_chosen.seat} trade {event.trade_chosen.card}"
        case "passed":
            yield f"{event.passed.seat} pass"
        case "forced":
            yield f"{event.forced.by_seat} force {event.forced.seat}"
        case "waived_force":
            yield f"{event.waived_force.seat} let go"
        case "discarded":
            yield f"{event.discarded.seat} discard {event.discarded.card}"
        case "seat_resigned":
            cause = _cause(event.seat_resigned.cause)
            yield f"{event.seat_resigned.seat} resigns by {cause}"
        case "game_ended":
            yield "void"
        case _:
            yield from rummy_steps(event)  # table events are no steps of play


def _fact(  # noqa: C901, PLR0911, PLR0912 - one line for each kind
    event: events_pb2.Event, *, seats: int
) -> Fact:
    match event.WhichOneof("kind"):
        case "deal_started":
            deal = event.deal_started
            return ("deal", deal.number, deal.dealer, deal.stake, _hands(deal.hands, seats, ()))
        case "card_turned":
            turned = event.card_turned
            origin = view_pb2.UpcardOrigin.Name(turned.origin).removeprefix("UPCARD_ORIGIN_")
            return ("turned", turned.card, origin.lower(), turned.seat)
        case "passed":
            return ("passed", event.passed.seat)
        case "forced":
            return ("forced", event.forced.seat, event.forced.by_seat)
        case "waived_force":
            return ("let go", event.waived_force.seat)
        case "taken":
            taken = event.taken
            laid = frozenset(taken.from_hand)
            borrowed = frozenset(taken.borrowed)
            return ("taken", taken.seat, taken.upcard, _layout(taken.layout), laid, borrowed)
        case "laid_from_hand":
            lay = event.laid_from_hand
            return ("laid", lay.seat, _layout(lay.layout), frozenset(lay.from_hand))
        case "trade_chosen":
            return ("trade chosen", event.trade_chosen.seat, event.trade_chosen.card)
        case "cards_traded":
            traded = event.cards_traded
            moved = tuple((each.from_seat, each.to_seat, each.card) for each in traded.cards)
            return ("traded", traded.round, moved)
        case "discarded":
            return ("discarded", event.discarded.seat, event.discarded.card)
        case "card_died":
            return ("died", event.card_died.card)
        case "seat_resigned":
            return ("resigned", event.seat_resigned.seat, _cause(event.seat_resigned.cause))
        case "deal_ended":
            ended = event.deal_ended
            winner = ended.winner_seat if ended.HasField("winner_seat") else None
            points, scores = tuple(ended.points), tuple(ended.scores)
            shown = _hands(ended.counted_hands, seats, None)
            return ("deal ended", ended.number, _cause(ended.cause), winner, points, scores, shown)
        case "game_ended":
            result = event.game_ended.result
            winners, scores = tuple(result.winner_seats), tuple(result.scores)
            return ("game ended", _cause(result.cause), winners, scores)
        case kind:
            raise AssertionError(f"no fact for {kind}")


def _hands(
    dealt: Iterable[events_pb2.DealtHand], seats: int, absent: tuple[()] | None
) -> tuple[frozenset[str] | None, ...]:
    found = {hand.seat: frozenset(hand.cards) for hand in dealt}
    nothing = None if absent is None else frozenset[str]()
    return tuple(found.get(seat, nothing) for seat in range(seats))


def _layout(melds: Iterable[cards_pb2.Meld]) -> frozenset[frozenset[str]]:
    return frozenset(frozenset(meld.cards) for meld in melds)


def _cause(cause: view_pb2.Cause.ValueType) -> str:
    return view_pb2.Cause.Name(cause).removeprefix("CAUSE_").lower()
