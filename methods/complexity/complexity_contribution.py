"""Detection of noisy labels by each example's contribution to the data complexity (section 1.5).

Add example z_n to a subset S of the other examples with s1 <= `|S|` < s2. The number of support
vectors of the hard-margin SVM grows by the complexity contribution gamma_n, up to noise::

    C(S + z_n) - C(S) = gamma_n + noise.

gamma_n is estimated along random permutations of the examples: by the average of these differences
(eq. 1.13), or by least squares on the differences to C(S_s1) (eq. 1.12 with uniform variance). By
Theorem 1.6 the average is the best linear unbiased estimator if noise adds up along a path. Least
squares is the best one if every equation has its own noise.
"""

from __future__ import annotations

import warnings
from numbers import Integral, Real
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.utils import ClassifierTags, Tags, check_random_state
from sklearn.utils._param_validation import Interval, RealNotInt, StrOptions

from methods.base import encode_signs
from methods.complexity.contribution_sums import (
    average_contributions,
    combine,
    contribution_sums,
    jackknife_errors,
    uniform_contributions,
)
from methods.complexity.gram_matrix import KERNEL_CONSTRAINT, gram_matrix
from methods.complexity.label_noise import LabelNoiseDetector
from methods.kernel_functions import Kernel

# "Two ad hoc thresholds" (section 1.5.3 of the thesis).
TYPICAL_BELOW = 2 / 3
NOISY_ABOVE = 1.0

# Chunks of permutations for the jackknife: 20 leave its errors uncertain by 1 / sqrt(2 * 19).
N_CHUNKS = 20


def categories(
    contributions: ArrayLike, typical_below: float = TYPICAL_BELOW, noisy_above: float = NOISY_ABOVE
) -> NDArray[np.str_]:
    """Category of each contribution: "typical" below the first threshold, "noisy" above the second.

    Contributions between the thresholds are "critical", and so are unknown ones.

    Parameters
    ----------
    contributions : array-like of shape (n,)
        Complexity contributions.
    typical_below : float, default=2/3
        Threshold theta_1.
    noisy_above : float, default=1.0
        Threshold theta_2.

    Returns
    -------
    ndarray of shape (n,), str
        The categories.
    """
    contributions = np.asarray(contributions)
    below, above = contributions < typical_below, contributions > noisy_above
    return np.select([below, above], ["typical", "noisy"], default="critical")


class ComplexityContribution(LabelNoiseDetector):
    """Detector of noisy labels: outliers are examples with a large complexity contribution.

    The contribution gamma_n is the mean of C(S + z_n) - C(S), the growth of the number of support
    vectors, along random permutations (eq. 1.13 of the thesis). The score of an example is minus
    its contribution. The detector takes two classes. Like any `LabelNoiseDetector`, it needs y to
    fit, and predicts for rows of the training set alone.

    Parameters
    ----------
    kernel : {"perceptron", "stump"} or callable, default="perceptron"
        Kernel of the hard-margin SVM whose support vectors are counted, or a function of two arrays
        of rows.
    weighting : {"average", "uniform"}, default="average"
        "average" is eq. 1.13. "uniform" is least squares, eq. 1.12 with Sigma = identity.
    n_permutations : int, default=200
        Number of random permutations (thesis: 200 000). The standard error of an average falls with
        the square root of this number.
    min_size : int or float, default=0.125
        Size s1: a number of examples (int), or a share of them (float). The thesis has 50 of 400.
    max_size : int or float, default=1.0
        Size s2, in the same way. The thesis has 400 of 400.
    threshold : float, default=1.0
        Examples with a larger contribution are outliers (theta_2 of the thesis).
    random_state : int, RandomState or None, default=None
        Seed of the permutations, the same for both weightings.

    Attributes
    ----------
    contributions_ : ndarray of shape (n,)
        Estimated complexity contributions. An example that was never added to s1 to s2 - 1 others
        has NaN, and is no outlier.
    standard_errors_ : ndarray of shape (n,)
        Standard errors: for "average" over independent permutations, for "uniform" by the jackknife
        over chunks of permutations.
    categories_ : ndarray of shape (n,), str
        "typical", "critical" or "noisy", by `categories`.
    sums_ : ContributionSums
        Sums over all permutations, for contributions by subset size.

    Examples
    --------
    >>> from methods import ComplexityContribution
    >>> X, y = [[0], [1], [2], [3], [6], [7], [8], [9]], [0, 0, 1, 0, 1, 1, 1, 1]
    >>> detector = ComplexityContribution(n_permutations=500, random_state=0).fit(X, y)
    >>> [row for row, category in enumerate(detector.categories_) if category == "noisy"]
    [2, 3]
    """

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "kernel": KERNEL_CONSTRAINT,
        "weighting": [StrOptions({"average", "uniform"})],
        "n_permutations": [Interval(Integral, 1, None, closed="left")],
        "min_size": [
            Interval(Integral, 0, None, closed="left"),
            Interval(RealNotInt, 0, 1, closed="both"),
        ],
        "max_size": [
            Interval(Integral, 1, None, closed="left"),
            Interval(RealNotInt, 0, 1, closed="right"),
        ],
        "threshold": [Interval(Real, None, None, closed="neither")],
        "random_state": ["random_state"],
    }

    def __init__(
        self,
        kernel: Kernel = "perceptron",
        *,
        weighting: str = "average",
        n_permutations: int = 200,
        min_size: int | float = 0.125,
        max_size: int | float = 1.0,
        threshold: float = NOISY_ABOVE,
        random_state: int | np.random.RandomState | None = None,
    ) -> None:
        self.kernel = kernel
        self.weighting = weighting
        self.n_permutations = n_permutations
        self.min_size = min_size
        self.max_size = max_size
        self.threshold = threshold
        self.random_state = random_state

    def _fit_scores(self, X: NDArray, y: NDArray) -> tuple[NDArray[np.float64], float]:
        _, signs = encode_signs(y)
        K = gram_matrix(X, X, self.kernel)
        s1, s2 = (
            size if isinstance(size, Integral) else round(size * len(X))
            for size in (self.min_size, self.max_size)
        )
        rng = check_random_state(self.random_state)
        n_chunks = min(N_CHUNKS, self.n_permutations)
        chunks = []
        for j in range(n_chunks):
            first, last = (i * self.n_permutations // n_chunks for i in (j, j + 1))
            permutations = [rng.permutation(len(X)) for _ in range(first, last)]
            chunks.append(contribution_sums(K, signs, permutations, s1, s2))
        self.sums_ = combine(chunks)
        if self.weighting == "average":
            self.contributions_, self.standard_errors_ = average_contributions(self.sums_)
        else:
            self.contributions_ = uniform_contributions(self.sums_)
            self.standard_errors_ = jackknife_errors(chunks)
        if unknown := int(np.sum(self.sums_.n_increases == 0)):
            warnings.warn(
                f"{unknown} of {len(X)} examples were never added to {s1} to {s2 - 1} others and "
                f"have no contribution; a larger n_permutations={self.n_permutations} helps",
                UserWarning,
                stacklevel=4,
            )
        self.categories_ = categories(self.contributions_)
        return -self.contributions_, -self.threshold

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.classifier_tags = ClassifierTags(multi_class=False)
        return tags
