"""Plays and what they owe: melds, lay-offs, jokers, openings (R3.1-R3.3, R3.20-R3.40)."""

from __future__ import annotations

import pytest

from conquian_engine import (
    Card,
    Declared,
    DrawDiscards,
    JokerTaken,
    LaidOff,
    MeldLaid,
    Move,
    MoveKind,
    Opened,
    PlayDue,
    Reason,
    RummyState,
    Seat,
    Turn,
    each_legal_move,
    format_move,
    legal_moves,
    move_kind,
    view_for,
)
from tests.unit.engine.rummy.table import (
    adds,
    cards,
    discards,
    drawing,
    hand,
    lays,
    legal,
    meld,
    play,
    playing,
    refused,
    rules_for,
    state_with,
    takes,
)


def _reason(state: RummyState, move: Move) -> Reason:
    return refused(state, 0, move).reason


def test_melds_and_lay_offs_of_colonel() -> None:
    """Any number of plays, on both tables, and out without a discard (R3.10)."""
    rules = rules_for("colonel")
    state = state_with(
        rules,
        playing(),
        hands=("3C 4C 5C 7S 8S 9D", "KC 2D"),
        tables=((), ("4S 5S 6S", "9C 9H 9S")),
    )
    state, events = play(
        state,
        (0, lays("3C 4C 5C")),
        (0, adds(1, "4S 5S 6S", "4S 5S 6S 7S 8S")),
        (0, adds(1, "9C 9H 9S", "9C 9D 9H 9S")),
    )
    assert MeldLaid(Seat(0), cards("3C 4C 5C")) == events[0]
    assert LaidOff(Seat(0), Seat(1), cards("4S 5S 6S"), cards("4S 5S 6S 7S 8S")) == events[1]
    assert (12, 0) == tuple(state.scores)
    assert (meld(rules, "4S 5S 6S 7S 8S"), meld(rules, "9C 9D 9H 9S")) == state.tables[1]


def test_four_of_coo_can() -> None:
    """A four alone, a four or a card added; one play a turn, then a discard (R3.20)."""
    rules = rules_for("coo_can")
    held = "5C 5C 5D 5H 6S 7S 8S 9S TS 2C 4D"
    tables = ((), ("KC KD KS KS", "2S 3S 4S 5S"))
    state = state_with(rules, playing(), hands=(held,), tables=tables, opened=(1,))
    assert {"meld 5C 5C 5D 5H", "meld 6S 7S 8S 9S", "meld 7S 8S 9S TS"} == {
        text for text in legal(state) if text.startswith(("meld", "lay off"))
    }
    assert Reason.NEEDS_OWN_FOUR is _reason(state, adds(1, "2S 3S 4S 5S", "2S 3S 4S 5S 6S"))
    assert Reason.NOT_A_MELD is _reason(state, lays("6S 7S 8S 9S TS"))
    opened = state_with(rules, playing(), hands=(held,), tables=tables, opened=(0, 1))
    assert [
        "lay off 1: 2S 3S 4S 5S > 2S 3S 4S 5S 6S",
        "lay off 1: 2S 3S 4S 5S > 2S 3S 4S 5S 6S 7S 8S 9S",
    ] == [text for text in legal(opened) if text.startswith("lay off")]
    two = adds(1, "2S 3S 4S 5S", "2S 3S 4S 5S 6S 7S")
    assert Reason.DOES_NOT_FIT is _reason(opened, two)
    state, _ = play(state, (0, lays("5C 5C 5D 5H")))
    assert {"discard"} == {text.split()[0] for text in legal(state)}
    assert Reason.ONE_PLAY_A_TURN is _reason(state, lays("6S 7S 8S 9S"))
    assert state.opened[0]


def test_four_is_added_at_one_end() -> None:
    """To a run at one end, to a set of the same value (R3.20)."""
    rules = rules_for("coo_can")
    state = state_with(
        rules,
        playing(),
        hands=("3C 4C 9C TC JC QC KD KD KH KH",),
        tables=((), ("5C 6C 7C 8C", "KC KC KS KS")),
        opened=(0, 1),
    )
    both = adds(1, "5C 6C 7C 8C", "3C 4C 5C 6C 7C 8C 9C TC")
    assert Reason.DOES_NOT_FIT is _reason(state, both)
    above = adds(1, "5C 6C 7C 8C", "5C 6C 7C 8C 9C TC JC QC")
    whole = adds(1, "KC KC KS KS", "KC KC KD KD KH KH KS KS")
    for move in (above, whole):
        play(state, (0, move))


