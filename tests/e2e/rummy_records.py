"""Events of family H as steps of the engine's record, and as the oracle's plain facts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from conquian.v1 import cards_pb2, events_pb2, view_pb2
from tests.oracle.rummy.game import Fact
from tests.oracle.rummy.words import plain_cards, plain_meld


def rummy_steps(event: events_pb2.Event) -> Iterator[str]:
    """The move that an event begins with, in the notation of records; none for other events."""
    match event.WhichOneof("kind"):
        case "card_drawn":
            yield f"{event.card_drawn.seat} draw"
        case "discards_taken":
            taken = event.discards_taken
            yield f"{taken.seat} draw discards {len(taken.cards)}"
        case "meld_laid":
            yield f"{event.meld_laid.seat} meld {_text(event.meld_laid.meld)}"
        case "laid_off":
            off = event.laid_off
            yield f"{off.seat} lay off {off.owner_seat}: {_text(off.meld)} > {_text(off.result)}"
        case "joker_taken":
            took = event.joker_taken
            melds = f"{_text(took.meld)} > {_text(took.result)}"
            yield f"{took.seat} take joker {took.owner_seat}: {melds}"
        case "challenged":
            yield f"{event.challenged.seat} challenge"
        case "challenge_accepted":
            yield f"{event.challenge_accepted.seat} accept"
        case "challenge_refused":
            yield f"{event.challenge_refused.seat} refuse"
        case "deal_stopped":
            yield f"{event.deal_stopped.seat} stop"
        case _:
            pass


def rummy_fact(  # noqa: C901, PLR0911, PLR0912 - one line for each kind
    event: events_pb2.Event, *, seats: int
) -> Fact:
    """What an event says happened, in the oracle's words."""
    match event.WhichOneof("kind"):
        case "deal_started":
            deal = event.deal_started
            hands = tuple(hand or () for hand in _hands(deal.hands, seats))
            return ("deal", deal.number, deal.dealer, hands)
        case "redealt":
            return ("redealt", tuple(event.redealt.seats))
        case "discards_started":
            return ("discards started", event.discards_started.card)
        case "card_drawn":
            return ("drawn", event.card_drawn.seat, event.card_drawn.card)
        case "discards_taken":
            taken = event.discards_taken
            return ("discards taken", taken.seat, tuple(taken.cards))
        case "stock_shuffled":
            return ("shuffled", tuple(event.stock_shuffled.order))
        case "bank_turned_over":
            return ("turned over", event.bank_turned_over.stock_size)
        case "meld_laid":
            return ("melded", event.meld_laid.seat, plain_meld(event.meld_laid.meld.cards))
        case "laid_off":
            off = event.laid_off
            melds = plain_meld(off.meld.cards), plain_meld(off.result.cards)
            return ("laid off", off.seat, off.owner_seat, *melds)
        case "joker_taken":
            took = event.joker_taken
            melds = plain_meld(took.meld.cards), plain_meld(took.result.cards)
            return ("joker taken", took.seat, took.owner_seat, *melds, took.jokers)
        case "opened":
            return ("opened", event.opened.seat, event.opened.value)
        case "declared":
            return ("declared", event.declared.seat, event.declared.cards_left)
        case "challenged":
            return ("challenged", event.challenged.seat)
        case "challenge_accepted":
            return ("accepted", event.challenge_accepted.seat)
        case "challenge_refused":
            return ("refused", event.challenge_refused.seat)
        case "deal_stopped":
            return ("stopped", event.deal_stopped.seat)
        case "discarded":
            return ("discarded", event.discarded.seat, event.discarded.card)
        case "seat_resigned":
            return ("resigned", event.seat_resigned.seat, _cause(event.seat_resigned.cause))
        case "deal_ended":
            ended = event.deal_ended
            winner = ended.winner_seat if ended.HasField("winner_seat") else None
            scores = tuple(ended.points), tuple(ended.scores)
            shown = _hands(ended.counted_hands, seats)
            bonus = events_pb2.Bonus.Name(ended.bonus).removeprefix("BONUS_").lower()
            doubled = None if bonus == "unspecified" else bonus
            ending = (_cause(ended.cause), winner, *scores, shown, doubled)
            return ("deal ended", ended.number, *ending)
        case "game_ended":
            result = event.game_ended.result
            winners, totals = tuple(result.winner_seats), tuple(result.scores)
            return ("game ended", _cause(result.cause), winners, totals)
        case kind:
            raise AssertionError(f"no fact for {kind}")


def _hands(dealt: Iterable[events_pb2.DealtHand], seats: int) -> tuple[tuple[str, ...] | None, ...]:
    found = {hand.seat: plain_cards(hand.cards) for hand in dealt}
    return tuple(found.get(seat) for seat in range(seats))


def _text(meld: cards_pb2.Meld) -> str:
    return " ".join(meld.cards)


def _cause(cause: view_pb2.Cause.ValueType) -> str:
    return view_pb2.Cause.Name(cause).removeprefix("CAUSE_").lower()
