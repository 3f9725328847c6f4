"""A ruleset as people are told of it: names and numbers of the engine, texts of a language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from conquian_engine import OptionSpec, RulesetSpec, pack_named, resolve_rules
from conquian_service.application.option_refusals import allowed_seats, allowed_values
from conquian_service.texts import Texts

_NOT_IN_FORCE = {("until_won", "false"), ("deals", "none"), ("points_target", "none")}
"""Defaults of the game lengths that another one replaces (R2.27, R3.4)."""
_JOKER = "JK"
_SPANISH_SUIT = "O"

SOURCES: Mapping[str, tuple[str, ...]] = {
    "classic": ("classic_page", "old_encyclopaedia", "pagat"),
    "classic_points": ("old_encyclopaedia",),
    "spanish": ("encyclopaedia",),
    "courtless": ("encyclopaedia", "old_encyclopaedia"),
    "full_pack": ("encyclopaedia", "old_encyclopaedia"),
    "nine_ten": ("encyclopaedia", "old_encyclopaedia"),
    "three_player": ("encyclopaedia", "old_encyclopaedia"),
    "four_player": ("encyclopaedia", "old_encyclopaedia"),
    "mexican": ("pagat", "mexico"),
    "foster_cooncan": ("encyclopaedia", "foster_1897", "foster_1913"),
    "colonel": ("encyclopaedia",),
    "coo_can": ("old_encyclopaedia",),
    "kunken": ("kunken_article",),
    "coon_can": ("encyclopaedia", "foster_1913"),
}
"""Where the rules of each come from, as RULES.md says."""


@dataclass(frozen=True, slots=True)
class OptionTold:
    """One option of a ruleset."""

    name: str
    kind: str
    """"int", "bool" or "choice"."""
    choices: tuple[str, ...]
    """Of a choice, the default first."""
    low: int
    high: int
    allows_none: bool
    default: str
    """Empty if the option is not in force unless it is asked for."""
    rule: str
    allowed: str
    """All that it may be, in a line: "3-13, none"."""
    text: str
    values: tuple[tuple[str, str], ...]
    """Values that do not speak for themselves, and what they mean."""


@dataclass(frozen=True, slots=True)
class PackTold:
    """One pack."""

    name: str
    text: str
    cards: tuple[tuple[str, str], ...]
    """Each different card and its name, suit by suit, low to high, the joker last."""
    copies: int
    jokers: int
    ranks: tuple[tuple[str, str], ...]
    suits: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class RulesetTold:
    """One ruleset."""

    name: str
    title: str
    text: str
    seats: str
    """The numbers of players: "2" or "2-6"."""
    min_seats: int
    max_seats: int
    options: tuple[OptionTold, ...]
    packs: tuple[str, ...]
    """Names, the usual one first."""
    dealt: int
    """Cards dealt by default."""
    how_to_play: tuple[str, ...]
    sources: tuple[str, ...]


def describe(spec: RulesetSpec, texts: Texts) -> RulesetTold:
    """All there is to tell of a ruleset."""
    told = texts.rulesets[spec.name]
    rules = resolve_rules(spec.name)
    pack = spec.option("pack")
    facts = {option.name: option.default for option in spec.options}
    order = " ".join(pack_named(rules.pack).ranks)
    facts |= {"dealt": str(rules.dealt), "target": str(rules.dealt + 1), "order": order}
    return RulesetTold(
        name=spec.name,
        title=told.title,
        text=told.text,
        seats=allowed_seats(spec),
        min_seats=min(spec.seats),
        max_seats=max(spec.seats),
        options=tuple(_option(spec, option, texts) for option in spec.options),
        packs=(rules.pack,) if pack is None else pack.choices,
        dealt=rules.dealt,
        how_to_play=tuple(paragraph.format_map(facts) for paragraph in told.play),
        sources=tuple(texts.sources[source] for source in SOURCES[spec.name]),
    )


def describe_pack(name: str, texts: Texts) -> PackTold:
    """A pack and its cards."""
    pack = pack_named(name)
    names = texts.cards["spanish" if _SPANISH_SUIT in pack.suits else "french"]
    cards = []
    for card in pack.cards:
        called = texts.joker
        if card != _JOKER:
            called = names.card.format(rank=names.ranks[card[0]], suit=names.suits[card[1]])
        cards.append((str(card), called))
    return PackTold(
        name=name,
        text=texts.packs[name],
        cards=tuple(cards),
        copies=pack.copies,
        jokers=pack.jokers,
        ranks=tuple((rank, names.ranks[rank]) for rank in pack.ranks),
        suits=tuple((suit, names.suits[suit]) for suit in pack.suits),
    )


def _option(spec: RulesetSpec, option: OptionSpec, texts: Texts) -> OptionTold:
    in_force = (option.name, option.default) not in _NOT_IN_FORCE
    # A ruleset may have another default than its family: it comes first.
    choices = sorted(option.choices, key=lambda choice: choice != option.default)
    possible = [*choices, *(("true", "false") if option.kind == "bool" else ())]
    possible += ["none"] if option.allows_none else []
    return OptionTold(
        name=option.name,
        kind=option.kind,
        choices=tuple(choices),
        low=option.low,
        high=option.high,
        allows_none=option.allows_none,
        default=option.default if in_force else "",
        rule=option.rule,
        allowed=allowed_values(option),
        text=texts.option(spec.name, option.name),
        values=tuple(
            (value, meaning) for value in possible if (meaning := texts.value(option.name, value))
        ),
    )
