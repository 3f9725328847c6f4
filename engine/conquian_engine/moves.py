"""Moves: what a seat whose turn it is may do.

A closed union of small values with named fields. Resignation is not among them (R4.1).
`legal_moves` lists moves in this order: takings, forces, pass, let go, discards.

Source: R2.5, R2.10, R2.16, R2.19.
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


Move = Take | Pass | Force | LetGo | Discard
