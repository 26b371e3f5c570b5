"""Either method for the exact SVM gives the same optimum, and the certificate decides which."""

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer, load_digits, load_wine

from methods.margin import exact_solver
from methods.margin.exact_solver import solve_svm
from methods.margin.hinge_path import minimise_hinge
from methods.margin.interior_point import RELATIVE_GAP, minimise_svm
from methods.objectives.losses import HINGE


def two_classes(load):
    X, y = load(return_X_y=True)
    return X[y < 2], np.where(y[y < 2] == 1, 1.0, -1.0)


@pytest.mark.parametrize("penalty", [2e-3, 1.0, 100.0])
@pytest.mark.parametrize("load", [load_breast_cancer, load_digits, load_wine])
def test_the_faster_method_certifies_the_optimum_of_the_other(load, penalty):
    X, y = two_classes(load)
    cost = np.full(len(X), penalty)
    slower = minimise_svm(X, y, cost, HINGE)
    optimum = minimise_hinge(X, y, cost, tol=RELATIVE_GAP)
    # The margins of support vectors are sums of such sizes, and their rounding counts as a loss.
    sizes = np.abs(X) @ np.abs(optimum.coef) + abs(optimum.intercept)
    rounding = np.finfo(float).eps * cost @ np.where(optimum.alpha > 0, sizes, 0)
    reachable = max(RELATIVE_GAP, rounding / optimum.objective)
    assert optimum.duality_gap <= reachable * optimum.objective
    if optimum.duality_gap <= RELATIVE_GAP * optimum.objective:
        np.testing.assert_array_equal(solve_svm(X, y, cost, HINGE).coef, optimum.coef)
    assert optimum.objective == pytest.approx(slower.objective, rel=2 * reachable)
    np.testing.assert_allclose(optimum.coef, slower.coef, atol=1e-5 * np.abs(slower.coef).max())


def test_without_a_certificate_the_interior_point_method_takes_over(monkeypatch):
    X, y = two_classes(load_wine)
    cost = np.ones(len(X))
    minimise = exact_solver.minimise_hinge
    monkeypatch.setattr(
        exact_solver, "minimise_hinge", lambda *problem, tol: minimise(*problem, max_iter=1)
    )
    optimum = solve_svm(X, y, cost, HINGE)
    np.testing.assert_array_equal(optimum.coef, minimise_svm(X, y, cost, HINGE).coef)
