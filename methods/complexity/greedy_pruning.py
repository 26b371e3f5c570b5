"""Pruning along the rightmost segment of the principal points (section 1.5.1 of the thesis).

Let memorising an example cost a complexity of lambda. The rightmost segment holds the principal
points with c + lambda e = C(D) (Definition 1.7). By Theorem 1.5 the examples D_b whose removal
leads there, with ::

    C(D) = C(D \\ D_b) + lambda |D_b|,

are those that some shortest hypothesis for D merely memorises. They are found greedily, one at a
time, by their complexity contribution (Definition 1.8)::

    gamma_D(z) = C(D) - C(D \\ z) = lambda.

The number of support vectors is a noisy measure without a fixed lambda. So the thesis goes on to
average contributions over many subsets (`methods.complexity.complexity_contribution`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from numbers import Real
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from sklearn.utils import ClassifierTags, Tags
from sklearn.utils._param_validation import Interval

from methods.base import encode_signs
from methods.complexity.gram_matrix import KERNEL_CONSTRAINT, gram_matrix
from methods.complexity.label_noise import LabelNoiseDetector
from methods.complexity.support_vector_path import support_vector_counts
from methods.kernel_functions import Kernel

# An outlier raises the number of support vectors by 2.5 on average (thesis, Figure 1.11).
LOOKUP_COST = 3.0


def rightmost_segment(points: NDArray, lookup_cost: float) -> NDArray:
    """The principal points with complexity + lookup_cost error = C(D) (Definition 1.7).

    Parameters
    ----------
    points : ndarray of shape (p, 2)
        All principal points, complexity and error, by growing complexity.
    lookup_cost : float
        lambda.

    Returns
    -------
    ndarray of shape (q, 2)
        The points on the segment.
    """
    return points[points @ np.array([1, lookup_cost]) == points[-1, 0]]


def removal_contributions(K: NDArray, y: NDArray, examples: NDArray[np.intp]) -> NDArray[np.int64]:
    """Complexity contribution gamma_S(z) of each z of S, in support vectors (Definition 1.8).

    Parameters
    ----------
    K : ndarray of shape (n, n)
        Kernel matrix.
    y : ndarray of shape (n,)
        Two classes.
    examples : ndarray of int
        Indices of S.

    Returns
    -------
    ndarray of shape (len(examples),), int
        The contributions.
    """
    out_and_in = np.column_stack([-examples - 1, examples]).ravel()
    counts = support_vector_counts(K, y, np.r_[examples, out_and_in])[len(examples) - 1 :]
    return counts[0] - counts[1::2]


def greedy_pruning(
    contributions: Callable[[NDArray[np.intp]], NDArray],
    n_examples: int,
    lookup_cost: float,
    exactly: bool = False,
) -> NDArray[np.intp]:
    """Examples to remove, in this order, each with a contribution of lambda to what is left.

    The example with the largest contribution goes first, and the earliest of those that tie. With
    the ideal measures no contribution exceeds lambda (Theorem 1.3). With others it may, and such an
    example is removed, too, unless `exactly` is true.

    Parameters
    ----------
    contributions : callable
        Gives gamma_S(z) for each z of S from the indices of S, for instance `removal_contributions`
        with its K and y filled in.
    n_examples : int
        Number of examples in D.
    lookup_cost : float
        lambda.
    exactly : bool
        Whether an example with a larger contribution than lambda stays.

    Returns
    -------
    ndarray of int
        Indices of the examples.
    """
    kept = np.arange(n_examples)
    removed = []
    while len(kept):
        gamma = contributions(kept)
        if exactly:
            gamma = np.where(gamma == lookup_cost, gamma, 0)
        worst = int(np.argmax(gamma))
        if gamma[worst] < lookup_cost:
            break
        removed.append(kept[worst])
        kept = np.delete(kept, worst)
    return np.array(removed, dtype=np.intp)


class GreedyPruning(LabelNoiseDetector):
    """Detector of noisy labels: outliers are the examples that greedy pruning removes.

    Each removed example z has C(D) - C(D without z) = lambda or more (section 1.5.1 of the thesis).
    The earlier it is removed, the lower its score. All other examples score higher: minus their
    contribution to the rest. The detector takes two classes.

    Parameters
    ----------
    lookup_cost : float, default=3.0
        The complexity lambda of memorising an example, in support vectors.
    exactly : bool, default=False
        Whether only examples that contribute lambda itself are removed, as section 1.5.2 words it,
        and not those that contribute more.
    kernel : {"perceptron", "stump"} or callable, default="perceptron"
        Kernel of the SVM, or a function of two arrays of rows.

    Attributes
    ----------
    training_scores_ : ndarray of shape (n,)
        Scores of the examples. The other attributes are those of `LabelNoiseDetector`.

    Examples
    --------
    >>> from methods import GreedyPruning
    >>> X, y = [[0], [1], [2], [3], [6], [7], [8], [9]], [0, 0, 1, 0, 1, 1, 1, 1]
    >>> GreedyPruning(lookup_cost=2).fit_predict(X, y).tolist()
    [1, 1, -1, 1, 1, 1, 1, 1]
    """

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "lookup_cost": [Interval(Real, 0, None, closed="neither")],
        "exactly": ["boolean"],
        "kernel": KERNEL_CONSTRAINT,
    }

    def __init__(
        self,
        lookup_cost: float = LOOKUP_COST,
        *,
        exactly: bool = False,
        kernel: Kernel = "perceptron",
    ) -> None:
        self.lookup_cost = lookup_cost
        self.exactly = exactly
        self.kernel = kernel

    def _fit_scores(self, X: NDArray, y: NDArray) -> tuple[NDArray[np.float64], float]:
        _, signs = encode_signs(y)
        K = gram_matrix(X, X, self.kernel)
        contributions = partial(removal_contributions, K, signs)
        removed = greedy_pruning(contributions, len(X), self.lookup_cost, self.exactly)
        kept = np.setdiff1d(np.arange(len(X)), removed)
        scores = np.empty(len(X))
        scores[kept] = -contributions(kept)
        lowest = -float(len(X)) + scores.min(initial=0.0, where=np.isin(np.arange(len(X)), kept))
        scores[removed] = lowest + np.arange(len(removed))
        return scores, lowest + len(removed)

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.classifier_tags = ClassifierTags(multi_class=False)
        return tags
