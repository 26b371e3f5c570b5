"""Many methods over many data sets: ranks, win/tie/loss counts, Friedman and Nemenyi tests.

Scores are tables of shape (n_datasets, n_methods). Rank 1 is the best. The caller always says
whether low or high scores are better. A data set that lacks a method's score (NaN) cannot rank all
methods, so averages and tests leave it out and return how many data sets remain.
The tests follow Demšar (2006), with Friedman's statistic corrected for ties.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray
from scipy.stats import f as fisher_f
from scipy.stats import friedmanchisquare, rankdata, studentized_range

from methods.bench.statistics import (
    ALPHA,
    RELATIVE_ROUNDING,
    Difference,
    paired_difference,
    t_test,
)

# What papers call a rank when methods tie: the mean of the places shared, or the best of them.
TIE_RULES = {"average": "average", "competition": "min"}


@dataclass(frozen=True)
class WinTieLoss:
    """Counts over data sets of rows against columns; a pair without a test is not counted."""

    wins: NDArray[np.int64]
    ties: NDArray[np.int64]

    @property
    def losses(self) -> NDArray[np.int64]:
        return self.wins.T


@dataclass(frozen=True)
class FriedmanResult:
    """Friedman's chi-squared and the less conservative F of Iman and Davenport (1980)."""

    average_ranks: NDArray[np.float64]
    n_datasets: int
    chi_squared: float
    chi_squared_p_value: float
    f_statistic: float
    f_p_value: float


def rank_methods(
    scores: ArrayLike, *, lower_is_better: bool, ties: str = "average"
) -> NDArray[np.float64]:
    """Ranks of the methods on each data set; a missing score has rank NaN and uses up no rank.

    Parameters
    ----------
    scores : array of shape (n_datasets, n_methods) or (n_methods,)
        Only numbers that are equal but for rounding tie: round first if the table to compare with
        was rounded.
    ties : {"average", "competition"}
        Places 2 and 3 shared give both 2.5, or both 2.
    """
    if ties not in TIE_RULES:
        raise ValueError(f"unknown rule for ties {ties!r}; choose one of {sorted(TIE_RULES)}")
    scores = np.asarray(scores, dtype=float)
    costs = scores if lower_is_better else -scores
    # means of as many errors may differ in the last bit, by the order of the sum
    largest = np.where(np.isfinite(costs), np.abs(costs), 0.0).max(-1, keepdims=True, initial=0.0)
    costs = np.round(costs / np.where(largest > 0, RELATIVE_ROUNDING * largest, 1.0))
    return rankdata(costs, method=TIE_RULES[ties], axis=-1, nan_policy="omit").astype(float)


def means_to_rank(trials: pd.DataFrame) -> pd.DataFrame:
    """Mean scores by data set, of trials by (dataset, seed) in rows and methods in columns.

    A method has none where another has more trials. Its mean leaves out what the others were scored
    on, so one lucky trial could be the best.
    """
    of_sets = trials.groupby(level="dataset", sort=False)
    counts = of_sets.count()
    return of_sets.mean().where(counts.eq(counts.max(axis=1), axis=0))


def average_ranks(
    scores: ArrayLike, *, lower_is_better: bool, ties: str = "average"
) -> tuple[NDArray[np.float64], int]:
    """Mean rank of each method over the complete data sets, and how many those are."""
    complete = _complete_datasets(scores)
    if not len(complete):
        return np.full(complete.shape[1], np.nan), 0
    ranks = rank_methods(complete, lower_is_better=lower_is_better, ties=ties)
    return ranks.mean(axis=0), len(complete)


