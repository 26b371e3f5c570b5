"""CGBoost: conjugate gradient on a margin cost in the space of functions (Algorithm 3.2).

It is AnyBoost with the search direction d_t = f_t + beta_t d_{t-1}. With
<f, g> = sum_i D_i f(x_i) g(x_i) and <f, f> = 1, the formula of Polak and Ribière is::

    beta_t = 1 - <f_t, f_{t-1}>.

It is never negative, so no coefficient of eq. 3.3 is negative either. After an exact line search
the slope along d_{t-1} is zero, and d_t descends as f_t does.

The thesis sets beta_t to 0 in the first rounds of several runs. The bisigmoid needs this. Far out
along d its slope is that of the examples with the smallest `|d(x_i)|`. If these are right, the cost
falls for ever and the rounds end. Only `|d| = 1` everywhere rules this out.
"""

from __future__ import annotations

from numbers import Integral
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from sklearn.utils._param_validation import Interval

from methods.boosting.anyboost import AnyBoost
from methods.boosting.costs import Cost


class CGBoost(AnyBoost):
    """Vote of weak hypotheses that descends a margin cost along conjugate directions.

    It minimises, over votes F, by Algorithm 3.2 of the thesis along d_t = f_t + beta_t d_{t-1}::

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
    restart_rounds : int, default=0
        Number of rounds at the start whose beta is 0. The beta of the first is always 0.
    random_state : int, RandomState or None, default=None
        Seed of the integers that seed the base learner of each round.

    Attributes
    ----------
    betas_ : ndarray of shape (T,)
        beta_t of each round. The other attributes are those of `AnyBoost`, too.

    Examples
    --------
    >>> from methods import AnyBoost, CGBoost
    >>> X, y = [[0], [1], [2], [3], [4]], [0, 0, 1, 0, 1]
    >>> conjugate, plain = CGBoost(n_estimators=5).fit(X, y), AnyBoost(n_estimators=5).fit(X, y)
    >>> bool(conjugate.cost_trace_[-1] < plain.cost_trace_[-1])
    True
    """

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        **AnyBoost._parameter_constraints,
        "restart_rounds": [Interval(Integral, 0, None, closed="left")],
    }

    def __init__(
        self,
        estimator: Any = None,
        *,
        n_estimators: int = 300,
        cost: str | Cost = "exponential",
        kappa_plus: float = 1.0,
        kappa_minus: float = 1.05,
        restart_rounds: int = 0,
        random_state: int | np.random.RandomState | None = None,
    ) -> None:
        super().__init__(
            estimator,
            n_estimators=n_estimators,
            cost=cost,
            kappa_plus=kappa_plus,
            kappa_minus=kappa_minus,
            random_state=random_state,
        )
        self.restart_rounds = restart_rounds

    def _beta(self, t: int, f: NDArray, f_before: NDArray, weights: NDArray) -> float:
        if t < max(self.restart_rounds, 1):
            return 0.0
        return 1.0 - float(weights @ (f * f_before))
