"""The methods of GameService, for every door: read the request, call the use case, answer.

A method is named as in the proto and takes the verified caller and the request message.
Errors are not caught here; each door maps them once, at its edge.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing

from conquian.v1 import game_service_pb2 as pb
from conquian_service.application import playing, reading, tables, tickets, watching
from conquian_service.application.ports import Ports
from conquian_service.application.tables import SeatGiven
from conquian_service.application.tokens import Caller
from conquian_service.application.watcher_count import WatcherCount
from conquian_service.transport import from_proto
from conquian_service.transport.move_to_proto import write_move
from conquian_service.transport.to_proto import (
    write_update,
    write_view,
    write_watched,
)

SERVICE = pb.DESCRIPTOR.services_by_name["GameService"]


class GameService:
    """Creates, plays and follows games."""

    def __init__(self, ports: Ports) -> None:
        self._ports = ports
        self._watchers = WatcherCount()

    async def CreateGame(
        self, caller: Caller, request: pb.CreateGameRequest
    ) -> pb.CreateGameResponse:
        made = await tables.create_game(self._ports, caller, from_proto.create_game(request))
        response = pb.CreateGameResponse(
            host_token=made.host_token,
            invite_token=made.invite_token,
            watch_token=made.watch_token,
        )
        write_view(response.game, made.view)
        return response

    async def GetGame(self, caller: Caller, request: pb.GetGameRequest) -> pb.GetGameResponse:
        view = await reading.get_game(self._ports, caller, from_proto.read_game(request))
        response = pb.GetGameResponse()
        write_view(response.game, view)
        return response

    async def ListGames(self, caller: Caller, request: pb.ListGamesRequest) -> pb.ListGamesResponse:
        page = await reading.list_games(
            self._ports,
            caller,
            page_size=request.page_size,
            page_token=request.page_token,
            ruleset=request.ruleset,
            status=from_proto.listed_status(request),
        )
        response = pb.ListGamesResponse(next_page_token=page.next_token)
        for view in page.items:
            write_view(response.games.add(), view)
        return response

    async def JoinGame(self, caller: Caller, request: pb.JoinGameRequest) -> pb.JoinGameResponse:
        given = await tables.join_game(self._ports, caller, from_proto.join_game(request))
        response = pb.JoinGameResponse(seat=given.seat, seat_token=given.seat_token)
        write_update(response.update, given.update)
        return response

    async def LeaveGame(self, caller: Caller, request: pb.LeaveGameRequest) -> pb.LeaveGameResponse:
        update = await tables.leave_game(self._ports, caller, from_proto.table_call(request))
        response = pb.LeaveGameResponse()
        write_update(response.update, update)
        return response

    async def CancelGame(
        self, caller: Caller, request: pb.CancelGameRequest
    ) -> pb.CancelGameResponse:
        update = await tables.cancel_game(self._ports, caller, from_proto.table_call(request))
        response = pb.CancelGameResponse()
        write_update(response.update, update)
        return response

    async def FreeSeat(self, caller: Caller, request: pb.FreeSeatRequest) -> pb.FreeSeatResponse:
        update = await tables.free_seat(self._ports, caller, from_proto.seat_call(request))
        response = pb.FreeSeatResponse()
        write_update(response.update, update)
        return response

    async def IssueSeatToken(
        self, caller: Caller, request: pb.IssueSeatTokenRequest
    ) -> pb.IssueSeatTokenResponse:
        call = from_proto.seat_call(request)
        given: SeatGiven = await tables.issue_seat_token(self._ports, caller, call)
        response = pb.IssueSeatTokenResponse(seat_token=given.seat_token)
        write_update(response.update, given.update)
        return response

    async def PlayMove(self, caller: Caller, request: pb.PlayMoveRequest) -> pb.PlayMoveResponse:
        update = await playing.play_move(self._ports, caller, from_proto.play_move(request))
        response = pb.PlayMoveResponse()
        write_update(response.update, update)
        return response

    async def ListLegalMoves(
        self, caller: Caller, request: pb.ListLegalMovesRequest
    ) -> pb.ListLegalMovesResponse:
        legal = await playing.list_legal_moves(
            self._ports, caller, from_proto.list_legal_moves(request)
        )
        response = pb.ListLegalMovesResponse(
            next_page_token=legal.page.next_token, revision=legal.revision
        )
        for move in legal.page.items:
            write_move(response.moves.add(), move)
        return response

    async def Resign(self, caller: Caller, request: pb.ResignRequest) -> pb.ResignResponse:
        update = await playing.resign(self._ports, caller, from_proto.table_call(request))
        response = pb.ResignResponse()
        write_update(response.update, update)
        return response

    async def WatchGame(
        self, caller: Caller, request: pb.WatchGameRequest
    ) -> AsyncGenerator[pb.WatchGameResponse, None]:
        updates = watching.watch_game(
            self._ports, caller, from_proto.watch_game(request), self._watchers
        )
        # Closed with this stream, not when the collector comes by: its seat at the bell is kept.
        async with aclosing(updates):
            async for watched in updates:
                response = pb.WatchGameResponse()
                write_watched(response, watched)
                yield response

    async def IssueWatchTicket(
        self, caller: Caller, request: pb.IssueWatchTicketRequest
    ) -> pb.IssueWatchTicketResponse:
        given = await tickets.issue_watch_ticket(self._ports, caller, request.game_id)
        response = pb.IssueWatchTicketResponse(ticket=given.text)
        response.expire_time.FromMilliseconds(given.expire_ms)
        return response

    async def ListEvents(
        self, caller: Caller, request: pb.ListEventsRequest
    ) -> pb.ListEventsResponse:
        found = await reading.list_events(
            self._ports, caller, from_proto.list_events(request), self._watchers
        )
        after = found.updates[-1].revision if found.updates else request.after_revision
        response = pb.ListEventsResponse(next_after_revision=after, revision=found.revision)
        for update in found.updates:
            write_update(response.updates.add(), update)
        return response

    async def GetTranscript(
        self, caller: Caller, request: pb.GetTranscriptRequest
    ) -> pb.GetTranscriptResponse:
        transcript = await reading.get_transcript(
            self._ports,
            caller,
            request.game_id,
            page_size=request.page_size,
            page_token=request.page_token,
        )
        response = pb.GetTranscriptResponse(next_page_token=transcript.page.next_token)
        write_view(response.game, transcript.view)
        for entry in transcript.page.items:
            write_update(response.entries.add(), entry)
        return response
