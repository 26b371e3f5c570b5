"""Decision stumps f(x) = polarity * sign(x_feature - threshold) of least weighted error.

The search covers all features, all thresholds and both polarities. With signed weights
s_i = D_i y_i of total size 1, the error of f is 1/2 - 1/2 sum_i s_i f(x_i). For a cut of a sorted
feature this sum, the edge, is the weight above the cut minus the weight below, up to the polarity.
One sort serves all weights, and a search is a running sum over each feature.

A threshold is the middle of neighbouring values, or -inf, which makes the stump a constant. A row
at the threshold counts as below. Rows of zero weight are ignored. If errors tie, a constant wins,
then the lowest feature, then the lowest threshold. Errors that differ by less than 2^-42 of all
weights tie, so that rounding in the weights decides nothing. At an error of 1/2 the polarity is 1.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import _fit_context
from sklearn.utils.validation import check_is_fitted, validate_data

from methods.base import BinaryClassifier, encode_signs, validated_rows
from methods.boosting import _kernels


class Stump(NamedTuple):
    """A stump: polarity above the threshold of a feature, -polarity elsewhere; and its error."""

    feature: int
    threshold: float
    polarity: float
    error: float


class SortedRows:
    """Rows X (n, d), sorted by each feature once for many searches.

    Attributes
    ----------
    columns : ndarray of shape (d, n)
        The features of X, each contiguous.
    """

    def __init__(self, X: NDArray) -> None:
        # a data frame gives read-only numbers, and the compiled loops take writable C arrays alone
        self.columns = np.require(X.T, requirements=["C", "W"])
        order = np.argsort(self.columns, axis=1)
        values = np.take_along_axis(self.columns, order, axis=1)
        self._order = order.astype(np.uint32)
        self._rises = np.zeros(values.shape, dtype=bool)
        self._rises[:, 1:] = values[:, 1:] > values[:, :-1]

    def best_stump(self, targets: NDArray) -> Stump:
        """The stump that maximises sum_i targets_i f(x_i).

        Parameters
        ----------
        targets : ndarray of shape (n,)
            Sample weights times classes -1 or 1, not all zero.

        Returns
        -------
        Stump
            The stump and its weighted error.
        """
        return Stump(*_kernels.best_stump(self.columns, self._order, self._rises, targets))


class DecisionStump(BinaryClassifier):
    """Stump of least weighted error on the training rows.

    It is the base learner of sections 3.4 and 4.4 of the thesis. It minimises::

        sum_i D_i [f(x_i) != y_i]    over f(x) = polarity * sign(x_feature - threshold)

    Attributes
    ----------
    feature_ : int
        Index of the feature.
    threshold_ : float
        Threshold of the feature.
    polarity_ : float
        If it is 1.0, rows above the threshold get the second of `classes_` and the others the
        first. If it is -1.0, the other way round.

    Examples
    --------
    >>> from methods import DecisionStump
    >>> stump = DecisionStump().fit([[5, 0], [6, 1], [5, 3], [6, 4]], ["a", "a", "b", "b"])
    >>> stump.feature_, stump.threshold_, stump.polarity_
    (1, 2.0, 1.0)
    """

    classes_: NDArray
    feature_: int
    threshold_: float
    polarity_: float

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {}

    @_fit_context(prefer_skip_nested_validation=True)
    def fit(self, X: NDArray, y: NDArray, sample_weight: NDArray | None = None) -> DecisionStump:
        """Fit to X (n, d) and two classes y; rows of zero weight are ignored."""
        X, y, weights = validated_rows(self, X, y, sample_weight, only_compared=True)
        classes, signs = encode_signs(y)
        return self._take(SortedRows(X).best_stump(weights * signs), classes)

    def learner_on(
        self, X: NDArray, classes: NDArray
    ) -> Callable[[NDArray], tuple[DecisionStump, NDArray]]:
        """The `methods.boosting.hypotheses.WeakLearner` on rows X, which are sorted once."""
        rows = SortedRows(X)

        def best_stump(targets: NDArray) -> tuple[DecisionStump, NDArray]:
            fitted = DecisionStump()
            fitted.n_features_in_ = X.shape[1]
            fitted._take(rows.best_stump(targets), classes)
            return fitted, fitted.values(rows.columns.T)

        return best_stump

    def _take(self, stump: Stump, classes: NDArray) -> DecisionStump:
        self.classes_ = classes
        self.feature_, self.threshold_, self.polarity_, _ = stump
        return self

    def values(self, X: NDArray) -> NDArray:
        """1.0 where the second of `classes_` is predicted, -1.0 elsewhere; X is not checked."""
        above = X[:, self.feature_] > self.threshold_
        return np.where(above, self.polarity_, -self.polarity_)

    def decision_function(self, X: ArrayLike) -> NDArray:
        """1.0 where the second of `classes_` is predicted, -1.0 elsewhere."""
        check_is_fitted(self)
        return self.values(validate_data(self, X, dtype=np.float64, reset=False))
