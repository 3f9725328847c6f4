"""The playthrough files: their names, their texts, and how they are written anew."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from tests.golden import endings, refusals, rulesets, rummy
from tests.golden.rummy_teller import RummyTeller
from tests.golden.teller import Teller

AnyTeller = Teller | RummyTeller

FOLDER = Path(__file__).parent / "playthroughs"


def scenarios() -> dict[str, tuple[str, Callable[[], AnyTeller]]]:
    """What every file tells: its name, what it is about, and the play."""
    found: dict[str, tuple[str, Callable[[], AnyTeller]]] = {}
    for ruleset in rulesets.SEEDS:
        about = f"a whole game of {ruleset}"
        found[f"rulesets/{ruleset}"] = about, partial(rulesets.whole_game, ruleset)
    for ruleset in rummy.SEEDS:
        about = f"a deal of {ruleset}"
        found[f"rulesets/{ruleset}"] = about, partial(rummy.whole_game, ruleset)
    for module in (endings, refusals, rummy):
        for scenario in module.SCENARIOS:
            name = f"{module.__name__.rpartition('.')[2]}/{scenario.__name__}"
            found[name] = (scenario.__doc__ or "").strip(), scenario
    return found


def told(name: str) -> str:
    """The text of a playthrough as the engine plays it today."""
    about, scenario = scenarios()[name]
    return scenario().text(name, about)


def written() -> dict[str, str]:
    """The texts of all files, by name."""
    return {
        path.relative_to(FOLDER).with_suffix("").as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(FOLDER.rglob("*.txt"))
    }


def write() -> None:
    """Write every file anew and remove those that nothing tells any more."""
    names = scenarios()
    for name in written().keys() - names.keys():
        (FOLDER / f"{name}.txt").unlink()
    for name in names:
        path = FOLDER / f"{name}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(told(name), encoding="utf-8")
