"""The averaged perceptron of Freund and Schapire (Algorithms 2.2 and 2.6).

An epoch is N trials of perceptron learning. The result is sum_t gamma_t w_t over all vectors w_t
of the training, weighted by the number gamma_t of trials that each survived. A trial on example k
has the weight N phi_k. It scales both the step of a vector and the time that the vector survives.
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
    """Sum of the vectors of perceptron learning over all trials.

    It is sum_t gamma_t w_t, where w_t survived gamma_t trials (Algorithms 2.2 and 2.6).

    Parameters
    ----------
    epochs : int, default=2000
        Number T of epochs.
    order : {"sample", "permute", "fixed"}, default="sample"
        "sample" draws each trial at random (Algorithm 2.6), "permute" draws a new permutation in
        every epoch, and "fixed" takes the rows in their order (Algorithm 2.2).
    weighting : {"reweight", "resample"}, default="reweight"
        "reweight" draws uniformly and gives a trial the weight N phi_k. "resample" draws from phi
        and needs order="sample".
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
