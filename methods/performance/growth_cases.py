"""The cases of growth: a machine, and the size of its problem that grows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from methods.boosting.adaboost import AdaBoost
from methods.complexity.incremental_svm import IncrementalSVM
from methods.data.generators import smm_blocks
from methods.margin.diversity_machine import DiversityMachine
from methods.margin.exclusivity_machine import ExclusivityMachine
from methods.matrix.support_matrix_machine import SupportMatrixMachine
from methods.multiclass.adaboost_ecc import AdaBoostECC
from methods.multiclass.adaboost_erp import AdaBoostERP
from methods.perceptron.averaged import AveragedPerceptron
from methods.perceptron.pocket import PocketPerceptron
from methods.perceptron.random_coordinate_descent import RandomCoordinateDescentPerceptron
from methods.performance.samples import smooth_matrices, tied_classes, two_classes

N_CLASSES, EPOCHS = 5, 20

Fit = Callable[[], object]


@dataclass(frozen=True)
class Case:
    """A machine, what grows, and the exponent of its algorithm for large sizes in theory."""

    machine: str
    grows: str
    sizes: Sequence[int]
    theory: float
    fit: Callable[[int], Fit]


def decades(first: int, last: int, per_decade: int = 2) -> tuple[int, ...]:
    """Sizes from first to last that grow by a constant factor."""
    count = round(per_decade * float(np.log10(last / first))) + 1
    return tuple(np.rint(np.geomspace(first, last, count)).astype(int).tolist())


def fit_of(machine: Any, data: tuple[NDArray, NDArray]) -> Fit:
    return lambda: machine.fit(*data)


def classes(n: int) -> tuple[NDArray, NDArray]:
    """Several classes, which the sum of two features separates."""
    X, _ = tied_classes(n)
    cuts = np.quantile(X[:, 0] + X[:, 1], np.arange(1, N_CLASSES) / N_CLASSES)
    return X, np.digitize(X[:, 0] + X[:, 1], cuts)


ROWS, FEATURES, PARTS = decades(100, 1_000_000), decades(10, 1000), decades(10, 1000)
KERNEL_ROWS, MATRIX_ROWS, SIDES = decades(100, 10_000), decades(30, 1000), (8, 16, 32, 64, 128)


def erm(n_components: int = 30, solver: str = "exact") -> ExclusivityMachine:
    return ExclusivityMachine(n_components, solver=solver)


def drm(n_components: int = 21, solver: str = "exact") -> DiversityMachine:
    return DiversityMachine(n_components, solver=solver)


def smm() -> SupportMatrixMachine:
    return SupportMatrixMachine(1e-3, tau=0.05, solver="exact")


def many_matrices(n: int) -> tuple[SupportMatrixMachine, tuple[NDArray, NDArray]]:
    """A machine, and small matrices from the generator of its paper."""
    X, y, _ = smm_blocks(n, 0, shape=(10, 10))
    return SupportMatrixMachine(0.1, tau=10.0, solver="exact"), (X, y)


def rcd(init: str) -> RandomCoordinateDescentPerceptron:
    return RandomCoordinateDescentPerceptron(EPOCHS, init=init, random_state=0)


CASES = {
    "erm-rows": Case("ERM, exact", "rows", ROWS, 1, lambda n: fit_of(erm(), two_classes(n, 10))),
    "erm-features": Case(
        "ERM, exact", "features", FEATURES, 2, lambda d: fit_of(erm(), two_classes(2000, d))),
    "erm-components": Case(
        "ERM, exact", "components", PARTS, 0, lambda c: fit_of(erm(c), two_classes(1000, 10))),
    "alm-rows": Case(
        "ERM, ALM", "rows", ROWS, 1, lambda n: fit_of(erm(solver="alm"), two_classes(n, 10))),
    "alm-components": Case(
        "ERM, ALM", "components", PARTS, 1, lambda c: fit_of(erm(c, "alm"), two_classes(1000, 10))),
    "drm-rows": Case(
        "DRM, exact", "rows", KERNEL_ROWS, 3, lambda n: fit_of(drm(), two_classes(n, 10))),
    "drm-components": Case(
        "DRM, exact", "components", PARTS, 0, lambda c: fit_of(drm(c), two_classes(150, 10))),
    "alternating-components": Case(
        "DRM, alternating", "components", PARTS, 1,
        lambda c: fit_of(drm(c, "alternating"), two_classes(150, 10))),
    "smm-rows": Case(
        "SMM, exact", "rows", MATRIX_ROWS, 2,
        lambda n: fit_of(smm(), smooth_matrices(n, (32, 32)))),
    "smm-many-rows": Case(
        "SMM, exact", "rows of 10 x 10", ROWS, 1, lambda n: fit_of(*many_matrices(n))),
    "smm-sides": Case(
        "SMM, exact", "sides of square matrices", SIDES, 2,
        lambda p: fit_of(smm(), smooth_matrices(85, (p, p)))),
    "rcd-rows": Case(
        "RCD", "rows", ROWS, 1,
        lambda n: fit_of(rcd("fisher"), tied_classes(n))),
    "rcd-features": Case(
        "RCD", "features", FEATURES, 1,
        lambda d: fit_of(rcd("zero"), tied_classes(2000, d))),
    "averaged-rows": Case(
        "averaged perceptron", "rows", ROWS, 1,
        lambda n: fit_of(AveragedPerceptron(EPOCHS, random_state=0), tied_classes(n))),
    "pocket-rows": Case(
        "pocket", "rows", ROWS, 1,
        lambda n: fit_of(PocketPerceptron(EPOCHS, random_state=0), tied_classes(n))),
    "adaboost-rows": Case(
        "AdaBoost", "rows", ROWS, 1,
        lambda n: fit_of(AdaBoost(n_estimators=50), tied_classes(n))),
    "adaboost-features": Case(
        "AdaBoost", "features", FEATURES, 1,
        lambda d: fit_of(AdaBoost(n_estimators=50), tied_classes(2000, d))),
    "adaboost-rounds": Case(
        "AdaBoost", "rounds", PARTS, 1,
        lambda t: fit_of(AdaBoost(n_estimators=t), tied_classes(2000))),
    "ecc-rows": Case(
        "AdaBoost.ECC", "rows", decades(100, 100_000), 1,
        lambda n: fit_of(AdaBoostECC(n_estimators=50, random_state=0), classes(n))),
    "ecc-rounds": Case(
        "AdaBoost.ECC", "rounds", PARTS, 1,
        lambda t: fit_of(AdaBoostECC(n_estimators=t, random_state=0), classes(1000))),
    "erp-rows": Case(
        "AdaBoost.ERP", "rows", decades(100, 100_000), 1,
        lambda n: fit_of(AdaBoostERP(n_estimators=50, random_state=0), classes(n))),
    "incremental-rows": Case(
        "IncrementalSVM", "rows", decades(100, 3163), 3,
        lambda n: fit_of(IncrementalSVM(), tied_classes(n))),
}  # fmt: skip
"""Each case by the name that `python -m methods bench` takes."""
