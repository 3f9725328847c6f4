"""Family H through the door: lists of moves, positions, exactly once, what chance gives."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from conquian.moves import move_from_proto
from conquian.v1 import cards_pb2, rules_service_pb2, view_pb2
from conquian.v1 import game_service_pb2 as pb
from tests.conformance.doors import Door
from tests.conformance.rummy_decks import a_move, rummy_order
from tests.conformance.tables import ME, OTHER, Table, new_request_id

KINGS = "KC KD KH KS"
HAND = f"{KINGS} 7H 8H 9H JK 2C 4D"


async def _playing(door: Door, *, hand: str = HAND) -> Table:
    """A game of `coon_can` in which seat 1 has drawn and has much to lay."""
    order = rummy_order("coon_can", {ME: hand}, "3C 5S")
    table = await Table.set_up(
        door,
        ruleset="coon_can",
        seats=2,
        first_dealer=OTHER,
        pinned_orders=[pb.PackOrder(cards=order)],
    )
    await table.fill(2)
    await table.play(ME, a_move("draw"))
    return table


async def _listed(
    table: Table,
    *,
    page_size: int = 200,
    kinds: Iterable[cards_pb2.MoveKind.ValueType] = (),
    card: str = "",
) -> list[str]:
    """All pages of the legal moves of seat 1, as text."""
    found: list[str] = []
    page_token = ""
    while True:
        request = pb.ListLegalMovesRequest(
            game_id=table.game_id,
            page_size=page_size,
            page_token=page_token,
            kinds=kinds,
            card=card,
        )
        page: pb.ListLegalMovesResponse = await table.door.ask(request, table.seats[ME])
        assert len(page.moves) <= page_size
        assert page.revision == table.revision
        found += [str(move_from_proto(move)) for move in page.moves]
        page_token = page.next_page_token
        if not page_token:
            return found


@pytest.mark.parametrize("page_size", [1, 3, 200])
async def test_pages_of_moves_are_the_whole_list_in_its_order(door: Door, page_size: int) -> None:
    """Each move once, as the view lists them too."""
    table = await _playing(door)
    listed = await _listed(table, page_size=page_size)
    request = pb.GetGameRequest(game_id=table.game_id, include_legal_moves=True)
    answer: pb.GetGameResponse = await door.ask(request, table.seats[ME])
    you = answer.game.you
    assert [str(move_from_proto(move)) for move in you.legal_moves] == listed
    assert not you.more_legal_moves
    assert len(set(listed)) == len(listed) > 20


async def test_moves_are_filtered_by_kind_and_by_card(door: Door) -> None:
    """What is asked for and nothing else, in the same order."""
    table = await _playing(door)
    every = await _listed(table)
    discards = await _listed(table, kinds=[cards_pb2.MOVE_KIND_DISCARD])
    assert discards == [move for move in every if move.startswith("discard ")]
    melds = await _listed(table, kinds=[cards_pb2.MOVE_KIND_LAY_MELD], card="8H", page_size=2)
    assert melds == [move for move in every if move.startswith("meld ") and "8H" in move.split()]
    assert len(melds) > 1
    both = [cards_pb2.MOVE_KIND_LAY_MELD, cards_pb2.MOVE_KIND_DISCARD]
    assert await _listed(table, kinds=both) == every
    assert await _listed(table, kinds=[cards_pb2.MOVE_KIND_TAKE]) == []
    assert await _listed(table, card="2C") == [move for move in every if "2C" in move.split()]


async def test_a_page_token_belongs_to_one_filter_and_one_revision(door: Door) -> None:
    """Another filter is refused, an older revision is stale, an unknown card is named."""
    table = await _playing(door)
    token, me = table.seats[ME], table.game_id
    first: pb.ListLegalMovesResponse = await door.ask(
        pb.ListLegalMovesRequest(game_id=me, page_size=1, card="8H"), token
    )
    page_token = first.next_page_token
    other = pb.ListLegalMovesRequest(game_id=me, page_token=page_token, card="7H")
    refusal = await door.refused(other, token)
    assert refusal.name == ("INVALID_ARGUMENT", "PAGE_TOKEN_INVALID")
    await table.play(ME, a_move("meld 7H 8H 9H"))
    stale = pb.ListLegalMovesRequest(game_id=me, page_token=page_token, card="8H")
    refusal = await door.refused(stale, token)
    assert refusal.name == ("ABORTED", "STALE_REVISION")
    unknown = pb.ListLegalMovesRequest(game_id=me, card="SC")
    refusal = await door.refused(unknown, token)
    assert refusal.name == ("INVALID_ARGUMENT", "UNKNOWN_CARD")
    assert refusal.metadata["cards"] == "SC"


async def test_a_repeated_move_gets_its_first_answer(door: Door) -> None:
    """Each kind of move is made once, however often it is sent, even after later ones."""
    order = rummy_order("coon_can", {ME: HAND}, "3C 5S")
    table = await Table.set_up(
        door,
        ruleset="coon_can",
        seats=2,
        first_dealer=OTHER,
        pinned_orders=[pb.PackOrder(cards=order)],
    )
    await table.fill(2)
    sent: list[tuple[pb.PlayMoveRequest, pb.PlayMoveResponse]] = []
    for text in (
        "draw",
        "meld 7H 8H JK",
        "lay off 1: 7H 8H JK=9H > JK*=6H 7H 8H 9H",
        f"meld {KINGS}",
        "discard 2C",
    ):
        request = table.move(a_move(text), request_id=new_request_id())
        answer: pb.PlayMoveResponse = await door.ask(request, table.seats[ME])
        table.revision = answer.update.revision
        sent.append((request, answer))
    for request, answer in sent:
        assert await door.ask(request, table.seats[ME]) == answer
    request, _ = sent[1]
    changed = pb.PlayMoveRequest.FromString(request.SerializeToString())
    changed.move.lay_meld.meld.cards[2] = "9H"
    refusal = await door.refused(changed, table.seats[ME])
    assert refusal.name == ("INVALID_ARGUMENT", "REQUEST_ID_REUSED")
    game: pb.GetGameResponse = await door.ask(pb.GetGameRequest(game_id=table.game_id))
    assert game.game.revision == table.revision
    assert [list(meld.cards) for meld in game.game.seats[ME].table] == [
        ["JK*=6H", "7H", "8H", "9H"],
        KINGS.split(),
    ]


async def test_the_view_of_a_deal_of_family_h(door: Door) -> None:
    """Piles, what must be used, what is open, whose challenge waits: to everybody alike."""
    order = rummy_order("kunken", {ME: f"5D 5H {KINGS}"}, "5C")
    table = await Table.set_up(
        door,
        ruleset="kunken",
        seats=2,
        first_dealer=OTHER,
        pinned_orders=[pb.PackOrder(cards=order)],
    )
    await table.fill(2)
    await table.play(ME, a_move("draw discards 1"))
    seen: pb.GetGameResponse = await door.ask(pb.GetGameRequest(game_id=table.game_id))
    deal = seen.game.deal
    assert deal.phase == view_pb2.PHASE_PLAY
    assert not deal.HasField("upcard")
    assert (deal.rummy.must_use, list(deal.rummy.taken)) == ("5C", ["5C"])
    assert (deal.rummy.opening_needed, deal.rummy.discards_size) == (40, 0)
    await table.play(ME, a_move("meld 5C 5D 5H"))
    await table.play(ME, a_move(f"meld {KINGS}"))
    seen = await door.ask(pb.GetGameRequest(game_id=table.game_id))
    rummy = seen.game.deal.rummy
    assert (list(rummy.opened_seats), rummy.plays, rummy.opening_needed) == ([ME], 2, 0)
    assert not rummy.must_use
    assert not rummy.taken


async def test_a_position_of_family_h_is_analyzed(door: Door) -> None:
    """Melds with their values, lay-offs, best opening, points, and a verdict on a layout."""
    request = rules_service_pb2.AnalyzePositionRequest(
        ruleset="kunken",
        hand=["KC", "KD", "KH", "5C", "6C", "7C", "JK", "TH", "TH"],
        table=[cards_pb2.Meld(cards=["8C", "9C", "TC"])],
        opponent_tables=[
            rules_service_pb2.OpponentTable(melds=[cards_pb2.Meld(cards=["7H", "8H", "9H"])])
        ],
        layout=[
            cards_pb2.Meld(cards=["KC", "KD", "KH"]),
            cards_pb2.Meld(cards=["5C", "JK", "7C"]),
        ],
        page_size=7,
    )
    plays: dict[str, int] = {}
    while True:
        answer: rules_service_pb2.AnalyzePositionResponse = await door.ask(request)
        assert len(answer.rummy.plays) <= 7
        plays |= {str(move_from_proto(p.move)): p.value for p in answer.rummy.plays}
        request.page_token = answer.next_page_token
        if not request.page_token:
            break
    assert plays["meld KC KD KH"] == 30
    assert plays["meld KC KD KH JK"] == 40
    assert plays["meld 5C 6C 7C"] == 18
    assert plays["lay off 0: 8C 9C TC > 7C 8C 9C TC"] == 0
    assert plays["lay off 1: 7H 8H 9H > 7H 8H 9H TH"] == 0
    assert answer.rummy.best_opening == 58
    assert list(answer.rummy.layout_values) == [30, 18]
    assert answer.verdict.legal
    assert answer.hand_points > 0
    assert not answer.takings


@pytest.mark.parametrize(
    ("asked", "reason", "metadata"),
    [
        ({"upcard": "7H"}, "FIELD_INVALID", {"field": "upcard"}),
        ({"hand": ["7H"] * 27}, "FIELD_INVALID", {"field": "hand"}),
        ({"hand": ["7H"] * 3}, "CARD_REPEATED", {"field": "hand", "cards": "7H"}),
        ({"hand": ["JK"] * 5}, "CARD_REPEATED", {"field": "hand", "cards": "JK"}),
        ({"hand": ["SC"]}, "UNKNOWN_CARD", {"field": "hand", "cards": "SC"}),
        (
            {"table": [cards_pb2.Meld(cards=["7H", "8H", "TH"])]},
            "NOT_A_MELD",
            {"field": "table", "cards": "7H 8H TH"},
        ),
        ({"layout": [cards_pb2.Meld(cards=["7H"])] * 60}, "FIELD_INVALID", {"field": "layout"}),
    ],
    ids=["upcard", "size", "copies", "jokers", "card", "meld", "melds"],
)
async def test_what_is_no_position_of_family_h(
    door: Door, asked: dict[str, object], reason: str, metadata: dict[str, str]
) -> None:
    """Refused by its field before anything is counted."""
    request = rules_service_pb2.AnalyzePositionRequest(ruleset="kunken", **asked)  # type: ignore[arg-type]  # by name
    refusal = await door.refused(request)
    assert refusal.name == ("INVALID_ARGUMENT", reason)
    assert metadata.items() <= refusal.metadata.items()


async def test_a_large_hand_has_no_best_opening(door: Door) -> None:
    """What would take too long is left out; all else is told."""
    hand = [rank + suit for suit in "CD" for rank in "23456789TJQK"]
    request = rules_service_pb2.AnalyzePositionRequest(ruleset="kunken", hand=hand)
    answer: rules_service_pb2.AnalyzePositionResponse = await door.ask(request)
    assert not answer.rummy.HasField("best_opening")
    assert answer.rummy.plays


async def test_pinned_orders_are_whole_packs(door: Door) -> None:
    """A double pack has each card twice; what is too much or missing is named."""
    order = rummy_order("coon_can", {})
    order = sorted(order)
    twice = [*order[1:], order[-1]]  # one card too few, another one too many
    for wrong, named in ((order[1:], ""), (twice, order[-1]), (order[:52], "")):
        request = pb.CreateGameRequest(
            ruleset="coon_can",
            pinned_orders=[pb.PackOrder(cards=wrong)],
            request_id=new_request_id(),
        )
        refusal = await door.refused(request)
        assert refusal.name == ("INVALID_ARGUMENT", "BAD_ORDER")
        assert refusal.metadata.get("cards", "") == named


@pytest.mark.parametrize(("ruleset", "seats"), [("colonel", 2), ("coo_can", 6), ("kunken", 8)])
async def test_rulesets_of_family_h_are_listed(door: Door, ruleset: str, seats: int) -> None:
    """With their seats and options, each with its rule and default."""
    answer: rules_service_pb2.GetRulesetResponse = await door.ask(
        rules_service_pb2.GetRulesetRequest(ruleset=ruleset)
    )
    assert (answer.ruleset.min_seats, answer.ruleset.max_seats) == (2, seats)
    assert answer.ruleset.options
    assert all(option.rule.startswith("R") for option in answer.ruleset.options)
    assert all(option.text for option in answer.ruleset.options)
