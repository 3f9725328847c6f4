"""`conquian verify`: a file in, a verdict and an exit code out.

Exit codes: 0 honest, 1 rejected, 2 no such file or wrong arguments, 3 cannot judge, because a
newer service wrote the record.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from conquian_service.verification.judging import verify
from conquian_service.verification.verdict import Outcome

_REFUSED = 2
_ENTROPY = re.compile("(?P<seat>[0-9]{1,3})=(?P<entropy>(?:(?:[0-9a-fA-F]{2}){16,64})?)")
EXIT_CODES: Mapping[Outcome, int] = {
    Outcome.HONEST: 0,
    Outcome.REJECTED: 1,
    Outcome.UNJUDGED: 3,
}


def run(
    file: str,
    *,
    game: str | None = None,
    commitment: str | None = None,
    entropy: Sequence[str] = (),
    as_json: bool = False,
) -> int:
    """Judge a file, or standard input for "-", and write the verdict to standard output.

    Args:
        entropy: what seats added to the shuffle, each SEAT=HEX.
    """
    if game is not None and not re.fullmatch("[a-z2-7]{26}", game):
        return _refuse("a game id has 26 characters of a-z and 2-7")
    if commitment is not None and not re.fullmatch("[0-9a-fA-F]{64}", commitment):
        return _refuse("a commitment has 64 hexadecimal digits")
    try:
        entropies = _entropies(entropy)
    except ValueError as error:
        return _refuse(str(error))
    try:
        content = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        return _refuse(f"cannot read {file}: {error.strerror}")
    verdict = verify(content, game=game, commitment=commitment, entropies=entropies)
    written = verdict.as_json() if as_json else verdict.as_text()
    # UTF-8 whatever the terminal is said to speak: a player's name may be in it.
    sys.stdout.buffer.write(f"{written}\n".encode())
    sys.stdout.flush()
    return EXIT_CODES[verdict.outcome]


def _entropies(options: Sequence[str]) -> dict[int, bytes]:
    """By seat.

    Raises:
        ValueError: one says nothing of a seat, or another says it of the same.
    """
    entropies: dict[int, bytes] = {}
    for option in options:
        said = _ENTROPY.fullmatch(option)
        if said is None:
            raise ValueError(
                f"{option!r} is not SEAT=HEX: a seat's number and the 16 to 64 bytes that it added"
                " in hexadecimal, nothing if it added none"
            )
        seat = int(said["seat"])
        if seat in entropies:
            raise ValueError(f"the entropy of seat {seat} is given twice")
        entropies[seat] = bytes.fromhex(said["entropy"])
    return entropies


def _refuse(text: str) -> int:
    sys.stderr.write(f"error: {text}\n")
    return _REFUSED
