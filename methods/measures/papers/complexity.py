"""Measures of a decomposition and of a detector, for the claims of chapter 1 of the thesis."""

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


def number_removed(estimator: Any, X: np.ndarray, y: np.ndarray) -> float | None:
    """How many examples the detector of a `PrunedClassifier` takes for outliers."""
    if not hasattr(estimator, "detector_"):
        return None
    detector = estimator.detector_
    return float(np.sum(detector.training_scores_ < detector.offset_))


def share_of_flips_removed(estimator: Any, X: np.ndarray, y: np.ndarray) -> float | None:
    """Share of the flipped examples that the detector takes for outliers."""
    number = number_removed(estimator, X, y)
    if number is None:
        return None
    return float(_flips_found(estimator)[int(number)] / estimator.flipped_.sum())


def share_of_removed_flipped(estimator: Any, X: np.ndarray, y: np.ndarray) -> float | None:
    """Share of the outliers whose label was flipped; 0 without an outlier."""
    number = number_removed(estimator, X, y)
    if number is None:
        return None
    return float(_flips_found(estimator)[int(number)] / max(number, 1))


def lesser_share(estimator: Any, X: np.ndarray, y: np.ndarray) -> float | None:
    """The smaller of `share_of_flips_removed` and `share_of_removed_flipped`."""
    shares = [
        share(estimator, X, y) for share in (share_of_flips_removed, share_of_removed_flipped)
    ]
    return min((share for share in shares if share is not None), default=None)


def flips_found(
    estimator: Any, X: np.ndarray, y: np.ndarray, X_test: np.ndarray, y_test: np.ndarray
) -> tuple[np.ndarray, np.ndarray] | None:
    """How many flipped examples are among the first 0, 1, ... that the detector would remove."""
    if not hasattr(estimator, "detector_"):
        return None
    found = _flips_found(estimator)
    return np.arange(len(found)), found


def _flips_found(estimator: Any) -> np.ndarray:
    scores = np.nan_to_num(estimator.detector_.training_scores_, nan=np.inf)
    order = np.argsort(scores, kind="stable")  # as `PrunedClassifier` leaves examples out
    return np.cumsum(np.append(0.0, estimator.flipped_[order]))