def pairwise_tests(
    methods: Sequence[Any], difference: Callable[[Any, Any], Difference] = paired_difference
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Two-tailed t-test of every pair of methods on one data set.

    Parameters
    ----------
    methods : sequence
        What `difference` compares: trial scores for `paired_difference`, one `Summary` per method
        for `unpaired_difference`.

    Returns
    -------
    differences, p_values : arrays of shape (n_methods, n_methods)
        Row minus column; the diagonal is untested (NaN).
    """
    differences = np.full((len(methods), len(methods)), np.nan)
    p_values = differences.copy()
    for i, j in combinations(range(len(methods)), 2):
        result = t_test(difference(methods[i], methods[j]))
        differences[i, j], differences[j, i] = result.difference, -result.difference
        p_values[i, j] = p_values[j, i] = result.p_value
    return differences, p_values


def win_tie_loss(
    differences: ArrayLike, p_values: ArrayLike, *, lower_is_better: bool, alpha: float = ALPHA
) -> WinTieLoss:
    """Count the data sets on which a row is significantly better than, like, worse than a column.

    Parameters
    ----------
    differences, p_values : arrays of shape (n_datasets, n_methods, n_methods)
        From `pairwise_tests` of each data set, p-values corrected or not; significant is p < alpha.
    """
    differences, p_values = np.asarray(differences), np.asarray(p_values)
    significant = p_values < alpha
    better = differences < 0 if lower_is_better else differences > 0
    wins = (significant & better).sum(axis=0)
    ties = (~significant & ~np.isnan(p_values)).sum(axis=0)
    return WinTieLoss(wins, ties)


def friedman_test(scores: ArrayLike, *, lower_is_better: bool) -> FriedmanResult:
    """Test whether all methods rank alike over N data sets of k methods.

    Friedman's chi² has k-1 degrees of freedom. Iman and Davenport's

        F = (N-1) chi² / (N (k-1) - chi²)       on k-1 and (k-1)(N-1)

    is infinite, p = 0, if all data sets agree on the order. Both statistics are 0 if no data set
    tells the methods apart, and NaN for fewer than three methods or two complete data sets.
    """
    complete = _complete_datasets(scores)
    n, k = complete.shape
    of_datasets = rank_methods(complete, lower_is_better=lower_is_better)
    ranks = of_datasets.mean(axis=0) if n else np.full(k, np.nan)
    if n < 2 or k < 3:
        return FriedmanResult(ranks, n, np.nan, np.nan, np.nan, np.nan)
    if (of_datasets == of_datasets[:, :1]).all():
        return FriedmanResult(ranks, n, 0.0, 1.0, 0.0, 1.0)
    chi_squared, chi_squared_p_value = friedmanchisquare(*of_datasets.T)
    disagreement = n * (k - 1) - chi_squared  # 0 if all data sets agree on the order
    if disagreement > RELATIVE_ROUNDING * n * (k - 1):
        f_statistic = (n - 1) * chi_squared / disagreement
    else:
        f_statistic = np.inf
    return FriedmanResult(
        average_ranks=ranks,
        n_datasets=n,
        chi_squared=float(chi_squared),
        chi_squared_p_value=float(chi_squared_p_value),
        f_statistic=float(f_statistic),
        f_p_value=float(fisher_f.sf(f_statistic, k - 1, (k - 1) * (n - 1))),
    )


def nemenyi_critical_difference(n_methods: int, n_datasets: int, alpha: float = ALPHA) -> float:
    """Difference of average ranks from which two of k methods over N data sets are told apart.

    q_alpha sqrt(k (k+1) / (6 N)), where q_alpha is the upper quantile of the studentized range
    of k groups with infinite degrees of freedom, divided by sqrt(2).
    """
    if n_methods < 2 or n_datasets < 1:
        raise ValueError(
            f"a critical difference needs 2 methods and 1 data set or more, "
            f"got {n_methods} and {n_datasets}"
        )
    q = studentized_range.isf(alpha, n_methods, np.inf) / 2**0.5
    return float(q * (n_methods * (n_methods + 1) / (6 * n_datasets)) ** 0.5)


def indistinguishable_groups(
    ranks: Mapping[str, float], critical_difference: float
) -> list[tuple[str, ...]]:
    """Largest sets of two or more methods that lie closer together than the critical difference.

    Best first, within a group and among groups. Ranks lie on a line, so a set of pairwise close
    methods is a run of consecutive ones.
    """
    names = sorted(ranks, key=lambda name: ranks[name])
    groups: list[tuple[str, ...]] = []
    covered = 0
    for first, name in enumerate(names):
        end = first + 1
        while end < len(names) and ranks[names[end]] - ranks[name] < critical_difference:
            end += 1
        if end > max(covered, first + 1):
            groups.append(tuple(names[first:end]))
            covered = end
    return groups


def _complete_datasets(scores: ArrayLike) -> NDArray[np.float64]:
    scores = np.asarray(scores, dtype=float)
    if scores.ndim != 2:
        raise ValueError(f"scores must have shape (n_datasets, n_methods), got {scores.shape}")
    return scores[~np.isnan(scores).any(axis=1)]
