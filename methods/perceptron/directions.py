"""Directions of random coordinate descent, one per epoch (sections 2.3.2 and 2.3.3).

They come in groups of m + 1::

    uniform       each component uniform over the range of its feature, the bias over [-1, 1]
    gaussian      each component standard normal
    orthogonal    a random basis: uniform directions, orthogonalised in turn
    cyclic        e_0, ..., e_m
    gradient      zeros, which stand for the steepest descent from the current w

With a bias step, e_0 precedes each group as an epoch of its own.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

DIRECTIONS = ("uniform", "gaussian", "orthogonal", "cyclic", "gradient")


def draw_directions(
    direction: str, n_epochs: int, X: NDArray, rng: np.random.RandomState, bias_step: bool
) -> NDArray:
    """Directions (n_epochs, m + 1) with the bias first, for features X (N, m).

    With the same `rng`, a smaller `n_epochs` gives the first directions of a larger one.
    """
    k = X.shape[1] + 1
    n_groups = -(-n_epochs // (k + bias_step))
    groups = np.zeros((n_groups, k, k))
    if direction == "gaussian":
        groups[:] = rng.standard_normal(groups.shape)
    elif direction in ("uniform", "orthogonal"):
        low, high = np.append(-1.0, X.min(axis=0)), np.append(1.0, X.max(axis=0))
        groups[:] = low + (high - low) * rng.random_sample(groups.shape)
    elif direction == "cyclic":
        groups[:] = np.eye(k)
    if direction == "orthogonal":
        groups = np.linalg.qr(groups.transpose(0, 2, 1)).Q.transpose(0, 2, 1)
    if bias_step:
        bias = np.broadcast_to(np.eye(1, k), (n_groups, 1, k))
        groups = np.concatenate([bias, groups], axis=1)
    return np.ascontiguousarray(groups.reshape(-1, k)[:n_epochs])
