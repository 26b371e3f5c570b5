"""Unions of clusters and their data complexity: all unions, or those that a search meets.

The complexity C(S) is the number of support vectors of the hard-margin SVM on S. The error of S is
|D| - |S| (eq. 1.9 of the thesis).

All unions: the 2^k - 1 unions of k clusters that are not empty, in the order of the reflected Gray
code. One cluster joins or leaves at each step, the smallest one at every other step.

Search: every error has a beam, the `width` simplest unions met with it. To expand a union, each
cluster in turn joins or leaves it. Once all unions in the beams are expanded, the width doubles.
The search starts from the full set and from the largest union of one class. It can be stopped at
any time, and is exhaustive in the limit. Unions of a larger error than that union of one class are
left out, since they cannot be principal. All others are reached from the full set by removing one
cluster at a time.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from methods.complexity.support_vector_path import support_vector_counts

# 2^20 unions take minutes and about 100 MB.
MOST_CLUSTERS = 20


@dataclass(frozen=True)
class ClusterUnions:
    """m unions of k clusters with their points in the subset-based complexity-error plot.

    Attributes
    ----------
    members : ndarray of shape (m, k), bool
        Clusters of each union, in the order of their numbers.
    complexities : ndarray of shape (m,), int
        C(S) of each union S.
    errors : ndarray of shape (m,), int
        |D| - |S| of each union S.
    """

    members: NDArray[np.bool_]
    complexities: NDArray[np.int64]
    errors: NDArray[np.int64]


def rows_of_clusters(clusters: NDArray) -> list[NDArray[np.int64]]:
    """The examples of each cluster, in the order of the clusters' numbers."""
    return [np.flatnonzero(clusters == c) for c in np.unique(clusters)]


def steps_through(
    rows: list[NDArray[np.int64]], members: NDArray[np.bool_]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Examples to add (i) and to remove (-(i + 1)) to get from one union to the next.

    Parameters
    ----------
    rows : list of ndarray
        Examples of each of k clusters.
    members : ndarray of shape (m, k), bool
        Clusters of each union.

    Returns
    -------
    steps : ndarray of int
        The steps, starting from the empty set.
    last : ndarray of shape (m,)
        The step that completes each union.
    """
    before = np.zeros_like(members)
    before[1:] = members[:-1]
    union, cluster = np.nonzero(members != before)
    sizes = np.array([len(r) for r in rows])
    lengths = sizes[cluster]
    ends = np.cumsum(lengths)
    places = np.arange(ends[-1]) + np.repeat((np.cumsum(sizes) - sizes)[cluster], lengths)
    examples = np.concatenate(rows)[places - np.repeat(ends - lengths, lengths)]
    joins = np.repeat(members[union, cluster], lengths)
    last = np.cumsum(np.bincount(union, lengths, len(members))).astype(np.int64) - 1
    return np.where(joins, examples, -examples - 1), last


def union_complexities(
    K: NDArray, y: NDArray, rows: list[NDArray[np.int64]], members: NDArray[np.bool_]
) -> NDArray[np.int64]:
    """C(S) of each union; the fewer clusters change between neighbours, the quicker."""
    steps, last = steps_through(rows, members)
    return support_vector_counts(K, y, steps)[last]


def all_unions(K: NDArray, y: NDArray, clusters: NDArray) -> ClusterUnions:
    """Every union of clusters except the empty one.

    Parameters
    ----------
    K : ndarray of shape (n, n)
        Kernel matrix.
    y : ndarray of shape (n,)
        Classes, -1 and 1.
    clusters : ndarray of shape (n,)
        Cluster of each example.

    Returns
    -------
    ClusterUnions
        All unions.
    """
    rows = rows_of_clusters(clusters)
    k = len(rows)
    if k > MOST_CLUSTERS:
        raise ValueError(
            f"{k} clusters have 2^{k} unions, too many to visit; choose method='search' or "
            f"at most {MOST_CLUSTERS} clusters"
        )
    sizes = np.array([len(r) for r in rows])
    moments = np.arange(1, 2**k)
    gray_codes = moments ^ (moments >> 1)
    members = np.empty((len(moments), k), dtype=bool)
    for bit, cluster in enumerate(np.argsort(sizes, kind="stable")):
        members[:, cluster] = gray_codes >> bit & 1
    complexities = union_complexities(K, y, rows, members)
    return ClusterUnions(members, complexities, len(y) - members @ sizes)


def searched_unions(
    K: NDArray, y: NDArray, clusters: NDArray, max_evaluations: int
) -> ClusterUnions:
    """The unions that a search for principal ones meets.

    Parameters
    ----------
    K : ndarray of shape (n, n)
        Kernel matrix.
    y : ndarray of shape (n,)
        Classes, -1 and 1.
    clusters : ndarray of shape (n,)
        Cluster of each example.
    max_evaluations : int
        The search ends after this many unions.

    Returns
    -------
    ClusterUnions
        The unions that were met.
    """
    rows = rows_of_clusters(clusters)
    k = len(rows)
    sizes = [len(r) for r in rows]
    of_one_class = [[c for c in range(k) if np.all(y[rows[c]] == sign)] for sign in (-1, 1)]
    simplest = max(of_one_class, key=lambda chosen: sum(sizes[c] for c in chosen))
    largest_error = min(len(y) - sum(sizes[c] for c in simplest), len(y) - 1)

    # A union is an integer whose bits are its clusters.
    errors: dict[int, int] = {}
    complexities: dict[int, int] = {}
    beams: list[list[tuple[int, int]]] = [[] for _ in range(largest_error + 1)]

    def meet(unions: dict[int, int]) -> None:
        new_complexities = union_complexities(K, y, rows, bits_of(unions, k)).tolist()
        for (union, error), complexity in zip(unions.items(), new_complexities, strict=True):
            errors[union], complexities[union] = error, complexity
            insort(beams[error], (complexity, union))

    meet({2**k - 1: 0})
    if simplest:
        meet({sum(1 << c for c in simplest): largest_error})
    expanded: set[int] = set()
    width = 1
    while len(errors) < max_evaluations:
        frontier = [u for beam in beams for _, u in beam[:width] if u not in expanded]
        if not frontier:
            if len(expanded) == len(errors):
                break
            width *= 2
            continue
        # Stays within the evaluations that are left. Close integers share most clusters.
        frontier = sorted(frontier[: 1 + (max_evaluations - len(errors)) // k])
        expanded.update(frontier)
        neighbours: dict[int, int] = {}
        for union in frontier:
            for c in range(k):
                error = errors[union] + (sizes[c] if union >> c & 1 else -sizes[c])
                if error <= largest_error and (neighbour := union ^ 1 << c) not in errors:
                    neighbours[neighbour] = error
        if neighbours:
            meet(neighbours)
    return ClusterUnions(
        bits_of(errors, k), np.array(list(complexities.values())), np.array(list(errors.values()))
    )


def bits_of(integers: Iterable[int], k: int) -> NDArray[np.bool_]:
    """The lowest k bits of each integer, lowest first, as a row."""
    octets = b"".join(i.to_bytes(-(-k // 8), "little") for i in integers)
    bits = np.unpackbits(np.frombuffer(octets, dtype=np.uint8), bitorder="little")
    return bits.reshape(-1, 8 * -(-k // 8))[:, :k].astype(bool)
