"""Rulesets with their options, and what the rules say of a position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from conquian.cards import Card, Layout, layout_from_proto, to_cards
from conquian.enums import OptionType, enum_from_proto
from conquian.moves import Move, move_from_proto
from conquian.v1 import rules_service_pb2

__all__ = [
    "Analysis",
    "LayoutVerdict",
    "OptionMeaning",
    "OptionValue",
    "Pack",
    "PackCard",
    "Ruleset",
    "RulesetOption",
    "RummyAnalysis",
    "RummyPlay",
    "Taking",
]

OptionValue = str | int | bool | None
"""A value of an option as a caller may write it: 8, True, "rearrange"; None means "none"."""


@dataclass(frozen=True, slots=True)
class OptionMeaning:
    """What one value of an option means."""

    value: str
    """Such as "ends_only", "true" or "none"."""
    text: str
    """In a phrase."""

    @classmethod
    def from_proto(cls, message: rules_service_pb2.OptionMeaning) -> Self:
        return cls(value=message.value, text=message.text)


@dataclass(frozen=True, slots=True)
class RulesetOption:
    """One option of a ruleset."""

    name: str
    type: OptionType
    choices: tuple[str, ...]
    """The values of a CHOICE, default first."""
    min_value: int
    """Least value of an INTEGER."""
    max_value: int
    """Greatest value of an INTEGER."""
    allows_none: bool
    """Whether an INTEGER may be "none"."""
    default_value: str
    """The value if none is given; empty if the option is not in force then."""
    rule: str
    """Number of the rule it belongs to, such as "R2.13"."""
    text: str
    """What it changes, in a sentence."""
    values: tuple[OptionMeaning, ...] = ()
    """What its values mean, of those that do not speak for themselves."""

    @classmethod
    def from_proto(cls, message: rules_service_pb2.RulesetOption) -> Self:
        return cls(
            name=message.name,
            type=enum_from_proto(OptionType, message.type),
            choices=tuple(message.choices),
            min_value=message.min_value,
            max_value=message.max_value,
            allows_none=message.allows_none,
            default_value=message.default_value,
            rule=message.rule,
            text=message.text,
            values=tuple(map(OptionMeaning.from_proto, message.values)),
        )


@dataclass(frozen=True, slots=True)
class PackCard:
    """One card of a pack and its name."""

    card: Card
    name: str
    """What to call it, such as "sota of copas"."""

    @classmethod
    def from_proto(cls, message: rules_service_pb2.PackCard) -> Self:
        return cls(card=Card(message.card), name=message.name)


@dataclass(frozen=True, slots=True)
class Pack:
    """A pack of cards."""

    name: str
    text: str
    """What it is, in a phrase."""
    cards: tuple[PackCard, ...]
    """Each different card once, suit by suit, low to high, the joker last."""
    copies: int
    """How many there are of each card but the joker."""
    jokers: int

    @classmethod
    def from_proto(cls, message: rules_service_pb2.Pack) -> Self:
        return cls(
            name=message.name,
            text=message.text,
            cards=tuple(map(PackCard.from_proto, message.cards)),
            copies=message.copies,
            jokers=message.jokers,
        )


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A named set of rules and the options it may be played with.

    Texts are in the language that the client was opened with, as far as there is one.
    """

    name: str
    text: str
    """What it is, in a sentence."""
    min_seats: int
    max_seats: int
    options: tuple[RulesetOption, ...]
    """In the order of the rules."""
    title: str = ""
    """What to call it."""
    how_to_play: tuple[str, ...] = ()
    """How it is played with the usual options, paragraph by paragraph."""
    sources: tuple[str, ...] = ()
    """Where its rules come from."""
    packs: tuple[Pack, ...] = ()
    """The packs it may be played with, the usual one first."""
    locale: str = ""
    """Language of the texts, such as "es"."""

    @classmethod
    def from_proto(cls, message: rules_service_pb2.Ruleset) -> Self:
        return cls(
            name=message.name,
            text=message.text,
            min_seats=message.min_seats,
            max_seats=message.max_seats,
            options=tuple(map(RulesetOption.from_proto, message.options)),
            title=message.title,
            how_to_play=tuple(message.how_to_play),
            sources=tuple(message.sources),
            packs=tuple(map(Pack.from_proto, message.packs)),
            locale=message.locale,
        )


