"""Rulesets and packs as messages, with the texts of one language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from conquian.v1 import rules_service_pb2 as pb
from conquian_engine import RulesetSpec
from conquian_service.handbook import OptionTold, PackTold, describe, describe_pack
from conquian_service.texts import texts_in

_TYPE: Mapping[str, pb.OptionType.ValueType] = {
    "int": pb.OPTION_TYPE_INTEGER,
    "bool": pb.OPTION_TYPE_BOOLEAN,
    "choice": pb.OPTION_TYPE_CHOICE,
}


def write_rulesets(
    to: pb.ListRulesetsResponse, specs: Iterable[RulesetSpec], language: str
) -> None:
    """Fill in rulesets, and the packs they are played with."""
    packs: dict[str, None] = {}
    for spec in specs:
        packs |= dict.fromkeys(_write_ruleset(to.rulesets.add(), spec, language))
    for pack in packs:
        _write_pack(to.packs.add(), describe_pack(pack, texts_in(language)))
    to.locale = language


def write_ruleset(to: pb.GetRulesetResponse, spec: RulesetSpec, language: str) -> None:
    """Fill in one ruleset, and the packs it may be played with."""
    for pack in _write_ruleset(to.ruleset, spec, language):
        _write_pack(to.packs.add(), describe_pack(pack, texts_in(language)))
    to.locale = language


def _write_ruleset(to: pb.Ruleset, spec: RulesetSpec, language: str) -> tuple[str, ...]:
    """Write a ruleset; the names of its packs."""
    told = describe(spec, texts_in(language))
    to.name, to.title, to.text = told.name, told.title, told.text
    to.min_seats, to.max_seats = told.min_seats, told.max_seats
    to.how_to_play.extend(told.how_to_play)
    to.sources.extend(told.sources)
    to.packs.extend(told.packs)
    for option in told.options:
        _write_option(to.options.add(), option)
    return told.packs


def _write_option(to: pb.RulesetOption, option: OptionTold) -> None:
    to.name = option.name
    to.type = _TYPE[option.kind]
    to.choices.extend(option.choices)
    to.min_value = option.low
    to.max_value = option.high
    to.allows_none = option.allows_none
    to.default_value = option.default
    to.rule = option.rule
    to.text = option.text
    for value, meaning in option.values:
        to.values.add(value=value, text=meaning)


def _write_pack(to: pb.Pack, pack: PackTold) -> None:
    to.name, to.text = pack.name, pack.text
    to.copies, to.jokers = pack.copies, pack.jokers
    for card, called in pack.cards:
        to.cards.add(card=card, name=called)
