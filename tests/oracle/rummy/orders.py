"""Pack orders stacked to deal given hands (R1.2, R3.4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from tests.oracle.rummy.dealing import bad_hands, deal_hands, dealt_to
from tests.oracle.rummy.options import JOKER, Options


def stacked(
    options: Options,
    dealer: int,
    hands: Mapping[int, str],
    pile: str = "",
    playing: Sequence[int] | None = None,
) -> list[str]:
    """The order that deals these cards to these hands, with this pile next.

    Where discards start the first card of the pile is theirs, the others are the top of
    the stock. What is not named is filled up with naturals, no two alike in a hand.
    """
    seats = range(options.seats) if playing is None else playing
    round_table = sorted(seats, key=lambda seat: (seat - dealer - 1) % options.seats)
    to = dealt_to(options, dealer, round_table)
    sizes = Counter(to)
    left = Counter(options.cards)
    left.subtract(" ".join([*hands.values(), pile]).split())
    if min(left.values()) < 0:
        raise ValueError(f"more than there are: {-left}")
    # Mixed by a stride, so that what fills a hand up is seldom a meld.
    rest = sorted(left.elements())
    rest = [card for start in range(7) for card in rest[start::7]]
    dealt = {seat: hands.get(seat, "").split() for seat in round_table}
    for seat, hand in dealt.items():
        while len(hand) < sizes[seat]:
            fill = next(card for card in rest if card not in hand and card != JOKER)
            rest.remove(fill)
            hand.append(fill)
        if len(hand) > sizes[seat]:
            raise ValueError(f"too many cards for seat {seat}")
    order = [dealt[seat].pop(0) for seat in to] + pile.split() + rest
    assert not bad_hands(options, deal_hands(options, dealer, round_table, order)[0])
    return order
