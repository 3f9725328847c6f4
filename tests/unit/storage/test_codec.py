"""What is stored comes back as it was, to the last type."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from typing import get_args

import pytest

from conquian_engine import (
    AwaitingOrder,
    BySeat,
    Card,
    CardDied,
    CardsTraded,
    CardTurned,
    Cause,
    DealEnded,
    DealStarted,
    DiscardDue,
    Discarded,
    ForceAsked,
    Forced,
    GameEnded,
    GameOver,
    LaidFromHand,
    Offered,
    Origin,
    Passed,
    Phase,
    Seat,
    SeatResigned,
    State,
    TakeForced,
    Taken,
    TradeChosen,
    TradedCard,
    Trading,
    Upcard,
    WaivedForce,
    pack_named,
    resolve_rules,
)
from conquian_service.application.game import Access, Game, Holder, SeatKind, Status
from conquian_service.application.log import (
    GameCancelled,
    GameCreated,
    GameStarted,
    LoggedEvent,
    SeatFreed,
    SeatTaken,
    SeatTokenIssued,
)
from conquian_service.storage.codec import (
    decode_entry,
    decode_snapshot,
    encode_entry,
    encode_snapshot,
)
from conquian_service.storage.codec_names import ACCESS, CAUSE, ORIGIN, SEAT_KIND, STATUS
from conquian_storage.v1 import game_pb2
from tests.support.sittings import GAME_ID, random_sitting
from tests.unit.storage.rummy_events import RUMMY_EVENTS

PACK = pack_named("short40")
ALL_CARDS = PACK.cards
FIRST, OTHER = Seat(0), Seat(1)
NOBODY: tuple[Seat, ...] = ()
RULES = resolve_rules("classic", {"max_run": "none", "opening_upcard": "false"})
UPCARD = Upcard(0, Origin.OPENING, FIRST)


def cards(text: str) -> tuple[Card, ...]:
    """Several cards, written in one text."""
    return tuple(map(Card, text.split()))


PHASES: list[Phase] = [
    AwaitingOrder(),
    Offered(UPCARD, FIRST),
    Offered(Upcard(39, Origin.DISCARDED, OTHER), OTHER, (FIRST, OTHER)),
    ForceAsked(UPCARD, FIRST, (OTHER, FIRST)),
    TakeForced(UPCARD, FIRST, OTHER),
    TakeForced(UPCARD, OTHER, FIRST),
    DiscardDue(FIRST),
    DiscardDue(OTHER),
    Trading(1, BySeat((None, None))),
    Trading(9, BySeat((0, 39))),
    GameOver(Cause.VOID, NOBODY),
    GameOver(Cause.DEAL_LIMIT, (FIRST, OTHER)),
]

EVENTS: list[LoggedEvent] = [
    GameCreated(RULES, Access.PUBLIC, None, b"s" * 32, ()),
    GameCreated(RULES, Access.PRIVATE, FIRST, b"s" * 32, (ALL_CARDS, ALL_CARDS[::-1])),
    SeatTaken(FIRST, Holder("", SeatKind.HUMAN, "", b""), 1),
    SeatTaken(OTHER, Holder("Zoë 李", SeatKind.BOT, "p-1", b"\x00\xff" * 32), 900_000_000),
    SeatFreed(FIRST),
    SeatTokenIssued(FIRST, 0),
    SeatTokenIssued(OTHER, 900_000_000),
    TradeChosen(FIRST, ALL_CARDS[0]),
    TradeChosen(OTHER, ALL_CARDS[39]),
    CardsTraded(
        2, (TradedCard(FIRST, OTHER, ALL_CARDS[0]), TradedCard(OTHER, FIRST, ALL_CARDS[1]))
    ),
    LaidFromHand(OTHER, (ALL_CARDS[:3], ALL_CARDS[37:]), ALL_CARDS[:1]),
    Taken(OTHER, ALL_CARDS[2], (ALL_CARDS[:3],), ALL_CARDS[:1], ALL_CARDS[1:2]),
    GameStarted(FIRST),
    GameCancelled(),
    DealStarted(
        deal=1,
        dealer=FIRST,
        stake=1000,
        order=ALL_CARDS[::-1],
        hands=BySeat([cards("AC 2C KS"), ()]),
        hand_sizes=BySeat([3, 0]),
        stock_size=0,
    ),
    CardTurned(Card("AC"), Origin.OPENING, FIRST, 0),
    Passed(FIRST),
    Passed(OTHER),
    Forced(FIRST, OTHER),
    Forced(OTHER, FIRST),
    WaivedForce(FIRST),
    Taken(FIRST, Card("AC"), (cards("AC 2C 3C"), cards("KC KD KS")), cards("2C KS")),
    Taken(FIRST, Card("AC"), (), ()),
    Discarded(FIRST, Card("AC")),
    CardDied(Card("AC")),
    SeatResigned(FIRST, Cause.TIME),
    DealEnded(
        2, Cause.STOCK_EXHAUSTED, None, BySeat([0, 0]), BySeat([-3, 3]), BySeat([None, None])
    ),
    DealEnded(
        2, Cause.WENT_OUT, FIRST, BySeat([60, 0]), BySeat([160, 0]), BySeat([None, cards("AC KS")])
    ),
    # A loser who has laid all his cards was counted, too, with nothing in hand.
    DealEnded(3, Cause.WENT_OUT, OTHER, BySeat([0, 0]), BySeat([0, 0]), BySeat([(), None])),
    GameEnded(Cause.VOID, NOBODY, BySeat([0, 0])),
    GameEnded(Cause.WENT_OUT, (OTHER,), BySeat([-1, 1])),
]


@pytest.mark.parametrize("seed", range(24))
def test_every_revision_of_a_game_comes_back(seed: int) -> None:
    """Whole games: each snapshot and each log entry is what it was, types included."""
    sitting = random_sitting(seed)
    pack = pack_named(sitting.game.rules.pack)
    for revision in sitting.revisions:
        stored, events = revision.stored, revision.entry.events
        body = encode_snapshot(stored.game, revision=stored.revision, created_ms=stored.created_ms)
        expected = (stored.game, stored.revision, stored.created_ms)
        found = decode_snapshot(body, game_id=GAME_ID)
        assert expected == found
        assert repr(expected) == repr(found)
        again = decode_entry(encode_entry(events, pack=pack), pack=pack)
        assert events == again
        assert repr(events) == repr(again)


@pytest.mark.parametrize("phase", PHASES, ids=repr)
def test_every_phase_comes_back(phase: Phase) -> None:
    """Each phase, also where every field of it has its default."""
    game = _running(phase)
    found, _, _ = decode_snapshot(encode_snapshot(game, revision=9, created_ms=0), game_id=GAME_ID)
    assert game == found
    assert repr(game) == repr(found)


@pytest.mark.parametrize("event", EVENTS, ids=repr)
def test_every_event_comes_back(event: LoggedEvent) -> None:
    """Each event, also where every field of it has its default."""
    found = decode_entry(encode_entry((event,), pack=PACK), pack=PACK)
    assert (event,) == found
    assert repr((event,)) == repr(found)


def test_no_phase_and_no_event_is_left_out() -> None:
    """The tables above name every kind there is."""
    assert set(get_args(Phase)) == {type(phase) for phase in PHASES}
    events = [*EVENTS, *RUMMY_EVENTS]
    assert set(get_args(LoggedEvent)) == {type(event) for event in events}


@pytest.mark.parametrize(
    ("kind", "written", "stored"),
    [
        (Status, STATUS.numbers, game_pb2.Status.items()),
        (Access, ACCESS.numbers, game_pb2.Access.items()),
        (SeatKind, SEAT_KIND.numbers, game_pb2.SeatKind.items()),
        (Origin, ORIGIN.numbers, game_pb2.Origin.items()),
        (Cause, CAUSE.numbers, game_pb2.Cause.items()),
    ],
    ids=["status", "access", "kind of seat", "origin", "cause"],
)
def test_every_word_has_its_number(
    kind: type[StrEnum], written: Mapping[StrEnum, int], stored: list[tuple[str, int]]
) -> None:
    """Each word is stored under its own name, and no number is without a word."""
    (unspecified, zero), *numbers = stored
    assert zero == 0
    prefix = unspecified.removesuffix("UNSPECIFIED")
    assert set(kind) == set(written)
    assert numbers == [(prefix + word.name, number) for word, number in written.items()]


def test_the_log_takes_no_copy_with_hidden_cards() -> None:
    """What a viewer may see is no record (decision 0.6)."""
    dealt = next(event for event in EVENTS if isinstance(event, DealStarted))
    hands = replace(dealt, hands=BySeat([None, ()]))
    for hidden in (replace(dealt, order=None), hands, TradeChosen(FIRST, None)):
        with pytest.raises(ValueError, match="viewer"):
            encode_entry((hidden,), pack=PACK)


def _running(phase: Phase) -> Game:
    game = next(
        revision.stored.game
        for seed in range(1, 10)
        for revision in random_sitting(seed).revisions
        if isinstance(revision.stored.game.state, State)
    )
    assert isinstance(game.state, State)
    return replace(game, status=Status.RUNNING, state=replace(game.state, phase=phase))
