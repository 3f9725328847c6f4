"""How many melds there are, and how many ways to lay eleven cards, counted two ways."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from itertools import combinations

import pytest

from conquian_engine import Card, judge_meld, resolve_rules, takings
from tests.oracle.melds import Meld, all_melds, cards_of, is_run, is_set
from tests.oracle.takings import Layout, cards_on
from tests.oracle.words import plain_layout
from tests.support.families import upcard_rules

CENSUS = [
    # pack, max_run, sets, runs. A rank has C(4,3) + C(4,4) sets, a suit of n ranks n + 1 - k
    # runs of k cards.
    ("short40", 8, 50, 132),
    ("short40", None, 50, 144),
    ("short40", 3, 50, 32),
    ("spanish40", 8, 50, 132),
    ("courtless40", 8, 50, 132),
    ("courtless40", None, 50, 144),
    ("full52", 8, 65, 204),
    ("full52", None, 65, 264),
]
RULESET_OF = {
    "short40": "classic",
    "spanish40": "spanish",
    "courtless40": "courtless",
    "full52": "full_pack",
}
ELEVEN_CARDS = 11
SLICES = 8


@pytest.mark.parametrize(("pack", "max_run", "sets", "runs"), CENSUS)
def test_oracle_counts_melds(pack: str, max_run: int | None, sets: int, runs: int) -> None:
    """The oracle finds the sets and runs that arithmetic asks for (R2.13)."""
    melds = all_melds(pack, max_run)

    assert sets == sum(is_set(meld) for meld in melds)
    assert runs == sum(is_run(pack, max_run, meld) for meld in melds)
    assert sets + runs == len(set(melds))


@pytest.mark.parametrize(("pack", "max_run", "sets", "runs"), CENSUS)
def test_engine_counts_melds(pack: str, max_run: int | None, sets: int, runs: int) -> None:
    """Judging every small combination and every part of a suit finds the same melds (R2.13)."""
    longest = "none" if max_run is None else str(max_run)
    rules = resolve_rules(RULESET_OF[pack], {"max_run": longest})
    cards = cards_of(pack)
    tried = [frozenset(some) for size in (1, 2, 3) for some in combinations(cards, size)]
    for suit in {card[1] for card in cards}:
        ranked = [card for card in cards if card[1] == suit]
        for size in range(4, len(ranked) + 1):
            tried += [frozenset(some) for some in combinations(ranked, size)]
    for rank in {card[0] for card in cards}:
        tried.append(frozenset(card for card in cards if card[0] == rank))
    found = {
        some for some in tried if judge_meld(rules, [Card(card) for card in sorted(some)]) is None
    }

    assert set(all_melds(pack, max_run)) == found
    assert sets + runs == len(found)


@pytest.mark.parametrize("suits", ["CDH", "CS", "DHS"])
def test_engine_refuses_other_fours(suits: str) -> None:
    """Of all combinations of four cards only the sets and runs of four are melds (R2.13)."""
    rules = upcard_rules(resolve_rules("classic"))
    order = [Card(card) for card in cards_of("short40") if card[1] in suits or card[0] in "AQ"]
    found = sum(judge_meld(rules, some) is None for some in combinations(order, 4))
    reachable = frozenset(map(str, order))

    assert found == sum(
        len(meld) == 4 and meld <= reachable for meld in all_melds("short40", rules.max_run)
    )


@cache
def _ways_to_lay_eleven() -> dict[frozenset[str], set[Layout]]:
    """Every layout of exactly eleven cards of `short40`, by its cards."""
    ways: dict[frozenset[str], set[Layout]] = defaultdict(set)

    def lay(place: int, layout: tuple[Meld, ...], cards: frozenset[str]) -> None:
        if len(cards) == ELEVEN_CARDS:
            ways[cards].add(frozenset(layout))
        for following, meld in enumerate(melds[place:], place + 1):
            if len(meld) + len(cards) <= ELEVEN_CARDS and not meld & cards:
                lay(following, (*layout, meld), cards | meld)

    melds = all_melds("short40", 8)
    lay(0, (), frozenset())
    return ways


def test_ways_to_lay_eleven() -> None:
    """There are 48,960 ways to lay exactly eleven cards, of 43,344 sets of cards."""
    ways = _ways_to_lay_eleven()

    assert len(ways) == 43_344
    assert sum(map(len, ways.values())) == 48_960


@pytest.mark.parametrize("part", range(SLICES))
def test_engine_lays_every_eleven(part: int) -> None:
    """A hand of ten with the eleventh card on offer goes out in exactly those ways (R2.16)."""
    rules = upcard_rules(resolve_rules("classic"))
    ways_to_lay = _ways_to_lay_eleven()
    for cards in sorted(ways_to_lay, key=sorted)[part::SLICES]:
        ways = ways_to_lay[cards]
        upcard, *hand = sorted(map(Card, cards))
        out = [
            plain_layout(layout)
            for layout in takings(rules, (), hand, upcard)
            if sum(map(len, layout)) == ELEVEN_CARDS
        ]
        assert len(ways) == len(out)
        assert ways == set(out)
        assert all(cards_on(layout) == cards for layout in out)
