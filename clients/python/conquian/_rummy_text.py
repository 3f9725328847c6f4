"""Events of family H as sentences."""

from __future__ import annotations

from collections.abc import Sequence

from conquian import events
from conquian.cards import Meld


def rummy_text(event: events.Event, names: Sequence[str]) -> str | None:
    """What happened, as a sentence; None for an event that family H does not have alone."""
    match event:
        case events.CardDrawn(seat, card, stock_size):
            return f"{names[seat]} draws {card or 'a card'}; {stock_size} cards are left."
        case events.DiscardsTaken(seat, cards):
            return f"{names[seat]} takes {' '.join(cards)} from the discards."
        case events.MeldLaid(seat, meld):
            return f"{names[seat]} lays {meld}."
        case events.LaidOff(seat, owner, meld, result):
            return f"{names[seat]} adds to {_change(seat, owner, meld, result, names)}."
        case events.JokerTaken(seat, owner, meld, result, jokers):
            what = "a joker" if jokers == 1 else f"{jokers} jokers"
            return f"{names[seat]} takes {what} from {_change(seat, owner, meld, result, names)}."
        case events.Opened(seat, value):
            return f"{names[seat]} has opened with {value}."
        case _:
            return _said_text(event, names)


def _said_text(event: events.Event, names: Sequence[str]) -> str | None:
    match event:
        case events.Declared(seat, 1):
            return f"{names[seat]} has one card left."
        case events.Declared(seat, cards_left):
            return f"{names[seat]} has {cards_left} cards left."
        case events.Challenged(seat):
            return f"{names[seat]} challenges."
        case events.ChallengeAccepted(seat):
            return f"{names[seat]} accepts the challenge."
        case events.ChallengeRefused(seat):
            return f"{names[seat]} refuses the challenge."
        case events.DealStopped(seat):
            return f"{names[seat]} stops the deal."
        case _:
            return _pile_text(event, names)


def _pile_text(event: events.Event, names: Sequence[str]) -> str | None:
    match event:
        case events.DiscardsStarted(card, stock_size):
            return f"The first discard is {card}; {stock_size} cards are left."
        case events.StockShuffled(_, stock_size):
            return f"The discards are shuffled and become the stock: {stock_size} cards."
        case events.BankTurnedOver(stock_size):
            return f"The discards are turned over and become the stock: {stock_size} cards."
        case events.Redealt(seats):
            whose = " and ".join(names[seat] for seat in seats)
            return f"The cards are dealt again, because of the hand of {whose}."
        case _:
            return None


def _change(seat: int, owner: int, meld: Meld, result: Meld, names: Sequence[str]) -> str:
    whose = "the own" if seat == owner else f"{names[owner]}'s"
    return f"{whose} {meld}: {result}"
