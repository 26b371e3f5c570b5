"""Random coordinate descent for perceptrons, RCD (Algorithm 2.5).

Each epoch is one update: it draws a direction and minimises the weighted training error exactly
along it (`methods.perceptron.line_search`, `methods.perceptron.directions`). Section 2.3.3 names
these variants::

    RCD         direction="uniform"          RCD-bias         with bias_step=True
    RCD-conj    direction="orthogonal"       RCD-conj-bias    with bias_step=True
    CCD         direction="cyclic"           RCD-grad         direction="gradient"

The author's program has another RCD-bias, bias_step="apart".

The training error never rises. In a narrow interval rounding can make a step cost more errors than
before. Such a step is not taken.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from sklearn.utils._param_validation import StrOptions

from methods.perceptron import _kernels
from methods.perceptron.directions import APART, DIRECTIONS, draw_directions
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

    It minimises, over w with its bias w_0, along one direction after another (Algorithm 2.5)::

        sum_k phi_k [y_k w.x_k <= 0]

    Parameters
    ----------
    epochs : int, default=2000
        Number T of epochs, one direction each.
    direction : str, default="uniform"
        Kind of the directions: "uniform", "gaussian", "feature_range", "orthogonal", "cyclic" or
        "gradient" (`methods.perceptron.directions`). Use "gaussian" for standardised features
        (section 2.3.2).
    bias_step : bool or "apart", default=False
        Whether the bias gets an epoch of its own before every m + 1 others (section 2.3.3). With
        "apart", as in the author's program, it gets one before every m others, and these leave it
        alone.
    update : {"positive", "full"}, default="positive"
        "positive" is Algorithm 2.4. "full" is Algorithm 2.3, which may negate w.
    criterion : {"perceptron", "hinge", "least_squares"}, default="perceptron"
        Cost whose gradient direction="gradient" follows (Table 2.1).
    init : {"fisher", "zero"}, default="fisher"
        First vector: Fisher's discriminant, or zeros.
    shrinkage : float, default=1e-10
        Shrinkage of the eigenvalues of a singular covariance in Fisher's discriminant.
    random_state : int, RandomState or None, default=None
        Seed of the random draws.

    Attributes
    ----------
    train_error_trace_ : ndarray of shape (k,)
        Weighted share of errors after the epochs in `trace_epochs_`.
    negation_trace_ : ndarray of shape (k,)
        How often update="full" has negated w up to these epochs. The other attributes are those of
        `Perceptron`.

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
        "bias_step": ["boolean", StrOptions({APART})],
        "update": [StrOptions(set(UPDATES))],
        "criterion": [StrOptions(set(CRITERIA))],
    }

    def __init__(
        self,
        epochs: int = 2000,
        *,
        direction: str = "uniform",
        bias_step: bool | str = False,
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
        self.negation_trace_ = np.zeros(len(self.trace_epochs_), dtype=np.int64)
        for place, round_directions in enumerate(np.split(directions, self.trace_epochs_[:-1])):
            error, n_negations = _kernels.descend(
                examples.columns,
                examples.rows,
                examples.signs,
                examples.weights,
                w,
                round_directions,
                CRITERIA[self.criterion],
                self.update == "full",
            )
            self.negation_trace_[place:] += n_negations
            yield w.copy(), error
