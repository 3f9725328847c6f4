"""Transcripts of games played here and now, as the service would give them."""

from __future__ import annotations

from collections.abc import Iterator

from conquian.transcripts import transcript_json
from conquian.v1.game_service_pb2 import GetTranscriptResponse
from conquian_service.application.game import Status
from conquian_service.application.views import Retention, Viewer, show_game, show_transcript_entry
from conquian_service.transport.to_proto import write_update, write_view
from tests.golden.stored.scenarios import challenged, reshuffled, turned_over
from tests.support.sittings import Sitting, random_sitting


def transcript_of(sitting: Sitting) -> str:
    """The file of a finished game's record."""
    page = GetTranscriptResponse()
    write_view(page.game, show_game(sitting.revisions[-1].stored, Viewer(), Retention()))
    for entry in sitting.entries:
        write_update(page.entries.add(), show_transcript_entry(entry))
    return transcript_json(page)


def rare_transcripts() -> list[str]:
    """Files of games of family H with what chance alone brings too seldom."""
    return [transcript_of(play()) for play in (challenged, reshuffled, turned_over)]


def finished_sittings(*, start: int = 0) -> Iterator[Sitting]:
    """Whole games with everything that can happen at a table, without end."""
    seed = start
    while True:
        sitting = random_sitting(seed)
        if sitting.game.status is Status.FINISHED:
            yield sitting
        seed += 1
