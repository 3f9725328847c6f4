"""Melds as messages of the API, made once each."""

from __future__ import annotations

from functools import lru_cache

from conquian.v1 import cards_pb2
from conquian_engine import Layout, Meld


def meld_protos(layout: Layout) -> list[cards_pb2.Meld]:
    """A layout's melds: shared messages, to be copied and never changed."""
    return [meld_proto(meld) for meld in layout]


@lru_cache(maxsize=4096)
def meld_proto(meld: Meld) -> cards_pb2.Meld:
    """One meld: a shared message, to be copied and never changed."""
    # A pack has a few hundred melds; making one costs as much as copying two.
    return cards_pb2.Meld(cards=meld)
