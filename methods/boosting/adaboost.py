"""AdaBoost of Freund and Schapire: AnyBoost with the exponential cost, under its own name. ::

    D_t(i) proportional to D_i exp(-y_i F_{t-1}(x_i))
    epsilon_t = sum_i D_t(i) [f_t(x_i) != y_i]
    F_t = F_{t-1} + alpha_t f_t,   alpha_t = 1/2 log((1 - epsilon_t) / epsilon_t)

D_t, the weights that AdaBoost multiplies from round to round, are the slopes of the exponential
cost, and alpha_t is its minimum along f_t.
"""

from __future__ import annotations

import math
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from sklearn.utils._param_validation import StrOptions

from methods.boosting.anyboost import AnyBoost
from methods.boosting.costs import Cost, ExponentialCost
from methods.boosting.step_search import (
    ERRORLESS,
    ERRORLESS_ODDS,
    MINIMUM,
    NO_FINITE_MINIMISER,
    Step,
)


class AdaBoost(AnyBoost):
    """Vote of hypotheses, each fitted to the errors of the vote before it.

    It is `AnyBoost` with the exponential cost (section 3.1 of the thesis). It minimises, over votes
    F::

        sum_i D_i exp(-y_i F(x_i))

    If epsilon_t is 1/2 or more, the rounds end without f_t: "no descent". If epsilon_t is 0, the
    minimising alpha_t would be infinite. The thesis says that boosted perceptrons never stop early
    (section 2.4.4), although some make no error in the first round. Its author's program then sets
    alpha_t to 1/2 log 1000 and goes on with the same weights.

    Parameters
    ----------
    estimator : classifier or None, default=None
        Base learner whose `fit` takes `sample_weight`. None is `DecisionStump()`.
    n_estimators : int, default=200
        Largest number T of rounds.
    errorless : {"go_on", "stop"}, default="go_on"
        What follows a hypothesis without errors. "go_on" gives it the weight 1/2 log 1000. "stop"
        ends the rounds with it: "no finite minimiser". Its weight is then 256, and the rest of the
        vote hardly counts beside it.
    random_state : int, RandomState or None, default=None
        Seed of the integers that seed the base learner of each round.

    Attributes
    ----------
    estimators_ : list of classifiers
        The hypotheses f_t. The other attributes are those of `AnyBoost`, too.

    Examples
    --------
    >>> from methods import AdaBoost
    >>> X, y = [[0], [1], [2], [3], [4]], [0, 0, 1, 0, 1]
    >>> vote = AdaBoost(n_estimators=10).fit(X, y)
    >>> vote.n_iter_, vote.train_error_trace_.round(1).tolist()[:3], vote.predict(X).tolist()
    (10, [0.2, 0.2, 0.0], [0, 0, 1, 0, 1])
    """

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        name: AnyBoost._parameter_constraints[name]
        for name in ("estimator", "n_estimators", "random_state")
    } | {"errorless": [StrOptions({"go_on", "stop"})]}

    def __init__(
        self,
        estimator: Any = None,
        *,
        n_estimators: int = 200,
        errorless: str = "go_on",
        random_state: int | np.random.RandomState | None = None,
    ) -> None:
        self.estimator = estimator
        self.n_estimators = n_estimators
        self.errorless = errorless
        self.random_state = random_state

    def _cost(self) -> Cost:
        return ExponentialCost()

    def _step(
        self, cost: Cost, margins: NDArray, changes: NDArray, weights: NDArray, slopes: NDArray
    ) -> Step:
        goes_on = self.errorless == "go_on"
        errorless_step = 0.5 * math.log(ERRORLESS_ODDS)
        if goes_on and (changes > 0).all():
            return Step(errorless_step, ERRORLESS)
        step = super()._step(cost, margins, changes, weights, slopes)
        if goes_on and step.outcome == NO_FINITE_MINIMISER:  # its errors are too light to count
            return Step(errorless_step, MINIMUM)
        return step
