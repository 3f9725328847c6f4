"""Rulesets told to people: one description, shown by GetRuleset, the terminal and pages.

`description` puts together what the engine knows of a ruleset and what the texts of a
language say of it; `page` writes it as Markdown, `terminal` as plain lines.
"""

from conquian_service.handbook.description import (
    OptionTold,
    PackTold,
    RulesetTold,
    describe,
    describe_pack,
)
from conquian_service.handbook.page import pages
from conquian_service.handbook.terminal import list_lines, ruleset_lines

__all__ = [
    "OptionTold",
    "PackTold",
    "RulesetTold",
    "describe",
    "describe_pack",
    "list_lines",
    "pages",
    "ruleset_lines",
]
