"""Tables that a person makes, comes to and leaves."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from shlex import quote
from typing import TypeAlias

from conquian.enums import Access
from conquian.errors import ConquianError, NotFound, NotNow, Unauthenticated
from conquian.links import GameLink
from conquian.sync import Client, Seat, connect
from conquian.terminal.bots import Opponent, Output
from conquian.terminal.person import Left
from conquian.terminal.screen import printable

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
    """Take a seat, or come back to one by its token, and play; False if the person left.

    Whoever leaves is told how to come back; and so is he whom an error throws out.
    """
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
        except ConquianError as error:
            if _goes_on(seat, error):
                out.write(f"To come back: {_way_back(link, seat.token)}\n")
            raise
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
    breaks it off by Ctrl-C keeps his seat, and is told how he and they can go on; and so is he
    whom an error throws out.
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
        ways = [
            f"conquian bot --join {quote(str(link))} --player {player} --token {opponent.token}"
            for opponent in opponents
        ]
        ways.append(_way_back(link, seat.token))
        try:
            return _sit_or_give_up(sit, client, seat, out)
        except KeyboardInterrupt:
            out.write("You left. ")
            _tell_each(ways, out)
            return False
        except ConquianError as error:
            if _goes_on(seat, error):
                _tell_each(ways, out)
            raise


def _sit_or_give_up(sit: Sitting, client: Client, seat: Seat, out: Output) -> bool:
    try:
        sit(client, seat)
    except Left:
        try:
            seat.resign()
        except NotNow as refused:  # it was over already
            out.write(f"You left. {printable(refused.message)}\n")
        else:
            out.write("You left, and gave up the game.\n")
        return False
    return True


def _goes_on(seat: Seat, error: ConquianError) -> bool:
    """Whether somebody whom the error threw out could come back to the game by his token."""
    if isinstance(error, NotFound | Unauthenticated):
        return False
    return seat.last_view is None or not seat.last_view.is_over


def _tell_each(ways: Sequence[str], out: Output) -> None:
    out.write("To go on, each in a terminal of its own:\n")
    for way in ways:
        out.write(f"  {way}\n")


def _way_back(link: GameLink, token: str) -> str:
    return f"conquian play {quote(str(link))} --token {token}"
