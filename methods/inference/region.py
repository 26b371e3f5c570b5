"""Probabilities that a method is better than another, practically equal to it, or worse.

Differences are costs, made by `methods.bench.statistics.differences`: below zero the first method
is better. Two methods are practically equal if their difference lies in the region of equivalence,
from -rope to rope.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.stats import t as student_t

from methods.bench.statistics import Difference

ROPE = 0.01  # one point of error, as Benavoli and others (2017) take for classifiers
PRIOR = 0.5  # weight of the one pseudo data set, on which the methods are equal
DRAWS = 50_000  # of the posterior; a probability has a Monte Carlo error of 0.0022 at most
SEED = 0  # of these draws, so that the same scores give the same probabilities


@dataclass(frozen=True)
class Probabilities:
    """That the first of two methods is better, practically equal, worse. They add up to 1."""

    better: float
    equal: float
    worse: float


UNKNOWN = Probabilities(np.nan, np.nan, np.nan)


def signed_rank_probabilities(differences: ArrayLike, rope: float = ROPE) -> Probabilities:
    """The Bayesian signed-rank test of Benavoli and others (2014) over data sets.

    The unknown distribution of the difference has a Dirichlet process as prior. A draw from the
    posterior weights the data sets, and says how probable it is that the mean of two differences
    lies below, in and above the region. The result is the share of the draws in which each of the
    three is the most probable. A draw in which two are equally probable counts half for each, so
    that without a region equal methods are better and worse with probability 1/2 each.

    Parameters
    ----------
    differences : array of shape (n_datasets,)
        Mean differences; those that are NaN are left out.
    """
    known = known_differences(differences)
    if not known.size:
        return UNKNOWN
    z = np.concatenate([[0.0], known])
    sums = z[:, None] + z
    weights = np.random.default_rng(SEED).dirichlet([PRIOR, *np.ones(known.size)], DRAWS)
    better = _share(weights, _beyond(-sums, 2 * rope))
    worse = _share(weights, _beyond(sums, 2 * rope))
    chances = np.array([better, 1 - better - worse, worse])
    most_probable = chances == chances.max(axis=0)
    return Probabilities(*(most_probable / most_probable.sum(axis=0)).mean(axis=1).tolist())


def _beyond(sums: NDArray[np.float64], bound: float) -> NDArray[np.float64]:
    """1 above the bound, and a half on it."""
    return (sums > bound) + 0.5 * (sums == bound)


def _share(weights: NDArray[np.float64], pairs: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(((weights @ pairs) * weights).sum(axis=1))


def correlated_t_probabilities(difference: Difference, rope: float = ROPE) -> Probabilities:
    """The Bayesian correlated t-test of Corani and Benavoli (2015) on one data set.

    With a flat prior the posterior of the mean difference is a t distribution around it. Its scale
    is the standard error, corrected for trials that share rows.
    """
    value, error = difference.value, difference.standard_error
    if np.isnan(error):
        return UNKNOWN
    if error == 0:
        better, worse = float(value < -rope), float(value > rope)
    else:
        posterior = student_t(difference.degrees_of_freedom, value, error)
        better, worse = float(posterior.cdf(-rope)), float(posterior.sf(rope))
    # without a region the rest is rounding, which may be below zero
    return Probabilities(better, max(1 - better - worse, 0.0), worse)


def known_differences(differences: ArrayLike) -> NDArray[np.float64]:
    values = np.asarray(differences, dtype=float)
    return values[~np.isnan(values)]
