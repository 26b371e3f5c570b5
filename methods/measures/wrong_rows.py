"""Which test rows a machine gets wrong, so that two machines can be compared row by row."""

from __future__ import annotations

from typing import Any

import numpy as np

from methods.measures.probability_curves import Curve


def wrong_rows(
    estimator: Any, X: np.ndarray, y: np.ndarray, X_test: np.ndarray, y_test: np.ndarray
) -> Curve:
    """1 for a test row whose predicted class is not its own and 0 for another, by their order."""
    return np.arange(len(y_test)), (estimator.predict(X_test) != y_test).astype(float)
