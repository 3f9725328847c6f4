"""What is of HTTP alone: paths, methods, headers, bodies and statuses."""

from __future__ import annotations

import json
import uuid
from datetime import datetime
from typing import Any

import pytest

from tests.conformance.conftest import Another
from tests.conformance.rest_api import JSON, Api, error_of, info_of
from tests.support.http1 import exchange


async def test_a_game_is_played_by_paths_and_json(api: Api) -> None:
    """Defaults are printed, names are in lowerCamelCase, an empty body is an empty request."""
    answer = await api.ask("GET", f"{api.game}?includeLegalMoves=true", token=api.mine)
    game = json.loads(answer.body)["game"]
    assert game["deal"]["passedSeats"] == []
    assert game["deal"]["dealer"] == 0
    move = {"revision": game["you"]["decisionRevision"], "move": game["you"]["legalMoves"][0]}
    played = await api.ask("POST", f"{api.game}/moves", move, token=api.mine)
    assert json.loads(played.body)["update"]["revision"] == game["revision"] + 1
    resigned = await api.ask("POST", f"{api.game}:resign", token=api.mine)
    assert json.loads(resigned.body)["update"]["view"]["status"] == "GAME_STATUS_FINISHED"


@pytest.mark.parametrize("query", ["include_legal_moves=true", "includeLegalMoves=true"])
async def test_a_parameter_has_both_names(api: Api, query: str) -> None:
    """As fields of a body have."""
    answer = await api.ask("GET", f"{api.game}?{query}", token=api.mine)
    assert json.loads(answer.body)["game"]["you"]["legalMoves"]


@pytest.mark.parametrize("status", ["GAME_STATUS_RUNNING", "2"])
async def test_an_enum_by_name_or_number(api: Api, status: str) -> None:
    """In a query, too."""
    answer = await api.ask("GET", f"/v1/games?status={status}&pageSize=200")
    games = json.loads(answer.body)["games"]
    assert {game["status"] for game in games} <= {"GAME_STATUS_RUNNING"}


@pytest.mark.parametrize(
    ("verb", "path", "sent", "place"),
    [
        ("GET", "?includeLegalMove=true", None, "includeLegalMove"),
        ("GET", "?game_id=x", None, "game_id"),
        ("GET", "/events?page_size=x", None, "page_size"),
        ("POST", "/moves", {"moev": {}}, "moev"),
        ("POST", "/moves", {"move": {"take": {"layuot": []}}}, "move.take.layuot"),
        ("POST", "/moves?revision=1", {}, "revision"),
        ("POST", "/moves", {"gameId": "another"}, "game_id"),
    ],
)
async def test_what_cannot_be_read_is_named(
    api: Api, verb: str, path: str, sent: Any, place: str
) -> None:
    """A field that does not exist, one that belongs elsewhere, one of another kind."""
    answer = await api.ask(verb, api.game + path, sent, token=api.mine)
    info = info_of(answer)
    assert (answer.status, info["reason"]) == (400, "FIELD_INVALID")
    assert info["metadata"] == {"field": place}
    assert error_of(answer)["message"].startswith(f"{place}: ")


@pytest.mark.parametrize(
    ("verb", "path", "field"),
    [
        ("GET", "/v1/games/%ff", "game_id"),
        ("GET", "/v1/games/%c0%80/moves:legal", "game_id"),
        ("GET", "/v1/games/%ed%a0%80/events:watch", "game_id"),
        ("POST", "/v1/games/%ff:join", "game_id"),
        ("GET", "/v1/rulesets/%ff", "ruleset"),
    ],
)
async def test_a_path_that_is_no_text(api: Api, verb: str, path: str, field: str) -> None:
    """A refusal that names the field, no fault."""
    answer = await api.ask(verb, path, {} if verb == "POST" else None)
    assert answer.status == 400
    assert info_of(answer)["metadata"]["field"] == field


@pytest.mark.parametrize("entropy", ["!!!!", "é", "A", "AAA==", "AA A", "====", "AAAA="])
async def test_bytes_that_are_no_base64(api: Api, entropy: str) -> None:
    """Not taken for none: whoever adds to the shuffle must know that he did."""
    answer = await api.ask("POST", f"{api.game}:join", {"entropy": entropy})
    assert answer.status == 400
    assert info_of(answer)["metadata"]["field"] == "entropy"


async def test_malformed_json_is_told_where(api: Api) -> None:
    """By line and column."""
    answer = await api.ask("POST", f"{api.game}/moves", None, JSON, body=b'{\n "revision": 3,,\n}')
    assert answer.status == 400
    assert "line 2, column 16" in error_of(answer)["message"]


