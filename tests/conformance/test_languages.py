"""What people read comes in the language they ask for, over real gRPC."""

from __future__ import annotations

from typing import Any

import pytest

from conquian.v1 import game_service_pb2 as pb
from conquian.v1 import rules_service_pb2
from tests.conformance.doors import Door, Refusal
from tests.conformance.tables import ME, Table, a_taking

NOT_A_MELD = {
    "en": "Neither a set nor a run: 3C 4C 3D. See rule R2.13: sets and runs.",
    "es": "Ni trío, ni cuarteto, ni escalera: 3C 4C 3D."
    " Véase la regla R2.13: tríos, cuartetos y escaleras.",
    "ru": "Это не набор и не последовательность: 3C 4C 3D."
    " См. правило R2.13: наборы и последовательности.",
}
DEALT = {
    "en": "dealt: 3 is not one of 7-10. See rule R2.1: the deal.",
    "es": "dealt: el valor 3 no está entre los admitidos (7-10). Véase la regla R2.1: el reparto.",
    "ru": "dealt: значение 3 не входит в число допустимых (7-10). См. правило R2.1: раздача.",
}
HEADERS = [
    ("", "en"),
    ("es-MX, es;q=0.9, en;q=0.8", "es"),
    ("ru", "ru"),
    ("fr, ru;q=0.2", "ru"),
    ("*", "en"),
    ("en;q=0, *", "es"),
    ("fr", "en"),
    (";;;q=q,,es;q=7", "en"),
    ("x" * 4_000, "en"),
]


async def refused_move(door: Door, language: str) -> Refusal:
    """The refusal of a layout that is none."""
    table = await Table.pinned(door)
    move = table.move(a_taking("3C 3D 4C"))
    return await door.refused(move, table.seats[ME], language=language)


@pytest.mark.parametrize(("header", "language"), HEADERS)
async def test_a_refused_move_is_told_in_the_language_asked_for(
    door: Door, header: str, language: str
) -> None:
    """With its true locale; the status says it in English; a header never fails a call."""
    refusal = await refused_move(door, header)
    assert refusal.name == ("INVALID_ARGUMENT", "NOT_A_MELD")
    assert (refusal.locale, refusal.told) == (language, NOT_A_MELD[language])
    assert refusal.text == NOT_A_MELD["en"]
    assert refusal.metadata == {"rule": "R2.13", "cards": "3C 4C 3D"}


@pytest.mark.parametrize("language", list(DEALT))
async def test_a_refused_option_is_told_with_its_range(door: Door, language: str) -> None:
    """Errors of other calls as well as those of moves."""
    request = pb.CreateGameRequest(ruleset="classic", options={"dealt": "3"})
    refusal = await door.refused(request, language=language)
    assert (refusal.locale, refusal.told) == (language, DEALT[language])
    assert (refusal.metadata["value"], refusal.metadata["allowed"]) == ("3", "7-10")


async def test_a_stream_is_refused_in_the_language_asked_for(door: Door) -> None:
    """As unary calls are."""
    refusal = await door.refused(pb.WatchGameRequest(game_id="a" * 26), language="es")
    assert (refusal.locale, refusal.told) == ("es", "Esa partida no existe o ya ha caducado.")


@pytest.mark.parametrize("language", ["en", "es", "ru"])
async def test_a_ruleset_is_told_in_the_language_asked_for(door: Door, language: str) -> None:
    """Its texts and the names of cards; never names, values, ranges or rules."""
    request = rules_service_pb2.GetRulesetRequest(ruleset="spanish")
    english = (await door.ask(request)).ruleset
    ruleset = (await door.ask(request, language=f"{language}-XX")).ruleset
    assert ruleset.locale == language
    assert (ruleset.text == english.text) is (language == "en")
    assert _neutral(ruleset) == _neutral(english)
    names = {card.card: card.name for card in ruleset.packs[0].cards}
    assert len(names) == 40
    called = {"en": "sota of copas", "es": "sota de copas", "ru": "сота копас"}
    assert names["SC"] == called[language]
    assert all(option.text and option.rule for option in ruleset.options)


def _neutral(ruleset: Any) -> Any:
    """A ruleset without what is told in a language."""
    kept = rules_service_pb2.Ruleset()
    kept.CopyFrom(ruleset)
    for field in ("locale", "title", "text", "how_to_play", "sources"):
        kept.ClearField(field)
    for option in kept.options:
        option.ClearField("text")
        for value in option.values:
            value.ClearField("text")
    for pack in kept.packs:
        pack.ClearField("text")
        for card in pack.cards:
            card.ClearField("name")
    return kept


async def test_rulesets_are_listed_in_the_language_asked_for(door: Door) -> None:
    """Each as GetRuleset tells it, but without its packs, which are most of its bytes."""
    listed = (await door.ask(rules_service_pb2.ListRulesetsRequest(), language="ru")).rulesets
    for ruleset in listed:
        one = rules_service_pb2.GetRulesetRequest(ruleset=ruleset.name)
        told = (await door.ask(one, language="ru")).ruleset
        assert told.packs
        told.ClearField("packs")
        assert told == ruleset


async def test_a_verdict_is_told_in_the_language_asked_for(door: Door) -> None:
    """Cards that the caller made up are cut before they are told back."""
    request = rules_service_pb2.AnalyzePositionRequest(ruleset="classic", hand=["7H", "6H"])
    request.layout.add(cards=["7H", "6H", "<script>" * 50])
    verdict = (await door.ask(request, language="es")).verdict
    assert (verdict.legal, verdict.reason) == (False, "UNKNOWN_CARD")
    assert list(verdict.cards) == ["?script?"]
    assert verdict.text == ("La baraja no tiene la carta ?script?. Véase la regla R1: las barajas.")


async def test_a_card_in_two_places_is_refused_with_its_field(door: Door) -> None:
    """The later one of the two."""
    asked = rules_service_pb2.AnalyzePositionRequest
    refusal = await door.refused(asked(ruleset="classic", hand=["7H", "7H"]))
    assert refusal.metadata == {"field": "hand", "rule": "R1", "cards": "7H"}
    refusal = await door.refused(asked(ruleset="classic", hand=["7H"], upcard="7H"))
    assert refusal.metadata == {"field": "upcard", "rule": "R1", "cards": "7H"}
