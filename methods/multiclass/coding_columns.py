"""Columns of the coding matrix: which classes a base classifier tells from which.

`pairs` (K, K) is symmetric with a zero diagonal. An entry is the sum of D(n, k) over the examples
of either class of a pair against the other class. A column cuts the classes, or with zeros some of
them, in two. U_t is the weight of the pairs that it cuts.

The exact maximum cut visits all 2^(K-1) columns. With more than 18 classes the cut is greedy, as in
the author's program. It takes the pairs from the heaviest on. If a class of the pair is not placed
yet, it cuts the pair, at random if both classes are new.

If exact cuts or pairs tie, the first in lexicographic order wins. A cut has the first class at -1,
a pair has the first of the two at -1.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from methods.boosting._kernels import integer_weights
from methods.multiclass._kernels import TIE_BITS, largest_cut

# 2^17 columns, visited twice, take a millisecond; each further class doubles it.
LARGEST_EXACT = 18

ColumnChooser = Callable[[NDArray, np.random.RandomState], NDArray]


def max_cut(pairs: NDArray, rng: np.random.RandomState) -> NDArray:
    """The column of largest U_t, or of a large one beyond `LARGEST_EXACT` classes."""
    K = len(pairs)
    if K > LARGEST_EXACT:
        return greedy_cut(pairs, rng)
    sides = largest_cut(integer_weights(pairs.ravel()).reshape(K, K))
    return 2 * (sides >> np.arange(K - 1, -1, -1) & 1) - 1


def greedy_cut(pairs: NDArray, rng: np.random.RandomState) -> NDArray:
    """A column of large U_t, which cuts the heaviest pairs one after the other."""
    first, second = np.triu_indices(len(pairs), 1)
    column = np.zeros(len(pairs), dtype=np.int64)
    for e in np.argsort(-pairs[first, second], kind="stable"):
        a, b = first[e], second[e]
        if column[a] == 0 and column[b] == 0:
            column[a] = 2 * rng.randint(2) - 1
        if column[a] == 0:
            column[a] = -column[b]
        elif column[b] == 0:
            column[b] = -column[a]
    return column


def rand_half(pairs: NDArray, rng: np.random.RandomState) -> NDArray:
    """Half of the classes, drawn at random and rounded down, against the others."""
    K = len(pairs)
    column = np.full(K, -1, dtype=np.int64)
    column[rng.permutation(K)[: K // 2]] = 1
    return column


def max_2(pairs: NDArray, rng: np.random.RandomState) -> NDArray:
    """The heaviest pair."""
    first, second = np.triu_indices(len(pairs), 1)
    weights = pairs[first, second]
    heaviest = np.argmax(weights >= weights.max() * (1 - 2.0**-TIE_BITS))
    return _pair(len(pairs), first[heaviest], second[heaviest])


def rand_2(pairs: NDArray, rng: np.random.RandomState) -> NDArray:
    """Two classes drawn at random."""
    return _pair(len(pairs), *np.sort(rng.permutation(len(pairs))[:2]))


def _pair(K: int, a: int, b: int) -> NDArray:
    column = np.zeros(K, dtype=np.int64)
    column[a], column[b] = -1, 1
    return column


FULL_COLUMNS: dict[str, ColumnChooser] = {"max_cut": max_cut, "rand_half": rand_half}
PARTIAL_COLUMNS: dict[str, ColumnChooser] = {"max_2": max_2, "rand_2": rand_2}
