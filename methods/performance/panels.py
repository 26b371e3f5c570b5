"""The panels of suboptimality: a problem, and the solvers that run on it, ours and others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.datasets import load_breast_cancer, load_digits
from sklearn.svm import SVC, LinearSVC

from methods.kernel_functions import kernel_features, kernel_matrix, resolve_gamma
from methods.margin.diversity_machine import DiversityMachine
from methods.margin.exclusivity_machine import ExclusivityMachine
from methods.margin.hinge_path import minimise_hinge
from methods.margin.primal_svm import PrimalSVM
from methods.matrix.support_matrix_machine import SupportMatrixMachine
from methods.matrix.svm_dual import best_intercept
from methods.objectives.svm import primal_svm_objective
from methods.performance import conic

TOLERANCES = tuple(10.0**-k for k in range(0, 9))
ITERATIONS = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)
SCS_ITERATIONS = (25, 100, 400, 1600, 6400)

# Small enough that a conic solver can solve the joint problems.
N_COMPONENTS, PENALTY, NU, MU, C, TAU = 5, 2.0, 1.0, 1e-3, 0.01, 0.5
LIBLINEAR_INTERCEPT = 10.0  # a large column, so that its weight is hardly penalised
ROWS = 200

Data = tuple[NDArray, NDArray]


@dataclass(frozen=True)
class Reached:
    """The objective that a solver reached, and the distance to the optimum that it certifies."""

    objective: float
    certificate: float | None = None


@dataclass(frozen=True)
class Solver:
    """A solver with its settings, from loose to tight.

    `make` takes the data and returns the function that is timed, which takes a setting.
    """

    name: str
    settings: Sequence[float]
    make: Callable[[Data], Callable[[float], Reached]]


@dataclass(frozen=True)
class Panel:
    """A problem of a machine on a data set, and its solvers."""

    machine: str
    dataset: str
    data: Callable[[], Data]
    solvers: Sequence[Solver]


def wdbc() -> Data:
    """The breast cancer data, standardised."""
    X, y = load_breast_cancer(return_X_y=True)
    return (X - X.mean(axis=0)) / X.std(axis=0), np.where(y == 1, 1.0, -1.0)


def digits() -> Data:
    """Images of 3 and 8 as rows, scaled to [-1, 1]."""
    X, y = load_digits(return_X_y=True)
    chosen = (y == 3) | (y == 8)
    return X[chosen] / 8 - 1, np.where(y[chosen] == 3, 1.0, -1.0)


def digit_matrices() -> Data:
    X, y = digits()
    return X.reshape(-1, 8, 8), y


def first_rows(data: Callable[[], Data]) -> Data:
    """The first rows, for solvers that take the cube of their number."""
    X, y = data()
    return X[:ROWS], y[:ROWS]


def certified(machine: object, data: Data) -> Reached:
    """The fit of one of our machines, with its duality gap if it has one."""
    fitted = machine.fit(*data)  # type: ignore[attr-defined]
    return Reached(fitted.objective_, getattr(fitted, "duality_gap_", None))


def svm_newton(data: Data) -> Callable[[float], Reached]:
    X, y = data

    def run(tol: float) -> Reached:
        optimum = minimise_hinge(X, y, np.full(len(X), PENALTY), tol=tol)
        return Reached(optimum.objective, optimum.duality_gap)

    return run


def liblinear(data: Data) -> Callable[[float], Reached]:
    X, y = data

    def run(tol: float) -> Reached:
        svm = LinearSVC(
            C=PENALTY, loss="hinge", tol=tol, intercept_scaling=LIBLINEAR_INTERCEPT,
            max_iter=10**5,
        ).fit(X, y)  # fmt: skip
        return _svm_reached(svm.coef_[0], data)

    return run


def libsvm(data: Data) -> Callable[[float], Reached]:
    def run(tol: float) -> Reached:
        svm = SVC(kernel="linear", C=PENALTY, tol=tol).fit(*data)
        return _svm_reached(svm.coef_[0], data)

    return run


def _svm_reached(coef: NDArray, data: Data) -> Reached:
    """The objective of these weights with their best intercept."""
    X, y = data
    intercept = best_intercept(X @ coef, y, np.ones(len(y)))
    return Reached(primal_svm_objective(coef, intercept, X, y, PENALTY, "hinge"))


def erm_conic(
    solver: str, data: Data, n_components: int = N_COMPONENTS
) -> Callable[[float], Reached]:
    return _limited(conic.exclusivity_solver(*data, n_components, PENALTY, solver), solver)


def drm_conic(solver: str, data: Data) -> Callable[[float], Reached]:
    X, y = data
    K = kernel_matrix(X, X, "rbf", resolve_gamma("mean_distance", X)) + 1
    features, to_dual = kernel_features(K)
    joint = conic.diversity_solver(features, K, to_dual, y, N_COMPONENTS, NU, MU, solver)
    return _limited(joint, solver)


def smm_conic(solver: str, data: Data) -> Callable[[float], Reached]:
    return _limited(conic.support_matrix_solver(*data, C, TAU, solver), solver)


def _limited(solve: conic.Solve, solver: str) -> Callable[[float], Reached]:
    """A function that runs the solver for at most a given number of iterations."""
    option = "max_iter" if solver == "CLARABEL" else "max_iters"
    tight = {} if solver == "CLARABEL" else {"eps": 1e-9}
    return lambda limit: Reached(solve(**{option: int(limit)}, **tight))


def ours(name: str, settings: Sequence[float], machine: Callable[[float], object]) -> Solver:
    return Solver(name, settings, lambda data: lambda setting: certified(machine(setting), data))


def conic_solvers(
    make: Callable[[str, Data], Callable[[float], Reached]], names: Sequence[str]
) -> list[Solver]:
    limits = {"CLARABEL": ITERATIONS[2:7], "SCS": SCS_ITERATIONS}
    shown = {"CLARABEL": "Clarabel", "SCS": "SCS"}
    return [Solver(shown[name], limits[name], partial(make, name)) for name in names]


def erm(**parameters: Any) -> ExclusivityMachine:
    return ExclusivityMachine(N_COMPONENTS, penalty=PENALTY, **parameters)


def drm(**parameters: Any) -> DiversityMachine:
    return DiversityMachine(N_COMPONENTS, nu=NU, mu=MU, **parameters)


def smm(**parameters: Any) -> SupportMatrixMachine:
    return SupportMatrixMachine(C, tau=TAU, **parameters)


ONCE = (0.0,)  # for a solver that always reaches the optimum
NEVER = 1e-300  # a tolerance that is never reached: only the iteration limit stops the solver
CONIC = ("CLARABEL", "SCS")

SVM_SOLVERS = [
    ours("exact (ours)", ONCE, lambda _: PrimalSVM(PENALTY)),
    Solver("proximal Newton (ours)", TOLERANCES[1:], svm_newton),
    ours("ALM", ITERATIONS, lambda n: PrimalSVM(PENALTY, solver="alm", tol=NEVER, max_iter=int(n))),
    Solver("liblinear", TOLERANCES, liblinear),
    Solver("libsvm", TOLERANCES[:7], libsvm),
    *conic_solvers(partial(erm_conic, n_components=1), CONIC),
]
ERM_SOLVERS = [
    ours(
        "exact (ours)", ONCE,
        lambda _: erm(solver="exact")),
    ours(
        "ALM, Algorithm 2", ITERATIONS,
        lambda n: erm(tol=NEVER, max_iter=int(n))),
    *conic_solvers(erm_conic, CONIC),
]  # fmt: skip
DRM_SOLVERS = [
    ours("exact (ours)", ONCE, lambda _: drm(solver="exact")),
    ours(
        "alternating, Algorithm 1", ITERATIONS[:6],
        lambda n: drm(tol=NEVER, max_iter=int(n))),
    *conic_solvers(drm_conic, CONIC),
]  # fmt: skip
SMM_SOLVERS = [
    ours("exact (ours)", TOLERANCES[1:], lambda t: smm(solver="exact", tol=t)),
    ours(
        "ADMM, Algorithm 1", ITERATIONS[2:],
        lambda n: smm(tol=NEVER, max_iter=int(n))),
    *conic_solvers(smm_conic, CONIC),
]  # fmt: skip

PANELS = {
    "svm-wdbc": Panel("linear SVM", "wdbc", wdbc, SVM_SOLVERS),
    "svm-digits": Panel("linear SVM", "digits_3_8", digits, SVM_SOLVERS),
    "erm-wdbc": Panel("ERM", "wdbc", wdbc, ERM_SOLVERS),
    "erm-digits": Panel("ERM", "digits_3_8", digits, ERM_SOLVERS),
    "drm-wdbc": Panel("DRM", "wdbc, 200 rows", partial(first_rows, wdbc), DRM_SOLVERS),
    "drm-digits": Panel("DRM", "digits_3_8, 200 rows", partial(first_rows, digits), DRM_SOLVERS),
    "smm-digits": Panel("SMM", "digits_3_8", digit_matrices, SMM_SOLVERS),
    "smm-few-digits": Panel(
        "SMM", "digits_3_8, 200 rows", partial(first_rows, digit_matrices), SMM_SOLVERS),
}  # fmt: skip
"""Each panel by the name that `python -m methods bench` takes."""
