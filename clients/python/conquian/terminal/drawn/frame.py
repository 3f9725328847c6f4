"""The parts put together, so that they fit the window.

What gives way when there is little room, in this order: older events, the large upcard, the boxes
of the hand, melds beyond the end of a line, and moves, which are then turned over page by page.
The question and whose turn it is never do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from rich.console import Console, RenderableType
from rich.segment import Segment
from rich.text import Text

from conquian.terminal.drawn import sections
from conquian.terminal.drawn.scene import Scene

__all__ = ["Frame", "composed", "leaf"]

Line: TypeAlias = list[Segment]

LEAST_MOVES = 3
"""Rows of moves that are always shown, if there are so many."""
MOST_EVENTS = 8


@dataclass(frozen=True, slots=True)
class Frame:
    """What a window shows."""

    lines: list[Line]
    cursor: int
    """The column of the cursor, in the last line."""
    pages: int = 1
    """Of legal moves, or of what is read."""


@dataclass(frozen=True, slots=True)
class _Detail:
    """How much is shown."""

    events: int
    large: bool
    boxes: bool
    fold: bool


_DETAILS = (
    _Detail(events=MOST_EVENTS, large=True, boxes=True, fold=True),
    _Detail(events=4, large=True, boxes=True, fold=True),
    _Detail(events=3, large=False, boxes=True, fold=True),
    _Detail(events=3, large=False, boxes=False, fold=True),
    _Detail(events=2, large=False, boxes=False, fold=True),
    _Detail(events=1, large=False, boxes=False, fold=False),
)


def composed(console: Console, scene: Scene) -> Frame:
    """The table in as much detail as fits, padded to the height of the window."""
    width, height = console.size
    moves = [line for row in sections.move_rows(scene, width) for line in _drawn(console, row)]
    above: list[Line] = []
    room, detail = 0, _DETAILS[0]
    for detail in _DETAILS:
        above = _above(console, scene, detail)
        room = height - 1 - len(above)
        # The last detail takes what it gets; before that, moves are turned over when boxes and
        # large cards have given way.
        enough = len(moves) if detail.boxes else min(len(moves), max(LEAST_MOVES, height // 4))
        if room >= enough:
            break
    spare = room - len(moves)
    if spare > 0 and detail.events < MOST_EVENTS:
        fuller = replace(detail, events=min(MOST_EVENTS, detail.events + spare))
        above = _above(console, scene, fuller)
        room = height - 1 - len(above)
    shown, pages = _paged(console, scene, moves, room)
    # In a window too small for all of it the end is what counts.
    body = [*above, *shown][-(height - 1) :]
    blank = [Segment(" " * width)]
    lines = [*body, *[blank] * (height - 1 - len(body))]
    question = sections.prompt(scene, width)
    lines.append(_drawn(console, question)[0])
    return Frame(lines, min(question.cell_len, width - 1), pages)


def _above(console: Console, scene: Scene, detail: _Detail) -> list[Line]:
    parts = [
        sections.head(scene),
        sections.seats(scene, console.width, fold=detail.fold),
        sections.offer(scene, big=detail.large),
        sections.hand(scene, console.width, boxes=detail.boxes),
        sections.events(scene, most=detail.events),
        sections.turn(scene),
    ]
    return [line for part in parts if part is not None for line in _drawn(console, part)]


def _paged(
    console: Console, scene: Scene, moves: Sequence[Line], room: int
) -> tuple[Sequence[Line], int]:
    if len(moves) <= room:
        return moves, 1
    rows = max(room - 1, 1)
    pages = -(-len(moves) // rows)
    page = scene.page % pages
    told = Text(f"page {page + 1} of {pages} of moves: n turns over", "dim")
    return [*moves[page * rows : (page + 1) * rows], *_drawn(console, told)], pages


def leaf(console: Console, parts: Sequence[RenderableType], page: int) -> Frame:
    """One page of something to read, in place of the table."""
    width, height = console.size
    lines = [line for part in parts for line in _drawn(console, part)]
    rows = max(height - 1, 1)
    pages = max(-(-len(lines) // rows), 1)
    page = min(page, pages - 1)
    shown = lines[page * rows : (page + 1) * rows]
    blank = [Segment(" " * width)]
    told = "any key goes back"
    if pages > 1:
        told = f"page {page + 1} of {pages}: n next, else back"
    line = Text(told, no_wrap=True)
    line.truncate(width - 1)
    question = _drawn(console, line)[0]
    return Frame([*shown, *[blank] * (rows - len(shown)), question], line.cell_len, pages)


def _drawn(console: Console, part: RenderableType) -> list[Line]:
    return console.render_lines(part, pad=True)
