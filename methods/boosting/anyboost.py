"""AnyBoost of Mason et al.: gradient descent on a margin cost in the space of functions.

The cost of F is C(F) = sum_i D_i c(y_i F(x_i)) with the sample weights D. CGBoost shares the rounds
of Algorithm 3.2. From F_0 = 0 and d_0 = 0, round t is::

    3   D_t(i) proportional to -D_i c'(y_i F_{t-1}(x_i))
    4   f_t, a hypothesis of small error under D_t
    5   d_t = f_t + beta_t d_{t-1}; here beta_t = 0
    6   stop if sum_i D_t(i) y_i d_t(x_i) <= 0
    9   F_t = F_{t-1} + alpha_t d_t, alpha_t the first local minimum of the cost

The combination is stored as coefficients of the hypotheses, ::

    F_T = sum_t w_t f_t,   w_t = alpha_t + beta_{t+1} w_{t+1},                                 (3.3)

and as the alpha_t and beta_t, which give d_t and F_t round by round. A cost may rise in places:
where c' is positive, the hypothesis is asked for the other class.

The sigmoid cost stops after one round. Let epsilon < 1/2 be the error of the first hypothesis. The
cost is then 1 - (1 - 2 epsilon) tanh(alpha), which has no finite minimiser. Since c'(-m) = c'(m),
all weights remain equal for any alpha. So an optimal f_1 stays optimal and stays a descent for
ever. With k- > k+ the slope of the bisigmoid fades faster on the right side than on the wrong one.
The minimum is where the errors weigh as much as the rest, and f_1 has no edge left there.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from numbers import Integral, Real
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import _fit_context
from sklearn.utils import check_random_state
from sklearn.utils._param_validation import HasMethods, Interval, StrOptions
from sklearn.utils.validation import check_is_fitted, validate_data

from methods.base import BinaryClassifier, encode_signs, validated_rows
from methods.boosting._kernels import move_margins, targets_of
from methods.boosting.costs import COSTS, Cost, named_cost, values_and_derivatives
from methods.boosting.decision_stump import DecisionStump
from methods.boosting.hypotheses import (
    WeakLearner,
    hypothesis_values,
    seeds,
    weak_learner,
    weighted_vote,
)
from methods.boosting.step_search import (
    ERRORLESS,
    MINIMUM,
    NO_DESCENT,
    NO_FINITE_MINIMISER,
    Step,
    minimise_along,
)

ALL_ROUNDS = "n_estimators"


class AnyBoost(BinaryClassifier):
    """Vote of weak hypotheses that descends a margin cost.

    It minimises, over votes F, by Algorithm 3.2 of the thesis with beta_t = 0::

        C(F) = sum_i D_i c(y_i F(x_i))

    Parameters
    ----------
    estimator : classifier or None, default=None
        Base learner whose `fit` takes `sample_weight`. None is `DecisionStump()`.
    n_estimators : int, default=300
        Largest number T of rounds.
    cost : {"exponential", "sigmoid", "bisigmoid"} or object, default="exponential"
        A cost of `methods.boosting.costs`, or an object whose methods `value` and `derivative` map
        an array of margins to c and c'.
    kappa_plus : float, default=1.0
        Scale k+ of the bisigmoid.
    kappa_minus : float, default=1.05
        Scale k- of the bisigmoid.
    random_state : int, RandomState or None, default=None
        Seed of the integers that seed the base learner of each round.

    Attributes
    ----------
    estimators_ : list of classifiers
        The hypotheses f_t. The list is empty, and F = 0, if the first one was no descent.
    estimator_weights_ : ndarray of shape (T,)
        Coefficients of the hypotheses in the last F (eq. 3.3).
    steps_ : ndarray of shape (T,)
        alpha_t of each round.
    betas_ : ndarray of shape (T,)
        beta_t of each round.
    cost_trace_ : ndarray of shape (T,)
        Cost of each F_t.
    train_error_trace_ : ndarray of shape (T,)
        Weighted training error of each F_t.
    stop_reason_ : str
        "n_estimators"; "no descent", which leaves out the last f_t; or "no finite minimiser" along
        d_t, which keeps the last alpha_t d_t and changes some margin by 256
        (`methods.boosting.step_search`).
    n_iter_ : int
        Number of rounds in F.

    Examples
    --------
    >>> from methods import AnyBoost
    >>> X, y = [[0], [1], [2], [3], [4]], [0, 0, 1, 0, 1]
    >>> vote = AnyBoost(n_estimators=5, cost="exponential").fit(X, y)
    >>> vote.cost_trace_.round(3).tolist(), vote.stop_reason_
    ([0.8, 0.529, 0.434, 0.335, 0.265], 'n_estimators')
    """

    classes_: NDArray

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "estimator": [HasMethods(["fit", "predict"]), None],
        "n_estimators": [Interval(Integral, 1, None, closed="left")],
        "cost": [StrOptions(set(COSTS)), HasMethods(["value", "derivative"])],
        "kappa_plus": [Interval(Real, 0, None, closed="neither")],
        "kappa_minus": [Interval(Real, 0, None, closed="neither")],
        "random_state": ["random_state"],
    }

    def __init__(
        self,
        estimator: Any = None,
        *,
        n_estimators: int = 300,
        cost: str | Cost = "exponential",
        kappa_plus: float = 1.0,
        kappa_minus: float = 1.05,
        random_state: int | np.random.RandomState | None = None,
    ) -> None:
        self.estimator = estimator
        self.n_estimators = n_estimators
        self.cost = cost
        self.kappa_plus = kappa_plus
        self.kappa_minus = kappa_minus
        self.random_state = random_state

    @_fit_context(prefer_skip_nested_validation=False)
    def fit(self, X: NDArray, y: NDArray, sample_weight: NDArray | None = None) -> Self:
        """Fit to X (n, d) and two classes y; rows of zero weight are ignored."""
        X, y, weights = validated_rows(self, X, y, sample_weight)
        self.classes_, signs = encode_signs(y)
        estimator = DecisionStump() if self.estimator is None else self.estimator
        rng = check_random_state(self.random_state)
        learn = weak_learner(estimator, X, self.classes_, rng)
        is_random = bool(seeds(estimator))
        self._descend(learn, is_random, self._cost(), signs, weights / weights.sum())
        return self

    def _descend(
        self,
        learn: WeakLearner,
        learner_is_random: bool,
        cost: Cost,
        signs: NDArray,
        weights: NDArray,
    ) -> None:
        # F = 0 decides for the first class, and errs on the second
        wrong_below = np.where(signs > 0, np.nextafter(0, 1), 0.0)
        margins, d, f = np.zeros(len(signs)), np.zeros(len(signs)), np.zeros(len(signs))
        lead, outcome = 0.0, MINIMUM  # what errorless steps add to every margin; the last outcome
        self.estimators_: list[Any] = []
        rounds: list[tuple[float, float, float, float]] = []
        self.stop_reason_ = ALL_ROUNDS
        derivatives = cost.derivative(margins)
        for t in range(self.n_estimators):
            slopes = weights * derivatives
            targets, size = targets_of(slopes, signs)
            if not math.isfinite(size):
                raise ValueError(
                    f"the derivative of the cost must be finite, and is not at a margin between "
                    f"{margins.min():.3g} and {margins.max():.3g}"
                )
            if size == 0:
                self.stop_reason_ = NO_DESCENT
                break
            f_before = f
            if outcome != ERRORLESS or learner_is_random:  # it would learn the same again
                hypothesis, f = learn(targets)
            beta = self._beta(t, f, f_before, weights)
            d = f + beta * d
            changes = signs * d
            step = self._step(cost, margins, changes, weights, slopes)
            if step.outcome == NO_DESCENT:
                self.stop_reason_ = NO_DESCENT
                break
            outcome = step.outcome
            move, gain = (0.0, step.alpha) if outcome == ERRORLESS else (step.alpha, 0.0)
            lead += gain
            error = move_margins(margins, changes, move, lead, wrong_below, weights)
            self.estimators_.append(hypothesis)
            values, derivatives = values_and_derivatives(cost, margins)
            # only the exponential cost of AdaBoost has a lead
            rounds.append((step.alpha, beta, float(weights @ values) * math.exp(-lead), error))
            if outcome == NO_FINITE_MINIMISER:
                self.stop_reason_ = outcome
                break
        columns = np.array(rounds).reshape(-1, 4).T.copy()
        self.steps_, self.betas_, self.cost_trace_, self.train_error_trace_ = columns
        self.estimator_weights_ = self.steps_.copy()
        for t in range(len(rounds) - 2, -1, -1):
            self.estimator_weights_[t] += self.betas_[t + 1] * self.estimator_weights_[t + 1]
        self.n_iter_ = len(rounds)

    def _cost(self) -> Cost:
        if isinstance(self.cost, str):
            return named_cost(self.cost, self.kappa_plus, self.kappa_minus)
        return self.cost

    def _step(
        self, cost: Cost, margins: NDArray, changes: NDArray, weights: NDArray, slopes: NDArray
    ) -> Step:
        """alpha of a round, by the arguments of `minimise_along`."""
        return minimise_along(cost, margins, changes, weights, slopes)

    def _beta(self, t: int, f: NDArray, f_before: NDArray, weights: NDArray) -> float:
        """beta of round t, counted from 0, by the values of f_t and of the hypothesis before it."""
        return 0.0

    def decision_function(self, X: ArrayLike) -> NDArray:
        """F of each row, positive for the second of `classes_`."""
        check_is_fitted(self)
        rows = validate_data(self, X, dtype=np.float64, reset=False)
        return weighted_vote(self.estimators_, self.estimator_weights_, rows, self.classes_)

    def staged_decision_function(self, X: ArrayLike) -> Iterator[NDArray]:
        """F_t of each row, round by round."""
        check_is_fitted(self)
        rows = validate_data(self, X, dtype=np.float64, reset=False)
        F, d = np.zeros(len(rows)), np.zeros(len(rows))
        for hypothesis, alpha, beta in zip(self.estimators_, self.steps_, self.betas_, strict=True):
            d = hypothesis_values(hypothesis, rows, self.classes_) + beta * d
            F = F + alpha * d
            yield F
