"""Each part of the table by itself, as something that rich can draw.

Every text that a service or a player gave is a `Text`, never markup, and has gone through
`printable` before it came into the scene.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from conquian.cards import Meld
from conquian.moves import (
    Discard,
    DrawDiscards,
    Force,
    LayFromHand,
    LayMeld,
    LayOff,
    Move,
    Take,
    TakeJoker,
    Trade,
)
from conquian.terminal.drawn.cards import boxed, large
from conquian.terminal.drawn.scene import Scene, offer_facts, turn_text
from conquian.view import SeatView

__all__ = ["events", "hand", "head", "move_rows", "offer", "prompt", "seats", "turn"]

_WIDE = 60
"""Columns at which keys are told with what they do."""


def head(scene: Scene) -> RenderableType:
    """What is played, and which deal it is."""
    deal = scene.view.deal
    words = [scene.title] + ([f"deal {deal.number}"] if deal is not None else [])
    return Rule(Text(", ".join(words), no_wrap=True), style="dim")


def seats(scene: Scene, width: int, *, fold: bool) -> RenderableType:
    """The players: who is to act, hands, scores and melds; a line each unless melds may fold."""
    if fold and width < _WIDE:
        return Group(*_narrow_seats(scene))
    table = Table.grid(padding=(0, 1, 0, 0), expand=True)
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True, max_width=14, overflow="ellipsis")
    table.add_column(no_wrap=True, justify="right")
    table.add_column(no_wrap=True, justify="right")
    table.add_column(ratio=1, no_wrap=not fold, overflow="ellipsis")
    deal = scene.view.deal
    you = scene.view.you
    for seat, name in zip(scene.view.seats, scene.names, strict=True):
        turn = deal is not None and seat.seat in deal.seats_to_act
        own = you is not None and seat.seat == you.seat
        table.add_row(
            Text(">" if turn else "", style="bold green"),
            Text(f"{name} (you)" if own and len(name) <= 8 else name, "bold" if own else ""),
            Text(f"{seat.hand_size} in hand" if fold else f"{seat.hand_size}", "dim"),
            Text(f"score {seat.score}" if fold else f"{seat.score}", "dim"),
            _table_of(scene, seat),
        )
    return table


def _narrow_seats(scene: Scene) -> Iterator[RenderableType]:
    """Each player in a line, and his melds below."""
    deal = scene.view.deal
    for seat, name in zip(scene.view.seats, scene.names, strict=True):
        turn = deal is not None and seat.seat in deal.seats_to_act
        line = Text(no_wrap=True, overflow="ellipsis")
        line.append("> " if turn else "  ", "bold green").append(f"{name}: ")
        line.append(f"{seat.hand_size} in hand, score {seat.score}", "dim")
        yield line
        melds = _table_of(scene, seat)
        if melds:
            yield Padding(melds, (0, 0, 0, 4))


def _table_of(scene: Scene, seat: SeatView) -> Text:
    if seat.resigned:
        return Text("gave up", "dim")
    if not seat.taken:
        return Text("nobody yet", "dim")
    dealer = scene.view.deal is not None and scene.view.deal.dealer == seat.seat
    shown = scene.deck.melds(seat.table)
    return Text("dealer  ", "dim").append_text(shown) if dealer else shown


def offer(scene: Scene, *, big: bool) -> RenderableType | None:
    """The upcard or the top discard, where it came from, and what is left; None without a deal."""
    deal = scene.view.deal
    if deal is None:
        return None
    facts = [scene.deck.sentence(fact) for fact in offer_facts(scene, deal)]
    shown = deal.upcard.card if deal.upcard is not None else None
    if deal.rummy is not None:
        shown = next(iter(deal.rummy.discards), None)
    label = "Discards" if deal.rummy is not None else "Upcard"
    if shown is None or not big:
        line = Text(f"{label}: ")
        if shown is not None:
            line.append_text(scene.deck.card(shown)).append("  ")
        return line.append_text(Text("; ").join(facts))
    grid = Table.grid(padding=(0, 2, 0, 1))
    grid.add_column(no_wrap=True)
    grid.add_column(vertical="middle")
    card = large(scene.deck.card(shown), lines=scene.deck.symbols)
    grid.add_row(Group(*card), Group(Text(label, "bold"), *facts))
    return grid


def hand(scene: Scene, width: int, *, boxes: bool) -> RenderableType | None:
    """The own hand; None for a watcher."""
    you = scene.view.you
    if you is None:
        return None
    cards = [scene.deck.card(card) for card in scene.deck.ordered(you.hand, by_rank=scene.by_rank)]
    if boxes and cards:
        return Group(*boxed(cards, width, lines=scene.deck.symbols))
    line = Text("Your hand: ")
    return line.append_text(Text(" ").join(cards) if cards else Text("empty"))


def events(scene: Scene, *, most: int) -> RenderableType:
    """The newest of what happened, a line each."""
    rows = [scene.deck.sentence(sentence) for sentence in scene.log[-most:]]
    for row in rows:
        row.no_wrap, row.overflow = True, "ellipsis"
        row.stylize("dim")
    return Group(*rows)


def turn(scene: Scene) -> RenderableType:
    """Whose turn it is; and the answer to what was typed last."""
    told = scene.deck.sentence(turn_text(scene))
    told.stylize("bold green" if scene.to_act else "")
    return Group(told, scene.deck.sentence(scene.note)) if scene.note else told


def move_rows(scene: Scene, width: int) -> list[Text]:
    """The legal moves with their numbers, by kind, as many of a kind in a row as there is room."""
    you = scene.view.you
    if you is None or not scene.to_act:
        return []
    groups: dict[str, list[Text]] = {}
    for number, move in enumerate(you.legal_moves, 1):
        heading, label = _named(move, scene)
        groups.setdefault(heading, []).append(Text(f"{number}) ", "cyan").append_text(label))
    rows = [row for heading, items in groups.items() for row in _flowed(heading, items, width)]
    if you.more_legal_moves:
        rows.append(Text("More melds than these may be laid: type them.", "dim"))
    return rows


def _named(move: Move, scene: Scene) -> tuple[str, Text]:
    """The heading of a move's kind, and what tells the move from others of the kind."""
    deck = scene.deck
    match move:
        case Take(layout):
            return "Take", deck.melds(layout)
        case LayFromHand(layout):
            return "Lay from the hand", deck.melds(layout)
        case LayMeld(meld):
            return "Lay a meld", deck.melds([meld])
        case LayOff(seat, meld, result):
            return "Add to a meld", _changed(scene, seat, meld, result)
        case TakeJoker(seat, meld, result):
            return "Take a joker", _changed(scene, seat, meld, result)
        case Discard(card):
            return "Discard", deck.card(card)
        case Trade(card):
            return "Give away", deck.card(card)
        case Force(seat):
            return "Force", Text(scene.names[seat])
        case DrawDiscards(count) if count > 1:
            return "Take discards", Text(f"the top {count}")
        case _:
            return "", Text(str(move))


