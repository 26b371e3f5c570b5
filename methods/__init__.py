"""marginbench: margin and ensemble machines of four papers, and the benchmark that judges them.

The public names below are imported on first use. So ``import methods`` costs nothing, and a job
pays only for the machine that it fits.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:  # every job imports this package, and importing typing takes milliseconds
    from typing import Any

__version__ = "0.2.0"

if __name__ != "methods":
    # This package is installed, and nothing is written into it. So numba keeps compiled code in the
    # user's cache, unless she has named another folder.
    caches = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    os.environ.setdefault("NUMBA_CACHE_DIR", os.path.join(caches, "marginbench", "numba"))
    if "numba" in sys.modules:
        sys.modules["numba"].config.reload_config()

HOMES = {
    # Exclusivity Regularized Machine
    "PrimalSVM": "methods.margin.primal_svm",
    "ExclusivityMachine": "methods.margin.exclusivity_machine",
    # Diversity Regularized Machine
    "DiversityMachine": "methods.margin.diversity_machine",
    "DiversitySelection": "methods.margin.diversity_selection",
    "KernelMap": "methods.margin.kernel_map",
    "SharedSelection": "methods.margin.shared_selection",
    # Support Matrix Machines, and the rivals in that paper
    "SupportMatrixMachine": "methods.matrix.support_matrix_machine",
    "SupportMatrixSelection": "methods.matrix.support_matrix_selection",
    "BilinearSVM": "methods.matrix.bilinear_svm",
    "MatrixLogisticRegression": "methods.matrix.matrix_logistic",
    # thesis, chapter 2
    "LinearSVMSelection": "methods.margin.linear_svm_selection",
    "RandomCoordinateDescentPerceptron": "methods.perceptron.random_coordinate_descent",
    "PocketPerceptron": "methods.perceptron.pocket",
    "AveragedPerceptron": "methods.perceptron.averaged",
    "StochasticPerceptron": "methods.perceptron.stochastic",
    "ROMMA": "methods.perceptron.romma",
    # thesis, chapters 2 and 3
    "DecisionStump": "methods.boosting.decision_stump",
    "AdaBoost": "methods.boosting.adaboost",
    "AnyBoost": "methods.boosting.anyboost",
    "CGBoost": "methods.boosting.cgboost",
    "BoostingSelection": "methods.boosting.boosting_selection",
    # thesis, chapter 1
    "perceptron_kernel": "methods.kernel_functions",
    "stump_kernel": "methods.kernel_functions",
    "IncrementalSVM": "methods.complexity.incremental_svm",
    "support_vector_path": "methods.complexity.support_vector_path",
    "same_class_clusters": "methods.complexity.same_class_clusters",
    "principal_subsets": "methods.complexity.principal_subsets",
    "DataDecomposition": "methods.complexity.data_decomposition",
    "ComplexityContribution": "methods.complexity.complexity_contribution",
    "GreedyPruning": "methods.complexity.greedy_pruning",
    "LabelNoiseDetector": "methods.complexity.label_noise",
    "NeighbourAgreement": "methods.complexity.label_noise",
    "SelfConfidence": "methods.complexity.label_noise",
    "ClassIsolationForest": "methods.complexity.label_noise",
    "PrunedClassifier": "methods.complexity.pruned_classifier",
    # thesis, chapter 4
    "AdaBoostECC": "methods.multiclass.adaboost_ecc",
    "AdaBoostERP": "methods.multiclass.adaboost_erp",
    "SVMPerceptron": "methods.multiclass.svm_perceptron",
    "SVMPerceptronSelection": "methods.multiclass.svm_perceptron",
}
"""The module that defines each public name."""

__all__ = [*HOMES, "objectives"]


def __getattr__(name: str) -> Any:
    if name in HOMES:
        return getattr(import_module(HOMES[name]), name)
    if name == "objectives":
        return import_module("methods.objectives")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
