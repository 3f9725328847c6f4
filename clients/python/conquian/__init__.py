"""Client for the Conquian game service: typed calls, views, moves, errors and players.

    async with conquian.connect("localhost:50051") as client:
        created = await client.create_game("classic")
        seat = await client.join(created.game_id, name="Ana")

`conquian.sync` is the same for programs without asyncio; events are in `conquian.events`. Names
are imported when first used, so that `import conquian` costs nothing and the generated messages
in `conquian.v1` can be used without the rest.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from conquian import events as events
    from conquian import sync as sync
    from conquian.aio import (
        AsyncClient,
        AsyncClock,
        AsyncSeat,
        AsyncWatch,
        SystemClock,
        connect,
        play_to_end,
    )
    from conquian.cards import Card, Layout, Meld
    from conquian.enums import (
        Access,
        Bonus,
        Cause,
        GameStatus,
        MoveKind,
        OptionType,
        Phase,
        Presence,
        SeatKind,
        ShuffleKind,
        UpcardOrigin,
    )
    from conquian.errors import (
        ConquianError,
        Failure,
        IllegalMove,
        InvalidRequest,
        NotAllowed,
        NotFound,
        NotNow,
        RateLimited,
        SeatUnavailable,
        ServiceFault,
        StaleDecision,
        Unauthenticated,
        Unavailable,
    )
    from conquian.events import Event
    from conquian.links import GameLink
    from conquian.moves import (
        AcceptChallenge,
        Challenge,
        Discard,
        DrawDiscards,
        DrawStock,
        Force,
        LayFromHand,
        LayMeld,
        LayOff,
        LetGo,
        Move,
        Pass,
        RefuseChallenge,
        Stop,
        Take,
        TakeJoker,
        Trade,
        UnknownMove,
        parse_move,
    )
    from conquian.players import GreedyPlayer, Player, RandomPlayer
    from conquian.reasons import Reason
    from conquian.rulesets import (
        Analysis,
        LayoutVerdict,
        OptionMeaning,
        OptionValue,
        Pack,
        PackCard,
        Ruleset,
        RulesetOption,
        RummyAnalysis,
        RummyPlay,
        Taking,
    )
    from conquian.text import event_text, outcome_text, result_text
    from conquian.updates import (
        CreatedGame,
        EventsPage,
        IssuedToken,
        LegalMoves,
        Resynced,
        Transcript,
        Update,
        WatchItem,
        WatchTicket,
    )
    from conquian.view import (
        DealView,
        GameResult,
        GameView,
        RummyDeal,
        SeatView,
        Shuffle,
        Upcard,
        You,
    )

__all__ = [
    "AcceptChallenge",
    "Access",
    "Analysis",
    "AsyncClient",
    "AsyncClock",
    "AsyncSeat",
    "AsyncWatch",
    "Bonus",
    "Card",
    "Cause",
    "Challenge",
    "ConquianError",
    "CreatedGame",
    "DealView",
    "Discard",
    "DrawDiscards",
    "DrawStock",
    "Event",
    "EventsPage",
    "Failure",
    "Force",
    "GameLink",
    "GameResult",
    "GameStatus",
    "GameView",
    "GreedyPlayer",
    "IllegalMove",
    "InvalidRequest",
    "IssuedToken",
    "LayFromHand",
    "LayMeld",
    "LayOff",
    "Layout",
    "LayoutVerdict",
    "LegalMoves",
    "LetGo",
    "Meld",
    "Move",
    "MoveKind",
    "NotAllowed",
    "NotFound",
    "NotNow",
    "OptionMeaning",
    "OptionType",
    "OptionValue",
    "Pack",
    "PackCard",
    "Pass",
    "Phase",
    "Player",
    "Presence",
    "RandomPlayer",
    "RateLimited",
    "Reason",
    "RefuseChallenge",
    "Resynced",
    "Ruleset",
    "RulesetOption",
    "RummyAnalysis",
    "RummyDeal",
    "RummyPlay",
    "SeatKind",
    "SeatUnavailable",
    "SeatView",
    "ServiceFault",
    "Shuffle",
    "ShuffleKind",
    "StaleDecision",
    "Stop",
    "SystemClock",
    "Take",
    "TakeJoker",
    "Taking",
    "Trade",
    "Transcript",
    "Unauthenticated",
    "Unavailable",
    "UnknownMove",
    "Upcard",
    "UpcardOrigin",
    "Update",
    "WatchItem",
    "WatchTicket",
    "You",
    "connect",
    "event_text",
    "events",
    "outcome_text",
    "parse_move",
    "play_to_end",
    "result_text",
    "sync",
]

_HOMES = {
    "aio": (
        "AsyncClient",
        "AsyncClock",
        "AsyncSeat",
        "AsyncWatch",
        "SystemClock",
        "connect",
        "play_to_end",
    ),
    "cards": (
        "Card",
        "Layout",
        "Meld",
    ),
    "enums": (
        "Access",
        "Bonus",
        "Cause",
        "GameStatus",
        "MoveKind",
        "OptionType",
        "Phase",
        "Presence",
        "SeatKind",
        "ShuffleKind",
        "UpcardOrigin",
    ),
    "errors": (
        "ConquianError",
        "Failure",
        "IllegalMove",
        "InvalidRequest",
        "NotAllowed",
        "NotFound",
        "NotNow",
        "RateLimited",
        "SeatUnavailable",
        "ServiceFault",
        "StaleDecision",
        "Unauthenticated",
        "Unavailable",
    ),
    "events": ("Event",),
    "links": ("GameLink",),
    "moves": (
        "AcceptChallenge",
        "Challenge",
        "DrawDiscards",
        "DrawStock",
        "LayMeld",
        "LayOff",
        "RefuseChallenge",
        "Stop",
        "TakeJoker",
        "Discard",
        "Force",
        "LayFromHand",
        "LetGo",
        "Move",
        "Pass",
        "Take",
        "Trade",
        "UnknownMove",
        "parse_move",
    ),
    "players": (
        "GreedyPlayer",
        "Player",
        "RandomPlayer",
    ),
    "reasons": ("Reason",),
    "rulesets": (
        "Analysis",
        "LayoutVerdict",
        "OptionMeaning",
        "OptionValue",
        "Pack",
        "PackCard",
        "Ruleset",
        "RulesetOption",
        "RummyAnalysis",
        "RummyPlay",
        "Taking",
    ),
    "text": (
        "event_text",
        "outcome_text",
        "result_text",
    ),
    "updates": (
        "CreatedGame",
        "EventsPage",
        "IssuedToken",
        "LegalMoves",
        "Resynced",
        "Transcript",
        "Update",
        "WatchItem",
        "WatchTicket",
    ),
    "view": (
        "DealView",
        "GameResult",
        "GameView",
        "RummyDeal",
        "SeatView",
        "Shuffle",
        "Upcard",
        "You",
    ),
}
"""Which module holds which names."""

_MODULES = ("events", "sync")
"""Modules that are offered whole."""


def __getattr__(name: str) -> object:
    for module, names in _HOMES.items():
        if name in names:
            value = getattr(import_module(f"conquian.{module}"), name)
            globals()[name] = value  # the next look-up finds it here
            return value
    if name in _MODULES:
        return import_module(f"conquian.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
