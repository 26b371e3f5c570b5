"""CGBoost: conjugate gradient on a margin cost in the space of functions (Algorithm 3.2).

It is AnyBoost with the search direction d_t = f_t + beta_t d_{t-1} and, by the formula of Polak and
Ribière with <f, g> = sum_i D_i f(x_i) g(x_i) and <f, f> = 1,

    beta_t = 1 - <f_t, f_{t-1}>,

which is never negative, so that neither is any coefficient of eq. 3.3. After an exact line search
the slope along d_{t-1} is zero, and d_t descends as f_t does.

For the first rounds beta_t may be set to 0, as the thesis does for several. The bisigmoid needs
this: far out along d the slope is that of the examples with the smallest |d(x_i)|, and where these
are right, which only |d| = 1 everywhere rules out, the cost falls for ever and the rounds end.
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
    """A vote of weak hypotheses that descends a margin cost along conjugate directions.

    min C(F) = sum_i D_i c(y_i F(x_i)) over votes F

    by Algorithm 3.2 of the thesis, along d_t = f_t + beta_t d_{t-1}.

    Parameters
    ----------
    restart_rounds : number of rounds, from the first, whose beta is 0; the first has none anyway.
    estimator, n_estimators, cost, kappa_plus, kappa_minus, random_state : see `AnyBoost`, also for
        the fitted attributes.

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

    def _beta(self, t: int, f: NDArray, before: NDArray, weights: NDArray) -> float:
        if t < max(self.restart_rounds, 1):
            return 0.0
        return 1.0 - float(weights @ (f * before))
