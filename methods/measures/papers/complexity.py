"""A measure of a fitted decomposition, for the claims of chapter 1 of the thesis."""

from __future__ import annotations

from typing import Any

import numpy as np


def nested(estimator: Any, X: np.ndarray, y: np.ndarray) -> float | None:
    """1 if examples need only be added to go from each principal point to the next, and 0 if not.

    It is 1 if a principal subset of each point can be chosen that contains the one chosen before.
    """
    if not hasattr(estimator, "point_of_subset_"):
        return None
    by_point = [
        estimator.subsets_[estimator.point_of_subset_ == point]
        for point in range(estimator.n_points_)
    ]
    reached = by_point[0]
    for following in by_point[1:]:
        contains_one = [bool((subset >= reached).all(axis=1).any()) for subset in following]
        reached = following[contains_one]
    return float(len(reached) > 0)
