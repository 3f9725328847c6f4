"""Tampering with what followed from the moves: cards, dead cards, scores, results."""

from __future__ import annotations

from conquian_service.verification import FaultKind
from tests.support.tampering.record import Change, Json, NotHere, Record, first_kind, naming

DEAL, EVENT, RESULT, FINAL = (
    FaultKind.DEAL,
    FaultKind.EVENT,
    FaultKind.RESULT,
    FaultKind.FINAL,
)
_KINDS = {
    "gameStarted": FaultKind.DEALER,
    "discardsStarted": DEAL,
    "redealt": DEAL,
    "dealStarted": DEAL,
    "dealEnded": RESULT,
    "gameEnded": RESULT,
}
_CAUSES = ("WENT_OUT", "STOCK_EXHAUSTED", "RESIGNATION", "DEAL_LIMIT", "TIME", "FORFEIT", "VOID")


def turned_card_changed(record: Record) -> Change:
    """Another card is turned up."""
    entry, turned = record.any("cardTurned")
    turned["card"] = record.other(turned["card"], record.pack.cards)
    return naming(EVENT, at=entry["revision"], cards={turned["card"]})


def turned_card_otherwise(record: Record) -> Change:
    """The card is turned by another seat, from another stock, or is said to be another kind."""
    entry, turned = record.any("cardTurned")
    name = record.pick(["seat", "stockSize", "origin"])
    if name == "origin":
        origins = ("OPENING", "TURNED", "DISCARDED", "UNSPECIFIED")
        turned[name] = record.other(turned[name], [f"UPCARD_ORIGIN_{kind}" for kind in origins])
    else:
        turned[name] += 1
    return naming(EVENT, at=entry["revision"], words=("the card turned up",))


def dead_card_changed(record: Record) -> Change:
    """Another card is dead."""
    entry, died = record.any("cardDied")
    died["card"] = record.other(died["card"], record.pack.cards)
    return naming(EVENT, at=entry["revision"], cards={died["card"]})


def dealt_card_changed(record: Record) -> Change:
    """A hand is dealt another card."""
    entry, deal = record.any("dealStarted")
    hand = record.pick([hand for hand in deal["hands"] if hand["cards"]])
    at = record.chance.randrange(len(hand["cards"]))
    card = record.pick([card for card in record.pack.cards if card not in hand["cards"]])
    hand["cards"][at] = card
    return naming(DEAL, at=entry["revision"], seat=hand["seat"])


def hands_exchanged(record: Record) -> Change:
    """Two seats have each other's hand."""
    entry, deal = record.any("dealStarted")
    hands = [hand for hand in deal["hands"] if hand["cards"]]
    one, two = record.chance.sample(hands, 2)
    one["cards"], two["cards"] = two["cards"], one["cards"]
    return naming(DEAL, at=entry["revision"], seat=min(one["seat"], two["seat"]))


def deal_otherwise(record: Record) -> Change:
    """The deal has another number, dealer, stake or stock."""
    entry, deal = record.any("dealStarted")
    name = record.pick(["number", "dealer", "stake", "stockSize"])
    deal[name] += 1
    return naming(DEAL, at=entry["revision"], words=("the deal",))


def event_missing(record: Record) -> Change:
    """Something that followed is not told."""
    entry, at = _followed(record)
    kind = _KINDS.get(next(iter(entry["events"][at])), EVENT)
    del entry["events"][at]
    return naming(kind, at=entry["revision"], words=("missing",))


def event_doubled(record: Record) -> Change:
    """Something that followed is told twice."""
    entry, at = _followed(record)
    entry["events"].insert(at, entry["events"][at])
    kinds = {_KINDS.get(next(iter(event)), EVENT) for event in entry["events"]}
    return naming(EVENT, *kinds, at=entry["revision"])


def events_reordered(record: Record) -> Change:
    """What followed is told in another order."""
    entry, at = _followed(record, least=3)
    others = [place for place in range(1, len(entry["events"])) if place != at]
    events, other = entry["events"], record.pick(others)
    if events[at] == events[other]:
        raise NotHere
    events[at], events[other] = events[other], events[at]
    kinds = {_KINDS.get(next(iter(event)), EVENT) for event in events}
    if "dealStarted" in events[at] and "dealStarted" in events[other]:
        kinds.add(FaultKind.ORDER)
    return naming(EVENT, *kinds, at=entry["revision"])


def dead_card_added(record: Record) -> Change:
    """A card is said to have died on the way."""
    entry = record.entries[record.pick(record.moves())]
    entry["events"].append({"cardDied": {"card": record.pick(list(record.pack.cards))}})
    return naming(EVENT, at=entry["revision"], words=("does not follow",))


def deal_result_changed(record: Record) -> Change:
    """A deal ends with other points, totals, winner or cause."""
    entry, ended = record.any("dealEnded")
    name = record.pick(["number", "points", "scores", "winnerSeat", "cause"])
    _change(record, ended, name)
    return naming(RESULT, at=entry["revision"], words=("the end of the deal",))


def game_result_changed(record: Record) -> Change:
    """The last event has another winner, score or cause."""
    entry, ended = record.any("gameEnded")
    _change(record, ended["result"], record.pick(["winnerSeats", "scores", "cause"]))
    return naming(RESULT, at=entry["revision"], words=("the result of the game",))


def shown_result_changed(record: Record) -> Change:
    """The game is shown with another result than the one played for."""
    name = record.pick(["winnerSeats", "scores", "cause"])
    _change(record, record.game["result"], name)
    return naming(RESULT, words=("the result",))


def shown_result_missing(record: Record) -> Change:
    """The game is shown without a result, or as one that still runs."""
    if record.chance.random() < 0.5:
        del record.game["result"]
    else:
        record.game["status"] = "GAME_STATUS_RUNNING"
    return naming(RESULT)


def shown_score_changed(record: Record) -> Change:
    """A seat is shown with another score."""
    seat = record.pick(record.game["seats"])
    seat["score"] += record.pick([-3, -1, 1, 10])
    return naming(RESULT, seat=seat["seat"], words=("score",))


def shown_end_changed(record: Record) -> Change:
    """A seat is shown with another hand or table, or as one that left."""
    seat = record.pick(record.game["seats"])
    name = record.pick(["handSize", "table", "resigned"])
    match name:
        case "handSize":
            seat[name] += 1
        case "table" if seat[name]:
            seat[name].pop()
        case "table":
            seat[name].append({"cards": list(record.pack.cards[:3])})
        case _:
            seat[name] = not seat[name]
    return naming(FINAL, seat=seat["seat"])


def _followed(record: Record, *, least: int = 2) -> tuple[Json, int]:
    """An entry with consequences, and the place of one of them."""
    starts = (
        *("passed", "taken", "forced", "waivedForce"),
        "discarded",
        "seatResigned",
        "seatTaken",
    )
    entries = [
        entry
        for entry in record.entries
        if first_kind(entry) in starts and len(entry["events"]) >= least
    ]
    entry: Json = record.pick(entries)
    return entry, record.chance.randrange(1, len(entry["events"]))


def _change(record: Record, told: Json, name: str) -> None:
    """Another value for a part of a result."""
    match name:
        case "number":
            told[name] += 1
        case "points" | "scores":
            at = record.chance.randrange(len(told[name]))
            told[name][at] += record.pick([-2, -1, 1, 5])
        case "winnerSeat":
            told[name] = record.other(told.get(name), range(record.seats))
        case "winnerSeats":
            told[name] = record.other(told[name], [[], [0], [1], [0, 1]])
        case _:
            told[name] = record.other(told[name], [f"CAUSE_{cause}" for cause in _CAUSES])
