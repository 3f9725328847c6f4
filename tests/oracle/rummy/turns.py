"""One turn after the draw: its plays, its discard, and what it still owes (R3.1, R3.2).

Whether an obligation can be met is found by trying every way the turn may go on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from tests.oracle.rummy.melds import is_joker, value, without
from tests.oracle.rummy.options import JOKER, Options
from tests.oracle.rummy.plays import (
    Hand,
    Play,
    Tables,
    all_plays,
    freed,
    given,
    is_cooch,
    lain,
    new_melds,
)


@dataclass(frozen=True)
class Turn:
    """Where a turn stands."""

    seat: int
    hand: Hand
    tables: Tables
    opened: bool
    """Kunken: has opened; coo_can: has laid a stand-alone four in an earlier turn."""
    taken: Hand = ()
    """Cards that came from the discards in this turn and are not played yet (R3.1)."""
    must_use: str | None = None
    """The card that the first play has to use (R3.2, R3.5, R3.30)."""
    plays: int = 0
    opening: int = 0
    """Value laid towards an opening, which is none until it is enough (R3.30)."""
    opened_now: bool = False
    cooch: bool = False
    tables_empty: bool = True
    """Whether nobody had a meld when the turn began (R3.30)."""


def follow(options: Options, turn: Turn, play: Play) -> Turn:
    """The turn after a play."""
    cards = given(play)
    hand = tuple(sorted((*without(turn.hand, cards), *[JOKER] * freed(play))))
    taken = tuple(sorted((Counter(turn.taken) - Counter(cards)).elements()))
    after = replace(
        turn,
        hand=hand,
        tables=lain(play, turn.tables, turn.seat),
        taken=taken,
        must_use=None,
        plays=turn.plays + 1,
    )
    if options.ruleset == "coo_can" and play[0] == "meld":
        return replace(after, opened=True, cooch=is_cooch(options, play[1]))
    if options.ruleset == "kunken" and not turn.opened:
        total = turn.opening + value(options, play[1])
        if total >= options.opening:
            return replace(after, opened=True, opened_now=True, opening=0)
        return replace(after, opening=total)
    return after


def candidates(options: Options, turn: Turn) -> Iterator[Play]:
    """Plays that the rules of the moment allow, whatever comes of them."""
    if options.ruleset == "coo_can" and turn.plays:
        return
    plays = all_plays(options, turn.hand, turn.tables)
    if not turn.opened and options.ruleset in ("coo_can", "kunken"):
        plays = (("meld", meld) for meld in new_melds(options, turn.hand))
    for play in plays:
        if turn.must_use is not None and turn.must_use not in given(play):
            continue
        if options.last_discard and len(turn.hand) - len(given(play)) + freed(play) == 0:
            continue
        first = options.ruleset == "kunken" and not turn.opened and not turn.opening
        if first and options.opening_single and value(options, play[1]) < options.opening:
            continue
        yield play


def discards(turn: Turn) -> set[str]:
    """The cards that may be discarded now."""
    if turn.must_use is not None or turn.opening:
        return set()
    own = Counter(turn.hand) - Counter(turn.taken)
    return set(turn.hand) if len(turn.hand) == 1 else set(own)


def can_end(options: Options, turn: Turn, known: dict[Turn, bool]) -> bool:
    """Whether some way of going on brings the turn to a legal end (R3.2)."""
    if discards(turn):
        return True
    if not turn.hand:
        # No play may empty a hand that has to end with a discard.
        return not options.last_discard
    if _hopeless(options, turn):
        return False
    if turn not in known:
        known[turn] = any(
            can_end(options, follow(options, turn, play), known)
            for play in candidates(options, turn)
        )
    return known[turn]


def _hopeless(options: Options, turn: Turn) -> bool:
    """Whether an opening begun is out of reach even if every card left were worth ten."""
    return bool(turn.opening) and turn.opening + 10 * len(turn.hand) < options.opening


@lru_cache(maxsize=8)
def can_be_ended(options: Options, turn: Turn) -> bool:
    """The same for a turn that may begin: what is asked twice is found once."""
    return can_end(options, turn, {})


@lru_cache(maxsize=8)
def legal_in_turn(options: Options, turn: Turn) -> set[Play]:
    """Every legal play and discard (R3.2)."""
    known: dict[Turn, bool] = {}
    plays = {
        play
        for play in candidates(options, turn)
        if can_end(options, follow(options, turn, play), known)
    }
    return plays | {("discard", card) for card in discards(turn)}


def penalty(options: Options, hand: Hand) -> int:
    """What a hand costs its holder in kunken (R3.30)."""
    jokers: int = sum(map(is_joker, hand))
    if options.joker_minus is None:
        return len(hand) << jokers
    return len(hand) - jokers + options.joker_minus * jokers
