"""Races of the vector machines: ERM, DRM and the selection of a linear SVM."""

from __future__ import annotations

from functools import partial

import numpy as np
from numpy.typing import NDArray
from sklearn.model_selection import GridSearchCV, StratifiedKFold
from sklearn.svm import SVC, LinearSVC

from methods.margin.diversity_machine import DiversityMachine
from methods.margin.diversity_selection import MUS, NUS, DiversitySelection
from methods.margin.exclusivity_machine import ExclusivityMachine
from methods.margin.hinge_path import minimise_hinge
from methods.margin.linear_svm_selection import LinearSVMSelection
from methods.objectives.svm import primal_svm_objective
from methods.performance import conic
from methods.performance.race import Contest, Race
from methods.performance.samples import prepared, tied_classes, two_classes

COMPONENTS, ERM_SHAPE = 30, (150, 30)
SMALL_CS = (0.03125, 0.125, 0.5, 2.0, 8.0)

# The gap that both sides must reach, and the tolerances of liblinear to try, the loosest first.
RELATIVE_GAP = 1e-4
LIBLINEAR_TOLERANCES = tuple(10.0**-k for k in np.arange(0, 5, 0.5))


def erm_against_alm(quick: bool) -> Contest:
    X, y = two_classes(*ERM_SHAPE)
    exact, alm = (ExclusivityMachine(COMPONENTS, solver=s) for s in ("exact", "alm"))
    return Contest(lambda: exact.fit(X, y).objective_, lambda: alm.fit(X, y).objective_)


def erm_against_conic(quick: bool) -> Contest:
    X, y = two_classes(*ERM_SHAPE)
    exact = ExclusivityMachine(COMPONENTS, solver="exact")
    joint = conic.exclusivity_solver(X, y, COMPONENTS, exact.penalty, "CLARABEL")
    return Contest(lambda: exact.fit(X, y).objective_, joint)


def svm_against_liblinear(X: NDArray, y: NDArray) -> Contest:
    """The SVM inside ERM to a relative gap; liblinear at its loosest tolerance that reaches it."""
    columns = np.c_[X, np.ones(len(X))]
    penalty = ExclusivityMachine().penalty / COMPONENTS
    cost = np.full(len(X), penalty)

    def objective(coef: NDArray) -> float:
        return primal_svm_objective(coef, 0.0, columns, y, penalty, "hinge")

    def ours(tol: float = RELATIVE_GAP) -> float:
        return minimise_hinge(columns, y, cost, offset=False, tol=tol).objective

    def peer(tol: float) -> float:
        svm = LinearSVC(C=penalty, loss="hinge", fit_intercept=False, tol=tol, max_iter=10**5)
        return objective(svm.fit(columns, y).coef_[0])

    target = ours(RELATIVE_GAP / 100) * (1 + RELATIVE_GAP)
    loosest = next((tol for tol in LIBLINEAR_TOLERANCES if peer(tol) <= target), 1e-5)
    return Contest(ours, partial(peer, loosest))


def ijcnn1_against_liblinear(quick: bool) -> Contest:
    return svm_against_liblinear(*prepared("ijcnn1"))


def many_rows_against_liblinear(quick: bool) -> Contest:
    return svm_against_liblinear(*two_classes(100_000 if quick else 1_000_000, 50))


def drm_against_alternating(quick: bool) -> Contest:
    X, y = two_classes(150, 10)
    exact, alternating = (DiversityMachine(101, solver=s) for s in ("exact", "alternating"))
    return Contest(lambda: exact.fit(X, y).objective_, lambda: alternating.fit(X, y).objective_)


def drm_selection_against_refits(quick: bool) -> Contest:
    X, y = two_classes(100 if quick else 150, 6)
    folds = list(StratifiedKFold(5).split(X, y))
    selection = DiversitySelection(21)
    nu = selection.fit(X, y).nu_

    def refit() -> None:
        for train, _ in folds:
            for value in NUS:
                DiversityMachine(1, nu=value).fit(X[train], y[train])
            for value in MUS:
                DiversityMachine(21, nu=nu, mu=value).fit(X[train], y[train])

    return Contest(lambda: selection.fit(X, y) and None, refit)


def linear_selection_against_grid(quick: bool) -> Contest:
    X, y = tied_classes()
    ours = LinearSVMSelection(SMALL_CS)
    peer = GridSearchCV(SVC(kernel="linear"), {"C": SMALL_CS}, cv=5)

    def peer_error() -> float:
        return 1 - peer.fit(X, y).best_score_

    return Contest(lambda: float(ours.fit(X, y).cv_errors_.min()), peer_error)


RACES = {
    "erm-alm": Race(
        "ERM, exact, 30 components, 150 x 30", "the paper's ALM at its own tolerance",
        10, erm_against_alm,
    ),
    "erm-conic": Race(
        "ERM, exact, 30 components, 150 x 30", "the joint problem in Clarabel",
        300, erm_against_conic,
    ),
    "svm-ijcnn1": Race(
        "the SVM inside ERM to a relative gap of 1e-4, ijcnn1 (49,990 x 22)", "liblinear",
        1, ijcnn1_against_liblinear, RELATIVE_GAP,
    ),
    "svm-many-rows": Race(
        "the SVM inside ERM to a relative gap of 1e-4, 10^6 x 50", "liblinear",
        1, many_rows_against_liblinear, RELATIVE_GAP,
    ),
    "drm-alternating": Race(
        "DRM, exact, 101 components, 150 rows", "the alternating algorithm to 1e-6",
        100, drm_against_alternating,
    ),
    "drm-selection": Race(
        "DRM, nu and mu by five folds", "a fit from zero at each point",
        10, drm_selection_against_refits,
    ),
    "linear-svm-selection": Race(
        "soft-margin linear SVM, five folds, five C's, 614 x 8", "GridSearchCV(SVC)",
        10, linear_selection_against_grid, 0.02,
    ),
}  # fmt: skip
"""Each race by the name that `python -m methods bench` takes."""
