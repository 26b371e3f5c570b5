"""Each loss agrees with itself, and a new loss is fitted by both solvers."""

import cvxpy as cp
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize_scalar
from scipy.special import expit, xlogy

from methods import ExclusivityMachine, PrimalSVM
from methods.objectives import exclusivity_objective, primal_svm_objective
from methods.objectives.losses import LOSSES, MarginLoss, PowerHinge, find_loss


class HuberHinge(MarginLoss):
    """The hinge with a parabola in place of its kink: t^2 / 2 for t in [0, 1], then t - 1/2."""

    linear_pieces = ((-np.inf, 0.0), (1.0, np.inf))

    def value(self, excess):
        curved = np.clip(excess, 0, 1)
        return curved * (np.maximum(excess, 0) - curved / 2)

    def slope(self, excess, cost):
        return cost * np.clip(excess, 0, 1)

    def curvature(self, excess, cost):
        return cost * ((excess > 0) & (excess < 1))

    def conjugate(self, price, cost):
        return float(np.sum(price**2 / (2 * cost))) if np.all(price <= cost) else np.inf


class Logistic(MarginLoss):
    """log(1 + exp(-margin)), which is below rounding from an excess of -40 down."""

    lowest_excess = -40.0
    linear_pieces = ()

    def value(self, excess):
        return np.logaddexp(0, excess - 1)

    def slope(self, excess, cost):
        return cost * expit(excess - 1)

    def curvature(self, excess, cost):
        return cost * expit(excess - 1) * expit(1 - excess)

    def conjugate(self, price, cost):
        share = price / cost
        if np.any(share > 1):
            return np.inf
        return float(np.sum(price + cost * (xlogy(share, share) + xlogy(1 - share, 1 - share))))


NEW = {"huber_hinge": HuberHinge(), "logistic": Logistic()}
EVERY = {**LOSSES, "power": PowerHinge(1.4), **NEW}


@pytest.fixture
def new_losses(monkeypatch):
    for name, loss in NEW.items():
        monkeypatch.setitem(LOSSES, name, loss)


