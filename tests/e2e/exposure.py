"""What a reader has been shown, by the log alone; and what a message names beyond that.

Written from R4.4: a player sees his own hand, all tables, every card turned up, discarded
or laid, and the hands counted for score. A watcher sees the same without a hand.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from google.protobuf.message import Message

from conquian.v1 import events_pb2, view_pb2
from conquian.v1 import game_service_pb2 as pb
from tests.e2e.bookkeeper import RANKS, SUITS

Cards = frozenset[str]


def cards_named_in(text: str, pack: str) -> set[str]:
    """Every word of a text that parses as a card of a pack."""
    return set(_pattern(pack).findall(text))


def cards_in_turn(message: Message | str, pack: str) -> Iterator[str]:
    """The cards a message names, as often and in the order that its fields give them."""
    parts = (message,) if isinstance(message, str) else (value for _, value in message.ListFields())
    for part in itertools.chain.from_iterable(map(_parts, parts)):
        if isinstance(part, Message):
            yield from cards_in_turn(part, pack)
        elif isinstance(part, str):
            yield from _pattern(pack).findall(part)


@dataclass(frozen=True, slots=True)
class Exposure:
    """What one reader has been shown at each revision of one game."""

    game_id: str
    pack: str
    in_updates: dict[int, Cards]
    """Cards that the update of a revision may name: those of all deals it touches."""
    in_views: dict[int, Cards]
    """Cards that a view at a revision may name: those shown in its deal."""
    in_deals: dict[int, tuple[Cards, ...]]
    """Cards shown of each deal begun, by revision."""

    def at(self, revision: int) -> Cards:
        """Cards an answer may name that is given at a revision."""
        return self.in_updates.get(revision, frozenset())


def exposure_of(
    entries: Iterable[events_pb2.GameUpdate],
    reader: int | None,
    *,
    pack: str,
    game_id: str = "",
) -> Exposure:
    """What a seat, or a watcher, was shown, from the complete entries of a transcript."""
    deals: list[set[str]] = []
    updates: dict[int, Cards] = {}
    views: dict[int, Cards] = {}
    by_deal: dict[int, tuple[Cards, ...]] = {}
    for entry in entries:
        touched: set[str] = set(deals[-1]) if deals else set()
        for event in entry.events:
            if event.HasField("deal_started"):
                deals.append(set())
            if deals:
                deals[-1] |= set(_shown_by(event, reader))
                touched |= deals[-1]
        updates[entry.revision] = frozenset(touched)
        views[entry.revision] = frozenset(deals[-1] if deals else ())
        by_deal[entry.revision] = tuple(map(frozenset, deals))
    return Exposure(game_id, pack, updates, views, by_deal)


def unshown_cards(
    message: Message | str, exposure: Exposure, *, now: int, named: Iterable[str] = ()
) -> list[str]:
    """Cards a message names that its reader had not been shown, each with its place.

    Updates and views are judged by their own revision, everything else by the one it is
    said at. `named` are cards that the caller named himself.
    """
    own = frozenset(named)
    if isinstance(message, str):
        return sorted(cards_named_in(message, exposure.pack) - exposure.at(now) - own)
    return list(_unshown(message, exposure, exposure.at(now) | own, type(message).__name__))


def _shown_by(  # noqa: C901, PLR0912 - one line for each kind
    event: events_pb2.Event, reader: int | None
) -> Iterator[str]:
    match event.WhichOneof("kind"):
        case "deal_started":
            for hand in event.deal_started.hands:
                if hand.seat == reader:
                    yield from hand.cards
        case "card_turned":
            yield event.card_turned.card
        case "taken":
            for meld in event.taken.layout:
                yield from meld.cards
        case "laid_from_hand":
            for meld in event.laid_from_hand.layout:
                yield from meld.cards
        case "trade_chosen" if event.trade_chosen.seat == reader:
            yield event.trade_chosen.card
        case "cards_traded":
            for each in event.cards_traded.cards:
                if reader in (each.from_seat, each.to_seat):
                    yield each.card
        case "discarded":
            yield event.discarded.card
        case "card_drawn" if event.card_drawn.seat == reader:
            yield event.card_drawn.card
        case "discards_started":
            yield event.discards_started.card
        case "discards_taken":
            yield from event.discards_taken.cards
        case "meld_laid" | "laid_off" | "joker_taken" as kind:
            told = getattr(event, kind)
            for card in (told.meld if kind == "meld_laid" else told.result).cards:
                yield from card.replace("*", "").split("=")
        case "deal_ended":
            for hand in event.deal_ended.counted_hands:
                yield from hand.cards
        case _:
            pass


def _unshown(message: Message, exposure: Exposure, allowed: Cards, where: str) -> Iterator[str]:
    match message:
        case events_pb2.GameUpdate():
            allowed = exposure.in_updates.get(message.revision, frozenset())
        case view_pb2.GameView(game_id=game_id) if game_id != exposure.game_id:
            return  # another game, listed beside this one
        case view_pb2.GameView():
            allowed = exposure.in_views.get(message.revision, frozenset())
        case pb.ListLegalMovesResponse():
            allowed = exposure.in_views.get(message.revision, frozenset())
        case _:
            pass
    for field, value in message.ListFields():
        place = f"{where}.{field.name}"
        for part in _parts(value):
            if isinstance(part, Message):
                yield from _unshown(part, exposure, allowed, place)
            elif isinstance(part, str):
                for card in cards_named_in(part, exposure.pack) - allowed:
                    yield f"{place}: {card}"


def _parts(value: object) -> Iterator[object]:
    """A field's values one by one, bytes as text; a map's keys too."""
    if isinstance(value, bytes):
        yield value.decode("latin-1")
    elif isinstance(value, str | Message | int | float):
        yield value
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from (key, item)
    elif isinstance(value, Iterable):
        for item in value:
            yield from _parts(item)


_PATTERNS: dict[str, re.Pattern[str]] = {}


def _pattern(pack: str) -> re.Pattern[str]:
    if pack not in _PATTERNS:
        # Not inside a longer word, and not inside a token or an id; a joker's card is none.
        card = rf"(?<![\w.-])(?<!JK=)(?<!JK\*=)(?:[{RANKS[pack]}][{SUITS[pack]}]|JK)(?![\w-])"
        _PATTERNS[pack] = re.compile(card, re.ASCII)
    return _PATTERNS[pack]