def test_declarations() -> None:
    """Four cards or one left, after the discard, when that is reached (R3.20)."""
    rules = rules_for("coo_can")
    tables = (("KC KD KS KS",),)
    for held, left in (("KH 2C 3C 4C 5C 6C", 4), ("KH 2C 3C", 1), ("KH 2C 3C 4C", None)):
        state = state_with(rules, playing(), hands=(held,), tables=tables, opened=(0,))
        play_king = (0, adds(0, "KC KD KS KS", "KC KD KH KS KS"))
        _, events = play(state, play_king, (0, discards("2C")))
        declared = [event for event in events if isinstance(event, Declared)]
        assert declared == ([] if left is None else [Declared(Seat(0), left)])
        _, events = play(state_with(rules, playing(), hands=("2C 3C",)), (0, discards("2C")))
        assert not [event for event in events if isinstance(event, Declared)]


def test_no_play_may_empty_the_hand_where_a_discard_is_due() -> None:
    """The closing discard is compulsory (R3.2)."""
    rules = rules_for("coo_can")
    state = state_with(rules, playing(), hands=("5C 5C 5D 5H",))
    refusal = refused(state, 0, lays("5C 5C 5D 5H"))
    assert (Reason.MUST_KEEP_DISCARD, "R3.2") == (refusal.reason, refusal.rule)
    kunken = state_with(
        rules_for("kunken"), playing(), hands=("6C",), tables=(("3C 4C 5C",),), opened=(0,)
    )
    assert Reason.MUST_KEEP_DISCARD is _reason(kunken, adds(0, "3C 4C 5C", "3C 4C 5C 6C"))
    assert ["discard 6C"] == legal(kunken)


def test_opening() -> None:
    """Melds until the total is reached, then anything (R3.30)."""
    rules = rules_for("kunken")
    tables = ((), ("3C 4C 5C", "9S JK=TS JS"))
    state = state_with(
        rules, playing(), hands=("KC KD KH 5D 5H 5S 6C TS 2H",), tables=tables, opened=(1,)
    )
    assert Reason.NOT_OPENED is _reason(state, adds(1, "3C 4C 5C", "3C 4C 5C 6C"))
    assert Reason.NOT_OPENED is _reason(state, takes(1, "9S JK=TS JS", "9S TS JS"))
    assert (40, 0) == (view_for(state, None).opening_needed, view_for(state, None).opening)
    state, _ = play(state, (0, lays("KC KD KH")))
    assert (10, 30) == (view_for(state, None).opening_needed, view_for(state, None).opening)
    assert Reason.OPENING_BEGUN is _reason(state, adds(1, "3C 4C 5C", "3C 4C 5C 6C"))
    assert ["meld 5D 5H 5S"] == legal(state)
    state, events = play(state, (0, lays("5D 5H 5S")))
    assert Opened(Seat(0), 45) == events[-1]
    assert 0 == view_for(state, None).opening_needed
    state, events = play(
        state,
        (0, adds(1, "3C 4C 5C", "3C 4C 5C 6C")),
        (0, takes(1, "9S JK=TS JS", "9S TS JS")),
    )
    taken = JokerTaken(Seat(0), Seat(1), cards("9S JK=TS JS"), cards("9S TS JS"), 1)
    assert taken == events[-1]
    assert hand(rules, "2H JK") == state.hands[0]


def test_opening_needs_a_card_for_the_discard() -> None:
    """An opening that takes the whole hand is none (R3.2)."""
    state = state_with(rules_for("kunken"), playing(), hands=("KC KD KH 5D 5H 5S",))
    assert not [text for text in legal(state) if text.startswith("meld")]
    assert Reason.OPENING_TOO_LOW is _reason(state, lays("KC KD KH"))


