"""Anyone can check after a game that the cards were not chosen and nothing was changed."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from conquian.transcripts import fetch_transcript
from conquian_engine import RULESETS
from conquian_service.verification import Outcome, Source, verify
from tests.e2e.varied import Played, play_games
from tests.support.processes import Server
from tests.support.tampering import WAYS, Change, NotHere, Record, check
from tests.support.transcripts import rare_transcripts

# A hundred games are played in the first test's time, on a machine that may be busy.
pytestmark = pytest.mark.timeout(300)

GAMES = 100
TAMPERINGS = 1000


@pytest.fixture(scope="module")
def played(pair: tuple[Server, Server]) -> list[Played]:
    """A hundred games, played through the API over two servers."""
    return play_games([server.address for server in pair], range(GAMES))


@pytest.fixture(scope="module")
def files(pair: tuple[Server, Server], played: list[Played]) -> list[str]:
    """Their records, each from one server."""
    return [
        fetch_transcript(pair[number % 2].address, game.game_id, token=game.token)
        for number, game in enumerate(played)
    ]


def test_a_hundred_games_are_honest(played: list[Played], files: list[str]) -> None:
    """Every record is believed, against the commitment that was shown before anybody joined."""
    verdicts = [
        verify(file.encode(), game=game.game_id, commitment=game.commitment)
        for game, file in zip(played, files, strict=True)
    ]
    assert [v.as_text() for v in verdicts if v.outcome is not Outcome.HONEST] == []
    assert [game.game_id for game in played] == [verdict.game_id for verdict in verdicts]
    # The games are as different as they are meant to be.
    assert {verdict.ruleset for verdict in verdicts} == set(RULESETS)
    assert {verdict.dealer_source for verdict in verdicts} == {Source.DRAWN, Source.GIVEN}
    sources = Counter(deal.source for verdict in verdicts for deal in verdict.deals)
    assert min(sources[Source.DRAWN], sources[Source.GIVEN]) > 10
    causes = Counter(verdict.result.cause for verdict in verdicts if verdict.result)
    assert {"went_out", "resignation", "void", "deal_limit"} <= causes.keys()


def test_a_thousand_tamperings_are_found_and_named(files: list[str]) -> None:
    """Each is one change of what one record says; the verdict names its kind and its place."""
    chance, rare = Random("tampering"), rare_transcripts()
    done: Counter[str] = Counter()
    wrong: list[tuple[str, str, str]] = []
    while done.total() < TAMPERINGS:
        # In turn, so that every way is used; on any game that has a place for it.
        name = list(WAYS)[(done.total() + len(wrong)) % len(WAYS)]
        change, record = _tampered(name, [*files, *rare], chance)
        why = check(verify(record.text().encode()), change)
        if why is not None:
            wrong.append((name, record.game["gameId"], why))
        done[name] += 1
    assert wrong == []
    assert done.keys() == WAYS.keys()


def test_the_commands_do_the_same(
    pair: tuple[Server, Server], played: list[Played], files: list[str], tmp_path: Path
) -> None:
    """`conquian transcript` writes the record, `conquian verify` judges it."""
    server, game = pair[0], played[0]
    conquian = [sys.executable, "-m", "conquian_service"]
    token = ["--token", game.token] if game.token else []
    written = subprocess.run(
        [*conquian, "transcript", game.game_id, "--target", server.address, *token],
        capture_output=True,
        check=True,
    ).stdout
    assert written.decode() == files[0]
    judged = subprocess.run(
        [*conquian, "verify", "-"], input=written, capture_output=True, check=False
    )
    assert judged.returncode == 0
    assert judged.stdout.startswith(f"HONEST: game {game.game_id}".encode())
    record = json.loads(written)
    record["game"]["shuffle"]["seed"] = "0" * 64
    (tmp_path / "tampered.json").write_text(json.dumps(record))
    judged = subprocess.run(
        [*conquian, "verify", "tampered.json", "--json"],
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    assert judged.returncode == 1
    assert [fault["kind"] for fault in json.loads(judged.stdout)["faults"]] == ["seed"]


def _tampered(name: str, files: list[str], chance: Random) -> tuple[Change, Record]:
    for file in chance.sample(files, len(files)) * 3:  # the only place may be hit at another try
        record = Record.of(file, chance)
        try:
            return WAYS[name](record), record
        except NotHere:
            continue
    raise AssertionError(f"no game has a place for {name}")
