"""Which language a caller reads, by `accept-language` (RFC 9110, section 12.5.4).

The same on every door; the value is looked at only where a text is about to be told. A
header is never refused: what cannot be read in it is passed over, and where it asks for
nothing that there is, English is told.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from conquian_service.texts.reading import DEFAULT_LANGUAGE, languages

ACCEPT_LANGUAGE = "accept-language"

_LONGEST = 1_000
"""Characters of a header that are read; what browsers send has fewer than a hundred."""
_RANGE = re.compile(
    r"\s*(?P<tag>\*|[a-z]{1,8}(?:[-_][a-z0-9]{1,8})*)\s*"
    r"(?:;\s*q\s*=\s*(?P<weight>0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?",
    re.ASCII | re.IGNORECASE,
)
_ANY = "*"


def choose_language(values: Iterable[str | bytes]) -> str:
    """The language to answer in, by all values of the header.

    The heaviest range decides, of equal ones the first. A range asks for its first subtag:
    "es-MX" is content with Spanish. "*" stands for whatever no other range names, the
    default first; a weight of 0 rules a language out.

    >>> choose_language(["fr, es-MX;q=0.8, en;q=0.5"])
    'es'
    >>> choose_language(["en;q=0, *;q=0.1"])
    'es'
    """
    weights = _weights(values)
    rest = weights.pop(_ANY, 0.0)
    there_are = languages()
    weights.update({language: rest for language in there_are if language not in weights})
    wanted = [language for language in weights if language in there_are]
    chosen = max(wanted, key=lambda language: weights[language])
    return chosen if weights[chosen] > 0 else DEFAULT_LANGUAGE


def _weights(values: Iterable[str | bytes]) -> dict[str, float]:
    """The greatest weight of each first subtag, in the order in which they are named."""
    weights: dict[str, float] = {}
    for value in values:
        text = value if isinstance(value, str) else value.decode("latin-1")
        for part in text[:_LONGEST].split(","):
            found = _RANGE.fullmatch(part)
            if found is None:
                continue
            weight = float(found["weight"] or 1)
            primary, *rest = re.split("[-_]", found["tag"].lower())
            if rest and not weight:
                continue  # rules out one kind of a language only, which no text here is of
            weights[primary] = max(weight, weights.get(primary, 0.0))
    return weights
