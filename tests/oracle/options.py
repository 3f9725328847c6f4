"""What the rulesets of family U set, as RULES.md's table and list of options print it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Options:
    """Every option of one game, in the words of "Options of R2"."""

    ruleset: str
    seats: int
    pack: str
    dealt: int
    packet: int = 2
    trade_rounds: int = 0
    trade_direction: str = "next"
    opening_upcard: bool = True
    extra_hand_cards: bool = True
    hand_only_melds: str = "never"
    max_run: int | None = 8
    rearrange: str = "free"
    forcing: str = "simple"
    force_scope: str = "any"
    on_drawn: str = "carry"
    scoring: str = "stake"
    deals: int | None = None
    points_target: int | None = None
    max_deals: int = 50
    black_twos_wild: bool = False
    borrow_from_opponents: bool = False

    @property
    def target(self) -> int:
        """Table cards that go out (R2.2)."""
        return self.dealt + 1

    @property
    def until_won(self) -> bool:
        """Whether the game lasts until a deal is won (R2.27)."""
        return self.deals is None and self.points_target is None

    def as_text(self) -> dict[str, str]:
        """Every option as the text that creates it; of the game lengths the one in force."""
        numbers = {"dealt": self.dealt, "packet": self.packet, "max_deals": self.max_deals}
        numbers |= {"trade_rounds": self.trade_rounds}
        switches = {
            "opening_upcard": self.opening_upcard,
            "extra_hand_cards": self.extra_hand_cards,
            "black_twos_wild": self.black_twos_wild,
            "borrow_from_opponents": self.borrow_from_opponents,
        }
        text = {"pack": self.pack, "forcing": self.forcing, "force_scope": self.force_scope}
        text |= {"trade_direction": self.trade_direction, "rearrange": self.rearrange}
        text |= {"hand_only_melds": self.hand_only_melds}
        text |= {"on_drawn": self.on_drawn, "scoring": self.scoring}
        text |= {name: str(number) for name, number in numbers.items()}
        text |= {name: "true" if on else "false" for name, on in switches.items()}
        text["max_run"] = "none" if self.max_run is None else str(self.max_run)
        if self.deals is not None:
            text["deals"] = str(self.deals)
        elif self.points_target is not None:
            text["points_target"] = str(self.points_target)
        else:
            text["until_won"] = "true"
        return text


def _ruleset(name: str, seats: int, pack: str, dealt: int) -> Options:
    return Options(ruleset=name, seats=seats, pack=pack, dealt=dealt)


RULESETS = {
    options.ruleset: options
    for options in (
        _ruleset("classic", 2, "short40", 10),
        Options(
            ruleset="classic_points",
            seats=2,
            pack="short40",
            dealt=10,
            scoring="hand_points",
            points_target=100,
        ),
        _ruleset("spanish", 2, "spanish40", 10),
        _ruleset("courtless", 2, "courtless40", 10),
        _ruleset("full_pack", 2, "full52", 10),
        _ruleset("nine_ten", 2, "short40", 9),
        _ruleset("three_player", 3, "short40", 8),
        _ruleset("four_player", 4, "short40", 7),
        Options(
            ruleset="mexican",
            seats=2,
            pack="spanish40",
            dealt=8,
            packet=1,
            trade_rounds=1,
            opening_upcard=False,
        ),
        Options(
            ruleset="foster_cooncan",
            seats=2,
            pack="courtless40",
            dealt=10,
            max_run=None,
            rearrange="ends_only",
        ),
    )
}
"""Every ruleset of family U, resolved by the table of RULES.md; `mexican` for two."""
