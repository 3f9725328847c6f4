"""The table as a card player sees it, drawn by rich: the extra `conquian[terminal]`.

    keys        keys as they are pressed, and what wakes the one who waits for them
    following   the watch of a seat, in a thread of its own
    cards       cards as text with suits and colours, the order of a hand
    scene       all that is to be seen, as values
    sections    each part of the table by itself
    frame       the parts put together, so that they fit the window
    player      the person at the keys

Imported only where there is a terminal to draw on; nothing else of the client needs rich.
"""

from conquian.terminal.drawn.player import play_drawn

__all__ = ["play_drawn"]