async def test_an_error_has_the_form_that_googles_apis_have(api: Api) -> None:
    """Status of HTTP, code of gRPC, and the details of the other doors with their types."""
    answer = await api.ask("POST", f"{api.game}/moves", {"revision": 1, "move": {"pass": {}}})
    assert answer.status == 401
    assert answer.header("www-authenticate") == 'Bearer realm="conquian"'
    assert error_of(answer)["status"] == "UNAUTHENTICATED"
    stale = {"revision": 1, "move": {"pass": {}}}
    answer = await api.ask("POST", f"{api.game}/moves", stale, token=api.mine)
    assert answer.status == 409
    info, text = error_of(answer)["details"]
    assert info == {
        "@type": "type.googleapis.com/google.rpc.ErrorInfo",
        "reason": "STALE_REVISION",
        "domain": "conquian.v1",
        "metadata": {"revision": str(api.table.revision)},
    }
    assert text["@type"] == "type.googleapis.com/google.rpc.LocalizedMessage"


async def test_a_limit_says_when_to_come_again(another: Another) -> None:
    """Retry-After, in whole seconds, beside RetryInfo."""
    path, body = "/v1/positions:analyze", b'{"ruleset": "classic"}'
    async with another(analyses_per_second=1) as service:
        assert (await exchange(service.http_url, path, [JSON], body)).status == 200
        answer = await exchange(service.http_url, path, [JSON], body)
    assert answer.status == 429
    assert answer.header("retry-after") == "1"
    assert error_of(answer)["details"][2]["@type"].endswith("RetryInfo")


async def test_a_key_makes_a_retry_safe(api: Api) -> None:
    """Idempotency-Key is the request_id; a body may say the same and nothing else."""
    move = {"revision": api.table.revision, "move": {"pass": {}}}
    key = ("idempotency-key", "once")
    first = await api.ask("POST", f"{api.game}/moves", move, key, token=api.mine)
    again = await api.ask("POST", f"{api.game}/moves", move, key, token=api.mine)
    same = {**move, "requestId": "once"}
    by_body = await api.ask("POST", f"{api.game}/moves", same, key, token=api.mine)
    assert first.status == 200
    assert first.body == again.body == by_body.body
    other = {**move, "requestId": "twice"}
    refused = await api.ask("POST", f"{api.game}/moves", other, key, token=api.mine)
    assert info_of(refused)["metadata"] == {"field": "request_id"}


async def test_a_retried_create_is_the_same_game(api: Api) -> None:
    """The key takes part in the game's id."""
    key = ("idempotency-key", f'"{uuid.uuid4()}"')
    answers = [await api.ask("POST", "/v1/games", {"ruleset": "classic"}, key) for _ in range(2)]
    assert answers[0].body == answers[1].body
    assert answers[0].header("cache-control") == "no-store"


def _tag(revision: int, made: str) -> str:
    """The tag of a revision made at a time in JSON."""
    return f'W/"{revision}-{round(datetime.fromisoformat(made).timestamp() * 1000)}"'


async def test_the_revision_is_the_tag(api: Api) -> None:
    """On reads and on changes; who has it is not told again."""
    answer = await api.ask("GET", api.game, token=api.mine)
    tag = _tag(api.table.revision, json.loads(answer.body)["game"]["updateTime"])
    assert answer.header("etag") == tag
    assert answer.header("cache-control") == "private, no-cache"
    assert "Authorization" in answer.header("vary")
    for known in (tag, tag.removeprefix("W/"), f'"1", {tag}', "*"):
        unchanged = await api.ask("GET", api.game, None, ("if-none-match", known))
        assert (unchanged.status, unchanged.body) == (304, b"")
        assert unchanged.header("etag") == tag
    # A failover may have lost the revision of that number which the caller has.
    before = _tag(api.table.revision, "2026-01-01T00:00:00Z")
    for other in ('"1"', f'"{api.table.revision}"', before):
        assert (await api.ask("GET", api.game, None, ("if-none-match", other))).status == 200


async def test_a_move_for_the_revision_of_a_tag(api: Api) -> None:
    """If-Match stands for `revision`; both must not differ."""
    path = f"{api.game}/moves"
    move: dict[str, Any] = {"move": {"pass": {}}}
    match = ("if-match", (await api.ask("GET", api.game, token=api.mine)).header("etag"))
    differs = await api.ask("POST", path, {**move, "revision": 1}, match, token=api.mine)
    assert info_of(differs)["metadata"] == {"field": "revision"}
    stale = await api.ask("POST", path, move, ("if-match", '"1"'), token=api.mine)
    assert info_of(stale)["reason"] == "STALE_REVISION"
    played = await api.ask("POST", path, move, match, token=api.mine)
    made = json.loads(played.body)["update"]["commitTime"]
    assert played.header("etag") == _tag(api.table.revision + 1, made)
    read = await api.ask("GET", api.game, token=api.mine)
    assert read.header("etag") == played.header("etag")
