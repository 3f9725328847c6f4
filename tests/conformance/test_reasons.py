"""The error table row by row: every reason, brought about through the door."""

from __future__ import annotations

from typing import Any

import pytest

from conquian.v1 import cards_pb2, rules_service_pb2, view_pb2
from conquian.v1 import game_service_pb2 as pb
from conquian_engine import RULESETS, Reason
from conquian_service.application.errors import CallReason
from conquian_service.transport.errors import STATUS
from tests.conformance import rummy_rows
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

assert rummy_rows.ROWS is ROWS  # its rows are noted by importing it

BY_STORE_OR_LIMIT = {
    CallReason.CONTENTION,
    CallReason.INTERNAL,
    CallReason.NEWER_RULES,
    CallReason.RATE_LIMITED,
    CallReason.STORE_FULL,
    CallReason.STORE_UNAVAILABLE,
    CallReason.POSITION_TOO_COMPLEX,
    CallReason.TOO_MANY_WATCHERS,
}
"""Reasons that take another store or other settings: see `test_faults` and `test_streams`."""

RARE = {Reason.JOKER_NOT_NAMED, Reason.OBLIGATION_UNMET}
"""Reasons that take a position no pack order brings about in a few moves."""


async def _move(
    door: Door, move: cards_pb2.Move, *, seat: int = ME, options: Any = None
) -> Refusal:
    """The refusal of the first move of a game from `decks.two_seats`."""
    table = await Table.pinned(door, options)
    return await door.refused(table.move(move), table.seats[seat])


async def _create(door: Door, **asked: Any) -> Refusal:
    return await door.refused(pb.CreateGameRequest(**{"ruleset": "classic", **asked}))


async def _waiting(door: Door, **asked: Any) -> Table:
    """A table where seat 0 is taken."""
    table = await Table.set_up(door, **asked)
    await table.join(0)
    return table


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


@row(CallReason.FIELD_MISSING, field="move")
async def _(door: Door) -> Refusal:
    table = await Table.pinned(door)
    request = pb.PlayMoveRequest(game_id=table.game_id, revision=table.revision)
    return await door.refused(request, table.seats[ME])


@row(CallReason.FIELD_INVALID, field="page_size", value="500", allowed="0-200")
async def _(door: Door) -> Refusal:
    return await door.refused(pb.ListGamesRequest(page_size=500))


@row(CallReason.OPTION_UNKNOWN, field="options", options="max_runs")
async def _(door: Door) -> Refusal:
    return await _create(door, options={"max_runs": "8"})


@row(
    CallReason.OPTION_INVALID,
    field="options",
    options="max_run",
    rule="R2.13",
    value="2",
    allowed="3-13, none",
)
async def _(door: Door) -> Refusal:
    return await _create(door, options={"max_run": "2"})


@row(CallReason.OPTIONS_CONFLICT, field="options", options="deals points_target", rule="R2.27")
async def _(door: Door) -> Refusal:
    return await _create(door, options={"deals": "3", "points_target": "50"})


@row(CallReason.BAD_ORDER, field="pinned_orders", rule="R1.2", value="1")
async def _(door: Door) -> Refusal:
    return await _create(door, pinned_orders=[pb.PackOrder(cards=["7H"])])


@row(CallReason.PAGE_TOKEN_INVALID, field="page_token")
async def _(door: Door) -> Refusal:
    return await door.refused(pb.ListGamesRequest(page_token="nonsense"))


@row(CallReason.REQUEST_ID_REUSED, field="request_id")
async def _(door: Door) -> Refusal:
    table = await Table.pinned(door)
    await door.ask(table.move(a_pass(), request_id="once"), table.seats[ME])
    return await door.refused(table.move(a_taking("3C 3D 3S"), request_id="once"), table.seats[ME])


@row(CallReason.REQUEST_ID_NOT_RANDOM, field="request_id")
async def _(door: Door) -> Refusal:
    return await _create(door, request_id="my-game")


@row(CallReason.GAME_NOT_FOUND)
async def _(door: Door) -> Refusal:
    return await door.refused(pb.GetGameRequest(game_id="a" * 26))


@row(CallReason.RULESET_NOT_FOUND, field="ruleset", allowed=", ".join(RULESETS))
async def _(door: Door) -> Refusal:
    return await _create(door, ruleset="canasta")


@row(CallReason.CREDENTIAL_MISSING)
async def _(door: Door) -> Refusal:
    table = await Table.pinned(door)
    return await door.refused(table.move(a_pass()))


@row(CallReason.CREDENTIAL_INVALID)
async def _(door: Door) -> Refusal:
    table = await Table.pinned(door)
    return await door.refused(table.move(a_pass()), table.seats[ME][:-1])


@row(CallReason.CREDENTIAL_REVOKED)
async def _(door: Door) -> Refusal:
    table = await Table.pinned(door)
    await door.ask(pb.IssueSeatTokenRequest(game_id=table.game_id, seat=ME), table.host)
    return await door.refused(table.move(a_pass()), table.seats[ME])


