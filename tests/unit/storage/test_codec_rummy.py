"""What is stored of family H comes back as it was, to the last type."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pytest

from conquian_engine import (
    AwaitingOrder,
    BySeat,
    Cause,
    ChallengeAsked,
    DrawDue,
    GameOver,
    NewerRules,
    PlayDue,
    ReshuffleDue,
    RummyPhase,
    RummyState,
    Turn,
    resolve_rules,
)
from conquian_service.application.game import Access, Game, Place, Status
from conquian_service.application.log import LoggedEvent
from conquian_service.storage.codec import (
    decode_entry,
    decode_snapshot,
    encode_entry,
    encode_snapshot,
)
from conquian_storage.v1.log_pb2 import LogEntry
from tests.support.families import rummy_rules
from tests.support.sittings import GAME_ID
from tests.unit.storage.rummy_events import FIRST, OTHER, PACK, RUMMY_EVENTS

BARE = Turn(FIRST)
FULL = Turn(OTHER, bytes([3, 3, 52]), 0, 4, 39, True, True, True, True)

PHASES: list[RummyPhase] = [
    AwaitingOrder(),
    ReshuffleDue(BARE),
    ReshuffleDue(FULL),
    DrawDue(FIRST),
    DrawDue(OTHER, challenged=True),
    ChallengeAsked(FIRST, OTHER),
    ChallengeAsked(OTHER, FIRST),
    PlayDue(BARE),
    PlayDue(FULL),
    PlayDue(replace(FULL, must_use=52, taken=b"")),
    GameOver(Cause.VOID, ()),
    GameOver(Cause.NO_PROGRESS, (FIRST, OTHER)),
]
RULES = rummy_rules(resolve_rules("kunken", seats=2))


def running(phase: RummyPhase) -> Game:
    """A game with something in every field of its state."""
    state = RummyState(
        rules=RULES,
        dealer=OTHER,
        deal=2,
        phase=phase,
        hands=BySeat([bytes([0, 0, 51, 52, 52]), b""]),
        tables=BySeat([(bytes([0, 1, 0x42]), bytes([9, 22, 0x7F])), ()]),
        stock=bytes([52, 0, 51]),
        discards=bytes([7, 7]),
        opened=BySeat([True, False]),
        idle=3,
        turns=17,
        scores=BySeat([-40, 0]),
        resigned=(OTHER,),
    )
    places = BySeat([Place(None, 1, 9), Place(None, 1)])
    return Game(
        GAME_ID, Status.RUNNING, Access.PUBLIC, RULES, None, places, b"s" * 32, (), 5, state, 2
    )


@pytest.mark.parametrize("phase", PHASES, ids=repr)
def test_every_phase_comes_back(phase: RummyPhase) -> None:
    """Each phase, also where every field of it has its default."""
    game = running(phase)
    found, _, _ = decode_snapshot(encode_snapshot(game, revision=9, created_ms=0), game_id=GAME_ID)
    assert game == found
    assert repr(game) == repr(found)


@pytest.mark.parametrize("event", RUMMY_EVENTS, ids=lambda event: repr(event)[:60])
def test_every_event_comes_back(event: LoggedEvent) -> None:
    """Each event, also where every field of it has its default."""
    found = decode_entry(encode_entry((event,), pack=PACK), pack=PACK)
    assert (event,) == found
    assert repr((event,)) == repr(found)


def test_no_phase_is_left_out() -> None:
    """The table above names every kind there is."""
    assert set(get_args(RummyPhase)) == {type(phase) for phase in PHASES}


def test_a_game_is_small() -> None:
    """A whole double pack, its melds and all is little more than a byte a card."""
    body = encode_snapshot(running(PlayDue(FULL)), revision=9, created_ms=1_900_000_000_000)
    assert len(body) < 200


@pytest.mark.parametrize("meld", [b"\x00\x01\x35", b"\x40\x01\xff", b"\xf4"])
def test_a_card_of_a_newer_build_is_refused(meld: bytes) -> None:
    """A byte of a meld that means nothing here is not guessed at."""
    entry = LogEntry(version=1)
    entry.events.add().meld_laid.meld = meld
    with pytest.raises(NewerRules):
        decode_entry(entry.SerializeToString(), pack=PACK)
