"""The terminal commands as a newcomer types them, over pipes."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from conquian import sync
from conquian.links import GameLink
from tests.support.processes import Server
from tests.support.rulesets import FAMILY_H

WITHIN = 45.0
FIRST_MOVES = "1\n" * 3000


def conquian(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command to its end, its input typed beforehand."""
    return subprocess.run(
        [sys.executable, "-m", "conquian_service", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        timeout=WITHIN,
        check=False,
    )


def begun(*arguments: str) -> subprocess.Popen[str]:
    """Start a command that the test goes on beside."""
    return subprocess.Popen(
        [sys.executable, "-m", "conquian_service", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def created(server: Server, *arguments: str) -> str:
    """The link of a new table."""
    made = conquian("create", "--target", server.address, *arguments)
    assert (made.returncode, made.stderr) == (0, "")
    return made.stdout.strip()


def game_of(text: str) -> str:
    """The game that a command's output links to."""
    found = re.search(r"conquian://\S+", text)
    assert found is not None
    return GameLink.parse(found[0]).game_id


@pytest.mark.parametrize("player", ["greedy", "random"])
def test_a_person_plays_against_a_player_of_ours(pair: tuple[Server, Server], player: str) -> None:
    """One command makes the table and its opponent; the game is played to its end."""
    ended = conquian("play", "--against", player, "--target", pair[0].address, typed=FIRST_MOVES)
    assert (ended.returncode, ended.stderr) == (0, "")
    told = ended.stdout
    for word in ("Upcard", "Your hand", " 1) ", "Guest", player.capitalize(), "cards left"):
        assert word in told
    assert re.search(r"(wins|share the win) \(", told.splitlines()[-1])
    with sync.connect(pair[1].address) as client:
        transcript = client.transcript(game_of(told))
    assert [seat.kind for seat in transcript.game.seats] == ["HUMAN", "BOT"]


def test_a_person_checks_the_cards_as_he_was_told(
    pair: tuple[Server, Server], tmp_path: Path
) -> None:
    """The lines to keep are commands; the entropy that was sent is the record's, and no other."""
    ended = conquian("play", "--against", "greedy", "--target", pair[0].address, typed=FIRST_MOVES)
    told = re.search(r"  conquian transcript .*\n  conquian verify (.*\n){3}", ended.stdout)
    assert told is not None
    program = f'conquian() {{ "{sys.executable}" -m conquian_service "$@"; }}\nset -e\n{told[0]}'
    verdict = subprocess.run(
        ["sh", "-c", program],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=WITHIN,
        check=False,
    )
    assert (verdict.returncode, verdict.stderr) == (0, "")
    for known in ("the one you joined)", "the one you saw)", "(as sent)"):
        assert known in verdict.stdout
    other = conquian("verify", str(tmp_path / "game.json"), "--entropy", f"0={'00' * 32}")
    assert other.returncode == 1


def test_a_table_of_more_seats_is_filled(pair: tuple[Server, Server]) -> None:
    """Every other seat is taken by a player with a name of its own."""
    ended = conquian(
        *("play", "--against", "greedy", "--ruleset", "three_player"),
        *("--target", pair[0].address, "--name", "Ana", "--option", "deals=1"),
        typed=FIRST_MOVES,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    for name in ("Ana", "Greedy 1", "Greedy 2"):
        assert f"{name} takes seat" in ended.stdout


@pytest.mark.parametrize("ruleset", FAMILY_H)
def test_a_person_plays_where_cards_are_drawn(pair: tuple[Server, Server], ruleset: str) -> None:
    """The discards are shown; moves are chosen by number or written as they are listed."""
    typed = "draw\ndraw discards 1\n" + FIRST_MOVES
    ended = conquian(
        *("play", "--against", "greedy", "--ruleset", ruleset, "--option", "deals=1"),
        *("--target", pair[0].address),
        typed=typed,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    for word in ("Discards", "Your hand", " 1) ", "draws", "discards", "cards left"):
        assert word in ended.stdout
    assert "Upcard" not in ended.stdout
    assert re.search(r"(wins|share the win) \(", ended.stdout.splitlines()[-1])


def test_bots_fill_a_table_of_four(pair: tuple[Server, Server]) -> None:
    """As many seats as were asked for; greedy and random players end the game."""
    link = created(pair[0], "--ruleset", "kunken", "--seats", "4", "--option", "minus_target=20")
    players = ["greedy", "random", "greedy", "random"]
    bots = [begun("bot", "--join", link, "--player", player) for player in players]
    ends = [bot.communicate(timeout=WITHIN) for bot in bots]
    assert [(bot.returncode, errors) for bot, (_, errors) in zip(bots, ends, strict=True)] == [
        (0, "")
    ] * 4
    assert len({told.splitlines()[-1] for told, _ in ends}) == 1


def test_a_link_is_all_it_takes(pair: tuple[Server, Server]) -> None:
    """One creates a private table, a bot and a person join it by the link, on two servers."""
    link = created(pair[0], "--private", "--option", "deals=1")
    bot = begun("bot", "--join", link, "--name", "Maschine")
    elsewhere = link.replace(pair[0].address, pair[1].address)
    person = conquian("play", elsewhere, "--name", "Ana", typed=FIRST_MOVES)
    told, errors = bot.communicate(timeout=WITHIN)
    assert (person.returncode, person.stderr) == (0, "")
    assert (bot.returncode, errors) == (0, "")
    assert told.splitlines()[-1] == person.stdout.splitlines()[-1]
    assert "Maschine" in person.stdout


def test_all_of_it_goes_over_http(pair: tuple[Server, Server]) -> None:
    """By the link that the service's own page shows: a private table, a bot and a person."""
    made = conquian("create", "--target", pair[0].http, "--private", "--option", "deals=1")
    link = made.stdout.strip()
    assert (made.returncode, made.stderr) == (0, "")
    assert link.startswith(f"{pair[0].http}/#game=")
    bot = begun("bot", "--join", link, "--name", "Maschine")
    person = conquian("play", link, "--name", "Ana", typed=FIRST_MOVES)
    told, errors = bot.communicate(timeout=WITHIN)
    assert (person.returncode, person.stderr) == (0, "")
    assert (bot.returncode, errors) == (0, "")
    assert told.splitlines()[-1] == person.stdout.splitlines()[-1]
    game_id = GameLink.parse(link).game_id
    records = [
        conquian("transcript", game_id, "--target", target, "--token", GameLink.parse(link).invite)
        for target in (pair[0].http, pair[1].address)
    ]
    assert records[0].stdout == records[1].stdout != ""


def test_a_new_table_and_a_demo_over_http(pair: tuple[Server, Server]) -> None:
    """`play --against` and `demo` need gRPC for nothing."""
    ended = conquian("play", "--against", "greedy", "--target", pair[0].http, typed=FIRST_MOVES)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert f"at {pair[0].http}/#game=" in ended.stdout
    demo = conquian("demo", "--target", pair[0].http)
    assert (demo.returncode, demo.stderr) == (0, "")


def test_two_bots_play_with_each_other(pair: tuple[Server, Server]) -> None:
    """Nobody need be at the terminal."""
    link = created(pair[0], "--option", "deals=1")
    bots = [begun("bot", "--join", link, "--player", player) for player in ("greedy", "random")]
    ends = [bot.communicate(timeout=WITHIN) for bot in bots]
    assert [(bot.returncode, errors) for bot, (_, errors) in zip(bots, ends, strict=True)] == [
        (0, ""),
        (0, ""),
    ]
    last = {told.splitlines()[-1] for told, _ in ends}
    assert len(last) == 1


def test_leaving_and_coming_back(pair: tuple[Server, Server]) -> None:
    """Whoever leaves is told how to come back, and finds his seat and the game."""
    link = created(pair[0], "--option", "deals=2")  # which no single move ends
    bot = begun("bot", "--join", link)
    left = conquian("play", link, typed="1\n")
    assert left.returncode == 1
    command = left.stdout.splitlines()[-1].partition("To come back: conquian ")[2]
    back = conquian(*shlex.split(command), typed=FIRST_MOVES)
    bot.communicate(timeout=WITHIN)
    assert (back.returncode, back.stderr) == (0, "")
    assert (bot.returncode, back.stdout.count("takes seat")) == (0, 0)


def test_a_player_of_ours_comes_back(pair: tuple[Server, Server]) -> None:
    """By the token that it told when it sat down."""
    link = created(pair[0])
    bot = begun("bot", "--join", link)
    assert bot.stdout is not None
    told = bot.stdout.readline() + bot.stdout.readline()
    bot.kill()
    bot.communicate(timeout=WITHIN)
    token = re.search(r"--token (\S+)", told)
    assert token is not None
    back = begun("bot", "--join", link, "--token", token[1])
    other = conquian("bot", "--join", link)
    text, _ = back.communicate(timeout=WITHIN)
    assert (back.returncode, other.returncode) == (0, 0)
    assert text.splitlines()[0] == told.splitlines()[0]


@pytest.mark.parametrize("typed", ["", "1\nquit\n"])
def test_leaving_a_player_of_ours_ends_the_game(pair: tuple[Server, Server], typed: str) -> None:
    """The opponent goes with the command, so the game is given up, not left standing."""
    left = conquian(
        *("play", "--against", "greedy", "--option", "deals=2"),  # which no single move ends
        *("--target", pair[0].address),
        typed=typed,
    )
    assert left.returncode == 1
    with sync.connect(pair[0].address) as client:
        game = client.get_game(game_of(left.stdout))
    assert game.result is not None
    assert game.result.cause == "RESIGNATION"
    assert game.winners == ("Greedy",)


REFUSED = [
    (["play"], 2, "LINK or --against"),
    (["play", "conquian://x/y", "--against", "greedy"], 2, "LINK or --against"),
    (["play", "https://localhost/game"], 2, "begins with conquian://"),
    (["play", "http://localhost/#top"], 2, "names no game after #game="),
    (["bot", "--join", "nonsense"], 2, "begins with conquian://"),
    (["create", "--target", "http://localhost:port"], 2, "address is not http://HOST:PORT"),
    (["demo", "--target", "http://ana:x@localhost"], 2, "target of HTTP is http://HOST:PORT"),
    (["create", "--option", "max_run"], 2, "NAME=VALUE"),
    (["create", "--seats", "99999999999"], 2, "not a number of seats"),
    (["play", "--against", "greedy", "--seats", "two"], 2, "not a number of seats"),
    (["transcript", "aaaa", "--token", "schlüssel"], 2, "ASCII"),
    (["create", "--option", "max_run=\udcff"], 2, "valid text"),
    (["play", "conquian://localhost/aaaa", "--name", "\udcff"], 2, "valid text"),
    (["play", "conquian://localhost/aaaa", "--token", "señal"], 2, "ASCII"),
    (["bot", "--join", "conquian://localhost/aaaa", "--token", "a\nb"], 2, "ASCII"),
    (["play", "conquian://localhost/aaaa", "--language", "español"], 2, "language is a tag"),
    (["create", "--option", "max_run=x", "--target", "SERVER"], 1, "OPTION_INVALID"),
    (["create", "--ruleset", "poker", "--target", "SERVER"], 1, "RULESET_NOT_FOUND"),
    (["play", "conquian://SERVER/aaaaaaaaaaaaaaaaaaaaaaaaaa"], 1, "GAME_NOT_FOUND"),
    (["bot", "--join", "conquian://SERVER/aaaaaaaaaaaaaaaaaaaaaaaaaa"], 1, "GAME_NOT_FOUND"),
    (["create", "--target", "localhost:9"], 1, "answers at localhost:9; start one"),
    (["play", "conquian://localhost:9/aaaa"], 1, "answers at localhost:9, where the link"),
    (["transcript", "aaaa", "--target", "localhost:9"], 1, "answers at localhost:9; start one"),
    (["demo", "--target", "localhost:9"], 1, "answers at localhost:9; start one"),
    (["create", "--seats", "9", "--target", "SERVER"], 1, "seats must be 2"),
    (["create", "--ruleset", "poker", "--target", "HTTP"], 1, "RULESET_NOT_FOUND"),
    (["play", "HTTP/#game=aaaaaaaaaaaaaaaaaaaaaaaaaa"], 1, "GAME_NOT_FOUND"),
]


@pytest.mark.parametrize(("arguments", "code", "word"), REFUSED, ids=lambda case: str(case)[:40])
def test_what_is_refused(
    pair: tuple[Server, Server], arguments: Sequence[str], code: int, word: str
) -> None:
    """In a sentence on standard error, never by a traceback."""
    places = {"SERVER": pair[0].address, "HTTP": pair[0].http}
    for name, address in places.items():
        arguments = [part.replace(name, address) for part in arguments]
    ended = conquian(*arguments)
    assert ended.returncode == code
    assert word in ended.stderr
    assert "Traceback" not in ended.stderr


def test_letters_that_a_stream_cannot_carry(pair: tuple[Server, Server]) -> None:
    """They are replaced, typed or shown; the sitting goes on."""
    ended = subprocess.run(
        [
            *(sys.executable, "-m", "conquian_service", "play", "--against", "greedy"),
            *("--target", pair[0].address, "--name", "Žofie"),
        ],
        input=b"1\xff\nquit\n",
        env={**os.environ, "PYTHONUTF8": "1", "PYTHONIOENCODING": "ascii:strict"},
        capture_output=True,
        timeout=WITHIN,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (1, b"")
    for told in (b"?ofie takes seat", b"none of your moves", b"gave up the game"):
        assert told in ended.stdout


def test_a_closed_keyboard_is_one_that_says_nothing(pair: tuple[Server, Server]) -> None:
    """As where a command is started without any input."""
    ended = subprocess.run(
        [
            *("sh", "-c", 'exec "$@" <&-', "sh", sys.executable, "-m", "conquian_service"),
            *("play", "--against", "greedy", "--target", pair[0].address),
        ],
        capture_output=True,
        text=True,
        timeout=WITHIN,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (1, "")
    assert "gave up the game" in ended.stdout


def test_a_full_table_is_refused(pair: tuple[Server, Server]) -> None:
    """A third comer is told; and a private table takes nobody without its invite."""
    link = created(pair[0], "--private")
    without, _, _ = link.partition("?")
    assert "PRIVATE" in conquian("bot", "--join", without).stderr
    with sync.connect(pair[0].address) as client:
        for _ in range(2):
            client.join(GameLink.parse(link).game_id, token=GameLink.parse(link).invite)
    refused = conquian("bot", "--join", link)
    assert refused.returncode == 1
    assert "GAME_STARTED" in refused.stderr or "SEAT_TAKEN" in refused.stderr
