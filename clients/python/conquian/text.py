"""Events as sentences for people, for terminals and logs of what everybody may see."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from conquian import events
from conquian._rummy_text import rummy_text
from conquian.cards import Layout
from conquian.enums import Cause, UpcardOrigin
from conquian.view import GameResult, GameView

__all__ = ["event_text", "outcome_text", "result_text"]


def event_text(event: events.Event, names: Sequence[str]) -> str:
    """What happened, as a sentence; `names[seat]` is what to call a seat's player.

    >>> event_text(events.Passed(seat=1), ["Ana", "Ben"])
    'Ben passes.'
    """
    match event:
        case events.Passed(seat):
            return f"{names[seat]} passes."
        case events.Forced(seat, by_seat):
            return f"{names[by_seat]} forces {names[seat]}."
        case events.WaivedForce(seat):
            return f"{names[seat]} lets it go."
        case events.Taken(seat, upcard, layout):
            return f"{names[seat]} takes {upcard}, table: {layout_text(layout)}."
        case events.LaidFromHand(seat, layout):
            return f"{names[seat]} lays cards from the hand, table: {layout_text(layout)}."
        case events.TradeChosen(seat, card):
            return f"{names[seat]} has chosen {card or 'a card'} to give away."
        case events.CardsTraded(_, cards):
            return f"Cards are traded: {', '.join(_traded_text(each, names) for each in cards)}."
        case events.Discarded(seat, card):
            return f"{names[seat]} discards {card}."
        case _:
            return _deal_text(event, names)


def _traded_text(traded: events.TradedCard, names: Sequence[str]) -> str:
    card = traded.card or "a card"
    return f"{names[traded.from_seat]} gives {names[traded.to_seat]} {card}"


def layout_text(layout: Layout) -> str:
    """A table in a line, such as "5C 5D 5S, 6H 7H JH"."""
    return ", ".join(map(str, layout)) or "empty"


def outcome_text(view: GameView) -> str:
    """How a game stands or ended, as a sentence that needs nothing but its view."""
    if view.result is not None:
        return result_text(view.result, view.names(range(len(view.seats))))
    return "The game is called off." if view.is_over else "The game is not over."


def result_text(result: GameResult, names: Sequence[str]) -> str:
    """How a game ended, as a sentence."""
    why = cause_text(result.cause)
    if not result.winner_seats:
        return f"Nobody wins ({why})."
    winners = " and ".join(names[seat] for seat in result.winner_seats)
    verb = "wins" if len(result.winner_seats) == 1 else "share the win"
    return f"{winners} {verb} ({why}): {_scores_text(result.scores, names)}."


def cause_text(cause: Cause) -> str:
    """A cause in lower case words, such as "stock exhausted"."""
    return cause.lower().replace("_", " ")


def _deal_text(event: events.Event, names: Sequence[str]) -> str:
    match event:
        case events.DealStarted(number, dealer, _, hand_sizes):
            dealt = "/".join(map(str, sorted(set(hand_sizes))))
            return f"Deal {number}: {names[dealer]} deals {dealt} cards each."
        case events.CardTurned(card, UpcardOrigin.OPENING, _, stock_size):
            return f"The opening upcard is {card}; {stock_size} cards are left."
        case events.CardTurned(card, _, seat, stock_size):
            return f"{names[seat]} turns up {card}; {stock_size} cards are left."
        case events.CardDied(card):
            return f"{card} is dead."
        case events.DealEnded(number, cause, winner, _, scores):
            outcome = "drawn" if winner is None else f"won by {names[winner]}"
            why, totals = cause_text(cause), _scores_text(scores, names)
            if event.bonus is not None:
                why = f"{why}, {event.bonus.lower()}: it counts double"
            return f"Deal {number} is {outcome} ({why}): {totals}."
        case _:
            return _table_text(event, names)


def _table_text(event: events.Event, names: Sequence[str]) -> str:
    match event:
        case events.GameCreated():
            return "The game is created."
        case events.SeatTaken(seat):
            return f"{names[seat]} takes seat {seat}."
        case events.SeatFreed(seat):
            return f"Seat {seat} is free."
        case events.SeatTokenIssued(seat):
            return f"{names[seat]} has a new token."
        case events.GameStarted(dealer):
            return f"The game starts; {names[dealer]} deals first."
        case events.GameCancelled():
            return "The game is called off."
        case events.SeatResigned(seat, cause):
            return f"{names[seat]} is out of the game ({cause_text(cause)})."
        case events.GameEnded(result):
            return result_text(result, names)
        case _:
            return rummy_text(event, names) or "Something happens that this client does not know."


def _scores_text(scores: Iterable[int], names: Sequence[str]) -> str:
    return ", ".join(f"{name} {score}" for name, score in zip(names, scores, strict=False))
