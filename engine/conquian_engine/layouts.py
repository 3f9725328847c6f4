"""Layouts in general: under `ends_only`, with opponents' cards, and without the upcard.

`takings` knows the common case, own melds rearranged freely around the upcard, and is the
faster for it; both agree where both apply (a test compares).

Under `ends_only` a layout is found in the order that the rule gives: each old meld grows
by upcard and hand cards, then lends; new melds are formed of what was lent, the upcard and
hand cards. A new meld may not be a piece of one old meld: that would split it.

What opponents lend is chosen first, and then has to be laid whole: most choices end at the
first card that finds no meld, and none has to be thrown away for what it leaves behind.

Source: R2.10-R2.15, R2.31.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from conquian_engine.cards import Layout
from conquian_engine.lending import kept_by_ends, loans, rest_of
from conquian_engine.melds import MeldTable, why_no_meld
from conquian_engine.refusals import Reason, Refusal
from conquian_engine.rules import Rearrange, Rules
from conquian_engine.takings import Masks, add_melds, read_layout


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """What a seat's layout may be made of, as masks."""

    own: Masks
    """The melds of its table."""
    hand: int
    upcard: int = 0
    """One card; 0 for a layout of hand cards only."""
    others: Masks = ()
    """Opponents' melds that may lend."""

    @property
    def must(self) -> int:
        """The cards that every layout holds."""
        return sum(self.own) | self.upcard


def layouts(rules: Rules, melds: MeldTable, ground: Ground) -> list[Masks]:
    """Every legal layout in `layout_order`, sorted by the melds' masks."""
    return sorted({melds.layout_order(masks) for masks in find_layouts(rules, melds, ground)})


def find_layouts(
    rules: Rules, melds: MeldTable, ground: Ground, *, at_least: int = 0
) -> Iterator[Masks]:
    """Legal layouts of at least so many cards as they are found, some more than once."""
    found = search_layouts(rules, melds, ground, at_least=at_least)
    return (masks for masks in found if masks is not None)


def search_layouts(
    rules: Rules, melds: MeldTable, ground: Ground, *, at_least: int = 0
) -> Iterator[Masks | None]:
    """As `find_layouts`, with a None for each step that found nothing.

    With cards to borrow the search can take seconds, and find nothing for long: so whoever
    follows it can do something else between two steps, or give up.
    """
    ends_only = rules.rearrange is Rearrange.ENDS_ONLY
    own, hand, upcard = ground.must, ground.hand, ground.upcard
    hand_melds: list[int] | None = None
    fewest = max(0, at_least - (own | hand).bit_count())
    for lent in loans(melds, ground.others, own | hand, ends_only=ends_only, fewest=fewest):
        if lent is None:
            yield None
            continue
        must = own | lent
        # Most upcards make no meld at all: the rest is not looked at before.
        if upcard and not melds.through(upcard.bit_length() - 1, must | hand):
            yield None
            continue
        if hand_melds is None:
            hand_melds = melds.within(hand)
        whole = (must | hand).bit_count() == at_least
        found = (
            (
                masks
                for kept in _kept(melds, ground)
                for masks in kept.completed(lent, hand_melds, whole=whole)
            )
            if ends_only
            else _completed(melds, must, hand, hand_melds, whole=whole)
        )
        for masks in found:
            if masks is None or sum(masks).bit_count() < at_least:
                yield None
            else:
                allowed = _why_not_allowed(rules, melds, ground, masks) is None
                yield masks if allowed else None


def why_no_layout(rules: Rules, melds: MeldTable, ground: Ground, layout: Layout) -> Refusal | None:
    """Why a layout is not legal; None if it is one.

    Of several faults the first of these is told: cards the pack or the player does not
    have, cards left out, cards that do not meld, melds that may not change so, hand cards
    that may not come along.
    """
    masks = read_layout(melds, layout)
    if isinstance(masks, Refusal):
        return masks
    laid = sum(masks)
    cards_in = melds.pack.cards_in
    if foreign := laid & ~(ground.must | ground.hand | sum(ground.others)):
        rule = "R2.10" if ground.upcard else "R2.12"
        return Refusal(Reason.CARD_NOT_IN_HAND, rule, cards_in(foreign))
    if unused := ground.upcard & ~laid:
        return Refusal(Reason.UPCARD_NOT_USED, "R2.10", cards_in(unused))
    if missing := ground.must & ~laid:
        return _why_missing(rules, melds, ground, masks, missing)
    for mask in masks:
        if mask not in melds.texts:
            return why_no_meld(melds, mask)
    if rules.rearrange is Rearrange.ENDS_ONLY and not _ends_allow(melds, ground, masks):
        return _not_kept(melds, ground, masks)
    return _why_not_allowed(rules, melds, ground, masks)


@dataclass(frozen=True, slots=True)
class _Kept:
    """Old melds after growing and lending; new ones are still to be formed."""

    melds: MeldTable
    ground: Ground
    old: Masks
    """What the old melds have become."""
    lent: int
    """What they lent, and the upcard unless one of them took it."""
    hand: int
    """Hand cards left."""

    def completed(
        self, lent_by_others: int, further: list[int], *, whole: bool = False
    ) -> Iterator[Masks | None]:
        """Every layout with new melds of all that was lent and of hand cards.

        `further` are melds of hand cards; those are left out that hold one which is no
        longer free. If `whole`, every hand card is laid.
        """
        must = self.lent | lent_by_others
        apart = [meld for meld in further if not (meld & ~self.hand or self._splits_old(meld))]
        for new in _completed(self.melds, must, self.hand, apart, whole=whole):
            if new is None or any(map(self._splits_old, new)):
                yield None
            else:
                yield (*self.old, *new)

    def _splits_old(self, new: int) -> bool:
        """Whether a new meld is a piece of one old one."""
        ground = self.ground
        return any(new & ~old == 0 for old in (*ground.own, *ground.others))


