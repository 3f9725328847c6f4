"""The methods of RulesService, for every door. See `game_service` for their form."""

from __future__ import annotations

from conquian.v1 import rules_service_pb2 as pb
from conquian_engine import OptionSpec, Refusal, RulesetSpec, RummyRules
from conquian_service.application import rulebook
from conquian_service.application.paging import read_page, take_page
from conquian_service.application.ports import Ports
from conquian_service.application.rummy_positions import analyze_rummy
from conquian_service.application.tokens import Caller
from conquian_service.texts import option_text, ruleset_text, text_for
from conquian_service.transport import from_proto
from conquian_service.transport.meld_to_proto import meld_protos
from conquian_service.transport.move_to_proto import write_move
from conquian_service.transport.rate_limit import RateLimit

SERVICE = pb.DESCRIPTOR.services_by_name["RulesService"]

_TYPE = {
    "int": pb.OPTION_TYPE_INTEGER,
    "bool": pb.OPTION_TYPE_BOOLEAN,
    "choice": pb.OPTION_TYPE_CHOICE,
}
_NOT_IN_FORCE = {("until_won", "false"), ("deals", "none"), ("points_target", "none")}
"""Defaults of the game lengths that another one replaces (R2.27, R3.4)."""


class RulesService:
    """Tells the rulesets and judges positions."""

    def __init__(self, ports: Ports) -> None:
        self._analyses = RateLimit(ports.limits.analyses_per_second)

    async def ListRulesets(
        self, caller: Caller, request: pb.ListRulesetsRequest
    ) -> pb.ListRulesetsResponse:
        page = take_page(
            rulebook.list_rulesets(), page_size=request.page_size, page_token=request.page_token
        )
        response = pb.ListRulesetsResponse(next_page_token=page.next_token)
        for spec in page.items:
            _write_ruleset(response.rulesets.add(), spec)
        return response

    async def GetRuleset(
        self, caller: Caller, request: pb.GetRulesetRequest
    ) -> pb.GetRulesetResponse:
        response = pb.GetRulesetResponse()
        _write_ruleset(response.ruleset, rulebook.get_ruleset(request.ruleset))
        return response

    async def AnalyzePosition(
        self, caller: Caller, request: pb.AnalyzePositionRequest
    ) -> pb.AnalyzePositionResponse:
        self._analyses.take()
        position = from_proto.position(request)
        rules = rulebook.resolve(position.ruleset, position.options, seats=None)
        if isinstance(rules, RummyRules):
            return await _analyze_rummy(rules, position, request)
        judged = rulebook.analyze(rules, position)
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
            _write_verdict(response.verdict, judged.refusal)
        return response


async def _analyze_rummy(
    rules: RummyRules, position: rulebook.Position, request: pb.AnalyzePositionRequest
) -> pb.AnalyzePositionResponse:
    judged = analyze_rummy(rules, position)
    page = await read_page(judged.plays, page_size=request.page_size, page_token=request.page_token)
    response = pb.AnalyzePositionResponse(
        next_page_token=page.next_token, hand_points=judged.hand_points
    )
    for play in page.items:
        written = response.rummy.plays.add(value=play.value)
        write_move(written.move, play.move)
    response.rummy.best_opening = judged.best_opening
    response.rummy.layout_values.extend(judged.layout_values)
    if judged.proposed:
        _write_verdict(response.verdict, judged.refusal)
    return response


def _write_verdict(to: pb.LayoutVerdict, refusal: Refusal | None) -> None:
    to.legal = refusal is None
    if refusal is not None:
        to.reason = refusal.reason.value
        to.rule = refusal.rule
        to.cards.extend(refusal.cards)
        to.text = text_for(refusal.reason, {"cards": " ".join(refusal.cards)})


def _write_ruleset(to: pb.Ruleset, spec: RulesetSpec) -> None:
    to.name = spec.name
    to.text = ruleset_text(spec.name)
    to.min_seats = min(spec.seats)
    to.max_seats = max(spec.seats)
    for option in spec.options:
        _write_option(to.options.add(), option)


def _write_option(to: pb.RulesetOption, option: OptionSpec) -> None:
    to.name = option.name
    to.type = _TYPE[option.kind]
    # The proto promises the default first; a ruleset may have another one than its family.
    to.choices.extend(sorted(option.choices, key=lambda choice: choice != option.default))
    to.min_value = option.low
    to.max_value = option.high
    to.allows_none = option.allows_none
    if (option.name, option.default) not in _NOT_IN_FORCE:
        to.default_value = option.default
    to.rule = option.rule
    to.text = option_text(option.name)
