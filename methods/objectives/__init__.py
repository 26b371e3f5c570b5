"""The training objectives of the machines, as plain functions of their parameters.

The fits, their stopping rules and the tests call these functions, so that anybody can recompute
the number in ``objective_``. Labels are signs, y in {-1, 1}. Each paper has a module of its own, so
that a change in one does not make the fits of another stale. `losses` has the losses of the SVM.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

HOMES = {
    "LOSSES": "losses",
    "MarginLoss": "losses",
    "find_loss": "losses",
    "primal_svm_objective": "svm",
    "exclusivity_objective": "svm",
    "best_rho": "diversity",
    "diversity_objective": "diversity",
    "angular_objective": "diversity",
    "support_matrix_objective": "matrix",
    "logistic_matrix_objective": "matrix",
}

__all__ = [*HOMES]


def __getattr__(name: str) -> Any:
    if name in HOMES:
        return getattr(import_module(f"methods.objectives.{HOMES[name]}"), name)
    raise AttributeError(f"module 'methods.objectives' has no attribute {name!r}")
