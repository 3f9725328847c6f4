"""A person at the drawn table, whose keys go through a real terminal."""

from __future__ import annotations

import io
import os
import pty
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count

import pytest
from grpc import StatusCode
from rich.console import Console

from conquian.sync import Seat
from conquian.terminal.drawn.keys import Keys
from conquian.terminal.drawn.player import DrawnTable
from conquian.terminal.person import Left
from conquian.v1 import game_service_pb2
from tests.unit.client.scripted import After, Refusal, ScriptedService, Step, resync
from tests.unit.client.terminal.dealt import PASS, TAKE, got, moves, played, shown

DRAWN = "\x1b[?2026l"
"""What stands at the end of each picture."""
CONTROL = re.compile(r"\x1b\[\??[0-9;]*[A-Za-z]")
LEAVE = "\x04"

Reaction = tuple[str, Callable[[str], str]]
"""What must be seen first, and the keys pressed then for what is seen beside it."""


class Person(io.StringIO):
    """Looks at each picture of the table and presses keys, one reaction after the other."""

    def __init__(self, keyboard: int, *reactions: Reaction) -> None:
        super().__init__()
        self._keyboard = keyboard
        self._reactions = list(reactions)
        self._seen = 0

    def flush(self) -> None:
        text = self.getvalue()[self._seen :]
        if not text.endswith(DRAWN):
            return
        self._seen += len(text)
        window = CONTROL.sub("", text)
        if self._reactions and re.search(self._reactions[0][0], window):
            _, react = self._reactions.pop(0)
            os.write(self._keyboard, react(window).encode())


@contextmanager
def at_the_table(
    seat: Seat, *reactions: Reaction, clock: Callable[[], float] = time.monotonic
) -> Iterator[DrawnTable]:
    """A table in a window of the usual size, and somebody before it."""
    ours, theirs = pty.openpty()
    try:
        person = Person(ours, *reactions)
        console = Console(file=person, width=80, height=24, force_terminal=True, highlight=False)
        yield DrawnTable(seat, None, Keys(theirs), console, clock=clock)
    finally:
        os.close(ours)
        os.close(theirs)


def typed_if(there: str, keys: str) -> Callable[[str], str]:
    """Those keys if that is seen; else the person leaves."""
    return lambda window: keys if there in window else LEAVE


def test_who_starts_over_sees_an_older_game(seat: Seat, service: ScriptedService) -> None:
    """After a failover that lost revisions it is his turn again, at a revision already passed."""
    service.script("GetGame", got(1), got(3, PASS))
    service.script(
        "WatchGame", [shown(6), resync(3)], [After("PlayMove", then=shown(4, over=True))]
    )
    service.script("PlayMove", played(4))

    with at_the_table(seat, ("Something was missed", typed_if("Your move", "1\r"))) as table:
        table.play()

    assert moves(service) == ["pass"]


def test_what_is_read_after_a_refusal_is_what_counts(seat: Seat, service: ScriptedService) -> None:
    """Also where the store has lost what was seen before."""
    refusal = Refusal(StatusCode.ABORTED, "STALE_REVISION", text="That decision is over.")
    service.script("GetGame", got(1), got(3, PASS, TAKE))
    service.script("WatchGame", [shown(6, PASS), After("PlayMove", 2, then=shown(7, over=True))])
    service.script("PlayMove", refusal, played(4))

    with at_the_table(
        seat,
        ("Your move", typed_if("1) pass", "1\r")),
        ("That decision is over.", typed_if("2) ", "2\r")),
    ) as table:
        table.play()

    assert moves(service) == ["pass", "take"]


def test_a_late_update_takes_nothing_back(seat: Seat, service: ScriptedService) -> None:
    """The answer to a move shows more than the update before it."""
    service.script("GetGame", got(1))
    service.script("WatchGame", [shown(4, PASS), After("PlayMove", then=shown(5, PASS)), Step.HANG])
    service.script("PlayMove", played(6))

    with (
        at_the_table(
            seat,
            ("Your move", typed_if("1) pass", "1\r")),
            ("(Ben|seat 1) passes", lambda window: LEAVE if "Wait" in window else "1\r"),
        ) as table,
        pytest.raises(Left),
    ):
        table.play()


def test_a_laying_that_names_no_seat(seat: Seat, service: ScriptedService) -> None:
    """The person hears why, and is asked again."""
    refusal = Refusal(StatusCode.INVALID_ARGUMENT, "NO_SUCH_SEAT", text="There is no seat 2.")
    service.script("GetGame", got(1), got(4, PASS))
    service.script("WatchGame", [shown(4, PASS), Step.HANG])
    service.script("PlayMove", refusal)

    with (
        at_the_table(
            seat,
            ("Your move", lambda _: "lay off 2: 7h 8h 9h > 7h 8h 9h th\r"),
            ("There is no seat 2.", lambda _: LEAVE),
        ) as table,
        pytest.raises(Left),
    ):
        table.play()

    assert moves(service) == ["lay_off"]


def test_giving_up_what_has_not_begun(seat: Seat, service: ScriptedService) -> None:
    """The service says no, and the person waits on."""
    refusal = Refusal(
        StatusCode.FAILED_PRECONDITION, "GAME_NOT_STARTED", text="It has not started."
    )
    service.script("GetGame", got(1), got(1))
    service.script("WatchGame", [After("Resign", 2, then=shown(4, over=True))])
    service.script("Resign", refusal)

    with (
        at_the_table(
            seat,
            ("Wait", lambda _: "resign\r"),
            ("It has not started.", lambda _: LEAVE),
        ) as table,
        pytest.raises(Left),
    ):
        table.play()


def test_what_was_pressed_while_no_answer_came_does_not_count(
    seat: Seat, service: ScriptedService
) -> None:
    """It was meant for the decision on the screen, not for one that nobody has seen."""
    service.script("GetGame", got(1))
    service.script("WatchGame", [shown(4, PASS), Step.HANG])
    again = game_service_pb2.PlayMoveResponse(update=shown(5, PASS, TAKE).update)
    service.script("PlayMove", again, played(6))

    with (
        at_the_table(
            seat,
            ("Your move", lambda _: "1\r1\r"),
            ("do not count", typed_if("2) ", "2\r")),
            ("do not count", lambda _: LEAVE),
            clock=count(0.0, 60.0).__next__,
        ) as table,
        pytest.raises(Left),
    ):
        table.play()

    assert moves(service) == ["pass", "take"]
