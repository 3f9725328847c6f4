"""Records: a game as its rules, pack orders and moves, from which all else follows.

`replay` plays a record again, step by step. `one_deal` cuts a deal out so that it stands
alone, with the seats that had resigned before it. The text of a record is for people and
for files:

    ruleset classic
    seats 2
    option pack short40
    ...
    dealer 0

    order 4S 7C 2D ...
    1 pass
    0 take 3C 3D 3S
    0 discard KH
    1 resigns by time

Seats are numbered from 0. A step line begins with the seat that acts; empty lines and
lines that begin with # mean nothing.

Source: R1.2-R1.4, R4.1, R4.5.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import assert_never

from conquian_engine.cards import Card, Pack, pack_named
from conquian_engine.families import GameRules, GameState
from conquian_engine.moves import Move
from conquian_engine.notation import (
    BadNotation,
    format_cards,
    format_move,
    parse_cards,
    parse_move,
    parse_seat,
)
from conquian_engine.options import restore_rules, rules_options
from conquian_engine.play import Step, apply, give_order, new_game, resign, void
from conquian_engine.seats import Seat
from conquian_engine.state import RESIGNATIONS, AwaitingOrder, Cause


@dataclass(frozen=True, slots=True)
class OrderGiven:
    """An order came from outside: a deal begins, or the stock is renewed (R1.2, R1.3)."""

    order: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class MoveMade:
    """A seat made a move."""

    seat: Seat
    move: Move


@dataclass(frozen=True, slots=True)
class Resigned:
    """A seat resigned, ran out of time or forfeited (R4.1, R4.5)."""

    seat: Seat
    cause: Cause = Cause.RESIGNATION


@dataclass(frozen=True, slots=True)
class Voided:
    """The game was declared void (R4.5)."""


RecordedStep = OrderGiven | MoveMade | Resigned | Voided


@dataclass(frozen=True, slots=True)
class GameRecord:
    """Everything a game is made of."""

    rules: GameRules
    dealer: Seat
    """Dealer of the first deal."""
    steps: tuple[RecordedStep, ...]


def replay(record: GameRecord) -> Iterator[Step]:
    """Play a record again: one `Step` for each recorded step.

    Raises:
        EngineError: at the step that the rules refuse.
    """
    state = new_game(record.rules, dealer=record.dealer)
    for recorded in record.steps:
        step = play_step(state, recorded)
        yield step
        state = step.state


def play_step(state: GameState, recorded: RecordedStep) -> Step:
    """Play one recorded step."""
    match recorded:
        case OrderGiven():
            return give_order(state, recorded.order)
        case MoveMade():
            return apply(state, recorded.seat, recorded.move)
        case Resigned():
            return resign(state, recorded.seat, cause=recorded.cause)
        case Voided():
            return void(state)
        case _:
            assert_never(recorded)


def one_deal(record: GameRecord, number: int) -> GameRecord:
    """The record of one deal alone, from 1 (R1.4).

    It begins with the resignations of earlier deals, then gives the deal's order. Replayed
    it shows the same cards and decisions; totals and stake start afresh.

    Raises:
        IndexError: the record has no deal of that number.
    """
    state = new_game(record.rules, dealer=record.dealer)
    before: list[RecordedStep] = []
    deal: list[RecordedStep] = []
    dealer = record.dealer
    for step in record.steps:
        if isinstance(step, OrderGiven) and state.deal + 1 == number:
            dealer = state.dealer
        state = play_step(state, step).state
        if state.deal == number:
            deal.append(step)
            if isinstance(state.phase, AwaitingOrder):
                break
        elif isinstance(step, Resigned):
            before.append(step)
    if number < 1 or not deal:
        raise IndexError(f"no deal {number} in a record of {state.deal}")
    return GameRecord(record.rules, dealer, (*before, *deal))


def format_record(record: GameRecord) -> str:
    """The text of a record, one line for each rule and step."""
    rules = record.rules
    lines = [f"ruleset {rules.ruleset}", f"seats {rules.seats}"]
    lines += [f"option {name} {value}" for name, value in rules_options(rules).items()]
    lines.append(f"dealer {record.dealer}")
    for step in record.steps:
        lines += _step_lines(step)
    return "\n".join(lines) + "\n"


def parse_record(text: str) -> GameRecord:
    """Read the text of a record; the steps may be illegal.

    Raises:
        BadNotation: a line has none of the forms of a record, or is missing.
        UnknownCard: a line names a card that the pack does not have.
        NewerRules: the rules are unknown to this build.
    """
    lines = [line.strip() for line in text.splitlines()]
    lines = [line for line in lines if line and not line.startswith("#")]
    options: dict[str, str] = {}
    head: dict[str, str] = {}
    for at, line in enumerate(lines):
        match line.split():
            case ["option", name, value]:
                options[name] = value
            case [("ruleset" | "seats" | "dealer") as name, value]:
                head[name] = value
            case _:
                return _record(head, options, lines[at:])
    return _record(head, options, [])


def _record(head: dict[str, str], options: dict[str, str], steps: list[str]) -> GameRecord:
    for name in ("ruleset", "seats", "dealer"):
        if name not in head:
            raise BadNotation(head.get(name, ""), f"a record with a {name}")
    rules = restore_rules(head["ruleset"], parse_seat(head["seats"]), options)
    pack = pack_named(rules.pack)
    read = tuple(_parse_step(line, pack) for line in steps)
    return GameRecord(rules, parse_seat(head["dealer"]), read)


def _step_lines(step: RecordedStep) -> list[str]:
    match step:
        case OrderGiven():
            return ["", f"order {format_cards(step.order)}"]
        case MoveMade():
            return [f"{step.seat} {format_move(step.move)}"]
        case Resigned():
            by = "" if step.cause is Cause.RESIGNATION else f" by {step.cause}"
            return [f"{step.seat} resigns{by}"]
        case Voided():
            return ["void"]
        case _:
            assert_never(step)


def _parse_step(line: str, pack: Pack) -> RecordedStep:
    match line.split(maxsplit=1):
        case ["order", cards]:
            return OrderGiven(parse_cards(cards, pack))
        case ["void"]:
            return Voided()
        case [seat, what]:
            return _parse_act(parse_seat(seat), what, pack)
        case _:
            raise BadNotation(line, "a step of a record")


def _parse_act(seat: Seat, what: str, pack: Pack) -> RecordedStep:
    match what.split():
        case ["resigns"]:
            return Resigned(seat)
        case ["resigns", "by", cause] if cause in RESIGNATIONS:
            return Resigned(seat, Cause(cause))
        case _:
            return MoveMade(seat, parse_move(what, pack))
