"""Scenarios of tests/conformance once more: each door as Envoy lets it through says the same.

What comes through Envoy is held against the gRPC door of a server without it, to the last field.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.conformance.doors import GrpcDoor, opened
from tests.conformance.test_languages import (
    test_a_card_in_two_places_is_refused_with_its_field,
    test_a_refused_move_is_told_in_the_language_asked_for,
    test_a_refused_option_is_told_with_its_range,
    test_a_ruleset_is_told_in_the_language_asked_for,
    test_a_stream_is_refused_in_the_language_asked_for,
    test_a_verdict_is_told_in_the_language_asked_for,
    test_rulesets_are_listed_in_the_language_asked_for,
)
from tests.conformance.test_many_takings import (
    test_a_view_has_some_and_any_of_them_can_be_played,
    test_pages_go_on_from_there,
)
from tests.conformance.test_positions import test_a_hard_question_is_answered
from tests.conformance.test_reasons import (
    test_a_dry_run_refuses_as_the_move_would,
    test_a_position_is_refused_with_the_field_it_is_about,
    test_a_request_id_may_be_any_text_with_a_credential,
)
from tests.conformance.test_replaced_tokens import (
    test_a_move_is_repeated_without_the_hand,
    test_a_renewal_is_repeated_with_the_token_that_it_ended,
    test_a_seat_is_given_again_without_the_hand,
    test_leaving_is_repeated_after_somebody_else_came,
    test_resigning_is_repeated_without_the_hand,
)
from tests.conformance.test_rummy import (
    test_a_large_hand_has_no_best_opening,
    test_a_page_token_belongs_to_one_filter_and_one_revision,
    test_a_position_of_family_h_is_analyzed,
    test_a_repeated_move_gets_its_first_answer,
    test_moves_are_filtered_by_kind_and_by_card,
    test_pages_of_moves_are_the_whole_list_in_its_order,
    test_pinned_orders_are_whole_packs,
    test_rulesets_of_family_h_are_listed,
    test_the_view_of_a_deal_of_family_h,
    test_what_is_no_position_of_family_h,
)
from tests.conformance.test_same_answers import (
    test_answers_are_the_same,
    test_refusals_are_the_same,
    test_streams_are_the_same,
    test_the_hands_are_not_in_what_others_get,
)
from tests.conformance.test_streams import (
    test_a_replaced_token_ends_its_stream,
    test_a_watcher_sees_each_revision_once_and_the_end,
)
from tests.conformance.test_tickets import (
    test_a_ticket_dies_with_the_token_it_was_asked_for_with,
    test_a_ticket_is_good_for_nothing_else,
    test_a_ticket_of_a_seat_shows_its_hand,
    test_a_ticket_watches_a_private_table,
)
from tests.support.processes import Server

# The same scenarios, at this front's doors.
__all__ = [
    "test_a_card_in_two_places_is_refused_with_its_field",
    "test_a_dry_run_refuses_as_the_move_would",
    "test_a_hard_question_is_answered",
    "test_a_large_hand_has_no_best_opening",
    "test_a_move_is_repeated_without_the_hand",
    "test_a_page_token_belongs_to_one_filter_and_one_revision",
    "test_a_position_is_refused_with_the_field_it_is_about",
    "test_a_position_of_family_h_is_analyzed",
    "test_a_refused_move_is_told_in_the_language_asked_for",
    "test_a_refused_option_is_told_with_its_range",
    "test_a_renewal_is_repeated_with_the_token_that_it_ended",
    "test_a_repeated_move_gets_its_first_answer",
    "test_a_replaced_token_ends_its_stream",
    "test_a_request_id_may_be_any_text_with_a_credential",
    "test_a_ruleset_is_told_in_the_language_asked_for",
    "test_a_seat_is_given_again_without_the_hand",
    "test_a_stream_is_refused_in_the_language_asked_for",
    "test_a_ticket_dies_with_the_token_it_was_asked_for_with",
    "test_a_ticket_is_good_for_nothing_else",
    "test_a_ticket_of_a_seat_shows_its_hand",
    "test_a_ticket_watches_a_private_table",
    "test_a_verdict_is_told_in_the_language_asked_for",
    "test_a_view_has_some_and_any_of_them_can_be_played",
    "test_a_watcher_sees_each_revision_once_and_the_end",
    "test_answers_are_the_same",
    "test_leaving_is_repeated_after_somebody_else_came",
    "test_moves_are_filtered_by_kind_and_by_card",
    "test_pages_go_on_from_there",
    "test_pages_of_moves_are_the_whole_list_in_its_order",
    "test_pinned_orders_are_whole_packs",
    "test_refusals_are_the_same",
    "test_resigning_is_repeated_without_the_hand",
    "test_rulesets_are_listed_in_the_language_asked_for",
    "test_rulesets_of_family_h_are_listed",
    "test_streams_are_the_same",
    "test_the_hands_are_not_in_what_others_get",
    "test_the_view_of_a_deal_of_family_h",
    "test_what_is_no_position_of_family_h",
]


@pytest.fixture
async def grpc_door(pair: tuple[Server, Server]) -> AsyncIterator[GrpcDoor]:
    """A server's own, which Envoy is not before."""
    async with opened(pair[0].address) as door:
        yield door
