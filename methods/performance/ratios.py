"""The table of ratios: every race there is, and the name of its row."""

from __future__ import annotations

from methods.performance import learner_races, margin_races
from methods.performance.race import Race

RACES: dict[str, Race] = {**margin_races.RACES, **learner_races.RACES}
