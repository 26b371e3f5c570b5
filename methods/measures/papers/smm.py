"""Measures of a fitted machine for the claims of the SMM paper."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sklearn.base import clone

from methods.base import encode_signs
from methods.matrix.regularisation_path import support_matrix_path

# Pairs of columns drawn at random for theorem 2.
COLUMN_PAIRS = 400
# A smaller ratio of variances is rounding.
LEAST_RATIO = 1e-16
# Relative duality gap of the fits along a path; the purest blocks need a small one.
PATH_GAP = 1e-6


def log_impurity(estimator: Any, X: np.ndarray, y: np.ndarray) -> float | None:
    """How pure the blocks of the regression matrix are (Figure 1): `log_ratio` of its ``coef_``."""
    return log_ratio(np.asarray(_best(estimator).coef_), groups_of_columns(X))


def grouping_path(
    estimator: Any, X: np.ndarray, y: np.ndarray, X_test: np.ndarray, y_test: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """`log_ratio` against the error in cross-validation, for every setting that a search tried.

    Each setting is fitted once more, on all rows. Of a setting whose matrix is zero nothing is
    kept. The purity of the blocks follows the penalty, so that of one setting alone says little.
    """
    groups = groups_of_columns(X)
    points = [(error, log_ratio(coef, groups)) for error, coef in _settings(estimator, X, y)]
    errors, ratios = zip(*[point for point in points if point[1] is not None], strict=True)
    return np.array(errors), np.array(ratios)


def log_ratio(coef: np.ndarray, groups: np.ndarray) -> float | None:
    """log10 of the variance within groups of columns over the variance of the groups' means.

    The lower, the purer the groups. A matrix of independent entries has a ratio of about p q over
    the number of groups. None for a matrix whose groups have one mean, such as zero.
    """
    means = np.array([coef[:, groups == group].mean() for group in range(groups[-1] + 1)])[groups]
    between, within = np.mean((means - coef.mean()) ** 2), np.mean((coef - means) ** 2)
    return float(np.log10(max(within / between, LEAST_RATIO))) if between else None


def groups_of_columns(X: np.ndarray) -> np.ndarray:
    """Group of each column, from 0: a group ends where the next column is not of its kind.

    In the paper's data the features of a column are one unit vector plus noise, and those of two
    groups are orthogonal. So neighbours are either almost equal or far apart.
    """
    columns = X.mean(axis=1)
    squares = np.sum(columns**2, axis=0)
    distances = np.sum(np.diff(columns, axis=1) ** 2, axis=0)
    return np.r_[0, np.cumsum(distances > (squares[1:] + squares[:-1]) / 2)]


def grouping_bound(
    estimator: Any, X: np.ndarray, y: np.ndarray, X_test: np.ndarray, y_test: np.ndarray
) -> tuple[np.ndarray, np.ndarray] | None:
    """Theorem 2 on pairs of columns of the regression matrix: the bound, and the distance bounded.

    ||W_l - W_l'||^2 <= n C^2 sum_k ||f_kl - f_kl'||^2, where f_kl are the n values of entry (k, l).
    The paper's features have unit length; then the bound is 2 n C^2 (p - sum_k f_kl.f_kl'). None
    for an estimator without a low-rank matrix and a penalty C.
    """
    fitted = _best(estimator)
    C = chosen_C(estimator, X, y)
    if C is None or not hasattr(fitted, "rank_") or X.ndim != 3:
        return None
    q = X.shape[2]
    rng = np.random.default_rng(0)
    first = rng.integers(q, size=COLUMN_PAIRS)
    second = (first + rng.integers(1, q, size=COLUMN_PAIRS)) % q
    squared_distances = [
        np.sum((X[:, :, a] - X[:, :, b]) ** 2) for a, b in zip(first, second, strict=True)
    ]
    coef = np.asarray(fitted.coef_)
    bounded = np.sum((coef[:, first] - coef[:, second]) ** 2, axis=0)
    return len(X) * C**2 * np.asarray(squared_distances), bounded


def chosen_C(estimator: Any, X: np.ndarray, y: np.ndarray) -> float | None:
    """The C that a search chose; None for a method without one."""
    best = _best(estimator)
    return getattr(best, "C_", getattr(best, "C", None))


def chosen_tau(estimator: Any, X: np.ndarray, y: np.ndarray) -> float | None:
    """The weight of the nuclear norm that a search chose; None for a method without one."""
    best = _best(estimator)
    return getattr(best, "tau_", getattr(best, "tau", None))


def chosen_rank(estimator: Any, X: np.ndarray, y: np.ndarray) -> int | None:
    """The rank of W, or the bound of it that a search chose; None for a method without one."""
    best = _best(estimator)
    return getattr(best, "rank_", getattr(best, "rank", None))


def smallest_rank(estimator: Any, X: np.ndarray, y: np.ndarray) -> float | None:
    """The smallest rank, as a mean over folds, of all settings of a `SupportMatrixSelection`."""
    ranks = getattr(estimator, "ranks_", None)
    return None if ranks is None else float(ranks.min())


def largest_rank(estimator: Any, X: np.ndarray, y: np.ndarray) -> float | None:
    """The largest rank, as a mean over folds, of all settings of a `SupportMatrixSelection`."""
    ranks = getattr(estimator, "ranks_", None)
    return None if ranks is None else float(ranks.max())


def _best(estimator: Any) -> Any:
    return getattr(estimator, "best_estimator_", estimator)


def _settings(estimator: Any, X: np.ndarray, y: np.ndarray) -> Iterator[tuple[float, np.ndarray]]:
    """Error in cross-validation and regression matrix of every setting.

    The search is a `GridSearchCV` that counts samples, or a `SupportMatrixSelection`.
    """
    if hasattr(estimator, "cv_results_"):
        tried = estimator.cv_results_
        right = tried["mean_test_score"] * estimator.n_splits_ / len(y)
        for parameters, share in zip(tried["params"], right, strict=True):
            machine = clone(estimator.best_estimator_).set_params(**parameters).fit(X, y)
            yield 1 - share, np.asarray(machine.coef_)
        return
    _, signs = encode_signs(y)
    Cs = np.unique(np.atleast_1d(estimator.Cs))
    path = support_matrix_path(
        X.reshape(len(X), -1), signs, X.shape[1:], Cs, estimator.taus_, tol=PATH_GAP
    )
    for error, point in zip(estimator.errors_.T.ravel(), path, strict=True):  # column by column
        yield float(error), point.optimum.coef
