"""What people read: texts as data, one file a language (`en.toml`, `es.toml`, `ru.toml`).

A file has the same keys in every language; a test holds them to that, and to the same
placeholders. Its tables:

    frames      how a text and the rule it comes from are put together
    reasons     by reason, or `REASON.detail` where the same reason has several sentences
    rules       what a rule of RULES.md is about, by its number
    options     by option, or `ruleset.option` where a ruleset means something else by it
    values      by option and value
    packs       by pack
    cards       names of ranks and suits, and how a card is named by both
    rulesets    title, a sentence, and how it is played, paragraph by paragraph
    paragraphs  those that several rulesets share; `"@name"` stands for one
    sources     where rules come from
    words       headings and labels of the pages about rulesets

A reason's text may name facts in braces, such as `{cards}` or `{allowed}`. Where it has
several forms, the first whose facts are all known is taken, so the last one names none.
"""

from conquian_service.texts.choice import ACCEPT_LANGUAGE, choose_language
from conquian_service.texts.reading import (
    DEFAULT_LANGUAGE,
    CardNames,
    RulesetTexts,
    Texts,
    languages,
    texts_in,
)

__all__ = [
    "ACCEPT_LANGUAGE",
    "DEFAULT_LANGUAGE",
    "CardNames",
    "RulesetTexts",
    "Texts",
    "choose_language",
    "languages",
    "texts_in",
]
