"""The one table of errors, and what an error may tell."""

from __future__ import annotations

import json
import logging
import re
from importlib import resources

import grpc
import pytest
from google.protobuf.descriptor_pb2 import FileDescriptorSet
from google.rpc.error_details_pb2 import ErrorInfo, LocalizedMessage, RetryInfo

from conquian.v1 import errors_pb2
from conquian_engine import Card, IllegalMove, NewerRules, Reason, Refusal
from conquian_engine.refusals import Detail
from conquian_service.application.errors import (
    CallReason,
    CallRefused,
    StoreFull,
    StoreUnavailable,
    field_invalid,
)
from conquian_service.telemetry.logs import JsonFormatter
from conquian_service.texts import texts_in
from conquian_service.transport.errors import DOMAIN, STATUS, Failure, failure_of
from conquian_service.transport.grpc.status import DETAILS_KEY, status_of, trailers_of

ALL_REASONS = [*CallReason, *Reason]
MOST_TRAILER_BYTES = 7_000
PREFIX = "ERROR_REASON_"


def documented() -> dict[str, str]:
    """The gRPC code that the comment of each reason in errors.proto names first."""
    raw = resources.files("conquian.v1").joinpath("descriptors.binpb").read_bytes()
    files = {file.name: file for file in FileDescriptorSet.FromString(raw).file}
    file = files["conquian/v1/errors.proto"]
    comments = {tuple(at.path): at.leading_comments for at in file.source_code_info.location}
    codes = {}
    for number, value in enumerate(file.enum_type[0].value):
        found = re.match(r"\s*([A-Z_]+):", comments[5, 0, 2, number])
        if found is not None:
            codes[value.name.removeprefix(PREFIX)] = found[1]
    return codes


def details(failure: Failure) -> tuple[ErrorInfo, LocalizedMessage, RetryInfo | None]:
    """The details of a failure, unpacked."""
    info, text, retry = ErrorInfo(), LocalizedMessage(), RetryInfo()
    packed = status_of(failure).details
    assert packed[0].Unpack(info)
    assert packed[1].Unpack(text)
    has_retry = len(packed) == 3 and packed[2].Unpack(retry)
    return info, text, retry if has_retry else None


def test_every_reason_has_the_code_its_comment_names() -> None:
    """The table, the proto's comments and the enums of the code are one list."""
    assert {reason.value: row.code.name for reason, row in STATUS.items()} == documented()


def test_every_reason_of_the_proto_is_one_of_the_code() -> None:
    """`ErrorReason` is the union of both enums."""
    names = {name.removeprefix(PREFIX) for name in errors_pb2.ErrorReason.DESCRIPTOR.values_by_name}
    assert {reason.value for reason in ALL_REASONS} == names - {"UNSPECIFIED"}


def test_each_code_has_one_http_status() -> None:
    """The HTTP status follows from the code, as in google.rpc.Code."""
    pairs = {(row.code, row.http) for row in STATUS.values()}
    assert len(pairs) == len({code for code, _ in pairs})


@pytest.mark.parametrize("reason", ALL_REASONS)
def test_a_refusal_becomes_a_status_with_its_reason_and_a_text(reason: CallReason | Reason) -> None:
    """Code, reason, domain and text of each row, in gRPC's form."""
    failure = failure_of(CallRefused(reason))
    status = status_of(failure)
    info, text, _ = details(failure)
    assert status.code == STATUS[reason].code.value[0]
    assert (info.reason, info.domain) == (reason.value, DOMAIN)
    assert text.locale == "en"
    assert text.message == status.message == failure.text != ""


@pytest.mark.parametrize("language", ["en", "es", "ru"])
@pytest.mark.parametrize("reason", ALL_REASONS)
def test_a_refusal_is_told_in_the_language_asked_for(
    reason: CallReason | Reason, language: str
) -> None:
    """With its true locale; the status itself stays English, for whoever reads its logs."""
    refused = CallRefused(reason, rule="R2.13", cards=("7H",))
    failure = failure_of(refused, accept_language=[f"fr, {language}-XX;q=0.5"])
    _, text, _ = details(failure)
    facts = {"rule": "R2.13", "cards": "7H"}
    assert text.locale == language
    assert text.message == texts_in(language).reason(reason, facts)
    assert status_of(failure).message == failure_of(refused).text


