"""The relaxed online maximum margin algorithm (Li and Long), ROMMA, and its aggressive form.

A trial on (x, y) with y w.x <= 0, or for the aggressive form y w.x < t, moves w to the shortest v
with y v.x >= t and v.w >= ||w||^2. Where both constraints bind that is v = c w + e y x with

    c = (||x||^2 ||w||^2 - t y w.x) / D,    e = ||w||^2 (t - y w.x) / D,
    D = ||x||^2 ||w||^2 - (w.x)^2,

and v = t y x / ||x||^2 where the second does not, as for w = 0. Li and Long have t = 1; here the
margin asked for is the weight t = N phi_k of the trial, which is 1 for equal weights; beside a long
w that is little, and resampling gives weights more say. An example parallel to w (D = 0) may have
no v and is passed over.

||w|| never falls and, on data that are not separable, grows beyond all numbers. So w is divided by
a power of two when large, and t with it, which rounds nothing: `coef_` is the vector of the
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

    A mistake moves w to the shortest v with y v.x >= 1 and v.w >= ||w||^2 (Li and Long, 2002).

    Parameters
    ----------
    aggressive : whether examples within the margin move w, too.
    order : "sample", each trial at random; "permute", a new permutation every epoch; or "fixed",
        as the rows stand.
    weighting : "reweight", uniform trials that ask for a margin of N phi_k; or "resample", trials
        drawn from phi, for order="sample" alone.
    epochs, init, shrinkage, random_state : see `Perceptron`, also for the fitted attributes.

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
