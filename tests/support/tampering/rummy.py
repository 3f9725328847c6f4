"""Tampering with what only games of family H have: draws, melds, lay-offs, challenges, piles."""

from __future__ import annotations

from conquian_service.verification import FaultKind
from tests.support.tampering.record import Change, Json, NotHere, Record, naming

DEAL, EVENT, MOVE, MOVER, RESULT = (
    FaultKind.DEAL,
    FaultKind.EVENT,
    FaultKind.MOVE,
    FaultKind.MOVER,
    FaultKind.RESULT,
)


def drawn_card_changed(record: Record) -> Change:
    """Another card came from the stock."""
    entry, drawn = record.any("cardDrawn")
    drawn["card"] = record.other(drawn["card"], record.pack.cards)
    seat, cards = drawn["seat"], {drawn["card"]}
    return naming(EVENT, at=entry["revision"], seat=seat, cards=cards, words=("the draw",))


def drawn_card_hidden(record: Record) -> Change:
    """The card drawn is left out, as in another seat's copy."""
    entry, drawn = record.any("cardDrawn")
    drawn["card"] = ""
    return naming(EVENT, at=entry["revision"], seat=drawn["seat"], words=("the draw",))


def stock_size_changed(record: Record) -> Change:
    """Another number of cards is left in the stock."""
    entry, told = record.any("cardDrawn", "bankTurnedOver", "stockShuffled")
    told["stockSize"] += record.pick([-1, 1])
    return naming(EVENT, at=entry["revision"], words=("stock_size",))


def taken_discard_changed(record: Record) -> Change:
    """Another card was taken from the discards."""
    entry, taken = record.any("discardsTaken")
    at = record.chance.randrange(len(taken["cards"]))
    taken["cards"][at] = record.other(taken["cards"][at], record.pack.cards)
    cards = {taken["cards"][at]}
    return naming(EVENT, at=entry["revision"], seat=taken["seat"], cards=cards)


def more_discards_taken(record: Record) -> Change:
    """One card more was taken from the discards."""
    entry, taken = record.any("discardsTaken")
    taken["cards"].append(record.pick(list(record.pack.cards)))
    return naming(MOVE, EVENT, at=entry["revision"], seat=taken["seat"])


def laid_card_changed(record: Record) -> Change:
    """Another card, of another rank and suit, lies in a new meld."""
    entry, laid = record.any("meldLaid")
    cards = laid["meld"]["cards"]
    at = record.chance.randrange(len(cards))
    lost = cards[at].rpartition("=")[2]
    cards[at] = record.pick(
        [card for card in record.pack.cards if card[0] != lost[0] and card[1] != lost[1]]
    )
    return naming(MOVE, EVENT, at={entry["revision"], entry["revision"] + 1})


def laid_card_doubled(record: Record) -> Change:
    """A card lies in a new meld once more than it did."""
    entry, laid = record.any("meldLaid")
    cards = laid["meld"]["cards"]
    cards += [record.pick(cards)] * 3
    return naming(MOVE, at=entry["revision"], seat=laid["seat"])


def changed_meld_of_another(record: Record) -> Change:
    """What was added to a meld was added to another seat's."""
    entry, changed = record.any("laidOff", "jokerTaken")
    others = [seat for seat in range(record.seats) if seat != changed["ownerSeat"]]
    changed["ownerSeat"] = record.pick(others)
    return naming(MOVE, EVENT, at=entry["revision"], seat=changed["seat"])


def changed_meld_otherwise(record: Record) -> Change:
    """A meld that was changed lay there otherwise."""
    entry, changed = record.any("laidOff", "jokerTaken")
    changed["meld"]["cards"].pop(record.chance.choice([0, -1]))
    return naming(MOVE, EVENT, at=entry["revision"], seat=changed["seat"])


def jokers_miscounted(record: Record) -> Change:
    """Another number of jokers was taken."""
    entry, taken = record.any("jokerTaken")
    taken["jokers"] += record.pick([-1, 1])
    return naming(EVENT, at=entry["revision"], seat=taken["seat"], words=("jokers",))


def opening_changed(record: Record) -> Change:
    """An opening has another value, or is another seat's."""
    entry, opened = record.any("opened")
    opened[record.pick(["value", "seat"])] += 1
    return naming(EVENT, at=entry["revision"], words=("the opening",))


def declaration_changed(record: Record) -> Change:
    """A seat has another number of cards left."""
    entry, declared = record.any("declared")
    declared["cardsLeft"] = record.other(declared["cardsLeft"], [1, 2, 4])
    return naming(EVENT, at=entry["revision"], words=("the declaration",))


def new_deal_changed(record: Record) -> Change:
    """Other hands called for a new deal."""
    entry, redealt = record.any("redealt")
    others = [[], *([seat] for seat in range(record.seats)), [0, 1]]
    redealt["seats"] = record.other(redealt["seats"], others)
    return naming(DEAL, at=entry["revision"], words=("the call for a new deal",))


def first_discard_changed(record: Record) -> Change:
    """Another card started the discards."""
    entry, started = record.any("discardsStarted")
    started["card"] = record.other(started["card"], record.pack.cards)
    return naming(DEAL, at=entry["revision"], cards={started["card"]})


def answer_to_a_challenge_changed(record: Record) -> Change:
    """A challenge was accepted and is said to be refused, or the other way round."""
    entry, answer = record.any("challengeAccepted", "challengeRefused")
    first: Json = entry["events"][0]
    kind = next(iter(first))
    other = {"challengeAccepted": "challengeRefused", "challengeRefused": "challengeAccepted"}
    entry["events"][0] = {other[kind]: answer}
    return naming(EVENT, RESULT, at=entry["revision"])


def challenge_left_out(record: Record) -> Change:
    """A challenge is left out; its answer stays."""
    entry, _ = record.any("challenged")
    place = record.entries.index(entry)
    if place + 1 == len(record.entries):
        raise NotHere
    del record.entries[place]
    record.renumber()
    return naming(MOVE, MOVER, EVENT, at=place + 1)


def bonus_changed(record: Record) -> Change:
    """A deal is said to count double, or is not."""
    entry, ended = record.any("dealEnded")
    if not record.family_h:
        raise NotHere
    bonuses = [f"BONUS_{kind}" for kind in ("UNSPECIFIED", "COOCH", "EXPRESS")]
    ended["bonus"] = record.other(ended.get("bonus", bonuses[0]), bonuses)
    return naming(RESULT, at=entry["revision"], words=("the end of the deal", "bonus"))
