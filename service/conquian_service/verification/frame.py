"""What can be checked before anything is played: numbers, times, seed, rules."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from conquian_engine import GameRules, rules_options
from conquian_service.application.shuffle import commitment
from conquian_service.verification.comparing import shown
from conquian_service.verification.transcript import Created, Entry, ShownGame
from conquian_service.verification.verdict import Fault, FaultKind

_HEX = re.compile("[0-9a-f]{64}", re.ASCII | re.IGNORECASE)
_GAME_ID = re.compile("[a-z2-7]{26}", re.ASCII)


def numbering(entries: Sequence[Entry]) -> Fault | None:
    """Entry k must have revision k; the first one that has not."""
    present = {entry.revision for entry in entries}
    for due, entry in enumerate(entries, 1):
        if entry.revision == due:
            continue
        if due not in present:
            text = f"it is missing: after entry {due - 1} comes entry {entry.revision}"
        elif entry.revision < due:
            text = f"in its place entry {entry.revision} is there once more"
        else:
            text = f"in its place stands entry {entry.revision}"
        return Fault(FaultKind.REVISION, text, due)
    return None


def timing(game: ShownGame, entries: Sequence[Entry]) -> Iterator[Fault]:
    """Times must not go backwards, and the game's are those of its first and last entry."""
    latest = 0
    for entry in entries:
        if entry.time_ns is None:
            yield Fault(FaultKind.TIME, "its time is missing", entry.revision)
            return
        if entry.time_ns < latest:
            text = f"its time is before that of entry {entry.revision - 1}"
            yield Fault(FaultKind.TIME, text, entry.revision)
            return
        latest = entry.time_ns
    if entries and game.created_ns != entries[0].time_ns:
        yield Fault(FaultKind.TIME, "the game's creation time is not that of entry 1")
    if entries and game.updated_ns != entries[-1].time_ns:
        yield Fault(FaultKind.TIME, "the game's update time is not that of its last entry")


def committed_seed(game: ShownGame, seen: str | None) -> bytes | Fault:
    """The seed, if it is the one committed to.

    `seen` is the commitment that the caller saw when the game was created, if any.
    """
    if seen is not None and seen.lower() != game.commitment.lower():
        text = f"the commitment is {shown(game.commitment)}, but {seen} was seen at the table"
        return Fault(FaultKind.SEED, text)
    if not _HEX.fullmatch(game.seed):
        what = "is not 64 hexadecimal digits" if game.seed else "is missing"
        return Fault(FaultKind.SEED, f"the seed {what}")
    seed = bytes.fromhex(game.seed)
    if commitment(seed) != game.commitment.lower():
        text = (
            f"the seed is not the one committed to: its SHA-256 is {commitment(seed)}, "
            f"the commitment is {shown(game.commitment)}"
        )
        return Fault(FaultKind.SEED, text)
    return seed


def naming(game: ShownGame) -> Fault | None:
    """The game id must be one, because the cards are drawn from it too."""
    if _GAME_ID.fullmatch(game.id):
        return None
    return Fault(FaultKind.TABLE, f"the game id {game.id!r} is not 26 characters of [a-z2-7]")


def terms(game: ShownGame, created: Created) -> Iterator[Fault]:
    """Ruleset, options, seats, access and shuffle must be those of the creation."""
    for what, told, set_up in (
        ("the ruleset", game.ruleset, created.ruleset),
        ("the number of seats", len(game.seats), created.seats),
        ("the access", game.access, created.access),
    ):
        if told != set_up:
            text = f"{what} is {shown(told)} in the game, {shown(set_up)} at its creation"
            yield Fault(FaultKind.RULES, text, since=1)
    for name, (told, set_up) in _differing(game.options, created.options):
        text = f"option {name} is {told} in the game, {set_up} at its creation"
        yield Fault(FaultKind.RULES, text, since=1)
    pinned = created.pinned_deals
    if game.shuffle != ("pinned" if pinned else "provable") or pinned < 0:
        text = f"the shuffle is said to be {game.shuffle}, but {pinned} deals are pinned"
        yield Fault(FaultKind.RULES, text, since=1)


def resolved(created: Created, rules: GameRules) -> Iterator[Fault]:
    """A game's options are all there, each as its rules have it."""
    for name, (told, right) in _differing(created.options, rules_options(rules)):
        text = f"option {name} is {told} at the creation, where such a game has {right}"
        yield Fault(FaultKind.RULES, text, 1)


def _differing(
    one: Mapping[str, str], other: Mapping[str, str]
) -> Iterator[tuple[str, tuple[str, str]]]:
    for name in sorted(one.keys() | other.keys()):
        if one.get(name) != other.get(name):
            yield name, (shown(one.get(name)), shown(other.get(name)))
