"""Moves: what a seat whose turn it is may do.

A closed union of small values with named fields. Resignation is not among them (R4.1).
`legal_moves` lists moves in this order: takings, layings of hand cards, forces, pass, let
go, discards, trades.

Source: R2.3, R2.5, R2.10, R2.16, R2.19.
"""

from __future__ import annotations

from dataclasses import dataclass

from conquian_engine.cards import Card, Layout
from conquian_engine.seats import Seat


@dataclass(frozen=True, slots=True)
class Take:
    """Use the upcard: the whole layout the taker's table shall have (R2.10)."""

    layout: Layout


@dataclass(frozen=True, slots=True)
class LayFromHand:
    """Lay hand cards without the upcard: the whole layout the table shall have (R2.12)."""

    layout: Layout


@dataclass(frozen=True, slots=True)
class Pass:
    """Refuse the upcard on offer; final for that upcard (R2.5)."""


@dataclass(frozen=True, slots=True)
class Force:
    """Oblige a seat that passed to take the upcard (R2.19)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class LetGo:
    """Waive the right to force, when asked after the last pass (R2.19 b)."""


@dataclass(frozen=True, slots=True)
class Discard:
    """Give up one hand card after a taking; it becomes the upcard (R2.16)."""

    card: Card


@dataclass(frozen=True, slots=True)
class Trade:
    """Choose the hand card that goes to the neighbour when all have chosen (R2.3)."""

    card: Card


Move = Take | LayFromHand | Pass | Force | LetGo | Discard | Trade
