"""Where each card of a pack of family H lies, and which of them a reader has been shown.

A double pack has two cards of one text, so that what is hidden is a place in the pack order,
not a text. Of two copies in one hand it makes no difference which is played, unless one was
taken from the discards in this turn (R3.1).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from random import Random

from conquian.v1 import cards_pb2, events_pb2

JOKER = "JK"


def rummy_move(event: events_pb2.Event) -> tuple[int, cards_pb2.Move] | None:
    """The move that an event of family H tells of, and who made it."""
    move = cards_pb2.Move()
    match event.WhichOneof("kind"):
        case "card_drawn":
            move.draw_stock.SetInParent()
        case "discards_taken":
            move.draw_discards.count = len(event.discards_taken.cards)
        case "meld_laid":
            move.lay_meld.meld.CopyFrom(event.meld_laid.meld)
        case "laid_off" | "joker_taken" as changed:
            told = getattr(event, changed)
            made = move.lay_off if changed == "laid_off" else move.take_joker
            made.seat = told.owner_seat
            made.meld.CopyFrom(told.meld)
            made.result.CopyFrom(told.result)
        case "challenged":
            move.challenge.SetInParent()
        case "challenge_accepted":
            move.accept_challenge.SetInParent()
        case "challenge_refused":
            move.refuse_challenge.SetInParent()
        case "deal_stopped":
            move.stop.SetInParent()
        case _:
            return None
    kind = event.WhichOneof("kind")
    assert kind is not None
    return getattr(event, kind).seat, move


class Places:
    """One pack on the table: places of its order in hands and piles, and those shown."""

    def __init__(self, deal: events_pb2.DealStarted, reader: int | None) -> None:
        self.order = list(deal.order)
        self.reader = reader
        self.hands: dict[int, list[int]] = {seat: [] for seat in range(len(deal.hand_sizes))}
        self.discards: list[int] = []
        self.jokers: list[int] = []
        """On tables."""
        self.taken: set[int] = set()
        """From the discards in this turn."""
        self.dealt = list(_dealing(deal))
        """The seat that got each place, from the top."""
        for place, seat in enumerate(self.dealt):
            self.hands[seat].append(place)
        self.stock = list(range(len(self.dealt), len(self.order)))
        self.own = list(self.hands.get(-1 if reader is None else reader, ()))
        """As dealt to the reader."""
        self.shown = set(self.own)
        for hand in deal.hands:
            assert sorted(hand.cards) == sorted(self.order[at] for at in self.hands[hand.seat])

    def hear(self, event: events_pb2.Event) -> None:
        """Move what an event moves."""
        match event.WhichOneof("kind"):
            case "discards_started":
                self.discards.append(self.stock.pop(0))
                self.shown.add(self.discards[-1])
            case "card_drawn":
                seat, place = event.card_drawn.seat, self.stock.pop(0)
                self.hands[seat].append(place)
                self.taken = set()
                if seat == self.reader:
                    self.shown.add(place)
            case "discards_taken":
                count = len(event.discards_taken.cards)
                self.taken = set(self.discards[-count:])
                self.hands[event.discards_taken.seat] += self.discards[-count:]
                del self.discards[-count:]
            case "discarded":
                seat, card = event.discarded.seat, event.discarded.card
                self.discards.append(self._play(seat, card, discarding=True))
            case "meld_laid":
                self._lay(event.meld_laid.seat, event.meld_laid.meld.cards, ())
            case "laid_off":
                off = event.laid_off
                self._lay(off.seat, off.result.cards, off.meld.cards)
            case "joker_taken":
                took = event.joker_taken
                naturals = [card for card in took.meld.cards if not card.startswith(JOKER)]
                left = [card for card in took.result.cards if not card.startswith(JOKER)]
                self._lay(took.seat, left, naturals)
                self.hands[took.seat] += [self.jokers.pop() for _ in range(took.jokers)]
            case "stock_shuffled" | "bank_turned_over":
                # The multiset, or the order, of these is known to all, and not to be changed.
                self.stock, self.discards = self.discards, []
                self._reorder(list(event.stock_shuffled.order))
            case "deal_ended":
                for hand in event.deal_ended.counted_hands:
                    self.shown |= set(self.hands[hand.seat])
            case _:
                pass

    def _reorder(self, order: list[str]) -> None:
        left = list(self.stock)
        for at, card in enumerate(order):
            self.stock[at] = next(place for place in left if self.order[place] == card)
            left.remove(self.stock[at])

    def _lay(self, seat: int, result: Iterable[str], meld: Iterable[str]) -> None:
        more = Counter(card.partition("=")[0].strip("*") for card in result)
        more.subtract(card.partition("=")[0].strip("*") for card in meld)
        for card in more.elements():
            place = self._play(seat, card)
            if card == JOKER:
                self.jokers.append(place)

    def _play(self, seat: int, card: str, *, discarding: bool = False) -> int:
        """The place of a card that a seat plays, which everybody sees now."""
        held = [place for place in self.hands[seat] if self.order[place] == card]
        usable = [place for place in held if place not in self.taken] if discarding else []
        place = next((at for at in usable or held if at in self.shown), (usable or held)[0])
        self.hands[seat].remove(place)
        self.shown.add(place)
        return place


def packs_until(
    entries: Sequence[events_pb2.GameUpdate], reader: int | None, revision: int
) -> list[Places]:
    """Every pack of a game in order, as it lies after a revision."""
    packs: list[Places] = []
    for entry in entries:
        for event in entry.events:
            if event.HasField("deal_started"):
                packs.append(Places(event.deal_started, reader))
                if entry.revision > revision:
                    packs[-1].shown = set()
            elif packs and entry.revision <= revision:
                packs[-1].hear(event)
    return packs


def other_orders(
    entries: Sequence[events_pb2.GameUpdate], reader: int | None, revision: int, rng: Random
) -> list[tuple[str, ...]]:
    """Orders that differ only in what the reader has not been shown by a revision."""
    orders = []
    for pack in packs_until(entries, reader, revision):
        hidden = [place for place in range(len(pack.order)) if place not in pack.shown]
        while True:
            order = _shuffled_at(pack.order, hidden, rng)
            if pack.shown:
                order = _shuffled_at(order, pack.own, rng)
            # Whose hand calls for a new deal is no secret, nor that none does (R3.30).
            if _calls(pack.order, pack) == _calls(order, pack):
                break
        orders.append(tuple(order))
    return orders


def turn_ends(entries: Iterable[events_pb2.GameUpdate]) -> list[int]:
    """Revisions at which no seat owes anything that cards not yet shown have to pay (R3.2)."""
    return [
        entry.revision
        for entry in entries
        if any(event.HasField("discarded") for event in entry.events)
    ]


def _dealing(deal: events_pb2.DealStarted) -> Iterator[int]:
    """The seat that gets each card, one at a time."""
    left = dict(enumerate(deal.hand_sizes))
    extra = max(left.values()) != min(size for size in left.values() if size)
    first = deal.dealer if extra else deal.dealer + 1
    while any(left.values()):
        for step in range(len(left)):
            seat = (first + step) % len(left)
            if left[seat]:
                left[seat] -= 1
                yield seat


def _calls(order: Sequence[str], pack: Places) -> list[bool]:
    """Which hands as dealt have three pairs or three jokers."""
    hands: dict[int, Counter[str]] = {}
    for place, seat in enumerate(pack.dealt):
        hands.setdefault(seat, Counter())[order[place]] += 1
    return [
        hand[JOKER] > 2 or sum(n > 1 for card, n in hand.items() if card != JOKER) > 2
        for _, hand in sorted(hands.items())
    ]


def _shuffled_at(order: Sequence[str], places: Sequence[int], rng: Random) -> list[str]:
    cards = [order[place] for place in places]
    rng.shuffle(cards)
    changed = list(order)
    for place, card in zip(places, cards, strict=True):
        changed[place] = card
    return changed
