"""What each command does with its arguments.

Exit codes: 0 the game is over, the table is made or the record written; 1 the service refused or
stayed away, or the person left; 2 wrong arguments.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from functools import wraps
from io import TextIOWrapper
from pathlib import Path

from conquian._target import http_base
from conquian.enums import Access
from conquian.errors import ConquianError, Unavailable
from conquian.links import GameLink
from conquian.terminal.bots import take_part
from conquian.terminal.screen import printable
from conquian.terminal.sitting import sitting
from conquian.terminal.tables import create_table, play_against, play_at
from conquian.transcripts import fetch_transcript

__all__ = ["bot", "create", "failure_text", "play", "transcript"]

_DONE = 0
_FAILED = 1
_REFUSED = 2


class _WrongArguments(Exception):
    """Arguments that the parser could not judge."""


def _reporting(
    command: Callable[[argparse.Namespace], bool],
) -> Callable[[argparse.Namespace], int]:
    """The command with an exit code, its failures told in a sentence."""

    @wraps(command)
    def reported(arguments: argparse.Namespace) -> int:
        _prepare_streams()
        try:
            _check_texts(arguments)
            return _DONE if command(arguments) else _FAILED
        except ConquianError as error:
            sys.stderr.write(f"error: {printable(failure_text(error, arguments))}\n")
            return _FAILED
        except _WrongArguments as error:
            sys.stderr.write(f"error: {error}\n")
            return _REFUSED

    return reported


@_reporting
def create(arguments: argparse.Namespace) -> bool:
    """Create a table and print the link to it, nothing else."""
    access = Access.PRIVATE if arguments.private else Access.UNLISTED
    options = dict(arguments.option)
    link, _ = create_table(
        arguments.target, arguments.ruleset, options, seats=arguments.seats, access=access
    )
    sys.stdout.write(f"{link}\n")
    return True


@_reporting
def play(arguments: argparse.Namespace) -> bool:
    """Play in the terminal; false if the person left."""
    if (arguments.link is None) == (arguments.against is None):
        raise _WrongArguments("say either a LINK or --against, such as --against greedy")
    link = _link(arguments.link) if arguments.link is not None else None
    sit = sitting(plain=arguments.plain, keyboard=sys.stdin, out=sys.stdout)
    if link is not None:
        return play_at(
            link,
            name=arguments.name,
            token=arguments.token,
            language=arguments.language,
            sit=sit,
            out=sys.stdout,
        )
    return play_against(
        arguments.against,
        target=arguments.target,
        ruleset=arguments.ruleset,
        seats=arguments.seats,
        options=dict(arguments.option),
        name=arguments.name,
        language=arguments.language,
        sit=sit,
        out=sys.stdout,
    )


@_reporting
def bot(arguments: argparse.Namespace) -> bool:
    """Let a player of ours take a seat and play to the end."""
    take_part(
        _link(arguments.join),
        arguments.player,
        name=arguments.name,
        token=arguments.token,
        out=sys.stdout,
    )
    return True


@_reporting
def transcript(arguments: argparse.Namespace) -> bool:
    """Write the record of a finished game, nothing else."""
    text = fetch_transcript(arguments.target, arguments.game_id, token=arguments.token)
    sys.stdout.buffer.write(text.encode())
    sys.stdout.flush()
    return True


def _prepare_streams() -> None:
    """Let no letter break a sitting off, whatever the streams' encoding; a closed one is empty."""
    nothing = Path(os.devnull)
    sys.stdin = sys.stdin or nothing.open()
    sys.stdout = sys.stdout or nothing.open("w")
    sys.stderr = sys.stderr or nothing.open("w")
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def failure_text(error: ConquianError, arguments: argparse.Namespace) -> str:
    """What is told of a failed call; where nobody answered, who did not."""
    # Without a reason nobody answered at all, and what gRPC says of it helps few.
    if isinstance(error, Unavailable) and not error.reason:
        return _nobody(arguments)
    return str(error)


def _nobody(arguments: argparse.Namespace) -> str:
    link = getattr(arguments, "link", None) or getattr(arguments, "join", None)
    if link:
        return f"no service answers at {_link(link).target}, where the link says it is"
    told = f"no service answers at {arguments.target}; "
    told += "start one by `conquian serve`, or name another by --target"
    if http_base(arguments.target) is None:
        told += "; that of a port of HTTP begins with http://"
    return told


def _check_texts(arguments: argparse.Namespace) -> None:
    """Refuse what no message and no header can carry."""
    for name, value in vars(arguments).items():
        for text in (value, *(value if isinstance(value, list) else ())):
            if any(_is_broken(part) for part in (text if isinstance(text, tuple) else (text,))):
                raise _WrongArguments(f"{name} is not valid text")
    token = getattr(arguments, "token", None) or ""
    if not (token.isascii() and token.isprintable()):
        raise _WrongArguments("a token holds printable ASCII characters only")
    language = getattr(arguments, "language", "")
    if not (language.isascii() and language.isprintable()):
        raise _WrongArguments("a language is a tag such as es")


def _is_broken(value: object) -> bool:
    # Bytes of the command line that are no UTF-8 arrive as lone surrogates.
    return isinstance(value, str) and any("\ud800" <= letter <= "\udfff" for letter in value)


def _link(text: str) -> GameLink:
    try:
        return GameLink.parse(text)
    except ValueError as error:
        raise _WrongArguments(str(error)) from None
