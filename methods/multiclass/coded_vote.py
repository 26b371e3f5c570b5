"""The base of AdaBoost.ECC and AdaBoost.ERP: the rounds, their coefficients, and decoding.

Both descend the cost of the margins of all examples for all other classes, with the sample weights
w_n::

    C = sum_n w_n sum_{k != y_n} exp(-rho_k(x_n, y_n)).                                        (4.2)

A round finds a column M(., t) and a hypothesis f_t (`methods.multiclass.binary_problems`), with ::

    epsilon_t = sum_n D_t(n) [f_t(x_n) != M(y_n, t)],    alpha_t = 1/2 log(1 / epsilon_t - 1).

For a column without zeros alpha_t minimises the cost, which falls by
U_t (1 - 2 sqrt(epsilon_t (1 - epsilon_t))). A hypothesis without errors has no finite minimiser.
Its alpha_t is 1/2 log 1000, as in the author's program, because other classes must still be told
apart. A hypothesis of error 1/2 or more is left out. The author's program ends there, but another
column may do better.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Iterator
from numbers import Integral
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassifierMixin, _fit_context
from sklearn.utils import check_random_state
from sklearn.utils._param_validation import HasMethods, Interval
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from methods.base import validated_rows
from methods.boosting._kernels import opposed_sums
from methods.boosting.anyboost import ALL_ROUNDS
from methods.boosting.decision_stump import DecisionStump
from methods.boosting.hypotheses import hypothesis_values
from methods.boosting.step_search import ERRORLESS_ODDS, NO_DESCENT, SMALLEST_EDGE
from methods.multiclass.binary_problems import SIGNS, BinaryProblems, vote_steps

# A smaller share of the weight counts as no error, as in the search for stumps.
NO_ERROR = 2.0**-42

# The training stops after this many rounds in a row without descent.
FAILURES = 10


def coefficient(agreements: NDArray) -> float:
    """1/2 log(right / wrong), for the sum of the positive values and the size of the sum of the
    others.
    """
    right, wrong = opposed_sums(agreements)
    if abs(right - wrong) <= SMALLEST_EDGE * (right + wrong):
        return 0.0
    smaller, larger = sorted((right, wrong))
    odds = larger / smaller if smaller > NO_ERROR * larger else ERRORLESS_ODDS
    return math.copysign(0.5 * math.log(odds), right - wrong)


class CodedVote(ClassifierMixin, BaseEstimator):
    """Vote of binary hypotheses for the rows of a coding matrix that grows with it.

    Parameters
    ----------
    estimator : classifier or None
        Base learner whose `fit` takes `sample_weight`. None is `DecisionStump()`.
    n_estimators : int
        Largest number T of rounds.
    columns : str
        How a round chooses its first column (`methods.multiclass.coding_columns`).
    random_state : int, RandomState or None
        Seed of the columns, and of the integers that seed the base learners.

    Attributes
    ----------
    coding_matrix_ : ndarray of shape (K, T)
        M, with one row for each of `classes_`.
    estimators_ : list of classifiers
        The hypotheses f_t, fitted to labels -1 and 1.
    estimator_weights_ : ndarray of shape (T,)
        alpha_t of each round.
    cost_trace_ : ndarray of shape (T,)
        Cost after each round (eq. 4.2).
    train_error_trace_ : ndarray of shape (T,)
        Weighted training error after each round.
    stop_reason_ : str
        "n_estimators"; or "no descent" after 10 rounds in a row without one. Rounds without descent
        are always left out.
    n_iter_ : int
        Number T of rounds in the vote.
    """

    classes_: NDArray

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "estimator": [HasMethods(["fit", "predict"]), None],
        "n_estimators": [Interval(Integral, 1, None, closed="left")],
        "random_state": ["random_state"],
    }

    def __init__(
        self,
        estimator: Any,
        n_estimators: int,
        columns: str,
        random_state: int | np.random.RandomState | None,
    ) -> None:
        self.estimator = estimator
        self.n_estimators = n_estimators
        self.columns = columns
        self.random_state = random_state

    @_fit_context(prefer_skip_nested_validation=False)
    def fit(self, X: NDArray, y: NDArray, sample_weight: NDArray | None = None) -> Self:
        """Fit to X (n, d) and classes y; rows of zero weight are ignored."""
        X, y, weights = validated_rows(self, X, y, sample_weight)
        check_classification_targets(y)
        weights = weights.astype(np.float64, copy=False)  # the compiled loops take no other
        self.classes_, codes = np.unique(y, return_inverse=True)
        if len(self.classes_) < 2:
            raise ValueError(f"y must have 2 classes or more, got 1 class: {y[:1].tolist()[0]!r}")
        estimator = DecisionStump() if self.estimator is None else self.estimator
        rng = check_random_state(self.random_state)
        self._boost(BinaryProblems(estimator, X, codes, weights, rng), rng)
        return self

    def _boost(self, problems: BinaryProblems, rng: np.random.RandomState) -> None:
        self.estimators_: list[Any] = []
        columns, alphas, traces = [], [], []
        self.stop_reason_, failures = ALL_ROUNDS, 0
        for _ in range(self.n_estimators):
            column, hypothesis, values = self._learn(problems, rng)
            alpha = self._alpha(problems.targets(column), values)
            if not np.any(alpha):
                failures += 1
                if failures == FAILURES:
                    self.stop_reason_ = NO_DESCENT
                    break
                continue
            failures = 0
            traces.append(problems.add(column, values, alpha))
            self.estimators_.append(hypothesis)
            columns.append(column)
            alphas.append(alpha)
        self.n_iter_ = len(alphas)
        shape = (self.n_iter_, len(self.classes_))
        self.coding_matrix_ = np.array(columns, dtype=np.int64).reshape(shape).T.copy()
        self.estimator_weights_ = np.array(alphas)
        self.cost_trace_, self.train_error_trace_ = np.array(traces).reshape(-1, 2).T.copy()

    @abstractmethod
    def _learn(
        self, problems: BinaryProblems, rng: np.random.RandomState
    ) -> tuple[NDArray, Any, NDArray]:
        """The column of a round, its hypothesis, and the values of the hypothesis."""

    def _alpha(self, targets: NDArray, values: NDArray) -> float | NDArray:
        """The coefficient of a hypothesis, 0 if it is no descent."""
        return max(coefficient(targets * values), 0.0)

    def decision_function(self, X: ArrayLike) -> NDArray:
        """Votes S_k for every class, (n, K); with two classes those for the second class, (n,)."""
        check_is_fitted(self)
        rows = validate_data(self, X, dtype=np.float64, reset=False)
        votes = np.zeros((len(rows), len(self.classes_)))
        for step in self._vote_steps(rows):
            votes += step
        return votes[:, 1] if len(self.classes_) == 2 else votes

    def predict(self, X: ArrayLike) -> NDArray:
        """The class with the most votes, and the first of those that tie."""
        votes = self.decision_function(X)
        best = (votes > 0).astype(int) if votes.ndim == 1 else votes.argmax(axis=1)
        return self.classes_[best]

    def staged_predict(self, X: ArrayLike) -> Iterator[NDArray]:
        """Predictions after one round, two rounds and so on."""
        check_is_fitted(self)
        rows = validate_data(self, X, dtype=np.float64, reset=False)
        votes = np.zeros((len(rows), len(self.classes_)))
        for step in self._vote_steps(rows):
            votes += step
            yield self.classes_[votes.argmax(axis=1)]

    def _vote_steps(self, rows: NDArray) -> Iterator[NDArray]:
        """What each hypothesis adds to the votes (n, K)."""
        for hypothesis, column, alpha in zip(
            self.estimators_, self.coding_matrix_.T, self.estimator_weights_, strict=True
        ):
            positive = hypothesis_values(hypothesis, rows, SIGNS) > 0
            yield vote_steps(column, alpha)[positive.astype(int)]
