"""AnyBoost of Mason et al.: gradient descent on a margin cost in the space of functions.

The cost of F is C(F) = sum_i D_i c(y_i F(x_i)), D the sample weights. From F_0 = 0 and d_0 = 0
round t of Algorithm 3.2, which CGBoost shares, is

    3   D_t(i) proportional to -D_i c'(y_i F_{t-1}(x_i))
    4   f_t, a hypothesis of small error under D_t
    5   d_t = f_t + beta_t d_{t-1}; here beta_t = 0
    6   stop if sum_i D_t(i) y_i d_t(x_i) <= 0
    9   F_t = F_{t-1} + alpha_t d_t, alpha_t the first local minimum of the cost

The combination is kept as coefficients of the hypotheses,

    F_T = sum_t w_t f_t,   w_t = alpha_t + beta_{t+1} w_{t+1},                                 (3.3)

and as the alpha_t and beta_t, from which d_t and F_t follow round by round. A cost may rise in
places: where c' is positive, the hypothesis is asked for the other class.

With the sigmoid cost no more than one round is ever run. After a first hypothesis of error
epsilon < 1/2 the cost is 1 - (1 - 2 epsilon) tanh(alpha), which has no finite minimiser; and as
c'(-m) = c'(m) all weights remain equal whatever alpha, so that an optimal f_1 is optimal again, and
still a descent, for ever. With k- > k+ the slope of the bisigmoid fades faster on the right side
than on the wrong one: the minimum is where the errors weigh as much as the rest, and there f_1 has
lost its edge.
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
from methods.boosting.costs import COSTS, Cost, named_cost
from methods.boosting.decision_stump import DecisionStump
from methods.boosting.hypotheses import WeakLearner, hypothesis_values, vote, weak_learner
from methods.boosting.line_search import MINIMUM, NO_DESCENT, minimise_along

ALL_ROUNDS = "n_estimators"


class AnyBoost(BinaryClassifier):
    """A vote of weak hypotheses that descends a margin cost.

    min C(F) = sum_i D_i c(y_i F(x_i)) over votes F

    by Algorithm 3.2 of the thesis with beta_t = 0.

    Parameters
    ----------
    estimator : base learner, a classifier whose fit takes sample_weight; None is `DecisionStump()`.
    n_estimators : number T of rounds at the most.
    cost : "exponential", "sigmoid", "bisigmoid" (`methods.boosting.costs`), or an object whose
        methods `value` and `derivative` map an array of margins to c and c'.
    kappa_plus, kappa_minus : scales of the bisigmoid.
    random_state : seed of the integers that seed the base learner of each round.

    Attributes
    ----------
    estimators_ : the hypotheses f_t, a list; empty if the first was no descent, where F = 0.
    estimator_weights_ (T,) : their coefficients in the last F, eq. 3.3.
    steps_, betas_ (T,) : alpha_t and beta_t of each round.
    cost_trace_, train_error_trace_ (T,) : cost and weighted training error of each F_t.
    stop_reason_ : "n_estimators"; "no descent", and the last f_t is left out; or "no finite
        minimiser" along d_t, and the last alpha_t d_t, which changes some margin by 256, is kept
        (`methods.boosting.line_search`).
    n_iter_ : number of rounds in F.

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
        """Fit to X (n, d) and two classes y; rows without weight are as if they were not there."""
        X, y, weights = validated_rows(self, X, y, sample_weight, dtype=np.float64)
        self.classes_, signs = encode_signs(y)
        estimator = DecisionStump() if self.estimator is None else self.estimator
        rng = check_random_state(self.random_state)
        learn = weak_learner(estimator, X, self.classes_, rng)
        self._descend(learn, self._cost(), signs, weights / weights.sum())
        return self

    def _descend(self, learn: WeakLearner, cost: Cost, signs: NDArray, weights: NDArray) -> None:
        # F = 0 decides for the first class, and errs on the second
        wrong_below = np.where(signs > 0, np.nextafter(0, 1), 0.0)
        margins, d, f = np.zeros(len(signs)), np.zeros(len(signs)), np.zeros(len(signs))
        self.estimators_: list[Any] = []
        rounds: list[tuple[float, float, float, float]] = []
        self.stop_reason_ = ALL_ROUNDS
        for t in range(self.n_estimators):
            slopes = weights * cost.derivative(margins)
            size = np.abs(slopes).sum()
            if not math.isfinite(size):
                raise ValueError(
                    f"the derivative of the cost must be finite, and is not at a margin between "
                    f"{margins.min():.3g} and {margins.max():.3g}"
                )
            if size == 0:
                self.stop_reason_ = NO_DESCENT
                break
            before = f
            hypothesis, f = learn(signs * slopes / -size)
            beta = self._beta(t, f, before, weights)
            d = f + beta * d
            changes = signs * d
            step = minimise_along(cost, margins, changes, weights, slopes)
            if step.outcome == NO_DESCENT:
                self.stop_reason_ = NO_DESCENT
                break
            margins += step.alpha * changes
            self.estimators_.append(hypothesis)
            error = float(weights @ (margins < wrong_below))
            rounds.append((step.alpha, beta, float(weights @ cost.value(margins)), error))
            if step.outcome != MINIMUM:
                self.stop_reason_ = step.outcome
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

    def _beta(self, t: int, f: NDArray, before: NDArray, weights: NDArray) -> float:
        """beta of the round that has t rounds before it, from the values of f_t and f_{t-1}."""
        return 0.0

    def decision_function(self, X: ArrayLike) -> NDArray:
        """F of each row, positive for the second of `classes_`."""
        check_is_fitted(self)
        rows = validate_data(self, X, dtype=np.float64, reset=False)
        return vote(self.estimators_, self.estimator_weights_, rows, self.classes_)

    def staged_decision_function(self, X: ArrayLike) -> Iterator[NDArray]:
        """F_t of each row, round by round."""
        check_is_fitted(self)
        rows = validate_data(self, X, dtype=np.float64, reset=False)
        F, d = np.zeros(len(rows)), np.zeros(len(rows))
        for hypothesis, alpha, beta in zip(self.estimators_, self.steps_, self.betas_, strict=True):
            d = hypothesis_values(hypothesis, rows, self.classes_) + beta * d
            F = F + alpha * d
            yield F
