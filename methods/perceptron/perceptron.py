"""The base of the perceptrons: their interface, the first vector, and the trace of the training."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from numbers import Integral, Real
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.base import _fit_context
from sklearn.utils import check_random_state
from sklearn.utils._param_validation import Interval, StrOptions

from methods.base import LinearBinaryClassifier, encode_signs, validated_rows
from methods.perceptron.examples import Examples, make_examples, trace_epochs
from methods.perceptron.fisher import fisher_discriminant

WEIGHTINGS = ("reweight", "resample")


class Perceptron(LinearBinaryClassifier):
    """A perceptron that is trained in epochs; it does not scale the features.

    Parameters
    ----------
    epochs : int
        Number T of epochs.
    init : {"fisher", "zero"}
        First vector: Fisher's discriminant, or zeros.
    shrinkage : float
        Shrinkage of the eigenvalues of a singular covariance in Fisher's discriminant.
    random_state : int, RandomState or None
        Seed of the random draws.

    Attributes
    ----------
    coef_ : ndarray of shape (m,)
        Coefficients of the hyperplane.
    intercept_ : float
        Bias of the hyperplane.
    trace_epochs_ : ndarray of shape (k,)
        Logarithmically spaced epochs, up to the last one.
    train_error_trace_ : ndarray of shape (k,)
        Weighted share of errors after these epochs.
    coef_trace_ : ndarray of shape (k, m + 1)
        w after these epochs, the bias first.
    """

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "epochs": [Interval(Integral, 1, None, closed="left")],
        "init": [StrOptions({"fisher", "zero"})],
        "shrinkage": [Interval(Real, 0, 1, closed="right")],
        "random_state": ["random_state"],
    }

    def __init__(
        self,
        epochs: int,
        init: str,
        shrinkage: float,
        random_state: int | np.random.RandomState | None,
    ) -> None:
        self.epochs = epochs
        self.init = init
        self.shrinkage = shrinkage
        self.random_state = random_state

    @_fit_context(prefer_skip_nested_validation=True)
    def fit(self, X: NDArray, y: NDArray, sample_weight: NDArray | None = None) -> Self:
        """Fit to X (n, m) and two classes y; rows of zero weight are ignored."""
        X, y, weights = validated_rows(self, X, y, sample_weight)
        self.classes_, signs = encode_signs(y)
        examples = make_examples(X, signs, weights)
        if self.init == "fisher":
            w = fisher_discriminant(examples, self.shrinkage)
        else:
            w = np.zeros(X.shape[1] + 1)
        self.trace_epochs_ = trace_epochs(self.epochs)
        rng = check_random_state(self.random_state)
        vectors, errors = zip(*self._learn(examples, w, rng), strict=True)
        self.coef_trace_ = np.array(vectors)
        self.train_error_trace_ = np.array(errors) / examples.weights.sum()
        w = self.coef_trace_[-1]
        if not np.isfinite(w).all():
            raise ValueError(
                f"{type(self).__name__} diverged on features of size {np.abs(X).max():.3g}; "
                f"scale them to [-1, 1]"
            )
        self.coef_, self.intercept_ = w[1:].copy(), float(w[0])
        return self

    @abstractmethod
    def _learn(
        self, examples: Examples, w: NDArray, rng: np.random.RandomState
    ) -> Iterator[tuple[NDArray, float]]:
        """Copies of the vector after each of `trace_epochs_`, and the weight of its errors."""

    def _rounds(self) -> NDArray:
        """Epochs from one entry of the trace to the next."""
        return np.diff(self.trace_epochs_, prepend=0)
