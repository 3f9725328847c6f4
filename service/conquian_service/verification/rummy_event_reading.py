"""Events of family H out of the file, as the engine's own."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from conquian_engine import (
    BankTurnedOver,
    CardDrawn,
    ChallengeAccepted,
    Challenged,
    ChallengeRefused,
    DealStopped,
    Declared,
    DiscardsStarted,
    DiscardsTaken,
    Event,
    JokerTaken,
    LaidOff,
    Meld,
    MeldLaid,
    Opened,
    Redealt,
    Seat,
    StockShuffled,
)
from conquian_service.verification.fields import Node


def _card_drawn(node: Node) -> CardDrawn:
    return CardDrawn(_seat(node), node.card("card"), node.integer("stock_size"))


def _discards_taken(node: Node) -> DiscardsTaken:
    return DiscardsTaken(_seat(node), node.cards("cards"))


def _meld_laid(node: Node) -> MeldLaid:
    return MeldLaid(_seat(node), _meld(node, "meld"))


def _laid_off(node: Node) -> LaidOff:
    return LaidOff(
        _seat(node), Seat(node.integer("owner_seat")), _meld(node, "meld"), _meld(node, "result")
    )


def _joker_taken(node: Node) -> JokerTaken:
    return JokerTaken(
        _seat(node),
        Seat(node.integer("owner_seat")),
        _meld(node, "meld"),
        _meld(node, "result"),
        node.integer("jokers"),
    )


def _seat(node: Node) -> Seat:
    return Seat(node.integer("seat"))


def _meld(node: Node, name: str) -> Meld:
    inner = node.message(name)
    meld = inner.cards("cards")
    inner.close()
    return meld


READ_RUMMY: Mapping[str, Callable[[Node], Event]] = {
    "redealt": lambda node: Redealt(tuple(map(Seat, node.integers("seats")))),
    "discards_started": lambda node: DiscardsStarted(node.card("card"), node.integer("stock_size")),
    "card_drawn": _card_drawn,
    "discards_taken": _discards_taken,
    "stock_shuffled": lambda node: StockShuffled(node.cards("order"), node.integer("stock_size")),
    "bank_turned_over": lambda node: BankTurnedOver(node.integer("stock_size")),
    "meld_laid": _meld_laid,
    "laid_off": _laid_off,
    "joker_taken": _joker_taken,
    "opened": lambda node: Opened(_seat(node), node.integer("value")),
    "declared": lambda node: Declared(_seat(node), node.integer("cards_left")),
    "challenged": lambda node: Challenged(_seat(node)),
    "challenge_accepted": lambda node: ChallengeAccepted(_seat(node)),
    "challenge_refused": lambda node: ChallengeRefused(_seat(node)),
    "deal_stopped": lambda node: DealStopped(_seat(node)),
}
"""How each is read."""
