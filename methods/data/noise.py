"""Noise on the test part (SMM paper, section 5.2)."""

from __future__ import annotations

import numpy as np

from methods.errors import UserError

GAUSSIAN = "gaussian"
# Salt and pepper noise by the values that replace an entry.
EXTREMES = "salt and pepper of min and max"
ZERO_ONE = "salt and pepper of 0 and 1"
CLIPPED = "clipped salt and pepper of 0 and 1"
KINDS = (GAUSSIAN, EXTREMES, ZERO_ONE, CLIPPED)


def add_noise(X: np.ndarray, kind_and_level: str, rng: np.random.Generator) -> np.ndarray:
    """`X` with noise of a kind and level, as in "gaussian 0.1".

    The level of Gaussian noise is its standard deviation. The level of salt and pepper noise is the
    share of entries that are replaced, each by a low or a high value with equal probability. The
    paper does not state these values. One reading is the smallest and the largest entry of `X`.
    Another is 0 and 1, the black and white of a picture. MATLAB's ``imnoise`` has these values too,
    but clips all entries to [0, 1] before, also at level 0. This is the third reading.
    """
    kind, _, level = kind_and_level.rpartition(" ")
    if kind == GAUSSIAN:
        return X + float(level) * rng.standard_normal(X.shape)
    if kind in (EXTREMES, ZERO_ONE, CLIPPED):
        low, high = (X.min(), X.max()) if kind == EXTREMES else (0.0, 1.0)
        X = X.clip(0.0, 1.0) if kind == CLIPPED else X
        draw = rng.uniform(size=X.shape)
        density = float(level)
        return np.where(draw < density / 2, low, np.where(draw < density, high, X))
    raise UserError(
        f"noise {kind_and_level!r} is not a kind and a level, as in '{GAUSSIAN} 0.1'; "
        f"the kinds are {', '.join(KINDS)}"
    )
