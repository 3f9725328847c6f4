"""The methods of RulesService, for every door. See `game_service` for their form.

They answer with texts, so a door gives them the language as well: see `choose_language`.
"""

from __future__ import annotations

from conquian.v1 import rules_service_pb2 as pb
from conquian_engine import Refusal, RummyRules
from conquian_service.application import rulebook
from conquian_service.application.errors import refused_by_rules
from conquian_service.application.paging import take_page
from conquian_service.application.ports import Ports
from conquian_service.application.rummy_positions import RummyJudgement, analyze_rummy
from conquian_service.application.tokens import Caller
from conquian_service.texts import DEFAULT_LANGUAGE, languages, texts_in
from conquian_service.transport import from_proto
from conquian_service.transport.errors import told_cards
from conquian_service.transport.meld_to_proto import meld_protos
from conquian_service.transport.move_to_proto import write_move
from conquian_service.transport.rate_limit import RateLimit
from conquian_service.transport.ruleset_to_proto import listed_proto, ruleset_proto

SERVICE = pb.DESCRIPTOR.services_by_name["RulesService"]


class RulesService:
    """Tells the rulesets and judges positions."""

    answers_in_language = True
    """Each method takes the language of its answer's texts as a third argument."""

    def __init__(self, ports: Ports) -> None:
        self._analyses = RateLimit(ports.limits.analyses_per_second)
        self._aside = ports.aside
        # A tenth of a second now, so that no call holds the loop for it (decision 0.17).
        for language in languages():
            for spec in rulebook.list_rulesets():
                listed_proto(spec.name, language)

    async def ListRulesets(
        self, caller: Caller, request: pb.ListRulesetsRequest, language: str = DEFAULT_LANGUAGE
    ) -> pb.ListRulesetsResponse:
        page = take_page(
            rulebook.list_rulesets(), page_size=request.page_size, page_token=request.page_token
        )
        rulesets = [listed_proto(spec.name, language) for spec in page.items]
        return pb.ListRulesetsResponse(rulesets=rulesets, next_page_token=page.next_token)

    async def GetRuleset(
        self, caller: Caller, request: pb.GetRulesetRequest, language: str = DEFAULT_LANGUAGE
    ) -> pb.GetRulesetResponse:
        return pb.GetRulesetResponse(ruleset=ruleset_proto(request.ruleset, language))

    async def AnalyzePosition(
        self, caller: Caller, request: pb.AnalyzePositionRequest, language: str = DEFAULT_LANGUAGE
    ) -> pb.AnalyzePositionResponse:
        self._analyses.take()
        position = from_proto.position(request)
        rules = rulebook.resolve(position.ruleset, position.options, seats=None)
        if isinstance(rules, RummyRules):
            played = await self._aside.ask(analyze_rummy, rules, position)
            return _rummy_answer(played, request, language)
        if rulebook.is_simple(rules):
            judged = rulebook.analyze(rules, position)
        else:
            judged = await self._aside.ask(rulebook.analyze, rules, position)
        page = take_page(judged.takings, page_size=request.page_size, page_token=request.page_token)
        response = pb.AnalyzePositionResponse(
            next_page_token=page.next_token,
            can_be_forced=judged.can_be_forced,
            winning_upcards=judged.winning_upcards,
            hand_points=judged.hand_points,
        )
        for layout in page.items:
            goes_out = sum(map(len, layout)) >= judged.target
            response.takings.add(layout=meld_protos(layout), goes_out=goes_out)
        if judged.proposed:
            _write_verdict(response.verdict, judged.refusal, language)
        return response


def _rummy_answer(
    judged: RummyJudgement, request: pb.AnalyzePositionRequest, language: str
) -> pb.AnalyzePositionResponse:
    page = take_page(judged.plays, page_size=request.page_size, page_token=request.page_token)
    response = pb.AnalyzePositionResponse(
        next_page_token=page.next_token, hand_points=judged.hand_points
    )
    for play in page.items:
        written = response.rummy.plays.add(value=play.value)
        write_move(written.move, play.move)
    if judged.best_opening is not None:
        response.rummy.best_opening = judged.best_opening
    response.rummy.layout_values.extend(judged.layout_values)
    if judged.proposed:
        _write_verdict(response.verdict, judged.refusal, language)
    return response


def _write_verdict(to: pb.LayoutVerdict, refusal: Refusal | None, language: str) -> None:
    to.legal = refusal is None
    if refusal is not None:
        to.reason = refusal.reason.value
        to.rule = refusal.rule
        # The caller's own words, perhaps no cards at all.
        cards = told_cards(refusal.cards)
        to.cards.extend(cards)
        refused = refused_by_rules(refusal)
        facts = {**refused.facts, "rule": refusal.rule}
        if cards:
            facts["cards"] = " ".join(cards)
        to.text = texts_in(language).reason(refusal.reason, facts, detail=refused.detail or "")
