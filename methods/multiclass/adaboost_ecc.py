"""AdaBoost.ECC of Guruswami and Sahai (Algorithm 4.1): choose a column, then learn it.

The column cuts the classes in two. It is the largest cut in the current weights, or a random half.
The largest cut makes U_t large, and gives problems that are hard to learn.

In the asymmetric version each of the values -1 and 1 of f_t has its own coefficient, which
minimises the cost over the examples where f_t has that value::

    alpha_t(v) = 1/2 log( sum_n D_t(n) [f_t(x_n) = v = M(y_n, t)]
                          / sum_n D_t(n) [f_t(x_n) = v != M(y_n, t)] ).

It is negative if v is wrong more often than right. f_t is left out only if both are 0.

With two classes the symmetric version is AdaBoost: D_t(n) are its weights, and S_2 = -S_1 its vote.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from sklearn.utils._param_validation import StrOptions

from methods.multiclass.binary_problems import SIGNS, BinaryProblems
from methods.multiclass.coded_vote import CodedVote, coefficient
from methods.multiclass.coding_columns import FULL_COLUMNS


class AdaBoostECC(CodedVote):
    """Boosting of columns of a coding matrix, each of which cuts all classes in two.

    It minimises, by Algorithm 4.1 of the thesis::

        sum_n w_n sum_{k != y_n} exp(-rho_k(x_n, y_n))                                     (4.2)

    Parameters
    ----------
    estimator : classifier or None, default=None
        Base learner whose `fit` takes `sample_weight`. None is `DecisionStump()`.
    n_estimators : int, default=500
        Largest number T of rounds.
    columns : {"max_cut", "rand_half"}, default="max_cut"
        How a round chooses its column (`methods.multiclass.coding_columns`).
    symmetric : bool, default=True
        Whether both values of a hypothesis have the same coefficient.
    random_state : int, RandomState or None, default=None
        Seed of the columns, and of the integers that seed the base learners.

    Attributes
    ----------
    estimator_weights_ : ndarray of shape (T,) or (T, 2)
        alpha_t of each round; without `symmetric` for the values -1 and 1. The other attributes are
        those of `CodedVote`.

    Examples
    --------
    >>> from methods import AdaBoostECC
    >>> X, y = [[0], [1], [4], [5], [8], [9]], ["a", "a", "b", "b", "c", "c"]
    >>> vote = AdaBoostECC(n_estimators=5, random_state=0).fit(X, y)
    >>> vote.coding_matrix_.shape, vote.predict([[0], [5], [9]]).tolist()
    ((3, 5), ['a', 'b', 'c'])
    """

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        **CodedVote._parameter_constraints,
        "columns": [StrOptions(set(FULL_COLUMNS))],
        "symmetric": ["boolean"],
    }

    def __init__(
        self,
        estimator: Any = None,
        *,
        n_estimators: int = 500,
        columns: str = "max_cut",
        symmetric: bool = True,
        random_state: int | np.random.RandomState | None = None,
    ) -> None:
        super().__init__(estimator, n_estimators, columns, random_state)
        self.symmetric = symmetric

    def _learn(
        self, problems: BinaryProblems, rng: np.random.RandomState
    ) -> tuple[NDArray, Any, NDArray]:
        column = FULL_COLUMNS[self.columns](problems.between + problems.between.T, rng)
        return column, *problems.learn(column)

    def _alpha(self, targets: NDArray, values: NDArray) -> float | NDArray:
        if self.symmetric:
            return super()._alpha(targets, values)
        agreements = targets * values
        return np.array([coefficient(agreements[values == value]) for value in SIGNS])
