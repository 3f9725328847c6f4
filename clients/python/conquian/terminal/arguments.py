"""The arguments of the commands. Standard library only: listing commands must cost nothing."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING

from conquian._target import http_base

if TYPE_CHECKING:
    from argparse import _SubParsersAction

__all__ = ["add_commands", "target"]

DEFAULT_TARGET = "localhost:50051"
MOST_SEATS = 999
"""More are none of a table, nor would a message hold any number; the service judges the others."""
PLAYERS = ("greedy", "random")


def add_commands(commands: _SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `create`, `play` and `bot`; each sets `command`, which gives the exit code."""
    create = commands.add_parser("create", help="create a table and print a link to it")
    _add_table(create)
    create.add_argument("--private", action="store_true", help="only who has the link may join")
    create.set_defaults(command=_later("create"))

    play = commands.add_parser("play", help="play in the terminal: at a link, or against a bot")
    play.add_argument("link", metavar="LINK", nargs="?", help="table to play at, from a friend")
    play.add_argument("--against", choices=PLAYERS, help="play at a new table against this player")
    play.add_argument(
        "--name", default="Guest", help="your name at the table (default: %(default)s)"
    )
    play.add_argument("--token", help="your seat token, to come back to a game you left")
    play.add_argument(
        "--plain", action="store_true", help="lines of text, also where a table could be drawn"
    )
    play.add_argument(
        "--language",
        default="",
        metavar="en|es|ru",
        help="of what the service tells: refusals, how to play, names of cards; what the terminal"
        " says by itself is English (default: en)",
    )
    _add_table(play)
    play.set_defaults(command=_later("play"))

    bot = commands.add_parser("bot", help="let a player of ours take a seat")
    bot.add_argument("--join", metavar="LINK", required=True, help="table to play at")
    bot.add_argument(
        "--player", choices=PLAYERS, default="greedy", help="which one (default: %(default)s)"
    )
    bot.add_argument("--name", help="its name at the table (default: the player's)")
    bot.add_argument("--token", help="its seat token, to go on in a game it was stopped in")
    bot.set_defaults(command=_later("bot"))


def _add_table(parser: argparse.ArgumentParser) -> None:
    """Arguments of whatever makes a table."""
    parser.add_argument(
        "--target",
        default=DEFAULT_TARGET,
        type=target,
        metavar="TARGET",
        help="HOST:PORT or http://HOST:PORT of the service, for a new table (default: %(default)s)",
    )
    parser.add_argument(
        "--ruleset", default="classic", help="what is played (default: %(default)s)"
    )
    parser.add_argument(
        "--seats", type=_seats, default=0, help="at the table (default: the ruleset's fewest)"
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        type=_option,
        metavar="NAME=VALUE",
        help="an option of the ruleset that is not to be as usual; may be repeated",
    )


def target(text: str) -> str:
    """A target as `connect` takes it; refused here where it looks like a URL and is none."""
    try:
        return http_base(text) or text
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _seats(text: str) -> int:
    try:
        seats = int(text)
    except ValueError:
        seats = -1
    if not 0 <= seats <= MOST_SEATS:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seats, such as 2")
    return seats


def _option(text: str) -> tuple[str, str]:
    name, given, value = text.partition("=")
    if not (name and given):
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=VALUE, such as max_run=none")
    return name, value


def _later(name: str) -> Callable[[argparse.Namespace], int]:
    """The command of that name, imported when it is run."""

    def run(arguments: argparse.Namespace) -> int:
        commands = import_module("conquian.terminal.commands")
        code: int = getattr(commands, name)(arguments)
        return code

    return run
