"""Rulesets as lines for a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from conquian_engine import RULESETS
from conquian_service.handbook.description import OptionTold, describe, describe_pack
from conquian_service.texts import Texts

_WIDTH = 88


def list_lines(texts: Texts) -> Iterator[str]:
    """Every ruleset in a line."""
    told = [describe(spec, texts) for spec in RULESETS.values()]
    longest = max(len(each.name) for each in told)
    for each in told:
        yield f"{each.name:{longest}}  {each.seats:3}  {each.title}"


def ruleset_lines(name: str, texts: Texts) -> Iterator[str]:
    """All there is to tell of one ruleset; KeyError if there is none of that name."""
    words, told = texts.words, describe(RULESETS[name], texts)
    pack = describe_pack(told.packs[0], texts)
    yield f"{told.title} ({told.name})"
    yield from wrap(told.text, _WIDTH)
    yield ""
    yield f"{words['players']}: {told.seats}"
    yield f"{words['pack']}: {pack.text} ({pack.name})"
    yield f"{words['dealt']}: {told.dealt}"
    yield from _head(words["how_to_play"])
    for number, paragraph in enumerate(told.how_to_play):
        if number:
            yield ""
        yield from wrap(paragraph, _WIDTH)
    yield from _head(words["cards"])
    for title, names in ((words["ranks"], pack.ranks), (words["suits"], pack.suits)):
        listed = ", ".join(f"{letter} {called}" for letter, called in names)
        yield from wrap(f"{title}: {listed}", _WIDTH)
    yield from _head(words["options"])
    for option in told.options:
        yield from _option_lines(option, texts)
    yield from _head(words["sources"])
    for source in told.sources:
        yield from wrap(source, _WIDTH)


def _head(title: str) -> Iterator[str]:
    yield ""
    yield title.upper()


def _option_lines(option: OptionTold, texts: Texts) -> Iterator[str]:
    words = texts.words
    default = option.default or words["not_set"]
    yield f"{option.name} = {default}    ({option.allowed}; {option.rule})"
    yield from wrap(option.text, _WIDTH, initial_indent="    ", subsequent_indent="    ")
    for value, meaning in option.values:
        told = f"{value}: {meaning}"
        yield from wrap(told, _WIDTH, initial_indent="      ", subsequent_indent="        ")
