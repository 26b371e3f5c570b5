"""Weights of samples in the machines on matrices, against repetitions and interior points."""

import warnings

import cvxpy as cp
import numpy as np
import pytest
from sklearn.base import clone

from methods.matrix.bilinear_svm import BilinearSVM
from methods.matrix.matrix_logistic import MatrixLogisticRegression
from methods.matrix.support_matrix_machine import SupportMatrixMachine
from methods.objectives.matrix import logistic_matrix_objective, support_matrix_objective

C, TAU, SHAPE = 0.3, 0.4, (4, 3)

# tol is a share of the matrices for "admm", of the objective for the others.
MACHINES = {
    "admm": SupportMatrixMachine(C, tau=TAU, tol=1e-8),
    "exact": SupportMatrixMachine(C, tau=TAU, solver="exact", tol=1e-9),
    "bilinear": BilinearSVM(C, rank=3, tol=1e-12, random_state=0),
    "logistic": MatrixLogisticRegression(TAU, tol=1e-12),
}


def sample(n=24):
    rng = np.random.default_rng(0)
    y = np.where(np.arange(n) % 5 < 2, 1, -1)
    return 0.4 * y[:, None, None] + rng.normal(size=(n, *SHAPE)), y, rng.uniform(0.1, 3, n)


def interior_point(name, X, y, weights):
    """The minimum of the weighted objective, by Clarabel; rank 3 does not bind `BilinearSVM`."""
    W, b = cp.Variable(SHAPE), cp.Variable()
    margins = cp.multiply(y, X.reshape(len(X), -1) @ cp.vec(W, order="C") + b)
    if name == "logistic":
        loss = weights @ cp.logistic(-margins) + TAU * cp.normNuc(W)
    else:
        loss = cp.sum_squares(W) / 2 + C * weights @ cp.pos(1 - margins)
        loss += 0 if name == "bilinear" else TAU * cp.normNuc(W)
    problem = cp.Problem(cp.Minimize(loss), [b == 0] if name == "bilinear" else [])
    return problem.solve(solver=cp.CLARABEL)


@pytest.mark.parametrize("name", MACHINES)
def test_weighted_objective_is_that_of_an_interior_point_method(name):
    X, y, weights = sample()
    fitted = clone(MACHINES[name]).fit(X, y, sample_weight=weights)
    assert fitted.objective_ == pytest.approx(interior_point(name, X, y, weights), rel=1e-6)
    at = fitted.coef_, fitted.intercept_, X, y
    if name == "logistic":
        assert fitted.objective_ == logistic_matrix_objective(*at, TAU, weights)
    else:
        tau = 0.0 if name == "bilinear" else TAU
        value = support_matrix_objective(*at, C * weights, tau)
        assert fitted.objective_ == pytest.approx(value, rel=1e-12)
    assert fitted.objective_trace_[-1] == pytest.approx(fitted.objective_, rel=1e-9)


@pytest.mark.parametrize("name", MACHINES)
def test_weights_are_repetitions(name):
    X, y, _ = sample()
    weights = np.arange(len(y)) % 4
    weighted = clone(MACHINES[name]).fit(X, y, sample_weight=weights)
    repeated = clone(MACHINES[name]).fit(np.repeat(X, weights, axis=0), np.repeat(y, weights))
    np.testing.assert_allclose(weighted.coef_, repeated.coef_, atol=1e-6)
    assert weighted.intercept_ == pytest.approx(repeated.intercept_, abs=1e-6)
    assert weighted.objective_ == pytest.approx(repeated.objective_, rel=1e-8)
    if name == "logistic":
        assert weighted.tau_max_ == pytest.approx(repeated.tau_max_)


@pytest.mark.parametrize("name", MACHINES)
def test_a_sample_without_weight_is_absent_and_so_is_its_class(name):
    X, y, weights = sample()
    y[::5], weights[::5] = 7, 0
    kept = weights > 0
    fitted = clone(MACHINES[name]).fit(X, y, sample_weight=weights)
    without = clone(MACHINES[name]).fit(X[kept], y[kept], sample_weight=weights[kept])
    np.testing.assert_array_equal(fitted.coef_, without.coef_)
    assert fitted.classes_.tolist() == [-1, 1]
    if hasattr(fitted, "dual_coef_"):
        np.testing.assert_array_equal(fitted.dual_coef_[kept], without.dual_coef_)
        assert not fitted.dual_coef_[~kept].any()
        np.testing.assert_array_equal(fitted.support_, np.flatnonzero(fitted.dual_coef_))


@pytest.mark.parametrize("tol", [1e-6, 0.1, 0.99])
def test_dual_variables_stay_within_their_weighted_bounds(tol):
    X, y, weights = sample()
    rough = clone(MACHINES["exact"]).set_params(tol=tol, C=0.01).fit(X, y, sample_weight=weights)
    assert np.all(y * rough.dual_coef_ >= 0)
    assert np.all(y * rough.dual_coef_ <= 0.01 * weights)
    assert rough.dual_coef_.sum() == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("name", ["exact", "logistic"])
def test_weights_are_in_the_certificate(name):
    X, y, weights = sample()
    optimum = interior_point(name, X, y, weights)
    for tol in (1e-1, 1e-3):
        rough = clone(MACHINES[name]).set_params(tol=tol).fit(X, y, sample_weight=weights)
        assert rough.objective_ - optimum <= rough.duality_gap_ + 1e-6 * optimum
        assert rough.duality_gap_ <= tol * rough.objective_


def test_a_large_tau_leaves_the_class_of_more_weight():
    X, y, _ = sample()
    weights = np.where(y > 0, 3.0, 1.0)
    assert np.sum(y > 0) < np.sum(y < 0)
    for machine in (SupportMatrixMachine(tau=1e3, solver="exact"), MatrixLogisticRegression(1e3)):
        assert set(machine.fit(X, y).predict(X)) == {-1}
        assert set(machine.fit(X, y, sample_weight=weights).predict(X)) == {1}
        assert machine.objective_trace_[-1] == pytest.approx(machine.objective_)


@pytest.mark.parametrize("name, C", [("admm", 1e100), ("exact", 1e100), ("bilinear", 1e100)])
@pytest.mark.parametrize("size", [1e-320, 1e-300, 1e250])
def test_bounds_that_are_no_floats_are_refused_in_one_line(name, C, size):
    X, y, weights = sample()
    machine = clone(MACHINES[name]).set_params(C=C if size > 1 else 1 / C)
    with pytest.raises(ValueError, match=r"^C=1e.100 times sample weights from .* nearer to 1$"):
        machine.fit(X, y, sample_weight=size * weights)


@pytest.mark.parametrize("name", MACHINES)
@pytest.mark.parametrize("size", [1e-200, 1e200])
def test_weights_of_any_size_end_with_finite_numbers_or_one_line(name, size):
    X, y, weights = sample()
    for scale in (1e-60, 1.0, 1e60):
        try:
            fitted = clone(MACHINES[name]).set_params(max_iter=30)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                fitted.fit(scale * X, y, sample_weight=size * weights)
        except ValueError as error:
            assert "overflow" in str(error) and "\n" not in str(error)
            continue
        assert np.isfinite(fitted.objective_) and np.isfinite(fitted.coef_).all()


def test_weights_and_C_change_places():
    X, y, weights = sample()
    one = clone(MACHINES["exact"]).fit(X, y, sample_weight=weights)
    for size in (1e-150, 2.0**-40, 1e150):
        other = clone(MACHINES["exact"]).set_params(C=C / size)
        other.fit(X, y, sample_weight=size * weights)
        assert other.objective_ == pytest.approx(one.objective_, rel=1e-8)
