"""What each call sends and hands back."""

from __future__ import annotations

import pytest
from google.protobuf.message import Message

from conquian._paging import MOST_PAGES, PageTokens
from conquian.aio import AsyncClient, AsyncSeat
from conquian.cards import Card
from conquian.enums import Access, GameStatus, SeatKind
from conquian.errors import NotAllowed, ServiceFault
from conquian.moves import Pass, Take
from conquian.v1 import cards_pb2, game_service_pb2, rules_service_pb2, view_pb2
from conquian.v1.events_pb2 import GameUpdate
from tests.unit.client.scripted import ScriptedService, changed, game, update


def only(service: ScriptedService) -> Message:
    """The one request received, its request id checked and taken off."""
    (call,) = service.received
    request: Message = call.request
    if "request_id" in request.DESCRIPTOR.fields_by_name:
        assert len(getattr(request, "request_id")) == 36  # noqa: B009 - of any message
        request.ClearField("request_id")
    return request


async def test_creating_a_game(client: AsyncClient, service: ScriptedService) -> None:
    """Options may be written as Python values; the tokens come back with the view."""
    answer = game_service_pb2.CreateGameResponse(
        game=game(1), host_token="h", invite_token="i", watch_token="w"
    )
    service.script("CreateGame", answer)

    created = await client.create_game(
        "mexican",
        options={"max_run": None, "deals": 3, "opening_upcard": False, "forcing": "off"},
        seats=3,
        access=Access.PRIVATE,
        first_dealer=0,
        pinned_orders=[["1O", "2O"]],
    )

    assert only(service) == game_service_pb2.CreateGameRequest(
        ruleset="mexican",
        options={"max_run": "none", "deals": "3", "opening_upcard": "false", "forcing": "off"},
        seats=3,
        access=view_pb2.ACCESS_PRIVATE,
        first_dealer=0,
        pinned_orders=[game_service_pb2.PackOrder(cards=["1O", "2O"])],
    )
    assert created.game_id == "g"
    assert (created.host_token, created.invite_token, created.watch_token) == ("h", "i", "w")


async def test_creating_a_game_by_the_defaults(
    client: AsyncClient, service: ScriptedService
) -> None:
    """What is not said is left to the service."""
    service.script("CreateGame", game_service_pb2.CreateGameResponse(game=game(1)))

    await client.create_game()

    assert only(service) == game_service_pb2.CreateGameRequest(ruleset="classic")


async def test_joining_gives_a_seat(client: AsyncClient, service: ScriptedService) -> None:
    """Which acts with its own token and knows what the join showed it."""
    answer = game_service_pb2.JoinGameResponse(seat=1, seat_token="s", update=changed(3))
    service.script("JoinGame", answer)

    seat = await client.join("g", name="Ana", seat=1, kind=SeatKind.BOT, token="invite")

    assert only(service) == game_service_pb2.JoinGameRequest(
        game_id="g", name="Ana", seat=1, kind=view_pb2.SEAT_KIND_BOT
    )
    assert service.received[0].token == "invite"
    assert (seat.game_id, seat.number, seat.token, seat.revision) == ("g", 1, "s", 3)
    assert seat.joined is not None
    assert seat.last_view == seat.joined.view
    assert "'s'" not in repr(seat)


async def test_resuming_a_seat(client: AsyncClient, service: ScriptedService) -> None:
    """From nothing but the game's id and the token kept."""
    mine = game(5, you=view_pb2.You(seat=1))
    service.script("GetGame", game_service_pb2.GetGameResponse(game=mine))

    seat = await client.resume("g", "kept")

    assert (seat.number, seat.token, seat.revision) == (1, "kept", 5)
    assert service.received[0].token == "kept"


async def test_a_token_of_no_seat_resumes_nothing(
    client: AsyncClient, service: ScriptedService
) -> None:
    """A watch or host token sees no hand."""
    service.script("GetGame", game_service_pb2.GetGameResponse(game=game(5)))

    with pytest.raises(NotAllowed, match="acts for no seat"):
        await client.resume("g", "watch-token")


