"""The reasons of the rules of play, each brought about through the door."""

from __future__ import annotations

from typing import Any

from conquian.v1 import cards_pb2
from conquian.v1 import game_service_pb2 as pb
from conquian_engine import Reason
from tests.conformance.decks import near_the_target
from tests.conformance.doors import Door, Refusal
from tests.conformance.rows import ROWS, row
from tests.conformance.tables import (
    ME,
    OTHER,
    Table,
    a_discard,
    a_force,
    a_laying,
    a_pass,
    a_taking,
)

__all__ = ["ROWS"]


async def _move(
    door: Door, move: cards_pb2.Move, *, seat: int = ME, options: Any = None
) -> Refusal:
    """The refusal of the first move of a game from `decks.two_seats`."""
    table = await Table.pinned(door, options)
    return await door.refused(table.move(move), table.seats[seat])


async def _lay_a_run(table: Table) -> None:
    """Seat 1 lays 3C 4C 5C; the dealer refuses its discard and turns 3H."""
    await table.play(ME, a_taking("3C 4C 5C"))
    await table.play(ME, a_discard("KD"))
    await table.play(OTHER, a_pass())


async def _after_a_taking(door: Door) -> Table:
    """Seat 1 has three threes on its table and has discarded; 3H was turned up, seat 0 passed."""
    table = await Table.pinned(door)
    await table.play(ME, a_taking("3C 3D 3S"))
    await table.play(ME, a_discard("KD"))
    await table.play(OTHER, a_pass())
    await table.play(OTHER, a_pass())
    return table


@row(Reason.GAME_OVER, rule="R4.2")
async def _(door: Door) -> Refusal:
    table = await Table.pinned(door)
    await table.finish()
    return await door.refused(table.move(a_pass()), table.seats[OTHER])


@row(Reason.NOT_YOUR_TURN, rule="R4.2")
async def _(door: Door) -> Refusal:
    return await _move(door, a_pass(), seat=OTHER)


@row(Reason.WRONG_PHASE, rule="R2.5")
async def _(door: Door) -> Refusal:
    return await _move(door, a_discard("KD"))


@row(Reason.UNKNOWN_CARD, rule="R1", cards="8H")
async def _(door: Door) -> Refusal:
    return await _move(door, a_taking("3C 3D 8H"))


@row(Reason.CARD_REPEATED, rule="R2.14", cards="3C")
async def _(door: Door) -> Refusal:
    return await _move(door, a_taking("3C 3D 3S", "3C 4C 5C"))


@row(Reason.NOT_A_MELD, rule="R2.13", cards="3C 4C 3D")
async def _(door: Door) -> Refusal:
    return await _move(door, a_taking("3C 3D 4C"))


@row(Reason.RUN_TOO_LONG, rule="R2.13", cards="7D JD QD KD")
async def _(door: Door) -> Refusal:
    return await _move(door, a_taking("3C 3D 3S", "7D JD QD KD"), options={"max_run": "3"})


@row(Reason.CARD_NOT_IN_HAND, rule="R2.10", cards="6C")
async def _(door: Door) -> Refusal:
    return await _move(door, a_taking("3C 4C 5C 6C"))


@row(Reason.UPCARD_NOT_USED, rule="R2.10", cards="3C")
async def _(door: Door) -> Refusal:
    return await _move(door, a_taking("JD QD KD"))


@row(Reason.TABLE_CARD_MISSING, rule="R2.10", cards="3S")
async def _(door: Door) -> Refusal:
    table = await _after_a_taking(door)
    return await door.refused(table.move(a_taking("3C 3D 3H")), table.seats[ME])


@row(Reason.EXTRA_HAND_CARD, rule="R2.12", cards="JD QD KD")
async def _(door: Door) -> Refusal:
    options = {"extra_hand_cards": "false"}
    return await _move(door, a_taking("3C 3D 3S", "JD QD KD"), options=options)


@row(Reason.MELD_NOT_KEPT, rule="R2.15", cards="3C 4C 5C")
async def _(door: Door) -> Refusal:
    table = await Table.pinned(door, {"rearrange": "ends_only"})
    await _lay_a_run(table)
    await table.play(OTHER, a_pass())
    return await door.refused(table.move(a_taking("3C 3D 3H 3S")), table.seats[ME])


