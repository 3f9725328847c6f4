"""Run OpenSpiel's random simulations on every two-seat ruleset of family U.

They play random games and check after every step what OpenSpiel promises of a game: sorted
legal actions with unique names, none for a seat not to act; a mask that agrees; copies that
are equal; a state saved and loaded that is the same; rewards that add up to the returns,
within the bounds given; no longer than promised. What they find wrong ends the process.

The checks of our own come first: nothing a seat is told depends on what it cannot see.
"""

from __future__ import annotations

import sys
import time
from random import Random

import pyspiel

from conquian_engine import Seat, view_for
from tests.conformance.openspiel.game import NAME, ConquianState

SIMULATIONS = 8
GAMES = (
    ("classic", "max_deals:2"),
    ("classic_points", "deals:2"),
    ("spanish", "max_deals:1"),
    ("courtless", "max_deals:1;on_drawn:double"),
    ("full_pack", "max_deals:1"),
    ("nine_ten", "max_deals:2;on_drawn:fewest_cards"),
    ("mexican", "max_deals:1;trade_rounds:2"),
    ("foster_cooncan", "max_deals:1"),
    ("classic", "max_deals:1;hand_only_melds:after_turn_up;forcing:rearrange"),
    ("classic", "max_deals:1;borrow_from_opponents:true"),
    ("classic", "max_deals:1;black_twos_wild:true"),
)


def main() -> int:
    """Check every game; the exit status."""
    for ruleset, options in GAMES:
        began = time.monotonic()
        game = pyspiel.load_game(NAME, {"ruleset": ruleset, "options": options})
        decisions = check_recall(game, Random(f"{ruleset} {options}"))
        pyspiel.random_sim_test(game, num_sims=SIMULATIONS, serialize=True, verbose=False)
        spent = time.monotonic() - began
        print(f"{ruleset} {options}: {decisions} decisions by hand, {spent:.1f} s", flush=True)
    return 0


def check_recall(game: pyspiel.Game, rng: Random) -> int:
    """Play one game; strings are functions of what a seat may see; the decisions made.

    The observation is the engine's view of the seat, the information state begins with what
    it was before. Once two orders deal a seat the same cards, and the same stays on top, its
    strings are the same whatever the others hold (R4.4).
    """
    state, twin = game.new_initial_state(), game.new_initial_state()
    while state.is_chance_node():
        places = [place for place, _ in state.chance_outcomes()]
        state.apply_action(rng.choice(places))
    dealt = [Seat(0), Seat(1)][rng.randrange(2)]
    for place in _dealt_alike(state, dealt, rng):
        twin.apply_action(place)
    for told in ("information_state_string", "observation_string"):
        assert getattr(state, told)(dealt) == getattr(twin, told)(dealt)

    decisions = 0
    before = ["", ""]
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(rng.choice([place for place, _ in state.chance_outcomes()]))
            continue
        for player in range(2):
            view = repr(view_for(state.state, Seat(player)))
            recalled = state.information_state_string(player)
            assert view == state.observation_string(player)
            assert recalled.endswith(view)
            assert recalled.startswith(before[player])
            before[player] = recalled.removesuffix(view)
        state.apply_action(rng.choice(state.legal_actions()))
        decisions += 1
    assert state.returns() == list(map(float, state.state.scores))
    return decisions


def _dealt_alike(state: ConquianState, seat: Seat, rng: Random) -> list[int]:
    """The order of the first deal again, the cards that a seat cannot see shuffled."""
    order = list(state.history())
    pack = state.pack
    view = view_for(state.state, seat)
    seen = set(view.hand or ())
    if view.upcard is not None:
        seen.add(view.upcard.card)
    hidden = [at for at, place in enumerate(order) if pack.cards[place] not in seen]
    mixed = [order[at] for at in hidden]
    rng.shuffle(mixed)
    for at, place in zip(hidden, mixed, strict=True):
        order[at] = place
    return order


if __name__ == "__main__":
    sys.exit(main())
