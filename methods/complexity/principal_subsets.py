"""Principal points and principal subsets of a data set (section 1.4 of the thesis).

A point (c, e) of a complexity-error plot is principal if every other point has a larger complexity
or a larger error (Definition 1.4): the Pareto front. A subset is principal if its point is. There
are two plots, both over unions S of clusters::

    subset-based      (C(S), |D| - |S|),                                                  (1.9)
    hypothesis-based  (C(S), errors on D of the SVM learnt from S).

By Theorem 1.4 both have the same principal points if C(S) is the length of the shortest hypothesis
that is consistent with S. The number of support vectors only approximates this length. The SVM
learnt from the examples that an SVM h classifies correctly may have more support vectors than h.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.utils import check_X_y

from methods.base import encode_signs
from methods.complexity._kernels import SOLVED
from methods.complexity._union_kernels import count_errors
from methods.complexity.cluster_unions import (
    all_unions,
    rows_of_clusters,
    searched_unions,
    steps_through,
)
from methods.complexity.gram_matrix import KERNEL_FUNCTIONS, gram_matrix
from methods.errors import unknown
from methods.kernel_functions import Kernel


class PrincipalSubsets(NamedTuple):
    """The principal points and the subsets that attain them.

    Attributes
    ----------
    points : ndarray of shape (p, 2), int
        Complexity and error, by growing complexity.
    subsets : list of ndarray of shape (m, n), bool
        For each point the examples of its m principal subsets.
    """

    points: NDArray[np.int64]
    subsets: list[NDArray[np.bool_]]


def principal_points(complexities: ArrayLike, errors: ArrayLike) -> NDArray:
    """The principal points of a complexity-error plot, by growing complexity.

    Parameters
    ----------
    complexities, errors : array-like of shape (m,)
        Coordinates of the points of the plot, which may repeat.

    Returns
    -------
    ndarray of shape (p, 2)
        Complexity and error of each principal point.
    """
    points = np.unique(np.column_stack([complexities, errors]), axis=0)
    lowest_before = np.minimum.accumulate(np.r_[np.inf, points[:-1, 1]])
    return points[points[:, 1] < lowest_before]


def hypothesis_errors(
    K: NDArray, y: NDArray, clusters: NDArray, members: NDArray[np.bool_]
) -> NDArray[np.int64]:
    """Errors on all examples of the hard-margin SVM learnt from each union of clusters.

    Together with the complexities of the unions they are the hypothesis-based complexity-error
    plot.

    Parameters
    ----------
    K : ndarray of shape (n, n)
        Kernel matrix.
    y : ndarray of shape (n,)
        Classes, -1 and 1.
    clusters : ndarray of shape (n,)
        Cluster of each example.
    members : ndarray of shape (m, k), bool
        Clusters of each union, as `ClusterUnions.members`.

    Returns
    -------
    ndarray of shape (m,), int
        Number of errors for each union.
    """
    steps, last = steps_through(rows_of_clusters(clusters), members)
    errors, status = count_errors(np.ascontiguousarray(K), y * 1.0, np.abs(K).max(), steps, last)
    assert status == SOLVED, "these unions had no complexity either"
    return errors


def principal_subsets(
    X: ArrayLike,
    y: ArrayLike,
    clusters: ArrayLike,
    *,
    kernel: Kernel = "perceptron",
    method: str = "exhaustive",
    max_evaluations: int = 100_000,
) -> PrincipalSubsets:
    """Principal points and subsets of the subset-based plot over unions of clusters.

    They are the Pareto front of (C(S), `|D| - |S|`) over unions S (Definition 1.4 and eq. 1.9 of
    the thesis).

    Parameters
    ----------
    X : array-like of shape (n, d)
        Examples.
    y : array-like of shape (n,)
        Two classes.
    clusters : array-like of shape (n,)
        Cluster of each example, for instance by `same_class_clusters`.
    kernel : {"perceptron", "stump"} or callable, default="perceptron"
        Kernel of the SVM, or a function of two arrays of rows.
    method : {"exhaustive", "search"}, default="exhaustive"
        "exhaustive" goes through all unions of up to 20 clusters. "search" may miss better points.
    max_evaluations : int, default=100000
        The search ends after this many unions.

    Returns
    -------
    PrincipalSubsets
        The points, and the subsets of each.

    Examples
    --------
    >>> from methods import principal_subsets
    >>> X, y = [[0.0], [1.0], [5.0], [9.0], [10.0]], [0, 0, 1, 0, 0]
    >>> principal = principal_subsets(X, y, clusters=[0, 0, 1, 2, 2])
    >>> principal.points.tolist()
    [[0, 1], [3, 0]]
    >>> principal.subsets[0].astype(int).tolist()
    [[1, 1, 0, 1, 1]]
    """
    points, labels = check_X_y(X, y, dtype=np.float64)
    _, signs = encode_signs(labels)
    clusters = np.asarray(clusters)
    if clusters.shape != labels.shape:
        raise ValueError(
            f"clusters has shape {clusters.shape}; it must hold one cluster for each of the "
            f"{len(labels)} examples"
        )
    if not callable(kernel) and kernel not in KERNEL_FUNCTIONS:
        raise unknown("kernel", kernel, KERNEL_FUNCTIONS, "principal_subsets")
    K = gram_matrix(points, points, kernel)
    if method == "exhaustive":
        unions = all_unions(K, signs, clusters)
    elif method == "search":
        unions = searched_unions(K, signs, clusters, max_evaluations)
    else:
        raise unknown("method", method, ["exhaustive", "search"], "principal_subsets")
    front = principal_points(unions.complexities, unions.errors)
    _, cluster_of_row = np.unique(clusters, return_inverse=True)
    subsets = [
        unions.members[(unions.complexities == c) & (unions.errors == e)][:, cluster_of_row]
        for c, e in front
    ]
    return PrincipalSubsets(front, subsets)
