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

    `best_of` is that of `Results.trial_scores`.
    """
    labels = results.study(study).conditions.labels(results.plan.scale)
    frames = {label: results.trial_scores(study, metric, label, best_of) for label in labels}
    sign = 1 if results.lower_is_better(study, metric) else -1
    means = pd.concat({label: sign * f.groupby("dataset").mean() for label, f in frames.items()})
    best = next(iter(frames.values())).copy()
    for dataset in results.datasets(study):
        for method in best.columns:
            of_labels = means.xs(dataset, level=1)[method].dropna()
            if len(of_labels):
                chosen = frames[of_labels.idxmin()]
                best.loc[[dataset], method] = chosen.loc[[dataset], method]
    return best
