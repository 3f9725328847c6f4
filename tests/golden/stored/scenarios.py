"""The games that are recorded; together they hold every word of the stored form."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from types import MappingProxyType

from conquian_engine import Card, Cause, Seat, pack_named, resolve_rules
from conquian_service.application.game import Access, Holder, SeatKind
from conquian_service.application.log import GameCreated
from tests.support.sittings import NAMES, Sitting


def waiting() -> Sitting:
    """Seats taken, freed, taken again; a token of no drawn epoch; the first dealer is fixed."""
    sitting = _table(1, "classic_points", Access.UNLISTED, first_dealer=1)
    sitting.join(1, Holder("Ana", SeatKind.HUMAN, "usr_8c1f0a2e", b"\x00\xff" * 8))
    sitting.issue_token(1, epoch=0)
    sitting.free(1)
    sitting.join(0, Holder("", SeatKind.BOT, "", b""))
    return sitting


def cancelled() -> Sitting:
    """Called off before the start."""
    sitting = _table(2, "nine_ten", Access.PUBLIC)
    sitting.join(0, Holder("Tom", SeatKind.HUMAN, "", b""))
    sitting.cancel()
    return sitting


def went_out() -> Sitting:
    """A whole game of `classic`, in which a seat that could force does not."""
    return _played(121, "classic")


def points() -> Sitting:
    """Hands are counted."""
    return _played(28, "classic_points", {"points_target": "10", "packet": "1"})


def drawn() -> Sitting:
    """The stock runs out; no opening upcard; a Spanish pack."""
    options = {"on_drawn": "fewest_cards", "opening_upcard": "false", "deals": "1"}
    return _played(1, "spanish", options)


def deal_limit() -> Sitting:
    """Drawn until no more deals are allowed; a whole pack."""
    options = {
        "max_deals": "1",
        "max_run": "none",
        "forcing": "off",
        "on_drawn": "double",
        "extra_hand_cards": "false",
    }
    return _played(1, "full_pack", options)


def resigned() -> Sitting:
    """One of three runs out of time, one is sent off, in a game with forces."""
    sitting = _table(22, "three_player", Access.PUBLIC, {"forcing": "rearrange"})
    _seat_all(sitting)
    _play(sitting, 24)
    sitting.resign(0, Cause.TIME)
    _play(sitting, 4)
    sitting.resign(2, Cause.FORFEIT)
    return sitting


def given_up() -> Sitting:
    """One of two resigns."""
    options = {"force_scope": "discards_only", "max_run": "5"}
    sitting = _table(4, "courtless", Access.PUBLIC, options)
    _seat_all(sitting)
    _play(sitting, 6)
    sitting.resign(1)
    return sitting


def voided() -> Sitting:
    """Made void while it runs: private, four seats, an order from the creator."""
    chance = random.Random(8)
    cards = pack_named("short40").cards
    orders = (tuple(chance.sample(cards, len(cards))), cards)
    sitting = _table(8, "four_player", Access.PRIVATE, pinned_orders=orders)
    _seat_all(sitting)
    _play(sitting, 30)
    sitting.issue_token(2, epoch=700_000_000)
    sitting.cancel()
    return sitting


def traded() -> Sitting:
    """Cards are traded by three, one of whom leaves; ends of runs alone are lent."""
    options = {"trade_rounds": "2", "trade_direction": "previous", "rearrange": "ends_only"}
    sitting = _table(3, "mexican", Access.PUBLIC, options, seats=3)
    _seat_all(sitting)
    _play(sitting, 4)
    sitting.resign(1)
    _play(sitting, 12)
    return sitting


def borrowed() -> Sitting:
    """Opponents' cards are used, hand cards laid alone, and black twos are wild."""
    options = {
        "borrow_from_opponents": "true",
        "hand_only_melds": "after_turn_up",
        "black_twos_wild": "true",
    }
    return _played(2, "classic", options)


def challenged() -> Sitting:
    """`colonel` with a Spanish pack, the first order given: refused, then accepted twice."""
    cards = pack_named("spanish40").deck
    order = tuple(random.Random(5).sample(cards, len(cards)))
    options = {"pack": "spanish40", "deals": "2"}
    sitting = _table(5, "colonel", Access.PUBLIC, options, pinned_orders=(order,))
    _seat_all(sitting)
    _play(sitting, 1000)
    return sitting


def stopped() -> Sitting:
    """`coon_can` of six: jokers are moved, the stock runs out, a seat stops."""
    sitting = _table(22, "coon_can", Access.UNLISTED, seats=6)
    _seat_all(sitting)
    _play(sitting, 1000)
    return sitting


def reshuffled() -> Sitting:
    """`coo_can` of six, whose discards are shuffled; called off."""
    sitting = _table(0, "coo_can", Access.PUBLIC, {"game_fee": "10"}, seats=6)
    _seat_all(sitting)
    _play(sitting, 150)
    sitting.cancel()
    return sitting


def declared() -> Sitting:
    """`coo_can` of two: fours, single cards, few cards left."""
    return _played(22, "coo_can", {"spot_fee": "1"})


def stuck() -> Sitting:
    """`coo_can` in which nobody plays anything for thirty turns."""
    return _played(4, "coo_can")


def turned_over() -> Sitting:
    """`kunken` of eight: dealt again, opened, a joker taken, the bank turned over; one resigns."""
    sitting = _table(47, "kunken", Access.PUBLIC, {"bank_depth": "any", "dealt": "13"}, seats=8)
    _seat_all(sitting)
    _play(sitting, 16)
    sitting.resign(3)
    _play(sitting, 3)
    sitting.cancel()
    return sitting


SCENARIOS: Mapping[str, Callable[[], Sitting]] = MappingProxyType(
    {
        scenario.__name__: scenario
        for scenario in (
            waiting,
            cancelled,
            went_out,
            points,
            drawn,
            deal_limit,
            resigned,
            given_up,
            voided,
            traded,
            borrowed,
            challenged,
            stopped,
            reshuffled,
            declared,
            stuck,
            turned_over,
        )
    }
)


def _table(
    seed: int,
    ruleset: str,
    access: Access,
    options: Mapping[str, str] = MappingProxyType({}),
    *,
    first_dealer: int | None = None,
    pinned_orders: tuple[tuple[Card, ...], ...] = (),
    seats: int | None = None,
) -> Sitting:
    dealer = None if first_dealer is None else Seat(first_dealer)
    secret = random.Random(seed).randbytes(32)
    rules = resolve_rules(ruleset, options, seats=seats)
    return Sitting(GameCreated(rules, access, dealer, secret, pinned_orders))


def _seat_all(sitting: Sitting) -> None:
    for seat in range(sitting.game.rules.seats):
        kind = SeatKind.BOT if seat == 2 else SeatKind.HUMAN
        sitting.join(seat, Holder(NAMES[seat], kind, "", bytes([seat]) * 16))


def _play(sitting: Sitting, moves: int) -> None:
    chance = random.Random(sitting.game.seed)
    for _ in range(moves):
        if sitting.game.over:
            return
        sitting.move(chance)


def _played(seed: int, ruleset: str, options: Mapping[str, str] = MappingProxyType({})) -> Sitting:
    sitting = _table(seed, ruleset, Access.PUBLIC, options)
    _seat_all(sitting)
    _play(sitting, 1000)
    return sitting
