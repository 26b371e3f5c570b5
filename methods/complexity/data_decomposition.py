"""The decomposition of a data set: clusters, complexity-error plots, principal points and subsets.

The estimator does to a data set what section 1.4 of the thesis does to a toy problem, so that an
experiment can repeat it for many draws. It makes clusters of one class
(`methods.complexity.same_class_clusters`), computes the complexity and the error of their unions,
and finds the principal points of the subset-based and of the hypothesis-based plot
(`methods.complexity.principal_subsets`).
"""

from __future__ import annotations

from numbers import Integral
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, _fit_context
from sklearn.utils import Tags
from sklearn.utils._param_validation import Interval, StrOptions
from sklearn.utils.validation import validate_data

from methods.base import encode_signs
from methods.complexity.cluster_unions import all_unions, searched_unions
from methods.complexity.gram_matrix import KERNEL_CONSTRAINT, gram_matrix
from methods.complexity.principal_subsets import hypothesis_errors, principal_points
from methods.complexity.same_class_clusters import same_class_clusters
from methods.kernel_functions import Kernel


class DataDecomposition(BaseEstimator):
    """Principal points and subsets of two classes of examples.

    They are the Pareto front of (C(S), `|D| - |S|`) over unions S of clusters (Definition 1.4 and
    eq. 1.9 of the thesis).

    Parameters
    ----------
    n_clusters : int, default=15
        Number of clusters whose unions are examined.
    kernel : {"perceptron", "stump"} or callable, default="perceptron"
        Kernel of the SVM, or a function of two arrays of rows.
    method : {"exhaustive", "search"}, default="exhaustive"
        Whether to go through all unions or to search (`methods.complexity.cluster_unions`).
    max_evaluations : int, default=100000
        The search ends after this many unions.

    Attributes
    ----------
    examples_ : ndarray of shape (n, d)
        The examples.
    signs_ : ndarray of shape (n,)
        Their classes, -1 or 1.
    clusters_ : ndarray of shape (n,)
        Their clusters.
    plot_ : ndarray of shape (p, 2)
        Distinct points (complexity, error) of the subset-based plot.
    points_ : ndarray of shape (q, 2)
        The principal points among them.
    subsets_ : ndarray of shape (m, n), bool
        The principal subsets.
    point_of_subset_ : ndarray of shape (m,)
        Index in `points_` of each principal subset.
    hypothesis_plot_ : ndarray of shape (r, 2)
        Distinct points of the hypothesis-based plot.
    hypothesis_points_ : ndarray of shape (s, 2)
        The principal points among them.
    n_points_ : int
        Number of principal points.
    n_subsets_ : int
        Number of principal subsets.
    fronts_agree_ : bool
        Whether both plots have the same principal points, as Theorem 1.4 says.

    Examples
    --------
    >>> from methods import DataDecomposition
    >>> X, y = [[0.0], [1.0], [5.0], [9.0], [10.0]], [0, 0, 1, 0, 0]
    >>> decomposition = DataDecomposition(n_clusters=3).fit(X, y)
    >>> decomposition.points_.tolist(), decomposition.n_subsets_, decomposition.fronts_agree_
    ([[0, 1], [3, 0]], 2, True)
    """

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "n_clusters": [Interval(Integral, 2, None, closed="left")],
        "kernel": KERNEL_CONSTRAINT,
        "method": [StrOptions({"exhaustive", "search"})],
        "max_evaluations": [Interval(Integral, 1, None, closed="left")],
    }

    def __init__(
        self,
        n_clusters: int = 15,
        *,
        kernel: Kernel = "perceptron",
        method: str = "exhaustive",
        max_evaluations: int = 100_000,
    ) -> None:
        self.n_clusters = n_clusters
        self.kernel = kernel
        self.method = method
        self.max_evaluations = max_evaluations

    @_fit_context(prefer_skip_nested_validation=True)
    def fit(self, X: NDArray, y: NDArray) -> Self:
        """Decompose the examples X (n, d) of two classes y."""
        X, y = validate_data(self, X, y, dtype=np.float64)
        self.classes_, signs = encode_signs(y)
        self.examples_, self.signs_ = X, signs
        self.clusters_ = same_class_clusters(X, signs, min(self.n_clusters, len(X)))
        K = gram_matrix(X, X, self.kernel)
        if self.method == "exhaustive":
            unions = all_unions(K, signs, self.clusters_)
        else:
            unions = searched_unions(K, signs, self.clusters_, self.max_evaluations)
        errors = hypothesis_errors(K, signs, self.clusters_, unions.members)

        self.plot_ = np.unique(np.column_stack([unions.complexities, unions.errors]), axis=0)
        self.hypothesis_plot_ = np.unique(np.column_stack([unions.complexities, errors]), axis=0)
        self.points_ = principal_points(unions.complexities, unions.errors)
        self.hypothesis_points_ = principal_points(unions.complexities, errors)
        at = [
            np.flatnonzero((unions.complexities == c) & (unions.errors == e))
            for c, e in self.points_
        ]
        self.subsets_ = unions.members[np.concatenate(at)][:, self.clusters_]
        self.point_of_subset_ = np.repeat(np.arange(len(at)), [len(rows) for rows in at])
        self.n_points_, self.n_subsets_ = len(self.points_), len(self.subsets_)
        self.fronts_agree_ = np.array_equal(self.points_, self.hypothesis_points_)
        return self

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.target_tags.required = True
        return tags
