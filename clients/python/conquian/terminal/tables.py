"""Tables that a person makes, comes to and leaves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from shlex import quote
from typing import TypeAlias

from conquian.enums import Access
from conquian.links import GameLink
from conquian.sync import Client, Seat, connect
from conquian.terminal.bots import Opponent, Output
from conquian.terminal.person import Left

__all__ = ["Sitting", "create_table", "play_against", "play_at"]

Sitting: TypeAlias = Callable[[Client, Seat], None]
"""Plays a seat to the end of its game, by what a person says; raises `Left` if he goes."""


def create_table(
    target: str,
    ruleset: str,
    options: Mapping[str, str],
    *,
    seats: int = 0,
    access: Access = Access.UNLISTED,
    language: str = "",
) -> tuple[GameLink, int]:
    """A new table of so many seats, or the fewest: the link to it, and how many it has."""
    with connect(target, language=language) as client:
        created = client.create_game(ruleset, options=options, seats=seats or None, access=access)
    invite = created.invite_token if access is Access.PRIVATE else ""
    return GameLink(target, created.game_id, invite), len(created.game.seats)


def play_at(
    link: GameLink, *, name: str, token: str | None, language: str, sit: Sitting, out: Output
) -> bool:
    """Take a seat, or come back to one by its token, and play; False if the person left."""
    with connect(link.target, language=language) as client:
        if token:
            seat = client.resume(link.game_id, token)
        else:
            seat = client.join(link.game_id, name=name, token=link.invite or None)
        try:
            sit(client, seat)
        except (Left, KeyboardInterrupt):
            out.write(f"You left. To come back: {_way_back(link, seat.token)}\n")
            return False
        return True


def play_against(
    player: str,
    *,
    target: str,
    ruleset: str,
    seats: int = 0,
    options: Mapping[str, str],
    name: str,
    language: str,
    sit: Sitting,
    out: Output,
) -> bool:
    """Play at a new table whose other seats are taken by a player of ours.

    Whoever leaves gives up the game, for his opponents go with him; False if he did. Whoever
    breaks it off by Ctrl-C keeps his seat, and is told how he and they can go on.
    """
    link, taken = create_table(target, ruleset, options, seats=seats, language=language)
    with ExitStack() as table:
        client = table.enter_context(connect(target, language=language))
        seat = client.join(link.game_id, name=name)
        opponents = [
            Opponent(link, player, name=player.capitalize() + (f" {number}" if taken > 2 else ""))
            for number in range(1, taken)
        ]
        for opponent in opponents:
            table.enter_context(opponent)
        out.write(f"You play against the {player} player at {link}\n")
        try:
            sit(client, seat)
        except KeyboardInterrupt:
            out.write("You left. To go on, each in a terminal of its own:\n")
            for opponent in opponents:
                out.write(
                    f"  conquian bot --join {quote(str(link))} --player {player}"
                    f" --token {opponent.token}\n"
                )
            out.write(f"  {_way_back(link, seat.token)}\n")
            return False
        except Left:
            seat.resign()
            out.write("You left, and gave up the game.\n")
            return False
        return True


def _way_back(link: GameLink, token: str) -> str:
    return f"conquian play {quote(str(link))} --token {token}"
