"""RCD that takes the lowest of several steps with the least error.

Along a direction several intervals may have the least error, and Algorithm 2.4 does not say which
one is taken. `methods.perceptron.random_coordinate_descent` takes the widest. This one serves the
question whether the printed training errors depend on that.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from sklearn.utils._param_validation import StrOptions

from methods.perceptron._lowest_step_kernels import descend_by_lowest_steps
from methods.perceptron.directions import APART, draw_directions
from methods.perceptron.examples import Examples
from methods.perceptron.fisher import SHRINKAGE
from methods.perceptron.perceptron import Perceptron


class LowestStepPerceptron(Perceptron):
    """Perceptron by exact descent along uniform directions, by the lowest of equally good steps.

    Parameters
    ----------
    epochs : int, default=2000
        Number T of epochs, one direction each.
    bias_step : bool or "apart", default=False
        As in `methods.perceptron.random_coordinate_descent`.
    init : {"fisher", "zero"}, default="fisher"
        First vector: Fisher's discriminant, or zeros.
    shrinkage : float, default=1e-10
        Shrinkage of the eigenvalues of a singular covariance in Fisher's discriminant.
    random_state : int, RandomState or None, default=None
        Seed of the random draws.
    """

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        **Perceptron._parameter_constraints,
        "bias_step": ["boolean", StrOptions({APART})],
    }

    def __init__(
        self,
        epochs: int = 2000,
        *,
        bias_step: bool | str = False,
        init: str = "fisher",
        shrinkage: float = SHRINKAGE,
        random_state: int | np.random.RandomState | None = None,
    ) -> None:
        super().__init__(epochs, init, shrinkage, random_state)
        self.bias_step = bias_step

    def _learn(
        self, examples: Examples, w: NDArray, rng: np.random.RandomState
    ) -> Iterator[tuple[NDArray, float]]:
        features = examples.rows[:, 1:]
        directions = draw_directions("uniform", self.epochs, features, rng, self.bias_step)
        for round_directions in np.split(directions, self.trace_epochs_[:-1]):
            error = descend_by_lowest_steps(
                examples.columns, examples.signs, examples.weights, w, round_directions
            )
            yield w.copy(), error
