"""The table that `conquian play` draws, in a real terminal: whole games, windows, keys, leaving."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from conquian import sync
from conquian.links import GameLink
from tests.conformance.decks import two_seats
from tests.support.processes import Server
from tests.support.terminal import Terminal

ASKED = re.compile(r"Your move, 1 to (\d+) \([^)]*\): $")
ENDED = re.compile(r"(wins|share the win|Nobody wins)\b.*\(", re.DOTALL)
BOXES = set("╭╮╰╯─│")
OPENING_SCREEN, CLOSING_SCREEN = "\x1b[?1049h", "\x1b[?1049l"
MOST_MOVES = 600


def playing(server: Server, *arguments: str, **window: object) -> Terminal:
    """A person's terminal at a new table against the greedy player."""
    return Terminal(
        *("-m", "conquian_service", "play", "--target", server.address),
        *(arguments if "LINK" in arguments else ("--against", "greedy", *arguments)),
        **window,  # type: ignore[arg-type] # the size and the environment, as they are named there
    )


def opposite_ben(server: Server) -> str:
    """The link of a table whose guest has the first turn, and black cards and red ones.

    Ben does not answer: nothing pushes a move out of the few lines that tell of moves.
    """
    with sync.connect(server.address) as client:
        created = client.create_game("classic", first_dealer=0, pinned_orders=[two_seats()])
        client.join(created.game_id, name="Ben")
    return str(GameLink(server.address, created.game_id))


def sitting(link: str, **window: object) -> Terminal:
    """A person's terminal at a table that waits."""
    return Terminal(
        *("-m", "conquian_service", "play", link, "--name", "Guest"),
        **window,  # type: ignore[arg-type] # the size, as it is named there
    )


def asked(window: str) -> bool:
    """Whether a move is asked for, and nothing typed yet."""
    return ASKED.search(f"{window} ") is not None


def play_on(terminal: Terminal) -> int:
    """Make the first move listed until the program ends; how many it were."""
    for made in range(MOST_MOVES):
        terminal.until(
            lambda window: asked(window) or CLOSING_SCREEN in terminal.written, what="a turn"
        )
        if CLOSING_SCREEN in terminal.written:
            return made
        assert_fits(terminal)
        terminal.forget()
        terminal.type("1\r")
    raise AssertionError(f"not over after {MOST_MOVES} moves:\n{terminal.window}")


def assert_fits(terminal: Terminal) -> None:
    """Whose turn it is, a move to choose and the question are there, and nothing ran over."""
    lines = terminal.window.splitlines()
    assert len(lines) == terminal.rows
    assert lines[-1].startswith("Your move")
    assert re.search(r"^(Your turn|You are|Choose)", terminal.window, re.MULTILINE)
    assert re.search(r"\b1\) ", terminal.window)


@pytest.mark.parametrize("size", [(80, 24), (40, 20)], ids=["80x24", "40x20"])
@pytest.mark.parametrize(
    ("ruleset", "seats", "seen"),
    [
        ("classic", 2, "Upcard"),
        ("spanish", 2, "Upcard"),
        ("kunken", 8, "Discards"),
    ],
)
def test_a_whole_game(
    pair: tuple[Server, Server], ruleset: str, seats: int, seen: str, size: tuple[int, int]
) -> None:
    """Played to its end in windows of two sizes; the result stays when the table is gone."""
    arguments = ("--ruleset", ruleset, "--seats", str(seats), "--option", "deals=1")
    with playing(pair[0], *arguments, columns=size[0], rows=size[1]) as terminal:
        first = terminal.until(asked, what="the first turn")
        assert seen in first
        assert "Greedy" in first
        assert play_on(terminal) > 0
        assert terminal.until_end() == 0
        last = terminal.window.rstrip()
    assert terminal.written.count(OPENING_SCREEN) == terminal.written.count(CLOSING_SCREEN) == 1
    assert ENDED.search(" ".join(last.splitlines()[-8:]))


def test_a_card_player_sees_what_lies_there(pair: tuple[Server, Server]) -> None:
    """Cards with coloured suits in boxes, counts, events, and moves by kind with their numbers."""
    with sitting(opposite_ben(pair[0])) as terminal:
        window = terminal.until(
            lambda window: asked(window) and "The opening upcard is" in window,
            what="a turn, and what happened",
        )
    assert re.search(r"│(10|[A2-9JQK])[♣♦♥♠]│", window)
    assert re.search(r"in the stock", window)
    assert re.search(r"10 in hand score 0", window)
    assert re.search(r"^(Take: 1\)|1\) pass)", window, re.MULTILINE)
    assert "\x1b[1;31m" in terminal.written  # red suits


