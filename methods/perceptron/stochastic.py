"""Stochastic gradient descent of Zhang on a margin cost of Table 2.1, without regularisation.

An epoch is N trials on random examples. Each trial moves w by::

    - eta N phi_k c'(rho) y_k x_k,    rho = y_k w.x_k,

with the constant rate eta = 0.002. The cost is the hinge loss c(rho) = max(0, 1 - rho) or its
square, the modified least squares, whose derivative is -2 max(0, 1 - rho). The author's program
leaves out this factor 2 and steps by eta N phi_k (y_k - w.x_k) x_k. That is the rate eta / 2 here.
"""

from __future__ import annotations

from collections.abc import Iterator
from numbers import Real
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from sklearn.utils._param_validation import Interval, StrOptions

from methods.perceptron import _kernels
from methods.perceptron.examples import Examples, trial_drawer
from methods.perceptron.fisher import SHRINKAGE
from methods.perceptron.perceptron import WEIGHTINGS, Perceptron

LEARNING_RATE = 0.002  # section 2.4.2

LOSSES = {
    "hinge": _kernels.HINGE,
    "modified_least_squares": _kernels.MODIFIED_LEAST_SQUARES,
}


class StochasticPerceptron(Perceptron):
    """Perceptron by stochastic gradient descent (SGD-hinge, SGD-mls).

    It minimises, with c(r) = max(0, 1 - r) or its square (Table 2.1)::

        sum_k phi_k c(y_k w.x_k)

    Parameters
    ----------
    epochs : int, default=2000
        Number T of epochs.
    loss : {"hinge", "modified_least_squares"}, default="hinge"
        Cost c of a margin.
    learning_rate : float, default=0.002
        Constant rate eta.
    weighting : {"reweight", "resample"}, default="reweight"
        "reweight" draws uniformly and gives a trial the weight N phi_k. "resample" draws from phi.
    init : {"fisher", "zero"}, default="fisher"
        First vector: Fisher's discriminant, or zeros.
    shrinkage : float, default=1e-10
        Shrinkage of the eigenvalues of a singular covariance in Fisher's discriminant.
    random_state : int, RandomState or None, default=None
        Seed of the random draws.

    Attributes
    ----------
    train_error_trace_ : ndarray of shape (k,)
        Weighted share of errors after the epochs in `trace_epochs_`. The other attributes are those
        of `Perceptron`.

    Examples
    --------
    >>> from methods import StochasticPerceptron
    >>> X, y = [[0, 1], [1, 0], [1, 1], [2, 2], [3, 1]], [0, 0, 0, 1, 1]
    >>> machine = StochasticPerceptron(200, learning_rate=0.05, random_state=0).fit(X, y)
    >>> float(machine.train_error_trace_[-1]), machine.predict([[0, 0], [3, 3]]).tolist()
    (0.0, [0, 1])
    """

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        **Perceptron._parameter_constraints,
        "loss": [StrOptions(set(LOSSES))],
        "learning_rate": [Interval(Real, 0, None, closed="neither")],
        "weighting": [StrOptions(set(WEIGHTINGS))],
    }

    def __init__(
        self,
        epochs: int = 2000,
        *,
        loss: str = "hinge",
        learning_rate: float = LEARNING_RATE,
        weighting: str = "reweight",
        init: str = "fisher",
        shrinkage: float = SHRINKAGE,
        random_state: int | np.random.RandomState | None = None,
    ) -> None:
        super().__init__(epochs, init, shrinkage, random_state)
        self.loss = loss
        self.learning_rate = learning_rate
        self.weighting = weighting

    def _learn(
        self, examples: Examples, w: NDArray, rng: np.random.RandomState
    ) -> Iterator[tuple[NDArray, float]]:
        columns, rows = examples.columns, examples.rows
        signs, weights = examples.signs, examples.weights
        draw, trial_weights = trial_drawer("sample", self.weighting, examples.shares, rng)
        steps = self.learning_rate * trial_weights
        for n_epochs in self._rounds():
            trials = draw(n_epochs)
            _kernels.gradient_trials(rows, signs, steps, trials, w, LOSSES[self.loss])
            yield w.copy(), _kernels.training_error(columns, signs, weights, w)
