"""The record of a finished game as a file, for archives and for `conquian verify`.

It is the proto's JSON form of GetTranscriptResponse with all pages in one: fields in the
order of the proto, defaults written out, a line for each short value.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from google.protobuf.descriptor import Descriptor
from google.protobuf.json_format import MessageToDict

from conquian._requests import PAGE
from conquian.sync._connection import Connection
from conquian.v1.game_service_pb2 import GetTranscriptRequest, GetTranscriptResponse

__all__ = ["fetch_transcript", "transcript_json"]

_WIDTH = 100


def fetch_transcript(
    target: str, game_id: str, *, token: str | None = None, timeout: float = 10.0
) -> str:
    """Get the record of a finished game as a file; `timeout` is for each of its pages.

    Args:
        target: where the service listens, such as "localhost:50051" or "http://localhost:8080".
        token: any token of the game, if its table is private.

    Raises:
        ConquianError: the service cannot be reached, or refuses.
    """
    with _Records(target, timeout=timeout) as records:
        return transcript_json(*records.pages(game_id, token))


def transcript_json(*pages: GetTranscriptResponse) -> str:
    """The file of all pages of a record."""
    whole = GetTranscriptResponse(game=pages[-1].game)
    for page in pages:
        whole.entries.extend(page.entries)
    fields = MessageToDict(whole, always_print_fields_with_no_presence=True)
    return _written(_in_order(fields, whole.DESCRIPTOR)) + "\n"


class _Records(Connection):
    """Reads records as they are sent, where `Client.transcript` makes values of them."""

    def pages(self, game_id: str, token: str | None) -> Iterator[GetTranscriptResponse]:
        page_token = ""
        while True:
            request = GetTranscriptRequest(game_id=game_id, page_size=PAGE, page_token=page_token)
            page = self._calls.call(lambda line: line.games.GetTranscript, request, token=token)
            yield page
            page_token = page.next_page_token
            if not page_token:
                return


def _in_order(fields: dict[str, object], message: Descriptor) -> dict[str, object]:
    """The fields of a message in the order of the proto, those of a map by name."""
    ordered: dict[str, object] = {}
    for field in message.fields:
        if field.json_name not in fields:
            continue
        value, inner = fields[field.json_name], field.message_type
        if isinstance(value, dict) and inner is not None:
            is_map = inner.GetOptions().map_entry
            value = dict(sorted(value.items())) if is_map else _in_order(value, inner)
        elif isinstance(value, list) and inner is not None:
            value = [_in_order(part, inner) for part in value]
        ordered[field.json_name] = value
    return ordered


def _written(value: object, indent: int = 0) -> str:
    """JSON on one line where it fits, else a line for each part."""
    line = json.dumps(value, ensure_ascii=False)
    if len(line) + indent <= _WIDTH or not isinstance(value, dict | list):
        return line
    inner = indent + 2
    if isinstance(value, dict):
        parts = [f"{json.dumps(key)}: {_written(part, inner)}" for key, part in value.items()]
    else:
        parts = [_written(part, inner) for part in value]
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    return "\n".join(
        [opening, ",\n".join(f"{' ' * inner}{part}" for part in parts), f"{' ' * indent}{closing}"]
    )