def test_opening_by_one_meld() -> None:
    """`opening_single`: the first meld reaches the total itself (R3.30)."""
    rules = rules_for("kunken", opening_single="true")
    state = state_with(rules, playing(), hands=("KC KD KH KS 5D 5H 5S 2H",))
    refusal = refused(state, 0, lays("5D 5H 5S"))
    assert (Reason.OPENING_TOO_LOW, "R3.30") == (refusal.reason, refusal.rule)
    assert ["meld KC KD KH KS"] == [text for text in legal(state) if text.startswith("meld")]
    state, _ = play(state, (0, lays("KC KD KH KS")))
    assert "meld 5D 5H 5S" in legal(state)
    low = state_with(rules, drawing(), hands=("5D 5H 2H KC KD KH",), discards="5S")
    assert Reason.DISCARD_NOT_USABLE is _reason(low, DrawDiscards())


@pytest.mark.parametrize(
    ("move", "reason", "rule", "named"),
    [
        (lays("3C 4C 5D"), Reason.NOT_A_MELD, "R3.30", "3C 4C 5D"),
        (lays("3Z 4C 5C"), Reason.UNKNOWN_CARD, "R1", "3Z"),
        (lays("8C 9C TC"), Reason.CARD_NOT_IN_HAND, "R3.1", "TC"),
        (adds(2, "6C 7C JK=8C", "6C 7C JK=8C 9C"), Reason.NO_SUCH_SEAT, "R0", ""),
        (adds(-1, "6C 7C JK=8C", "6C 7C JK=8C 9C"), Reason.NO_SUCH_SEAT, "R0", ""),
        (adds(1, "6C 7C 8C", "6C 7C 8C 9C"), Reason.NO_SUCH_MELD, "R3.3", "6C 7C 8C"),
        (adds(1, "6C 7C", "6C 7C 8C 9C"), Reason.NO_SUCH_MELD, "R3.3", "6C 7C"),
        (adds(1, "6Z 7C 8C", "6C 7C 8C 9C"), Reason.UNKNOWN_CARD, "R1", "6Z"),
        (adds(1, "6C 7C JK=8C", "6C 7C JK=8C"), Reason.DOES_NOT_FIT, "R3.3", "6C 7C JK=8C"),
        (adds(1, "6C 7C JK=8C", "6C 7C JK=8C TC"), Reason.NOT_A_MELD, "R3.30", "6C 7C JK=8C TC"),
        (adds(1, "6C 7C JK=8C", "5C 6C 7C JK=8C"), Reason.CARD_NOT_IN_HAND, "R3.1", "5C"),
        (takes(1, "6C 7C JK=8C", "6C 7C 8C"), None, "", ""),
        (takes(1, "6C 7C JK=8C", "6C 7C 9C"), Reason.NOT_A_MELD, "R3.30", "6C 7C 9C"),
        (takes(1, "6C 7C JK=8C", "7C JK=8C 9C"), Reason.JOKER_CARD_WRONG, "R3.30", "9C"),
        (takes(1, "QS KS JK=AS", "QS KS AS"), Reason.CARD_NOT_IN_HAND, "R3.1", "AS"),
        (discards("TC"), Reason.CARD_NOT_IN_HAND, "R3.1", "TC"),
        (discards("ZZ"), Reason.UNKNOWN_CARD, "R1", "ZZ"),
        (discards("JK=3C"), Reason.UNKNOWN_CARD, "R1", "JK=3C"),
    ],
)
def test_refused_plays(move: Move, reason: Reason | None, rule: str, named: str) -> None:
    """A refusal names reason, rule and cards (R4.3)."""
    state = state_with(
        rules_for("kunken"),
        playing(),
        hands=("8C 9C 2D 3D",),
        tables=((), ("6C 7C JK=8C", "QS KS JK=AS")),
        opened=(0, 1),
    )
    if reason is None:
        play(state, (0, move))
        return
    refusal = refused(state, 0, move)
    assert (reason, rule, cards(named)) == (refusal.reason, refusal.rule, refusal.cards)


def test_dealer_who_begins_only_discards() -> None:
    """He may not meld first (R3.20)."""
    rules = rules_for("coo_can")
    begins = PlayDue(Turn(Seat(0), begins=True))
    state = state_with(rules, begins, hands=("5C 5C 5D 5H 2C",))
    assert Reason.NO_LAYING_YET is _reason(state, lays("5C 5C 5D 5H"))
    assert Reason.NO_LAYING_YET is _reason(state, adds(1, "5C 5C 5D 5H", "5C 5C 5D 5H"))
    assert {"discard"} == {text.split()[0] for text in legal(state)}


