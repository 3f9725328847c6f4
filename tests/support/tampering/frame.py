"""Tampering with what holds a record together: rules, seats, numbers, times, the file itself."""

from __future__ import annotations

import re

from conquian_engine import RULESETS
from conquian_service.verification import FaultKind
from tests.support.tampering.record import Change, NotHere, Record, naming

RULES, TABLE, TIME, REVISION = (
    FaultKind.RULES,
    FaultKind.TABLE,
    FaultKind.TIME,
    FaultKind.REVISION,
)


def option_changed(record: Record) -> Change:
    """An option is told in two ways, by the game and by its creation."""
    options = record.pick([record.game, record.created])["options"]
    name = record.pick(sorted(options))
    options[name] = record.other(options[name], ["1", "3", "false", "off", "double", "none"])
    return naming(RULES, at=1, words=(f"option {name}",))


def option_missing(record: Record) -> Change:
    """An option is left out in one place."""
    options = record.pick([record.game, record.created])["options"]
    name = record.pick(sorted(options))
    del options[name]
    return naming(RULES, at=1, words=(f"option {name} is",))


def option_missing_everywhere(record: Record) -> Change:
    """An option is left out wherever it stood."""
    name = record.pick(["packet", "forcing", "on_drawn", "opening_upcard", "max_deals"])
    if name not in record.created["options"]:
        raise NotHere
    for place in (record.game, record.created):
        del place["options"][name]
    return naming(RULES, at=1, words=(f"option {name} is none",))


def ruleset_changed(record: Record) -> Change:
    """A ruleset of another name."""
    place = record.pick([record.game, record.created])
    place["ruleset"] = record.other(place["ruleset"], RULESETS)
    return naming(RULES, at=1, words=("ruleset", place["ruleset"]))


def access_changed(record: Record) -> Change:
    """A private table is said to be public, and so on."""
    place = record.pick([record.game, record.created])
    kinds = [f"ACCESS_{kind}" for kind in ("PUBLIC", "UNLISTED", "PRIVATE")]
    place["access"] = record.other(place["access"], kinds)
    return naming(RULES, at=1, words=("access",))


def number_of_seats_changed(record: Record) -> Change:
    """More seats at the creation than in the game, or fewer."""
    record.created["seats"] += record.pick([-1, 1])
    return naming(RULES, at=1, words=("number of seats",))


def player_changed(record: Record) -> Change:
    """Somebody else is said to have sat there."""
    seat = record.pick(record.game["seats"])
    name = record.pick(["name", "player", "kind"])
    seat[name] = {
        "name": f"{seat['name']}!",
        "player": "another",
        "kind": record.other(seat["kind"], ["SEAT_KIND_HUMAN", "SEAT_KIND_BOT"]),
    }[name]
    return naming(TABLE, seat=seat["seat"])


def seat_taken_twice(record: Record) -> Change:
    """Somebody takes the seat of another."""
    places = [n for n, entry in enumerate(record.entries) if "seatTaken" in entry["events"][0]]
    taken = record.entries[places[-1]]["events"][0]["seatTaken"]
    taken["seat"] = record.other(taken["seat"], range(record.seats))
    return naming(TABLE, at=places[-1] + 1, seat=taken["seat"])


def seat_of_nobody(record: Record) -> Change:
    """A seat that does not exist is taken, freed or given a new token."""
    entry, about = record.any("seatTaken", "seatFreed", "seatTokenIssued")
    about["seat"] = record.pick([-1, record.seats, 99])
    return naming(TABLE, at=entry["revision"], seat=about["seat"])


def entry_missing(record: Record) -> Change:
    """An entry is cut out; a gap is left."""
    place = record.chance.randrange(1, len(record.entries) - 1)
    del record.entries[place]
    return naming(REVISION, at=place + 1, words=("missing",))


