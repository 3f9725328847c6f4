"""Every rule is tested, and every citation names a rule."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from tests.support.tree import ROOT, project_files

UNUSED = {"R2.23", "R2.29"}
"""Numbers that RULES.md says it does not use."""
NUMBER = re.compile(r"R\d+\.\d+")


def _rules() -> set[str]:
    """The numbers that begin a rule in RULES.md: a line, or a ruleset's heading."""
    text = (ROOT / "engine/RULES.md").read_text(encoding="utf-8")
    return set(re.findall(r"^(?:### )?(R\d+\.\d+)\b", text, re.MULTILINE))


def _cited_by_tests(path: Path) -> set[str]:
    """The numbers in the docstrings of a file's test functions."""
    functions = (
        node
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.name.startswith("test_")
    )
    return {
        number
        for function in functions
        for number in NUMBER.findall(ast.get_docstring(function) or "")
    }


def test_rules_are_numbered_as_rules_md_says() -> None:
    """What is left out in R2 is what RULES.md says is not used; R3 leaves room."""
    text = (ROOT / "engine/RULES.md").read_text(encoding="utf-8")
    second = {f"R2.{number}" for number in range(1, 32)}
    assert UNUSED == second - _rules()
    assert "(R2.23 and R2.29 are not used.)" in text


def test_every_rule_is_cited_by_a_test() -> None:
    """A rule that no test's docstring names is a rule that nobody has tried."""
    cited: set[str] = set()
    for path in (ROOT / "tests").rglob("test_*.py"):
        if path != Path(__file__):
            cited |= _cited_by_tests(path)
    assert sorted(_rules() - cited) == []


def test_every_citation_is_of_a_rule() -> None:
    """Code, tests and prose cite no rule that RULES.md does not have."""
    rules = _rules()
    wrong = {
        (path.relative_to(ROOT).as_posix(), number)
        for path in project_files()
        if path.suffix in {".md", ".py", ".proto", ".yaml"} and path != Path(__file__)
        for number in NUMBER.findall(path.read_text(encoding="utf-8"))
        if number not in rules
    }
    assert {pair for pair in wrong if pair[1] not in UNUSED} == set()
