"""Why options make no game, told so that nobody has to guess: ranges, sums, the rule."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches

from conquian_engine import OptionSpec, RulesetSpec, pack_named
from conquian_service.application.errors import (
    CallReason,
    CallRefused,
    Detail,
)

_LONGEST = 40
"""Characters of a caller's own words that are told back."""
_LENGTHS = frozenset({"until_won", "deals", "points_target", "minus_target"})


def allowed_values(option: OptionSpec) -> str:
    """What an option may be: "7-10", "3-13, none", "free, ends_only", "true, false"."""
    match option.kind:
        case "choice":
            return ", ".join(option.choices)
        case "bool":
            return "true, false"
        case _:
            return f"{option.low}-{option.high}" + (", none" if option.allows_none else "")


def allowed_seats(spec: RulesetSpec) -> str:
    """The numbers of seats of a ruleset: "2" or "2-6"."""
    fewest, most = min(spec.seats), max(spec.seats)
    return str(fewest) if fewest == most else f"{fewest}-{most}"


def refusal_of_options(
    spec: RulesetSpec, options: Mapping[str, str], refused: tuple[str, ...], *, seats: int | None
) -> CallRefused:
    """The refusal of options that the rules refuse; `refused` names those concerned."""
    known = {option.name: option for option in spec.options}
    unknown = sorted(name for name in options if name not in known)
    if unknown:
        return _unknown(unknown, list(known))
    if refused == ("seats",):
        return CallRefused(
            CallReason.FIELD_INVALID,
            field="seats",
            options=refused,
            detail=Detail.ONLY_ONE if len(spec.seats) == 1 else None,
            facts={"value": str(seats), "allowed": allowed_seats(spec)},
        )
    if len(refused) == 1 and refused[0] in known:
        option = known[refused[0]]
        return CallRefused(
            CallReason.OPTION_INVALID,
            field="options",
            rule=option.rule,
            options=refused,
            facts={
                "value": options.get(option.name, "")[:_LONGEST],
                "allowed": allowed_values(option),
            },
        )
    return _conflict(spec, options, refused, seats=seats)


def _unknown(unknown: list[str], known: list[str]) -> CallRefused:
    facts = {}
    if len(unknown) == 1:
        for closest in get_close_matches(unknown[0][:_LONGEST], known, n=1):
            facts["closest"] = closest
    return CallRefused(
        CallReason.OPTION_UNKNOWN,
        field="options",
        options=tuple(name[:_LONGEST] for name in unknown),
        facts=facts,
    )


def _conflict(
    spec: RulesetSpec, options: Mapping[str, str], refused: tuple[str, ...], *, seats: int | None
) -> CallRefused:
    """Options that are each possible and not together ("Options of R2")."""
    given = {option.name: options.get(option.name, option.default) for option in spec.options}
    facts: dict[str, str] = {}
    detail, rule = None, ""
    if _LENGTHS.issuperset(refused):
        asked = [name for name in refused if options.get(name, "none") not in ("none", "false")]
        detail, rule = Detail.TWO_LENGTHS if len(asked) > 1 else Detail.NO_LENGTH, "R2.27"
    elif set(refused) == {"black_twos_wild", "pack"}:
        detail, rule, facts = Detail.NO_BLACK_TWOS, "R2.30", {"pack": given["pack"]}
    elif set(refused) == {"dealt", "pack"}:
        detail, rule = Detail.PACK_TOO_SMALL, "R2.1"
        count, dealt = seats or spec.seats[0], int(given["dealt"])
        extra = 1 + (given.get("opening_upcard") == "true")
        needed, limit = count * dealt + extra, len(pack_named(given["pack"]).deck)
        facts = {
            "seats": str(count),
            "dealt": str(dealt),
            "extra": str(extra),
            "needed": str(needed),
            "pack": given["pack"],
            "limit": str(limit),
            "value": f"{count} x {dealt} + {extra} = {needed}",
            "allowed": f"0-{limit}",
        }
    return CallRefused(
        CallReason.OPTIONS_CONFLICT,
        field="options",
        rule=rule,
        options=refused,
        detail=detail,
        facts=facts,
    )