def entry_doubled(record: Record) -> Change:
    """An entry is there twice under its number."""
    place = record.chance.randrange(len(record.entries))
    record.entries.insert(place, record.entries[place])
    return naming(REVISION, at=place + 2)


def entries_reordered(record: Record) -> Change:
    """Two entries have changed places, number and all."""
    one, two = sorted(record.chance.sample(range(len(record.entries)), 2))
    entries = record.entries
    entries[one], entries[two] = entries[two], entries[one]
    return naming(REVISION, at=one + 1)


def revision_changed(record: Record) -> Change:
    """An entry has another number."""
    place = record.chance.randrange(len(record.entries))
    record.entries[place]["revision"] += record.pick([-1, 1, 7])
    return naming(REVISION, at=place + 1)


def shown_revision_changed(record: Record) -> Change:
    """The game is shown at another revision."""
    record.game["revision"] += record.pick([-1, 1])
    return naming(REVISION, words=(str(record.game["revision"]),))


def end_missing(record: Record) -> Change:
    """The last entries are cut off."""
    left = record.chance.randrange(1, len(record.entries))
    del record.entries[left:]
    if record.chance.random() < 0.5:
        record.renumber()
    return naming(FaultKind.INCOMPLETE, at=left, words=("ends here",))


def only_a_page(record: Record) -> Change:
    """Another page is said to follow."""
    record.json["nextPageToken"] = "NQ"
    return naming(FaultKind.INCOMPLETE, words=("page",))


def time_goes_back(record: Record) -> Change:
    """An entry is older than the one before it."""
    entry = record.pick(record.entries[1:])
    entry["commitTime"] = record.pick(["1999-12-31T23:59:59Z", "2001-02-03T04:05:06.789Z"])
    return naming(TIME, at=entry["revision"])


def time_missing(record: Record) -> Change:
    """An entry has no time."""
    entry = record.pick(record.entries)
    del entry["commitTime"]
    return naming(TIME, at=entry["revision"])


def shown_time_changed(record: Record) -> Change:
    """The game is said to have been created, or to have ended, at another time."""
    record.game[record.pick(["createTime", "updateTime"])] = "2020-02-02T02:02:02Z"
    return naming(TIME)


def game_renamed(record: Record) -> Change:
    """The game has no id, or none that a game could have."""
    record.game["gameId"] = record.pick(["", record.game["gameId"].upper(), "../../etc"])
    return naming(TABLE, words=("game id",))


def created_again(record: Record) -> Change:
    """The game is created once more."""
    place = record.chance.randrange(1, len(record.entries) - 1)
    if record.chance.random() < 0.5:
        record.entries[place]["events"] = record.entries[0]["events"]
    else:
        record.entries[place]["events"] = [{"gameCancelled": {}}]
    return naming(TABLE, at=place + 1, words=("no place",))


def file_truncated(record: Record) -> Change:
    """The file ends in the middle."""
    share = record.chance.random()
    record.rewrite = lambda text: text[: int(len(text.rstrip()) * share)]
    return naming(FaultKind.INCOMPLETE, words=("file ends",))


def field_twice(record: Record) -> Change:
    """A field has two values; which one counts is anybody's guess."""
    share = record.chance.random()

    def rewrite(text: str) -> str:
        places = [found.start() for found in re.finditer('"revision":', text)]
        at = places[int(len(places) * share)]
        return f'{text[:at]}"revision": 1, {text[at:]}'

    record.rewrite = rewrite
    return naming(FaultKind.UNREADABLE, words=("revision", "twice"))


def field_of_another_type(record: Record) -> Change:
    """A number where a list belongs, and so on."""
    _, deal = record.any("dealStarted")
    name = record.pick(["order", "hands", "handSizes", "number"])
    deal[name] = record.pick([[True], "x", {"a": 1}])
    if name == "number" and deal[name] == [True]:
        raise NotHere
    return naming(FaultKind.UNREADABLE, words=(f"dealStarted.{name}",))
