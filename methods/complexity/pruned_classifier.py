"""Does pruning help? A classifier that trains on what a detector of noisy labels leaves.

Some labels of the training part are flipped, so that it is known which are noisy; a detector scores
all of them, the examples with the lowest scores are left out, and the classifier is fitted to the
rest. The test part keeps its labels.
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

from methods.base import encode_signs
from methods.complexity.label_noise import LARGEST_SEED

RANDOM = "random"


class PrunedClassifier(ClassifierMixin, BaseEstimator):
    """A classifier fitted to two classes of which some labels are flipped and some examples pruned.

    It asks what the pruning of section 1.5 of the thesis is worth.

    Parameters
    ----------
    estimator : the classifier; None is `SVC()`.
    detector : `methods.complexity.label_noise.LabelNoiseDetector`; "random" for scores at random;
        None to keep all examples.
    flipped : share of the labels that are flipped.
    removed : share of the examples that are left out.
    random_state : seed of the flips, whatever the detector, and with the rows of random scores,
        so that where trials share the seed they do not share the order.

    Attributes
    ----------
    flipped_ (n,) bool : the examples whose labels were flipped.
    kept_ (n,) bool : those that the classifier was fitted to.
    auc_ : area under the ROC curve of the detector for the flipped labels; NaN without a detector,
        or where nothing was flipped.
    detector_, estimator_ : as fitted.

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
        """Flip, prune, and fit to X (n, d) and two classes y."""
        X, y = validate_data(self, X, y, dtype=np.float64)
        self.classes_, signs = encode_signs(y)
        rng = check_random_state(self.random_state)
        n = len(y)
        self.flipped_ = np.zeros(n, dtype=bool)
        self.flipped_[rng.permutation(n)[: round(self.flipped * n)]] = True
        given = self.classes_[(np.where(self.flipped_, -signs, signs) > 0).astype(int)]

        self.kept_ = np.ones(n, dtype=bool)
        self.auc_ = np.nan
        if self.detector is not None:
            scores = self._scores(X, given, rng)
            worst = np.argsort(scores, kind="stable")[: round(self.removed * n)]
            self.kept_[worst] = False
            if self.flipped_.any():
                self.auc_ = float(roc_auc_score(self.flipped_, -scores))
        self.estimator_ = SVC() if self.estimator is None else clone(self.estimator)
        self.estimator_.fit(X[self.kept_], given[self.kept_])
        return self

    def _scores(self, X: NDArray, given: NDArray, rng: np.random.RandomState) -> NDArray:
        if self.detector == RANDOM:
            seeds = rng.randint(LARGEST_SEED), crc32(X.tobytes())
            return np.random.default_rng(seeds).uniform(size=len(given))
        self.detector_ = clone(self.detector).fit(X, given)
        # an example that the detector knows nothing about is not held against it
        return np.nan_to_num(self.detector_.training_scores_, nan=np.inf)

    def predict(self, X: ArrayLike) -> NDArray:
        """Class of each row."""
        check_is_fitted(self)
        return self.estimator_.predict(validate_data(self, X, dtype=np.float64, reset=False))

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        return tags
