"""The support matrix machine against interior-point solvers, and the paper's theory."""

import warnings

import cvxpy as cp
import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import SVC

from methods.matrix.singular_values import shrink_singular_values
from methods.matrix.support_matrix_machine import SupportMatrixMachine
from methods.objectives.matrix import support_matrix_objective

SOLVERS = ["admm", "exact"]


def sample(n, shape, seed=0, share=0.5, noise=0.5):
    """Matrices of two classes whose means differ by a matrix of rank one."""
    rng = np.random.default_rng(seed)
    y = np.where(np.arange(n) < max(2, round(share * n)), 1, -1)
    means = np.outer(rng.normal(size=shape[0]), rng.normal(size=shape[1]))
    return 0.3 * y[:, None, None] * means + noise * rng.normal(size=(n, *shape)), rng.permutation(y)


def interior_point(X, y, C, tau):
    """Problem 6 as it stands, by Clarabel."""
    W, b = cp.Variable(X.shape[1:]), cp.Variable()
    rows = X.reshape(len(X), -1)
    margins = cp.multiply(y, rows @ cp.vec(W, order="C") + b)
    loss = 0.5 * cp.sum_squares(W) + C * cp.sum(cp.pos(1 - margins))
    if tau:
        loss += tau * cp.normNuc(W)
    problem = cp.Problem(cp.Minimize(loss))
    problem.solve(solver=cp.CLARABEL, tol_gap_abs=1e-10, tol_gap_rel=1e-9, tol_feas=1e-9)
    return problem.value


# (n, shape, share of the positive class, C, tau)
PROBLEMS = [
    (20, (3, 5), 0.5, 1.0, 0.0),
    (20, (5, 3), 0.5, 1.0, 0.1),
    (20, (4, 4), 0.5, 1.0, 1.0),
    (20, (4, 4), 0.5, 1.0, 5.0),
    (20, (4, 4), 0.5, 1.0, 1e4),
    (30, (2, 3), 0.5, 10.0, 0.5),
    (60, (2, 2), 0.5, 1.0, 0.3),
    (60, (3, 2), 0.5, 0.01, 0.01),
    (10, (5, 6), 0.5, 100.0, 0.5),
    (10, (6, 5), 0.5, 100.0, 10.0),
    (30, (4, 3), 0.1, 1.0, 0.2),
    (30, (3, 4), 0.9, 1.0, 0.2),
    (30, (3, 4), 0.1, 0.1, 0.05),
    (25, (6, 1), 0.4, 1.0, 0.5),
    (25, (1, 6), 0.4, 1.0, 0.5),
    (25, (1, 1), 0.4, 1.0, 0.1),
    (8, (7, 3), 0.3, 1.0, 2.0),
    (8, (3, 7), 0.3, 1.0, 0.02),
    (40, (5, 5), 0.25, 0.3, 1.0),
    (40, (5, 5), 0.25, 3.0, 1.0),
]


@pytest.mark.parametrize("number", range(len(PROBLEMS)))
def test_objective_is_that_of_an_interior_point_method(number):
    n, shape, share, C, tau = PROBLEMS[number]
    X, y = sample(n, shape, seed=number, share=share)
    optimum = interior_point(X, y, C, tau)
    for solver, rel in [("exact", 1e-6), ("admm", 1e-3)]:
        fitted = SupportMatrixMachine(C, tau=tau, solver=solver).fit(X, y)
        assert fitted.objective_ == pytest.approx(optimum, rel=rel)
        # 1e-8 is what the reference may be off.
        assert fitted.objective_ >= optimum * (1 - 1e-7)


@pytest.mark.parametrize("solver", SOLVERS)
def test_objective_is_the_public_function_at_the_attributes(solver):
    X, y = sample(30, (4, 6))
    fitted = SupportMatrixMachine(2.0, tau=0.7, solver=solver).fit(X, y)
    again = support_matrix_objective(fitted.coef_, fitted.intercept_, X, y, 2.0, 0.7)
    assert fitted.objective_ == again
    assert fitted.objective_trace_[-1] == pytest.approx(again, rel=1e-9)
    assert fitted.rank_ == np.linalg.matrix_rank(fitted.coef_, tol=1e-9)


