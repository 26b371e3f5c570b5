"""Detectors of noisy labels: their base, and three rivals of the complexity contribution.

A detector is fitted to examples with their labels and scores each of them. The higher the score,
the more typical the example is of its label. An outlier, -1, scores below `offset_`. The scores
of the rivals are:

- `NeighbourAgreement`: the share of the k nearest other examples that have the same label.
- `SelfConfidence`: the probability of its label by a classifier that was not trained on the
  example.
- `ClassIsolationForest`: minus the anomaly score among the examples of its own class.

Scores belong to labelled examples. Unlike other outlier detectors of scikit-learn, these need y to
fit, and predict for rows of the training set alone.
"""

from __future__ import annotations

from abc import abstractmethod
from numbers import Integral
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, OutlierMixin, _fit_context, clone
from sklearn.ensemble import IsolationForest, RandomForestClassifier
from sklearn.model_selection import StratifiedKFold, cross_val_predict
from sklearn.neighbors import NearestNeighbors
from sklearn.utils import Tags, check_random_state
from sklearn.utils._param_validation import HasMethods, Interval
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from methods.base import check_size

# An agreement or a confidence below one half suggests another label.
ONE_HALF = 0.5

# Score of an example that needs as many cuts to isolate as a random one (Liu et al., 2008).
AVERAGE_ISOLATION = -0.5

LARGEST_SEED = np.iinfo(np.int32).max


class LabelNoiseDetector(OutlierMixin, BaseEstimator):
    """Base of the detectors, a scikit-learn outlier detector that scores its training examples.

    The detectors of section 1.5 of the thesis and their rivals inherit from it. Each computes its
    scores in `_fit_scores`.

    Attributes
    ----------
    training_scores_ : ndarray of shape (n,)
        Scores of the examples in the order of `fit`.
    offset_ : float
        Examples with a lower score are outliers.
    classes_ : ndarray
        The labels, sorted.

    Examples
    --------
    >>> import numpy as np
    >>> from methods import LabelNoiseDetector
    >>> class FarFromMean(LabelNoiseDetector):
    ...     _parameter_constraints = {}
    ...
    ...     def _fit_scores(self, X, y):
    ...         means = {label: X[y == label].mean(axis=0) for label in self.classes_}
    ...         return -np.array([abs(x - means[label]).max() for x, label in zip(X, y)]), -3.0
    >>> FarFromMean().fit_predict([[0], [1], [2], [9]], [0, 0, 0, 0]).tolist()
    [1, 1, 1, -1]
    """

    training_scores_: NDArray[np.float64]
    offset_: float

    @abstractmethod
    def _fit_scores(self, X: NDArray, y: NDArray) -> tuple[NDArray[np.float64], float]:
        """Scores of the examples X (n, d) with labels y (n,), and the offset."""

    @_fit_context(prefer_skip_nested_validation=True)
    def fit(self, X: NDArray, y: NDArray) -> Self:
        """Score the examples X (n, d) with their labels y (n,)."""
        X, y = validate_data(self, X, y, dtype=np.float64, ensure_min_samples=2)
        check_size(X)
        check_classification_targets(y)
        self.classes_ = np.unique(y)
        self.training_scores_, self.offset_ = self._fit_scores(X, y)
        rows, place = np.unique(X, axis=0, return_inverse=True)
        means = np.bincount(place.ravel(), self.training_scores_) / np.bincount(place.ravel())
        self._score_of_row = dict(zip(map(row_key, rows), means, strict=True))
        return self

    def score_samples(self, X: ArrayLike) -> NDArray[np.float64]:
        """Score of each row of X, all rows of the training set; equal rows get their mean score."""
        check_is_fitted(self)
        rows: NDArray = validate_data(self, X, dtype=np.float64, reset=False)
        scores = [self._score_of_row.get(row_key(row)) for row in rows]
        if None in scores:
            raise ValueError(
                f"row {scores.index(None)} of X is not in the training set, and without a label it "
                f"has no score; fit {type(self).__name__} to it"
            )
        return np.array(scores)

    def decision_function(self, X: ArrayLike) -> NDArray[np.float64]:
        """Scores minus `offset_`, negative for outliers."""
        return self.score_samples(X) - self.offset_

    def predict(self, X: ArrayLike) -> NDArray[np.int64]:
        """-1 for rows whose label seems noisy, 1 for the others."""
        return np.where(self.decision_function(X) < 0, -1, 1)

    def fit_predict(self, X: NDArray, y: NDArray) -> NDArray[np.int64]:
        """Fit to the examples; -1 for those whose label seems noisy, 1 for the others."""
        self.fit(X, y)
        return np.where(self.training_scores_ < self.offset_, -1, 1)

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.target_tags.required = True
        return tags


def row_key(row: NDArray) -> bytes:
    """A key that equal rows, and no others, share; adding 0 makes -0 equal to 0."""
    return (row + 0.0).tobytes()


