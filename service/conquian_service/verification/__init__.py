"""The proof of a game: its record judged offline, by the rules and the shuffle alone.

`verify` reads the JSON form of a transcript, plays it again and says what is wrong, where.
It needs the standard library and the engine; no network, no store, no generated code.
"""

from conquian_service.verification.judging import verify
from conquian_service.verification.verdict import (
    DealSeen,
    Fault,
    FaultKind,
    Outcome,
    Source,
    Verdict,
)

__all__ = ["DealSeen", "Fault", "FaultKind", "Outcome", "Source", "Verdict", "verify"]
