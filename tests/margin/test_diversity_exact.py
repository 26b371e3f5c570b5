"""The one problem inside eq. 3 against the joint problem by Clarabel, and what follows from it."""

import cvxpy as cp
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize
from sklearn.svm import LinearSVC

from methods.kernel_functions import kernel_features
from methods.margin import diversity_exact
from methods.margin.diversity_exact import minimise_eq3
from methods.margin.simplex_program import SimplexProgram
from methods.objectives import diversity_objective

KERNELS = ["rbf", "linear"]


def training_set(kernel, seed=0, m=30, d=4):
    rng = np.random.default_rng(seed)
    X = rng.uniform(size=(m, d))
    y = np.where(X[:, 0] - 0.5 + 0.3 * rng.normal(size=m) > 0, 1.0, -1.0)
    y[:2] = 1, -1
    square = np.sum((X[:, None] - X[None]) ** 2, axis=2)
    return (np.exp(-square) if kernel == "rbf" else X @ X.T) + 1, y


class Exact:
    """The solver's optimum as coefficients, beside the public objective at them."""

    def __init__(self, K, y, T, nu, mu, weights=None, start=None):
        weights = np.full(len(y), 1 / len(y)) if weights is None else weights / weights.sum()
        G, B = kernel_features(K)
        program = SimplexProgram(y[:, None] * G, K * np.outer(y, y), weights)
        self.optimum = minimise_eq3(program, T, nu, mu, start)
        self.n_factorisations = program.n_factorisations
        self.coef = self.optimum.w @ B
        self.norm = np.linalg.norm(self.optimum.w)
        copies = np.tile(self.coef, (T, 1))
        self.objective = diversity_objective(copies, K, y, nu, mu, weights)


def joint_optimum(K, y, T, nu, mu):
    """Eq. 3 over all learners at once, pair by pair; rho and xi are variables of their own."""
    values, vectors = np.linalg.eigh(K)
    F = vectors[:, values > 1e-10] * np.sqrt(values[values > 1e-10])
    m, k = F.shape
    W, rho, xi = cp.Variable((T, k)), cp.Variable(T), cp.Variable((T, m))
    loss = -nu / T * cp.sum(rho) + cp.sum_squares(xi) / m
    constraints = []
    for t in range(T):
        constraints += [cp.multiply(y, F @ W[t]) >= rho[t] - xi[t], cp.sum_squares(W[t]) <= 1]
        for other in range(t):
            loss += mu * cp.sum_squares(W[t] + W[other])
    problem = cp.Problem(cp.Minimize(loss), constraints)
    problem.solve(solver=cp.CLARABEL, tol_gap_abs=1e-10, tol_gap_rel=1e-9, tol_feas=1e-9)
    return problem.value, W.value @ F.T


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("T", [1, 2, 3, 5])
@pytest.mark.parametrize("nu, mu", [(1.0, 1e-3), (0.1, 1e-4), (10.0, 0.1), (1.0, 1e-5)])
def test_objective_is_that_of_the_joint_problem(kernel, T, nu, mu):
    K, y = training_set(kernel)
    value, decisions = joint_optimum(K, y, T, nu, mu)
    exact = Exact(K, y, T, nu, mu)
    assert exact.optimum.objective == pytest.approx(value, rel=1e-6)
    assert exact.objective == pytest.approx(exact.optimum.objective, rel=1e-9)
    # For two learners only their sum is unique.
    seen = decisions.mean(axis=0, keepdims=True) if T == 2 else decisions
    np.testing.assert_allclose(seen - K @ exact.coef, 0, atol=2e-3 * np.abs(seen).max())


@pytest.mark.slow
@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("nu, mu", [(1.0, 1e-3), (0.5, 1e-5)])
def test_objective_is_that_of_the_joint_problem_of_21_learners(kernel, nu, mu):
    K, y = training_set(kernel)
    value, _ = joint_optimum(K, y, 21, nu, mu)
    assert Exact(K, y, 21, nu, mu).optimum.objective == pytest.approx(value, rel=1e-6)


def test_two_learners_have_optima_that_differ_and_three_have_not():
    # Apart by d, -d where the samples below rho do not see it: the sum stays, and so does the loss.
    K, y = training_set("rbf")
    nu, mu = 0.005, 1e-4
    for T in (2, 3):
        exact = Exact(K, y, T, nu, mu)
        assert exact.norm < 0.9 and len(exact.optimum.active) < 29
        unseen = np.linalg.svd(K[exact.optimum.active])[2][-1]
        step = 1e-3 * np.abs(exact.coef).max() * unseen
        apart = np.tile(exact.coef, (T, 1))
        apart[:2] += np.outer([1, -1], step)
        value = diversity_objective(apart, K, y, nu, mu)
        if T == 2:
            assert value == pytest.approx(exact.objective, rel=1e-12)
        else:
            assert value - exact.objective == pytest.approx(2 * mu * step @ K @ step, rel=1e-3)


