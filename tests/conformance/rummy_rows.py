"""The reasons that only family H has, each brought about through the door."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from conquian.v1 import game_service_pb2 as pb
from conquian_engine import Reason
from tests.conformance.doors import Door, Refusal
from tests.conformance.rows import ROWS, row
from tests.conformance.rummy_decks import a_move, rummy_order
from tests.conformance.tables import ME, OTHER, Table

__all__ = ["ROWS"]

KINGS, QUEENS, JACKS = "KC KD KH KS", "QC QD QH QS", "JC JD JH"
TEN = {"dealt": "10"}
Play = tuple[int, str]


async def _table(
    door: Door,
    ruleset: str,
    mine: str,
    then: str = "",
    *,
    other: str = "",
    options: Mapping[str, str] | None = None,
) -> Table:
    """A game of two in which seat 1 has these cards, the dealer, seat 0, those."""
    order = rummy_order(ruleset, {ME: mine, OTHER: other}, then, options=options)
    table = await Table.set_up(
        door,
        ruleset=ruleset,
        seats=2,
        options=options or {},
        first_dealer=OTHER,
        pinned_orders=[pb.PackOrder(cards=order)],
    )
    await table.fill(2)
    return table


async def _refusal(table: Table, plays: Sequence[Play], refused: Play) -> Refusal:
    """Play some moves, and how the last one is refused."""
    for seat, text in plays:
        await table.play(seat, a_move(text))
    seat, text = refused
    return await table.door.refused(table.move(a_move(text)), table.seats[seat])


@row(Reason.ONLY_FROM_STOCK, rule="R3.20", cards="4D")
async def _(door: Door) -> Refusal:
    mine = "5C 5D 5H 5S 6C 6D 6H 6S 5C KD"
    table = await _table(door, "coo_can", mine, "2C 3D 2D 3H 2H 4D", other="9C")
    plays = [
        (OTHER, "discard 9C"),
        (ME, "draw"),
        (ME, "meld 5C 5D 5H 5S"),
        (ME, "discard 2C"),
        (OTHER, "draw"),
        (OTHER, "discard 3D"),
        (ME, "draw"),
        (ME, "meld 6C 6D 6H 6S"),
        (ME, "discard 2D"),
        (OTHER, "draw"),
        (OTHER, "discard 3H"),
        (ME, "draw"),
        (ME, "lay off 1: 5C 5D 5H 5S > 5C 5C 5D 5H 5S"),
        (ME, "discard 2H"),
        (OTHER, "draw"),
        (OTHER, "discard 4D"),
    ]
    return await _refusal(table, plays, (ME, "draw discards 1"))


@row(Reason.NO_DISCARDS, rule="R3.1")
async def _(door: Door) -> Refusal:
    table = await _table(door, "kunken", "", options={"bank_depth": "any"})
    return await _refusal(table, [], (ME, "draw discards 2"))


@row(Reason.STOCK_EMPTY, rule="R3.5")
async def _(door: Door) -> Refusal:
    table = await _table(door, "colonel", "", options={"pack": "short40"})
    for turn in range(19):
        seat = ME if turn % 2 == 0 else OTHER
        drawn = await table.play(seat, a_move("draw"))
        [event] = drawn.update.events
        await table.play(seat, a_move(f"discard {event.card_drawn.card}"))
    return await _refusal(table, [], (OTHER, "draw"))


@row(Reason.STOCK_NOT_EMPTY, rule="R3.5")
async def _(door: Door) -> Refusal:
    return await _refusal(await _table(door, "colonel", ""), [], (ME, "stop"))


@row(Reason.DEPTH_NOT_ALLOWED, rule="R3.30")
async def _(door: Door) -> Refusal:
    return await _refusal(await _table(door, "kunken", ""), [], (ME, "draw discards 2"))


@row(Reason.DISCARD_NOT_USABLE, rule="R3.30", cards="2C")
async def _(door: Door) -> Refusal:
    table = await _table(door, "kunken", "5C 7D", "2C")
    return await _refusal(table, [], (ME, "draw discards 1"))


@row(Reason.MUST_USE_TAKEN, rule="R3.2", cards="5C")
async def _(door: Door) -> Refusal:
    table = await _table(door, "kunken", f"5D 5H {KINGS}", "5C")
    return await _refusal(table, [(ME, "draw discards 1")], (ME, f"meld {KINGS}"))


@row(Reason.TAKEN_CARD_DISCARDED, rule="R3.1", cards="2C")
async def _(door: Door) -> Refusal:
    table = await _table(door, "colonel", "5C 7D", "2C")
    return await _refusal(table, [(ME, "draw discards 1")], (ME, "discard 2C"))


@row(Reason.NO_SUCH_MELD, rule="R3.3", cards="7H 8H 9H")
async def _(door: Door) -> Refusal:
    table = await _table(door, "colonel", "TH")
    return await _refusal(table, [(ME, "draw")], (ME, "lay off 0: 7H 8H 9H > 7H 8H 9H TH"))


@row(Reason.DOES_NOT_FIT, rule="R3.3", cards="7H 8H 9H")
async def _(door: Door) -> Refusal:
    table = await _table(door, "colonel", "7H 8H 9H TH")
    plays = [(ME, "draw"), (ME, "meld 7H 8H 9H")]
    return await _refusal(table, plays, (ME, "lay off 1: 7H 8H 9H > 7H 8H 9H"))


@row(Reason.JOKER_NOT_MOVABLE, rule="R3.40", cards="JK*=4C 5C 6C 7C")
async def _(door: Door) -> Refusal:
    table = await _table(door, "coon_can", "6C 7C JK 5C")
    plays = [(ME, "draw"), (ME, "meld 6C 7C JK")]
    return await _refusal(table, plays, (ME, "lay off 1: 6C 7C JK=8C > JK*=4C 5C 6C 7C"))


@row(Reason.TOO_MANY_JOKERS, rule="R3.40", cards="6C JK JK")
async def _(door: Door) -> Refusal:
    table = await _table(door, "coon_can", "6C JK JK")
    return await _refusal(table, [(ME, "draw")], (ME, "meld 6C JK JK"))


@row(Reason.NOT_OPENED, rule="R3.30", cards="KC")
async def _(door: Door) -> Refusal:
    table = await _table(door, "kunken", f"{KINGS} 2C", "5D 3C 4C", other="KC")
    plays = [
        (ME, "draw"),
        (ME, f"meld {KINGS}"),
        (ME, "discard 2C"),
        (OTHER, "draw"),
    ]
    return await _refusal(table, plays, (OTHER, f"lay off 1: {KINGS} > {KINGS} KC"))


@row(Reason.OPENING_TOO_LOW, rule="R3.2", cards="2C 2D 2H", value="6", allowed="40")
async def _(door: Door) -> Refusal:
    table = await _table(door, "kunken", "2C 2D 2H 4C 6D 8H TS AC 9S 4D", "KC 7C", options=TEN)
    return await _refusal(table, [(ME, "draw")], (ME, "meld 2C 2D 2H"))


@row(Reason.OPENING_BEGUN, rule="R3.2", cards="2C")
async def _(door: Door) -> Refusal:
    table = await _table(door, "kunken", "KC KD KH 5C 5D 5H 2C", options=TEN)
    plays = [(ME, "draw"), (ME, "meld KC KD KH")]
    return await _refusal(table, plays, (ME, "discard 2C"))


@row(Reason.ONE_PLAY_A_TURN, rule="R3.20", cards="QC QD QH QS")
async def _(door: Door) -> Refusal:
    table = await _table(door, "coo_can", f"{KINGS} {QUEENS}", other="9C")
    plays = [(OTHER, "discard 9C"), (ME, "draw"), (ME, f"meld {KINGS}")]
    return await _refusal(table, plays, (ME, f"meld {QUEENS}"))


@row(Reason.NEEDS_OWN_FOUR, rule="R3.20", cards="KC")
async def _(door: Door) -> Refusal:
    table = await _table(door, "coo_can", f"{KINGS} 2C", other="9C KC")
    plays = [
        (OTHER, "discard 9C"),
        (ME, "draw"),
        (ME, f"meld {KINGS}"),
        (ME, "discard 2C"),
        (OTHER, "draw"),
    ]
    return await _refusal(table, plays, (OTHER, f"lay off 1: {KINGS} > KC {KINGS}"))


@row(Reason.MUST_KEEP_DISCARD, rule="R3.2", cards=JACKS)
async def _(door: Door) -> Refusal:
    table = await _table(door, "kunken", f"{KINGS} {QUEENS} JC JD", "2C JH", options=TEN)
    plays = [(ME, "draw"), (ME, f"meld {KINGS}"), (ME, f"meld {QUEENS}")]
    return await _refusal(table, plays, (ME, f"meld {JACKS}"))


@row(Reason.ALREADY_CHALLENGED, rule="R3.10")
async def _(door: Door) -> Refusal:
    table = await _table(door, "colonel", "")
    plays = [(ME, "challenge"), (OTHER, "refuse")]
    return await _refusal(table, plays, (ME, "challenge"))


@row(Reason.NO_CHALLENGE, rule="R3.40")
async def _(door: Door) -> Refusal:
    return await _refusal(await _table(door, "coon_can", ""), [], (ME, "challenge"))


@row(Reason.NO_JOKER_TAKING, rule="R3.40", cards="8C")
async def _(door: Door) -> Refusal:
    table = await _table(door, "coon_can", "6C 7C JK 8C")
    plays = [(ME, "draw"), (ME, "meld 6C 7C JK")]
    return await _refusal(table, plays, (ME, "take joker 1: 6C 7C JK=8C > 6C 7C 8C"))


@row(Reason.JOKER_CARD_WRONG, rule="R3.30", cards="5C")
async def _(door: Door) -> Refusal:
    table = await _table(door, "kunken", f"{KINGS} 6C 7C JK 5C", options=TEN)
    plays = [(ME, "draw"), (ME, f"meld {KINGS}"), (ME, "meld 6C 7C JK")]
    return await _refusal(table, plays, (ME, "take joker 1: 6C 7C JK=8C > 5C 6C 7C"))


@row(Reason.NO_LAYING_YET, rule="R3.20", cards="KC KD KH KS")
async def _(door: Door) -> Refusal:
    table = await _table(door, "coo_can", "", other=KINGS)
    return await _refusal(table, [], (OTHER, f"meld {KINGS}"))
