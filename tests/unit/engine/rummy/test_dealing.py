"""Orders that come from outside: deals, redeals, reshuffles (R3.4, R3.20, R3.30)."""

from __future__ import annotations

import pytest

from conquian_engine import (
    AwaitingOrder,
    BadOrder,
    Card,
    DealStarted,
    DiscardsStarted,
    DrawDue,
    DrawStock,
    IllegalMove,
    PhaseName,
    PlayDue,
    Reason,
    Redealt,
    ReshuffleDue,
    Seat,
    StockShuffled,
    Turn,
    apply,
    cards_to_order,
    give_order,
    legal_moves,
    new_game,
    order_due,
    pack_named,
    phase_name,
    resolve_rules,
    seats_to_act,
)
from tests.support.families import rummy_state
from tests.unit.engine.rummy.table import (
    cards,
    discards,
    drawing,
    hand,
    pile,
    play,
    playing,
    refused,
    rules_for,
    state_with,
)


def test_pack_order_of_the_packs() -> None:
    """Copies side by side, jokers last: what a shuffle begins with (R1)."""
    assert cards("AC AC 2C 2C") == pack_named("double106").deck[:4]
    assert cards("KS KS JK JK") == pack_named("double106").deck[-4:]
    sizes = {name: len(pack_named(name).deck) for name in ("double104", "double106", "double108")}
    assert {"double104": 104, "double106": 106, "double108": 108} == sizes
    classic = new_game(resolve_rules("classic"), dealer=Seat(0))
    assert pack_named("short40").cards == cards_to_order(classic)


def test_deal() -> None:
    """Dealt singly, the seat after the dealer first; the next card starts the discards (R3.4)."""
    rules = rules_for("coon_can", seats=3)
    state = new_game(rules, dealer=Seat(1))
    deck = cards_to_order(state)
    assert deck is not None
    step = give_order(state, deck)
    state = rummy_state(step.state)

    assert (DrawDue(Seat(2)), 1, 1) == (state.phase, state.deal, state.turns)
    dealt = [hand(rules, " ".join(deck[at:30:3])) for at in (1, 2, 0)]
    assert dealt == list(state.hands)
    assert [DealStarted, DiscardsStarted] == [type(event) for event in step.events]
    assert DiscardsStarted(deck[30], 75) == step.events[1]
    assert pile(rules, deck[30]) == state.discards


def test_dealer_who_begins() -> None:
    """Dealt starting with the dealer, who has eleven and discards one first (R3.20)."""
    rules = rules_for("coo_can", seats=3)
    state = new_game(rules, dealer=Seat(2))
    deck = cards_to_order(state) or ()
    step = give_order(state, deck)
    state = rummy_state(step.state)

    assert [10, 10, 11] == list(state.hands.map(len))
    assert hand(rules, " ".join((*deck[0:30:3], deck[30]))) == state.hands[2]
    assert b"" == state.discards
    assert PhaseName.DISCARD_DUE is phase_name(state)
    moves = legal_moves(state, Seat(2))
    assert {"Discard"} == {type(move).__name__ for move in moves}
    state = rummy_state(apply(state, Seat(2), moves[0]).state)
    assert (0, (0,)) == (state.idle, seats_to_act(state))


@pytest.mark.parametrize(
    ("held", "calls"),
    [
        ("5C 5C 6D 6D 7H 7H", True),
        ("5C 5C 6D 6D 7H 8H", False),
        ("JK JK JK", True),
        ("JK JK 6D 6D 7H 7H", False),
    ],
)
def test_hands_that_call_for_a_new_deal(held: str, calls: bool) -> None:
    """Three pairs, or three jokers, which make no pair: the same dealer deals again (R3.30)."""
    rules = rules_for("kunken")
    deck = list(pack_named(rules.pack).deck)
    for card in cards(held):
        deck.remove(card)
    singles = [card for card in dict.fromkeys(deck) if card not in held and card != "JK"]
    mine = [*cards(held), *singles][:12]
    other = singles[12:24]
    for card in (*mine[len(cards(held)) :], *other):
        deck.remove(card)
    order = [card for pair in zip(mine, other, strict=True) for card in pair]
    before = new_game(rules, dealer=Seat(0))
    step = give_order(before, (*order, *deck))
    state = rummy_state(step.state)

    if not calls:
        assert DrawDue(Seat(1)) == state.phase
        return
    assert Redealt((Seat(1),)) == step.events[-1]
    assert (AwaitingOrder(), 0, 0) == (state.phase, state.deal, state.dealer)
    assert before == state
    again = give_order(state, (*order[1:], order[0], *deck)).events[0]
    assert isinstance(again, DealStarted)
    assert again.deal == 1


@pytest.mark.parametrize("change", ["missing", "more", "other"])
def test_order_is_exactly_the_cards_due(change: str) -> None:
    """As many copies of each card as the pack has (R1.1, R1.2)."""
    state = new_game(rules_for("kunken"), dealer=Seat(0))
    deck = cards_to_order(state) or ()
    orders = {
        "missing": deck[1:],
        "more": (*deck, deck[0]),
        "other": (*deck[1:], Card("JK")),
    }
    with pytest.raises(BadOrder):
        give_order(state, orders[change])


def test_last_stock_card_of_coo_can() -> None:
    """All discards are shuffled and become the stock; this turn's starts the new pile (R3.20)."""
    rules = rules_for("coo_can")
    state = state_with(rules, drawing(), hands=("2C 9H",), stock="4D", discards="KS 5C KS")
    state, _ = play(state, (0, DrawStock()))
    assert ReshuffleDue(Turn(Seat(0), tables_empty=True)) == state.phase
    assert PhaseName.RESHUFFLE_DUE is phase_name(state)
    assert order_due(state)
    assert () == seats_to_act(state)
    assert cards("5C KS KS") == cards_to_order(state)
    assert Reason.WRONG_PHASE is refused(state, 0, discards("2C")).reason
    with pytest.raises(BadOrder):
        give_order(state, cards("5C KS"))
    step = give_order(state, cards("KS 5C KS"))
    state = rummy_state(step.state)
    assert (StockShuffled(cards("KS 5C KS"), 3),) == step.events
    assert (playing(), pile(rules, "KS 5C KS"), b"") == (
        PlayDue(Turn(Seat(0))),
        state.stock,
        state.discards,
    )
    with pytest.raises(IllegalMove):
        give_order(state, cards("KS 5C KS"))


def test_last_stock_card_of_kunken() -> None:
    """The bank, turned over unshuffled, becomes the stock, the oldest on top (R3.30)."""
    rules = rules_for("kunken")
    state = state_with(rules, drawing(), hands=("2C 9H",), stock="4D", discards="KS 5C 7C")
    state, events = play(state, (0, DrawStock()), (0, discards("2C")))
    assert pile(rules, "KS 5C 7C") == state.stock
    assert pile(rules, "2C") == state.discards
    assert "BankTurnedOver" in [type(event).__name__ for event in events]


@pytest.mark.parametrize("ruleset", ["coo_can", "kunken", "coon_can"])
def test_no_discards_to_become_the_stock(ruleset: str) -> None:
    """After a resignation there may be none: the stock stays empty (R4.1)."""
    state = state_with(rules_for(ruleset, seats=3), drawing(), hands=("2C 9H",), stock="4D")
    state, _ = play(state, (0, DrawStock()))
    assert (b"", PhaseName.PLAY_DUE) == (state.stock, phase_name(state))
