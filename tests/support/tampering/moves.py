"""Tampering with what the players did: moves, movers, and which there were at all."""

from __future__ import annotations

import copy

from conquian_service.verification import FaultKind
from tests.support.tampering.record import (
    RUMMY_MOVES,
    Change,
    Json,
    NotHere,
    Record,
    first_kind,
    naming,
)

MOVER, MOVE, EVENT = FaultKind.MOVER, FaultKind.MOVE, FaultKind.EVENT


def mover_changed(record: Record) -> Change:
    """A move is said to be another seat's."""
    kinds = ("passed", "taken", "discarded", "waivedForce", "forced", *RUMMY_MOVES)
    entry, name, act = _act(record, *kinds)
    key = "bySeat" if name == "forced" else "seat"
    act[key] = record.other(act[key], range(record.seats))
    return naming(MOVER, at=entry["revision"], seat=act[key])


def mover_unknown(record: Record) -> Change:
    """A move is said to be a seat's that does not exist."""
    kinds = ("passed", "taken", "discarded", "waivedForce", *RUMMY_MOVES)
    entry, _, act = _act(record, *kinds)
    act["seat"] = record.seats
    return naming(MOVER, at=entry["revision"], seat=record.seats)


def discard_changed(record: Record) -> Change:
    """Another card is discarded; a later entry tells what became of the right one."""
    if record.family_h:
        raise NotHere  # the next seat need not answer it
    place = record.pick([at for at in record.moves() if _is_settled_discard(record, at)])
    entry = record.entries[place]
    act = entry["events"][0]["discarded"]
    act["card"] = record.other(act["card"], record.pack.cards)
    return naming(MOVE, EVENT, at=entry["revision"])


def _is_settled_discard(record: Record, place: int) -> bool:
    """Whether a card is discarded here that dies or is taken; a game may end with it on offer."""
    entry, *later = record.entries[place:]
    if first_kind(entry) != "discarded":
        return False
    card = entry["events"][0]["discarded"]["card"]
    for event in (event for entry in later for event in entry["events"]):
        if "dealStarted" in event:
            return False
        died, taken = event.get("cardDied", {}), event.get("taken", {})
        if card in (died.get("card"), taken.get("upcard")):
            return True
    return False


def forced_seat_changed(record: Record) -> Change:
    """Another seat is forced."""
    entry, _, act = _act(record, "forced")
    act["seat"] = record.other(act["seat"], range(record.seats))
    return naming(MOVE, EVENT, MOVER, at={entry["revision"], entry["revision"] + 1})


def taken_upcard_changed(record: Record) -> Change:
    """A taking names another upcard."""
    entry, _, act = _act(record, "taken")
    act["upcard"] = record.other(act["upcard"], record.pack.cards)
    return naming(EVENT, at=entry["revision"], seat=act["seat"], cards={act["upcard"]})


def melded_card_changed(record: Record) -> Change:
    """Another card lies in a meld."""
    entry, _, act = _act(record, "taken")
    meld = record.pick(act["layout"])["cards"]
    laid = {card for each in act["layout"] for card in each["cards"]}
    meld[record.chance.randrange(len(meld))] = record.pick(
        [card for card in record.pack.cards if card not in laid]
    )
    return naming(MOVE, EVENT, at=entry["revision"], seat=act["seat"])


def melded_card_doubled(record: Record) -> Change:
    """A card lies in a layout twice."""
    entry, _, act = _act(record, "taken")
    meld = record.pick(act["layout"])["cards"]
    card = record.pick(meld)
    meld.append(card)
    return naming(MOVE, at=entry["revision"], seat=act["seat"])


def meld_missing(record: Record) -> Change:
    """A layout lacks one of its melds."""
    entry, _, act = _act(record, "taken")
    act["layout"].remove(record.pick(act["layout"]))
    return naming(MOVE, EVENT, at=entry["revision"], seat=act["seat"])


def laid_hand_card_changed(record: Record) -> Change:
    """Another card is said to come from the hand."""
    entry, _, act = _act(record, "taken")
    hand = act["fromHand"]
    if not hand:
        raise NotHere
    at = record.chance.randrange(len(hand))
    hand[at] = record.pick([card for card in record.pack.cards if card not in hand])
    return naming(EVENT, at=entry["revision"], seat=act["seat"], cards={hand[at]})


