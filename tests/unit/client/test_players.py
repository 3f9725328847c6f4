"""Players choose legal moves."""

from __future__ import annotations

import pytest

from conquian.moves import Force, Pass, Take, parse_move
from conquian.players import GreedyPlayer, RandomPlayer
from conquian.view import GameView
from tests.unit.client.scripted import game, to_act


def view_of(*texts: str, hand: str = "", tables: str = "", pack: str = "short40") -> GameView:
    """A view with these legal moves."""
    message = game(1, you=to_act(*map(parse_move, texts), hand=hand), options={"pack": pack})
    message.seats[1].table.add(cards=tables.split())
    return GameView.from_proto(message)


@pytest.mark.parametrize(
    ("moves", "chosen"),
    [
        pytest.param(
            ["take 5C 5D 5S", "take 5C 5D 5S, 6H 7H JH", "take 5C 6C 7C JC", "pass"],
            "take 5C 5D 5S, 6H 7H JH",
            id="the taking that lays most cards",
        ),
        pytest.param(["force 1", "take 5C 5D 5S"], "take 5C 5D 5S", id="a taking before a force"),
        pytest.param(["force 1", "pass"], "force 1", id="a force before a pass"),
        pytest.param(["force 1", "let go"], "force 1", id="a force before letting go"),
        pytest.param(["pass"], "pass", id="pass where nothing else is left"),
    ],
)
def test_the_greedy_player_on_an_offer(moves: list[str], chosen: str) -> None:
    """Lays cards where it can, else makes others lay theirs."""
    assert GreedyPlayer().choose(view_of(*moves)) == parse_move(chosen)


@pytest.mark.parametrize(
    ("hand", "tables", "given_up"),
    [
        pytest.param("5C 5D 7H JH AS", "", "AS", id="alone in the hand"),
        pytest.param("7H JH 2S 4D KC KD", "", "2S", id="7 touches J in the short pack"),
        pytest.param("5C 5D 5H 6H", "5S 6S 7S", "6H", id="what lies on a table is out of reach"),
    ],
)
def test_the_greedy_player_gives_up_the_card_of_least_use(
    hand: str, tables: str, given_up: str
) -> None:
    """By the melds of three it may still become part of."""
    view = view_of(*(f"discard {card}" for card in hand.split()), hand=hand, tables=tables)
    assert GreedyPlayer().choose(view) == parse_move(f"discard {given_up}")


def test_the_greedy_player_reads_the_pack() -> None:
    """In a Spanish pack the seven touches the sota."""
    hand = "7O SO RC 1B"
    view = view_of("discard 7O", "discard SO", "discard 1B", hand=hand, pack="spanish40")
    assert GreedyPlayer().choose(view) == parse_move("discard 1B")


def drawing_view(
    *texts: str,
    hand: str,
    discards: str = "",
    stock: int = 30,
    options: dict[str, str] | None = None,
) -> GameView:
    """A view of family H with these legal moves."""
    you = to_act(*map(parse_move, texts), hand=hand)
    message = game(1, you=you, options={"pack": "full52", **(options or {})})
    message.deal.stock_size = stock
    message.deal.rummy.discards.extend(discards.split())
    return GameView.from_proto(message)


@pytest.mark.parametrize(
    ("moves", "hand", "chosen"),
    [
        pytest.param(
            [
                "meld 5C 6C 7C",
                "meld 5C 6C 7C 8C",
                "lay off 1: 9D 9H 9S > 9C 9D 9H 9S",
                "discard KD",
            ],
            "5C 6C 7C 8C KD",
            "meld 5C 6C 7C 8C",
            id="the longest meld",
        ),
        pytest.param(
            ["lay off 1: 9D 9H 9S > 9C 9D 9H 9S", "take joker 1: 5S JK=6S 7S > 5S 6S 7S"],
            "9C 6S",
            "lay off 1: 9D 9H 9S > 9C 9D 9H 9S",
            id="a lay-off before a joker",
        ),
        pytest.param(
            ["take joker 1: 5S JK=6S 7S > 5S 6S 7S", "discard 6S"],
            "6S KD",
            "take joker 1: 5S JK=6S 7S > 5S 6S 7S",
            id="a joker before a discard",
        ),
        pytest.param(
            ["discard 5C", "discard 6C", "discard KD", "discard 2S"],
            "5C 6C KD 2S",
            "discard KD",
            id="the dearest card that stands alone",
        ),
        pytest.param(
            ["discard KC", "discard KD", "discard 2S", "discard JK"],
            "KC KD 2S JK",
            "discard 2S",
            id="cards that stand together and jokers are kept",
        ),
        pytest.param(["draw", "challenge"], "AC 2D", "challenge", id="a challenge with a low hand"),
        pytest.param(["draw", "challenge"], "KC KD", "draw", id="none with a high one"),
        pytest.param(["accept", "refuse"], "AC 9D", "accept", id="accepts with a low hand"),
        pytest.param(["accept", "refuse"], "KC KD", "refuse", id="refuses with a high one"),
    ],
)
def test_the_greedy_player_lays_all_it_can(moves: list[str], hand: str, chosen: str) -> None:
    """Melds before lay-offs before jokers; then the dearest card of least use goes."""
    assert GreedyPlayer().choose(drawing_view(*moves, hand=hand)) == parse_move(chosen)


@pytest.mark.parametrize(
    ("hand", "discards", "taken"),
    [
        ("5C 6C KD", "7C", True),
        ("6C 8C KD", "7C", True),
        ("8C 9C KD", "7C", True),
        ("7D 7H KD", "7C", True),
        ("7C 7D KD", "7C", False),
        ("5C 9C KD", "7C", False),
        ("5C 9C KD", "JK", True),
        ("JK JK KD", "7C", False),
    ],
)
def test_the_greedy_player_takes_a_discard_that_melds(
    hand: str,
    discards: str,
    taken: bool,
) -> None:
    """With two of the hand it makes a set or a run."""
    view = drawing_view("draw", "draw discards 1", hand=hand, discards=discards)
    assert GreedyPlayer().choose(view) == parse_move("draw discards 1" if taken else "draw")


def test_the_greedy_player_takes_a_discard_that_is_sure_to_be_laid() -> None:
    """Where it is only offered for use: under a bank, and with an empty stock."""
    bank = drawing_view(
        "draw", "draw discards 1", hand="KD", discards="7C", options={"bank_depth": "top"}
    )
    assert GreedyPlayer().choose(bank) == parse_move("draw discards 1")
    empty = drawing_view("draw discards 1", "stop", hand="KD", discards="7C", stock=0)
    assert GreedyPlayer().choose(empty) == parse_move("draw discards 1")
    nothing = drawing_view("stop", hand="KD", stock=0)
    assert GreedyPlayer().choose(nothing) == parse_move("stop")


def test_the_random_player_plays_any_legal_move_and_repeats_itself() -> None:
    """Every move comes up; the same seed gives the same game."""
    view = view_of("pass", "force 1", "take 5C 5D 5S")
    player, twin = RandomPlayer(7), RandomPlayer(7)
    chosen = [player.choose(view) for _ in range(50)]
    assert {type(move) for move in chosen} == {Pass, Force, Take}
    assert chosen == [twin.choose(view) for _ in range(50)]


@pytest.mark.parametrize("player", [GreedyPlayer(), RandomPlayer()])
def test_a_view_without_legal_moves_is_refused(player: GreedyPlayer | RandomPlayer) -> None:
    """It says what is missing instead of inventing a move."""
    with pytest.raises(ValueError, match="no legal moves"):
        player.choose(GameView.from_proto(game(1)))
