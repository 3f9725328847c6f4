"""Use cases about the rules, without a game: rulesets, options, positions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from conquian_engine import (
    RULESETS,
    Card,
    GameRules,
    Layout,
    OptionsRefused,
    Rearrange,
    Reason,
    Refusal,
    Rules,
    RulesetSpec,
    UnknownCard,
    can_be_forced,
    cards_that_go_out,
    hand_points,
    judge_meld,
    judge_taking,
    pack_named,
    resolve_rules,
    takings,
)
from conquian_service.application.errors import (
    CallReason,
    CallRefused,
    Detail,
    field_invalid,
    refused_by_rules,
)
from conquian_service.application.option_refusals import refusal_of_options

Melds = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Position:
    """A position to judge: texts as the caller wrote them."""

    ruleset: str
    options: Mapping[str, str]
    table: Melds
    hand: tuple[str, ...]
    upcard: str
    layout: Melds
    opponents: Melds = ()
    """The melds of all other seats."""
    opponent_sizes: tuple[int, ...] = ()
    """How many of them are each seat's."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the rules say of a position."""

    takings: tuple[Layout, ...]
    target: int
    """Table cards that go out."""
    can_be_forced: bool
    winning_upcards: tuple[Card, ...]
    hand_points: int
    proposed: bool
    """Whether a layout was proposed."""
    refusal: Refusal | None
    """Why the proposed layout is no legal taking; None if it is one."""


def list_rulesets() -> tuple[RulesetSpec, ...]:
    """Every ruleset, in the order of RULES.md."""
    return tuple(RULESETS.values())


def get_ruleset(name: str) -> RulesetSpec:
    """One ruleset; `RULESET_NOT_FOUND`."""
    if not name:
        raise CallRefused(CallReason.FIELD_MISSING, field="ruleset")
    spec = RULESETS.get(name)
    if spec is None:
        facts = {"allowed": ", ".join(RULESETS)}
        raise CallRefused(CallReason.RULESET_NOT_FOUND, field="ruleset", facts=facts)
    return spec


def resolve(ruleset: str, options: Mapping[str, str], *, seats: int | None) -> GameRules:
    """The rules of a game; the refusal names every option concerned."""
    spec = get_ruleset(ruleset)
    try:
        return resolve_rules(ruleset, options, seats=seats)
    except OptionsRefused as refused:
        raise refusal_of_options(spec, options, refused.options, seats=seats) from None


def is_simple(rules: Rules) -> bool:
    """Whether every position of these rules is judged in a few milliseconds.

    It is not where cards stand for others, come from others, or may move only at the ends.
    """
    free = rules.rearrange is Rearrange.FREE
    return free and not (rules.black_twos_wild or rules.borrow_from_opponents)


def analyze(rules: Rules, position: Position) -> Judgement:
    """Every taking of a position of family U, and the verdict on a proposed layout.

    May hold its caller for seconds unless the rules are simple.
    """
    _check_sizes(rules, position)
    table = _melds(rules, position.table, "table")
    hand = read_cards(rules, position.hand, "hand")
    upcard = read_cards(rules, (position.upcard,), "upcard")[0] if position.upcard else None
    opponents = _melds(rules, position.opponents, "opponent_tables")
    _check_cards((*table, *opponents), hand, upcard)
    refusal = None
    if position.layout:
        # Unknown and repeated cards of the proposal are part of the verdict, not of the call.
        layout = tuple(tuple(Card(card) for card in meld) for meld in position.layout)
        if upcard is None:
            refusal = _judge_melds(rules, layout)
        else:
            refusal = judge_taking(rules, table, hand, upcard, layout, opponents=opponents)
    return Judgement(
        takings=() if upcard is None else takings(rules, table, hand, upcard, opponents=opponents),
        target=rules.target,
        can_be_forced=upcard is not None and can_be_forced(rules, table, upcard),
        winning_upcards=cards_that_go_out(rules, table, hand, opponents=opponents),
        hand_points=hand_points(rules, hand),
        proposed=bool(position.layout),
        refusal=refusal,
    )


def read_cards(rules: GameRules, texts: Iterable[str], field: str) -> tuple[Card, ...]:
    """The cards that a field names; `UNKNOWN_CARD` for one that the pack does not have."""
    pack = pack_named(rules.pack)
    try:
        return tuple(pack.parse_card(text) for text in texts)
    except UnknownCard as unknown:
        raise CallRefused(
            Reason.UNKNOWN_CARD, field=field, rule="R1", cards=(unknown.text[:8],)
        ) from None


def _melds(rules: Rules, melds: Melds, field: str) -> Layout:
    layout = tuple(read_cards(rules, meld, field) for meld in melds)
    refusal = _judge_melds(rules, layout)
    if refusal is not None:
        raise refused_by_rules(refusal, field=field)
    return layout


def _judge_melds(rules: Rules, layout: Layout) -> Refusal | None:
    for meld in layout:
        refusal = judge_meld(rules, meld)
        if refusal is not None:
            return refusal
    cards = [card for meld in layout for card in meld]
    repeated = tuple(sorted({card for card in cards if cards.count(card) > 1}))
    return Refusal(Reason.CARD_REPEATED, "R2.14", repeated) if repeated else None


def _check_sizes(rules: Rules, position: Position) -> None:
    """Refuse what no position can hold before looking at a card: the rest is then quick.

    Where cards are borrowed the sum of hand and table is free (R2.31).
    """
    laid, held = sum(map(len, position.table)), len(position.hand)
    if held > rules.dealt:
        raise too_many_cards("hand", str(held), rules.dealt, "R2.2")
    if laid + held > rules.dealt and not rules.borrow_from_opponents:
        raise too_many_cards("hand", f"{laid} + {held} = {laid + held}", rules.dealt, "R2.2")
    if laid >= rules.target or len(position.table) > rules.dealt:
        raise too_many_cards("table", str(laid), rules.dealt, "R2.16")
    most = len(pack_named(rules.pack).cards)
    others = (("layout", position.layout), ("opponent_tables", position.opponents))
    for field, melds in others:
        if sum(map(len, melds)) > most or len(melds) > most:
            raise too_many_cards(field, str(sum(map(len, melds))), most, "R1")


def too_many_cards(field: str, cards: str, most: int, rule: str) -> CallRefused:
    """The refusal of more cards than a field may hold."""
    detail = Detail.TOO_MANY_CARDS
    return field_invalid(field, cards, f"0-{most}", detail=detail, rule=rule)


def _check_cards(table: Layout, hand: tuple[Card, ...], upcard: Card | None) -> None:
    """Refuse a card that is in two places; the field is the last one it is in."""
    laid = [card for meld in table for card in meld]
    cards = [*laid, *hand, *(() if upcard is None else (upcard,))]
    repeated = tuple(sorted({card for card in cards if cards.count(card) > 1}))
    if repeated:
        field = "upcard" if upcard in repeated else "hand"
        raise CallRefused(Reason.CARD_REPEATED, field=field, rule="R1", cards=repeated)
