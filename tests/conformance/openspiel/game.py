"""A two-seat game of family U in OpenSpiel's terms.

Every deal is dealt card by card by chance: the action of a chance node is the place of the
next card in the pack. A player's action is a number for a move: pass, let go and force have
one each, discards and trades one a card, takings and layings by their place among the legal
ones. What a player is told are the engine's views and events of his seat, nothing else:
the information state is all of them since the game began, the observation the last view.

Utilities are the totals of the game. A stake is zero-sum, hand points are not (R2.25).
"""

from __future__ import annotations

from typing import Any

import pyspiel

from conquian_engine import (
    AwaitingOrder,
    Card,
    Discard,
    Force,
    GameOver,
    LayFromHand,
    LetGo,
    Move,
    Pass,
    Rules,
    Scoring,
    Seat,
    State,
    Take,
    Trade,
    apply,
    event_for,
    format_move,
    give_order,
    legal_moves,
    new_game,
    pack_named,
    resolve_rules,
    seats_to_act,
    view_for,
)

NAME = "conquian"
SEATS = 2

_FIXED: tuple[type[Move], ...] = (Pass, LetGo, Force)
_CARDS = 52
"""Room for the cards of any single pack."""
_DISCARDS = len(_FIXED)
_TRADES = _DISCARDS + _CARDS
_TAKINGS = _TRADES + _CARDS
_MOST_TAKINGS = 2000
_LAYINGS = _TAKINGS + _MOST_TAKINGS
_ACTIONS = _LAYINGS + _MOST_TAKINGS

_PARAMETERS: dict[str, str | int | bool] = {
    "ruleset": "classic",
    "options": "",
    "dealer": 0,
}
"""`options` is a text such as `max_deals:2;rearrange:ends_only`: OpenSpiel keeps `=` for itself."""


def _game_type(*, zero_sum: bool) -> Any:
    utility = pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=NAME,
        long_name="Conquian",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility.ZERO_SUM if zero_sum else utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=SEATS,
        min_num_players=SEATS,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
        provides_factored_observation_string=False,
        parameter_specification=_PARAMETERS,
    )


def _game_info(rules: Rules, *, zero_sum: bool) -> Any:
    size = len(pack_named(rules.pack).cards)
    # No more than a thousand a deal by stake (R2.27), or all cards at the price of an ace.
    most = float(rules.max_deals * (1000 if zero_sum else 15 * size))
    details = {"utility_sum": 0.0} if zero_sum else {}
    return pyspiel.GameInfo(
        num_distinct_actions=_ACTIONS,
        max_chance_outcomes=size,
        num_players=SEATS,
        min_utility=-most if zero_sum else 0.0,
        max_utility=most,
        # Every card is an upcard a few times at most, and asks each seat a few times.
        max_game_length=rules.max_deals * 12 * size,
        **details,
    )


class ConquianGame(pyspiel.Game):
    """The rules of a game, made from OpenSpiel's parameters."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = _PARAMETERS | (params or {})
        options = dict(each.split(":") for each in str(given["options"]).split(";") if each)
        rules = resolve_rules(str(given["ruleset"]), options, seats=SEATS)
        assert isinstance(rules, Rules)
        self.rules = rules
        self.dealer = Seat(int(given["dealer"]))
        zero_sum = self.rules.scoring is Scoring.STAKE
        info = _game_info(self.rules, zero_sum=zero_sum)
        super().__init__(_game_type(zero_sum=zero_sum), info, params or {})

    def new_initial_state(self) -> ConquianState:
        return ConquianState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        recalls = iig_obs_type is not None and iig_obs_type.perfect_recall
        return Observer(params, recalls=recalls)


class ConquianState(pyspiel.State):
    """A game in progress: the engine's state and what either seat was told so far."""

    def __init__(self, game: ConquianGame) -> None:
        super().__init__(game)
        self.pack = pack_named(game.rules.pack)
        self.state = new_game(game.rules, dealer=game.dealer)
        self.order: list[int] = []
        """Places in the pack of the cards dealt so far."""
        self.told: tuple[tuple[str, ...], ...] = ((),) * SEATS

    def current_player(self) -> int:
        if isinstance(self.state.phase, GameOver):
            return int(pyspiel.PlayerId.TERMINAL)
        if isinstance(self.state.phase, AwaitingOrder):
            return int(pyspiel.PlayerId.CHANCE)
        return seats_to_act(self.state)[0]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Any card not dealt yet comes next, each as likely."""
        left = [place for place in range(len(self.pack.cards)) if place not in self.order]
        return [(place, 1.0 / len(left)) for place in left]

    def moves(self, player: int) -> dict[int, Move]:
        """The seat's legal moves by their numbers."""
        numbered: dict[int, Move] = {}
        takings, layings = 0, 0
        for move in legal_moves(self.state, Seat(player)):
            match move:
                case Pass() | LetGo() | Force():
                    action = _FIXED.index(type(move))
                case Discard():
                    action = _DISCARDS + self.pack.bit(move.card)
                case Trade():
                    action = _TRADES + self.pack.bit(move.card)
                case Take():
                    action, takings = _TAKINGS + takings, takings + 1
                case LayFromHand():
                    action, layings = _LAYINGS + layings, layings + 1
                case _:
                    raise AssertionError(f"{move} is no move of family U")
            numbered[action] = move
        assert max(takings, layings) <= _MOST_TAKINGS
        return numbered

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.moves(player))

    def _apply_action(self, action: int) -> None:
        if not isinstance(self.state.phase, AwaitingOrder):
            player = self.current_player()
            step = apply(self.state, Seat(player), self.moves(player)[action])
        else:
            self.order.append(action)
            if len(self.order) < len(self.pack.cards):
                return
            cards: list[Card] = [self.pack.cards[place] for place in self.order]
            step = give_order(self.state, tuple(cards))
            self.order = []
        assert isinstance(step.state, State)
        self.state = step.state
        self.told = tuple(
            (*told, *(repr(event_for(event, Seat(seat))) for event in step.events))
            for seat, told in enumerate(self.told)
        )

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"next {self.pack.cards[action]}"
        return format_move(self.moves(player)[action])

    def is_terminal(self) -> bool:
        return isinstance(self.state.phase, GameOver)

    def returns(self) -> list[float]:
        """The totals, once the game is over."""
        return [float(score) for score in self.state.scores] if self.is_terminal() else [0.0, 0.0]

    def __str__(self) -> str:
        return f"{view_for(self.state, None)} {self.state.hands} {self.order}"


class Observer:
    """What a player sees (OpenSpiel's PyObserver); text only, no tensor."""

    def __init__(self, params: Any, *, recalls: bool) -> None:
        if params:
            raise ValueError(f"no parameters are known: {params}")
        self.recalls = recalls
        self.tensor = None
        self.dict: dict[str, Any] = {}

    def set_from(self, state: ConquianState, player: int) -> None:
        """There is no tensor to fill."""

    def string_from(self, state: ConquianState, player: int) -> str:
        """The view of the seat, and with perfect recall all that it was told."""
        view = repr(view_for(state.state, Seat(player)))
        return "\n".join((*state.told[player], view)) if self.recalls else view


pyspiel.register_game(_game_type(zero_sum=True), ConquianGame)
