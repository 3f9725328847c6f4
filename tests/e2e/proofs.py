"""A finished game held against its own record, in three ways that know nothing of each other."""

from __future__ import annotations

from collections.abc import Sequence

from conquian.v1 import events_pb2, view_pb2
from tests.e2e.bookkeeper import Result, keep_score, result_of
from tests.e2e.doors import Doors
from tests.e2e.records import facts_of, record_of, replayed
from tests.e2e.tables import transcript_of
from tests.oracle.rummy.accounts import score_from_events, told
from tests.oracle.rummy.options import Options
from tests.support.rulesets import FAMILY_U

Entries = Sequence[events_pb2.GameUpdate]


async def check_game(doors: Doors, game_id: str, last: Result) -> Result:
    """Read a finished game's record and check it."""
    view, entries = await transcript_of(doors, game_id, page_size=33)
    assert last == result_of(view)
    return check_record(view, entries)


def check_record(view: view_pb2.GameView, entries: Entries) -> Result:
    """The game finished; it replays to the same events; its scores are those worked out anew."""
    assert list(range(1, view.revision + 1)) == [entry.revision for entry in entries]
    assert view.status == view_pb2.GAME_STATUS_FINISHED
    stored = result_of(view)
    state, facts = replayed(record_of(view, entries))
    assert facts_of(view, entries) == facts
    assert tuple(state.scores) == stored[2]
    assert facts[-1] == ("game ended", stored[0].lower(), stored[1], stored[2])
    check_scores(view, entries)
    return stored


def check_scores(view: view_pb2.GameView, entries: Entries) -> None:
    """What a bookkeeper who knows RULES.md alone makes of a record is what it says itself."""
    if view.ruleset in FAMILY_U:
        assert keep_score(view, entries) == result_of(view)
    else:
        facts = facts_of(view, entries)
        assert score_from_events(_options(view), facts) == told(facts)


def _options(view: view_pb2.GameView) -> Options:
    """A game's options in the oracle's words."""
    texts = {"off": None, "none": None, "true": True, "false": False}
    values = {
        name: texts[text] if text in texts else int(text) if text.isdecimal() else text
        for name, text in view.options.items()
    }
    return Options(ruleset=view.ruleset, seats=len(view.seats), **values)  # type: ignore[arg-type]  # by name