async def test_playing_sends_the_newest_revision_seen(
    seat: AsyncSeat, service: ScriptedService
) -> None:
    """From a view, from legal moves, or as given."""
    move = cards_pb2.Move(take=cards_pb2.Take(layout=[cards_pb2.Meld(cards=["5C", "5D", "5S"])]))
    played = game_service_pb2.PlayMoveResponse(update=changed(9))
    service.script("PlayMove", *[played] * 4)
    service.script("GetGame", game_service_pb2.GetGameResponse(game=game(4)))
    legal = game_service_pb2.ListLegalMovesResponse(moves=[move], revision=6)
    service.script("ListLegalMoves", legal)

    await seat.view()
    await seat.play(Pass(), revision=2)
    assert seat.revision == 9
    seat.revision = 5
    await seat.legal_moves()
    await seat.play(Take.of("5C 5D 5S"))

    first, second = service.requests("PlayMove")
    assert (first.revision, second.revision) == (2, 6)
    assert second.move == move
    assert {call.token for call in service.received} == {"seat-token"}


async def test_a_view_older_than_what_was_seen_starts_over(
    seat: AsyncSeat, service: ScriptedService
) -> None:
    """After a failover that lost revisions, `play` goes by what is there now."""
    service.script("GetGame", game_service_pb2.GetGameResponse(game=game(9)))
    service.script("GetGame", game_service_pb2.GetGameResponse(game=game(7)))

    await seat.view()
    now = await seat.view()

    assert seat.revision == 7
    assert seat.last_view == now


async def test_legal_moves_are_read_to_the_last_page(
    seat: AsyncSeat, service: ScriptedService
) -> None:
    """They come as one list."""
    one = cards_pb2.Move(discard=cards_pb2.Discard(card="KD"))
    other = cards_pb2.Move(discard=cards_pb2.Discard(card="QD"))
    page = game_service_pb2.ListLegalMovesResponse
    service.script("ListLegalMoves", page(moves=[one], next_page_token="p", revision=6))
    service.script("ListLegalMoves", page(moves=[other], revision=6))

    legal = await seat.legal_moves()

    assert [str(move) for move in legal.moves] == ["discard KD", "discard QD"]
    assert [request.page_token for request in service.requests("ListLegalMoves")] == ["", "p"]


async def test_validating_plays_nothing(seat: AsyncSeat, service: ScriptedService) -> None:
    """It asks for a verdict, without a request id."""
    service.script("PlayMove", game_service_pb2.PlayMoveResponse(update=GameUpdate(revision=7)))

    assert await seat.validate(Pass(), revision=7) == 7

    (request,) = service.requests("PlayMove")
    assert request.validate_only
    assert request.request_id == ""


async def test_a_renewed_token_replaces_the_seats(
    seat: AsyncSeat, service: ScriptedService
) -> None:
    """Calls after it carry the new one."""
    answer = game_service_pb2.IssueSeatTokenResponse(seat_token="new", update=changed(4))
    service.script("IssueSeatToken", answer)
    service.script("Resign", game_service_pb2.ResignResponse(update=changed(5)))

    await seat.renew_token()
    await seat.resign()

    assert [call.token for call in service.received] == ["seat-token", "new"]


async def test_the_host_manages_the_table(client: AsyncClient, service: ScriptedService) -> None:
    """Seat 0 is sent as a seat, not left out."""
    service.script("CancelGame", game_service_pb2.CancelGameResponse(update=changed(2)))
    service.script("FreeSeat", game_service_pb2.FreeSeatResponse(update=changed(3)))
    service.script("IssueSeatToken", game_service_pb2.IssueSeatTokenResponse(seat_token="new"))

    await client.cancel_game("g", token="host")
    await client.free_seat("g", 0, token="host")
    issued = await client.issue_seat_token("g", 0, token="host")

    assert issued.seat_token == "new"
    assert service.requests("FreeSeat")[0].HasField("seat")
    assert service.requests("IssueSeatToken")[0].HasField("seat")
    assert {call.token for call in service.received} == {"host"}


async def test_listing_games_reads_page_by_page(
    client: AsyncClient, service: ScriptedService
) -> None:
    """A page may be empty and still have a next one."""
    page = game_service_pb2.ListGamesResponse
    service.script("ListGames", page(games=[game(1)], next_page_token="p"))
    service.script("ListGames", page(next_page_token="q"), page(games=[game(2)]))

    found = [game.revision async for game in client.list_games(status=GameStatus.WAITING)]

    assert found == [1, 2]
    requests = service.requests("ListGames")
    assert [request.page_token for request in requests] == ["", "p", "q"]
    assert requests[0].status == view_pb2.GAME_STATUS_WAITING


