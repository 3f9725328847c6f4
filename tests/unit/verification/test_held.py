"""What a player knows by himself is compared with the record: without it a choice goes unseen.

Whoever knows the seed can try one entropy after the other, or one game id, until he likes the
deal, and record that one: such a record is without a fault.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from conquian_engine import Cause, resolve_rules
from conquian_service.application.game import Access, Holder, SeatKind
from conquian_service.application.log import GameCreated
from conquian_service.cli import main
from conquian_service.verification import FaultKind, Outcome, verify
from tests.support.sittings import GAME_ID, Sitting
from tests.support.transcripts import transcript_of

SEED = bytes(range(32))
SENT, CHOSEN = b"what Ana has sent", b"the operator's choice"
OTHER_GAME = "zyxwvutsrqponmlkjihgfedc27"


def record(entropy: bytes = SENT, *, game_id: str = GAME_ID) -> bytes:
    """A game of Ana, who sent entropy, and Ben, who sent none, as the service records it."""
    created = GameCreated(resolve_rules("classic"), Access.PUBLIC, None, SEED, ())
    sitting = Sitting(created, game_id=game_id)
    sitting.join(0, Holder("Ana", SeatKind.HUMAN, "", entropy))
    sitting.join(1, Holder("Ben", SeatKind.HUMAN, "", b""))
    sitting.resign(1)
    return transcript_of(sitting).encode()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The record as a file."""
    file = tmp_path / "game.json"
    file.write_bytes(record())
    return file


def test_entropy_in_the_place_of_a_players() -> None:
    """The record is honest by itself; the player sees it, or has it seen."""
    exchanged = record(CHOSEN)
    told = verify(exchanged)
    assert told.outcome is Outcome.HONEST
    assert f"entropy of seat 0: {CHOSEN.hex()} (your seat? is it what you sent?)" in told.as_text()
    verdict = verify(exchanged, entropies={0: SENT, 1: b""})
    assert verdict.outcome is Outcome.REJECTED
    assert [(fault.kind, fault.seat) for fault in verdict.faults] == [(FaultKind.ENTROPY, 0)]
    said = f"the entropy of seat 0 is {CHOSEN.hex()}, but {SENT.hex()} was sent"
    assert verdict.as_text().splitlines()[1:] == [f"  {said}"]


def test_entropy_for_a_player_who_sent_none() -> None:
    """That is a choice as well."""
    assert verify(record(), entropies={1: b""}).outcome is Outcome.HONEST
    (fault,) = verify(record(), entropies={0: b""}).faults
    assert str(fault) == f"the entropy of seat 0 is {SENT.hex()}, but none was sent"


def test_another_game() -> None:
    """The same players with the same entropy, and another id: other cards."""
    exchanged = record(game_id=OTHER_GAME)
    assert verify(exchanged).outcome is Outcome.HONEST
    verdict = verify(exchanged, game=GAME_ID)
    assert [fault.kind for fault in verdict.faults] == [FaultKind.GAME]
    assert str(verdict.faults[0]) == f"the game id is {OTHER_GAME}, but game {GAME_ID} was joined"


def test_what_was_drawn_from_something_else_is_told_first() -> None:
    """Entropy changed in the record alone: the cause comes before the draws that do not fit."""
    changed = json.loads(record())
    changed["entries"][1]["events"][0]["seatTaken"]["entropy"] = "A" * 24
    content = json.dumps(changed).encode()
    verdict = verify(content, game=OTHER_GAME, entropies={0: SENT})
    kinds = [fault.kind for fault in verdict.faults]
    assert kinds == [FaultKind.GAME, FaultKind.ENTROPY, FaultKind.DRAW]


def test_a_seat_that_the_table_has_not() -> None:
    """Whoever sat there was at another table."""
    (fault,) = verify(record(), entropies={2: SENT}).faults
    assert (fault.kind, fault.seat) == (FaultKind.ENTROPY, 2)


def test_a_verdict_says_what_was_compared() -> None:
    """For programs: a verdict without it proves less."""
    commitment = verify(record()).commitment
    told = json.loads(verify(record()).as_json())
    assert told["entropy"] == [SENT.hex(), ""]
    assert told["compared"] == {"gameId": False, "commitment": False, "entropySeats": []}
    verdict = verify(record(), game=GAME_ID, commitment=commitment, entropies={1: b"", 0: SENT})
    compared = {"gameId": True, "commitment": True, "entropySeats": [0, 1]}
    assert json.loads(verdict.as_json())["compared"] == compared
    for line in (
        f"  game id: {GAME_ID} (it is the one you joined)",
        f"  commitment: {commitment} (it is the one you saw)",
        f"  entropy of seat 0: {SENT.hex()} (as sent)",
        "  entropy of seat 1: none (as sent)",
    ):
        assert line in verdict.as_text().splitlines()


def test_entropy_is_not_compared_before_all_seats_are_taken() -> None:
    """A record that breaks off has not told it."""
    broken = json.loads(record())
    del broken["entries"][1:]
    verdict = verify(json.dumps(broken).encode(), entropies={0: SENT})
    assert [fault.kind for fault in verdict.faults][:1] == [FaultKind.INCOMPLETE]
    assert verdict.compared.entropies == ()


def test_every_token_that_was_replaced_is_named() -> None:
    """A host who takes over a seat shows; who left before the start is nobody's loss."""
    created = GameCreated(resolve_rules("classic"), Access.PUBLIC, None, SEED, ())
    sitting = Sitting(created)
    sitting.join(0, Holder("Cleo", SeatKind.HUMAN, "", b""))
    sitting.issue_token(0, epoch=700)
    sitting.free(0)
    for seat in (1, 0):
        sitting.join(seat, Holder("Ana", SeatKind.HUMAN, "", b""))
    sitting.issue_token(1, epoch=701)
    sitting.resign(1, Cause.TIME)
    verdict = verify(transcript_of(sitting).encode())
    told = [line for line in verdict.as_text().splitlines() if "token" in line]
    assert told == ["  seat 1: token replaced at entry 7"]
    assert json.loads(verdict.as_json())["tokensReplaced"] == [{"seat": 1, "revision": 7}]


def test_the_options(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`--game` and `--entropy` decide as `--commitment` does; hexadecimal in either case."""
    right = ["--game", GAME_ID, "--entropy", f"0={SENT.hex().upper()}", "--entropy", "1="]
    assert main(["verify", str(file), *right]) == 0
    capsys.readouterr()
    assert main(["verify", str(file), "--entropy", f"0={CHOSEN.hex()}"]) == 1
    assert "of seat 0 is" in capsys.readouterr().out
    assert main(["verify", str(file), "--game", OTHER_GAME]) == 1
    assert "was joined" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--game", "mkuyvtq5"], "26 characters"),
        (["--game", f"{GAME_ID}\n"], "26 characters"),
        (["--entropy", SENT.hex()], "is not SEAT=HEX"),
        (["--entropy", "0=ab"], "is not SEAT=HEX"),
        (["--entropy", f"0={SENT.hex()}a"], "is not SEAT=HEX"),
        (["--entropy", f"x={SENT.hex()}"], "is not SEAT=HEX"),
        (["--entropy", f"+1={SENT.hex()}"], "is not SEAT=HEX"),
        (["--entropy", f"0={'ab' * 65}"], "is not SEAT=HEX"),
        (["--entropy", "0=", "--entropy", "00="], "given twice"),
    ],
)
def test_wrong_options(
    file: Path, arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit code 2 and a sentence: no verdict on what nobody meant."""
    assert main(["verify", str(file), *arguments]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert said in told.err
    assert told.err.count("\n") == 1