def test_duality_gap_bounds_the_distance_to_the_minimum():
    X, y = sample(30, (4, 6))
    optimum = interior_point(X, y, 2.0, 0.7)
    for tol in (1e-1, 1e-3, 1e-6):
        fitted = SupportMatrixMachine(2.0, tau=0.7, solver="exact", tol=tol).fit(X, y)
        assert fitted.objective_ - optimum <= fitted.duality_gap_ + 1e-8
        assert fitted.duality_gap_ <= tol * fitted.objective_


def test_without_the_nuclear_norm_it_is_the_linear_svm():
    X, y = sample(40, (3, 4), seed=3)
    rows = X.reshape(len(X), -1)
    svm = SVC(C=0.5, kernel="linear", tol=1e-9).fit(rows, y)
    fitted = SupportMatrixMachine(0.5, tau=0.0, solver="exact", tol=1e-10).fit(X, y)
    np.testing.assert_allclose(fitted.coef_.ravel(), svm.coef_[0], atol=1e-5)
    assert fitted.intercept_ == pytest.approx(svm.intercept_[0], abs=1e-5)
    np.testing.assert_array_equal(fitted.predict(X), svm.predict(rows))


@pytest.mark.parametrize("solver", SOLVERS)
def test_large_tau_leaves_no_coefficients_and_the_majority_class(solver):
    X, y = sample(20, (4, 3), share=0.3)
    fitted = SupportMatrixMachine(1.0, tau=1e3, solver=solver).fit(X, y)
    assert fitted.rank_ == 0
    assert not fitted.coef_.any()
    assert fitted.objective_ == pytest.approx(2.0 * min(np.sum(y > 0), np.sum(y < 0)))
    assert set(fitted.predict(X)) == {-1}


def test_rank_falls_from_full_to_one_as_tau_grows():
    X, y = sample(60, (6, 5), seed=1)
    ranks = [
        SupportMatrixMachine(1.0, tau=tau, solver="exact").fit(X, y).rank_
        for tau in (0.0, 0.1, 1.0, 3.0, 10.0, 15.0, 100.0)
    ]
    assert ranks[0] == 5
    assert ranks == sorted(ranks, reverse=True)
    assert {0, 1} < set(ranks)


@pytest.mark.parametrize("solver", SOLVERS)
def test_intercept_is_the_middle_of_those_that_are_best(solver):
    # C is so small that all samples are at the bound: none of them is free to fix b.
    X, y = sample(20, (3, 3), seed=4)
    fitted = SupportMatrixMachine(1e-3, tau=1e-3, solver=solver).fit(X, y)
    scores = np.tensordot(X, fitted.coef_, axes=2)
    around = fitted.intercept_ + np.linspace(-3, 3, 60001)
    losses = np.maximum(1 - y * (scores + around[:, None]), 0).sum(axis=1)
    best = around[losses <= losses.min() + 1e-9]
    assert best[-1] - best[0] > 0.1
    assert fitted.intercept_ == pytest.approx((best[0] + best[-1]) / 2, abs=2e-4)


# The paper's theory.


def unit_features(n, shape, seed=0):
    """Samples whose every entry has unit length over the samples, as the paper supposes."""
    X, y = sample(n, shape, seed)
    return X / np.linalg.norm(X, axis=0), y


@pytest.mark.parametrize("tau", [0.0, 0.5, 2.0])
def test_theorem_1_coefficients_are_thresholded_support_matrices(tau):
    X, y = sample(30, (5, 4), seed=5)
    fitted = SupportMatrixMachine(1.0, tau=tau, solver="exact", tol=1e-10).fit(X, y)
    beta = y * fitted.dual_coef_
    assert beta.min() >= 0 and beta.max() <= 1.0
    assert fitted.dual_coef_.sum() == pytest.approx(0, abs=1e-9)
    np.testing.assert_array_equal(fitted.support_, np.flatnonzero(beta))
    assert len(fitted.support_) < len(X)
    total = np.tensordot(fitted.dual_coef_, X, axes=1)
    np.testing.assert_allclose(fitted.coef_, shrink_singular_values(total, tau).matrix, atol=1e-6)


