"""Transcripts to judge, made once."""

from __future__ import annotations

import itertools

import pytest

from tests.support.transcripts import finished_sittings, rare_transcripts, transcript_of

GAMES = 60


@pytest.fixture(scope="session")
def texts() -> list[str]:
    """Files of games of every ruleset, with all that can happen at a table."""
    games = itertools.islice(finished_sittings(), GAMES)
    return [*map(transcript_of, games), *rare_transcripts()]