def _completed(
    melds: MeldTable, must: int, hand: int, hand_melds: list[int], *, whole: bool
) -> Iterator[Masks | None]:
    """Every choice of disjoint melds of all of `must` and of hand cards; of all if `whole`."""
    if whole:
        yield from _covers(melds, must | hand, 0, ())
        return
    for covered in _covers(melds, must, hand, ()):
        if covered is None:
            yield None
        else:
            found = [covered]
            add_melds(hand_melds, found)
            yield from found


def _covers(melds: MeldTable, must: int, free: int, laid: Masks) -> Iterator[Masks | None]:
    """Every way to complete `laid` so that all of `must` lies in melds of `must | free`.

    A wild card comes last: it finds a meld with almost any others. None for what leads nowhere.
    """
    if not must:
        yield laid
        return
    natural = must & ~melds.wilds or must
    lowest = (natural & -natural).bit_length() - 1
    through = melds.through(lowest, must | free)
    if not through:
        yield None
    for meld in through:
        yield from _covers(melds, must & ~meld, free & ~meld, (*laid, meld))


def _kept(melds: MeldTable, ground: Ground) -> Iterator[_Kept]:
    """Every way in which the old melds may grow and lend (R2.15)."""
    upcard = ground.upcard

    def after(place: int, old: Masks, lent: int, free: int) -> Iterator[_Kept]:
        if place == len(ground.own):
            yield _Kept(melds, ground, old, lent | free & upcard, free & ~upcard)
            return
        meld = ground.own[place]
        lowest = (meld & -meld).bit_length() - 1
        for grown in melds.through(lowest, meld | free):
            if meld & ~grown == 0:
                for kept in kept_by_ends(melds, grown):
                    left = free & ~grown
                    yield from after(place + 1, (*old, kept), lent | grown & ~kept, left)

    return after(0, (), 0, ground.hand | upcard)


def _ends_allow(melds: MeldTable, ground: Ground, masks: Masks) -> bool:
    """Whether `ends_only` allows a layout of valid melds that leaves no table card out."""
    laid = sum(masks)
    used = Ground(
        own=ground.own, hand=ground.hand & laid, upcard=ground.upcard, others=ground.others
    )
    lent = laid & sum(ground.others)
    wanted = melds.layout_order(masks)
    return any(
        wanted == melds.layout_order(found)
        for kept in _kept(melds, used)
        for found in kept.completed(lent, [], whole=True)
        if found is not None
    )


def _why_missing(
    rules: Rules, melds: MeldTable, ground: Ground, masks: Masks, missing: int
) -> Refusal:
    """Why a layout may not leave out these table cards.

    Under `ends_only` it is not the cards that are amiss, but that the meld does not lend
    others of its cards, unless those left out could stay with it.
    """
    if rules.rearrange is Rearrange.ENDS_ONLY:
        for meld in ground.own:
            lost = meld & missing
            parts = [mask for mask in masks if mask & meld]
            if lost and parts and not any(mask | lost in melds.texts for mask in parts):
                return Refusal(Reason.MELD_NOT_KEPT, "R2.15", melds.pack.cards_in(meld))
    return Refusal(Reason.TABLE_CARD_MISSING, "R2.10", melds.pack.cards_in(missing))


def _not_kept(melds: MeldTable, ground: Ground, masks: Masks) -> Refusal:
    """Names the old melds of which nothing is left as a meld; all if each looks kept."""
    free = ground.hand | ground.upcard
    gone = sum(meld for meld in ground.own if not any(mask & ~free & ~meld == 0 for mask in masks))
    cards = gone or sum(ground.own)
    return Refusal(Reason.MELD_NOT_KEPT, "R2.15", melds.pack.cards_in(cards))


def _why_not_allowed(
    rules: Rules, melds: MeldTable, ground: Ground, masks: Masks
) -> Refusal | None:
    """Why a layout of valid melds is not legal for other reasons than its own table's."""
    laid = sum(masks)
    cards_in = melds.pack.cards_in
    if broken := _broken(rules, melds, ground, laid):
        return Refusal(Reason.OPPONENT_MELD_BROKEN, "R2.31", cards_in(broken))
    if not ground.upcard:
        if not laid & ground.hand:
            return Refusal(Reason.NO_HAND_CARD_LAID, "R2.12")
        if laid.bit_count() >= rules.target:
            return Refusal(Reason.TARGET_REACHED, "R2.12", cards_in(laid))
    elif not rules.extra_hand_cards:
        own = next(mask for mask in masks if mask & ground.upcard)
        if extra := laid & ground.hand & ~own:
            return Refusal(Reason.EXTRA_HAND_CARD, "R2.12", cards_in(extra))
    return None


def _broken(rules: Rules, melds: MeldTable, ground: Ground, laid: int) -> int:
    """The first cards that an opponent's meld does not lend; 0 if all may be borrowed (R2.31)."""
    for meld in ground.others:
        left = meld & ~laid
        if left == meld:
            continue
        if rules.rearrange is Rearrange.ENDS_ONLY:
            lends = left in kept_by_ends(melds, meld)
        else:
            lends = rest_of(melds, left) is not None
        if not lends:
            return meld & laid
    return 0
