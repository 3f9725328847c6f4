"""What a caller knows of a game by himself, and holds its record against."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from conquian_service.verification.comparing import shown
from conquian_service.verification.verdict import Fault, FaultKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """What the caller saw or sent; what he does not know is left to the record."""

    game: str | None = None
    """The game he joined."""
    commitment: str | None = None
    """The one that was shown before he joined."""
    entropies: Mapping[int, bytes] = field(default_factory=dict)
    """What seats added to the shuffle; no bytes for a seat that added nothing."""


def differing(held: Held, game_id: str, recorded: Sequence[bytes] | None) -> Iterator[Fault]:
    """Where the record has drawn from something else than the caller knows.

    Game id and entropy go into every draw: another one, put in their place by whoever knows the
    seed, gives other cards that verify as well. The commitment is compared with the seed.

    Args:
        recorded: the entropy of each seat; None where the record breaks off before all have one.
    """
    if held.game is not None and held.game != game_id:
        text = f"the game id is {shown(game_id)}, but game {held.game} was joined"
        yield Fault(FaultKind.GAME, text)
    if recorded is None:
        return
    for seat, entropy in sorted(held.entropies.items()):
        if seat >= len(recorded):
            text = f"there is no seat {seat} in the record, whose entropy is to be compared"
            yield Fault(FaultKind.ENTROPY, text, seat=seat)
        elif entropy != recorded[seat]:
            text = (
                f"the entropy of seat {seat} is {shown(recorded[seat])}, "
                f"but {shown(entropy)} was sent"
            )
            yield Fault(FaultKind.ENTROPY, text, seat=seat)
