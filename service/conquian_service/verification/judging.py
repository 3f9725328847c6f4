"""`verify`: a whole file judged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from conquian_engine import GameState, NewerRules, restore_rules, seats_to_act, view_for
from conquian_service.verification import frame
from conquian_service.verification.comparing import shown
from conquian_service.verification.fields import Unreadable
from conquian_service.verification.held import Held, differing
from conquian_service.verification.reading import Truncated, read_transcript
from conquian_service.verification.replaying import Newer, Replay
from conquian_service.verification.transcript import Created, ShownGame, Transcript
from conquian_service.verification.verdict import (
    Compared,
    Fault,
    FaultKind,
    Found,
    Outcome,
    Verdict,
)


def verify(
    content: bytes,
    *,
    game: str | None = None,
    commitment: str | None = None,
    entropies: Mapping[int, bytes] | None = None,
) -> Verdict:
    """Judge the record of a finished game: the JSON form of its transcript.

    The cards are made from what is compared here; of what the caller does not give, the record
    itself is believed.

    Args:
        game: the id of the game that the caller joined.
        commitment: the one that was shown when the game was created.
        entropies: what seats added to the shuffle, by seat; empty for one that added nothing.
    """
    try:
        transcript = read_transcript(content)
    except Truncated:
        fault = Fault(FaultKind.INCOMPLETE, "the file ends in the middle")
        return Verdict(outcome=Outcome.REJECTED, faults=(fault,))
    except Unreadable as unreadable:
        fault = Fault(FaultKind.UNREADABLE, str(unreadable))
        return Verdict(outcome=Outcome.REJECTED, faults=(fault,))
    held = Held(game=game, commitment=commitment, entropies=entropies or {})
    return _judge(transcript, held)


def _judge(transcript: Transcript, held: Held) -> Verdict:
    game, entries = transcript.game, transcript.entries
    unnamed, seed = frame.naming(game), frame.committed_seed(game, held.commitment)
    faults = [fault for fault in (unnamed, seed) if isinstance(fault, Fault)]
    misnumbered = frame.numbering(entries)
    replay, newer = None, ""
    if misnumbered is not None:
        faults.append(misnumbered)
    else:
        try:
            replay = _set_up(transcript, None if faults else seed)
            for entry in entries[1:]:
                replay.play(entry)
        except Found as found:
            faults.append(found.fault)
        except Newer as unknown:
            newer = str(unknown)
        else:
            faults += _ending(transcript, replay)
    faults += frame.timing(game, entries)
    if not newer and transcript.unknown:
        newer = transcript.unknown[0].path
    entropies = None
    if replay is not None and replay.seating.full:
        entropies = replay.seating.entropies
    # These come first, because they are why draws differ where they do.
    faults[:0] = differing(held, game.id, entropies)
    compared = Compared(
        game=held.game is not None,
        commitment=held.commitment is not None,
        entropies=() if entropies is None else tuple(sorted(held.entropies)),
    )
    return _told(transcript, faults, newer, replay, compared)


def _set_up(transcript: Transcript, seed: bytes | Fault | None) -> Replay:
    """The game as its first entry sets it up, to be played from the second on."""
    game, entries = transcript.game, transcript.entries
    if not entries:
        raise Found(Fault(FaultKind.INCOMPLETE, "there is no entry"))
    first = entries[0]
    if first.unknown:
        raise Newer(first.unknown[0].path)
    created = first.events[0] if first.events else None
    if not isinstance(created, Created) or len(first.events) > 1:
        raise Found(Fault(FaultKind.TABLE, "it is not the creation of the game alone", 1))
    for fault in frame.terms(game, created):
        raise Found(fault)
    try:
        rules = restore_rules(created.ruleset, created.seats, created.options)
    except NewerRules as newer:
        raise Newer(str(newer)) from None
    for fault in frame.resolved(created, rules):
        raise Found(fault)
    return Replay(created, rules, game.id, seed if isinstance(seed, bytes) else None)


def _ending(transcript: Transcript, replay: Replay) -> Iterator[Fault]:
    """Whether the game ends where the record does, as the record shows it."""
    game, last, state = transcript.game, len(transcript.entries), replay.state
    if transcript.more:
        yield Fault(FaultKind.INCOMPLETE, "it is one page of a record, with others behind it")
    if state is None or not replay.over:
        due = "the game has not started"
        if state is not None:
            due = " or ".join(f"seat {seat}" for seat in seats_to_act(state)) + " has to act"
        text = f"the record ends here, but the game does not: {due}"
        yield Fault(FaultKind.INCOMPLETE, text, last)
        return
    if game.revision != last:
        text = f"the game is said to have {game.revision} revisions, but it ends with entry {last}"
        yield Fault(FaultKind.REVISION, text)
    if game.status != "finished":
        yield Fault(FaultKind.RESULT, f"the game is said to be {game.status}, but it is finished")
    yield from _final(game, state)
    yield from replay.seating.compared(game.seats)


def _final(game: ShownGame, state: GameState) -> Iterator[Fault]:
    """The game as shown at its end against what was played."""
    played = view_for(state, None)
    assert played.result is not None
    for name in ("cause", "winners", "scores"):
        told, right = getattr(game.result, name, None), getattr(played.result, name)
        if told != right:
            text = f"the result: {name} {shown(told)} in the game, {shown(right)} in the replay"
            yield Fault(FaultKind.RESULT, text)
    for seat, end in enumerate(game.seats):
        for name, told, right, kind in (
            ("score", end.score, played.scores[seat], FaultKind.RESULT),
            ("hand size", end.hand_size, played.hand_sizes[seat], FaultKind.FINAL),
            ("table", end.table, played.tables[seat], FaultKind.FINAL),
            ("resigned", end.resigned, seat in played.resigned, FaultKind.FINAL),
        ):
            if told != right:
                values = f"{shown(told)} in the game, {shown(right)} in the replay"
                text = f"the end: {name} of seat {seat} {values}"
                yield Fault(kind, text, seat=seat)


def _told(
    transcript: Transcript,
    faults: list[Fault],
    newer: str,
    replay: Replay | None,
    compared: Compared,
) -> Verdict:
    outcome = Outcome.HONEST
    if faults:
        outcome, newer = Outcome.REJECTED, ""
    elif newer:
        outcome = Outcome.UNJUDGED
    state = None if replay is None else replay.state
    seating = None if replay is None else replay.seating
    return Verdict(
        outcome=outcome,
        faults=tuple(faults),
        newer=newer,
        game_id=transcript.game.id,
        ruleset=transcript.game.ruleset,
        entries=len(transcript.entries),
        commitment=transcript.game.commitment,
        first_dealer=None if replay is None else replay.dealer,
        dealer_source=None if replay is None else replay.dealer_source,
        deals=() if replay is None else tuple(replay.deals),
        entropies=() if seating is None else seating.entropies,
        compared=compared,
        tokens_replaced=() if seating is None else tuple(seating.tokens_replaced),
        result=None if state is None else view_for(state, None).result,
    )