@pytest.mark.slow
@settings(max_examples=60)
@given(
    st.integers(0, 10**6),
    st.sampled_from(KERNELS),
    st.integers(1, 101),
    st.floats(-3, 2),
    st.floats(-6, 1),
)
def test_gap_is_closed_and_no_other_learners_lie_below_the_bound(seed, kernel, T, log_nu, log_mu):
    rng = np.random.default_rng(seed)
    K, y = training_set(kernel, seed, m=int(rng.integers(4, 25)))
    nu, mu = 10.0**log_nu, 10.0**log_mu
    weights = rng.exponential(size=len(y)) + 1e-2
    exact = Exact(K, y, T, nu, mu, weights)
    optimum = exact.optimum
    assert optimum.duality_gap <= 1e-8 * abs(optimum.objective)
    assert exact.norm <= 1 + 1e-12
    bound = optimum.objective - optimum.duality_gap
    for scale in (1e-3, 0.1, 1.0):
        others = exact.coef + scale * rng.normal(size=(T, len(y))) * np.abs(exact.coef).mean()
        norms = np.sqrt(np.maximum(np.sum(others @ K * others, axis=1), 0))
        others /= np.maximum(norms, 1)[:, None]
        value = diversity_objective(others, K, y, nu, mu, weights)
        assert value >= bound - 1e-9 * abs(bound)


@pytest.mark.parametrize("nu, mu", [(0.3, 1e-5), (3.0, 1e-4)])
def test_gap_bounds_the_distance_of_a_rough_solution(monkeypatch, nu, mu):
    K, y = training_set("rbf")
    best = Exact(K, y, 5, nu, mu).optimum.objective
    monkeypatch.setattr(diversity_exact, "MAX_ROOT_STEPS", 1)
    rough = Exact(K, y, 5, nu, mu).optimum
    distance = rough.objective - best
    assert distance > 1e-4 * abs(best)
    assert distance <= rough.duality_gap <= 3 * distance


def test_four_samples_by_brute_force():
    K, y = training_set("rbf", m=4)
    G, _ = kernel_features(K)
    T, nu, mu = 3, 0.7, 0.02

    def objective(packed):
        w, rho = packed[:4], packed[4]
        excess = np.maximum(rho - y * (G @ w), 0)
        return -nu * rho + T / 4 * excess @ excess + 2 * mu * T * (T - 1) * w @ w

    inside = {"type": "ineq", "fun": lambda packed: 1 - packed[:4] @ packed[:4]}
    rng = np.random.default_rng(0)
    runs = [
        minimize(objective, rng.normal(size=5) / 3, constraints=inside, options={"ftol": 1e-14})
        for _ in range(5)
    ]
    best = min(run.fun for run in runs)
    assert Exact(K, y, T, nu, mu).optimum.objective == pytest.approx(best, rel=1e-7)


@pytest.mark.parametrize("kernel", KERNELS)
def test_mu_has_no_effect_where_the_ball_binds(kernel):
    K, y = training_set(kernel)
    small, smaller = Exact(K, y, 5, 5.0, 1e-4), Exact(K, y, 5, 5.0, 0.0)
    svm = Exact(K, y, 1, 1.0, 0.0)
    assert small.norm == pytest.approx(1, abs=1e-9)
    np.testing.assert_allclose(K @ small.coef, K @ smaller.coef, rtol=1e-6)
    # There the machine is the paper's SVM with nu / T.
    np.testing.assert_allclose(K @ small.coef, K @ svm.coef, rtol=1e-6)


@pytest.mark.parametrize("kernel", KERNELS)
def test_nu_only_scales_the_learners_where_the_ball_does_not_bind(kernel):
    K, y = training_set(kernel)
    one, tenth = Exact(K, y, 5, 0.1, 0.1), Exact(K, y, 5, 0.01, 0.1)
    assert one.norm < 1
    np.testing.assert_allclose(K @ one.coef, 10 * (K @ tenth.coef), rtol=1e-8)
    # So does trading learners for mu: mu (T - 1) is what counts.
    other = Exact(K, y, 21, 0.1 * 21 / 5, 0.1 * 4 / 20)
    np.testing.assert_allclose(K @ other.coef, K @ one.coef, rtol=1e-8)


