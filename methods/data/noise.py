"""Noise on the test part (SMM paper, section 5.2)."""

from __future__ import annotations

import numpy as np

from methods.errors import UserError

GAUSSIAN, SALT_AND_PEPPER = "gaussian", "salt and pepper"


def add_noise(X: np.ndarray, kind_and_level: str, rng: np.random.Generator) -> np.ndarray:
    """`X` with noise of a kind and level, as in "gaussian 0.1" and "salt and pepper 0.005".

    The level of Gaussian noise is its standard deviation. The level of salt and pepper noise is the
    share of entries that are replaced, each by the smallest or the largest entry of `X` with equal
    probability; the paper does not state the replacement.
    """
    kind, _, level = kind_and_level.rpartition(" ")
    if kind == GAUSSIAN:
        return X + float(level) * rng.standard_normal(X.shape)
    if kind == SALT_AND_PEPPER:
        draw = rng.uniform(size=X.shape)
        density = float(level)
        return np.where(draw < density / 2, X.min(), np.where(draw < density, X.max(), X))
    raise UserError(
        f"noise {kind_and_level!r} is not a kind and a level, as in '{GAUSSIAN} 0.1' "
        f"or '{SALT_AND_PEPPER} 0.01'"
    )
