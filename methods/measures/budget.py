"""What a search would have chosen with fewer settings.

A study records the score of each setting in the inner folds, and its test error after a fit on all
training rows. From these the expected error after a choice among k settings follows exactly, for k
settings drawn at random without replacement. No seed is needed, and the order of the grid does not
matter. A path through one order would show that order.
"""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import clone


def errors_of_settings(
    estimator: Any, X_train: Any, y_train: NDArray, X_test: Any, y_test: NDArray
) -> tuple[NDArray, NDArray] | None:
    """The inner score of each setting of a grid search, and its test error, in the grid's order.

    None if the estimator is no grid search. Each setting is fitted once more, on all training rows.
    """
    tried = getattr(estimator, "cv_results_", None)
    if tried is None:
        return None
    errors = []
    for setting in tried["params"]:
        machine = clone(estimator.estimator).set_params(**setting).fit(X_train, y_train)
        predicted = np.asarray(machine.predict(X_test)).reshape(y_test.shape)
        errors.append(np.mean(predicted != y_test))
    return np.asarray(tried["mean_test_score"]), np.array(errors)


def expected_errors(scores: ArrayLike, errors: ArrayLike) -> NDArray[np.float64]:
    """The error of the chosen setting, expected over all choices of k settings, for k = 1 to all.

    The highest score is chosen, and of equal scores the first. A setting whose inner fits failed
    has no score, and is chosen if there is no other.
    """
    known = np.nan_to_num(np.asarray(scores, dtype=float), nan=-np.inf)
    best_first = np.argsort(-known, kind="stable")
    ranked, n = np.asarray(errors, dtype=float)[best_first], len(known)
    # The setting of rank r is chosen if it is among the k, and no better one is.
    shares = [[comb(n - 1 - r, k - 1) / comb(n, k) for r in range(n)] for k in range(1, n + 1)]
    return np.array(shares) @ ranked
