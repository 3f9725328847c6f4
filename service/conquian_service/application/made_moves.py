"""Which move an event tells of, and who made it: the log keeps events, a replay plays moves."""

from __future__ import annotations

from conquian_engine import (
    AcceptChallenge,
    Card,
    CardDrawn,
    Challenge,
    ChallengeAccepted,
    Challenged,
    ChallengeRefused,
    DealStopped,
    Discard,
    Discarded,
    DiscardsTaken,
    DrawDiscards,
    DrawStock,
    Force,
    Forced,
    JokerTaken,
    LaidFromHand,
    LaidOff,
    LayFromHand,
    LayMeld,
    LayOff,
    LetGo,
    MeldLaid,
    Move,
    Pass,
    Passed,
    RefuseChallenge,
    Seat,
    Stop,
    Take,
    TakeJoker,
    Taken,
    Trade,
    TradeChosen,
    WaivedForce,
)


def made_move(event: object) -> tuple[Seat, Move] | None:
    """Who made which move, for an event that begins what a move leads to; else None."""
    match event:
        case Taken(seat=seat, layout=layout):
            return seat, Take(layout)
        case Passed(seat=seat):
            return seat, Pass()
        case Forced(seat=seat, by=by):
            return by, Force(seat)
        case WaivedForce(seat=seat):
            return seat, LetGo()
        case Discarded(seat=seat, card=card):
            return seat, Discard(card)
        case LaidFromHand(seat=seat, layout=layout):
            return seat, LayFromHand(layout)
        case TradeChosen(seat=seat, card=card):
            return seat, Trade(card or Card(""))
        case _:
            return _made_in_rummy(event)


def _made_in_rummy(event: object) -> tuple[Seat, Move] | None:
    match event:
        case CardDrawn(seat=seat):
            return seat, DrawStock()
        case DiscardsTaken(seat=seat, cards=cards):
            return seat, DrawDiscards(len(cards))
        case MeldLaid(seat=seat, meld=meld):
            return seat, LayMeld(meld)
        case LaidOff(seat=seat, owner=owner, old=old, meld=meld):
            return seat, LayOff(owner, old, meld)
        case JokerTaken(seat=seat, owner=owner, old=old, meld=meld):
            return seat, TakeJoker(owner, old, meld)
        case Challenged(seat=seat):
            return seat, Challenge()
        case ChallengeAccepted(seat=seat):
            return seat, AcceptChallenge()
        case ChallengeRefused(seat=seat):
            return seat, RefuseChallenge()
        case DealStopped(seat=seat):
            return seat, Stop()
        case _:
            return None
