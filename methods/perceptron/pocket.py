"""The pocket algorithm of Gallant (Algorithm 2.1), by reweighting or resampling (section 2.4.3).

An epoch is N trials on random examples. A vector that classifies the example of a trial correctly
survives, and its run gets longer. Any other vector is replaced by w + N phi_k y_k x_k. The pocket
takes a vector whose run is longer than that of the vector inside. With the ratchet the training
error must be smaller, too.

The pocket starts with the first vector, a run of 0 and an error of 1, as printed. So the first
vector that survives a trial replaces it. In the author's program it starts with the error of the
first vector. From Fisher's discriminant few vectors beat that, and the run of the pocket stays 0
until one does. So the errors of more vectors are counted.

The errors of a vector that the pocket refused or holds are not counted again until the vector
changes. A vector without errors never changes, so it ends the training.
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
    """Best vector among those of perceptron learning.

    It minimises, over the vectors w of the training (Algorithm 2.1)::

        sum_k phi_k [y_k w.x_k <= 0]

    Parameters
    ----------
    epochs : int, default=2000
        Number T of epochs.
    ratchet : bool, default=True
        Whether the pocket asks for a smaller training error, and not just for a longer run.
    first_error : {"one", "counted"}, default="one"
        Error of the pocket before the training: 1, as Algorithm 2.1 has it, or the training error
        of the first vector, as in the author's program.
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
    n_error_evaluations_ : int
        Number of times that the training error of a vector was counted to fill the pocket.
    train_error_trace_ : ndarray of shape (k,)
        Training error of the pocket after the epochs in `trace_epochs_`. With the ratchet it never
        rises, and it is 1 until the pocket takes a vector, unless `first_error` is "counted". The
        other attributes are those of `Perceptron`.

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
        "first_error": [StrOptions({"one", "counted"})],
        "weighting": [StrOptions(set(WEIGHTINGS))],
    }

    def __init__(
        self,
        epochs: int = 2000,
        *,
        ratchet: bool = True,
        first_error: str = "one",
        weighting: str = "reweight",
        init: str = "fisher",
        shrinkage: float = SHRINKAGE,
        random_state: int | np.random.RandomState | None = None,
    ) -> None:
        super().__init__(epochs, init, shrinkage, random_state)
        self.ratchet = ratchet
        self.first_error = first_error
        self.weighting = weighting

    def _learn(
        self, examples: Examples, w: NDArray, rng: np.random.RandomState
    ) -> Iterator[tuple[NDArray, float]]:
        columns, rows = examples.columns, examples.rows
        signs, weights = examples.signs, examples.weights
        draw, steps = trial_drawer("sample", self.weighting, examples.shares, rng)
        pocket, run, best_run = w.copy(), 0.0, 0.0
        known = self.first_error == "counted"
        best = training_error(columns, signs, weights, w) if known else weights.sum()
        self.n_error_evaluations_ = int(known)
        for n_epochs in self._rounds():
            if best > 0:
                run, best_run, best, known, n_evaluations = pocket_trials(
                    columns, rows, signs, weights, steps, draw(n_epochs), w, pocket,
                    self.ratchet, run, best_run, best, known,
                )  # fmt: skip
                self.n_error_evaluations_ += n_evaluations
            error = best if self.ratchet else training_error(columns, signs, weights, pocket)
            yield pocket.copy(), error
