"""A person at the keys, before a table that is drawn anew whenever something happens."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TextIO

from rich.console import Console, RenderableType
from rich.control import Control
from rich.text import Text

from conquian import events
from conquian.errors import IllegalMove, InvalidRequest, NotNow, StaleDecision
from conquian.rulesets import Ruleset
from conquian.sync import Seat
from conquian.terminal.answers import chosen_move, greedy_hint
from conquian.terminal.drawn import frame, sections
from conquian.terminal.drawn.cards import Deck
from conquian.terminal.drawn.following import Following
from conquian.terminal.drawn.keys import NAMED, Keys
from conquian.terminal.drawn.scene import Scene
from conquian.terminal.person import PATIENCE, Left
from conquian.terminal.screen import help_paragraphs, is_spanish, printable
from conquian.text import event_text, outcome_text
from conquian.updates import Update, WatchItem
from conquian.view import GameView

__all__ = ["DrawnTable", "play_drawn"]

LOG = 60
"""Events that are remembered."""
LATE = 2.0
"""Seconds after which an answer has kept a person waiting."""
MOST_TYPED = 200
LAST_EVENTS = 4
"""Events that stay on the terminal when the game is over."""

# A terminal that knows synchronized updates shows what comes between at once; others ignore it.
_BEGIN, _END = "\x1b[?2026h", "\x1b[?2026l"

_KEYS = """\
h: what the greedy player would do
o: the hand by ranks or by suits
n: more moves, where there are
v: all melds on the table, what happened
Enter alone plays an only move.
resign: gives up; quit: leaves
Ctrl-C: leaves, and tells how to go on"""


def play_drawn(seat: Seat, ruleset: Ruleset | None, *, keyboard: TextIO, out: TextIO) -> None:
    """Play a seat to the end of the game, and leave the result on the terminal.

    Args:
        seat: who plays.
        ruleset: what is played, for its title, card names and help; None if it is not known.
        keyboard: a terminal.
        out: a terminal.

    Raises:
        Left: the person went away; the game goes on.
        ConquianError: the service refused or stayed away.
    """
    DrawnTable(seat, ruleset, Keys(keyboard.fileno()), Console(file=out, highlight=False)).play()


class DrawnTable:
    """The table before one person, and the keys he presses."""

    def __init__(
        self,
        seat: Seat,
        ruleset: Ruleset | None,
        keys: Keys,
        console: Console,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._seat = seat
        self._clock = clock
        self._late = False
        self._ruleset = ruleset
        self._keys = keys
        self._console = console
        self._reading: int | None = None
        """Page of what is read in place of the table; None before the table."""
        self._read: Sequence[RenderableType] = ()
        self._pages = 1
        view = seat.view(timeout=PATIENCE)
        deck = Deck(spanish=is_spanish(view), symbols=not console.options.ascii_only)
        self._scene = Scene(view=view, names=_names(view), deck=deck, title=printable(view.ruleset))
        if ruleset is not None:
            self._scene.title = printable(ruleset.title or ruleset.name)
            self._scene.card_names = {
                str(card.card): printable(card.name)
                for pack in ruleset.packs
                if pack.name == view.options.get("pack")
                for card in pack.cards
            }

    def play(self) -> GameView:
        """Play to the end of the game and return its last view; raises as `play_drawn` does."""
        after = 0 if self._seat.joined is not None else None
        watch = self._seat.watch(after_revision=after, patience=PATIENCE)
        with (
            self._keys as keys,
            self._console.screen(hide_cursor=False),
            Following(watch, wake=keys.wake) as following,
        ):
            while True:
                for item in following.news():
                    self._tell(item)
                if following.ended:
                    break
                self._draw()
                self._press(keys)
        self._leave_result()
        return self._scene.view

    def _tell(self, item: WatchItem) -> None:
        scene = self._scene
        # An update may be older than the answer to a move, which did not wait for it. A view to
        # start over from counts whatever is shown: the store may have lost that.
        late = isinstance(item, Update) and item.revision < scene.view.revision
        if item.view is not None and not late:
            self._show(item.view)
        if not isinstance(item, Update):
            scene.log.append("Something was missed; this is how it stands now.")
            return
        for event in item.events:
            if isinstance(event, events.SeatTaken):
                names = [*scene.names]
                names[event.seat] = printable(event.name) or f"seat {event.seat}"
                scene.names = names
            scene.log.append(printable(event_text(event, scene.names)))
        del scene.log[:-LOG]

    def _show(self, view: GameView) -> None:
        scene = self._scene
        if view.revision != scene.view.revision:
            # What was answered before is not about what is seen now.
            scene.page, scene.note = 0, ""
        scene.view, scene.names = view, _names(view)
        if scene.to_act and not (view.you is not None and view.you.legal_moves):
            scene.view = self._seat.view(timeout=PATIENCE)

    def _draw(self) -> None:
        if self._reading is None:
            drawn = frame.composed(self._console, self._scene)
        else:
            drawn = frame.leaf(self._console, self._read, self._reading)
        self._pages = drawn.pages
        self._console.file.write(_BEGIN)
        self._console.update_screen_lines(drawn.lines)
        self._console.control(Control.move_to(drawn.cursor, len(drawn.lines) - 1))
        self._console.file.write(_END)
        self._console.file.flush()

    # --- keys -----------------------------------------------------------------------

    def _press(self, keys: Keys) -> None:
        try:
            pressed = keys.read()
        except EOFError:
            raise Left from None
        for key in pressed:
            if self._late:
                break
            if self._reading is not None:
                self._turn_page(key)
            elif key in NAMED.values():
                self._press_named(key)
            elif self._scene.typed or not self._press_command(key):
                self._scene.typed = (self._scene.typed + key)[:MOST_TYPED]
        if self._late:
            # Meant for what was on the screen all that time, and not for what it shows now.
            keys.forget()
            self._late = False

    def _press_named(self, key: str) -> None:
        scene = self._scene
        match key:
            case "enter":
                typed, scene.typed = scene.typed.strip().lower(), ""
                self._answer(typed)
            case "backspace":
                scene.typed = scene.typed[:-1]
            case "clear":
                scene.typed = ""
            case "end" if not scene.typed:
                raise Left
            case "down":
                scene.page = (scene.page + 1) % self._pages
            case "up":
                scene.page = (scene.page - 1) % self._pages
            case _:  # the end of the input in the middle of a line
                pass

    def _press_command(self, key: str) -> bool:
        """Do what a key alone does before anything is typed; False if it does nothing."""
        scene = self._scene
        match key.lower():
            case "?":
                self._open(self._help())
            case "v":
                self._open(self._whole_table())
            case "o":
                scene.by_rank = not scene.by_rank
            case "n":
                scene.page = (scene.page + 1) % self._pages
            case "h":
                scene.note = "It is not your turn."
                if scene.to_act:
                    scene.note = printable(greedy_hint(scene.view, scene.names))
            case _:
                return False
        return True

    def _turn_page(self, key: str) -> None:
        assert self._reading is not None
        match key:
            case "n" | " " | "down" if self._reading + 1 < self._pages:
                self._reading += 1
            case "up" if self._reading:
                self._reading -= 1
            case _:
                self._reading = None

    def _answer(self, typed: str) -> None:
        scene = self._scene
        scene.note = ""
        you = scene.view.you
        match typed:
            case "quit" | "q":
                raise Left
            case "resign":
                self._do(lambda: self._seat.resign(timeout=PATIENCE))
                return
            case "" if not scene.to_act or you is None or len(you.legal_moves) != 1:
                return
        if not scene.to_act or you is None:
            scene.note = "It is not your turn."
            return
        more = you.more_legal_moves
        move = chosen_move(typed or "1", you.legal_moves, scene.names, more=more)
        if move is None:
            scene.note = "That is none of your moves."
            return
        decision = you.decision_revision
        self._do(lambda: self._seat.play(move, revision=decision, timeout=PATIENCE))

    def _do(self, act: Callable[[], Update]) -> None:
        """Show what an act of the person changes; or why it is refused, and how it stands."""
        began, note = self._clock(), ""
        try:
            done = act()
            view = done.view or self._seat.view(timeout=PATIENCE)
        except (IllegalMove, InvalidRequest, StaleDecision, NotNow) as refused:
            view, note = self._seat.view(timeout=PATIENCE), printable(refused.message)
        self._show(view)
        self._late = self._clock() - began > LATE
        if self._late:
            note = (
                f"{note} No answer came for a while; keys pressed meanwhile do not count.".strip()
            )
        self._scene.note = note

    # --- what is read in place of the table ------------------------------------------

    def _open(self, parts: Sequence[RenderableType]) -> None:
        self._reading, self._read = 0, parts

    def _help(self) -> Sequence[RenderableType]:
        how = self._ruleset.how_to_play if self._ruleset is not None else ()
        paragraphs = map(printable, help_paragraphs(self._scene.view, how))
        keys = map(Text, _KEYS.splitlines())
        texts = [part for text in paragraphs for part in (Text(text), Text())]
        return [Text(self._scene.title, "bold"), Text(), *texts, *keys]

    def _whole_table(self) -> Sequence[RenderableType]:
        log = [self._scene.deck.sentence(sentence) for sentence in self._scene.log]
        return [
            sections.head(self._scene),
            sections.seats(self._scene, self._console.width, fold=True),
            Text(),
            *log,
        ]

    def _leave_result(self) -> None:
        """How it ended, on the terminal as it was before; the last line is the outcome."""
        scene = self._scene
        self._console.print(
            sections.head(scene), sections.seats(scene, self._console.width, fold=True)
        )
        last = printable(outcome_text(scene.view))
        for sentence in [line for line in scene.log if line != last][-LAST_EVENTS:]:
            self._console.print(scene.deck.sentence(sentence))
        self._console.print(Text(last, "bold"))


def _names(view: GameView) -> list[str]:
    return [printable(name) for name in view.names(range(len(view.seats)))]
