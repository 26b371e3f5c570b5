"""Measures of a fitted machine for the claims of the ERM paper."""

from __future__ import annotations

from typing import Any

import numpy as np

from methods.objectives.losses import find_loss


def ensemble_loss_share(estimator: Any, X: np.ndarray, y: np.ndarray) -> float | None:
    """Training loss of the ensemble over the mean loss of its components: Proposition 1 says <= 1.

    None for machines other than ERM; 1 if no component has any loss.
    """
    if not hasattr(estimator, "component_intercepts_"):
        return None
    signs = np.where(y == estimator.classes_[1], 1.0, -1.0)
    loss = find_loss(estimator.loss)
    ensemble_loss = loss.total(signs * estimator.decision_function(X), 1.0)
    margins = signs[:, None] * estimator.component_decision_function(X)
    mean_loss = loss.total(margins, 1.0) / margins.shape[1]
    return ensemble_loss / mean_loss if mean_loss else 1.0
