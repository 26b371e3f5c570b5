"""The scores of methods over data sets, and how tables write differences between them.

Scores are compared as costs, so a difference below zero is in favour of the first method, also of a
metric whose high values are good. Versions of one data set count once, as the first of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from methods.bench.ranks import average_ranks, means_to_rank
from methods.bench.results import Results
from methods.bench.statistics import Difference, differences, paired_difference
from methods.inference.effects import Effect
from methods.inference.region import Probabilities
from methods.tables.scores import decimals_of
from methods.tables.table import NO_VALUE

GENERATED, MEASURED = "generated", "measured"
SMALLEST_P = 0.001  # smaller ones are printed as "< 0.001"


@dataclass(frozen=True)
class Compared:
    """The scores that a table compares.

    Attributes
    ----------
    trials : one row for each (data set, seed), one column for each method with any score.
    means : the means over the trials, one row for each data set.
    """

    results: Results
    study: str
    metric: str
    trials: pd.DataFrame
    means: pd.DataFrame
    lower_is_better: bool
    parts: dict[str, tuple[pd.DataFrame, float]] = field(default_factory=dict)  # read so far

    @staticmethod
    def of(
        results: Results,
        study: str,
        metric: str,
        methods: Sequence[str] | None = None,
        datasets: Sequence[str] | None = None,
    ) -> Compared:
        once = results.counted_once(results.datasets(study, datasets))
        trials = results.trial_scores(study, metric).loc[once]
        trials = trials[[name for name in methods or trials if trials[name].notna().any()]]
        means = trials.groupby(level="dataset", sort=False).mean()
        return Compared(
            results, study, metric, trials, means, results.lower_is_better(study, metric)
        )

    def why_none(self, *named: str | None) -> str:
        """Why these methods cannot be compared with others, or nothing if they can."""
        names = list(self.means)
        lacking = [name for name in named if name is not None and name not in names]
        if lacking:
            return f"{lacking[0]} has no score"
        return "fewer than two methods have a score" if len(names) < 2 else ""

    @property
    def costs(self) -> pd.DataFrame:
        """What is ranked: the means where no other method has more trials."""
        return self._costs_of(list(self.trials))

    def _costs_of(self, names: list[str]) -> pd.DataFrame:
        means = means_to_rank(self.trials[names])
        return means if self.lower_is_better else -means

    @property
    def scale(self) -> float:
        """100 if scores are shown in percent."""
        return 1.0 if self.metric in self.results.study(self.study).metrics else 100.0

    @property
    def unit(self) -> str:
        return self.metric if self.scale == 1 else "points"

    def rope_text(self, rope: float) -> str:
        width = f"{self.scale * rope:g}"
        return f"{width} {self.unit}" if width != "1" or self.scale == 1 else "1 point"

    def differences(self, first: str, second: str) -> NDArray[np.float64]:
        """Of the costs of two methods, by data set; NaN where one of them has fewer trials."""
        costs = self._costs_of([first, second])
        return differences(costs[first], costs[second])

    def best(self, among: Sequence[str]) -> str:
        """The method with the best average rank, or the best mean if no data set has them all."""
        names = list(among)
        costs = self._costs_of(names)
        ranks, complete = average_ranks(costs, lower_is_better=True)
        return names[int(np.nanargmin(ranks if complete else costs.mean()))]

    def difference(self, dataset: str, first: str, second: str) -> Difference:
        """Of two methods on one data set, corrected for trials that share rows."""
        if dataset not in self.parts:
            sign = 1.0 if self.lower_is_better else -1.0
            ratio = self.results.test_train_ratio(self.study, dataset)
            self.parts[dataset] = sign * self.trials.loc[dataset], ratio
        of_set, ratio = self.parts[dataset]
        return paired_difference(
            of_set[first].to_numpy(), of_set[second].to_numpy(), test_train_ratio=ratio
        )

    def fixed(self, value: float, sign: str = "") -> str:
        decimals = decimals_of(self.scale == 1, self.scale != 1)
        return NO_VALUE if np.isnan(value) else f"{self.scale * value:{sign}.{decimals}f}"

    def interval(self, effect: Effect) -> str:
        if np.isnan(effect.low):
            return self.fixed(effect.value, "+")
        ends = f"{self.fixed(effect.low, '+')} to {self.fixed(effect.high, '+')}"
        return f"{self.fixed(effect.value, '+')} ({ends})"


def kind_of(results: Results, dataset: str) -> str:
    return GENERATED if results.plan.catalogue[dataset].generated else MEASURED


def chances_text(chances: Probabilities) -> dict[str, str]:
    values = {"better": chances.better, "equal": chances.equal, "worse": chances.worse}
    return {
        f"P {name}": NO_VALUE if np.isnan(value) else f"{value:.2f}"
        for name, value in values.items()
    }


def p_value_text(value: float) -> str:
    if np.isnan(value):
        return NO_VALUE
    return f"< {SMALLEST_P}" if value < SMALLEST_P else f"{value:.2g}"
