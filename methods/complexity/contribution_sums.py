"""Complexity increases along random subset paths, summed for the estimators of section 1.5.2.

A permutation i_1, ..., i_N gives the subsets S_n = {z_i1, ..., z_in}. The average estimator uses
C(S_n) - C(S_n-1), summed by example z_in and size n. Least squares has the equations::

    C(S_n) - C(S_s1) = sum of gamma over z_i(s1+1), ..., z_in + noise,   s1 < n <= s2.

Their matrix P (eq. 1.11) has N columns and one row per equation. With n_a the place of z_a in the
permutation, the normal equations P'P gamma = P'Delta only need the number of equations that hold
both examples::

    (P'P)_ab = min(w_a, w_b),   w_a = s2 + 1 - n_a if s1 < n_a <= s2, else 0.

All sums are of integers. So chunks of permutations, summed in any order, give the same bits as all
permutations at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import ArrayLike, NDArray

from methods.complexity.support_vector_path import support_vector_path


@dataclass(frozen=True)
class ContributionSums:
    """Sums over permutations of N examples; column n - 1 of a matrix is for subsets of size n.

    Attributes
    ----------
    min_size, max_size : int
        s1 and s2.
    n_permutations : int
        Number of permutations summed.
    times : ndarray of shape (N, N)
        How often each example was the last of a subset of each size.
    increases : ndarray of shape (N, N)
        Sums of C(S) - C(S without the example) over those subsets.
    squares : ndarray of shape (N,)
        Sums of the squares of these differences over s1 < |S| <= s2.
    gram : ndarray of shape (N, N)
        P'P.
    moments : ndarray of shape (N,)
        P'Delta.
    """

    min_size: int
    max_size: int
    n_permutations: int
    times: NDArray[np.int64]
    increases: NDArray[np.int64]
    squares: NDArray[np.int64]
    gram: NDArray[np.int64]
    moments: NDArray[np.int64]

    @property
    def n_increases(self) -> NDArray[np.int64]:
        """How often each example was added to a subset of s1 to s2 - 1 others, (N,)."""
        return self.times[:, self.min_size : self.max_size].sum(axis=1)


def contribution_sums(
    K: NDArray, y: NDArray, permutations: ArrayLike, min_size: int, max_size: int
) -> ContributionSums:
    """The sums over some permutations.

    Parameters
    ----------
    K : ndarray of shape (N, N)
        Kernel matrix of the SVM whose support vectors are counted.
    y : ndarray of shape (N,)
        Two classes.
    permutations : array-like of shape (p, N)
        Permutations of 0, ..., N - 1.
    min_size, max_size : int
        s1 and s2, with 0 <= s1 < s2 <= N.

    Returns
    -------
    ContributionSums
        The sums.
    """
    n = len(y)
    if not 0 <= min_size < max_size <= n:
        raise ValueError(
            f"sizes s1={min_size} and s2={max_size} do not bound subsets of {n} examples; choose "
            f"0 <= s1 < s2 <= {n}"
        )
    permutations = np.asarray(permutations)
    times, increases, gram = (np.zeros((n, n), dtype=np.int64) for _ in range(3))
    squares, moments = np.zeros(n, dtype=np.int64), np.zeros(n, dtype=np.int64)
    sizes = np.arange(n)
    weights = np.zeros(n, dtype=np.int64)
    for order in permutations:
        counts = support_vector_path(K, y, order)
        increase = np.diff(counts, prepend=0)
        times[order, sizes] += 1
        increases[order, sizes] += increase
        inside = order[min_size:max_size]
        squares[inside] += increase[min_size:max_size] ** 2
        weights[:] = 0
        weights[inside] = np.arange(max_size - min_size, 0, -1)
        gram += np.minimum.outer(weights, weights)
        deltas = np.cumsum(increase[min_size:max_size])
        moments[inside] += np.cumsum(deltas[::-1])[::-1]
    return ContributionSums(
        min_size, max_size, len(permutations), times, increases, squares, gram, moments
    )


def combine(chunks: Sequence[ContributionSums]) -> ContributionSums:
    """The sums over all permutations of chunks of one data set with the same s1 and s2."""
    if len(bounds := {(chunk.min_size, chunk.max_size) for chunk in chunks}) != 1:
        raise ValueError(f"chunks to combine must have one pair of s1 and s2, got {sorted(bounds)}")
    summed = [field.name for field in fields(ContributionSums)[2:]]
    return ContributionSums(
        *bounds.pop(), *(sum(getattr(chunk, name) for chunk in chunks) for name in summed)
    )


def average_contributions(sums: ContributionSums) -> tuple[NDArray, NDArray]:
    """Average complexity contribution of each example and its standard error (eq. 1.13).

    The contribution is the mean of C(S_i+1) - C(S_i) over the permutations in which the example is
    added to s1 to s2 - 1 others. Permutations are independent, and each holds at most one such
    difference. So the error is the standard deviation over the square root of their number. Both
    are NaN without any difference, and the error is NaN with only one.
    """
    count = sums.n_increases
    total = sums.increases[:, sums.min_size : sums.max_size].sum(axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = total / count
        variance = (sums.squares - total**2 / count) / np.where(count > 1, count - 1, np.nan)
        return mean, np.sqrt(variance / count)


def uniform_contributions(sums: ContributionSums) -> NDArray:
    """Complexity contributions by least squares on all the equations (eq. 1.12, Sigma = identity).

    Each equation minus the one before it isolates one example. So P'P has full rank on the examples
    that were ever added to s1 to s2 - 1 others. The other examples get NaN.
    """
    known = sums.n_increases > 0
    contributions = np.full(len(known), np.nan)
    gram = sums.gram[np.ix_(known, known)].astype(float)
    contributions[known] = np.linalg.solve(gram, sums.moments[known].astype(float))
    return contributions


def jackknife_errors(chunks: Sequence[ContributionSums]) -> NDArray:
    """Standard errors of `uniform_contributions` by the jackknife over g chunks. ::

        error^2 = (g - 1) / g sum_j (gamma without chunk j - mean of these)^2

    The equations of a permutation share their noise. The variance by the model itself,
    sigma^2 (P'P)^-1, would therefore be far too small. An example gets NaN if it needs one of the
    chunks.

    Parameters
    ----------
    chunks : sequence of ContributionSums
        Sums over about equal numbers of permutations.

    Returns
    -------
    ndarray of shape (N,)
        Standard error of each contribution.
    """
    g = len(chunks)
    if g < 2:
        return np.full(len(chunks[0].moments), np.nan)
    without = np.array([uniform_contributions(combine([*chunks[:j], *chunks[j + 1 :]]))
                        for j in range(g)])  # fmt: skip
    return np.sqrt((g - 1) * np.var(without, axis=0))


def contributions_by_size(
    sums: ContributionSums, examples: ArrayLike, edges: ArrayLike
) -> NDArray[np.float64]:
    """Mean complexity contribution of some examples by the size of the subset (Figure 1.11).

    Parameters
    ----------
    sums : ContributionSums
        Sums of any s1 and s2, which do not affect the result.
    examples : array-like
        Indices or mask of the examples to average over.
    edges : array-like
        Sizes n. A bin holds the subsets, without the example, of edges[b] <= n < edges[b + 1].

    Returns
    -------
    ndarray of shape (len(edges) - 1,)
        Means; NaN for an empty bin.
    """
    rows, edges = np.asarray(examples), np.asarray(edges)
    # An additional column of zeros lets the last edge be N.
    increases, times = (
        np.r_[matrix[rows].sum(axis=0), 0] for matrix in (sums.increases, sums.times)
    )
    with np.errstate(invalid="ignore"):
        return np.add.reduceat(increases, edges)[:-1] / np.add.reduceat(times, edges)[:-1]
