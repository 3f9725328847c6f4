"""Rulesets and packs as messages, with the texts of one language."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from conquian.v1 import rules_service_pb2 as pb
from conquian_service.application.rulebook import get_ruleset
from conquian_service.handbook import OptionTold, PackTold, describe, describe_pack
from conquian_service.texts import texts_in

_TYPE: Mapping[str, pb.OptionType.ValueType] = {
    "int": pb.OPTION_TYPE_INTEGER,
    "bool": pb.OPTION_TYPE_BOOLEAN,
    "choice": pb.OPTION_TYPE_CHOICE,
}


@cache
def ruleset_proto(name: str, language: str) -> pb.Ruleset:
    """A ruleset of that name; made once, so not to be changed. `RULESET_NOT_FOUND`."""
    texts = texts_in(language)
    told = describe(get_ruleset(name), texts)
    made = pb.Ruleset(
        name=told.name,
        title=told.title,
        text=told.text,
        min_seats=told.min_seats,
        max_seats=told.max_seats,
        how_to_play=told.how_to_play,
        sources=told.sources,
        locale=language,
    )
    for option in told.options:
        _write_option(made.options.add(), option)
    for pack in told.packs:
        _write_pack(made.packs.add(), describe_pack(pack, texts))
    return made


@cache
def listed_proto(name: str, language: str) -> pb.Ruleset:
    """The same without its packs, for a list of all."""
    listed = pb.Ruleset()
    listed.CopyFrom(ruleset_proto(name, language))
    listed.ClearField("packs")
    return listed


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