def test_a_fault_is_told_in_the_language_asked_for() -> None:
    """And with its incident."""
    failure = failure_of(ValueError("hand 7H"), accept_language=["es"])
    assert failure.told.startswith("El servicio ha fallado; su operador")
    assert failure.metadata["incident"] in failure.told


def test_ranges_and_sums_are_told_to_people_and_programs() -> None:
    """What was refused and what it may be are in the text and in the metadata."""
    failure = failure_of(field_invalid("page_size", 500, "0-200"), accept_language=["ru"])
    assert failure.text == "page_size: 500 is not one of 0-200."
    assert failure.told == "page_size: значение 500 не входит в число допустимых (0-200)."
    assert failure.metadata == {"field": "page_size", "value": "500", "allowed": "0-200"}


def test_a_value_that_the_caller_sent_is_cut_and_cleaned() -> None:
    """It is told back, but as words alone."""
    failure = failure_of(field_invalid("x", "<script>%\r\n" + "a" * 500, "0-1"))
    assert failure.metadata["value"].startswith("?script????")
    assert len(failure.metadata["value"]) <= 240


def test_metadata_tells_what_it_is_about() -> None:
    """Only what is known is in the metadata, as text."""
    refused = CallRefused(
        Reason.NOT_A_MELD,
        field="move",
        rule="R2.13",
        cards=("QS", "KS", "AS"),
        revision=7,
        may_have_happened=False,
    )
    assert failure_of(refused).metadata == {
        "field": "move",
        "rule": "R2.13",
        "cards": "QS KS AS",
        "revision": "7",
        "may_have_happened": "false",
    }
    assert failure_of(CallRefused(CallReason.SEAT_TAKEN)).metadata == {}


@pytest.mark.parametrize(
    ("refusal", "told"),
    [
        (
            Refusal(Reason.OPENING_TOO_LOW, "R3.2", (), value="30", allowed="40"),
            "The hand cannot make up the total of the opening in this turn.",
        ),
        (
            Refusal(Reason.OPENING_TOO_LOW, "R3.2", (Card("KC"),), value="30", allowed="40"),
            (
                "With KC 30 of 40 would be laid, and the hand cannot make up the rest of the "
                "opening in this turn."
            ),
        ),
        (
            Refusal(Reason.OPENING_TOO_LOW, "R3.30", (Card("KC"),), Detail.SINGLE, "30", "40"),
            "The first meld alone must be worth at least 40 to open; this one is worth 30: KC.",
        ),
        (
            Refusal(Reason.NOT_A_MELD, "R3.40", (Card("KC"),), Detail.SIZE, "9", "3-8"),
            "A meld like this has 3-8 cards here, not 9: KC.",
        ),
        (
            Refusal(Reason.DOES_NOT_FIT, "R3.20", (Card("KC"),), Detail.ADDED_SIZE, "2", "1, 4"),
            "One card or four are added in one play, not 2: KC.",
        ),
        (
            Refusal(Reason.DOES_NOT_FIT, "R3.20", (Card("KC"),), Detail.ONE_END),
            "Four cards are added to a run at one end: KC.",
        ),
    ],
    ids=lambda case: case.detail or "plain" if isinstance(case, Refusal) else "",
)
def test_a_refusal_of_the_rules_tells_its_numbers(refusal: Refusal, told: str) -> None:
    """In the text, and to programs in the metadata; in every language."""
    failure = failure_of(IllegalMove(refusal))
    assert failure.text.partition(" See rule ")[0] == told
    numbers = {"value": refusal.value, "allowed": refusal.allowed}
    for name, number in numbers.items():
        assert failure.metadata.get(name, "") == number
    for language in ("es", "ru"):
        other = failure_of(IllegalMove(refusal), accept_language=[language]).told
        assert other not in {failure.told, failure.text}
        if refusal.cards and refusal.value:
            assert refusal.value in other


