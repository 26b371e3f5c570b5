"""Directions of random coordinate descent, one per epoch (sections 2.3.2 and 2.3.3).

They come in groups of m + 1::

    uniform         each component uniform over [-1, 1]
    gaussian        each component standard normal
    feature_range   each component uniform over the range of its feature, the bias over [-1, 1]
    orthogonal      a random basis: uniform directions, orthogonalised in turn
    cyclic          e_0, ..., e_m
    gradient        zeros, which stand for the steepest descent from the current w

The thesis draws a component from the range of its feature. For features that are scaled to [-1, 1]
this is "uniform", which the author's program draws for any features. For features of mean 0 and
variance 1 the thesis has "gaussian". A component of "feature_range" has one sign if its feature
has, so a shift of the rows changes the directions. Such directions may be of little use.

With a bias step, e_0 precedes each group as an epoch of its own. With the bias "apart", e_0 begins
the group instead, and its m other directions leave the bias alone.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

DIRECTIONS = ("uniform", "gaussian", "feature_range", "orthogonal", "cyclic", "gradient")
APART = "apart"


def draw_directions(
    direction: str, n_epochs: int, X: NDArray, rng: np.random.RandomState, bias_step: bool | str
) -> NDArray:
    """Directions (n_epochs, m + 1) with the bias first, for features X (N, m).

    With the same `rng`, a smaller `n_epochs` gives the first directions of a larger one.
    """
    apart = bias_step == APART
    if apart and direction == "gradient":
        raise ValueError(
            f"bias_step={APART!r} needs directions that are drawn, and direction='gradient' is not;"
            f" use bias_step=True"
        )
    low, high = X.min(axis=0), X.max(axis=0)
    if not apart:
        low, high = np.append(-1.0, low), np.append(1.0, high)
    length = len(low) + bool(bias_step)
    groups = _drawn_groups(direction, -(-n_epochs // length), low, high, rng)
    if apart:
        groups = np.pad(groups, [(0, 0), (0, 0), (1, 0)])
    k = X.shape[1] + 1
    if bias_step:
        bias = np.broadcast_to(np.eye(1, k), (len(groups), 1, k))
        groups = np.concatenate([bias, groups], axis=1)
    return np.ascontiguousarray(groups.reshape(-1, k)[:n_epochs])


def _drawn_groups(
    direction: str, n_groups: int, low: NDArray, high: NDArray, rng: np.random.RandomState
) -> NDArray:
    """Groups of k directions of k components, whose features have the ranges `low` to `high`."""
    k = len(low)
    groups = np.zeros((n_groups, k, k))
    if direction == "gaussian":
        groups[:] = rng.standard_normal(groups.shape)
    elif direction == "feature_range":
        groups[:] = low + (high - low) * rng.random_sample(groups.shape)
    elif direction in ("uniform", "orthogonal"):
        groups[:] = 2 * rng.random_sample(groups.shape) - 1
    elif direction == "cyclic":
        groups[:] = np.eye(k)
    if direction == "orthogonal":
        groups = np.linalg.qr(groups.transpose(0, 2, 1)).Q.transpose(0, 2, 1)
    return groups