def _changed(scene: Scene, seat: int, meld: Meld, result: Meld) -> Text:
    before, after = list(meld), list(result)
    told = Text(f"{scene.names[seat]}: ").append_text(scene.deck.melds([meld]))
    for at in range(len(after) - len(before) + 1):
        if after[at : at + len(before)] == before:
            added = after[:at] + after[at + len(before) :]
            return told.append(" + ").append_text(scene.deck.sentence(" ".join(added)))
    return told.append(" > ").append_text(scene.deck.melds([result]))


def _flowed(heading: str, items: Sequence[Text], width: int) -> Iterator[Text]:
    row = Text(f"{heading}: " if heading else "")
    filled = False
    for item in items:
        gap = "  " if filled else ""
        if filled and row.cell_len + len(gap) + item.cell_len > width:
            yield row
            row, gap = Text("  "), ""
        row.append(gap).append_text(item)
        filled = True
    yield row


def prompt(scene: Scene, width: int) -> Text:
    """Where the answer is typed: one line, of which the end stays in sight."""
    you = scene.view.you
    if scene.to_act and you is not None:
        asked = f"Your move, 1 to {len(you.legal_moves)}"
        keys = "? help, h hint, o order" if width >= _WIDE else "? h o"
    else:
        asked = "Wait"
        keys = "? help, v melds, o order, Ctrl-C leaves" if width >= _WIDE else "? v o, Ctrl-C"
    line = Text(f"{asked} ({keys}): ", no_wrap=True)
    line.append(scene.typed, "bold")
    return line[-(width - 1) :] if len(line) >= width else line