@pytest.mark.parametrize(
    ("env", "colours", "boxes"),
    [
        ({"NO_COLOR": "1"}, False, True),
        ({"PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}, True, False),
        ({}, True, True),
    ],
    ids=["NO_COLOR", "ascii", "as usual"],
)
def test_what_a_terminal_does_not_want(
    pair: tuple[Server, Server], env: dict[str, str], colours: bool, boxes: bool
) -> None:
    """No colours where NO_COLOR says so; letters and plain lines where no symbols can be shown."""
    with playing(pair[0], env=env) as terminal:
        window = terminal.until(asked, what="a turn")
    coloured = re.search(r"\x1b\[(?:\d+;)*(?:3[0-7]|38;[0-9;]+|9[0-7])m", terminal.written)
    assert (coloured is not None) == colours
    assert bool(BOXES & set(window)) == boxes
    assert bool(set("♣♦♥♠") & set(terminal.written)) == boxes


@pytest.mark.parametrize(
    ("plain", "env"), [(("--plain",), {}), ((), {"TERM": "dumb"})], ids=["--plain", "TERM=dumb"]
)
def test_plain_lines_in_a_terminal(
    pair: tuple[Server, Server], plain: tuple[str, ...], env: dict[str, str]
) -> None:
    """Where they are asked for, and where nothing can be drawn: no control of the terminal."""
    with playing(pair[0], *plain, "--option", "deals=1", env=env) as terminal:
        terminal.until(lambda window: "(? for help):" in window, what="a turn")
        terminal.type("quit\n")
        assert terminal.until_end() == 1
    assert "\x1b" not in terminal.written
    assert not BOXES & set(terminal.written)


def test_without_rich(pair: tuple[Server, Server], tmp_path: Path) -> None:
    """Plain lines, and one hint which extra draws."""
    without = tmp_path / "without.py"
    without.write_text(
        "import importlib.util, sys\n"
        "found = importlib.util.find_spec\n"
        "hide = lambda name, *at: None if name == 'rich' else found(name, *at)\n"
        "importlib.util.find_spec = hide\n"
        "from conquian_service.cli import main\n"
        "code = main(sys.argv[1:])\n"
        "assert 'rich' not in sys.modules\n"
        "sys.exit(code)\n"
    )
    arguments = ("play", "--against", "greedy", "--target", pair[0].address)
    with Terminal(str(without), *arguments) as terminal:
        terminal.until(lambda window: "(? for help):" in window, what="a turn")
        terminal.type("quit\n")
        assert terminal.until_end() == 1
    assert terminal.written.count("conquian[terminal]") == 1
    piped = subprocess.run(
        [sys.executable, str(without), *arguments],
        input="quit\n",
        capture_output=True,
        text=True,
        check=False,
    )
    assert "conquian[terminal]" not in piped.stdout + piped.stderr


def test_keys(pair: tuple[Server, Server]) -> None:
    """Help of the game at hand, a hint, the order of the hand, all melds; what is typed wrong."""
    with playing(pair[0], "--language", "es", "--ruleset", "spanish") as terminal:
        window = terminal.until(asked, what="a turn")
        assert "Conquián con baraja española" in window
        assert re.search(r"\bde (oros|copas|espadas|bastos)\b", window)
        terminal.type("?")
        terminal.until(lambda window: "Gana la mano" in window, what="help in Spanish")
        terminal.type("n")
        window = terminal.until(lambda window: "page 2" in window, what="the next page")
        terminal.type("x")
        terminal.until(asked, what="the table again")
        terminal.type("h")
        terminal.until(lambda window: "The greedy player's move: " in window, what="a hint")
        hand = re.compile(r"^│(.*)│$", re.MULTILINE)
        by_suit = hand.findall(terminal.window)[-1].split("││")
        assert by_suit == sorted(by_suit, key=lambda card: "OCEB".index(card[1]))
        by_rank = sorted(by_suit, key=lambda card: "1234567SCR".index(card[0]))
        terminal.type("o")
        terminal.until(
            lambda window: hand.findall(window)[-1:] == ["││".join(by_rank)], what="another order"
        )
        terminal.type("v")
        terminal.until(lambda window: "takes seat 0" in window, what="all that happened")
        terminal.type(" ")
        terminal.until(asked, what="the table again")
        terminal.type("discxx\x7f\x7f\x15fold\r")
        terminal.until(lambda window: "none of your moves" in window, what="an answer")


def test_a_refusal_is_told_in_the_language(pair: tuple[Server, Server]) -> None:
    """By the service, at the table."""
    with playing(pair[0], "--ruleset", "colonel", "--language", "ru", "--seats", "2") as terminal:
        terminal.until(asked, what="a turn")
        terminal.type("draw\r")
        terminal.until(lambda window: "Discard:" in window, what="a card drawn")
        terminal.type("meld ac kd 2h\r")
        terminal.until(lambda window: re.search(r"[\u0430-\u044f]{4}", window), what="Russian")


def test_another_size_of_the_window(pair: tuple[Server, Server]) -> None:
    """The table is drawn anew, and what was typed is kept."""
    with sitting(opposite_ben(pair[0]), columns=100, rows=30) as terminal:
        terminal.until(asked, what="a turn")
        terminal.type("pas")
        terminal.until(lambda window: window.endswith(": pas"), what="what was typed")
        terminal.resize(40, 20)
        window = terminal.until(lambda window: window.endswith(": pas"), what="the new window")
        assert len(window.splitlines()) == 20
        assert "(? h o)" in window
        terminal.type("s\r")
        terminal.until(lambda window: "Guest passes." in window, what="the move")


def created(server: Server) -> str:
    """The link of a new table."""
    with sync.connect(server.address) as client:
        game_id = client.create_game("classic", options={"deals": 1}).game_id
    return str(GameLink(server.address, game_id))


def test_waiting_is_live_and_breaking_off_keeps_the_seat(pair: tuple[Server, Server]) -> None:
    """Who waits sees the other one come; Ctrl-C tells the command that goes on in the seat."""
    link = created(pair[0])
    with Terminal("-m", "conquian_service", "play", link, "--name", "Ana") as terminal:
        terminal.until(lambda window: "Waiting for 1 more" in window, what="the wait")
        with sync.connect(pair[1].address) as client:
            client.join(GameLink.parse(link).game_id, name="Ben")
        terminal.until(lambda window: "Ben takes seat 1." in window, what="Ben")
        terminal.type("\x03")
        assert terminal.until_end() == 1
        assert CLOSING_SCREEN in terminal.written
        # Longer than a line of the window: read where it is not broken.
        told = terminal.written.rpartition("To come back: conquian ")[2].strip()
    with Terminal("-m", "conquian_service", *shlex.split(told)) as terminal:
        terminal.until(lambda window: "Ana (you)" in window, what="the same seat")


def test_breaking_off_against_a_player_of_ours(pair: tuple[Server, Server]) -> None:
    """The game stands; one command a seat goes on with it to its end."""
    with playing(pair[0], "--option", "deals=1") as terminal:
        terminal.until(asked, what="a turn")
        terminal.type("\x03")
        assert terminal.until_end() == 1
    theirs, mine = re.findall(r"^  conquian ((?:bot|play) .*?)\r?$", terminal.written, re.MULTILINE)
    program = [sys.executable, "-m", "conquian_service"]
    with subprocess.Popen(
        [*program, *shlex.split(theirs)], stdout=subprocess.PIPE, text=True
    ) as bot:
        with Terminal("-m", "conquian_service", *shlex.split(mine)) as terminal:
            play_on(terminal)
            assert terminal.until_end() == 0
        told, _ = bot.communicate(timeout=20)
    assert told.splitlines()[-1] in " ".join(terminal.written.split("\r\n"))


@pytest.mark.parametrize("typed", ["quit\r", "\x04"], ids=["quit", "Ctrl-D"])
def test_leaving_gives_the_game_up(pair: tuple[Server, Server], typed: str) -> None:
    """As with plain lines, against a player of ours."""
    with playing(pair[0]) as terminal:
        terminal.until(asked, what="a turn")
        terminal.type(typed)
        assert terminal.until_end() == 1
    assert "You left, and gave up the game." in terminal.written
