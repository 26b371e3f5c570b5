"""Everything that `bench` measures, stored one entry at a time.

After an interruption the next run measures only the entries that are not stored yet.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from methods.bench import paths
from methods.data.prepare import DataSetMissing
from methods.files import write_text
from methods.performance import learner_races, margin_races
from methods.performance.goal_cases import GOALS
from methods.performance.goals import measure_goal
from methods.performance.growth import measure_growth
from methods.performance.growth_cases import CASES
from methods.performance.overhead import measure_overhead
from methods.performance.panels import PANELS
from methods.performance.race import Race, run_race
from methods.performance.stored import stored
from methods.performance.suboptimality import measure_panel
from methods.provenance import ORIGIN, provenance

Measure = Callable[[bool], dict[str, Any]]

RACES: dict[str, Race] = {**margin_races.RACES, **learner_races.RACES}

MEASURES: dict[str, dict[str, Measure]] = {
    "ratios": {
        **{name: partial(run_race, race) for name, race in RACES.items()},
        "default-run": measure_overhead,
    },
    "goals": {name: partial(measure_goal, name, goal) for name, goal in GOALS.items()},
    "growth": {name: partial(measure_growth, name) for name in CASES},
    "suboptimality": {name: partial(measure_panel, name) for name in PANELS},
}
"""For each kind and entry the function that measures it, at quick or full size."""


def is_done(entry: Mapping[str, Any] | None, quick: bool) -> bool:
    """Whether an entry was measured at this size or at full size.

    An entry without its peer or its data is not done, because they may be there now.
    """
    return entry is not None and "missing" not in entry and (quick or not entry["quick"])


def measure(kind: str, name: str, quick: bool) -> dict[str, Any]:
    """Measure an entry and store it. If its data or its peer is missing, store the reason."""
    try:
        entry = MEASURES[kind][name](quick)
    except (ImportError, DataSetMissing) as reason:
        entry = {"missing": str(reason)}
    origin = provenance()
    entry |= {"quick": quick, "origin": {key: origin[key] for key in ORIGIN}}
    entries = {**stored(kind), name: entry}
    in_order = {known: entries[known] for known in MEASURES[kind] if known in entries}
    write_text(paths.performance(kind), json.dumps(in_order, indent=1) + "\n")
    return entry
