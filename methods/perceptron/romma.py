"""ROMMA, the relaxed online maximum margin algorithm of Li and Long, and its aggressive form.

A trial on (x, y) moves w if y w.x <= 0, or in the aggressive form if y w.x < t. It moves w to the
shortest v with y v.x >= t and `v.w >= ||w||^2`. If both constraints bind, v = c w + e y x with::

    c = (||x||^2 ||w||^2 - t y w.x) / D,    e = ||w||^2 (t - y w.x) / D,
    D = ||x||^2 ||w||^2 - (w.x)^2.

If the second does not bind, as for w = 0, then `v = t y x / ||x||^2`. Li and Long set t = 1. Here
the margin asked for is the weight t = N phi_k of the trial, which is 1 for equal weights. Beside a
long w this is little, so resampling lets weights count for more. An example parallel to w (D = 0)
may have no v. It is skipped.

`||w||` never falls, and on data that are not separable it grows beyond all numbers. So a large w is
divided by a power of two, and t with it, which rounds nothing. `coef_` is the vector of the
equations up to that factor.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from sklearn.utils._param_validation import StrOptions

from methods.perceptron._kernels import romma_trials
from methods.perceptron._line_search_kernels import training_error
from methods.perceptron.examples import ORDERS, Examples, trial_drawer
from methods.perceptron.fisher import SHRINKAGE
from methods.perceptron.perceptron import WEIGHTINGS, Perceptron


class ROMMA(Perceptron):
    """Relaxed online maximum margin perceptron.

    A mistake moves w to the shortest v with y v.x >= 1 and `v.w >= ||w||^2` (Li and Long, 2002).

    Parameters
    ----------
    epochs : int, default=2000
        Number T of epochs.
    aggressive : bool, default=False
        Whether examples within the margin move w, too.
    order : {"sample", "permute", "fixed"}, default="sample"
        "sample" draws each trial at random, "permute" draws a new permutation in every epoch, and
        "fixed" takes the rows in their order.
    weighting : {"reweight", "resample"}, default="reweight"
        "reweight" draws uniformly and asks for a margin of N phi_k. "resample" draws from phi and
        needs order="sample".
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
    >>> from methods import ROMMA
    >>> X, y = [[0, 1], [1, 0], [1, 1], [2, 2], [3, 1]], [0, 0, 0, 1, 1]
    >>> machine = ROMMA(50, order="fixed", init="zero").fit(X, y)
    >>> float(machine.train_error_trace_[-1]), machine.predict([[0, 0], [3, 3]]).tolist()
    (0.0, [0, 1])
    """

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        **Perceptron._parameter_constraints,
        "aggressive": ["boolean"],
        "order": [StrOptions(set(ORDERS))],
        "weighting": [StrOptions(set(WEIGHTINGS))],
    }

    def __init__(
        self,
        epochs: int = 2000,
        *,
        aggressive: bool = False,
        order: str = "sample",
        weighting: str = "reweight",
        init: str = "fisher",
        shrinkage: float = SHRINKAGE,
        random_state: int | np.random.RandomState | None = None,
    ) -> None:
        super().__init__(epochs, init, shrinkage, random_state)
        self.aggressive = aggressive
        self.order = order
        self.weighting = weighting

    def _learn(
        self, examples: Examples, w: NDArray, rng: np.random.RandomState
    ) -> Iterator[tuple[NDArray, float]]:
        columns, rows = examples.columns, examples.rows
        signs, weights = examples.signs, examples.weights
        draw, steps = trial_drawer(self.order, self.weighting, examples.shares, rng)
        scale = 1.0
        for n_epochs in self._rounds():
            scale = romma_trials(rows, signs, steps, draw(n_epochs), w, self.aggressive, scale)
            yield w.copy(), training_error(columns, signs, weights, w)
