"""Runs one operation with many requests, and keeps count of what came of them."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.core.result import Ok

from tests.e2e.fuzz.cases import Aimed, enliven
from tests.e2e.fuzz.checks import Case, failures_of, wrongly_accepted
from tests.e2e.fuzz.pool import Pool

OK = 200


@dataclass
class Tally:
    """What came of the requests to one operation."""

    statuses: Counter[int] = field(default_factory=Counter)
    committed: int = 0
    """Answers with a revision that was new."""
    refused_on_target: Counter[str] = field(default_factory=Counter)
    """Why what should have been carried out was not; a word for the log when a count is too low."""
    failures: dict[str, str] = field(default_factory=dict)
    """The first of each kind, with the request as a command of curl."""


@dataclass
class Fuzzer:
    """One server, its document, and tables on it."""

    url: str
    schema: schemathesis.BaseSchema
    pool: Pool
    session: requests.Session

    @classmethod
    def of(cls, url: str) -> Fuzzer:
        """Of a running server."""
        schema = schemathesis.openapi.from_url(f"{url}/openapi.json")
        # A stream that goes on for ever is read up to its second event.
        schema.config.max_stream_events = 2
        return cls(url, schema, Pool(url), requests.Session())

    def close(self) -> None:
        """Close its connections."""
        self.session.close()
        self.pool.close()

    def operations(self) -> dict[str, schemathesis.APIOperation[Any, Any, Any, Any]]:
        """Every operation by its id."""
        every = [*self.schema.get_all_operations()]
        found = [each.ok() for each in every if isinstance(each, Ok)]
        assert len(found) == len(every)
        return {each.definition.raw["operationId"]: each for each in found}

    def run(self, name: str, examples: int, *, fixed: bool) -> Tally:
        """Send so many requests, of which one in four breaks the schema."""
        operation = self.operations()[name]
        cases = _generated(operation, GenerationMode.NEGATIVE, examples // 4, fixed=fixed)
        left = examples - len(cases)
        cases += _generated(operation, GenerationMode.POSITIVE, left, fixed=fixed)
        chance = Random(name) if fixed else Random()
        tally = Tally()
        for case in cases:
            self._send(name, case, chance, tally)
        return tally

    def _send(self, name: str, case: Case, chance: Random, tally: Tally) -> None:
        aimed = enliven(name, case, self.pool, chance)
        response = case.call(base_url=self.url, session=self.session)
        tally.statuses[response.status_code] += 1
        for kind, told in failures_of(case, response).items():
            tally.failures.setdefault(kind, told)
        if response.status_code == OK:
            why = wrongly_accepted(self.schema.raw_schema, name, case, response)
            if why is not None:
                tally.failures.setdefault(why[:80], f"{why}\n{case.as_curl_command()}")
            self._learn(aimed, response, tally)
        elif aimed.on_target:
            tally.refused_on_target[f"{response.status_code} {response.text[:160]}"] += 1

    def _learn(self, aimed: Aimed, response: schemathesis.Response, tally: Tally) -> None:
        if aimed.operation == "WatchGame":
            return
        answer = response.json()
        table = aimed.table
        if table is not None and table.game_id != aimed.case.path_parameters["game_id"]:
            return
        before = 0 if table is None else table.revision
        self.pool.note(aimed.operation, table, answer, aimed.seat)
        tally.committed += table is not None and table.revision > before


def _generated(
    operation: schemathesis.APIOperation[Any, Any, Any, Any],
    mode: GenerationMode,
    count: int,
    *,
    fixed: bool,
) -> list[Case]:
    """Requests as Schemathesis makes them.

    They are sent later: a test that Hypothesis repeats and shrinks must do the same each time,
    and what a request does depends on what the others before it have done.
    """
    cases: list[Case] = []

    @settings(
        max_examples=count,
        derandomize=fixed,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=[*HealthCheck],
    )
    @given(operation.as_strategy(mode))
    def keep(case: Case) -> None:
        cases.append(case)

    # Any text will do as the name of a ruleset: some operations have nothing to break.
    with suppress(Unsatisfiable):
        keep()
    return cases
