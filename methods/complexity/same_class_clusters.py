"""Clusters of examples of one class, the parts of unions of clusters (section 1.4.3 of the thesis).

The thesis clusters its toy problems by hand, "based on example class and distance", such that no
cluster is "too close to examples of the other class". Here the distance between two examples of a
class is::

    d(a, b) = 2 ||x_a - x_b|| / (m_a + m_b),

where m is the distance of an example to the nearest one of the other class. Clusters are merged by
the largest d between their examples (complete linkage). If d < 1, every point of the segment from
a to b is nearer to a or b than to any example of the other class. So an example deep in its class
joins others from afar, and one at the border joins hardly any. d does not change with the scale of
X.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.cluster.hierarchy import cut_tree, linkage
from scipy.spatial.distance import cdist, squareform
from sklearn.utils import check_X_y

from methods.base import check_size, encode_signs


def relative_distances(X: NDArray, y: NDArray) -> NDArray:
    """Distances d (n, n) between examples of one class, and infinity between the classes.

    Parameters
    ----------
    X : ndarray of shape (n, d)
        Examples.
    y : ndarray of shape (n,)
        Two classes.

    Returns
    -------
    ndarray of shape (n, n)
        The distances.
    """
    _, signs = encode_signs(y)
    distances = cdist(X, X)
    across = signs[:, None] != signs
    to_other_class = np.where(across, distances, np.inf).min(axis=1)
    if not to_other_class.all():
        a = int(np.flatnonzero(to_other_class == 0)[0])
        b = int(np.flatnonzero(across[a] & (distances[a] == 0))[0])
        raise ValueError(f"examples {a} and {b} are the same point in both classes; drop one")
    relative = 2 * distances / np.add.outer(to_other_class, to_other_class)
    return np.where(across, np.inf, relative)


def same_class_clusters(X: ArrayLike, y: ArrayLike, n_clusters: int) -> NDArray[np.intp]:
    """Cluster the examples of each class by their distance.

    Complete linkage by `d(a, b) = 2 ||x_a - x_b|| / (m_a + m_b)`, where m is the distance to the
    nearest example of the other class (for section 1.4.3 of the thesis).

    Parameters
    ----------
    X : array-like of shape (n, d)
        Examples.
    y : array-like of shape (n,)
        Two classes.
    n_clusters : int
        Number of clusters over both classes, from 2 to n.

    Returns
    -------
    ndarray of shape (n,), int
        Cluster of every example, numbered from 0 in the order of their first examples.

    Examples
    --------
    >>> from methods import same_class_clusters
    >>> X, y = [[0.0], [1.0], [5.0], [9.0], [10.0]], [0, 0, 1, 0, 0]
    >>> same_class_clusters(X, y, n_clusters=3).tolist()
    [0, 0, 1, 2, 2]
    """
    points, labels = check_X_y(X, y, dtype=np.float64)
    check_size(points)
    if not 2 <= n_clusters <= len(points):
        raise ValueError(
            f"n_clusters={n_clusters} does not suit {len(points)} examples in two classes; choose "
            f"from 2 to {len(points)}"
        )
    distances = relative_distances(points, labels)
    # The distance between the classes, twice the largest within one, merges them last of all.
    within = distances[np.isfinite(distances)].max()
    distances = np.minimum(distances, 2 * max(within, 1.0))
    tree = linkage(squareform(distances, checks=False), method="complete")
    return cut_tree(tree, n_clusters)[:, 0].astype(np.intp)
