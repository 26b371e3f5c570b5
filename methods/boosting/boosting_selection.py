"""A booster whose number of rounds and other parameters are chosen on validation rows.

Every setting of the grid is boosted on one part of the rows. F is the vote, of any setting and
after any round, that has the least error on the other part (section 3.4 of the thesis). Of votes
that tie the one with the fewest rounds wins, then the first of the grid. Nothing is fitted again on
all rows.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from itertools import islice
from numbers import Real
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import _fit_context, clone
from sklearn.model_selection import ParameterGrid
from sklearn.utils import check_random_state
from sklearn.utils._param_validation import HasMethods, Interval
from sklearn.utils.validation import check_is_fitted, validate_data

from methods.base import BinaryClassifier, encode_signs
from methods.boosting.anyboost import AnyBoost


class BoostingSelection(BinaryClassifier):
    """Vote of least validation error among all rounds of some boosters.

    Section 3.4 of the thesis chooses the number of rounds and the scales of the bisigmoid in this
    way.

    Parameters
    ----------
    estimator : classifier or None, default=None
        Booster with `staged_decision_function`. None is `AnyBoost()`.
    param_grid : dict or None, default=None
        Parameters of the booster and their values, as for `GridSearchCV`. None is one setting.
    validation : float, default=0.1
        Share of the rows, drawn at random, on which votes are judged.
    random_state : int, RandomState or None, default=None
        Seed of the draw.

    Attributes
    ----------
    best_estimator_ : classifier
        The booster of the chosen setting, with all its rounds.
    best_params_ : dict
        The chosen setting.
    best_round_ : int
        Number of its rounds that vote; 0 if no setting had a round, and F is 0.
    validation_error_ : float
        Error of that vote on the validation rows.
    refit_time_ : float
        Seconds that fitting `best_estimator_` took.

    Examples
    --------
    >>> from methods import AnyBoost, BoostingSelection
    >>> X, y = [[k] for k in range(20)], [0] * 9 + [1] * 11
    >>> boosters = AnyBoost(n_estimators=5)
    >>> chosen = BoostingSelection(boosters, param_grid={"cost": ["exponential", "bisigmoid"]},
    ...                            validation=0.3, random_state=0).fit(X, y)
    >>> chosen.best_params_, chosen.best_round_, chosen.validation_error_
    ({'cost': 'exponential'}, 1, 0.0)
    """

    classes_: NDArray

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "estimator": [HasMethods(["fit", "staged_decision_function"]), None],
        "param_grid": [dict, None],
        "validation": [Interval(Real, 0, 1, closed="neither")],
        "random_state": ["random_state"],
    }

    def __init__(
        self,
        estimator: Any = None,
        *,
        param_grid: Mapping[str, Any] | None = None,
        validation: float = 0.1,
        random_state: int | np.random.RandomState | None = None,
    ) -> None:
        self.estimator = estimator
        self.param_grid = param_grid
        self.validation = validation
        self.random_state = random_state

    @_fit_context(prefer_skip_nested_validation=False)
    def fit(self, X: NDArray, y: NDArray) -> Self:
        """Boost on X (n, d) and two classes y without the validation rows, and choose on these."""
        X, y = validate_data(self, X, y, dtype=np.float64)
        self.classes_, signs = encode_signs(y)
        rows = check_random_state(self.random_state).permutation(len(y))
        n_validation = max(round(self.validation * len(y)), 1)
        validation_rows, training_rows = rows[:n_validation], rows[n_validation:]
        is_second = signs[validation_rows] > 0

        least_error_and_round: tuple[float, int] | None = None
        for parameters in ParameterGrid(dict(self.param_grid or {})):
            booster = AnyBoost() if self.estimator is None else clone(self.estimator)
            clock = time.perf_counter()
            booster.set_params(**parameters).fit(X[training_rows], y[training_rows])
            seconds = time.perf_counter() - clock
            votes = enumerate(booster.staged_decision_function(X[validation_rows]), start=1)
            errors = [(float(np.mean((F > 0) != is_second)), t) for t, F in votes]
            best = min(errors, default=(float(np.mean(is_second)), 0))
            if least_error_and_round is None or best < least_error_and_round:
                least_error_and_round = best
                self.best_estimator_, self.best_params_ = booster, parameters
                self.validation_error_, self.best_round_ = best
                self.refit_time_ = seconds
        return self

    def decision_function(self, X: ArrayLike) -> NDArray:
        """F of each row after the chosen round, positive for the second of `classes_`."""
        check_is_fitted(self)
        rows = validate_data(self, X, dtype=np.float64, reset=False)
        votes: Iterator[NDArray] = self.best_estimator_.staged_decision_function(rows)
        return next(islice(votes, max(self.best_round_ - 1, 0), None), np.zeros(len(rows)))
