"""Rules of a game of family H as data: a profile of what a ruleset allows.

`RummyRules` holds every decision in which the four rulesets differ, options or not. A
ruleset is a name for a set of values; nothing in the engine asks for the name.

Source: R3, "Options of R3".
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache


class Ace(StrEnum):
    """Where an ace stands in runs (R3.10, R3.20, R3.30, R3.40)."""

    BOTH = "both"
    """Low or high, never round the corner."""
    LOW = "low"
    ROUND = "round"
    """Low, high, and between king and two."""


class BankDepth(StrEnum):
    """How deep the discards lie open (R3.30)."""

    TOP = "top"
    ANY = "any"


class Values(StrEnum):
    """What the cards of an opening are worth (R3.30)."""

    FACE = "face"
    FLAT = "flat"


class SetJoker(StrEnum):
    """What frees a joker from a set (R3.30)."""

    ANY = "any"
    """One missing suit frees one joker."""
    BOTH = "both"
    """All missing suits together free all its jokers."""


class Restock(StrEnum):
    """What happens the moment the last stock card is drawn."""

    NONE = "none"
    SHUFFLE = "shuffle"
    """The discards, shuffled, become the stock (R3.20)."""
    TURN_OVER = "turn_over"
    """The discards, turned over unshuffled, become the stock (R3.30)."""


class OnStop(StrEnum):
    """Who wins when a seat stops at the empty stock (R3.5)."""

    NOBODY = "nobody"
    LOWER_COUNT = "lower_count"
    """The lower count wins the difference (R3.10)."""


class Settlement(StrEnum):
    """What a won deal is worth."""

    COUNTS = "counts"
    """The winner receives the counts of all other hands (R3.10, R3.40)."""
    FEES = "fees"
    """Each loser pays the winner a game fee and a spot fee for each point (R3.20)."""
    MINUS = "minus"
    """Each loser's total falls, nobody gains (R3.30)."""


@dataclass(frozen=True, slots=True, eq=False)
class MeldRules:
    """Which cards are a meld; what is looked up about melds is kept by this value.

    Made by `meld_rules` alone, which makes each once: equal ones are the same one.
    """

    pack: str
    shortest: int
    """Fewest cards of a meld."""
    ace: Ace
    suits_differ: bool
    """Whether the cards of a set are of different suits, at most four."""
    new_runs: tuple[int, ...] | None
    """Sizes of a new run, a new set then being of the shortest size (R3.20); None for any."""

    def __reduce__(self) -> tuple[object, ...]:
        values = (self.pack, self.shortest, self.ace, self.suits_differ, self.new_runs)
        return meld_rules, values


@cache
def meld_rules(
    pack: str,
    shortest: int,
    ace: Ace,
    suits_differ: bool,  # noqa: FBT001  # as in the value; a key given by name costs more
    new_runs: tuple[int, ...] | None,
) -> MeldRules:
    """The one value of these decisions."""
    return MeldRules(pack, shortest, ace, suits_differ, new_runs)


@dataclass(frozen=True, slots=True, kw_only=True)
class RummyRules:
    """The profile of one game: its resolved options and what its ruleset fixes."""

    ruleset: str
    rule: str
    """The rule that describes the ruleset."""
    seats: int
    pack: str
    dealt: int = 10
    # What is a meld.
    shortest: int = 3
    ace: Ace = Ace.BOTH
    suits_differ: bool = True
    new_runs: tuple[int, ...] | None = None
    # Dealing and drawing.
    dealer_begins: bool = False
    """The dealer is dealt to first, one card more, and begins by discarding one (R3.20)."""
    redeal: bool = False
    """Three pairs or three jokers in a dealt hand call for a new deal (R3.30)."""
    last_card_draws_stock: bool = False
    """A seat that holds one card draws only from the stock (R3.20)."""
    discards_for_use: bool = False
    """Discards are drawn only if the turn's first play uses the deepest (R3.30)."""
    bank_depth: BankDepth = BankDepth.TOP
    restock: Restock = Restock.NONE
    challenge: bool = False
    on_stop: OnStop = OnStop.NOBODY
    # Playing.
    one_play: bool = False
    """One play a turn; additions of one card or four, after an own four (R3.20)."""
    moving_jokers: bool = False
    """An end joker of a run may go to its other end (R3.40)."""
    joker_taking: bool = False
    set_joker: SetJoker = SetJoker.ANY
    closing_discard: bool = False
    """Every turn ends with a discard, the going-out turn too (R3.20, R3.30)."""
    declared: tuple[int, ...] = ()
    """Numbers of hand cards that are declared when they are reached (R3.20)."""
    opening: int = 0
    """Value of the melds a seat must lay before anything else; 0 for none (R3.30)."""
    opening_single: bool = False
    values: Values = Values.FACE
    # Scoring.
    settlement: Settlement = Settlement.COUNTS
    ace_points: int = 1
    joker_points: int = 0
    game_fee: int = 0
    spot_fee: int = 0
    joker_minus: int | None = None
    """What a joker counts; None: it doubles the number of cards (R3.30)."""
    express_on_empty_table: bool = False
    # How long the game lasts.
    deals: int | None = None
    points_target: int | None = None
    minus_target: int | None = None
    """One of the three is given (R3.4, R3.30)."""
    lowest_deals: bool = False
    """The winner of the last deal deals (R3.30)."""
    max_deals: int = 50

    melds: MeldRules = field(init=False, repr=False, compare=False)
    """What is a meld."""

    def __post_init__(self) -> None:
        melds = meld_rules(self.pack, self.shortest, self.ace, self.suits_differ, self.new_runs)
        object.__setattr__(self, "melds", melds)