def test_equal_melds_are_one() -> None:
    """Two equal melds of one seat are one move; the first of them is changed (R1.1)."""
    rules = rules_for("coon_can")
    tables = ((), ("4C 5C 6C", "4C 5C 6C"))
    state = state_with(rules, playing(), hands=("7C 2D KH",), tables=tables)
    listed = [text for text in legal(state) if text.startswith("lay off")]
    assert ["lay off 1: 4C 5C 6C > 4C 5C 6C 7C"] == listed
    state, _ = play(state, (0, adds(1, "4C 5C 6C", "4C 5C 6C 7C")))
    assert (meld(rules, "4C 5C 6C 7C"), meld(rules, "4C 5C 6C")) == state.tables[1]


def test_whole_suit_is_one_lay_off() -> None:
    """Below and above are the same places in the end (R3.30, R3.40)."""
    low = "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC"
    for ruleset in ("coon_can", "kunken", "colonel"):
        state = state_with(
            rules_for(ruleset), playing(), hands=("AC 2D KH",), tables=((low,),), opened=(0,)
        )
        listed = [text for text in legal(state) if text.startswith("lay off")]
        assert [f"lay off 0: {low} > AC {low}"] == listed


def test_moves_of_a_card() -> None:
    """Only the moves that give a card of the hand, a joker as such."""
    state = state_with(
        rules_for("kunken"),
        playing(),
        hands=("3D 4D 5D 6C JK 2H",),
        tables=(("3C 4C 5C",),),
        opened=(0,),
    )
    names = {
        card: {type(move).__name__ for move in each_legal_move(state, Seat(0), card=Card(card))}
        for card in ("6C", "JK", "2H", "9C", "ZZ")
    }
    assert {"LayOff", "Discard"} == names["6C"]
    assert {"LayMeld", "LayOff", "Discard"} == names["JK"]
    assert {"Discard"} == names["2H"]
    assert set() == names["9C"] | names["ZZ"]


def test_moves_of_a_card_before_the_opening() -> None:
    """Of the melds that may open, those that use the card (R3.2)."""
    held = "KC KD KH 5C 5D 5H 5S 2S"
    state = state_with(rules_for("kunken"), playing(), hands=(held,))
    found = [format_move(move) for move in each_legal_move(state, Seat(0), card=Card("5S"))]
    assert found == [text for text in legal(state) if "5S" in text]
    assert found
    rules = rules_for("kunken", bank_depth="any")
    turn = Turn(Seat(0), taken=hand(rules, "2H KS"), must_use=hand(rules, "KS")[0])
    state = state_with(rules, PlayDue(turn), hands=("KC KD KH KS 5C 5D 5H 2H 9C",))
    found = [format_move(move) for move in each_legal_move(state, Seat(0), card=Card("KC"))]
    assert found == [text for text in legal(state) if "KC" in text]
    assert found != legal(state)


def test_moves_of_a_kind() -> None:
    """Only the moves of some kinds, in the same order."""
    tables = (("6S JK=7S 8S", "5C 6C 7C"),)
    state = state_with(
        rules_for("kunken"), playing(), hands=("7S 4C 2D 3D 4D KH",), tables=tables, opened=(0,)
    )
    for kind in MoveKind:
        found = each_legal_move(state, Seat(0), kinds=frozenset((kind,)))
        listed = [move for move in legal_moves(state, Seat(0)) if move_kind(move) is kind]
        assert listed == list(found)
    of_king = [*each_legal_move(state, Seat(0), card=Card("KH"))]
    assert [discards("KH")] == of_king
    drawing_ = state_with(rules_for("kunken"), drawing())
    assert not [*each_legal_move(drawing_, Seat(0), card=Card("3C"))]
    assert [*each_legal_move(drawing_, Seat(0), kinds=frozenset((MoveKind.DRAW_STOCK,)))]


def test_opening_out_of_a_large_hand() -> None:
    """A bank's worth of cards is searched too (R3.30)."""
    suits = " ".join(f"{rank}{suit}" for suit in "CDHS" for rank in "A3579JK")
    state = state_with(rules_for("kunken"), playing(), hands=(suits,))
    assert len(suits.split()) > 20
    assert "meld AC AD AH AS" in legal(state)