@row(CallReason.NOT_ALLOWED)
async def _(door: Door) -> Refusal:
    table = await Table.pinned(door)
    return await door.refused(table.move(a_pass()), table.watch)


@row(CallReason.TABLE_PRIVATE)
async def _(door: Door) -> Refusal:
    table = await Table.set_up(door, access=view_pb2.ACCESS_PRIVATE)
    return await door.refused(pb.GetGameRequest(game_id=table.game_id))


@row(CallReason.SEAT_TAKEN, field="seat")
async def _(door: Door) -> Refusal:
    table = await _waiting(door)
    return await door.refused(pb.JoinGameRequest(game_id=table.game_id, seat=0))


@row(CallReason.SEAT_NOT_TAKEN, field="seat")
async def _(door: Door) -> Refusal:
    table = await _waiting(door)
    return await door.refused(pb.FreeSeatRequest(game_id=table.game_id, seat=1), table.host)


@row(CallReason.GAME_NOT_STARTED)
async def _(door: Door) -> Refusal:
    table = await _waiting(door)
    request = pb.ListLegalMovesRequest(game_id=table.game_id)
    return await door.refused(request, table.seats[0])


@row(CallReason.GAME_STARTED)
async def _(door: Door) -> Refusal:
    table = await Table.pinned(door)
    return await door.refused(pb.JoinGameRequest(game_id=table.game_id))


@row(CallReason.GAME_FINISHED)
async def _(door: Door) -> Refusal:
    table = await Table.pinned(door)
    await table.finish()
    return await door.refused(pb.CancelGameRequest(game_id=table.game_id), table.host)


@row(CallReason.GAME_NOT_FINISHED)
async def _(door: Door) -> Refusal:
    table = await Table.pinned(door)
    return await door.refused(pb.GetTranscriptRequest(game_id=table.game_id))


@row(CallReason.USE_RESIGN)
async def _(door: Door) -> Refusal:
    table = await Table.pinned(door)
    return await door.refused(pb.LeaveGameRequest(game_id=table.game_id), table.seats[ME])


@row(CallReason.COMMITMENT_MISMATCH, field="commitment")
async def _(door: Door) -> Refusal:
    table = await Table.set_up(door)
    return await door.refused(pb.JoinGameRequest(game_id=table.game_id, commitment="0" * 64))


@row(CallReason.STALE_REVISION, revision="4")
async def _(door: Door) -> Refusal:
    table = await Table.pinned(door)
    request = table.move(a_pass())
    await table.play(ME, a_pass())
    return await door.refused(request, table.seats[ME])


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


@pytest.mark.parametrize("reason", sorted(ROWS))
async def test_each_reason_arrives_as_documented(door: Door, reason: str) -> None:
    """Code, reason, rule, field and cards, and a text."""
    refusal = await ROWS[reason].provoke(door)
    status = next(status for known, status in STATUS.items() if known.value == reason)
    assert refusal.name == (status.code.name, reason)
    assert refusal.metadata == ROWS[reason].metadata
    assert refusal.text


def test_no_reason_is_left_out() -> None:
    """Every row of the table has a scenario, here or where the store or a limit makes it."""
    assert {reason.value for reason in STATUS} == set(ROWS) | BY_STORE_OR_LIMIT | RARE


async def test_a_position_is_refused_with_the_field_it_is_about(door: Door) -> None:
    """AnalyzePosition names the field beside rule and cards."""
    request = rules_service_pb2.AnalyzePositionRequest(ruleset="classic", hand=["8H"])
    refusal = await door.refused(request)
    assert refusal.name == ("INVALID_ARGUMENT", "UNKNOWN_CARD")
    assert refusal.metadata == {"field": "hand", "rule": "R1", "cards": "8H"}


async def test_a_dry_run_refuses_as_the_move_would(door: Door) -> None:
    """`validate_only` judges alike, and a legal move is only told the revision."""
    table = await Table.pinned(door)
    wrong, right = a_taking("3C 4C 5C 6C"), a_taking("3C 4C 5C")
    refusals = [
        await door.refused(table.move(wrong, validate_only=dry), table.seats[ME])
        for dry in (True, False)
    ]
    assert refusals[0] == refusals[1]
    judged = await door.ask(table.move(right, validate_only=True), table.seats[ME])
    assert judged.update.revision == table.revision
    assert not judged.update.events
    assert not judged.update.HasField("view")


async def test_a_request_id_may_be_any_text_with_a_credential(door: Door) -> None:
    """Only who has no credential must use a random one."""
    table = await Table.pinned(door)
    answer = await door.ask(table.move(a_pass(), request_id="turn 1"), table.seats[ME])
    again = await door.ask(table.move(a_pass(), request_id="turn 1"), table.seats[ME])
    assert answer == again
