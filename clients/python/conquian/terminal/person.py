"""A person at a seat, who reads lines of text and answers with lines of text."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Sequence

from conquian import events
from conquian.errors import IllegalMove, InvalidRequest, NotNow, StaleDecision
from conquian.moves import Move
from conquian.sync import Seat
from conquian.terminal.answers import chosen_move, greedy_hint
from conquian.terminal.bots import Output
from conquian.terminal.screen import help_paragraphs, move_lines, printable, table_lines
from conquian.text import event_text
from conquian.updates import Update, WatchItem
from conquian.view import GameView, You

__all__ = ["Left", "Person"]

PATIENCE = 300.0
"""Seconds that the service may stay away."""
MOST_LISTED = 40
"""Moves that are listed without being asked for."""
HELP_WIDTH = 96
"""Columns of the help."""


class Left(Exception):
    """The person went away: the lines have ended, or he said so."""


class Person:
    """Plays a seat by what is typed; asked for help, it tells `how_to_play`, paragraphs."""

    def __init__(
        self,
        seat: Seat,
        lines: Iterator[str],
        out: Output,
        *,
        how_to_play: Callable[[], Sequence[str]] = tuple,
    ) -> None:
        self._seat = seat
        self._lines = lines
        self._out = out
        self._how_to_play = how_to_play
        self._names: list[str] = []

    def play(self) -> GameView:
        """Play to the end of the game and return its last view.

        Raises:
            Left: the person went away; the game goes on.
            ConquianError: the service refused or stayed away.
        """
        self._call_by_name(self._seat.view(timeout=PATIENCE))
        after = 0 if self._seat.joined is not None else None
        played = 0
        with self._seat.watch(after_revision=after, patience=PATIENCE) as updates:
            for item in updates:
                self._tell(item)
                view = item.view
                if not isinstance(item, Update):
                    played = 0  # the store may have lost the move
                if view is None or view.revision < played:
                    continue
                self._say(*table_lines(view, self._names))
                played = self._act(view)
        return self._seat.last_view or self._seat.view()

    def _tell(self, item: WatchItem) -> None:
        if not isinstance(item, Update):
            self._say("Something was missed; this is how it stands now.")
            return
        for event in item.events:
            if isinstance(event, events.SeatTaken):
                self._names[event.seat] = event.name or f"seat {event.seat}"
            self._say(event_text(event, self._names))
        if item.view is not None:
            self._call_by_name(item.view)

    def _act(self, view: GameView) -> int:
        """Ask for moves while one is due; the revision that the last one made."""
        while (you := view.you) is not None and you.to_act and not view.is_over:
            if not you.legal_moves:
                view = self._seat.view(timeout=PATIENCE)
                continue
            move = self._ask(view, you)
            try:
                if move is None:
                    return self._seat.resign(timeout=PATIENCE).revision
                return self._seat.play(
                    move, revision=you.decision_revision, timeout=PATIENCE
                ).revision
            except (IllegalMove, InvalidRequest, StaleDecision, NotNow) as refused:
                self._say(refused.message)
                view = self._seat.view(timeout=PATIENCE)
        return 0

    def _ask(self, view: GameView, you: You) -> Move | None:
        """The move chosen; None to give up."""
        moves = you.legal_moves
        self._say(*move_lines(moves, self._names, most=MOST_LISTED))
        if you.more_legal_moves:
            self._say("  There are more melds than are listed: what you type is judged.")
        while True:
            self._out.write(f"Your move, 1 to {len(moves)} (? for help): ")
            self._out.flush()
            typed = next(self._lines, None)
            if typed is None:
                self._say("")
                raise Left
            match typed.strip().lower():
                case "quit" | "q":
                    raise Left
                case "resign":
                    return None
                case "?" | "help":
                    self._help(view)
                    self._say(*move_lines(moves, self._names))
                case "h" | "hint":
                    self._say(greedy_hint(view, self._names))
                case "" if len(moves) == 1:
                    return moves[0]
                case answer:
                    chosen = chosen_move(answer, moves, self._names, more=you.more_legal_moves)
                    if chosen is not None:
                        return chosen
                    self._say("That is none of your moves.")

    def _help(self, view: GameView) -> None:
        for paragraph in help_paragraphs(view, self._how_to_play()):
            self._say(*textwrap.wrap(printable(paragraph), HELP_WIDTH), "")
        self._say('"hint" tells the greedy player\'s move, "resign" gives up, "quit" leaves.')

    def _call_by_name(self, view: GameView) -> None:
        self._names = list(view.names(range(len(view.seats))))

    def _say(self, *lines: str) -> None:
        for line in lines:
            for part in line.splitlines() or ("",):
                self._out.write(f"{printable(part)}\n")
        self._out.flush()