@row(Reason.OPPONENT_MELD_BROKEN, rule="R2.31", cards="3C")
async def _(door: Door) -> Refusal:
    table = await Table.pinned(door, {"borrow_from_opponents": "true"})
    await _lay_a_run(table)
    for seat in (OTHER, ME, ME):
        await table.play(seat, a_pass())
    return await door.refused(table.move(a_taking("AC 2C 3C")), table.seats[OTHER])


@row(Reason.HAND_ONLY_MELDS_OFF, rule="R2.12")
async def _(door: Door) -> Refusal:
    return await _move(door, a_laying("JD QD KD"))


@row(Reason.NOT_TURNED_UP_BY_SEAT, rule="R2.12", cards="3C")
async def _(door: Door) -> Refusal:
    options = {"hand_only_melds": "after_turn_up"}
    return await _move(door, a_laying("JD QD KD"), options=options)


@row(Reason.NO_HAND_CARD_LAID, rule="R2.12")
async def _(door: Door) -> Refusal:
    table = await Table.pinned(door, {"hand_only_melds": "after_turn_up"})
    await table.play(ME, a_pass())
    await table.play(OTHER, a_pass())
    await table.play(ME, a_laying("JD QD KD"))
    return await door.refused(table.move(a_laying("JD QD KD")), table.seats[ME])


@row(Reason.TARGET_REACHED, rule="R2.12", cards="7C KC 7D KD 7H KH 7S KS")
async def _(door: Door) -> Refusal:
    options = {"hand_only_melds": "after_turn_up", "borrow_from_opponents": "true", "dealt": "7"}
    pinned = [pb.PackOrder(cards=near_the_target())]
    table = await Table.set_up(door, options=options, first_dealer=0, pinned_orders=pinned)
    await table.fill(2)
    await table.play(ME, a_taking("4S 5S 6S 7S"))
    await table.play(ME, a_discard("AC"))
    await table.play(OTHER, a_pass())
    await table.play(OTHER, a_taking("7C 7H 7S"))
    await table.play(OTHER, a_discard("QD"))
    for seat in (ME, ME, OTHER):
        await table.play(seat, a_pass())
    laying = a_laying("7C 7D 7H 7S", "KC KD KH KS")
    return await door.refused(table.move(laying), table.seats[OTHER])


@row(Reason.FORCED_TO_TAKE, rule="R2.20", cards="3H")
async def _(door: Door) -> Refusal:
    table = await _after_a_taking(door)
    await table.play(ME, a_pass())
    await table.play(OTHER, a_force(ME))
    return await door.refused(table.move(a_pass()), table.seats[ME])


@row(Reason.FORCING_OFF, rule="R2.18", cards="3C")
async def _(door: Door) -> Refusal:
    return await _move(door, a_force(OTHER), options={"forcing": "off"})


@row(Reason.NOT_FORCEABLE_ORIGIN, rule="R2.21", cards="3C")
async def _(door: Door) -> Refusal:
    table = await Table.pinned(door, {"force_scope": "discards_only"})
    await table.play(ME, a_pass())
    return await door.refused(table.move(a_force(ME)), table.seats[OTHER])


@row(Reason.SEAT_NOT_PASSED, rule="R2.19", cards="3C")
async def _(door: Door) -> Refusal:
    return await _move(door, a_force(OTHER))


@row(Reason.CANNOT_FORCE, rule="R2.18", cards="3C")
async def _(door: Door) -> Refusal:
    table = await Table.pinned(door)
    await table.play(ME, a_pass())
    return await door.refused(table.move(a_force(ME)), table.seats[OTHER])


@row(Reason.NO_SUCH_SEAT, rule="R0", field="seat", value="2", allowed="0-1")
async def _(door: Door) -> Refusal:
    table = await Table.set_up(door)
    return await door.refused(pb.JoinGameRequest(game_id=table.game_id, seat=2))


@row(Reason.SEAT_RESIGNED, rule="R4.1")
async def _(door: Door) -> Refusal:
    table = await Table.set_up(door, ruleset="three_player")
    await table.fill(3)
    await table.resign(0)
    return await door.refused(table.move(a_pass()), table.seats[0])