def sample(n, d, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    y = np.where(X[:, 0] + rng.normal(size=n) > 0, 1, -1)
    y[:2] = 1, -1
    return X, y, rng.exponential(size=n) + 0.1


@pytest.mark.parametrize("name", EVERY)
def test_slope_and_curvature_are_the_derivatives(name):
    loss, h = EVERY[name], 1e-6
    excess = np.array([0.15, 0.4, 0.9, 1.3, 2.7])
    cost = np.array([0.5, 1.0, 2.0, 0.3, 7.0])
    rise = cost * (loss.value(excess + h) - loss.value(excess - h)) / (2 * h)
    np.testing.assert_allclose(loss.slope(excess, cost), rise, rtol=1e-6)
    bend = (loss.slope(excess + h, cost) - loss.slope(excess - h, cost)) / (2 * h)
    np.testing.assert_allclose(loss.curvature(excess, cost), bend, rtol=1e-6, atol=1e-9)


@pytest.mark.parametrize("name", EVERY)
def test_conjugate_is_the_largest_gap_between_a_line_and_the_loss(name):
    loss, cost = EVERY[name], np.array([0.7])
    excess = np.linspace(-40, 60, 1_000_001)
    for price in (0.01, 0.2, 0.69):
        gaps = price * excess - 0.7 * loss.value(excess)
        assert loss.conjugate(np.array([price]), cost) == pytest.approx(gaps.max(), abs=1e-6)


@pytest.mark.parametrize("name", EVERY)
@given(excess=st.floats(-5, 5), ratio=st.floats(1e-3, 50))
def test_proximal_step_minimises_its_problem(name, excess, ratio):
    loss = EVERY[name]

    def objective(u):
        return float(ratio * loss.value(np.array([u]))[0] + 0.5 * (u - excess) ** 2)

    step = loss.proximal(np.array([excess]), ratio)[0]
    best = minimize_scalar(objective, bounds=(-60, 6), method="bounded", options={"xatol": 1e-10})
    assert objective(step) <= best.fun + 1e-9 * (1 + best.fun)


@pytest.mark.parametrize("name", EVERY)
def test_a_loss_is_straight_on_its_pieces_and_curved_elsewhere(name):
    loss = EVERY[name]
    for low, high in zip(np.arange(-3, 4, 0.5), np.arange(-2.5, 4.5, 0.5), strict=False):
        ends = loss.value(np.array([low, high, (low + high) / 2]))
        is_straight = ends[2] >= ends[:2].mean() - 1e-12
        assert is_straight == any(a <= low and high <= b for a, b in loss.linear_pieces)


def test_powers_at_the_ends_are_the_named_losses():
    assert find_loss(1) is find_loss(1.0) is LOSSES["hinge"]
    assert find_loss(2) is find_loss(2.0) is LOSSES["squared_hinge"]
    assert find_loss(1.25).power == 1.25


@pytest.mark.parametrize("loss", ["logistic", 0.9, 2.1, None, [1]])
def test_unknown_loss_names_the_choices(loss):
    with pytest.raises(ValueError, match="'hinge', 'squared_hinge' or a power in"):
        find_loss(loss)


def convex_optimum(name, X, y, cost, l1=0.0):
    """Value and w by Clarabel of 1/2 ||w||^2 + l1 ||w||_1 + the new loss."""
    w, b = cp.Variable(X.shape[1]), cp.Variable()
    margins = cp.multiply(y, X @ w + b)
    if name == "logistic":
        losses = cp.logistic(-margins)
    else:
        # The parabola and the line: the least of v^2 / 2 + r over v + r >= t and v, r >= 0.
        v, r = cp.Variable(len(y), nonneg=True), cp.Variable(len(y), nonneg=True)
        losses = cp.square(v) / 2 + r
    objective = cp.sum_squares(w) / 2 + l1 * cp.norm1(w) + cost @ losses
    conditions = [] if name == "logistic" else [v + r >= 1 - margins]
    value = cp.Problem(cp.Minimize(objective), conditions).solve(solver=cp.CLARABEL)
    return value, w.value


@pytest.mark.parametrize("shape", [(30, 3), (12, 20)])
@pytest.mark.parametrize("name", NEW)
def test_both_solvers_of_the_svm_fit_a_new_loss(name, shape, new_losses):
    X, y, weights = sample(*shape)
    value, coef = convex_optimum(name, X, y, 2.0 * weights)
    exact = PrimalSVM(2.0, loss=name).fit(X, y, weights)
    assert exact.objective_ == pytest.approx(value, rel=1e-6)
    assert exact.duality_gap_ <= 1e-9 * exact.objective_
    np.testing.assert_allclose(exact.coef_, coef, atol=1e-3)
    printed = PrimalSVM(2.0, loss=name, solver="alm", tol=1e-10).fit(X, y, weights)
    assert exact.objective_ * (1 - 1e-9) <= printed.objective_ <= exact.objective_ * 1.05
    value_there = primal_svm_objective(exact.coef_, exact.intercept_, X, y, 2.0 * weights, name)
    assert exact.objective_ == value_there


HARD = {
    "separable": lambda X, y: (X + 4 * y[:, None], y),
    "scales from 1e-3 to 1e3": lambda X, y: (X * np.logspace(-3, 3, X.shape[1]), y),
    "one positive": lambda X, y: (X, np.where(np.arange(len(y)) == 0, 1, -1)),
    "duplicated feature": lambda X, y: (np.c_[X, X], y),
    "no information": lambda X, y: (np.zeros_like(X), y),
}


@pytest.mark.parametrize("penalty", [1e-3, 1.0, 1e3])
@pytest.mark.parametrize("case", HARD)
@pytest.mark.parametrize("name", NEW)
def test_the_exact_solver_certifies_a_new_loss_on_hard_data(name, case, penalty, new_losses):
    X, y, _ = sample(40, 4)
    for sparsity in (0.0, 0.5):
        machine = ExclusivityMachine(
            1, penalty=penalty, loss=name, sparsity=sparsity, solver="exact"
        ).fit(*HARD[case](X, y))
        assert machine.duality_gap_ <= 1e-9 * machine.objective_


@pytest.mark.parametrize("name", NEW)
def test_the_exclusivity_machine_fits_a_new_loss_with_sparsity(name, new_losses):
    X, y, _ = sample(40, 4)
    value, coef = convex_optimum(name, X, y, np.full(40, 2.0 / 3), l1=0.6 / 3)
    machine = ExclusivityMachine(3, penalty=2.0, loss=name, sparsity=0.6, solver="exact").fit(X, y)
    constant = X.shape[1] * 0.6**2 / 2  # of the square that is kept whole
    assert machine.objective_ == pytest.approx(9 * value + constant, rel=1e-6)
    np.testing.assert_allclose(machine.coef_, coef, atol=1e-3)
    printed = machine.set_params(solver="alm", tol=1e-8).fit(X, y)
    assert printed.objective_ <= (9 * value + constant) * 1.05


def test_the_most_diverse_optimum_of_a_new_loss_is_optimal(new_losses):
    X, y, _ = sample(15, 40)
    machine = ExclusivityMachine(
        3, penalty=0.5, loss="huber_hinge", solver="exact", spread="largest", random_state=0
    ).fit(X, y)
    W, b = machine.components_, machine.component_intercepts_
    assert not np.allclose(W[0], W[1])
    equal = np.tile(machine.coef_, (3, 1)), np.full(3, machine.intercept_)
    lowest = exclusivity_objective(*equal, X, y, 0.5, "huber_hinge")
    assert exclusivity_objective(W, b, X, y, 0.5, "huber_hinge") == pytest.approx(lowest, rel=1e-7)
