"""Rulesets as people are told of them: complete, the same everywhere, and true to the engine."""

from __future__ import annotations

import re

import pytest

from conquian_engine import PACKS, RULESETS, resolve_rules
from conquian_service.cli import main
from conquian_service.handbook import describe, describe_pack, list_lines, pages, ruleset_lines
from conquian_service.texts import languages, texts_in
from tests.support.tree import ROOT

PAGES = ROOT / "docs/rulesets"


def test_the_pages_are_fresh() -> None:
    """What lies in docs/rulesets is what `make generate` writes, and nothing else lies there."""
    found = {
        path.relative_to(PAGES).as_posix(): path.read_text(encoding="utf-8")
        for path in PAGES.rglob("*.md")
    }
    assert found == pages()


@pytest.mark.parametrize("page", sorted(pages()))
def test_links_of_pages_lead_somewhere(page: str) -> None:
    """To files of the project."""
    links = re.findall(r"\]\(([^)]+)\)", pages()[page])
    assert links != []
    broken = [link for link in links if not (PAGES / page).parent.joinpath(link).is_file()]
    assert broken == []


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", list(RULESETS))
def test_a_ruleset_is_told_as_it_is_played(name: str, language: str) -> None:
    """Every option with the engine's range and default; nothing left to fill in."""
    spec, rules = RULESETS[name], resolve_rules(name)
    told = describe(spec, texts_in(language))
    assert [option.name for option in told.options] == [option.name for option in spec.options]
    for option, engine_s in zip(told.options, spec.options, strict=True):
        assert option.default in (engine_s.default, "")
        assert engine_s.accepts(option.default or "none") or engine_s.kind == "bool"
        assert option.rule == engine_s.rule
        assert option.text
    assert (told.min_seats, told.max_seats) == (min(spec.seats), max(spec.seats))
    assert told.packs[0] == rules.pack
    assert told.sources
    assert not any("{" in paragraph or "@" in paragraph for paragraph in told.how_to_play)


def test_a_game_length_that_is_not_in_force_has_no_default() -> None:
    """Only the one that is."""
    told = describe(RULESETS["classic_points"], texts_in("en"))
    defaults = {option.name: option.default for option in told.options}
    lengths = {name: defaults[name] for name in ("until_won", "deals", "points_target")}
    assert lengths == {"until_won": "", "deals": "", "points_target": "100"}


def test_values_of_an_option_are_explained() -> None:
    """Those that do not speak for themselves, the default first."""
    told = describe(RULESETS["foster_cooncan"], texts_in("es"))
    options = {option.name: option for option in told.options}
    assert options["max_run"].allowed == "3-13, none"
    assert options["max_run"].values == (("none", "escaleras de cualquier largo"),)
    assert [value for value, _ in options["rearrange"].values] == ["ends_only", "free"]
    assert options["packet"].values == ()


@pytest.mark.parametrize(
    ("language", "pack", "card", "name"),
    [
        ("en", "spanish40", "SC", "sota of copas"),
        ("en", "spanish40", "CC", "caballo of copas"),
        ("en", "spanish40", "RB", "rey of bastos"),
        ("en", "spanish40", "1O", "ace of oros"),
        ("en", "short40", "JC", "jack of clubs"),
        ("es", "spanish40", "SC", "sota de copas"),
        ("es", "spanish40", "CE", "caballo de espadas"),
        ("es", "full52", "QS", "reina de picas"),
        ("ru", "spanish40", "SC", "сота копас"),
        ("ru", "short40", "JH", "валет червей"),
        ("ru", "courtless40", "TD", "десятка бубен"),
        ("ru", "double108", "JK", "джокер"),
    ],
)
def test_cards_have_the_names_players_use(language: str, pack: str, card: str, name: str) -> None:
    """Spanish cards keep theirs in every language."""
    assert dict(describe_pack(pack, texts_in(language)).cards)[card] == name


@pytest.mark.parametrize("name", list(PACKS))
def test_a_pack_lists_each_of_its_cards_once(name: str) -> None:
    """As often as `copies` and `jokers` say they are the whole pack."""
    pack, told = PACKS[name], describe_pack(name, texts_in("en"))
    cards = [card for card, _ in told.cards]
    assert cards == list(pack.cards)
    naturals = [card for card in cards if card != "JK"]
    assert len(naturals) * told.copies + told.jokers == len(pack.deck)
    assert len({called for _, called in told.cards}) == len(cards)


def test_the_terminal_lists_all_rulesets(capsys: pytest.CaptureFixture[str]) -> None:
    """One a line, by the name that create takes."""
    assert main(["rulesets"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines == list(list_lines(texts_in("en")))
    assert [line.split()[0] for line in lines] == list(RULESETS)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", list(RULESETS))
def test_the_terminal_tells_all_of_a_ruleset(
    name: str, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """How it is played, the cards, each option; lines that fit."""
    assert main(["rulesets", name, "--language", language]) == 0
    shown = capsys.readouterr().out
    told = describe(RULESETS[name], texts_in(language))
    lines = shown.splitlines()
    assert lines == list(ruleset_lines(name, texts_in(language)))
    assert lines[0] == f"{told.title} ({name})"
    unbroken = _unbroken(shown)
    assert all(_unbroken(paragraph) in unbroken for paragraph in told.how_to_play)
    for option in told.options:
        assert _unbroken(option.text) in unbroken
        assert option.allowed in unbroken
    assert max(map(len, lines)) <= 100


def _unbroken(text: str) -> str:
    """A text without the breaks of its lines."""
    return " ".join(text.split())


def test_a_language_that_there_is_not_is_told_in_english(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """As the service does."""
    assert main(["rulesets", "classic", "--language", "fr, es-MX;q=0.5"]) == 0
    assert capsys.readouterr().out.startswith("Conquián clásico (classic)\n")
    assert main(["rulesets", "classic", "--language", "fr"]) == 0
    assert capsys.readouterr().out.startswith("Classic Conquian (classic)\n")


def test_a_ruleset_that_there_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    """The ones there are."""
    assert main(["rulesets", "canasta"]) == 2
    told = capsys.readouterr().err
    assert told.startswith("error: there is no ruleset 'canasta'; there are classic, ")