class NeighbourAgreement(LabelNoiseDetector):
    """Detector of noisy labels: outliers have a label that few of their neighbours have.

    The score is the share of the nearest other examples with the same label. It is a rival of
    `ComplexityContribution` that the thesis does not have (section 1.5).

    Parameters
    ----------
    n_neighbors : int, default=10
        Number k of neighbours; all others if there are fewer.

    Attributes
    ----------
    training_scores_ : ndarray of shape (n,)
        Scores of the examples. The other attributes are those of `LabelNoiseDetector`.

    Examples
    --------
    >>> from methods import NeighbourAgreement
    >>> X, y = [[0], [1], [2], [3], [6], [7], [8], [9]], [0, 0, 1, 0, 1, 1, 1, 1]
    >>> NeighbourAgreement(n_neighbors=3).fit_predict(X, y).tolist()
    [1, 1, -1, 1, 1, 1, 1, 1]
    """

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "n_neighbors": [Interval(Integral, 1, None, closed="left")],
    }

    def __init__(self, n_neighbors: int = 10) -> None:
        self.n_neighbors = n_neighbors

    def _fit_scores(self, X: NDArray, y: NDArray) -> tuple[NDArray[np.float64], float]:
        k = min(self.n_neighbors, len(X) - 1)
        neighbours = NearestNeighbors(n_neighbors=k).fit(X).kneighbors(return_distance=False)
        return np.mean(y[neighbours] == y[:, None], axis=1), ONE_HALF


class SelfConfidence(LabelNoiseDetector):
    """Detector of noisy labels: outliers have a label that a classifier finds improbable.

    The score is the cross-validated probability of the example's own label, as in confident
    learning. It is a rival of `ComplexityContribution` that the thesis does not have (section 1.5).

    Parameters
    ----------
    estimator : classifier or None, default=None
        Classifier with `predict_proba`. None is a random forest.
    n_splits : int, default=5
        Number of parts of the cross-validation; fewer if the smallest class has fewer examples.
    random_state : int, RandomState or None, default=None
        Seed of the parts and of the random forest.

    Attributes
    ----------
    training_scores_ : ndarray of shape (n,)
        Scores of the examples. The other attributes are those of `LabelNoiseDetector`.

    Examples
    --------
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from methods import SelfConfidence
    >>> X, y = [[0], [1], [2], [3], [6], [7], [8], [9]], [0, 0, 1, 0, 1, 1, 1, 1]
    >>> SelfConfidence(GaussianNB(), n_splits=3, random_state=0).fit_predict(X, y).tolist()
    [1, 1, -1, -1, 1, 1, 1, 1]
    """

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "estimator": [HasMethods(["fit", "predict_proba"]), None],
        "n_splits": [Interval(Integral, 2, None, closed="left")],
        "random_state": ["random_state"],
    }

    def __init__(
        self,
        estimator: BaseEstimator | None = None,
        *,
        n_splits: int = 5,
        random_state: int | np.random.RandomState | None = None,
    ) -> None:
        self.estimator = estimator
        self.n_splits = n_splits
        self.random_state = random_state

    def _fit_scores(self, X: NDArray, y: NDArray) -> tuple[NDArray[np.float64], float]:
        _, labels, sizes = np.unique(y, return_inverse=True, return_counts=True)
        if sizes.min() < 2:
            raise ValueError(
                f"class {self.classes_[sizes.argmin()]} has one sample; choose data with two or "
                f"more of each class for cross-validation"
            )
        seeds = check_random_state(self.random_state).randint(LARGEST_SEED, size=2)
        splits = StratifiedKFold(
            min(self.n_splits, sizes.min()), shuffle=True, random_state=seeds[0]
        )
        if self.estimator is None:
            classifier = RandomForestClassifier(random_state=seeds[1])
        else:
            classifier = clone(self.estimator)
        confidence = cross_val_predict(classifier, X, labels, cv=splits, method="predict_proba")
        return confidence[np.arange(len(y)), labels], ONE_HALF


class ClassIsolationForest(LabelNoiseDetector):
    """Detector of noisy labels: outliers are easy to isolate from their class.

    Each class has an isolation forest, which scores the examples of this class. It is a rival of
    `ComplexityContribution` that the thesis does not have (section 1.5).

    Parameters
    ----------
    n_estimators : int, default=100
        Number of trees of each forest.
    random_state : int, RandomState or None, default=None
        Seed of the forests.

    Attributes
    ----------
    training_scores_ : ndarray of shape (n,)
        Scores of the examples. The other attributes are those of `LabelNoiseDetector`.

    Examples
    --------
    >>> from methods import ClassIsolationForest
    >>> X, y = [[0], [1], [2], [9], [6], [7], [8], [9]], [0, 0, 0, 0, 1, 1, 1, 1]
    >>> detector = ClassIsolationForest(n_estimators=20, random_state=0).fit(X, y)
    >>> detector.training_scores_.argmin().item()
    3
    """

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "n_estimators": [Interval(Integral, 1, None, closed="left")],
        "random_state": ["random_state"],
    }

    def __init__(
        self,
        n_estimators: int = 100,
        *,
        random_state: int | np.random.RandomState | None = None,
    ) -> None:
        self.n_estimators = n_estimators
        self.random_state = random_state

    def _fit_scores(self, X: NDArray, y: NDArray) -> tuple[NDArray[np.float64], float]:
        rng = check_random_state(self.random_state)
        scores = np.empty(len(X))
        for label in self.classes_:
            own = y == label
            forest = IsolationForest(
                n_estimators=self.n_estimators, random_state=rng.randint(LARGEST_SEED)
            )
            scores[own] = forest.fit(X[own]).score_samples(X[own])
        return scores, AVERAGE_ISOLATION
