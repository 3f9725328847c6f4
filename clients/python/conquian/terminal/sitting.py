"""How a person sits at a table: before one that is drawn, or with lines of text."""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib.util import find_spec
from typing import TextIO

from conquian.errors import ConquianError
from conquian.rulesets import Ruleset
from conquian.sync import Client, Seat
from conquian.terminal.person import PATIENCE, Person
from conquian.terminal.tables import Sitting

__all__ = ["sitting"]

_HINT = 'For a table with cards: pip install "conquian[terminal]"\n'


def sitting(*, plain: bool, keyboard: TextIO, out: TextIO) -> Sitting:
    """A drawn table between two ends of a terminal; else plain lines, which scripts rely on.

    Args:
        plain: plain lines in any case.
        keyboard: what the person types.
        out: what he reads; it is hinted here at the extra that draws, if that is all that lacks.
    """
    if plain or not _can_draw(keyboard, out):
        return _with_lines(keyboard, out)
    if find_spec("rich") is None:
        out.write(_HINT)
        return _with_lines(keyboard, out)
    return _at_drawn_table(keyboard, out)


def _can_draw(keyboard: TextIO, out: TextIO) -> bool:
    if not (keyboard.isatty() and out.isatty()):
        return False
    # keys.py needs termios, which POSIX has.
    return os.name == "posix" and os.environ.get("TERM", "dumb") not in {"", "dumb", "unknown"}


def _with_lines(keyboard: TextIO, out: TextIO) -> Sitting:
    def sit(client: Client, seat: Seat) -> None:
        def how_to_play() -> Sequence[str]:
            ruleset = _ruleset(client, seat)
            return ruleset.how_to_play if ruleset is not None else ()

        Person(seat, iter(keyboard), out, how_to_play=how_to_play).play()

    return sit


def _at_drawn_table(keyboard: TextIO, out: TextIO) -> Sitting:
    def sit(client: Client, seat: Seat) -> None:
        # rich is an extra: nothing of it is imported before it is found and wanted.
        from conquian.terminal.drawn import play_drawn  # noqa: PLC0415 - as said above

        play_drawn(seat, _ruleset(client, seat), keyboard=keyboard, out=out)

    return sit


def _ruleset(client: Client, seat: Seat) -> Ruleset | None:
    """What is played, for help; without it there is less help, and the game goes on."""
    try:
        view = seat.last_view or seat.view(timeout=PATIENCE)
        return client.ruleset(view.ruleset)
    except ConquianError:
        return None