async def test_a_transcript_joins_its_pages(client: AsyncClient, service: ScriptedService) -> None:
    """Entries in order, the game at its end."""
    page = game_service_pb2.GetTranscriptResponse
    end = game(2, over=True)
    service.script("GetTranscript", page(game=end, entries=[changed(1)], next_page_token="p"))
    service.script("GetTranscript", page(game=end, entries=[changed(2)]))

    transcript = await client.transcript("g")

    assert [entry.revision for entry in transcript.entries] == [1, 2]
    assert transcript.game.is_over


async def test_a_poll_tells_where_to_go_on(client: AsyncClient, service: ScriptedService) -> None:
    """Updates, the next cursor and the newest revision."""
    page = game_service_pb2.ListEventsResponse(
        updates=[changed(3)], next_after_revision=3, revision=8
    )
    service.script("ListEvents", page)

    events = await client.list_events("g", after_revision=2, page_size=1)

    assert [update.revision for update in events.updates] == [3]
    assert (events.next_after_revision, events.revision) == (3, 8)


async def test_a_client_asks_for_its_language(
    spanish_client: AsyncClient, service: ScriptedService
) -> None:
    """With every call and watch, beside the token."""
    service.script("GetGame", game_service_pb2.GetGameResponse(game=game(1)))
    service.script("WatchGame", [update(1, over=True)])

    await spanish_client.get_game("g", token="t")
    async with spanish_client.watch("g", token="t") as watch:
        async for _ in watch:
            pass

    sent = [(call.method, call.token, call.language) for call in service.received]
    wanted = "es-MX, ru;q=0.5"
    assert sent == [("GetGame", "t", wanted), ("WatchGame", "t", wanted)]


async def test_a_client_of_no_language_asks_for_none(
    client: AsyncClient, service: ScriptedService
) -> None:
    """The service answers in English."""
    service.script("GetGame", game_service_pb2.GetGameResponse(game=game(1)))

    await client.get_game("g")

    assert service.received[0].language == ""


def test_a_language_that_no_header_can_carry() -> None:
    """Is refused at once, not at the first call."""
    with pytest.raises(ValueError, match="a language is a tag"):
        AsyncClient("localhost:1", language="español")


async def test_rulesets_and_positions(client: AsyncClient, service: ScriptedService) -> None:
    """Questions about the rules need no game."""
    classic = rules_service_pb2.Ruleset(name="classic", min_seats=2, max_seats=2)
    pages = rules_service_pb2.ListRulesetsResponse
    service.script("ListRulesets", pages(rulesets=[classic], next_page_token="p"))
    service.script("ListRulesets", pages(rulesets=[rules_service_pb2.Ruleset(name="mexican")]))
    service.script("GetRuleset", rules_service_pb2.GetRulesetResponse(ruleset=classic))
    service.script("AnalyzePosition", rules_service_pb2.AnalyzePositionResponse(hand_points=21))

    rulesets = await client.rulesets()
    ruleset = await client.ruleset("classic")
    analysis = await client.analyze(
        hand=["5C", Card("5D")], table=Take.of("6H 7H JH").layout, upcard="5S", layout=[["5C"]]
    )

    assert [found.name for found in rulesets] == ["classic", "mexican"]
    assert ruleset.max_seats == 2
    assert (analysis.hand_points, analysis.verdict) == (21, None)
    assert service.requests("AnalyzePosition")[0].table[0].cards == ["6H", "7H", "JH"]


async def test_a_list_that_goes_round_in_a_circle_is_a_fault(
    client: AsyncClient, service: ScriptedService
) -> None:
    """Not a loop without an end."""
    page = game_service_pb2.ListGamesResponse(games=[game(1)], next_page_token="again")
    service.script("ListGames", page, page, page)

    with pytest.raises(ServiceFault, match="pages"):
        _ = [shown.revision async for shown in client.list_games()]

    assert len(service.requests("ListGames")) == 2


def test_a_list_has_so_many_pages_and_no_more() -> None:
    """Also where each page names another one."""
    tokens = PageTokens()
    for number in range(1, MOST_PAGES):
        tokens.went_to(str(number))
    with pytest.raises(ServiceFault, match="pages"):
        tokens.went_to("one more")


async def test_a_time_that_no_calendar_has(client: AsyncClient, service: ScriptedService) -> None:
    """Is as good as none; the rest of the view is read."""
    message = game(4)
    message.create_time.seconds = 2**60
    message.update_time.seconds = -(2**60)
    service.script("GetGame", game_service_pb2.GetGameResponse(game=message))

    view = await client.get_game("g")

    assert view.revision == 4
    assert view.create_time is None
    assert view.update_time is None
