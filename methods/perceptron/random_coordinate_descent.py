"""Random coordinate descent for perceptrons (RCD), Algorithm 2.5.

Each epoch is one update: a direction is drawn and the weighted training error is minimised exactly
along it (`methods.perceptron.line_search`, `methods.perceptron.directions`). The names of
section 2.3.3 are

    RCD         direction="uniform"          RCD-bias         with bias_step=True
    RCD-conj    direction="orthogonal"       RCD-conj-bias    with bias_step=True
    CCD         direction="cyclic"           RCD-grad         direction="gradient"

The training error never rises. When rounding makes a step cost more errors than before, which
takes a narrow interval, the step is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from sklearn.utils._param_validation import StrOptions

from methods.perceptron import _kernels
from methods.perceptron.directions import DIRECTIONS, draw_directions
from methods.perceptron.examples import Examples
from methods.perceptron.fisher import SHRINKAGE
from methods.perceptron.line_search import UPDATES
from methods.perceptron.perceptron import Perceptron

CRITERIA = {
    "perceptron": _kernels.PERCEPTRON,
    "hinge": _kernels.HINGE,
    "least_squares": _kernels.LEAST_SQUARES,
}


class RandomCoordinateDescentPerceptron(Perceptron):
    """Perceptron of small training error by exact descent along random directions.

    min sum_k phi_k [y_k w.x_k <= 0] over w, the bias w_0 included

    This weighted training error is minimised along one direction after another (Algorithm 2.5).

    Parameters
    ----------
    direction : "uniform", "gaussian", "orthogonal", "cyclic" or "gradient".
    bias_step : whether the bias gets an epoch of its own before every m + 1 others.
    update : "positive" (Algorithm 2.4) or "full" (Algorithm 2.3), which may negate w.
    criterion : cost whose gradient direction="gradient" follows: "perceptron", "hinge" or
        "least_squares" (Table 2.1).
    epochs, init, shrinkage, random_state : see `Perceptron`, also for the fitted attributes.

    Examples
    --------
    >>> from methods import RandomCoordinateDescentPerceptron
    >>> X, y = [[0, 1], [1, 0], [1, 1], [2, 2], [3, 1]], [0, 0, 0, 1, 1]
    >>> machine = RandomCoordinateDescentPerceptron(50, init="zero", random_state=0).fit(X, y)
    >>> float(machine.train_error_trace_[-1]), machine.predict([[0, 0], [3, 3]]).tolist()
    (0.0, [0, 1])
    """

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        **Perceptron._parameter_constraints,
        "direction": [StrOptions(set(DIRECTIONS))],
        "bias_step": ["boolean"],
        "update": [StrOptions(set(UPDATES))],
        "criterion": [StrOptions(set(CRITERIA))],
    }

    def __init__(
        self,
        epochs: int = 2000,
        *,
        direction: str = "uniform",
        bias_step: bool = False,
        update: str = "positive",
        criterion: str = "perceptron",
        init: str = "fisher",
        shrinkage: float = SHRINKAGE,
        random_state: int | np.random.RandomState | None = None,
    ) -> None:
        super().__init__(epochs, init, shrinkage, random_state)
        self.direction = direction
        self.bias_step = bias_step
        self.update = update
        self.criterion = criterion

    def _learn(
        self, examples: Examples, w: NDArray, rng: np.random.RandomState
    ) -> Iterator[tuple[NDArray, float]]:
        features = examples.rows[:, 1:]
        directions = draw_directions(self.direction, self.epochs, features, rng, self.bias_step)
        for round_directions in np.split(directions, self.trace_epochs_[:-1]):
            error = _kernels.descend(
                examples.columns,
                examples.rows,
                examples.signs,
                examples.weights,
                w,
                round_directions,
                CRITERIA[self.criterion],
                self.update == "full",
            )
            yield w.copy(), error
