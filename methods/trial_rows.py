"""Scores in long form as a table with a row for each trial and a column for each method."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

TRIAL = ["dataset", "seed"]


def row_per_trial(
    scores: pd.DataFrame, datasets: Sequence[str], trials: int, methods: Sequence[str]
) -> pd.DataFrame:
    """A row for every planned trial and a column for every method; NaN where no number is finite.

    `scores` has one metric and one condition. Several values of a trial are averaged.
    """
    dataset = pd.Index(datasets).get_indexer(pd.Index(scores["dataset"]))
    method = pd.Index(methods).get_indexer(pd.Index(scores["method"]))
    seed, value = scores["seed"].to_numpy(int), scores["value"].to_numpy(float)
    counts = (dataset >= 0) & (method >= 0) & (seed < trials) & ~np.isnan(value)
    cell = (dataset[counts] * trials + seed[counts]) * len(methods) + method[counts]
    size = len(datasets) * trials * len(methods)
    sums = np.bincount(cell, value[counts], size)
    with np.errstate(invalid="ignore"):  # 0 / 0 where there is no value
        means = sums / np.bincount(cell, minlength=size)
    means[~np.isfinite(means)] = np.nan
    planned = pd.MultiIndex.from_product([datasets, range(trials)], names=TRIAL)
    return pd.DataFrame(means.reshape(len(planned), len(methods)), planned, list(methods))
