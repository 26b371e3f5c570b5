"""AdaBoost.ERP (Algorithm 4.2): AdaBoost.ECC that fits the column to the hypothesis.

A round starts from two classes and follows a schedule of letters. L learns f_t from the examples
that the column labels. R repartitions the classes: M(k, t) = sign mu(k, t), which maximises the
slope of the descent for this f_t, with ::

    mu(k, t) = sum_{n: y_n = k} sum_l D(n, l) f_t(x_n) - sum_n D(n, k) f_t(x_n).           (4.5)

If mu is zero up to rounding, a class keeps its label. A class without a label gets 1, as in the
author's program. If the column is then the one that f_t was learnt from, the two agree, and the
rest of the schedule is skipped, as in that program. So "LR" * 20 means: until convergence, but no
more than 20 times. Without an R the column keeps its zeros. alpha_t is computed in the same way
but is no minimiser, and the cost may rise.
"""

from __future__ import annotations

import re
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from sklearn.utils._param_validation import StrOptions

from methods.multiclass.binary_problems import BinaryProblems
from methods.multiclass.coded_vote import CodedVote
from methods.multiclass.coding_columns import PARTIAL_COLUMNS

# A mu of less than 2^-42 of the cost is rounding.
ZERO_PREFERENCE = 2.0**-42


class AdaBoostERP(CodedVote):
    """Boosting of columns of a coding matrix, each of which is fitted to its hypothesis.

    It minimises, by Algorithm 4.2 of the thesis::

        sum_n w_n sum_{k != y_n} exp(-rho_k(x_n, y_n))                                     (4.2)

    Parameters
    ----------
    estimator : classifier or None, default=None
        Base learner whose `fit` takes `sample_weight`. None is `DecisionStump()`.
    n_estimators : int, default=500
        Largest number T of rounds.
    columns : {"max_2", "rand_2"}, default="max_2"
        How a round chooses its first column (`methods.multiclass.coding_columns`).
    schedule : str, default="LRL"
        Letters L (learn) and R (repartition), the first an L.
    random_state : int, RandomState or None, default=None
        Seed of the columns, and of the integers that seed the base learners.

    Attributes
    ----------
    coding_matrix_ : ndarray of shape (K, T)
        M, with one row for each of `classes_`. The other attributes are those of `CodedVote`.

    Examples
    --------
    >>> from methods import AdaBoostERP
    >>> X, y = [[0], [1], [4], [5], [8], [9]], ["a", "a", "b", "b", "c", "c"]
    >>> vote = AdaBoostERP(n_estimators=5, random_state=0).fit(X, y)
    >>> vote.coding_matrix_.shape, vote.predict([[0], [5], [9]]).tolist()
    ((3, 5), ['a', 'b', 'c'])
    """

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        **CodedVote._parameter_constraints,
        "columns": [StrOptions(set(PARTIAL_COLUMNS))],
        "schedule": [str],
    }

    def __init__(
        self,
        estimator: Any = None,
        *,
        n_estimators: int = 500,
        columns: str = "max_2",
        schedule: str = "LRL",
        random_state: int | np.random.RandomState | None = None,
    ) -> None:
        super().__init__(estimator, n_estimators, columns, random_state)
        self.schedule = schedule

    def _learn(
        self, problems: BinaryProblems, rng: np.random.RandomState
    ) -> tuple[NDArray, Any, NDArray]:
        if not re.fullmatch("L[LR]*", self.schedule):
            raise ValueError(
                f"schedule must be letters L and R that begin with L, such as 'LRLR', "
                f"got {self.schedule!r}"
            )
        column = PARTIAL_COLUMNS[self.columns](problems.between + problems.between.T, rng)
        for letter in self.schedule:
            if letter == "L":
                learnt = column
                hypothesis, values = problems.learn(column)
            else:
                column = repartition(column, problems.preferences(values), problems.between.sum())
                if np.array_equal(column, learnt):
                    break
        return column, hypothesis, values


def repartition(column: NDArray, preferences: NDArray, cost: float) -> NDArray:
    """sign mu where mu is not zero; elsewhere the label of the column, or 1 if that is zero too."""
    zero = ZERO_PREFERENCE * cost
    # All mu sum to zero. So if one is larger than this, another clearly has the other sign.
    if np.abs(preferences).max() <= len(column) * zero:
        zero = np.inf
    labels = np.where(column == 0, 1, column)
    return np.where(np.abs(preferences) > zero, np.where(preferences > 0, 1, -1), labels)
