"""The binary problems that the columns of a coding matrix make of examples of many classes.

Let D(n, k) = w_n exp(-rho_k(x_n, y_n)) for every example n and every other class k. A column
M(., t) asks for a hypothesis f_t of the targets M(y_n, t) under the weights ::

    D_t(n) = 1 / U_t sum_k D(n, k) [M(k, t) M(y_n, t) < 0],

where U_t is their sum. When f_t joins the vote with a coefficient alpha_t, ::

    D(n, k) becomes D(n, k) exp(-alpha_t / 2 (M(y_n, t) - M(k, t)) f_t(x_n)).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from methods.boosting.hypotheses import hypothesis_values, weak_learner
from methods.multiclass import _kernels

# Labels and values of every base classifier.
SIGNS = np.array([-1, 1])


def vote_steps(column: NDArray, alpha: float | NDArray) -> NDArray:
    """What a hypothesis adds to the votes of the classes by its value -1 or 1, (2, K).

    alpha is one number for both values, or one number for each.
    """
    return (alpha * SIGNS)[:, None] * column


class BinaryProblems:
    """The examples, and the vote so far.

    Attributes
    ----------
    weights : ndarray of shape (n, K)
        D(n, k), and 0 for the class of the example, where it cancels everywhere.
    between : ndarray of shape (K, K)
        Sums of D(n, k) over the examples of each class.
    """

    def __init__(
        self,
        estimator: Any,
        X: NDArray,
        codes: NDArray,
        sample_weights: NDArray,
        rng: np.random.RandomState,
    ) -> None:
        self._estimator, self._rng = estimator, rng
        self._X, self._codes, self._sample_weights = X, codes, sample_weights
        self._learn_all = weak_learner(estimator, X, SIGNS, rng)
        counts = np.bincount(codes, sample_weights)
        self.between = counts[:, None] * (1.0 - np.eye(len(counts)))
        self.weights = np.repeat(sample_weights[:, None], len(counts), axis=1)
        self.weights[np.arange(len(codes)), codes] = 0.0
        self._votes = np.zeros(self.weights.shape)

    def targets(self, column: NDArray) -> NDArray:
        """U_t D_t(n) M(y_n, t) of every example."""
        return _kernels.targets(self.weights, self._codes, column)

    def learn(self, column: NDArray) -> tuple[Any, NDArray]:
        """A hypothesis fitted to the examples that the column labels, and its values on all."""
        targets = self.targets(column)
        targets /= np.abs(targets).sum()
        used = targets != 0
        if used.all() or hasattr(self._estimator, "learner_on"):
            return self._learn_all(targets)
        learn_used = weak_learner(self._estimator, self._X[used], SIGNS, self._rng)
        hypothesis, _ = learn_used(targets[used])
        return hypothesis, hypothesis_values(hypothesis, self._X, SIGNS)

    def preferences(self, values: NDArray) -> NDArray:
        """mu(k, t) of eq. 4.5: the slope of the descent by M(k, t), up to a factor."""
        return _kernels.preferences(self.weights, self._codes, values)

    def add(self, column: NDArray, values: NDArray, alpha: float | NDArray) -> tuple[float, float]:
        """Add a hypothesis to the vote; returns the cost (eq. 4.2) and the training error."""
        steps = vote_steps(column, alpha)
        factors = np.exp(0.5 * (steps[:, None, :] - steps[:, :, None]))
        wrong = _kernels.update(
            self.weights,
            self._votes,
            self.between,
            self._codes,
            self._sample_weights,
            values,
            factors,
            steps,
        )
        return self.between.sum(), wrong / self._sample_weights.sum()
