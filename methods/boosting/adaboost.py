"""AdaBoost of Freund and Schapire: AnyBoost with the exponential cost, under its own name.

    D_t(i) proportional to D_i exp(-y_i F_{t-1}(x_i))
    epsilon_t = sum_i D_t(i) [f_t(x_i) != y_i]
    F_t = F_{t-1} + alpha_t f_t,   alpha_t = 1/2 log((1 - epsilon_t) / epsilon_t)

D_t, the weights that AdaBoost multiplies from round to round, are the slopes of the exponential
cost, and alpha_t is its minimum along f_t.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from methods.boosting.anyboost import AnyBoost
from methods.boosting.costs import Cost, ExponentialCost


class AdaBoost(AnyBoost):
    """A vote of hypotheses, each fitted to what the vote before it gets wrong.

    min sum_i D_i exp(-y_i F(x_i)) over votes F

    It is `AnyBoost` with the exponential cost (section 3.1 of the thesis).

    An epsilon_t of 1/2 or more ends the rounds, "no descent", without f_t. One of 0 ends them with
    it, "no finite minimiser": alpha_t would be infinite, and is 256, next to which the rest of the
    vote hardly counts.

    Parameters
    ----------
    estimator : base learner, a classifier whose fit takes sample_weight; None is `DecisionStump()`.
    n_estimators : number T of rounds at the most.
    random_state : seed of the integers that seed the base learner of each round.

    Attributes
    ----------
    See `AnyBoost`.

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
    }

    def __init__(
        self,
        estimator: Any = None,
        *,
        n_estimators: int = 200,
        random_state: int | np.random.RandomState | None = None,
    ) -> None:
        self.estimator = estimator
        self.n_estimators = n_estimators
        self.random_state = random_state

    def _cost(self) -> Cost:
        return ExponentialCost()