def move_of_another_kind(record: Record) -> Change:
    """A pass where something was taken, a discard where something was passed, and so on."""
    place = record.pick(record.moves(answered=True))
    entry = record.entries[place]
    name, act = next(iter(entry["events"][0].items()))
    seat = act["bySeat"] if name == "forced" else act["seat"]
    others: list[tuple[str, Json]] = [
        ("passed", {"seat": seat}),
        ("waivedForce", {"seat": seat}),
        ("discarded", {"seat": seat, "card": record.pick(list(record.pack.cards))}),
        ("forced", {"seat": (seat + 1) % record.seats, "bySeat": seat}),
    ]
    kind, held = record.pick([other for other in others if other[0] != name])
    entry["events"][0] = {kind: held}
    at = {entry["revision"], entry["revision"] + 1}
    return naming(MOVE, EVENT, MOVER, FaultKind.RESULT, at=at)


def move_missing(record: Record) -> Change:
    """A move is left out, and the entries are numbered anew."""
    place = record.pick(record.moves(answered=True))
    del record.entries[place]
    record.renumber()
    if record.family_h:
        # A meld that was not laid is missed at the latest when the hand is counted.
        return naming(MOVE, EVENT, MOVER, FaultKind.RESULT, FaultKind.FINAL, since=place + 1)
    return naming(MOVE, EVENT, MOVER, at=place + 1)


def move_doubled(record: Record) -> Change:
    """A move is there twice, and the entries are numbered anew."""
    place = record.pick(record.moves())
    record.entries.insert(place + 1, copy.deepcopy(record.entries[place]))
    record.renumber()
    return naming(MOVE, EVENT, MOVER, at=place + 2)


def moves_reordered(record: Record) -> Change:
    """Two moves have changed places; numbers and times stay."""
    place = record.pick([at for at in record.moves(answered=True) if not _commute(record, at)])
    one, two = record.entries[place], record.entries[place + 1]
    one["events"], two["events"] = two["events"], one["events"]
    # A discard may come before a meld, but ends the turn.
    at = {one["revision"], two["revision"]} if record.family_h else {one["revision"]}
    return naming(MOVE, EVENT, MOVER, FaultKind.RESULT, at=at)


_IN_ANY_ORDER = ({"meldLaid", "laidOff", "jokerTaken"}, {"tradeChosen"})
"""Moves that a game may well have had in another order, with all that follows the same."""


def _commute(record: Record, place: int) -> bool:
    kinds = {first_kind(entry) for entry in record.entries[place : place + 2]}
    return any(kinds <= free for free in _IN_ANY_ORDER)


def move_before_the_start(record: Record) -> Change:
    """A move is told before the last seat is taken."""
    moves, place = record.moves(), record.entries.index(record.start)
    move = copy.deepcopy(record.entries[record.pick(moves)])
    move["commitTime"] = record.start["commitTime"]
    record.entries.insert(place, move)
    record.renumber()
    return naming(MOVE, at=place + 1)


def move_after_the_end(record: Record) -> Change:
    """A move is told after the result."""
    move = copy.deepcopy(record.entries[record.pick(record.moves())])
    move["commitTime"] = record.entries[-1]["commitTime"]
    record.entries.append(move)
    record.renumber()
    return naming(MOVE, at=len(record.entries))


def act_missing_from_its_entry(record: Record) -> Change:
    """What followed from a move stays, the move goes."""
    entries = [record.entries[place] for place in record.moves()]
    entry = record.pick(entries)
    kinds = [next(iter(event)) for event in entry["events"]]
    del entry["events"][0]
    # A result alone is how a void game ends.
    kind = FaultKind.RESULT if kinds[1:2] == ["gameEnded"] else MOVE
    return naming(kind, at=entry["revision"], words=("missing",) if kind is MOVE else ())


def resignation_of_another(record: Record) -> Change:
    """Another seat is said to have ended the game by resigning."""
    entry = record.entries[-1]
    if first_kind(entry) != "seatResigned":
        raise NotHere
    act = entry["events"][0]["seatResigned"]
    act["seat"] = record.other(act["seat"], range(record.seats))
    return naming(MOVE, FaultKind.RESULT, at=entry["revision"])


def resignation_for_another_cause(record: Record) -> Change:
    """The game is said to have been ended by the clock, a referee or a resignation."""
    entry = record.entries[-1]
    if first_kind(entry) != "seatResigned":
        raise NotHere
    act = entry["events"][0]["seatResigned"]
    causes = ("CAUSE_RESIGNATION", "CAUSE_TIME", "CAUSE_FORFEIT", "CAUSE_WENT_OUT")
    act["cause"] = record.other(act["cause"], causes)
    return naming(MOVE, FaultKind.RESULT, at=entry["revision"])


def _act(record: Record, *kinds: str) -> tuple[Json, str, Json]:
    """An entry that begins so: the entry, the kind, what it holds."""
    entries = [record.entries[place] for place in record.moves()]
    entry = record.pick([entry for entry in entries if first_kind(entry) in kinds])
    name = first_kind(entry)
    return entry, name, entry["events"][0][name]
