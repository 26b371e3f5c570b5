"""Measures of a fitted machine for the claims of the DRM paper."""

from __future__ import annotations

from typing import Any

import numpy as np

from methods.objectives.diversity import best_rho


def smallest_norm(estimator: Any, X: np.ndarray, y: np.ndarray) -> float | None:
    """The smallest ||w_t||; eq. 3 stands for eq. 2 only if all of them are 1."""
    norms = getattr(estimator, "component_norms_", None)
    return None if norms is None else float(np.min(norms))


def first_angle(estimator: Any, X: np.ndarray, y: np.ndarray) -> float | None:
    """Mean angle in degrees between the learners after the first sweep."""
    trace = getattr(estimator, "mean_angle_trace_", None)
    return None if trace is None or not len(trace) else float(trace[0])


def last_angle(estimator: Any, X: np.ndarray, y: np.ndarray) -> float | None:
    """Mean angle in degrees between the learners at the end."""
    trace = getattr(estimator, "mean_angle_trace_", None)
    return None if trace is None or not len(trace) else float(trace[-1])


def proposition_1_slack(estimator: Any, X: np.ndarray, y: np.ndarray) -> float | None:
    """Sum of the components' losses minus the loss of their mean: Proposition 1 says >= 0.

    The loss of a component is -nu rho_t / T + 1/m sum xi_ti^2 at its best rho_t. That of the mean
    is -nu rho + 1/m sum xi_i^2 at the mean of these, as the paper has it.
    """
    if not hasattr(estimator, "component_decision_function"):
        return None
    signs = np.where(y == estimator.classes_[1], 1.0, -1.0)
    margins = signs * estimator.component_decision_function(X).T
    nu, T = float(getattr(estimator, "nu_", None) or estimator.nu), len(margins)
    rho = best_rho(margins, nu / T, np.full(margins.shape[1], 1 / margins.shape[1]))
    of_components = margin_loss(margins, nu / T, rho).sum()
    return float(of_components - margin_loss(margins.mean(axis=0), nu, rho.mean()))


def margin_loss(margins: np.ndarray, share: float, rho: np.ndarray) -> np.ndarray:
    """-share rho + mean xi_i^2, for margins along the last axis."""
    excess = np.maximum(rho[..., None] - margins, 0)
    return -share * rho + (excess**2).mean(axis=-1)
