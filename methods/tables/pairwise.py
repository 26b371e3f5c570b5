"""Tables of methods against each other over data sets, with effects and probabilities.

Scores are compared as costs, so a difference below zero is in favour of the first method, also of a
metric whose high values are good. Versions of one data set count once, as the first of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd

from methods.bench.ranks import average_ranks, rank_methods
from methods.bench.results import Results
from methods.bench.statistics import (
    ALPHA,
    FEWEST_TRIALS,
    confidence_interval,
    holm_correction,
    paired_difference,
    t_test,
)
from methods.inference.effects import Effect, mean_difference, rank_biserial, wilcoxon_p_value
from methods.inference.region import (
    ROPE,
    UNKNOWN,
    Probabilities,
    correlated_t_probabilities,
    signed_rank_probabilities,
)
from methods.schemas.option_kinds import DatasetName, MethodName, Metric, StudyName
from methods.tables.scores import decimals_of
from methods.tables.table import NO_VALUE, Table, gap_note

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

    @staticmethod
    def of(
        results: Results,
        study: str,
        metric: str,
        methods: Sequence[str] | None = None,
        datasets: Sequence[str] | None = None,
    ) -> Compared:
        once = results.counted_once(results.datasets(study, datasets))
        trials = results.trial_scores(study, metric)
        trials = trials.loc[once, [n for n in methods or trials if trials[n].notna().any()]]
        means = trials.groupby(level="dataset", sort=False).mean()
        return Compared(
            results, study, metric, trials, means, results.lower_is_better(study, metric)
        )

    @property
    def costs(self) -> pd.DataFrame:
        return self.means if self.lower_is_better else -self.means

    @property
    def scale(self) -> float:
        """100 if scores are shown in percent."""
        return 1.0 if self.metric in self.results.study(self.study).metrics else 100.0

    @property
    def unit(self) -> str:
        return self.metric if self.scale == 1 else "points"

    def best(self, among: Sequence[str]) -> str:
        """The method with the best average rank, or the best mean if no data set has them all."""
        names = list(among)
        ranks, complete = average_ranks(self.costs[names].to_numpy(), lower_is_better=True)
        costs = ranks if complete else self.costs[names].mean().to_numpy()
        return names[int(np.argmin(costs))]

    def difference(self, dataset: str, first: str, second: str) -> Any:
        """Of two methods on one data set, corrected for trials that share rows."""
        sign = 1.0 if self.lower_is_better else -1.0
        of_set = sign * self.trials.loc[dataset]
        ratio = self.results.test_train_ratio(self.study, dataset)
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


def pairwise_table(
    results: Results,
    *,
    study: StudyName,
    method: MethodName | None = None,
    metric: Metric = "error",
    methods: Sequence[MethodName] | None = None,
    datasets: Sequence[DatasetName] | None = None,
    rope: float = ROPE,
    caption: str = "",
) -> Table:
    """One method against each other one over data sets: effect, test, and probabilities.

    It is that with the best average rank unless ``method`` names one. Then Holm's correction is
    over all pairs, since the scores have chosen it; otherwise it is over the other methods. The
    region of equivalence is from -``rope`` to ``rope``, in the unit of the metric.
    """
    compared = Compared.of(results, study, metric, methods, datasets)
    names = list(compared.means)
    if len(names) < 2 or (method is not None and method not in names):
        why = f"{method} has no score" if method else "fewer than two methods have a score"
        return Table(pd.DataFrame(), pd.DataFrame(), f"{caption or study}: {why}.")
    first = method or compared.best(names)
    pairs = (
        [(first, name) for name in names if name != first]
        if method
        else list(combinations(names, 2))
    )
    costs = compared.costs
    tested = [wilcoxon_p_value(costs[a] - costs[b]) for a, b in pairs]
    adjusted = dict(zip(map(frozenset, pairs), holm_correction(tested), strict=True))
    rows = []
    for name in (name for name in names if name != first):
        differences = (costs[first] - costs[name]).to_numpy()
        effect, biserial = mean_difference(differences), rank_biserial(differences)
        chances = signed_rank_probabilities(differences, rope)
        rows.append({
            "method": first, "against": name, "datasets": int(np.isfinite(differences).sum()),
            "difference": effect.value, "low": effect.low, "high": effect.high,
            **_counts(compared, first, name), "p_value": adjusted[frozenset((first, name))],
            "rank_biserial": biserial.value, "rank_biserial_low": biserial.low,
            "rank_biserial_high": biserial.high, "better": chances.better,
            "equal": chances.equal, "worse": chances.worse,
        })  # fmt: skip
    data = pd.DataFrame(rows)
    note = (
        f"{first} against each row, by mean {metric} on each data set. Difference: the mean over"
        f" data sets, in {compared.unit}, below zero in favour of {first}, with a 95 % t interval."
        " Wins, ties and losses count data sets by the paired t-test, corrected for trials that"
        " share rows (Nadeau and Bengio), 5 %. p: Wilcoxon's signed-rank test asks whether the"
        " differences lean to one side; Holm's correction keeps the chance of any false alarm"
        f" below 5 % over {len(pairs)} pairs. Rank-biserial: 1 if {first} is better on all data"
        " sets, -1 if on none, with a 95 % bootstrap interval over data sets. P: the Bayesian"
        f" signed-rank test gives the probability that {first} is better, practically equal, or"
        " worse on a data set like these. Two methods are practically equal if they differ by at"
        f" most {compared.scale * rope:g} {compared.unit}."
    )
    note += gap_note(results, study, metric, names, results.datasets(study, datasets))
    return Table(data, _pair_cells(compared, data), f"{caption or 'Pairs of methods'}: {note}")


def _counts(compared: Compared, first: str, second: str) -> dict[str, int]:
    """Data sets on which the first method is significantly better, not apart, and worse."""
    counts = {"wins": 0, "ties": 0, "losses": 0}
    for dataset in compared.means.index:
        difference = compared.difference(dataset, first, second)
        if difference.n >= FEWEST_TRIALS:
            test = t_test(difference)
            apart = test.p_value < ALPHA
            outcome = ("losses" if test.difference > 0 else "wins") if apart else "ties"
            counts[outcome] += 1
    return counts


def _pair_cells(compared: Compared, data: pd.DataFrame) -> pd.DataFrame:
    cells = {}
    for row in data.sort_values("difference", ascending=False).to_dict("records"):
        effect = Effect(row["difference"], row["low"], row["high"])
        biserial = f"{row['rank_biserial']:+.2f}"
        if not np.isnan(row["rank_biserial_low"]):
            ends = f"{row['rank_biserial_low']:+.2f} to {row['rank_biserial_high']:+.2f}"
            biserial += f" ({ends})"
        cells[row["against"]] = {
            f"difference ({compared.unit})": compared.interval(effect),
            "wins/ties/losses": f"{row['wins']}/{row['ties']}/{row['losses']}",
            "p (Wilcoxon, Holm)": p_value_text(row["p_value"]), "rank-biserial": biserial,
            **chances_text(Probabilities(row["better"], row["equal"], row["worse"])),
            "data sets": str(row["datasets"]),
        }  # fmt: skip
    return pd.DataFrame.from_dict(cells, orient="index")


def dataset_table(
    results: Results,
    *,
    study: StudyName,
    method: MethodName,
    against: MethodName | None = None,
    metric: Metric = "error",
    rope: float = ROPE,
    caption: str = "",
) -> Table:
    """A method on each data set: its score, its place among all, and its difference to another.

    The other method is that with the best average rank, unless ``against`` names one. The
    difference has a 95 % interval that is corrected for trials that share rows (Nadeau and Bengio).
    The probabilities are those of the Bayesian correlated t-test. With fewer than `FEWEST_TRIALS`
    trials there are none.
    """
    compared = Compared.of(results, study, metric)
    names = list(compared.means)
    others = [name for name in names if name != method]
    if method not in names or not others:
        return Table(pd.DataFrame(), pd.DataFrame(), f"{caption or study}: {method} has no score.")
    other = against or compared.best(others)
    ranks = rank_methods(compared.costs.to_numpy(), lower_is_better=True, ties="competition")
    of_method = ranks[:, names.index(method)]
    rows = []
    for dataset, place, of_set in zip(compared.means.index, of_method, ranks, strict=True):
        difference = compared.difference(dataset, method, other)
        tested = difference.n >= FEWEST_TRIALS
        low, high = confidence_interval(difference) if tested else (np.nan, np.nan)
        chances = correlated_t_probabilities(difference, rope) if tested else UNKNOWN
        trials = compared.trials.loc[dataset, method]
        rows.append({
            "dataset": dataset, "kind": kind_of(results, dataset), "n": int(trials.notna().sum()),
            "trials": results.trials(study, dataset), "mean": trials.mean(), "place": place,
            "ranked": int(np.isfinite(of_set).sum()), "against": other,
            "against_mean": compared.means.loc[dataset, other], "difference": difference.value,
            "low": low, "high": high, "better": chances.better, "equal": chances.equal,
            "worse": chances.worse,
        })  # fmt: skip
    data = pd.DataFrame(rows)
    note = (
        f"{method} on each data set, and against {other}. Difference: in {compared.unit}, below"
        f" zero in favour of {method}, with a 95 % interval that is corrected for trials that"
        " share rows. P: the Bayesian correlated t-test takes that same correction into account"
        f" and gives the probability that {method} is better, practically equal, or worse on this"
        " data set. Two methods are practically equal if they differ by at most"
        f" {compared.scale * rope:g} {compared.unit}."
    )
    if against is None:
        note += f" {other} has the best average rank of the others by these same scores."
    return Table(data, _dataset_cells(compared, data), f"{caption or 'By data set'}: {note}")


def _dataset_cells(compared: Compared, data: pd.DataFrame) -> pd.DataFrame:
    cells = {}
    for row in data.to_dict("records"):
        short = f" n={row['n']}/{row['trials']}" if row["n"] < row["trials"] else ""
        unknown = np.isnan(row["place"])
        cells[row["dataset"]] = {
            "kind": row["kind"],
            compared.metric + " (%)" * (compared.scale != 1): compared.fixed(row["mean"]) + short,
            "place": NO_VALUE if unknown else f"{row['place']:g} of {row['ranked']}",
            row["against"]: compared.fixed(row["against_mean"]),
            "difference": compared.interval(Effect(row["difference"], row["low"], row["high"])),
            **chances_text(Probabilities(row["better"], row["equal"], row["worse"])),
        }  # fmt: skip
    return pd.DataFrame.from_dict(cells, orient="index")


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
