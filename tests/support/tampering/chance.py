"""Tampering with what chance gave: seed, entropy, orders, first dealer, pinned deals."""

from __future__ import annotations

import base64
import hashlib

from conquian_service.verification import FaultKind
from tests.oracle.shuffle import plain_order, plain_pick
from tests.support.tampering.record import Change, Json, NotHere, Record, naming


def seed_changed(record: Record) -> Change:
    """Another digit in the seed."""
    shuffle = record.game["shuffle"]
    shuffle["seed"] = _other_digit(record, shuffle["seed"])
    return naming(FaultKind.SEED, words=("seed",))


def seed_missing(record: Record) -> Change:
    """No seed, or half of one."""
    shuffle = record.game["shuffle"]
    shuffle["seed"] = record.pick(["", shuffle["seed"][:32]])
    return naming(FaultKind.SEED, words=("seed",))


def commitment_changed(record: Record) -> Change:
    """Another digit in the commitment."""
    shuffle = record.game["shuffle"]
    shuffle["commitment"] = _other_digit(record, shuffle["commitment"])
    return naming(FaultKind.SEED, words=("commitment", shuffle["commitment"]))


def other_seed(record: Record) -> Change:
    """Another seed that fits its own commitment."""
    seed = record.chance.randbytes(32)
    record.game["shuffle"] |= {
        "seed": seed.hex(),
        "commitment": hashlib.sha256(seed).hexdigest(),
    }
    return record.draws_differ()


def game_id_changed(record: Record) -> Change:
    """The record of another game."""
    game_id = record.game["gameId"]
    record.game["gameId"] = (
        record.other(game_id[0], "abcdefghijklmnopqrstuvwxyz234567") + game_id[1:]
    )
    return record.draws_differ()


def entropy_changed(record: Record) -> Change:
    """What a seat added: another byte."""
    taken = _final_taking(record, with_entropy=True)
    entropy = bytearray(base64.b64decode(taken["entropy"]))
    entropy[record.chance.randrange(len(entropy))] ^= 1 << record.chance.randrange(8)
    taken["entropy"] = base64.b64encode(entropy).decode()
    return record.draws_differ()


def entropy_missing(record: Record) -> Change:
    """What a seat added: nothing."""
    _final_taking(record, with_entropy=True)["entropy"] = ""
    return record.draws_differ()


def entropy_added(record: Record) -> Change:
    """What a seat added: something, where there was nothing."""
    entropy = record.chance.randbytes(16)
    _final_taking(record, with_entropy=False)["entropy"] = base64.b64encode(entropy).decode()
    return record.draws_differ()


def entropy_of_no_size(record: Record) -> Change:
    """Fewer bytes than the service takes."""
    entry, taken = record.any("seatTaken")
    taken["entropy"] = base64.b64encode(b"short").decode()
    return naming(FaultKind.TABLE, at=entry["revision"], seat=taken["seat"], words=("5 bytes",))


def cards_swapped(record: Record) -> Change:
    """Two cards of a drawn order have changed places."""
    entry, deal = record.pick(record.deals(drawn=True))
    order = deal["order"]
    one, two = record.chance.sample(range(len(order)), 2)
    if order[one] == order[two]:
        raise NotHere  # two copies of a card are the same
    order[one], order[two] = order[two], order[one]
    return naming(FaultKind.ORDER, at=entry["revision"], cards={order[one], order[two]})


def reshuffle_changed(record: Record) -> Change:
    """Two cards of the discards that became the stock have changed places."""
    entry, shuffled = record.any("stockShuffled")
    order = shuffled["order"]
    one, two = record.chance.sample(range(len(order)), 2)
    if order[one] == order[two]:
        raise NotHere
    order[one], order[two] = order[two], order[one]
    cards = {order[one], order[two]}
    return naming(FaultKind.ORDER, at=entry["revision"], cards=cards, words=("stock order",))


def reshuffle_of_other_cards(record: Record) -> Change:
    """The shuffled discards have a card that was not among them, or one too few."""
    entry, shuffled = record.any("stockShuffled")
    order = shuffled["order"]
    at = record.chance.randrange(len(order))
    lost = order[at]
    order[at] = record.pick([card for card in record.pack.cards if card not in order])
    words = (f"{lost} missing", f"{order[at]} not among the discards")
    return naming(FaultKind.ORDER, at=entry["revision"], cards={lost}, words=words)


def reshuffle_of_another_draw(record: Record) -> Change:
    """The discards are in the order of another draw."""
    entry, shuffled = record.any("stockShuffled")
    draw = record.other(record.draw_of(shuffled), range(12))
    cards = sorted(shuffled["order"], key=record.pack.cards.index)
    seed = bytes.fromhex(record.game["shuffle"]["seed"])
    order = plain_order(seed, record.game["gameId"], _entropies(record), draw, cards)
    shuffled["order"] = order
    return naming(FaultKind.ORDER, at=entry["revision"], words=(f"draw {draw},",))


def given_cards_swapped(record: Record) -> Change:
    """A card dealt and one not dealt have changed places in an order that was given."""
    entry, deal = record.pick(record.deals(drawn=False))
    order, dealt = deal["order"], sum(deal["handSizes"])
    if dealt == len(order):
        raise NotHere
    one, two = record.chance.randrange(dealt), record.chance.randrange(dealt, len(order))
    if order[one] == order[two]:
        raise NotHere
    order[one], order[two] = order[two], order[one]
    return naming(FaultKind.DEAL, at=entry["revision"], cards={order[one], order[two]})


