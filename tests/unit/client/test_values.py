"""Cards, melds and moves print and parse; views answer small questions."""

from __future__ import annotations

import doctest
from types import ModuleType
from typing import Any

import pytest

from conquian import cards, enums, events, moves, rummy_moves, text
from conquian.cards import Card, Meld
from conquian.enums import Access, proto_name
from conquian.moves import (
    AcceptChallenge,
    Challenge,
    Discard,
    DrawDiscards,
    DrawStock,
    Force,
    LayMeld,
    LayOff,
    LetGo,
    Move,
    Pass,
    RefuseChallenge,
    Stop,
    Take,
    TakeJoker,
    parse_move,
)
from conquian.updates import CreatedGame, IssuedToken, Update
from conquian.view import GameView
from tests.unit.client.scripted import game

MOVES = [
    (Take.of("5C 5D 5S", "6H 7H JH"), "take 5C 5D 5S, 6H 7H JH"),
    (Pass(), "pass"),
    (Force(1), "force 1"),
    (LetGo(), "let go"),
    (Discard(Card("KD")), "discard KD"),
    (DrawStock(), "draw"),
    (DrawDiscards(), "draw discards 1"),
    (DrawDiscards(3), "draw discards 3"),
    (Challenge(), "challenge"),
    (AcceptChallenge(), "accept"),
    (RefuseChallenge(), "refuse"),
    (Stop(), "stop"),
    (LayMeld.of("7H JK=8H 9H"), "meld 7H JK=8H 9H"),
    (LayOff.of(1, "7H 8H 9H", "7H 8H 9H TH"), "lay off 1: 7H 8H 9H > 7H 8H 9H TH"),
    (
        LayOff.of(0, "6C 7C JK=8C", "JK*=5C 6C 7C 8C"),
        "lay off 0: 6C 7C JK=8C > JK*=5C 6C 7C 8C",
    ),
    (TakeJoker.of(1, "5S JK=6S 7S", "5S 6S 7S"), "take joker 1: 5S JK=6S 7S > 5S 6S 7S"),
]


@pytest.mark.parametrize("module", [cards, enums, events, moves, rummy_moves, text])
def test_the_examples_in_docstrings(module: ModuleType) -> None:
    """They run as they are written."""
    result = doctest.testmod(module)
    assert result.attempted > 0
    assert result.failed == 0


@pytest.mark.parametrize("typed", ["7H", "tc", " QS ", "ad", "1O", "SC", "ce", "RB"])
def test_a_card_is_read_from_its_text(typed: str) -> None:
    """French and Spanish packs, in either case."""
    card = Card.parse(typed)
    assert card == typed.strip().upper()
    assert card.rank + card.suit == card


@pytest.mark.parametrize("typed", ["", "7", "H", "7X", "XH", "10H", "7HH", "8O", "S", "♥7"])
def test_what_is_no_card(typed: str) -> None:
    """No pack has it."""
    with pytest.raises(ValueError, match="is not a card"):
        Card.parse(typed)


@pytest.mark.parametrize("typed", ["draw discards X", "meld 5X", "lay off: 5C > 5C", "lay off 1"])
def test_what_is_nearly_a_move_of_family_h(typed: str) -> None:
    """Refused with what is wrong in it."""
    with pytest.raises(ValueError, match="is not a"):
        parse_move(typed)


def test_the_top_discard_need_not_be_counted() -> None:
    """A person may leave the number out."""
    assert parse_move("draw  discards") == DrawDiscards(1)


@pytest.mark.parametrize(
    ("typed", "stands_for"), [("JK", None), ("jk=8c", "8C"), ("JK*=AD", "AD"), ("8C", None)]
)
def test_what_a_joker_stands_for(typed: str, stands_for: str | None) -> None:
    """Named in a run, open anywhere else; whatever it stands for it is a joker."""
    card = Card.parse(typed)
    assert card.stands_for == stands_for
    assert card.is_joker == (card != "8C")
    assert (card.rank, card.suit) == (("JK", "") if card.is_joker else ("8", "C"))


def test_a_card_is_a_string() -> None:
    """It compares, hashes and prints as its text; its repr can be pasted."""
    card = Card("7H")
    assert card == "7H"
    assert card in {"7H", "JH"}
    assert f"{card}" == "7H"
    assert repr(card) == "Card('7H')"


def test_a_meld_is_iterated_and_searched() -> None:
    """Meld by meld as a tuple of cards."""
    meld = Meld.parse("5C 5D 5S")
    assert list(meld) == ["5C", "5D", "5S"]
    assert len(meld) == 3
    assert "5D" in meld


@pytest.mark.parametrize(("move", "printed"), MOVES, ids=str)
def test_printing_and_parsing_a_move(move: Move, printed: str) -> None:
    """Each is the other's inverse."""
    assert str(move) == printed
    assert parse_move(printed) == move
    assert parse_move(printed.upper()) == move


@pytest.mark.parametrize(
    "typed",
    ["", "fold", "take", "take 5X", "force", "force me", "let", "discard", "pass 1", "draw 2"],
)
def test_what_is_no_move(typed: str) -> None:
    """Refused with an example of what is one."""
    with pytest.raises(ValueError, match="is not a"):
        parse_move(typed)


@pytest.mark.parametrize(
    ("member", "name"),
    [
        (Access.PUBLIC, "ACCESS_PUBLIC"),
        ("PUBLIC", "ACCESS_PUBLIC"),
        (None, "ACCESS_UNSPECIFIED"),
        (Access.UNKNOWN, "ACCESS_UNSPECIFIED"),
    ],
)
def test_a_member_of_a_list_in_a_request(member: Access | None, name: str) -> None:
    """Text will do as well as the member; nothing and the unknown say nothing."""
    assert name == proto_name(Access, member)


@pytest.mark.parametrize("typed", ["public", "ACCESS_PUBLIC", "", "private", 1])
def test_what_is_in_no_list(typed: Any) -> None:
    """Is refused before anything is sent, with what there is to choose from."""
    with pytest.raises(ValueError, match="is not in Access") as refused:
        proto_name(Access, typed)
    assert str(refused.value) == f"{typed!r} is not in Access: PUBLIC, UNLISTED, PRIVATE"


def test_a_players_name_and_its_substitute() -> None:
    """A player without a name is called by the seat."""
    message = game(3)
    message.seats[0].name = "Ana"
    view = GameView.from_proto(message)
    assert view.names(range(2)) == ("Ana", "seat 1")
    assert not view.is_over
    assert view.winners == ()
    message.result.winner_seats.extend([1, 0])
    assert GameView.from_proto(message).winners == ("seat 1", "Ana")
    assert GameView.from_proto(game(4, over=True)).is_over


def test_tokens_are_not_printed() -> None:
    """A log line that prints an answer gives no secret away."""
    view = GameView.from_proto(game(1))
    created = CreatedGame(view, "host-secret", "invite-secret", "watch-secret")
    issued = IssuedToken("seat-secret", Update(2, None, (), None))
    assert "secret" not in repr(created) + str(created) + repr(issued) + str(issued)
