"""Other thresholds of Fisher's discriminant, as the first vector of the pocket algorithm.

The thesis does not give the threshold, and the pocket counts errors more often the better its first
vector is. `methods.perceptron.fisher` has one threshold. With the class means mu_+ and mu_- of the
projections, and the shares pi_+ and pi_- of the classes, others are::

    midpoint    (mu_+ + mu_-) / 2
    mean        pi_+ mu_+ + pi_- mu_-, as least squares has it (Bishop 1995, section 3.6)
    prior       (mu_+ + mu_-) / 2 - log(pi_+ / pi_-), of Gaussians that share a covariance
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from sklearn.utils._param_validation import StrOptions

from methods.perceptron.examples import Examples
from methods.perceptron.pocket import PocketPerceptron

THRESHOLDS = ("midpoint", "mean", "prior")


def with_threshold(examples: Examples, w: NDArray, threshold: str) -> NDArray:
    """Fisher's discriminant w (m + 1,), its bias first, with another threshold."""
    projections, shares = examples.rows[:, 1:] @ w[1:], examples.shares
    is_positive = examples.signs > 0
    share_plus, share_minus = shares[is_positive].sum(), shares[~is_positive].sum()
    mean_plus = shares[is_positive] @ projections[is_positive] / share_plus
    mean_minus = shares[~is_positive] @ projections[~is_positive] / share_minus
    middle = (mean_plus + mean_minus) / 2
    place = {
        "midpoint": middle,
        "mean": share_plus * mean_plus + share_minus * mean_minus,
        "prior": middle - np.log(share_plus / share_minus),
    }[threshold]
    return np.concatenate([[-place], w[1:]])


class PocketFromThreshold(PocketPerceptron):
    """The pocket with ratchet from Fisher's discriminant with another threshold.

    It serves one question about section 2.4.2 of the thesis: how often are errors counted?

    Parameters
    ----------
    epochs : int, default=2000
        Number T of epochs.
    threshold : {"midpoint", "mean", "prior"}, default="midpoint"
        Threshold of the first vector.
    random_state : int, RandomState or None, default=None
        Seed of the random draws.
    """

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        **PocketPerceptron._parameter_constraints,
        "threshold": [StrOptions(set(THRESHOLDS))],
    }

    def __init__(
        self,
        epochs: int = 2000,
        *,
        threshold: str = "midpoint",
        random_state: int | np.random.RandomState | None = None,
    ) -> None:
        super().__init__(epochs, random_state=random_state)
        self.threshold = threshold

    def _learn(
        self, examples: Examples, w: NDArray, rng: np.random.RandomState
    ) -> Iterator[tuple[NDArray, float]]:
        yield from super()._learn(examples, with_threshold(examples, w, self.threshold), rng)