def test_large_mu_leaves_the_kernel_mean_of_each_class():
    K, y = training_set("rbf")
    exact = Exact(K, y, 3, 1.0, 1e6)
    mean = y / np.linalg.norm(y)
    np.testing.assert_allclose(exact.coef / np.linalg.norm(exact.coef), mean, atol=1e-6)


def test_small_nu_leaves_the_hard_margin():
    # The distance between the hulls of separable classes, by Clarabel.
    rng = np.random.default_rng(0)
    X = rng.normal(size=(20, 2)) + np.repeat([[3.0], [-3.0]], 10, axis=0)
    y = np.repeat([1.0, -1.0], 10)
    K = X @ X.T
    w, rho = cp.Variable(2), cp.Variable()
    hard = cp.Problem(cp.Maximize(rho), [cp.multiply(y, X @ w) >= rho, cp.norm(w) <= 1])
    hard.solve(solver=cp.CLARABEL)
    exact = Exact(K, y, 1, 1e-5, 0.0)
    np.testing.assert_allclose(exact.coef @ X, w.value, atol=1e-4)
    assert exact.optimum.objective == pytest.approx(-1e-5 * rho.value, rel=1e-4)


@pytest.mark.parametrize("nu, mu", [(1.0, 1e-3), (0.3, 1e-5), (50.0, 1e-5)])
def test_classifier_is_the_plain_svm_at_one_penalty(nu, mu):
    rng = np.random.default_rng(3)
    X = rng.normal(size=(40, 3))
    y = np.where(X[:, 0] + rng.normal(size=40) > 0, 1.0, -1.0)
    exact = Exact(X @ X.T, y, 7, nu, mu)
    C = 1 / (2 * 40 * exact.optimum.ridge)
    svm = LinearSVC(C=C, loss="squared_hinge", fit_intercept=False, tol=1e-10, max_iter=10**6)
    plain = svm.fit(X, y).coef_[0]
    w = exact.coef @ X
    np.testing.assert_allclose(w / np.linalg.norm(w), plain / np.linalg.norm(plain), atol=1e-6)


def test_starting_from_a_neighbour_gives_the_same_optimum_sooner():
    K, y = training_set("rbf", m=60)
    for near, there in [((0.1, 0.0), (0.07, 0.0)), ((0.1, 1e-4), (0.1, 5e-5))]:
        cold, neighbour = Exact(K, y, 5, *there), Exact(K, y, 5, *near)
        warm = Exact(K, y, 5, *there, start=neighbour.optimum)
        np.testing.assert_allclose(K @ warm.coef, K @ cold.coef, rtol=1e-7, atol=1e-9)
        assert warm.n_factorisations < cold.n_factorisations


def test_order_and_signs_of_the_samples_do_not_matter():
    K, y = training_set("rbf")
    order = np.random.default_rng(1).permutation(30)
    exact = Exact(K, y, 3, 1.0, 1e-3)
    permuted = Exact(K[np.ix_(order, order)], y[order], 3, 1.0, 1e-3)
    np.testing.assert_allclose(permuted.coef, exact.coef[order], atol=1e-8)
    np.testing.assert_allclose(Exact(K, -y, 3, 1.0, 1e-3).coef, -exact.coef, atol=1e-8)


def test_weights_count_as_repetitions():
    K, y = training_set("rbf")
    twice = np.r_[np.arange(30), np.arange(10)]
    repeated = Exact(K[np.ix_(twice, twice)], y[twice], 3, 1.0, 1e-3)
    weighted = Exact(K, y, 3, 1.0, 1e-3, weights=np.r_[np.full(10, 2.0), np.ones(20)])
    assert weighted.optimum.objective == pytest.approx(repeated.optimum.objective, rel=1e-10)
    np.testing.assert_allclose(K @ weighted.coef, (K[:, twice] @ repeated.coef), rtol=1e-7)


@pytest.mark.parametrize("T", [1, 3])
@pytest.mark.parametrize("mu", [0.0, 0.1])
def test_kernel_without_information_leaves_no_learner(T, mu):
    exact = Exact(np.zeros((6, 6)), np.array([1.0, -1, 1, -1, 1, 1]), T, 1.0, mu)
    assert exact.norm == 0
    assert exact.optimum.objective == pytest.approx(-1 / (4 * T))
    assert exact.optimum.duality_gap == pytest.approx(0, abs=1e-12)


def test_every_sample_with_both_labels_leaves_no_learner():
    K, y = training_set("linear", m=10)
    both = np.r_[np.arange(10), np.arange(10)]
    exact = Exact(K[np.ix_(both, both)], np.r_[y, -y], 3, 1.0, 0.0)
    assert exact.norm < 1e-6
    assert exact.optimum.objective == pytest.approx(-1 / 12)
