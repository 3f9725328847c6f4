"""The table that rich draws: what is seen of it, and that it fits."""

from __future__ import annotations

import io
import itertools
import os
import pty
import re
import termios

import pytest
from rich.console import Console

from conquian.cards import Card
from conquian.moves import (
    Discard,
    DrawStock,
    LayMeld,
    LayOff,
    Move,
    Pass,
    Take,
    TakeJoker,
)
from conquian.terminal.drawn.cards import Deck, boxed, large
from conquian.terminal.drawn.frame import composed, leaf
from conquian.terminal.drawn.keys import Keys
from conquian.terminal.drawn.scene import Scene, turn_text
from conquian.terminal.drawn.sections import move_rows
from conquian.v1 import view_pb2
from conquian.view import GameView
from tests.unit.client.scripted import game, to_act

FRENCH = Deck(spanish=False, symbols=True)
LETTERS = Deck(spanish=False, symbols=False)
SPANISH = Deck(spanish=True, symbols=True)

HAND = "3C TC JC AD 7D 3H 3H 9H JH 3S 9S QS JK"
RANKS, SUITS = "A23456789TJQK", "CDHS"
MANY = [LayMeld.of(" ".join(meld)) for meld in itertools.combinations([f"{r}C" for r in RANKS], 3)]


def scene(*moves: Move, seats: int = 2, melds: int = 2, rummy: bool = False) -> Scene:
    """Seat 0 has to act, with a table of some melds before every seat."""
    view = game(4, you=to_act(*moves, hand=HAND))
    del view.seats[:]
    for seat in range(seats):
        shown = view.seats.add(seat=seat, taken=True, name=f"[red]P{seat}", hand_size=12)
        for rank in RANKS[:melds]:
            shown.table.add(cards=[rank + suit for suit in SUITS])
    view.status = view_pb2.GAME_STATUS_RUNNING
    view.deal.number, view.deal.stock_size = 2, 17
    view.deal.phase = view_pb2.PHASE_PLAY if rummy else view_pb2.PHASE_OFFER
    view.deal.seats_to_act.append(0)
    if rummy:
        view.deal.rummy.discards.extend(["7H", "8H"])
        view.deal.rummy.must_use, view.deal.rummy.opening_needed = "7H", 40
    else:
        view.deal.upcard.card = "TH"
        view.deal.upcard.origin, view.deal.upcard.by_seat = view_pb2.UPCARD_ORIGIN_TURNED, 1
    values = GameView.from_proto(view)
    names = values.names(range(seats))
    log = [f"{names[0]} discards 7H, number {number}." for number in range(20)]
    return Scene(view=values, names=names, deck=FRENCH, title="Kunken", log=log)


def drawn(seen: Scene, columns: int, rows: int) -> list[str]:
    """The lines of the window, without colours."""
    console = Console(file=io.StringIO(), width=columns, height=rows, force_terminal=True)
    frame = composed(console, seen)
    assert 0 <= frame.cursor < columns
    return ["".join(segment.text for segment in line) for line in frame.lines]


@pytest.mark.parametrize(
    ("card", "deck", "text", "style"),
    [
        ("TH", FRENCH, "10♥", "bold red"),
        ("7C", FRENCH, "7♣", "bold"),
        ("TH", LETTERS, "TH", "bold red"),
        ("SC", SPANISH, "SC", "bold red"),
        ("1O", SPANISH, "1O", "bold yellow"),
        ("JK", FRENCH, "JK", "bold magenta"),
        ("JK*=8C", FRENCH, "JK*=8♣", "bold magenta"),
    ],
)
def test_a_card(card: str, deck: Deck, text: str, style: str) -> None:
    """Its suit as a symbol in its colour, where pack and terminal have one."""
    shown = deck.card(card)
    assert shown.plain == text
    assert style in {span.style for span in shown.spans}


def test_only_cards_of_a_sentence_are_changed() -> None:
    """Not a word that has a card in it, nor what rich takes for markup."""
    text = "KDE [bold] takes KD; AS7H stays."
    assert FRENCH.sentence(text).plain == "KDE [bold] takes K♦; AS7H stays."


def test_the_order_of_a_hand() -> None:
    """Suit by suit or rank by rank, jokers last."""
    hand = [Card(card) for card in HAND.split()]
    by_suit = "3C TC JC AD 7D 3H 3H 9H JH 3S 9S QS JK"
    by_rank = "AD 3C 3H 3H 3S 7D 9H 9S TC JC JH QS JK"
    assert FRENCH.ordered(reversed(hand), by_rank=False) == by_suit.split()
    assert FRENCH.ordered(hand, by_rank=True) == by_rank.split()
    spanish = [Card(card) for card in ["RB", "1B", "SO", "7C"]]
    assert SPANISH.ordered(spanish, by_rank=False) == ["SO", "7C", "1B", "RB"]


def test_boxes_go_on_in_further_rows() -> None:
    """As many cards side by side as there is room for; plain signs where lines cannot be shown."""
    cards = [FRENCH.card(card) for card in ("TH", "7C", "KD")]
    rows = [row.plain for row in boxed(cards, 10, lines=True)]
    assert rows == ["╭───╮╭──╮", "│10♥││7♣│", "╰───╯╰──╯", "╭──╮", "│K♦│", "╰──╯"]
    assert [row.plain for row in large(LETTERS.card("TH"), lines=False)][2] == "|  TH   |"


