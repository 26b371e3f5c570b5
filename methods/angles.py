"""Angles between weight vectors."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.spatial.distance import pdist


def pairwise_chords(components: ArrayLike) -> NDArray[np.float64]:
    """Distance on the unit sphere of each pair of rows; NaN if a row is zero."""
    components = np.asarray(components, dtype=float)
    lengths = np.linalg.norm(components, axis=1, keepdims=True)
    return pdist(components / np.where(lengths > 0, lengths, np.nan))


def pairwise_angles(components: ArrayLike) -> NDArray[np.float64]:
    """Angle in degrees of each pair of rows; NaN if a row is zero and has no direction."""
    # The arc cosine would lose half the digits of angles near zero; the chord keeps them.
    return np.degrees(2 * np.arcsin(np.minimum(pairwise_chords(components) / 2, 1)))


def mean_pairwise_angle(components: ArrayLike) -> float:
    """Mean angle in degrees over the pairs that have one; NaN without any."""
    angles = pairwise_angles(components)
    known = angles[~np.isnan(angles)]
    return float(known.mean()) if known.size else float("nan")
