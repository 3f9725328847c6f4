"""What the commands say of calls that fail."""

from __future__ import annotations

from argparse import Namespace

import pytest
from grpc import StatusCode

from conquian.errors import Failure, Unavailable
from conquian.terminal.commands import failure_text

NOBODY = Unavailable(Failure(StatusCode.UNAVAILABLE, "failed to connect to all addresses"))


@pytest.mark.parametrize(
    ("target", "tells_of_http"), [("localhost:8080", True), ("http://localhost:8080", False)]
)
def test_where_nobody_answered(target: str, tells_of_http: bool) -> None:
    """A port of HTTP that was taken for one of gRPC answers nothing either."""
    told = failure_text(NOBODY, Namespace(target=target))
    assert told.startswith(f"no service answers at {target}; start one by")
    assert told.endswith("begins with http://") == tells_of_http


def test_a_link_that_leads_nowhere() -> None:
    """Is none of the person's own target."""
    arguments = Namespace(target="localhost:1", link="conquian://localhost:9/aaaa")
    assert failure_text(NOBODY, arguments) == (
        "no service answers at localhost:9, where the link says it is"
    )


def test_a_service_that_cannot_answer_now() -> None:
    """Has its own words."""
    failure = Failure(StatusCode.UNAVAILABLE, "the store does not answer", reason="STORE")
    told = failure_text(Unavailable(failure), Namespace(target="localhost:1"))
    assert told == "STORE: the store does not answer"
