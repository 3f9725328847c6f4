"""All that is to be seen at a moment, and what can be said of it in a sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from conquian.enums import GameStatus, Phase, UpcardOrigin
from conquian.terminal.drawn.cards import Deck
from conquian.view import DealView, GameView, RummyDeal, Upcard

__all__ = ["Scene", "offer_facts", "turn_text"]


@dataclass(slots=True)
class Scene:
    """What one person sees, and what he has typed so far."""

    view: GameView
    names: Sequence[str]
    """Of the players, by seat."""
    deck: Deck
    title: str
    """What is played."""
    card_names: Mapping[str, str] = field(default_factory=dict)
    """What to call each card; none where the service did not tell."""
    log: list[str] = field(default_factory=list)
    """What happened, in sentences, the newest last."""
    note: str = ""
    """An answer to what the person did last: why a move was refused, or a hint."""
    by_rank: bool = False
    """Whether the hand is in the order of ranks, not of suits."""
    page: int = 0
    """Of the legal moves, where they do not fit in the window."""
    typed: str = ""

    @property
    def to_act(self) -> bool:
        """Whether a move is asked for."""
        you = self.view.you
        return you is not None and you.to_act and not self.view.is_over


_TURNS = {
    Phase.OFFER: ("Your turn: take the upcard or pass.", "{who} may take the upcard."),
    Phase.FORCE_ASKED: ("Your turn: force, or let it go.", "{who} may force."),
    Phase.TAKE_FORCED: ("You are forced: take the upcard.", "{who} is forced to take."),
    Phase.DISCARD: ("Your turn: discard a card.", "{who} has to discard."),
    Phase.TRADING: ("Choose a card to give away.", "{who} has to choose a card to give away."),
    Phase.DRAW: ("Your turn: draw.", "{who} has to draw."),
    Phase.CHALLENGE_ASKED: ("You are challenged: accept or refuse.", "{who} is challenged."),
    Phase.PLAY: ("Your turn: lay, add to melds, or discard.", "{who} plays."),
}


def turn_text(scene: Scene) -> str:
    """Whose turn it is, and what is due."""
    view, deal = scene.view, scene.view.deal
    if view.is_over:
        return "The game is over."
    if deal is None or view.status is not GameStatus.RUNNING:
        free = sum(not seat.taken for seat in view.seats)
        return f"Waiting for {free} more to sit down." if free else "Waiting for the deal."
    others = " and ".join(scene.names[seat] for seat in deal.seats_to_act)
    yours, theirs = _TURNS.get(deal.phase, ("Your turn.", "{who} has to move."))
    if not scene.to_act:
        # No format: a name may hold braces.
        return theirs.replace("{who}", others or "Nobody")
    must = deal.rummy.must_use if deal.rummy is not None else None
    needed = deal.rummy.opening_needed if deal.rummy is not None else 0
    more = [f"{must} must be laid first."] if must is not None else []
    more += [f"{needed} to be laid to open."] if needed else []
    return " ".join([yours, *more])


def offer_facts(scene: Scene, deal: DealView) -> list[str]:
    """What is to be said beside the card on offer: where it came from, and what is left."""
    if deal.rummy is not None:
        facts = _discards_facts(deal.rummy)
    else:
        facts = _upcard_facts(scene, deal.upcard)
    card = deal.rummy.discards[:1] if deal.rummy is not None else ()
    shown = deal.upcard.card if deal.upcard is not None else next(iter(card), None)
    if shown is not None and shown in scene.card_names:
        facts.insert(0, scene.card_names[shown])
    left = [f"{deal.stock_size} in the stock"]
    left += [f"{deal.dead_size} dead"] if deal.dead_size else []
    left += [f"stake {deal.stake}"] if deal.stake else []
    facts.append(", ".join(left))
    if deal.passed_seats:
        facts.append("passed: " + ", ".join(scene.names[seat] for seat in deal.passed_seats))
    return facts


def _upcard_facts(scene: Scene, upcard: Upcard | None) -> list[str]:
    if upcard is None:
        return ["no upcard"]
    who = scene.names[upcard.by_seat]
    match upcard.origin:
        case UpcardOrigin.OPENING:
            return ["the opening upcard"]
        case UpcardOrigin.DISCARDED:
            return [f"discarded by {who}"]
        case _:
            return [f"turned up by {who}"]


def _discards_facts(rummy: RummyDeal) -> list[str]:
    facts = ["no discards"]
    if rummy.discards:
        facts = [f"on top of {rummy.discards_size} discards"]
    if len(rummy.discards) > 1:
        facts.append("under it " + " ".join(rummy.discards[1:]))
    if rummy.taken:
        facts.append("taken up: " + " ".join(rummy.taken))
    return facts
