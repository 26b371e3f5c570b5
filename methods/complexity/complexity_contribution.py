"""Which labels are noisy, by how much each example adds to the data complexity (thesis, 1.5).

The complexity contribution gamma_n of example z_n is what the number of support vectors of a
hard-margin SVM grows by when z_n is added to a subset S of the other examples, s1 <= |S| < s2:

    C(S + z_n) - C(S) = gamma_n + noise,

estimated along random permutations of the examples, as the average of these differences (1.13) or
by least squares on the differences to C(S_s1) (1.12 with uniform variance). By Theorem 1.6 the
first is the best linear unbiased estimator if noise adds up along a path; the second, if every
equation has a noise of its own.
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

# Thesis, 1.5.3: "two ad hoc thresholds".
TYPICAL_BELOW = 2 / 3
NOISY_ABOVE = 1.0

# Chunks of permutations for the jackknife: 20 leave its errors uncertain by 1 / sqrt(2 * 19).
N_CHUNKS = 20


def categories(
    contributions: ArrayLike, typical_below: float = TYPICAL_BELOW, noisy_above: float = NOISY_ABOVE
) -> NDArray[np.str_]:
    """ "typical" where the contribution is below the first threshold, "noisy" above the second.

    What lies between is "critical", and so is a contribution that is not known.

    Parameters
    ----------
    contributions : (n,) complexity contributions
    typical_below, noisy_above : the thresholds theta_1 and theta_2
    """
    contributions = np.asarray(contributions)
    below, above = contributions < typical_below, contributions > noisy_above
    return np.select([below, above], ["typical", "noisy"], default="critical")


class ComplexityContribution(LabelNoiseDetector):
    """Detector of noisy labels: outliers are examples with a large complexity contribution.

    gamma_n is the mean of C(S + z_n) - C(S), the growth of the number of support vectors, along
    random permutations (eq. 1.13 of the thesis).

    The score of an example is minus its contribution. Two classes; like any
    `LabelNoiseDetector`, it needs y to fit and predicts for rows of the training set alone.

    Parameters
    ----------
    kernel : of the hard-margin SVM whose support vectors are counted: "perceptron", "stump", or a
        function of two arrays of rows.
    weighting : "average" (eq. 1.13), or "uniform" for least squares (eq. 1.12, Sigma = identity).
    n_permutations : number of random permutations (thesis: 200 000). The standard error of an
        average falls with the root of this number.
    min_size, max_size : s1 and s2; a number of examples (int) or a share of them (float).
        The thesis has s1 = 50 and s2 = 400 of 400.
    threshold : contributions above it are outliers (theta_2 of the thesis).
    random_state : seed of the permutations, the same for both weightings.

    Attributes
    ----------
    contributions_ : (n,) estimated complexity contributions; NaN, and no outlier, for an example
        that was never added to s1 to s2 - 1 others
    standard_errors_ : (n,) of "average" over independent permutations, and of "uniform" by the
        jackknife over chunks of permutations
    categories_ : (n,) "typical", "critical" or "noisy", by `categories`
    sums_ : `ContributionSums` of all permutations, for contributions by size

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
        g = min(N_CHUNKS, self.n_permutations)
        chunks = []
        for j in range(g):
            length = (j + 1) * self.n_permutations // g - j * self.n_permutations // g
            permutations = [rng.permutation(len(X)) for _ in range(length)]
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
