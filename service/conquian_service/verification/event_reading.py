"""Events out of the file: the engine's for what is play, our own for the table."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import cast

from conquian_engine import (
    BySeat,
    Card,
    CardDied,
    CardsTraded,
    CardTurned,
    Cause,
    DealEnded,
    DealStarted,
    Discarded,
    Forced,
    GameEnded,
    GameResult,
    LaidFromHand,
    Origin,
    Passed,
    Seat,
    SeatResigned,
    Taken,
    TradeChosen,
    TradedCard,
    WaivedForce,
)
from conquian_service.verification.fields import Node, Unreadable
from conquian_service.verification.rummy_event_reading import READ_RUMMY
from conquian_service.verification.transcript import (
    Cancelled,
    Created,
    Freed,
    Recorded,
    Seated,
    Started,
    TokenIssued,
    Unknown,
)

ACCESS = ("public", "unlisted", "private")
SEAT_KINDS = ("human", "bot")
_CAPITAL = re.compile("[A-Z]")
_CAUSES = (
    "went_out",
    "stock_exhausted",
    "resignation",
    "deal_limit",
    "time",
    "forfeit",
    "void",
    "challenge",
    "no_progress",
)
"""As the API numbers them."""
_BONUSES = ("cooch", "express")
_ORIGINS = tuple(origin.value for origin in Origin)


def read_event(node: Node) -> Recorded:
    """One event; `Unknown` for a kind that this build does not know."""
    names = node.names()
    if len(names) > 1:
        raise Unreadable(f"{node.path} is more than one event: {', '.join(names)}")
    if not names:
        # Its kind was newer than whoever wrote the file.
        return Unknown(node.path)
    kind = _CAPITAL.sub(lambda letter: f"_{letter[0].lower()}", names[0])
    read = _READ.get(kind)
    if read is None:
        return Unknown(f"{node.path}.{names[0]}")
    inner = node.message(kind)
    event = read(inner)
    inner.close()
    return event


def read_result(node: Node) -> GameResult:
    """How a game ended."""
    return GameResult(
        _cause(node),
        tuple(map(Seat, node.integers("winner_seats"))),
        BySeat(node.integers("scores")),
    )


def _game_created(node: Node) -> Created:
    dealer = node.optional("first_dealer")
    return Created(
        node.text("ruleset"),
        node.texts("options"),
        node.integer("seats"),
        node.choice("access", "ACCESS", ACCESS),
        None if dealer is None else Seat(dealer),
        node.integer("pinned_deals"),
    )


def _seat_taken(node: Node) -> Seated:
    return Seated(
        _seat(node),
        node.text("name"),
        node.choice("kind", "SEAT_KIND", SEAT_KINDS),
        node.text("player"),
        node.octets("entropy"),
    )


def _deal_started(node: Node) -> DealStarted:
    sizes = BySeat(node.integers("hand_sizes"))
    return DealStarted(
        deal=node.integer("number"),
        dealer=Seat(node.integer("dealer")),
        stake=node.integer("stake"),
        order=node.cards("order"),
        hands=_hands(node, "hands", len(sizes)),
        hand_sizes=sizes,
        stock_size=node.integer("stock_size"),
    )


def _card_turned(node: Node) -> CardTurned:
    origin = node.choice("origin", "UPCARD_ORIGIN", _ORIGINS)
    return CardTurned(
        node.card("card"),
        # What is none of ours stays as it is: the replay will give another one.
        Origin(origin) if origin in _ORIGINS else cast("Origin", origin),
        _seat(node),
        node.integer("stock_size"),
    )


def _taken(node: Node) -> Taken:
    return Taken(
        _seat(node),
        node.card("upcard"),
        node.layout("layout"),
        node.cards("from_hand"),
        node.cards("borrowed"),
    )


def _laid_from_hand(node: Node) -> LaidFromHand:
    return LaidFromHand(_seat(node), node.layout("layout"), node.cards("from_hand"))


def _cards_traded(node: Node) -> CardsTraded:
    number = node.integer("round")
    cards = []
    for each in node.messages("cards"):
        giver, receiver = Seat(each.integer("from_seat")), Seat(each.integer("to_seat"))
        cards.append(TradedCard(giver, receiver, each.card("card")))
        each.close()
    return CardsTraded(number, tuple(cards))


def _deal_ended(node: Node) -> DealEnded:
    winner = node.optional("winner_seat")
    points = BySeat(node.integers("points"))
    return DealEnded(
        node.integer("number"),
        _cause(node),
        None if winner is None else Seat(winner),
        points,
        BySeat(node.integers("scores")),
        _hands(node, "counted_hands", len(points)),
        _bonus(node),
    )


def _game_ended(node: Node) -> GameEnded:
    inner = node.message("result")
    result = read_result(inner)
    inner.close()
    return GameEnded(result.cause, result.winners, result.scores)


def _hands(node: Node, name: str, seats: int) -> BySeat[tuple[Card, ...] | None]:
    """Hands by seat; None for the seats that the file leaves out."""
    hands: dict[int, tuple[Card, ...]] = {}
    for hand in node.messages(name):
        seat = hand.integer("seat")
        if seat in hands or not 0 <= seat < seats:
            raise Unreadable(f"{hand.path} is of seat {seat}, which has one or does not exist")
        hands[seat] = hand.cards("cards")
        hand.close()
    return BySeat(hands.get(seat) for seat in range(seats))


def _seat(node: Node) -> Seat:
    return Seat(node.integer("seat"))


def _bonus(node: Node) -> str | None:
    bonus = node.choice("bonus", "BONUS", _BONUSES)
    return None if bonus == "unspecified" else bonus


def _cause(node: Node) -> Cause:
    cause = node.choice("cause", "CAUSE", _CAUSES)
    return Cause(cause) if cause in _CAUSES else cast("Cause", cause)


_READ: Mapping[str, Callable[[Node], Recorded]] = {
    "game_created": _game_created,
    "seat_taken": _seat_taken,
    "seat_freed": lambda node: Freed(_seat(node)),
    "seat_token_issued": lambda node: TokenIssued(_seat(node)),
    "game_started": lambda node: Started(Seat(node.integer("dealer"))),
    "game_cancelled": lambda _: Cancelled(),
    "deal_started": _deal_started,
    "card_turned": _card_turned,
    "passed": lambda node: Passed(_seat(node)),
    "forced": lambda node: Forced(_seat(node), Seat(node.integer("by_seat"))),
    "waived_force": lambda node: WaivedForce(_seat(node)),
    "taken": _taken,
    "laid_from_hand": _laid_from_hand,
    "trade_chosen": lambda node: TradeChosen(_seat(node), node.card("card")),
    "cards_traded": _cards_traded,
    "discarded": lambda node: Discarded(_seat(node), node.card("card")),
    "card_died": lambda node: CardDied(node.card("card")),
    "seat_resigned": lambda node: SeatResigned(_seat(node), _cause(node)),
    "deal_ended": _deal_ended,
    "game_ended": _game_ended,
    **READ_RUMMY,
}