@dataclass(frozen=True, slots=True)
class Taking:
    """One legal taking of an upcard."""

    layout: Layout
    """The whole layout of the table afterwards."""
    goes_out: bool
    """Whether the player goes out by it."""

    @classmethod
    def from_proto(cls, message: rules_service_pb2.Taking) -> Self:
        return cls(layout=layout_from_proto(message.layout), goes_out=message.goes_out)


@dataclass(frozen=True, slots=True)
class LayoutVerdict:
    """Whether a proposed layout is legal."""

    legal: bool
    reason: str
    """Why not, as a `Reason`; empty if legal."""
    rule: str
    """Number of the rule that refuses it; empty if legal."""
    cards: tuple[Card, ...]
    """The cards it is about."""
    text: str
    """The reason as a sentence."""

    @classmethod
    def from_proto(cls, message: rules_service_pb2.LayoutVerdict) -> Self:
        return cls(
            legal=message.legal,
            reason=message.reason,
            rule=message.rule,
            cards=to_cards(message.cards),
            text=message.text,
        )


@dataclass(frozen=True, slots=True)
class RummyPlay:
    """One thing that can be laid in family H."""

    move: Move
    """A LayMeld or LayOff. Its seat is 0 for the own table, else the opponent's place in
    `opponent_tables`, from 1."""
    value: int
    """Value of a new meld (R3.30); 0 for a lay-off, and if the ruleset has no opening."""

    @classmethod
    def from_proto(cls, message: rules_service_pb2.RummyPlay) -> Self:
        return cls(move=move_from_proto(message.move), value=message.value)


@dataclass(frozen=True, slots=True)
class RummyAnalysis:
    """What the rules say of a hand and the tables in family H."""

    plays: tuple[RummyPlay, ...]
    """What the hand has the cards for, each by itself, as many as the page holds."""
    best_opening: int | None
    """Greatest total of melds that the hand can lay together (R3.30); None without an opening
    in the ruleset, and for a hand of more than 18 cards."""
    layout_values: tuple[int, ...]
    """Value of each meld of the proposed layout (R3.30)."""

    @classmethod
    def from_proto(cls, message: rules_service_pb2.RummyAnalysis) -> Self:
        return cls(
            plays=tuple(map(RummyPlay.from_proto, message.plays)),
            best_opening=message.best_opening if message.HasField("best_opening") else None,
            layout_values=tuple(message.layout_values),
        )


@dataclass(frozen=True, slots=True)
class Analysis:
    """What the rules say of a position."""

    takings: tuple[Taking, ...]
    """The legal takings of the upcard, as many as the page holds."""
    next_page_token: str
    """Gets the next page of takings or plays; empty on the last."""
    can_be_forced: bool
    """Whether a player with this table who has passed could be forced to take (R2.18)."""
    winning_upcards: tuple[Card, ...]
    """Upcards that would let the player go out now."""
    hand_points: int
    """Card points of the hand (R2.26); in family H what it counts against its holder."""
    verdict: LayoutVerdict | None
    """On the proposed layout; None if none was proposed."""
    rummy: RummyAnalysis | None = None
    """What only positions of family H have."""

    @classmethod
    def from_proto(cls, message: rules_service_pb2.AnalyzePositionResponse) -> Self:
        verdict = message.verdict if message.HasField("verdict") else None
        return cls(
            takings=tuple(map(Taking.from_proto, message.takings)),
            next_page_token=message.next_page_token,
            can_be_forced=message.can_be_forced,
            winning_upcards=to_cards(message.winning_upcards),
            hand_points=message.hand_points,
            verdict=None if verdict is None else LayoutVerdict.from_proto(verdict),
            rummy=RummyAnalysis.from_proto(message.rummy) if message.HasField("rummy") else None,
        )
