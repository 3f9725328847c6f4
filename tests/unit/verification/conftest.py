"""Transcripts to judge, made once."""

from __future__ import annotations

import itertools

import pytest

from tests.golden.stored.scenarios import challenged, reshuffled, turned_over
from tests.support.transcripts import finished_sittings, transcript_of

GAMES = 60
RARE = (challenged, reshuffled, turned_over)
"""Games of family H with what chance alone brings too seldom."""


@pytest.fixture(scope="session")
def texts() -> list[str]:
    """Files of games of every ruleset, with all that can happen at a table."""
    games = list(itertools.islice(finished_sittings(), GAMES))
    return [transcript_of(sitting) for sitting in [*games, *(rare() for rare in RARE)]]