def card_doubled(record: Record) -> Change:
    """An order has one card twice and another not at all."""
    drawn = record.chance.random() < 0.5
    entry, deal = record.pick(record.deals(drawn=drawn) or record.deals(drawn=not drawn))
    order = deal["order"]
    one, two = record.chance.sample(range(len(order)), 2)
    lost, order[one] = order[one], order[two]
    if lost == order[two]:
        raise NotHere
    too_often = "too often" if record.pack.copies > 1 else "more than once"
    words = (f"{lost} missing", f"{order[two]} {too_often}")
    return naming(FaultKind.ORDER, at=entry["revision"], cards={lost}, words=words)


def order_missing(record: Record) -> Change:
    """A deal without its order."""
    entry, deal = record.any("dealStarted")
    deal["order"] = []
    return naming(FaultKind.ORDER, at=entry["revision"], words=("missing",))


def order_replaced(record: Record) -> Change:
    """Any other order."""
    entry, deal = record.pick(record.deals(drawn=True))
    record.chance.shuffle(deal["order"])
    return naming(FaultKind.ORDER, at=entry["revision"])


def other_draw(record: Record) -> Change:
    """The order of another draw number."""
    entry, deal = record.pick(record.deals(drawn=True))
    draw = record.other(record.draw_of(deal), range(12))
    seed = bytes.fromhex(record.game["shuffle"]["seed"])
    deal["order"] = plain_order(
        seed, record.game["gameId"], _entropies(record), draw, record.pack.deck
    )
    return naming(FaultKind.ORDER, at=entry["revision"], words=(f"draw {draw},",))


def draws_reordered(record: Record) -> Change:
    """The orders of two deals have changed places."""
    drawn = record.deals(drawn=True)
    if len(drawn) < 2:
        raise NotHere
    (entry, one), (_, two) = drawn[0], record.pick(drawn[1:])
    one["order"], two["order"] = two["order"], one["order"]
    words = (f"draw {record.draw_of(two)}, not of draw {record.draw_of(one)}",)
    return naming(FaultKind.ORDER, at=entry["revision"], words=words)


def dealer_changed(record: Record) -> Change:
    """Another seat deals first."""
    entry, started = record.any("gameStarted")
    dealer = record.other(started["dealer"], range(record.seats))
    started["dealer"] = dealer
    return naming(FaultKind.DEALER, at=entry["revision"], seat=dealer)


def dealer_said_to_be_fixed(record: Record) -> Change:
    """The creator is said to have fixed another first dealer."""
    _, started = record.any("gameStarted")
    record.created["firstDealer"] = record.other(started["dealer"], range(record.seats))
    return naming(FaultKind.DEALER, at=1)


def dealer_said_to_be_drawn(record: Record) -> Change:
    """The first dealer was fixed, and is not the one that would have been drawn."""
    if "firstDealer" not in record.created:
        raise NotHere
    seed = bytes.fromhex(record.game["shuffle"]["seed"])
    drawn = plain_pick(seed, record.game["gameId"], _entropies(record), 0, record.seats)
    if record.created.pop("firstDealer") == drawn:
        raise NotHere
    return naming(FaultKind.DEALER, at=record.start["revision"], words=(f"seat {drawn}",))


def more_deals_pinned(record: Record) -> Change:
    """A drawn deal is said to have been given too."""
    pinned = record.created["pinnedDeals"]
    following = list(record.all("dealStarted"))[pinned : pinned + 1]
    if not pinned or not following:
        raise NotHere
    record.created["pinnedDeals"] += 1
    [(entry, deal)] = following
    return naming(FaultKind.ORDER, at=entry["revision"], words=(f"deal {deal['number']}",))


def fewer_deals_pinned(record: Record) -> Change:
    """A given deal is said to have been drawn."""
    pinned = record.created["pinnedDeals"]
    own = list(record.all("dealStarted"))[pinned - 1 : pinned]
    if pinned < 2 or not own:
        raise NotHere
    record.created["pinnedDeals"] -= 1
    [(entry, deal)] = own
    words = (f"deal {deal['number']}",)
    return naming(FaultKind.DRAW, FaultKind.ORDER, at=entry["revision"], words=words)


def shuffle_kind_changed(record: Record) -> Change:
    """Given orders are said to be chance's, or the other way round."""
    shuffle = record.game["shuffle"]
    kinds = ("SHUFFLE_KIND_PROVABLE", "SHUFFLE_KIND_PINNED")
    shuffle["kind"] = record.other(shuffle["kind"], kinds)
    return naming(FaultKind.RULES, at=1, words=("pinned",))


def _other_digit(record: Record, digits: str) -> str:
    at = record.chance.randrange(len(digits))
    return digits[:at] + record.other(digits[at], "0123456789abcdef") + digits[at + 1 :]


def _final_takings(record: Record) -> list[Json]:
    """By seat: how the one who played there took it."""
    last = {taken["seat"]: taken for _, taken in record.all("seatTaken")}
    return [last[seat] for seat in range(record.seats)]


def _final_taking(record: Record, *, with_entropy: bool) -> Json:
    takings = _final_takings(record)
    taking: Json = record.pick([t for t in takings if bool(t["entropy"]) is with_entropy])
    return taking


def _entropies(record: Record) -> list[bytes]:
    return [base64.b64decode(taking["entropy"]) for taking in _final_takings(record)]
