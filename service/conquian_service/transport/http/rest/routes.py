"""From a path and a verb to the route that serves them.

Templates are compiled once; a request costs a few matches of a regular expression.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from conquian_service.transport.http.rest.templates import Template

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Place(Generic[T]):
    """All that can be done at one path."""

    template: Template
    by_verb: Mapping[str, T]
    allowed: str
    """The verbs, as the header `Allow` lists them."""


class Routes(Generic[T]):
    """Every place there is."""

    def __init__(self, routes: Iterable[tuple[Template, str, T]]) -> None:
        by_pattern: dict[str, tuple[Template, dict[str, T]]] = {}
        for template, verb, route in routes:
            _, by_verb = by_pattern.setdefault(template.pattern.pattern, (template, {}))
            assert verb not in by_verb, f"two methods at {verb} {template.text}"
            by_verb[verb] = route
        places = [
            Place(template, by_verb, ", ".join(_allowed(by_verb)))
            for template, by_verb in by_pattern.values()
        ]
        places.sort(key=lambda place: -place.template.literals)
        self._by_size: dict[int, list[Place[T]]] = defaultdict(list)
        self._of_any_size = [place for place in places if "**" in place.template.text]
        for place in places:
            if place not in self._of_any_size:
                self._by_size[place.template.text.count("/")].append(place)

    def find(self, path: str) -> tuple[Place[T], tuple[str, ...]] | None:
        """The place of a path as it was sent, undecoded, and what its variables match."""
        for place in (*self._by_size.get(path.count("/"), ()), *self._of_any_size):
            match = place.template.pattern.fullmatch(path)
            if match is not None:
                return place, match.groups()
        return None


def _allowed(by_verb: Mapping[str, object]) -> list[str]:
    verbs = {*by_verb, "OPTIONS"}
    if "GET" in by_verb:
        verbs.add("HEAD")
    return sorted(verbs)
