"""One-vs-one and one-vs-all, decoded by the signs of their base classifiers.

Every base classifier is a column of a coding matrix. The class whose row has the smallest Hamming
distance to the outputs -1 and 1 wins (section 4.2 of the thesis). An entry 0, of a class that a
classifier has not seen, has the distance 1/2 to both. So the class with the largest sum over
classifiers t of M(k, t) f_t(x) wins, and the first of classes that tie. The thesis does not say
which of these wins.

scikit-learn decodes by the decision values instead: one-vs-all takes the class of the largest, and
one-vs-one uses them to break ties.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.multiclass import OneVsOneClassifier, OneVsRestClassifier
from sklearn.utils.validation import check_is_fitted


class OneVsOneBySigns(OneVsOneClassifier):
    """scikit-learn's one-vs-one, in which every classifier has one vote and ties stay ties.

    Examples
    --------
    >>> from methods import SVMPerceptron
    >>> X, y = [[0], [1], [4], [5], [8], [9]], [0, 0, 1, 1, 2, 2]
    >>> machine = OneVsOneBySigns(SVMPerceptron(C=10)).fit(X, y)
    >>> machine.decision_function([[0]]).tolist()
    [[2.0, 0.0, -2.0]]
    """

    def decision_function(self, X: ArrayLike) -> NDArray:
        """Votes for each class less those against it, (n, K); with two classes the sign, (n,)."""
        check_is_fitted(self)
        pairs = list(combinations(range(len(self.classes_)), 2))
        code = np.zeros((len(self.classes_), len(pairs)))
        for column, (negative, positive) in enumerate(pairs):
            code[negative, column], code[positive, column] = -1.0, 1.0
        return _votes(code, self.estimators_, X)


class OneVsAllBySigns(OneVsRestClassifier):
    """scikit-learn's one-vs-all, in which a class is claimed or not, and ties stay ties.

    Examples
    --------
    >>> from methods import SVMPerceptron
    >>> X, y = [[0], [1], [4], [5], [8], [9]], [0, 0, 1, 1, 2, 2]
    >>> machine = OneVsAllBySigns(SVMPerceptron(C=10)).fit(X, y)
    >>> machine.decision_function([[0]]).tolist()
    [[3.0, -1.0, -1.0]]
    """

    def decision_function(self, X: ArrayLike) -> NDArray:
        """Sums of M(k, t) f_t(x) for each class, (n, K); with two classes the sign, (n,)."""
        check_is_fitted(self)
        return _votes(2.0 * np.eye(len(self.classes_)) - 1.0, self.estimators_, X)

    def predict(self, X: ArrayLike) -> NDArray:
        """The class with the most votes, and the first of those that tie."""
        votes = self.decision_function(X)
        best = (votes > 0).astype(int) if votes.ndim == 1 else votes.argmax(axis=1)
        return self.classes_[best]


def _votes(code: NDArray, classifiers: Sequence[Any], X: ArrayLike) -> NDArray:
    outputs = np.column_stack([_signs(classifier, X) for classifier in classifiers])
    return outputs[:, 0] if len(code) == 2 else outputs @ code.T  # two classes have one classifier


def _signs(classifier: Any, X: ArrayLike) -> NDArray:
    """The outputs -1 and 1 of a classifier that scikit-learn has fitted to labels 0 and 1."""
    return np.where(np.asarray(classifier.predict(X)) > 0, 1.0, -1.0)
