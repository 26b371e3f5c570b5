"""Scores at the setting with the best test error, where a paper reports the best of several."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd

from methods.bench.results import Results


def at_best_conditions(
    results: Results,
    study: str,
    metric: str,
    best_of: Mapping[str, Sequence[str]] | None = None,
) -> pd.DataFrame:
    """Trial scores of a study: each method on each data set at its condition with the best mean.

    A condition where another has more trials is not the best. `best_of` is that of
    `Results.trial_scores`.
    """
    labels = results.study(study).conditions.labels(results.plan.scale)
    frames = {label: results.trial_scores(study, metric, label, best_of) for label in labels}
    sign = 1 if results.lower_is_better(study, metric) else -1
    means = pd.concat({label: sign * f.groupby("dataset").mean() for label, f in frames.items()})
    counts = pd.concat({label: f.groupby("dataset").count() for label, f in frames.items()})
    means = means.where(counts == counts.groupby(level=1).transform("max"))
    best = next(iter(frames.values())).copy()
    for dataset in results.datasets(study):
        for method in best.columns:
            of_labels = means.xs(dataset, level=1)[method].dropna()
            if len(of_labels):
                chosen = frames[of_labels.idxmin()]
                best.loc[[dataset], method] = chosen.loc[[dataset], method]
    return best


def with_best_conditions(
    results: Results, study: str, metric: str, others: pd.DataFrame
) -> pd.DataFrame:
    """The scores `at_best_conditions` of a study, and others where it has no such data or method.

    A trial that failed there has no score, whatever it has among the `others`.
    """
    best = at_best_conditions(results, study, metric)
    merged = best.combine_first(others)
    of_study = merged.index.get_level_values("dataset").isin(results.datasets(study))
    merged.loc[of_study, best.columns] = best.reindex(merged.index[of_study])
    return merged
