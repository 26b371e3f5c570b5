"""Which method to use, in sentences that are filled from scores.

A sentence says that one method is better than another only if Nemenyi's test at 5 % over the data
sets of the group tells them apart. The test is over all pairs, so that the choice of the best by
the same scores is allowed for. With fewer than `FEWEST_TRIALS` data sets nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from methods.bench.ranks import nemenyi_critical_difference, rank_methods
from methods.bench.results import Results, finished
from methods.bench.statistics import ALPHA, FEWEST_TRIALS, differences
from methods.inference.effects import mean_difference, rank_biserial, wilcoxon_p_value
from methods.inference.rank_stability import rank_intervals
from methods.schemas.option_kinds import MethodName, Metric, StudyName
from methods.tables.compared import GENERATED, Compared, kind_of
from methods.tables.seconds import trial_seconds
from methods.tables.standing import listed
from methods.tables.table import Table

SMALL = 300  # training rows below which a data set counts as small


@dataclass(frozen=True)
class Advice:
    """What the scores say for one group of data sets."""

    group: str
    datasets: int
    sentences: tuple[str, ...]


def advice_table(
    results: Results,
    *,
    study: StudyName,
    metric: Metric = "error",
    methods: Sequence[MethodName] | None = None,
    small: int = SMALL,
    caption: str = "",
) -> Table:
    """Which method to use, for measured data, few and many training rows, and generated data.

    A data set is small if a trial trains on fewer than ``small`` rows. Only data sets on which all
    methods have a score, of as many trials, count.
    """
    entries = list(advise(results, study, metric, methods, small))
    data = pd.DataFrame(
        [(e.group, e.datasets, " ".join(e.sentences)) for e in entries],
        columns=["group", "datasets", "advice"],
    )
    cells = data.drop(columns="group").astype(str).set_axis(data["group"])
    cells.columns = pd.Index(["data sets", "advice"])
    note = (
        "filled from the scores. A method is called worse than another only if Nemenyi's test at"
        " 5 % over the data sets of the group tells the two apart. Methods that are not told apart"
        " may differ; there are too few data sets to say. Intervals are at 95 %; those of ranks"
        " are of a bootstrap over data sets."
    )
    return Table(data, cells, f"{caption or 'Which should I use?'}: {note}")


def markdown(entries: Sequence[Advice]) -> str:
    """One item of a list for each group."""
    return "\n".join(f"- **{entry.group}**: {' '.join(entry.sentences)}" for entry in entries)


def advise(
    results: Results,
    study: str,
    metric: str = "error",
    methods: Sequence[str] | None = None,
    small: int = SMALL,
) -> Iterator[Advice]:
    """The advice for each group that has a data set."""
    compared = Compared.of(results, study, metric, methods)
    costs = compared.costs
    complete = [] if costs.empty else [str(name) for name in costs.dropna().index]
    rows = finished(results.runs(study)).groupby("dataset", observed=True)["n_train"].median()
    generated = [name for name in complete if kind_of(results, name) == GENERATED]
    measured = [name for name in complete if name not in generated]
    few = [name for name in measured if rows[name] < small]
    groups = {
        "Measured data": measured,
        f"Measured data, fewer than {small} training rows": few,
        f"Measured data, {small} training rows or more": [d for d in measured if d not in few],
        "Generated data": generated,
    }
    for group, datasets in groups.items():
        if datasets:
            sentences = _sentences(Compared.of(results, study, metric, methods, datasets))
            yield Advice(group, len(datasets), tuple(sentences))


def _sentences(compared: Compared) -> Iterator[str]:
    costs = compared.costs
    n_datasets, n_methods = costs.shape
    if n_methods < 2:
        yield "Fewer than two methods have scores."
        return
    if n_datasets < FEWEST_TRIALS:
        yield f"Too few data sets to say: {n_datasets} of at least {FEWEST_TRIALS}."
        return
    ranks = np.asarray(rank_methods(costs.to_numpy(), lower_is_better=True))
    average = pd.Series(ranks.mean(axis=0), costs.columns).sort_values(kind="stable")
    low, high = (pd.Series(ends, costs.columns) for ends in rank_intervals(ranks))
    critical = nemenyi_critical_difference(n_methods, n_datasets)
    best, *others = average.index
    together = [name for name in others if average[name] - average[best] < critical]
    worse = [name for name in others if name not in together]
    rank = f"{average[best]:.1f} of {n_methods} ({low[best]:.1f} to {high[best]:.1f})"
    if together:
        yield f"No single best: {best} has the lowest average rank, {rank}."
        yield f"Not told apart from it: {listed(together)}."
    else:
        yield f"{best} is the best: average rank {rank}."
    if worse:
        yield f"Worse than {best}: {listed(worse)}."
    yield from _of_seconds(compared, best, together)


def _of_seconds(compared: Compared, best: str, together: Sequence[str]) -> Iterator[str]:
    """How long the best takes, and the fastest of those with it if it is shown to be faster."""
    runs = finished(compared.results.runs(compared.study))
    seconds = trial_seconds(runs[runs["dataset"].isin(compared.means.index)])
    mean = seconds.mean()
    text = f"{best} takes {mean[best]:.2g} s a trial with its choice of settings"
    if together:
        fastest = min(together, key=lambda name: mean[name])
        saved = differences(seconds[fastest], seconds[best])
        is_faster = mean[fastest] < mean[best] and rank_biserial(saved).value > 0
        if is_faster and wilcoxon_p_value(saved) < ALPHA:
            effect = mean_difference(compared.differences(fastest, best))
            text += (
                f"; {fastest} takes {mean[fastest]:.2g} s, and its {compared.metric} differs by"
                f" {compared.interval(effect)} {compared.unit}"
            )
    yield f"{text}."
