"""Players of ours at a table: each an ordinary client with a connection of its own."""

from __future__ import annotations

import threading
from contextlib import suppress
from types import TracebackType
from typing import Protocol, Self

from conquian.enums import SeatKind
from conquian.errors import ConquianError
from conquian.links import GameLink
from conquian.players import GreedyPlayer, Player, RandomPlayer
from conquian.sync import Client, Seat, connect, play_to_end
from conquian.text import outcome_text

__all__ = ["Opponent", "Output", "take_part"]

PLAYERS: dict[str, type[GreedyPlayer | RandomPlayer]] = {
    "greedy": GreedyPlayer,
    "random": RandomPlayer,
}

END_WITHIN = 5.0
"""Seconds that a player may take to leave when its client is closed."""


class Output(Protocol):
    """Where text goes: a file, `sys.stdout`."""

    def write(self, text: str, /) -> object: ...
    def flush(self) -> object: ...


def take_part(
    link: GameLink, player: str, *, name: str | None, token: str | None = None, out: Output
) -> None:
    """Take a seat, or come back to one by its token; play to the end and tell how it ended.

    Raises:
        ConquianError: no seat is free, or the service stayed away.
    """
    with connect(link.target) as client:
        if token:
            seat = client.resume(link.game_id, token)
        else:
            seat = client.join(
                link.game_id,
                name=name or player.capitalize(),
                kind=SeatKind.BOT,
                token=link.invite or None,
            )
        print(f"The {player} player has seat {seat.number} of {link.game_id}.", file=out)
        print(f"If it is stopped, --token {seat.token} lets it go on.", file=out)
        out.flush()
        last = play_to_end(seat, PLAYERS[player]())
        print(outcome_text(last), file=out)


class Opponent:
    """A player of ours in a thread, from `with` to the end of it or of the game.

    Entering takes the seat, and raises what `join` raises.
    """

    def __init__(self, link: GameLink, player: str, *, name: str) -> None:
        self._link = link
        self._player: Player = PLAYERS[player]()
        self._name = name
        self._client: Client = connect(link.target)
        self._thread: threading.Thread | None = None
        self.token = ""
        """Of the seat, once it is taken: by it another player can go on."""

    def __enter__(self) -> Self:
        seat = self._client.join(
            self._link.game_id,
            name=self._name,
            kind=SeatKind.BOT,
            token=self._link.invite or None,
        )
        self.token = seat.token
        self._thread = threading.Thread(target=self._play, args=(seat,), daemon=True)
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._client.close()
        if self._thread is not None:
            self._thread.join(END_WITHIN)

    def _play(self, seat: Seat) -> None:
        # Its client was closed; or the service has stayed away, which the person sees as well.
        with suppress(RuntimeError, ConquianError):
            play_to_end(seat, self._player)
