"""Does pruning help? A classifier that trains on what a detector of noisy labels leaves.

Some labels of the training part are flipped, so that the noisy ones are known. A detector scores
all examples, those with the lowest scores are left out, and the classifier is fitted to the rest.
The test part keeps its labels.
"""

from __future__ import annotations

from numbers import Real
from typing import Any, ClassVar, Self
from zlib import crc32

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassifierMixin, _fit_context, clone
from sklearn.metrics import roc_auc_score
from sklearn.svm import SVC
from sklearn.utils import Tags, check_random_state
from sklearn.utils._param_validation import HasMethods, Interval, StrOptions
from sklearn.utils.validation import check_is_fitted, validate_data

from methods.base import check_size, encode_signs
from methods.complexity.label_noise import LARGEST_SEED

RANDOM = "random"


def random_examples(n_examples: int, share: float, rng: np.random.RandomState) -> NDArray[np.bool_]:
    """A mask of a share of the examples, drawn at random."""
    drawn = np.zeros(n_examples, dtype=bool)
    drawn[rng.permutation(n_examples)[: round(share * n_examples)]] = True
    return drawn


class PrunedClassifier(ClassifierMixin, BaseEstimator):
    """Classifier that trains with flipped labels after a detector pruned some examples.

    `fit` flips a share of the labels itself. It measures what the pruning of section 1.5 of the
    thesis is worth, and is no classifier for real use. It takes two classes.

    Parameters
    ----------
    estimator : classifier or None, default=None
        The classifier. None is `SVC()`.
    detector : LabelNoiseDetector, "random" or None, default=None
        Detector of noisy labels. "random" gives random scores. None keeps all examples.
    flipped : float, default=0.1
        Share of the labels that are flipped.
    removed : float, default=0.1
        Share of the examples that are left out.
    random_state : int, RandomState or None, default=None
        Seed of the flips, which do not depend on the detector. Random scores are seeded by it and
        by the rows, so that trials with one seed do not share their order.

    Attributes
    ----------
    flipped_ : ndarray of shape (n,), bool
        The examples whose labels were flipped.
    kept_ : ndarray of shape (n,), bool
        The examples that the classifier was fitted to.
    auc_ : float
        Area under the ROC curve of the detector for the flipped labels; NaN without a detector or
        without flipped labels.
    detector_ : LabelNoiseDetector
        The fitted detector.
    estimator_ : classifier
        The fitted classifier.

    Examples
    --------
    >>> from methods import NeighbourAgreement, PrunedClassifier
    >>> X, y = [[k] for k in range(20)], [0] * 10 + [1] * 10
    >>> pruned = PrunedClassifier(detector=NeighbourAgreement(3), random_state=0).fit(X, y)
    >>> int(pruned.flipped_.sum()), int(pruned.kept_.sum()), round(pruned.auc_, 3)
    (2, 18, 1.0)
    """

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "estimator": [HasMethods(["fit", "predict"]), None],
        "detector": [HasMethods("fit"), StrOptions({RANDOM}), None],
        "flipped": [Interval(Real, 0, 0.5, closed="left")],
        "removed": [Interval(Real, 0, 1, closed="left")],
        "random_state": ["random_state"],
    }

    def __init__(
        self,
        estimator: Any = None,
        *,
        detector: Any = None,
        flipped: float = 0.1,
        removed: float = 0.1,
        random_state: int | np.random.RandomState | None = None,
    ) -> None:
        self.estimator = estimator
        self.detector = detector
        self.flipped = flipped
        self.removed = removed
        self.random_state = random_state

    @_fit_context(prefer_skip_nested_validation=False)
    def fit(self, X: NDArray, y: NDArray) -> Self:
        """Flip labels of y, prune examples, and fit the classifier to the rest of X (n, d)."""
        X, y = validate_data(self, X, y, dtype=np.float64)
        check_size(X)
        self.classes_, signs = encode_signs(y)
        rng = check_random_state(self.random_state)
        self.flipped_ = random_examples(len(y), self.flipped, rng)
        noisy_signs = np.where(self.flipped_, -signs, signs)
        noisy_y = self.classes_[(noisy_signs > 0).astype(int)]

        self.kept_ = np.ones(len(y), dtype=bool)
        self.auc_ = np.nan
        if self.detector is not None:
            scores = self._scores(X, noisy_y, rng)
            lowest_first = np.argsort(scores, kind="stable")
            self.kept_[lowest_first[: round(self.removed * len(y))]] = False
            if self.flipped_.any():
                self.auc_ = float(roc_auc_score(self.flipped_, -scores))
        self.estimator_ = SVC() if self.estimator is None else clone(self.estimator)
        self.estimator_.fit(X[self.kept_], noisy_y[self.kept_])
        return self

    def _scores(self, X: NDArray, noisy_y: NDArray, rng: np.random.RandomState) -> NDArray:
        if self.detector == RANDOM:
            seeds = rng.randint(LARGEST_SEED), crc32(X.tobytes())
            return np.random.default_rng(seeds).uniform(size=len(noisy_y))
        self.detector_ = clone(self.detector).fit(X, noisy_y)
        # an example without a score is kept
        return np.nan_to_num(self.detector_.training_scores_, nan=np.inf)

    def predict(self, X: ArrayLike) -> NDArray:
        """Class of each row."""
        check_is_fitted(self)
        return self.estimator_.predict(validate_data(self, X, dtype=np.float64, reset=False))

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        return tags
