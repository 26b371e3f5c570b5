"""The averaged perceptron (Freund and Schapire), Algorithms 2.2 and 2.6.

An epoch is N trials of perceptron learning; the result is sum_t gamma_t w_t over all vectors w_t on
the way, weighted by how long they survived. A trial on example k weighs N phi_k, both in the step
of a vector and in the time that it survives.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from sklearn.utils._param_validation import StrOptions

from methods.perceptron._kernels import averaging_trials
from methods.perceptron._line_search_kernels import training_error
from methods.perceptron.examples import ORDERS, Examples, trial_drawer
from methods.perceptron.fisher import SHRINKAGE
from methods.perceptron.perceptron import WEIGHTINGS, Perceptron


class AveragedPerceptron(Perceptron):
    """The sum of the vectors of perceptron learning over all trials.

    It is sum_t gamma_t w_t, where w_t survived gamma_t trials (Algorithms 2.2 and 2.6).

    Parameters
    ----------
    order : "sample", each trial at random (Algorithm 2.6); "permute", a new permutation every
        epoch; or "fixed", as the rows stand (Algorithm 2.2).
    weighting : "reweight", uniform trials of weight N phi_k; or "resample", trials drawn from phi,
        for order="sample" alone.
    epochs, init, shrinkage, random_state : see `Perceptron`, also for the fitted attributes.

    Examples
    --------
    >>> from methods import AveragedPerceptron
    >>> X, y = [[0, 1], [1, 0], [1, 1], [2, 2], [3, 1]], [0, 0, 0, 1, 1]
    >>> machine = AveragedPerceptron(50, order="fixed", init="zero").fit(X, y)
    >>> float(machine.train_error_trace_[-1]), machine.predict([[0, 0], [3, 3]]).tolist()
    (0.0, [0, 1])
    """

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        **Perceptron._parameter_constraints,
        "order": [StrOptions(set(ORDERS))],
        "weighting": [StrOptions(set(WEIGHTINGS))],
    }

    def __init__(
        self,
        epochs: int = 2000,
        *,
        order: str = "sample",
        weighting: str = "reweight",
        init: str = "fisher",
        shrinkage: float = SHRINKAGE,
        random_state: int | np.random.RandomState | None = None,
    ) -> None:
        super().__init__(epochs, init, shrinkage, random_state)
        self.order = order
        self.weighting = weighting

    def _learn(
        self, examples: Examples, w: NDArray, rng: np.random.RandomState
    ) -> Iterator[tuple[NDArray, float]]:
        draw, steps = trial_drawer(self.order, self.weighting, examples.shares, rng)
        past, run = np.zeros_like(w), 0.0
        for n_epochs in self._rounds():
            trials = draw(n_epochs)
            run = averaging_trials(examples.rows, examples.signs, steps, trials, w, past, run)
            total = past + run * w
            yield total, training_error(examples.columns, examples.signs, examples.weights, total)
