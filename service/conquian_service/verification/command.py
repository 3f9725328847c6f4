"""`conquian verify`: a file in, a verdict and an exit code out.

Exit codes: 0 honest, 1 rejected, 2 no such file or wrong arguments, 3 cannot judge, because a
newer service wrote the record.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from pathlib import Path

from conquian_service.verification.judging import verify
from conquian_service.verification.verdict import Outcome

_REFUSED = 2
EXIT_CODES: Mapping[Outcome, int] = {
    Outcome.HONEST: 0,
    Outcome.REJECTED: 1,
    Outcome.UNJUDGED: 3,
}


def run(file: str, *, commitment: str | None = None, as_json: bool = False) -> int:
    """Judge a file, or standard input for "-", and write the verdict to standard output."""
    if commitment is not None and not re.fullmatch("[0-9a-fA-F]{64}", commitment):
        return _refuse("a commitment has 64 hexadecimal digits")
    try:
        content = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        return _refuse(f"cannot read {file}: {error.strerror}")
    verdict = verify(content, commitment=commitment)
    written = verdict.as_json() if as_json else verdict.as_text()
    # UTF-8 whatever the terminal is said to speak: a player's name may be in it.
    sys.stdout.buffer.write(f"{written}\n".encode())
    sys.stdout.flush()
    return EXIT_CODES[verdict.outcome]


def _refuse(text: str) -> int:
    sys.stderr.write(f"error: {text}\n")
    return _REFUSED
