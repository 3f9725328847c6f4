"""Schemathesis against `/openapi.json` of a running service, handed what is alive on it.

Every operation gets requests that fit its schema, requests that do not, and most of all such
with ids, tokens, revisions, moves and pages of real games. `FUZZ_EXAMPLES=2000` sends so many
to each operation instead of a few, and others in every run.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from tests.e2e.fuzz.checks import METHODS
from tests.e2e.fuzz.running import OK, Fuzzer
from tests.support.processes import Server, ending

_GIVEN = os.environ.get("FUZZ_EXAMPLES")
EXAMPLES = int(_GIVEN or 60)
LEAST_ACCEPTED = 0.2
"""Of the requests to each operation this part at least is carried out."""

pytestmark = pytest.mark.timeout(60 + EXAMPLES // 2)


@pytest.fixture(scope="module")
def fuzzer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fuzzer]:
    """A server with a store of its own, whose limits stay out of the way."""
    folder = tmp_path_factory.mktemp("fuzz")
    settings = {
        "CONQUIAN_DATA_DIR": str(folder / "games"),
        "CONQUIAN_ANALYSES_PER_SECOND": "1000000",
        # So that a stream of a game in which nothing happens soon has its second event.
        "CONQUIAN_HEARTBEAT_SECONDS": "0.05",
    }
    server = Server(folder, settings)
    with ending(server):
        made = Fuzzer.of(server.http)
        yield made
        made.close()
        assert server.running
        assert "Traceback" not in server.said()


def test_every_operation_is_tried(fuzzer: Fuzzer) -> None:
    """The document has one for each method of the API."""
    assert fuzzer.operations().keys() == METHODS.keys()


@pytest.mark.parametrize("name", sorted(METHODS))
def test_no_fault_and_nothing_undocumented(fuzzer: Fuzzer, name: str) -> None:
    """No server error; status, type, headers and body of every answer are as described.

    Requests that break the schema are refused. And it is no test of 404: many requests of each
    operation are carried out, and those of PlayMove change games.
    """
    tally = fuzzer.run(name, EXAMPLES, fixed=_GIVEN is None)
    assert tally.failures == {}, "\n\n".join(tally.failures.values())
    assert tally.statuses.total() >= EXAMPLES * 0.9
    assert tally.statuses[OK] >= EXAMPLES * LEAST_ACCEPTED, tally
    if name == "PlayMove":
        assert tally.committed >= EXAMPLES * LEAST_ACCEPTED, tally
    assert not {429, 503} & {*tally.statuses}, tally.statuses
