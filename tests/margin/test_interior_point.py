"""The interior-point method against Clarabel through CVXPY, and its certificate."""

import warnings

import cvxpy as cp
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.exceptions import ConvergenceWarning

from methods.margin import interior_point, interior_point_step
from methods.margin.interior_point import _dual_objective, minimise_svm
from methods.margin.interior_point_step import SVMProblem
from methods.objectives import exclusivity_objective, find_loss

# Clarabel's own default tolerances are 1e-8, relative to objectives of either sign.
CLARABEL_TOLERANCE = 1e-6


def sample(seed, n, d, noise=1.0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    y = np.where(X @ rng.normal(size=d) / np.sqrt(d) + noise * rng.normal(size=n) > 0, 1.0, -1.0)
    y[:2] = 1, -1
    return X, y


def hard_samples():
    X, y = sample(0, 40, 4)
    wide, wide_y = sample(1, 12, 30)
    mostly_negative = np.where(np.arange(40) == 0, 1.0, -1.0)
    return {
        "plain": (X, y),
        "fewer samples than features": (wide, wide_y),
        "constant feature": (np.c_[X, np.full(40, 7.0)], y),
        "duplicated feature": (np.c_[X, X], y),
        "duplicated rows": (np.r_[X, X], np.r_[y, y]),
        "every row with both labels": (np.r_[X, X], np.r_[y, -y]),
        "separable": sample(2, 40, 4, noise=0.0),
        "one positive": (X, mostly_negative),
        "scales from 1e-3 to 1e3": (X * np.logspace(-3, 3, 4), y),
        "far from the origin": (X + 1e3, y),
        "one feature": (X[:, :1], y),
        "two samples": (X[:2], y[:2]),
        "no information": (np.zeros((9, 3)), np.where(np.arange(9) < 3, 1.0, -1.0)),
    }


def svm_objective(optimum, X, y, cost, power, l1=0.0):
    """Value at the returned point, by the public objective less the constant of its square."""
    w, b = optimum.coef[None], [optimum.intercept]
    constant = X.shape[1] * l1**2 / 2
    return exclusivity_objective(w, b, X, y, cost, power, l1) - constant


def clarabel(X, y, cost, power, l1=0.0):
    w, b = cp.Variable(X.shape[1]), cp.Variable()
    excess = cp.pos(1 - cp.multiply(y, X @ w + b))
    loss = cost @ (excess if power == 1 else cp.power(excess, power))
    problem = cp.Problem(cp.Minimize(cp.sum_squares(w) / 2 + l1 * cp.norm1(w) + loss))
    problem.solve(solver=cp.CLARABEL)
    return problem.value


@pytest.mark.parametrize("l1", [0.0, 0.5])
@pytest.mark.parametrize("power", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("case", hard_samples())
def test_objective_equals_clarabels(case, power, l1):
    X, y = hard_samples()[case]
    cost = np.full(len(y), 0.3)
    optimum = minimise_svm(X, y, cost, find_loss(power), l1)
    expected = clarabel(X, y, cost, power, l1)
    assert optimum.objective == pytest.approx(expected, rel=CLARABEL_TOLERANCE, abs=1e-7)


@pytest.mark.parametrize("l1", [0.0, 0.5])
@pytest.mark.parametrize("penalty", [1e-4, 1.0, 1e4])
@pytest.mark.parametrize("power", [1.0, 1.05, 1.5, 2.0])
@pytest.mark.parametrize("case", hard_samples())
def test_gap_is_certified_on_hard_data(case, power, penalty, l1):
    X, y = hard_samples()[case]
    cost = np.full(len(y), penalty)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        optimum = minimise_svm(X, y, cost, find_loss(power), l1)
    assert optimum.duality_gap <= 1e-8 * optimum.objective
    value = svm_objective(optimum, X, y, cost, power, l1)
    # Margins of features near 1e3 are rounded to 1e-13, which a penalty of 1e4 multiplies.
    assert optimum.objective == pytest.approx(value, rel=1e-8)


@pytest.mark.slow
@settings(max_examples=60)
@given(st.integers(0, 10**6), st.sampled_from([1.0, 1.5, 2.0]), st.sampled_from([0.0, 0.3]))
def test_no_other_point_lies_below_the_certified_bound(seed, power, l1):
    rng = np.random.default_rng(seed)
    X, y = sample(seed, int(rng.integers(4, 30)), int(rng.integers(1, 8)))
    cost = rng.exponential(size=len(y))
    optimum = minimise_svm(X, y, cost, find_loss(power), l1)
    bound = optimum.objective - optimum.duality_gap
    for scale in (1e-6, 1e-3, 1e-1):
        optimum.coef = optimum.coef + scale * rng.normal(size=X.shape[1])
        optimum.intercept += scale * rng.normal()
        assert svm_objective(optimum, X, y, cost, power, l1) >= bound * (1 - 1e-13)


@pytest.mark.parametrize("l1", [0.0, 0.5])
@pytest.mark.parametrize("power", [1.0, 1.5, 2.0])
def test_prices_that_do_not_balance_the_classes_still_bound_from_below(power, l1):
    X, y = sample(6, 30, 3)
    cost = np.full(30, 0.3)
    problem = SVMProblem(X, y, cost, find_loss(power), l1)
    by_class = np.column_stack([y > 0, y < 0]) * y[:, None]
    optimum = minimise_svm(X, y, cost, find_loss(power), l1).objective
    for share in (0.05, 0.3, 1.0):
        alpha = cost * np.where(y > 0, share, 0.1)
        class_sums = X.T @ (by_class * alpha[:, None])
        assert _dual_objective(problem, alpha, class_sums, by_class) < optimum
        # Unbalanced, one class could promise anything: the sum of all its prices.
        many = _dual_objective(problem, alpha * 1e-3, class_sums * 1e-3, by_class)
        assert many <= 2e-3 * (1 + 1e-12) * min(alpha[y > 0].sum(), alpha[y < 0].sum())


def test_a_gap_that_stays_open_is_warned_of(monkeypatch):
    monkeypatch.setattr(interior_point, "MAX_ITERATIONS", 3)
    X, y = sample(7, 30, 3)
    with pytest.warns(ConvergenceWarning, match="relative duality gap of"):
        minimise_svm(X, y, np.ones(30), find_loss(1.0))


@pytest.mark.parametrize("power", [1.0, 2.0])
def test_both_factorisations_give_the_same_step(power):
    X, y = sample(3, 20, 20)
    cost = np.full(20, 0.5)
    by_features = minimise_svm(X, y, cost, find_loss(power))
    # A feature of zeros makes the features outnumber the samples, and changes nothing else.
    by_samples = minimise_svm(np.c_[X, np.zeros(20)], y, cost, find_loss(power))
    np.testing.assert_allclose(by_samples.coef[:20], by_features.coef, atol=1e-8)
    assert by_samples.coef[20] == 0


def test_middle_of_the_optimal_intercepts():
    # Every sample is at its bound, so that the objective is flat between the kinks
    # b = -1 - w x of the nearest negative and b = 1 - w x of the nearest positive.
    X, y, penalty = np.array([[1.0], [3.0], [-2.0], [-4.0]]), np.array([1.0, 1, -1, -1]), 0.01
    optimum = minimise_svm(X, y, np.full(4, penalty), find_loss(1.0))
    w = penalty * (1 + 3 + 2 + 4)
    assert optimum.coef == pytest.approx([w])
    kinks = np.sort(y - X[:, 0] * w)
    assert optimum.intercept == pytest.approx((kinks[1] + kinks[2]) / 2)


def test_intercept_is_the_middle_for_uninformative_features():
    # Balanced: any b in [-1, 1] is optimal. Unbalanced: b = -1 alone is.
    X = np.zeros((4, 2))
    balanced = minimise_svm(X, np.array([1.0, 1, -1, -1]), np.ones(4), find_loss(1.0))
    assert balanced.intercept == pytest.approx(0, abs=1e-12)
    unbalanced = minimise_svm(X, np.array([1.0, -1, -1, -1]), np.ones(4), find_loss(1.0))
    assert unbalanced.intercept == pytest.approx(-1)


def test_weighted_gram_does_not_depend_on_the_blocks(monkeypatch):
    X, _ = sample(4, 50, 6)
    weights = np.linspace(0.1, 2, 50)
    expected = X.T @ (weights[:, None] * X)
    for block in (1, 40, 10**6):
        monkeypatch.setattr(interior_point_step, "GRAM_BLOCK", block)
        np.testing.assert_allclose(interior_point_step._weighted_gram(X, weights), expected)