def test_theorem_5_coefficients_are_an_offset_and_a_combination_of_support_matrices():
    X, y = sample(30, (5, 4), seed=5)
    rho = 3.0
    fitted = SupportMatrixMachine(1.0, tau=0.5, rho=rho).fit(X, y)
    # At the limit W = S, so that (rho + 1) S = Lambda + rho S + sum, and Lambda = S - sum, which
    # is minus a subgradient of tau ||S||_*.
    offset = fitted.coef_ - np.tensordot(fitted.dual_coef_, X, axes=1)
    U, _, Vt = np.linalg.svd(fitted.coef_)
    r = fitted.rank_
    np.testing.assert_allclose(U[:, :r].T @ -offset @ Vt[:r].T, 0.5 * np.eye(r), atol=1e-3)
    assert np.linalg.norm(offset, 2) <= 0.5 + 1e-3


@pytest.mark.parametrize("seed", range(3))
def test_lemma_1_and_theorem_2_bound_differences_by_correlation(seed):
    n, (p, q), C = 25, (4, 5), 3.0
    X, y = unit_features(n, (p, q), seed)
    fitted = SupportMatrixMachine(C, tau=0.2, solver="exact").fit(X, y)
    omega = np.tensordot(fitted.dual_coef_, X, axes=1).ravel()
    correlations = X.reshape(n, -1).T @ X.reshape(n, -1)
    differences = (omega[:, None] - omega) ** 2
    assert np.all(differences <= 2 * n * C**2 * (1 - correlations) + 1e-12)
    columns = np.einsum("ikl,ikm->lm", X, X)
    gaps = np.sum((fitted.coef_[:, :, None] - fitted.coef_[:, None, :]) ** 2, axis=0)
    assert np.all(gaps <= 2 * n * C**2 * (p - columns) + 1e-9)


@pytest.mark.parametrize("solver", SOLVERS)
def test_theorem_2_equal_columns_or_rows_of_features_have_equal_coefficients(solver):
    X, y = unit_features(25, (4, 5))
    X[:, :, 3] = X[:, :, 1]
    fitted = SupportMatrixMachine(3.0, tau=0.2, solver=solver).fit(X, y)
    np.testing.assert_allclose(fitted.coef_[:, 3], fitted.coef_[:, 1], atol=1e-8)
    assert np.abs(fitted.coef_[:, 3] - fitted.coef_[:, 0]).max() > 1e-3
    turned = SupportMatrixMachine(3.0, tau=0.2, solver=solver).fit(X.transpose(0, 2, 1), y)
    np.testing.assert_allclose(turned.coef_[3], turned.coef_[1], atol=1e-8)


def test_equal_elements_need_not_have_equal_coefficients():
    X, y = unit_features(25, (4, 5))
    X[:, 2, 3] = X[:, 0, 1]
    fitted = SupportMatrixMachine(3.0, tau=0.5, solver="exact").fit(X, y)
    omega = np.tensordot(fitted.dual_coef_, X, axes=1)
    assert omega[2, 3] == pytest.approx(omega[0, 1], abs=1e-12)
    assert abs(fitted.coef_[2, 3] - fitted.coef_[0, 1]) > 1e-3


# Invariances. The first tol is a share of the objective, the second one of the matrices.
TOLS = {"exact": 1e-9, "admm": 1e-8}


