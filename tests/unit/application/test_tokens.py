"""Tokens are signed, deterministic and verified to the byte."""

from __future__ import annotations

import string

import pytest

from conquian_engine import Seat
from conquian_service.application.errors import CallReason, CallRefused
from conquian_service.application.tokens import (
    ANYONE,
    Caller,
    HostToken,
    InviteToken,
    Keyring,
    SeatToken,
    Ticket,
    Token,
    WatchToken,
    is_game_id,
)

GAME = "abcdefghijklmnopqrstuvwx27"
OLD = Keyring("old", {"old": b"o" * 32}, b"g" * 32)
RING = Keyring("new", {"new": b"n" * 32, "old": b"o" * 32}, b"g" * 32)
TOKENS: list[Token] = [
    SeatToken(GAME, Seat(1), 3),
    HostToken(GAME),
    InviteToken(GAME),
    WatchToken(GAME),
]


def _refusal(ring: Keyring, text: str) -> str:
    """The reason a text is refused for; empty if it verifies."""
    try:
        ring.verify(text)
    except CallRefused as refused:
        return refused.reason.value
    return ""


@pytest.mark.parametrize("token", TOKENS, ids=lambda token: type(token).__name__)
def test_a_token_verifies_to_what_was_issued(token: Token) -> None:
    """Every kind of token survives the trip, and issuing it again gives the same text."""
    text = RING.issue(token)
    assert Caller(token, text) == RING.verify(text)
    assert text == RING.issue(token)


@pytest.mark.parametrize("token", TOKENS, ids=lambda token: type(token).__name__)
def test_a_token_with_one_character_changed_is_refused(token: Token) -> None:
    """No single changed, dropped or added character is overlooked, at any place."""
    text = RING.issue(token)
    alphabet = string.ascii_letters + string.digits + "-_."
    for place, good in enumerate(text):
        for bad in alphabet:
            if bad != good:
                changed = text[:place] + bad + text[place + 1 :]
                assert _refusal(RING, changed) == CallReason.CREDENTIAL_INVALID, changed
        assert _refusal(RING, text[:place] + text[place + 1 :]) == CallReason.CREDENTIAL_INVALID
        assert _refusal(RING, text[:place] + good + text[place:]) == CallReason.CREDENTIAL_INVALID


@pytest.mark.parametrize(
    "text", ["", ".", "...", "cqs1", "cqs1.new", "ключ.new.x.y", "x" * 10_000, "cqs1.none.a.0.1.m"]
)
def test_what_is_no_token_is_refused(text: str) -> None:
    """Rubbish is one refusal, never another error."""
    assert _refusal(RING, text) == CallReason.CREDENTIAL_INVALID


def test_a_rotated_key_still_verifies_and_no_longer_signs() -> None:
    """The first key signs, all verify; a key that is gone verifies nothing."""
    text = OLD.issue(HostToken(GAME))
    assert HostToken(GAME) == RING.verify(text).token
    assert RING.issue(HostToken(GAME)) != text
    assert _refusal(OLD, RING.issue(HostToken(GAME))) == CallReason.CREDENTIAL_INVALID


def test_a_creating_request_always_names_the_same_game() -> None:
    """The id depends on caller and request id alone and has the form of an id."""
    named = RING.name_game(ANYONE, "0b8e3d0e-6a52-4c4c-9d6e-111111111111")
    assert is_game_id(named)
    assert named == OLD.name_game(ANYONE, "0b8e3d0e-6a52-4c4c-9d6e-111111111111")
    assert named != RING.name_game(ANYONE, "0b8e3d0e-6a52-4c4c-9d6e-111111111112")
    caller = RING.verify(RING.issue(HostToken(GAME)))
    assert named != RING.name_game(caller, "0b8e3d0e-6a52-4c4c-9d6e-111111111111")


@pytest.mark.parametrize(
    "text", ["", GAME[:-1], GAME + "a", GAME.upper(), GAME[:-1] + "1", "\n" + GAME[1:], GAME + "\n"]
)
def test_only_26_characters_of_the_alphabet_are_a_game_id(text: str) -> None:
    """Whatever else is no id, so that it never reaches the store."""
    assert not is_game_id(text)


def test_a_keyring_does_not_print_its_keys() -> None:
    """A keyring that gets into a log or traceback gives nothing away."""
    assert "nnnn" not in repr(RING)
    assert "gggg" not in repr(RING)


@pytest.mark.parametrize("seat", [None, SeatToken(GAME, Seat(1), 3)])
def test_a_ticket_is_read_as_it_was_issued(seat: SeatToken | None) -> None:
    """With or without a seat, by any key; it is never taken for a token, nor one for it."""
    ticket = Ticket(GAME, seat, 1_796_000_000_000)
    for ring in (OLD, RING):
        text = ring.issue_ticket(ticket)
        assert ticket == RING.read_ticket(text)
        assert _refusal(RING, text) == CallReason.CREDENTIAL_INVALID
    for token in TOKENS:
        with pytest.raises(CallRefused):
            RING.read_ticket(RING.issue(token))


def test_a_ticket_with_one_character_changed_is_refused() -> None:
    """Its expiry and its seat are signed as well."""
    text = RING.issue_ticket(Ticket(GAME, SeatToken(GAME, Seat(1), 3), 1_796_000_000_000))
    for place, good in enumerate(text):
        changed = text[:place] + ("0" if good != "0" else "1") + text[place + 1 :]
        with pytest.raises(CallRefused):
            RING.read_ticket(changed)
