"""Training examples as the perceptrons use them, and the order of the trials."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from methods.perceptron._kernels import keep_below

# Weights are multiples of 2^-52 and their total is between 1/2 and 1, so no sum is rounded.
WEIGHT_BITS = 52

TRACE_POINTS_PER_DECADE = 10

# The generator gives numbers of 32 bits.
DRAWS = 2**32

# A kernel of its own saves nothing on fewer draws.
FEW_DRAWS = 2000

ORDERS = ("sample", "permute", "fixed")


@dataclass(frozen=True)
class Examples:
    """N examples with the constant feature 1 first: rows (N, m + 1) and columns (m + 1, N)."""

    rows: NDArray
    columns: NDArray
    signs: NDArray
    weights: NDArray

    @property
    def shares(self) -> NDArray:
        """Weights phi_i that sum to 1."""
        return self.weights / self.weights.sum()


def make_examples(X: NDArray, signs: NDArray, weights: NDArray) -> Examples:
    """Examples from X (N, m) with classes -1.0 and 1.0 and positive weights."""
    rows = np.ones((X.shape[0], X.shape[1] + 1))
    rows[:, 1:] = X
    return Examples(rows, np.ascontiguousarray(rows.T), signs, exact_weights(weights))


def exact_weights(weights: NDArray) -> NDArray:
    """Weights times a power of two, rounded so that their sums are exact in any order.

    Errors can then be compared: two sets of examples with the same weight tie, in whatever order
    they were added up. The rounding is at most 2^-53 of the total. It leaves integers below 2^52 as
    they are.
    """
    _, exponent = np.frexp(weights.sum())
    scaled = np.ldexp(weights, WEIGHT_BITS - exponent)
    return np.ldexp(np.rint(scaled), -WEIGHT_BITS)


def trace_epochs(epochs: int) -> NDArray:
    """Epochs at which a trace has an entry, spaced logarithmically from 1 to the last."""
    n_points = 1 + int(np.ceil(TRACE_POINTS_PER_DECADE * np.log10(epochs)))
    return np.unique(np.rint(np.geomspace(1, epochs, n_points)).astype(int))


def trial_drawer(
    order: str, weighting: str, shares: NDArray, rng: np.random.RandomState
) -> tuple[Callable[[int], NDArray], NDArray]:
    """A function that draws the examples of some epochs, and the weight N phi_k of a trial on each.

    An epoch is N trials: draws with replacement (order "sample"), a new permutation ("permute"), or
    the examples in their order ("fixed"). With weighting "reweight" the draws are uniform. With
    "resample" they follow phi, and every trial has the weight 1.
    """
    n = len(shares)
    if weighting == "resample" and order != "sample":
        raise ValueError(
            f"weighting='resample' draws at random and needs order='sample', got order={order!r}"
        )

    def draw(n_epochs: int) -> NDArray:
        if order == "fixed":
            return np.tile(np.arange(n), n_epochs)
        if order == "permute":
            return np.concatenate([rng.permutation(n) for _ in range(n_epochs)])
        if weighting == "resample":
            places = np.searchsorted(
                np.cumsum(shares), rng.random_sample(n_epochs * n), side="right"
            )
            return np.minimum(places, n - 1)
        return integers_below(n, n_epochs * n, rng)

    return draw, np.ones(n) if weighting == "resample" else n * shares


def integers_below(n: int, size: int, rng: np.random.RandomState) -> NDArray:
    """What ``rng.randint(n, size=size)`` draws, in half the time; n is below 2^32.

    NumPy masks each number of the generator and rejects it if it is not below n. Here as many are
    drawn at a time as are missing, never one too many. So the generator ends in the same state.
    """
    mask = (1 << (n - 1).bit_length()) - 1
    kept, n_kept = np.empty(size, dtype=np.int64), 0
    while n > 1 and size - n_kept > FEW_DRAWS:
        numbers = rng.randint(DRAWS, size=size - n_kept, dtype=np.uint32)
        n_kept = keep_below(numbers, mask, n, kept, n_kept)
    kept[n_kept:] = rng.randint(n, size=size - n_kept)
    return kept
