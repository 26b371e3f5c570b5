"""The training objectives of the machines, as plain functions of their parameters.

The fits, their stopping tests and the test suite call these very functions, so that the number in
``objective_`` is the number that anybody can recompute. Labels are signs, y in {-1, 1}. Each
paper's objectives are a module of their own, which its machines import: a change in one makes no
other paper's fits stale.
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
