"""Two methods over many data sets: Wilcoxon's test, and how large the difference is.

Differences are one number for each data set, a cost of the first method minus that of the second.
Below zero the first is better. Those that are NaN are left out. Ranks and signs would take rounding
for a difference, so they are to come from `methods.bench.statistics.differences`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.stats import rankdata, wilcoxon

from methods.bench.statistics import (
    ALPHA,
    FEWEST_TRIALS,
    confidence_interval,
    paired_difference,
)
from methods.inference.region import known_differences

RESAMPLES = 10_000
SEED = 0  # of the resamples, so that the same scores give the same intervals


@dataclass(frozen=True)
class Effect:
    """An estimate with its interval at 95 %."""

    value: float
    low: float
    high: float


def wilcoxon_p_value(differences: ArrayLike) -> float:
    """Wilcoxon's signed-rank test, two-tailed; the ranks of zeros are split, as in Demšar (2006).

    NaN for fewer data sets than could show anything, and 1 if the methods agree on all.
    """
    known = known_differences(differences)
    if known.size < FEWEST_TRIALS:
        return float("nan")
    if not known.any():
        return 1.0
    return float(wilcoxon(known, zero_method="zsplit").pvalue)


def mean_difference(differences: ArrayLike) -> Effect:
    """The mean over data sets with a t interval, which takes them as a sample of all data sets."""
    known = known_differences(differences)
    difference = paired_difference(known, np.zeros(known.size))
    if difference.n < 2:
        return Effect(difference.value, np.nan, np.nan)
    return Effect(difference.value, *confidence_interval(difference))


def rank_biserial(differences: ArrayLike) -> Effect:
    """The matched-pairs rank-biserial correlation with a bootstrap interval over data sets.

    It is 1 if the first method is better on every data set, -1 if it is worse on every one, and 0
    if the ranks of the differences balance.
    """
    known = known_differences(differences)
    if not known.size:
        return Effect(np.nan, np.nan, np.nan)
    value = float(_rank_biserial(known[None])[0])
    if known.size < FEWEST_TRIALS:
        return Effect(value, np.nan, np.nan)
    return Effect(value, *bootstrap_interval(known, _rank_biserial))


def _rank_biserial(samples: NDArray[np.float64]) -> NDArray[np.float64]:
    """Of each row of `samples`."""
    ranks = rankdata(np.abs(samples), axis=1)
    # the signs are turned before the sum, which else could be -0.0
    return np.asarray((np.sign(-samples) * ranks).sum(axis=1) / ranks.sum(axis=1))


def bootstrap_interval(
    values: NDArray[np.float64],
    statistic: Callable[[NDArray[np.float64]], NDArray[np.float64]],
) -> tuple[float, float]:
    """Percentile interval of a statistic of the data sets, which are drawn with replacement."""
    low, high = np.quantile(
        statistic(values[resamples_of(values.size)]), [ALPHA / 2, 1 - ALPHA / 2]
    )
    return float(low), float(high)


def resamples_of(n: int) -> NDArray[np.int64]:
    """The places of the data sets in each resample, of shape (RESAMPLES, n)."""
    return np.random.default_rng(SEED).integers(n, size=(RESAMPLES, n))
