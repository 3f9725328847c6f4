"""What the rulesets of family H set and may set, as "Options of R3" prints it."""

from __future__ import annotations

from dataclasses import dataclass

from tests.oracle.melds import RANKS, SUITS

JOKER = "JK"


@dataclass(frozen=True, kw_only=True)
class Options:
    """Every option of one game; those of other rulesets stay at their defaults."""

    ruleset: str
    seats: int
    dealt: int = 10
    pack: str = "full52"
    ace: str = "both"
    game_fee: int = 100
    spot_fee: int = 2
    opening: int = 40
    opening_single: bool = False
    bank_depth: str = "top"
    values: str = "face"
    set_joker: str = "any"
    joker_minus: int | None = None
    express_on_empty_table: bool = False
    minus_target: int = 100
    lowest_deals: bool = False
    deals: int | None = None
    points_target: int | None = None
    max_deals: int = 50

    @property
    def cards(self) -> list[str]:
        """The whole pack in order, copies side by side, jokers last (R1)."""
        singles = [rank + suit for suit in SUITS[self.ranked] for rank in RANKS[self.ranked]]
        copies = 1 if self.ruleset == "colonel" else 2
        jokers = {"kunken": 4, "coon_can": 2}.get(self.ruleset, 0)
        return [card for card in singles for _ in range(copies)] + [JOKER] * jokers

    @property
    def ranked(self) -> str:
        """The single pack that ranks and suits are those of."""
        return self.pack if self.ruleset == "colonel" else "full52"

    @property
    def last_discard(self) -> bool:
        """Whether the hand may only empty with a discard (R3.20, R3.30)."""
        return self.ruleset in ("coo_can", "kunken")

    def as_text(self) -> dict[str, str]:
        """The ruleset's options as the texts that create it; of the lengths the one in force."""
        own = {
            "colonel": {"pack": self.pack, "ace": self.ace},
            "coo_can": {"game_fee": str(self.game_fee), "spot_fee": str(self.spot_fee)},
            "kunken": {
                "dealt": str(self.dealt),
                "opening": str(self.opening),
                "opening_single": _switch(self.opening_single),
                "bank_depth": self.bank_depth,
                "values": self.values,
                "set_joker": self.set_joker,
                "joker_minus": "off" if self.joker_minus is None else str(self.joker_minus),
                "express_on_empty_table": _switch(self.express_on_empty_table),
                "lowest_deals": _switch(self.lowest_deals),
            },
            "coon_can": {},
        }[self.ruleset]
        text = dict(own, max_deals=str(self.max_deals))
        if self.deals is not None:
            text["deals"] = str(self.deals)
        elif self.points_target is not None:
            text["points_target"] = str(self.points_target)
        else:
            text["minus_target"] = str(self.minus_target)
        return text


def _switch(on: bool) -> str:
    return "true" if on else "false"


def options_from(ruleset: str, seats: int, text: dict[str, str]) -> Options:
    """Options from their texts, such as a record or a view gives them; what lacks is default."""
    read: dict[str, str | int | bool | None] = {}
    for name, value in text.items():
        if name == "joker_minus":
            read[name] = None if value == "off" else int(value)
        elif value in ("true", "false"):
            read[name] = value == "true"
        elif value == "none":
            read[name] = None
        else:
            read[name] = int(value) if value.isdigit() else value
    default = RULESETS[ruleset]
    length = {"deals", "points_target", "minus_target"} & {
        name for name in read if read[name] is not None
    }
    if length:
        read = {"deals": None, "points_target": None} | read
    merged = {name: getattr(default, name) for name in default.__dataclass_fields__}
    return Options(**merged | read | {"ruleset": ruleset, "seats": seats})


RULESETS = {
    "colonel": Options(ruleset="colonel", seats=2, deals=1),
    "coo_can": Options(ruleset="coo_can", seats=2, deals=1),
    "kunken": Options(ruleset="kunken", seats=2, dealt=12),
    "coon_can": Options(ruleset="coon_can", seats=2, deals=1),
}
"""Every ruleset of family H with its defaults, for two."""

SEATS = {"colonel": (2,), "coo_can": range(2, 7), "kunken": range(2, 9), "coon_can": range(2, 7)}
"""The numbers of seats each ruleset can be played by."""
