"""Tables that a person makes, comes to and leaves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from shlex import quote

from conquian.enums import Access
from conquian.links import GameLink
from conquian.sync import Seat, connect
from conquian.terminal.bots import Opponent, Output
from conquian.terminal.person import Left, Person

__all__ = ["create_table", "play_against", "play_at"]


def create_table(
    target: str,
    ruleset: str,
    options: Mapping[str, str],
    *,
    seats: int = 0,
    access: Access = Access.UNLISTED,
) -> tuple[GameLink, int]:
    """A new table of so many seats, or the fewest: the link to it, and how many it has."""
    with connect(target) as client:
        created = client.create_game(ruleset, options=options, seats=seats or None, access=access)
    invite = created.invite_token if access is Access.PRIVATE else ""
    return GameLink(target, created.game_id, invite), len(created.game.seats)


def play_at(
    link: GameLink, *, name: str, token: str | None, lines: Iterable[str], out: Output
) -> bool:
    """Take a seat, or come back to one by its token, and play; False if the person left."""
    with connect(link.target) as client:
        if token:
            seat = client.resume(link.game_id, token)
        else:
            seat = client.join(link.game_id, name=name, token=link.invite or None)
        if _played(seat, lines, out):
            return True
        out.write(
            f"You left. To come back: conquian play {quote(str(link))} --token {seat.token}\n"
        )
        return False


def play_against(
    player: str,
    *,
    target: str,
    ruleset: str,
    seats: int = 0,
    options: Mapping[str, str],
    name: str,
    lines: Iterable[str],
    out: Output,
) -> bool:
    """Play at a new table whose other seats are taken by a player of ours.

    Whoever leaves gives up the game, for his opponents go with him. False if he did.
    """
    link, taken = create_table(target, ruleset, options, seats=seats)
    with ExitStack() as table:
        client = table.enter_context(connect(target))
        seat = client.join(link.game_id, name=name)
        for number in range(1, taken):
            called = player.capitalize() + (f" {number}" if taken > 2 else "")
            table.enter_context(Opponent(link, player, name=called))
        out.write(f"You play against the {player} player at {link}\n")
        if _played(seat, lines, out):
            return True
        seat.resign()
        out.write("You left, and gave up the game.\n")
        return False


def _played(seat: Seat, lines: Iterable[str], out: Output) -> bool:
    try:
        Person(seat, iter(lines), out).play()
    except (Left, KeyboardInterrupt):
        return False
    return True
