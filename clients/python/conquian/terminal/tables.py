"""Tables that a person makes, comes to and leaves."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from shlex import quote
from typing import TypeAlias

from conquian.enums import Access, ShuffleKind
from conquian.errors import ConquianError, NotFound, NotNow, Unauthenticated
from conquian.links import GameLink
from conquian.sync import Client, Seat, connect
from conquian.terminal.bots import Opponent, Output
from conquian.terminal.person import Left
from conquian.terminal.screen import printable
from conquian.view import GameView

__all__ = ["Sitting", "create_table", "play_against", "play_at"]

Sitting: TypeAlias = Callable[[Client, Seat], None]
"""Plays a seat to the end of its game, by what a person says; raises `Left` if he goes."""

ENTROPY_BYTES = 32
"""What a person adds to the shuffle, so that nobody can have known the cards before."""


def create_table(
    target: str,
    ruleset: str,
    options: Mapping[str, str],
    *,
    seats: int = 0,
    access: Access = Access.UNLISTED,
    language: str = "",
) -> tuple[GameLink, GameView]:
    """A new table of so many seats, or the fewest: the link to it, and how it stands."""
    with connect(target, language=language) as client:
        created = client.create_game(ruleset, options=options, seats=seats or None, access=access)
    invite = created.invite_token if access is Access.PRIVATE else ""
    return GameLink(target, created.game_id, invite), created.game


def play_at(
    link: GameLink, *, name: str, token: str | None, language: str, sit: Sitting, out: Output
) -> bool:
    """Take a seat, or come back to one by its token, and play; False if the person left.

    Whoever leaves is told how to come back; and so is he whom an error throws out.
    """
    with connect(link.target, language=language) as client:
        if token:
            seat = client.resume(link.game_id, token)
            if seat.last_view is not None:
                _warn_of_laid_cards(seat.last_view, out)
        else:
            table = client.get_game(link.game_id, token=link.invite or None)
            seat = _sit_down(client, link, table, name=name, out=out)
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
    link, made = create_table(target, ruleset, options, seats=seats, language=language)
    taken = len(made.seats)
    with ExitStack() as table:
        client = table.enter_context(connect(target, language=language))
        seat = _sit_down(client, link, made, name=name, out=out)
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


def _sit_down(client: Client, link: GameLink, table: GameView, *, name: str, out: Output) -> Seat:
    """Join with entropy, so that the cards are not the table's alone; tell how to check them."""
    entropy, commitment = secrets.token_bytes(ENTROPY_BYTES), table.shuffle.commitment
    seat = client.join(
        link.game_id,
        name=name,
        entropy=entropy,
        commitment=commitment,
        token=link.invite or None,
    )
    _warn_of_laid_cards(table, out)
    for line in _ways_to_check(link, seat, commitment, entropy):
        out.write(f"{line}\n")
    out.flush()
    return seat


def _warn_of_laid_cards(table: GameView, out: Output) -> None:
    if table.shuffle.kind is ShuffleKind.PINNED:
        out.write("The cards were laid by whoever created the table.\n")


def _ways_to_check(link: GameLink, seat: Seat, commitment: str, entropy: bytes) -> Iterator[str]:
    """What only who sat there knows, in the form that `conquian verify` takes."""
    access = f" --token {quote(seat.token)}" if link.invite else ""
    yield "To check the cards when the game is over, keep this:"
    yield f"  conquian transcript {link.game_id} --target {quote(link.target)}{access} >game.json"
    yield f"  conquian verify game.json --game {link.game_id} \\"
    yield f"    --commitment {quote(printable(commitment))} \\"
    yield f"    --entropy {seat.number}={entropy.hex()}"


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
