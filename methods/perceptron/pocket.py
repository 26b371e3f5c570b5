"""The pocket algorithm (Gallant), Algorithm 2.1, with reweighting or resampling (section 2.4.3).

An epoch is N trials on random examples. A vector that classifies the example of a trial correctly
survives, and with each trial that it survives its run grows; any other is replaced by
w + N phi_k y_k x_k. The pocket takes a vector whose run is longer than that of the vector inside
and, with the ratchet, whose training error is smaller, starting from an error of 1 as printed.

A vector that the pocket has refused or holds is not counted again until it changes. One without
errors never changes, and ends the training.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from sklearn.utils._param_validation import StrOptions

from methods.perceptron._kernels import pocket_trials
from methods.perceptron._line_search_kernels import training_error
from methods.perceptron.examples import Examples, trial_drawer
from methods.perceptron.fisher import SHRINKAGE
from methods.perceptron.perceptron import WEIGHTINGS, Perceptron


class PocketPerceptron(Perceptron):
    """The best vector that perceptron learning comes across.

    min sum_k phi_k [y_k w.x_k <= 0] over the vectors w that it comes across (Algorithm 2.1)

    Parameters
    ----------
    ratchet : whether the pocket asks for a smaller training error, not for a longer run alone.
    weighting : "reweight", uniform trials of weight N phi_k; or "resample", trials drawn from phi.
    epochs, init, shrinkage, random_state : see `Perceptron`, also for the fitted attributes.

    Attributes
    ----------
    n_error_evaluations_ : how often the training error of a vector was computed to fill the pocket.
    train_error_trace_ : of the pocket. With the ratchet it never rises, and is 1 as long as
        nothing was put in.

    Examples
    --------
    >>> from methods import PocketPerceptron
    >>> X, y = [[0, 1], [1, 0], [1, 1], [2, 2], [3, 1]], [0, 0, 0, 1, 1]
    >>> machine = PocketPerceptron(50, init="zero", random_state=0).fit(X, y)
    >>> float(machine.train_error_trace_[-1]), machine.predict([[0, 0], [3, 3]]).tolist()
    (0.0, [0, 1])
    """

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        **Perceptron._parameter_constraints,
        "ratchet": ["boolean"],
        "weighting": [StrOptions(set(WEIGHTINGS))],
    }

    def __init__(
        self,
        epochs: int = 2000,
        *,
        ratchet: bool = True,
        weighting: str = "reweight",
        init: str = "fisher",
        shrinkage: float = SHRINKAGE,
        random_state: int | np.random.RandomState | None = None,
    ) -> None:
        super().__init__(epochs, init, shrinkage, random_state)
        self.ratchet = ratchet
        self.weighting = weighting

    def _learn(
        self, examples: Examples, w: NDArray, rng: np.random.RandomState
    ) -> Iterator[tuple[NDArray, float]]:
        columns, rows = examples.columns, examples.rows
        signs, weights = examples.signs, examples.weights
        draw, steps = trial_drawer("sample", self.weighting, examples.shares, rng)
        pocket, known, run, best_run, best = w.copy(), False, 0.0, 0.0, weights.sum()
        self.n_error_evaluations_ = 0
        for n_epochs in self._rounds():
            if best > 0:
                run, best_run, best, known, n_evaluations = pocket_trials(
                    columns, rows, signs, weights, steps, draw(n_epochs), w, pocket,
                    self.ratchet, run, best_run, best, known,
                )  # fmt: skip
                self.n_error_evaluations_ += n_evaluations
            error = best if self.ratchet else training_error(columns, signs, weights, pocket)
            yield pocket.copy(), error
