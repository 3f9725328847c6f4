"""Bytes as they came, and what to look for in them without knowing how they are to be read."""

from __future__ import annotations

import importlib
import pkgutil
import re
from base64 import b64decode
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from google.protobuf.descriptor import FileDescriptor
from google.protobuf.message import Message

import conquian.v1
import conquian_storage.v1
from conquian.v1 import events_pb2
from conquian_engine import RULESETS, pack_named
from tests.e2e.exposure import cards_in_turn

_BASE64 = re.compile(rb"[A-Za-z0-9+/_-]{16,}={0,2}")
_BETWEEN = b"\0" * 8
_NOTHING = re.compile(rb"(?!)")
_IN_A_ROW = 3
"""Cards of a pack order that do not stand in a row by chance."""
_CARD = 2
"""Bytes of a card's text."""
_LEAST_MASK = 1 << 32
"""A hand of low cards only is a shorter number, which stands in some text by chance."""


def unfolded(received: bytes) -> bytes:
    """The bytes, and after them what is in them as base64: gRPC-Web's text, details of errors."""
    texts = [_decoded(run) for run in _BASE64.findall(received)]
    # Details may be base64 within base64, and a text may be cut into several.
    whole = b"".join(texts)
    inner = [_decoded(run) for text in [whole, *texts] for run in _BASE64.findall(text)]
    return _BETWEEN.join([received, whole, *inner])


def _decoded(run: bytes) -> bytes:
    text = run.rstrip(b"=")
    text = text[: len(text) - (len(text) % 4 == 1)].replace(b"-", b"+").replace(b"_", b"/")
    return b64decode(text + b"=" * (-len(text) % 4))


@lru_cache(maxsize=256)
def runs_of_order(
    orders: Sequence[Sequence[str]],
    shown: Sequence[frozenset[str]],
    named: frozenset[str],
) -> re.Pattern[bytes]:
    """What finds cards that follow each other in an order, up or down, none of them shown.

    Whatever stands between them: commas and quotes, spaces, or tag and length of a field.
    """
    pieces = set()
    for number, order in enumerate(orders):
        known = shown[number] if number < len(shown) else frozenset()
        for start in range(len(order) - _IN_A_ROW + 1):
            run = order[start : start + _IN_A_ROW]
            if not known & {*run} and not named >= {*run} and len({*run}) == _IN_A_ROW:
                pieces |= {tuple(run), tuple(reversed(run))}
    return _pattern_of(pieces)


def is_evenly_spaced(run: bytes) -> bool:
    """Whether the same stands after the first card of a run and after the second.

    Base64 is such a text that cards with anything between them are found in it by chance.
    """
    gap = (len(run) - _IN_A_ROW * _CARD) // 2
    return run[_CARD : _CARD + gap] == run[2 * _CARD + gap : -_CARD]


def runs_read(answer: Message | str, pack: str) -> re.Pattern[bytes]:
    """What finds cards that follow each other in an answer as it is read, in that order.

    A meld or a sorted hand of one deal is now and then what three unseen cards of another
    were in a row. Whether its reader may know those cards is judged card by card.
    """
    cards = list(cards_in_turn(answer, pack))
    starts = range(len(cards) - _IN_A_ROW + 1)
    return _pattern_of({tuple(cards[start : start + _IN_A_ROW]) for start in starts})


def _pattern_of(runs: Iterable[tuple[str, ...]]) -> re.Pattern[bytes]:
    """Each place where one of the runs begins, even within another; the run is group 1."""
    ways = [rb".{0,4}".join(card.encode() for card in run) for run in sorted(runs)]
    return re.compile(rb"(?=(" + b"|".join(ways) + rb"))", re.DOTALL) if ways else _NOTHING


def hand_masks(deal: events_pb2.DealStarted, reader: int | None, pack: str) -> Iterator[bytes]:
    """The hands dealt to others as the engine has them, one bit a card, in several notations."""
    cards = [str(card) for card in pack_named(pack).cards]
    if len({*cards}) < len(pack_named(pack).deck):
        return  # in a double pack a hand is no set
    for hand in deal.hands:
        if hand.seat != reader:
            mask = sum(1 << cards.index(card) for card in hand.cards)
            if mask < _LEAST_MASK:
                continue
            yield str(mask).encode()
            yield f"{mask:x}".encode()
            yield _varint(mask)
            size = (mask.bit_length() + 7) // 8
            yield from (mask.to_bytes(size, "little"), mask.to_bytes(size, "big"))


def _varint(number: int) -> bytes:
    written = bytearray()
    while number > 0x7F:
        written.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*written, number])


def _field_names(package: Iterable[FileDescriptor]) -> set[str]:
    names = set()
    waiting = [message for file in package for message in file.message_types_by_name.values()]
    while waiting:
        message = waiting.pop()
        waiting += message.nested_types
        names |= {name for field in message.fields for name in (field.name, field.json_name)}
    return names


def _files(package: object) -> list[FileDescriptor]:
    path, name = package.__path__, package.__name__  # type: ignore[attr-defined]  # as packages have
    modules = [each.name for each in pkgutil.iter_modules(path) if each.name.endswith("_pb2")]
    return [importlib.import_module(f"{name}.{module}").DESCRIPTOR for module in modules]


_OPTIONS = {option.name for ruleset in RULESETS.values() for option in ruleset.options}
_STORED_ONLY = _field_names(_files(conquian_storage.v1)) - _field_names(_files(conquian.v1))
STORED_NAME = re.compile(b'"(?:' + "|".join(sorted(_STORED_ONLY - _OPTIONS)).encode() + b')" ?:')
"""A field of the stored form that no message of the API has, as JSON would name it."""
