"""What captions of tables say: the title, the unit, other numbers of trials, and gaps."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from methods.bench.guard import ABSENT
from methods.bench.results import Results


def table_title(results: Results, study: str, condition: str = "") -> str:
    """What a table without a caption shows."""
    chosen = results.study(study)
    at = f", {chosen.conditions.name} {condition}" if condition else ""
    return f"{chosen.about or f'Study {study}'}{at}"


def shown_unit(metric: str, percent: bool, caption: str) -> str:
    """The unit of an error or a recorded number, and its name if no caption says what is shown."""
    if percent:
        return "%" if caption or metric == "error" else f"{metric.replace('_', ' ')} (%)"
    return metric.replace("_", " ")


def other_trials(results: Results, study: str, shown: Sequence[str]) -> str:
    """The end of a caption: data sets with other trials than the most of any."""
    trials = {dataset: results.trials(study, dataset) for dataset in shown}
    other = [f"{name} {n}" for name, n in trials.items() if n != results.trials(study)]
    return f" Trials: {', '.join(other)}." if other else ""


def gap_note(
    results: Results, study: str, metric: str, names: Sequence[str], shown: Sequence[str]
) -> str:
    """The end of a caption: which of the methods lack the metric, where, and why.

    Those whose package is absent come with it.
    """
    runs = results.runs(study)
    absent = runs[runs["status"] == ABSENT].rename(columns={"message": "reason"})
    gaps = pd.concat([results.gaps(study, metric), absent[["dataset", "method", "reason"]]])
    gaps = gaps[gaps["method"].isin(names) & gaps["dataset"].isin(shown)]
    lacking: dict[tuple[str, str], list[str]] = {}  # methods by the place and the reason
    for (method, reason), of_reason in gaps.groupby(["method", "reason"], observed=True):
        where = of_reason["dataset"].unique()
        on = "" if len(where) == len(shown) else f" on {', '.join(where)}"
        lacking.setdefault((on, reason), []).append(method)
    parts = [f"{', '.join(lack)}{on} ({reason})" for (on, reason), lack in lacking.items()]
    return f" No {metric}: {'; '.join(parts)}." if parts else ""
