"""How stable average ranks are: if other data sets are drawn, and if one is left out.

Ranks are tables of shape (n_datasets, n_methods) without gaps; rank 1 is the best.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.stats import rankdata

from methods.bench.statistics import ALPHA
from methods.inference.effects import resamples_of

Ranks = NDArray[np.float64]


def rank_intervals(ranks: Ranks) -> tuple[Ranks, Ranks]:
    """Percentile intervals at 95 % of the average ranks, with data sets drawn with replacement.

    All methods are ranked on the same drawn data sets.
    """
    drawn = ranks[resamples_of(len(ranks))].mean(axis=1)
    low, high = np.quantile(drawn, [ALPHA / 2, 1 - ALPHA / 2], axis=0)
    return low, high


def places(ranks: Ranks) -> Ranks:
    """The place of each method by its average rank; those that tie share the best of theirs."""
    return np.asarray(rankdata(ranks.mean(axis=0).round(9), method="min"))


def places_without_each(ranks: Ranks) -> Ranks:
    """The places if one data set is left out: row i is without data set i."""
    return np.array([places(np.delete(ranks, left_out, axis=0)) for left_out in range(len(ranks))])