@pytest.mark.parametrize("size", [(40, 20), (80, 24), (34, 14), (200, 60)], ids=str)
@pytest.mark.parametrize(
    "seen",
    [
        scene(Pass(), Take.of("5C 5D 5S")),
        scene(*MANY[:200], seats=8, melds=5, rummy=True),
        scene(*map(Discard, map(Card, HAND.split())), seats=4, melds=9),
    ],
    ids=["two seats", "eight seats and 200 moves", "large tables"],
)
def test_it_fits_the_window(seen: Scene, size: tuple[int, int]) -> None:
    """Every line is as wide, the window as high; whose turn, a move and the question are there."""
    lines = drawn(seen, *size)
    assert len(lines) == size[1]
    assert {len(line) for line in lines} == {size[0]}
    assert lines[-1].startswith("Your move, 1 to ")
    text = "\n".join(lines)
    assert "Your turn: " in text
    assert "1) " in text
    assert "[red]P0" in text


def test_moves_are_turned_over() -> None:
    """Each move is on one page, and the pages go round."""
    seen = scene(*MANY[:200], seats=8, rummy=True)
    numbers: list[int] = []
    text = "\n".join(drawn(seen, 40, 20))
    told = re.search(r"page 1 of (\d+)", text)
    assert told is not None
    for page in range(int(told[1])):
        seen.page = page
        numbers += map(int, re.findall(r"(\d+)\) ", "\n".join(drawn(seen, 40, 20))))
    assert sorted(numbers) == [*range(1, 201)]
    seen.page = int(told[1])
    assert "\n".join(drawn(seen, 40, 20)) == text


def test_moves_are_grouped_by_kind() -> None:
    """Under their kind, with the number that plays each; what is added is told."""
    seen = scene(
        DrawStock(),
        LayMeld.of("3C 3H 3S"),
        LayOff.of(1, "7H 8H 9H", "7H 8H 9H TH"),
        TakeJoker.of(1, "5S JK=6S 7S", "5S 6S 7S"),
        Discard(Card("KD")),
        Discard(Card("7H")),
    )
    assert [row.plain for row in move_rows(seen, 80)] == [
        "1) draw",
        "Lay a meld: 2) 3♣ 3♥ 3♠",
        "Add to a meld: 3) [red]P1: 7♥ 8♥ 9♥ + 10♥",
        "Take a joker: 4) [red]P1: 5♠ JK=6♠ 7♠ > 5♠ 6♠ 7♠",
        "Discard: 5) K♦  6) 7♥",
    ]


def test_what_is_forced_is_told() -> None:
    """The card that must be laid, what an opening lacks, a forced taking."""
    told = turn_text(scene(Pass(), rummy=True))
    assert "7H must be laid first." in told
    assert "40 to be laid to open." in told
    forced = scene(Take.of("5C 5D 5S"))
    message = game(5, you=to_act(Take.of("5C 5D 5S")))
    message.status = view_pb2.GAME_STATUS_RUNNING
    message.deal.phase = view_pb2.PHASE_TAKE_FORCED
    message.deal.seats_to_act.append(0)
    forced.view = GameView.from_proto(message)
    assert turn_text(forced) == "You are forced: take the upcard."
    message.you.to_act = False
    forced.view = GameView.from_proto(message)
    assert turn_text(forced) == "[red]P0 is forced to take."


def test_who_waits_is_told_for_whom() -> None:
    """Before the start, and after the end."""
    seen = scene(Pass())
    waiting = game(1)
    waiting.status = view_pb2.GAME_STATUS_WAITING
    seen.view = GameView.from_proto(waiting)
    assert turn_text(seen) == "Waiting for 2 more to sit down."
    assert drawn(seen, 40, 20)[-1].startswith("Wait (")
    seen.view = GameView.from_proto(game(9, over=True))
    assert turn_text(seen) == "The game is over."


def test_what_is_typed_stays_in_sight() -> None:
    """The end of it, where it is longer than the line."""
    seen = scene(Pass())
    seen.typed = "lay off 1: 7H 8H 9H > 7H 8H 9H TH"
    assert drawn(seen, 40, 20)[-1].rstrip().endswith("> 7H 8H 9H TH")


def test_a_leaf_is_read_page_by_page() -> None:
    """All of it, in windows of any height."""
    console = Console(file=io.StringIO(), width=20, height=4)
    words = [f"word {number}" for number in range(8)]
    frames = [leaf(console, words, page) for page in range(3)]
    text = "".join(segment.text for frame in frames for line in frame.lines for segment in line)
    assert frames[0].pages == 3
    assert re.findall(r"word \d", text) == words


@pytest.mark.parametrize(
    ("sent", "pressed"),
    [
        (b"a1 \xc3\xb1", ["a", "1", " ", "ñ"]),
        (b"\r\x7f\x15", ["enter", "backspace", "clear"]),
        (b"\x1b[A\x1b[6~x", ["up", "down", "x"]),
        (b"\x1b[1;5Cx\x1bOPx", ["x", "x"]),
        (b"\x07\x1b", []),
    ],
)
def test_keys(sent: bytes, pressed: list[str]) -> None:
    """Characters as they are, others by name or not at all; the terminal is left as it was."""
    ours, theirs = pty.openpty()
    before = termios.tcgetattr(theirs)
    try:
        with Keys(theirs) as keys:
            os.write(ours, sent)
            assert keys.read() == pressed
            keys.wake()
            keys.wake()
            assert keys.read() == []
        assert termios.tcgetattr(theirs) == before
        keys.wake()  # nobody waits any more
    finally:
        os.close(ours)
        os.close(theirs)


def test_a_terminal_that_is_gone() -> None:
    """Is the end of the keys."""
    ours, theirs = pty.openpty()
    keys = Keys(theirs)
    try:
        with keys:
            os.write(ours, b"x")
            assert keys.read() == ["x"]
            os.close(ours)
            with pytest.raises(EOFError):
                keys.read()
    finally:
        os.close(theirs)