@pytest.mark.parametrize("solver", SOLVERS)
class TestInvariance:
    def fit(self, solver, X, y):
        return SupportMatrixMachine(1.0, tau=0.4, solver=solver, tol=TOLS[solver]).fit(X, y)

    def test_transposed_samples_transpose_the_coefficients(self, solver):
        X, y = sample(30, (4, 6), seed=7)
        one, other = self.fit(solver, X, y), self.fit(solver, X.transpose(0, 2, 1), y)
        np.testing.assert_allclose(other.coef_.T, one.coef_, atol=1e-6)
        assert other.intercept_ == pytest.approx(one.intercept_, abs=1e-5)

    def test_swapped_labels_flip_the_sign(self, solver):
        X, y = sample(30, (4, 6), seed=7)
        one, other = self.fit(solver, X, y), self.fit(solver, X, -y)
        np.testing.assert_allclose(other.coef_, -one.coef_, atol=1e-6)
        assert other.intercept_ == pytest.approx(-one.intercept_, abs=1e-5)

    def test_order_of_the_samples_does_not_matter(self, solver):
        X, y = sample(30, (4, 6), seed=7)
        order = np.random.default_rng(0).permutation(30)
        one, other = self.fit(solver, X, y), self.fit(solver, X[order], y[order])
        np.testing.assert_allclose(other.coef_, one.coef_, atol=1e-6)
        np.testing.assert_array_equal(np.sort(order[other.support_]), one.support_)

    def test_rotations_of_rows_and_columns_rotate_the_coefficients(self, solver):
        X, y = sample(30, (4, 6), seed=7)
        rng = np.random.default_rng(1)
        left, right = (np.linalg.qr(rng.normal(size=(k, k)))[0] for k in (4, 6))
        one, other = self.fit(solver, X, y), self.fit(solver, left @ X @ right, y)
        np.testing.assert_allclose(left.T @ other.coef_ @ right.T, one.coef_, atol=1e-6)

    def test_rows_with_a_shape_are_the_matrices(self, solver):
        X, y = sample(30, (4, 6), seed=7)
        one = self.fit(solver, X, y)
        other = SupportMatrixMachine(1.0, tau=0.4, solver=solver, tol=TOLS[solver])
        other.set_params(matrix_shape=(4, 6)).fit(X.reshape(30, 24), y)
        np.testing.assert_array_equal(other.coef_, one.coef_)


# Difficult cases.


@pytest.mark.parametrize("solver", SOLVERS)
def test_samples_that_are_all_the_same_are_told_by_their_number(solver):
    X, y = np.ones((9, 2, 3)), np.r_[np.zeros(5), np.ones(4)]
    fitted = SupportMatrixMachine(solver=solver).fit(X, y)
    assert not fitted.coef_.any()
    assert set(fitted.predict(X)) == {0}


def test_huge_C_is_the_machine_without_slack():
    X, y = sample(15, (5, 6), seed=8)
    fits = [SupportMatrixMachine(C, tau=0.5, solver="exact").fit(X, y) for C in (1e3, 1e6, 1e9)]
    for fitted in fits:
        margins = y * fitted.decision_function(X)
        assert margins.min() == pytest.approx(1, abs=1e-4)
        assert fitted.objective_ == pytest.approx(fits[0].objective_, rel=2e-6)


def test_columns_of_many_features_need_no_square_of_their_number():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(12, 20_000)), np.repeat([0, 1], 6)
    fitted = SupportMatrixMachine(1.0, tau=0.01, solver="exact").fit(X, y)
    assert fitted.coef_.shape == (20_000, 1)
    assert fitted.rank_ == 1


@pytest.mark.parametrize("solver", SOLVERS)
def test_too_few_iterations_are_said(solver):
    X, y = sample(40, (5, 5), seed=2)
    machine = SupportMatrixMachine(30.0, tau=3.0, solver=solver, max_iter=1)
    with pytest.warns(ConvergenceWarning, match=r"max_iter=1 .* tol=1e-06"):
        machine.fit(X, y)


def test_a_usual_fit_does_not_warn():
    X, y = sample(40, (5, 5), seed=2)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for solver in SOLVERS:
            SupportMatrixMachine(solver=solver).fit(X, y)


@pytest.mark.parametrize("solver", ["admm", "exact"])
def test_whole_numbers_as_parameters_are_taken_as_floats(solver):
    X, y = [[[2, 0], [0, 1]], [[3, 0], [0, 1]], [[-2, 0], [0, 0]], [[-3, 0], [0, 0]]], [1, 1, 0, 0]
    whole = SupportMatrixMachine(10, tau=1, solver=solver).fit(X, y)
    np.testing.assert_array_equal(
        whole.coef_, SupportMatrixMachine(10.0, tau=1.0, solver=solver).fit(X, y).coef_
    )
