"""Pages about rulesets, as Markdown: `docs/rulesets`, one folder a language but for English."""

from __future__ import annotations

from collections.abc import Mapping

from conquian_engine import RULESETS, RulesetSpec
from conquian_service.handbook.description import (
    OptionTold,
    PackTold,
    RulesetTold,
    describe,
    describe_pack,
)
from conquian_service.texts import DEFAULT_LANGUAGE, Texts, languages, texts_in

_RULES = "engine/RULES.md"
_INDEX = "README.md"


def pages() -> Mapping[str, str]:
    """Every page by its path below `docs/rulesets`."""
    written = {}
    for language in languages():
        texts = texts_in(language)
        written[_path(language, _INDEX)] = _index(texts)
        for spec in RULESETS.values():
            written[_path(language, f"{spec.name}.md")] = _page(spec, texts)
    return written


def _path(language: str, name: str) -> str:
    return name if language == DEFAULT_LANGUAGE else f"{language}/{name}"


def _index(texts: Texts) -> str:
    words, told = texts.words, [describe(spec, texts) for spec in RULESETS.values()]
    rows = [f"| [{each.title}]({each.name}.md) | {each.seats} | {each.text} |" for each in told]
    return _document(
        texts,
        f"# {words['rulesets']}",
        "\n".join([f"| | {words['players']} | |", "|---|---|---|", *rows]),
        _links(texts, _INDEX),
    )


def _page(spec: RulesetSpec, texts: Texts) -> str:
    words, told = texts.words, describe(spec, texts)
    pack = describe_pack(told.packs[0], texts)
    command = words["command"].format(name=told.name)
    return _document(
        texts,
        f"# {told.title}",
        told.text,
        _at_a_glance(told, pack, texts),
        f"## {words['how_to_play']}",
        *told.how_to_play,
        f"## {words['cards']}",
        words["cards_lead"],
        f"{words['ranks']}: {_named(pack.ranks)}.",
        f"{words['suits']}: {_named(pack.suits)}.",
        f"## {words['options']}",
        words["options_lead"],
        _options(told.options, texts),
        f"## {words['sources']}",
        "\n".join(f"- {source}" for source in told.sources),
        f"{words['command_lead']} `{command}`",
        f"[{words['exact']}]({_up(texts, 2)}{_RULES})",
        _links(texts, f"{told.name}.md"),
    )


def _document(texts: Texts, *parts: str) -> str:
    return "\n\n".join([f"<!-- {texts.words['generated']} -->", *parts]) + "\n"


def _at_a_glance(told: RulesetTold, pack: PackTold, texts: Texts) -> str:
    words = texts.words
    return "\n".join(
        [
            f"| {words['players']} | {words['pack']} | {words['dealt']} |",
            "|---|---|---|",
            f"| {told.seats} | {pack.text} (`{pack.name}`) | {told.dealt} |",
        ]
    )


def _options(options: tuple[OptionTold, ...], texts: Texts) -> str:
    words = texts.words
    heads = ("option", "values", "default", "rule", "meaning")
    rows = [" | ".join(words[head] for head in heads), " | ".join(["---"] * len(heads))]
    for option in options:
        default = f"`{option.default}`" if option.default else words["not_set"]
        rule = f"[{option.rule}]({_up(texts, 2)}{_RULES}), {texts.rules[option.rule]}"
        values = "".join(f"<br>`{value}`: {meaning}" for value, meaning in option.values)
        told = (f"`{option.name}`", f"`{option.allowed}`", default, rule, option.text + values)
        rows.append(" | ".join(told))
    return "\n".join(f"| {row} |" for row in rows)


def _named(names: tuple[tuple[str, str], ...]) -> str:
    return ", ".join(f"`{letter}` {name}" for letter, name in names)


def _links(texts: Texts, name: str) -> str:
    """Links to the same page in the other languages."""
    others = [texts_in(language) for language in languages() if language != texts.language]
    links = (f"[{other.name}]({_up(texts, 0)}{_path(other.language, name)})" for other in others)
    return f"{texts.words['languages']}: {', '.join([texts.name, *links])}"


def _up(texts: Texts, folders: int) -> str:
    """The way up from a page, so many folders beyond those of the languages."""
    return "../" * (folders + (texts.language != DEFAULT_LANGUAGE))