@pytest.mark.parametrize(
    ("error", "reason", "metadata"),
    [
        (
            IllegalMove(Refusal(Reason.CARD_NOT_IN_HAND, "R2.16", (Card("7H"),))),
            Reason.CARD_NOT_IN_HAND,
            {"rule": "R2.16", "cards": "7H"},
        ),
        (
            StoreUnavailable(may_have_happened=True),
            CallReason.STORE_UNAVAILABLE,
            {"may_have_happened": "true"},
        ),
        (StoreFull(), CallReason.STORE_FULL, {"may_have_happened": "false"}),
        (NewerRules("pack 'x'"), CallReason.NEWER_RULES, {}),
    ],
    ids=["the rules refuse", "store away", "store full", "newer rules"],
)
def test_errors_of_the_inner_rings_are_mapped(
    error: Exception, reason: CallReason | Reason, metadata: dict[str, str]
) -> None:
    """Each error that a use case lets out has its reason."""
    failure = failure_of(error)
    assert (failure.reason, failure.metadata) == (reason, metadata)


@pytest.mark.parametrize("reason", [CallReason.RATE_LIMITED, CallReason.TOO_MANY_WATCHERS])
def test_exhausted_limits_tell_when_to_try_again(reason: CallReason) -> None:
    """RESOURCE_EXHAUSTED always carries RetryInfo."""
    _, _, retry = details(failure_of(CallRefused(reason, retry_millis=250)))
    assert retry is not None
    assert retry.retry_delay.ToMilliseconds() == 250
    assert details(failure_of(CallRefused(reason)))[2] is not None
    assert details(failure_of(CallRefused(CallReason.SEAT_TAKEN)))[2] is None


@pytest.mark.parametrize("reason", ALL_REASONS)
def test_an_error_stays_small_whatever_the_caller_sent(reason: CallReason | Reason) -> None:
    """Text and details stay far below what trailers can hold, and are plain ASCII."""
    nasty = "%\N{GRINNING FACE}\r\n\0" * 10_000
    failure = failure_of(
        CallRefused(
            reason,
            field="move.take.layout",
            rule="R2.14",
            cards=(nasty,) * 5_000,
            options=(nasty,) * 5_000,
            revision=2**31 - 1,
            facts={"value": nasty, "allowed": nasty},
        ),
        accept_language=["ru"],
    )
    ((key, value),) = trailers_of(failure)
    assert key == DETAILS_KEY
    assert len(value) * 4 / 3 + len(failure.text) < MOST_TRAILER_BYTES
    assert failure.told.replace("\N{NO-BREAK SPACE}", " ").isprintable()
    assert failure.text.isascii()
    assert failure.text.isprintable()
    assert "%" not in failure.text


def test_a_fault_tells_the_caller_nothing(caplog: pytest.LogCaptureFixture) -> None:
    """A fixed text and an incident id; the log has the id and the places, and no card."""
    secret = "7H 8H 9H"
    with caplog.at_level(logging.ERROR):
        failure = failure_of(_raised(ValueError(f"hand {secret}")))
    incident = failure.metadata["incident"]
    assert failure.reason is CallReason.INTERNAL
    assert failure.status.code is grpc.StatusCode.INTERNAL
    assert failure.metadata == {"incident": incident}
    assert secret not in str(status_of(failure))
    (record,) = caplog.records
    line = json.loads(JsonFormatter().format(record))
    assert (line["event"], line["incident"], line["error"]) == ("fault", incident, "ValueError")
    assert any("_raised" in frame for frame in line["frames"])
    assert "7H" not in json.dumps(line) + caplog.text


def _raised(error: Exception) -> Exception:
    hand = {"7H": 1}
    try:
        try:
            hand["8H 9H"]
        except KeyError as cause:
            raise error from cause
    except ValueError as raised:
        return raised
    raise AssertionError
