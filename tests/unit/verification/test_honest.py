"""Records as the service gives them are believed, in whatever JSON form they are written."""

from __future__ import annotations

import json
from typing import Any

import pytest
from google.protobuf.json_format import MessageToJson, Parse

from conquian.transcripts import transcript_json
from conquian.v1.game_service_pb2 import GetTranscriptResponse
from conquian_engine import RULESETS, Card, Cause, pack_named, resolve_rules
from conquian_service.application.game import Access, Holder, SeatKind
from conquian_service.application.log import GameCreated
from conquian_service.verification import Outcome, Source, Verdict, verify
from tests.support.sittings import Sitting
from tests.support.transcripts import transcript_of

SEED = bytes(range(32))


def sat_down(*, pinned: int = 0, entropy: bytes = b"") -> Sitting:
    """A game of two that has just started."""
    cards = pack_named("short40").cards
    orders: tuple[tuple[Card, ...], ...] = (cards, cards[::-1])[:pinned]
    created = GameCreated(resolve_rules("classic"), Access.PUBLIC, None, SEED, orders)
    sitting = Sitting(created)
    for seat, name in enumerate(["Ana", "Ben"]):
        sitting.join(seat, Holder(name, SeatKind.HUMAN, "", entropy))
    return sitting


def judged(sitting: Sitting) -> Verdict:
    """The verdict on a game's record."""
    return verify(transcript_of(sitting).encode())


def test_every_game_that_was_played_is_honest(texts: list[str]) -> None:
    """Every ruleset, options of all kinds, seats left and taken again, resigned and void games."""
    verdicts = [verify(text.encode()) for text in texts]
    assert [v.faults for v in verdicts if v.outcome is not Outcome.HONEST] == []
    assert {verdict.ruleset for verdict in verdicts} == set(RULESETS)
    causes = {json.loads(text)["game"]["result"]["cause"] for text in texts}
    assert {"CAUSE_WENT_OUT", "CAUSE_DEAL_LIMIT", "CAUSE_RESIGNATION", "CAUSE_VOID"} <= causes


def test_a_verdict_tells_where_the_cards_come_from() -> None:
    """Drawn cards, the dealer, each seat's entropy, the commitment, the result."""
    sitting = sat_down(entropy=b"sixteen bytes!!!")
    sitting.resign(1)
    verdict = judged(sitting)
    assert (verdict.outcome, verdict.dealer_source) == (Outcome.HONEST, Source.DRAWN)
    assert [(deal.number, deal.revision, deal.source) for deal in verdict.deals] == [
        (1, 3, Source.DRAWN)
    ]
    assert verdict.as_text().splitlines() == [
        "HONEST: game abcdefghijklmnopqrstuvwx27, classic, 4 entries",
        "  deal 1: cards drawn from the committed seed and the entropy of the players",
        f"  first dealer: seat {verdict.first_dealer}, drawn",
        "  game id: abcdefghijklmnopqrstuvwx27 (is it the one you joined?)",
        f"  commitment: {verdict.commitment} (is it the one you saw before you joined?)",
        f"  entropy of seat 0: {b'sixteen bytes!!!'.hex()} (your seat? is it what you sent?)",
        f"  entropy of seat 1: {b'sixteen bytes!!!'.hex()} (your seat? is it what you sent?)",
        "  result: won by seat 0, resignation, scores 0 0",
    ]


@pytest.mark.parametrize("pinned", [1, 2])
def test_given_orders_are_shown_as_such(pinned: int) -> None:
    """A record with pinned orders is honest about them; the rest is checked all the same."""
    sitting = sat_down(pinned=pinned)
    sitting.cancel()
    verdict = judged(sitting)
    assert verdict.outcome is Outcome.HONEST
    assert [deal.source for deal in verdict.deals] == [Source.GIVEN]
    assert "  deal 1: cards NOT drawn: given by the creator" in verdict.as_text().splitlines()


def test_a_fixed_first_dealer_is_shown_as_such(texts: list[str]) -> None:
    """A dealer whom the creator chose is no dealer drawn."""
    fixed = next(text for text in texts if '"firstDealer"' in text)
    assert "not drawn: fixed by the creator" in verify(fixed.encode()).as_text()


def test_a_verdict_for_programs_says_the_same(texts: list[str]) -> None:
    """The JSON of a verdict, field by field."""
    verdict = verify(texts[0].encode())
    told: dict[str, Any] = json.loads(verdict.as_json())
    assert told["verdict"] == "honest"
    assert told["faults"] == []
    assert told["gameId"] == verdict.game_id
    assert told["commitment"] == verdict.commitment
    assert told["firstDealer"] == {"seat": verdict.first_dealer, "source": verdict.dealer_source}
    assert [deal["number"] for deal in told["deals"]] == list(range(1, len(verdict.deals) + 1))
    assert verdict.result is not None
    assert told["result"]["scores"] == list(verdict.result.scores)


def test_the_commitment_seen_at_the_table_is_compared(texts: list[str]) -> None:
    """Whoever has noted it need not believe the record's own."""
    seen = verify(texts[0].encode()).commitment
    assert verify(texts[0].encode(), commitment=seen.upper()).outcome is Outcome.HONEST
    other = verify(texts[0].encode(), commitment="0" * 64)
    assert [fault.kind for fault in other.faults] == ["seed"]


def test_a_seat_that_changed_hands_counts_with_its_last_player() -> None:
    """The entropy of a player who left before the start is not drawn from."""
    created = GameCreated(resolve_rules("classic"), Access.PUBLIC, None, SEED, ())
    sitting = Sitting(created)
    sitting.join(0, Holder("Cleo", SeatKind.BOT, "", b"c" * 64))
    sitting.free(0)
    for seat in (1, 0):
        sitting.join(seat, Holder("Dora", SeatKind.BOT, "", bytes([seat]) * 16))
    sitting.issue_token(1, epoch=700)
    sitting.resign(0, Cause.TIME)
    verdict = judged(sitting)
    entropies = (bytes(16), b"\x01" * 16)
    assert (verdict.outcome, verdict.entropies) == (Outcome.HONEST, entropies)


JSON_FORMS: list[dict[str, bool]] = [
    {},
    {"preserving_proto_field_name": True},
    {"use_integers_for_enums": True},
    {"always_print_fields_with_no_presence": True, "sort_keys": True},
]


@pytest.mark.parametrize("form", JSON_FORMS, ids=str)
def test_every_json_form_of_the_message_is_read(texts: list[str], form: dict[str, bool]) -> None:
    """Without defaults, with the proto's names, with numbers for enumerations."""
    for text in texts[:10]:
        message = Parse(text, GetTranscriptResponse())
        written = MessageToJson(message, **form)  # type: ignore[arg-type]
        assert verify(written.encode()).outcome is Outcome.HONEST


def test_the_file_is_stable_and_complete(texts: list[str]) -> None:
    """The same record gives the same bytes, and they give the same message."""
    for text in texts[:10]:
        message = Parse(text, GetTranscriptResponse())
        assert text == transcript_json(message)
        assert max(map(len, text.splitlines())) < 200


def test_pages_make_one_file(texts: list[str]) -> None:
    """However the entries were paged."""
    whole = Parse(texts[0], GetTranscriptResponse())
    pages = [
        GetTranscriptResponse(
            game=whole.game, entries=whole.entries[at : at + 7], next_page_token="x"
        )
        for at in range(0, len(whole.entries), 7)
    ]
    assert texts[0] == transcript_json(*pages)
