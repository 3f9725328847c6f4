"""Questions about the rules, without a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from conquian._requests import PAGE, analyze_request
from conquian.aio._connection import AsyncConnection
from conquian.rulesets import Analysis, OptionValue, Ruleset
from conquian.v1 import rules_service_pb2

__all__ = ["AsyncRules"]


class AsyncRules(AsyncConnection):
    """The calls of a client that need no game."""

    async def rulesets(self, *, timeout: float | None = None) -> tuple[Ruleset, ...]:
        """Every ruleset that games can be created with; `timeout` is for each page."""
        found: list[Ruleset] = []
        page_token = ""
        while True:
            request = rules_service_pb2.ListRulesetsRequest(page_size=PAGE, page_token=page_token)
            page = await self._calls.call(
                lambda line: line.rules.ListRulesets, request, timeout=timeout
            )
            found += map(Ruleset.from_proto, page.rulesets)
            page_token = page.next_page_token
            if not page_token:
                return tuple(found)

    async def ruleset(self, name: str, *, timeout: float | None = None) -> Ruleset:
        """One ruleset with all its options; `NotFound` if there is none of that name."""
        request = rules_service_pb2.GetRulesetRequest(ruleset=name)
        answer = await self._calls.call(
            lambda line: line.rules.GetRuleset, request, timeout=timeout
        )
        return Ruleset.from_proto(answer.ruleset)

    async def analyze(
        self,
        ruleset: str = "classic",
        *,
        hand: Iterable[str],
        table: Iterable[Iterable[str]] = (),
        upcard: str = "",
        layout: Iterable[Iterable[str]] = (),
        opponent_tables: Iterable[Iterable[Iterable[str]]] = (),
        options: Mapping[str, OptionValue] | None = None,
        page_size: int = 0,
        page_token: str = "",
        timeout: float | None = None,
    ) -> Analysis:
        """What the rules say of a position, without a game.

        Args:
            table: the player's melds, each valid.
            upcard: the card on offer; empty to ask only about table and hand, and in family H.
            layout: to be judged as a taking of the upcard; empty to judge none.
            opponent_tables: the melds of each other seat, where a taking may borrow (R2.31), and
                in family H.
            page_size: most takings or plays to return, 1 to 200; 0 for 50.
            page_token: `next_page_token` of the page before.
        """
        request = analyze_request(
            ruleset,
            hand=hand,
            table=table,
            upcard=upcard,
            layout=layout,
            opponent_tables=opponent_tables,
            options=options,
            page_size=page_size,
            page_token=page_token,
        )
        answer = await self._calls.call(
            lambda line: line.rules.AnalyzePosition, request, timeout=timeout
        )
        return Analysis.from_proto(answer)
