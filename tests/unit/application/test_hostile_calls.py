"""What a hostile tester once got away with stays mended."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from conquian_engine import BySeat, Reason, Rules, Seat, resolve_rules
from conquian_service.application import play_on
from conquian_service.application.committing import commit_once
from conquian_service.application.errors import CallReason, CallRefused, StoreFull, StoreUnavailable
from conquian_service.application.game import Access, Holder, SeatKind
from conquian_service.application.log import GameCreated, SeatTokenIssued
from conquian_service.application.ports import Commit, CommitOutcome
from conquian_service.application.requests import request_key
from conquian_service.application.rulebook import Melds, Position, analyze
from conquian_service.application.tokens import Caller, HostToken, InviteToken

GAME = "abcdefghijklmnopqrstuvwx27"
RUN = ("3C", "4C", "5C")
RULES = Rules(ruleset="classic", seats=2, pack="short40", dealt=10)


def _position(
    *, table: Melds = (), hand: tuple[str, ...] = (), layout: Melds = (), opponents: Melds = ()
) -> Position:
    return Position(
        ruleset="classic",
        options={},
        table=table,
        hand=hand,
        upcard="",
        layout=layout,
        opponents=opponents,
    )


@pytest.mark.parametrize(
    ("position", "named"),
    [
        pytest.param(_position(hand=("5C", "6D") * 8_000), "hand", id="hand"),
        pytest.param(_position(table=(RUN,) * 4_000), "hand", id="table"),
        pytest.param(_position(table=((),) * 30_000), "table", id="empty melds on the table"),
        pytest.param(_position(layout=(RUN,) * 4_000), "layout", id="layout"),
        pytest.param(_position(layout=((),) * 30_000), "layout", id="empty melds in the layout"),
        pytest.param(_position(opponents=(RUN,) * 4_000), "opponent_tables", id="opponents"),
    ],
)
def test_a_position_that_cannot_be_is_refused_by_its_size(position: Position, named: str) -> None:
    """Before any card is looked at, so that one call of 64 kB cannot hold the loop."""
    with pytest.raises(CallRefused) as refused:
        analyze(RULES, position)
    assert (CallReason.FIELD_INVALID, named) == (refused.value.reason, refused.value.field)


def test_a_small_position_is_still_judged_by_its_cards() -> None:
    """The size comes first, not instead."""
    with pytest.raises(CallRefused) as refused:
        analyze(RULES, _position(hand=("8H",)))
    assert Reason.UNKNOWN_CARD is refused.value.reason


@dataclass
class Failing:
    """A store that loses its connection, each time as told, and then may be full."""

    sent: list[bool] = field(default_factory=list)

    async def commit(self, _: Commit) -> CommitOutcome:
        if not self.sent:
            raise StoreFull
        raise StoreUnavailable(may_have_happened=self.sent.pop(0))


@dataclass
class Ports:
    """As much of the ports as a commit needs."""

    store: Failing


async def failing_commit(*sent: bool) -> None:
    """A commit at a store that may have heard each attempt, as told."""
    # Such a store looks at no commit, and a commit asks for no other port.
    await commit_once(Ports(Failing([*sent])), None)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("sent", "expected"),
    [([True, False], True), ([False, True], True), ([False, False], False), ([True, True], True)],
)
async def test_a_change_that_was_sent_once_may_have_happened(
    sent: list[bool], *, expected: bool
) -> None:
    """Whatever became of the second attempt, the first may be in."""
    with pytest.raises(StoreUnavailable) as error:
        await failing_commit(*sent)
    assert expected == error.value.may_have_happened


async def test_a_store_that_became_full_does_not_say_that_nothing_happened() -> None:
    """A full disk refuses a repeat too, and so tells nothing of the first attempt."""
    with pytest.raises(StoreUnavailable) as error:
        await failing_commit(True)
    assert error.value.may_have_happened
    with pytest.raises(StoreFull):
        await failing_commit(False)


@pytest.mark.parametrize("method", ["CreateGame", "JoinGame", "IssueSeatToken"])
def test_an_answer_with_a_token_wants_a_random_id(method: str) -> None:
    """Several people may hold one invite, and a thief an old token: neither may guess the id."""
    for caller in (Caller(InviteToken(GAME), "cqi1.k.g.m"), Caller(HostToken(GAME), "cqh1.k.g.m")):
        with pytest.raises(CallRefused) as refused:
            request_key(caller, method, GAME, "1", [])
        assert CallReason.REQUEST_ID_NOT_RANDOM is refused.value.reason
        assert request_key(caller, "CancelGame", GAME, "1", []).field


def test_a_new_holder_of_a_seat_does_not_inherit_its_tokens() -> None:
    """Each holder starts at the epoch drawn for him, even in a game that has the same id."""
    created = GameCreated(resolve_rules("classic"), Access.PUBLIC, None, b"s" * 32, ())
    game = play_on.create(GAME, created).game
    assert BySeat([0, 0]) == game.places.map(lambda place: place.epoch)
    holder = Holder("", SeatKind.HUMAN, "", b"")
    for epoch in (7, 700):
        seated = play_on.seat_holder(game, Seat(0), holder, epoch=epoch, revision=2).game
        assert epoch == seated.places[0].epoch
        game = play_on.free_seat(seated, Seat(0)).game
        assert epoch + 1 == game.places[0].epoch


@pytest.mark.parametrize(("drawn", "expected"), [(700, 700), (7, 8), (0, 8)])
def test_a_new_token_is_of_the_epoch_drawn_for_it(drawn: int, expected: int) -> None:
    """But never of the one it replaces; old logs tell none, and mean the next."""
    created = GameCreated(resolve_rules("classic"), Access.PUBLIC, None, b"s" * 32, ())
    holder = Holder("", SeatKind.HUMAN, "", b"")
    game = play_on.create(GAME, created).game
    game = play_on.seat_holder(game, Seat(0), holder, epoch=7, revision=2).game
    issued = play_on.issue_token(game, Seat(0), epoch=drawn)
    assert expected == issued.game.places[0].epoch
    assert holder == issued.game.places[0].holder
    assert (SeatTokenIssued(Seat(0), drawn),) == issued.events
