"""The step along a direction: its three rules, and the minimum against plain searches."""

from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import brentq

from methods.boosting.costs import BisigmoidCost, ExponentialCost
from methods.boosting.step_search import (
    LARGEST_CHANGE,
    MINIMUM,
    NO_DESCENT,
    NO_FINITE_MINIMISER,
    minimise_along,
)

SIGMOID = BisigmoidCost(1.0, 1.0)
COSTS = [ExponentialCost(), SIGMOID, BisigmoidCost(1.0, 1.05), BisigmoidCost(0.8, 1.5)]


def slope(cost, margins, changes, weights, alpha):
    return (weights * changes) @ cost.derivative(margins + alpha * changes)


def random_line(seed, n=30):
    rng = np.random.default_rng(seed)
    return 3 * rng.normal(size=n), rng.normal(size=n), rng.uniform(0.1, 1, size=n) / n


@pytest.mark.parametrize("cost", COSTS)
def test_step_is_the_first_zero_of_the_slope(cost):
    n_minima = 0
    for margins, changes, weights in map(random_line, range(30)):
        if slope(cost, margins, changes, weights, 0.0) > 0:
            changes = -changes
        line = margins, changes, weights
        step = minimise_along(cost, *line)
        if step.outcome == MINIMUM:
            n_minima += 1
            grid = np.linspace(0, step.alpha, 1001)
            slopes = np.array([slope(cost, *line, alpha) for alpha in grid])
            beyond = slope(cost, *line, step.alpha * (1 + 1e-6))
            assert np.all(slopes[:-1] < 0)
            assert abs(slopes[-1]) < 1e-5 * beyond  # the gradient is orthogonal to the direction
    assert n_minima > 15


@settings(max_examples=100)
@given(st.integers(0, 10**6))
def test_closed_form_is_what_the_search_finds(seed):
    rng = np.random.default_rng(seed)
    margins, weights = rng.normal(size=20), rng.uniform(0.1, 1, size=20)
    changes = np.where(rng.random(20) < 0.8, 1.0, -1.0)
    exponential = ExponentialCost()
    searched = SimpleNamespace(derivative=exponential.derivative)
    closed = minimise_along(exponential, margins, changes, weights)
    searched_step = minimise_along(searched, margins, changes, weights)
    assert searched_step.outcome == closed.outcome
    assert searched_step.alpha == pytest.approx(closed.alpha, rel=1e-10)
    if closed.outcome == MINIMUM:
        D = weights * np.exp(-margins)
        error = D[changes < 0].sum() / D.sum()
        assert closed.alpha == pytest.approx(0.5 * np.log((1 - error) / error), rel=1e-12)


@pytest.mark.parametrize("spread", [0, 1, 3, 6])
def test_exponential_step_is_the_zero_that_brent_finds_however_unlike_the_changes_are(spread):
    n_minima = 0
    for seed in range(100):
        rng = np.random.default_rng(seed)
        forces = rng.normal(size=20) * 10.0 ** rng.uniform(-spread, 0, size=20)
        changes = np.copysign(10.0 ** rng.uniform(-spread, 0, size=20), forces)
        if forces.sum() < 0:
            forces, changes = -forces, -changes
        slopes = -forces / changes
        step = minimise_along(ExponentialCost(), np.zeros(20), changes, -slopes, slopes)

        def falls(alpha, forces=forces, changes=changes):
            return forces @ np.exp(-alpha * changes)

        longest = LARGEST_CHANGE / np.abs(changes).max()
        if falls(longest) > 0:
            assert step == (longest, NO_FINITE_MINIMISER)
        else:
            n_minima += 1
            zero = brentq(falls, 0, longest, xtol=1e-300, rtol=1e-14)
            size = np.abs(forces) @ np.exp(-zero * changes)
            rounding = 1e-14 * size / (forces * changes @ np.exp(-zero * changes))
            assert step.alpha == pytest.approx(zero, rel=1e-11, abs=rounding)
    assert n_minima > 30


def test_first_minimum_is_taken_though_a_later_one_is_lower():
    margins, changes = np.array([-1.0, 3.0, -12.0]), np.array([1.0, -1.0, 1.0])
    weights = np.array([1.0, 0.8, 5.0])

    def value(alpha):
        return weights @ SIGMOID.value(margins + alpha * changes)

    step = minimise_along(SIGMOID, margins, changes, weights)
    assert step.outcome == MINIMUM and 1 < step.alpha < 3
    assert value(15) < value(step.alpha) < min(value(0), value(3.5))


@pytest.mark.parametrize("cost", COSTS)
def test_errorless_direction_has_no_finite_minimiser(cost):
    rng = np.random.default_rng(0)
    for changes in (np.ones(10), rng.uniform(0, 5, size=10)):
        step = minimise_along(cost, rng.normal(size=10), changes, np.full(10, 0.1))
        assert step.outcome == NO_FINITE_MINIMISER
        assert step.alpha * changes.max() == pytest.approx(LARGEST_CHANGE)


@pytest.mark.parametrize("error", [0.01, 0.3, 0.49])
def test_sigmoid_falls_for_ever_along_its_first_direction(error):
    changes, weights = np.array([1.0, -1.0]), np.array([1 - error, error])
    step = minimise_along(SIGMOID, np.zeros(2), changes, weights)
    assert step.outcome == NO_FINITE_MINIMISER
    values = [weights @ SIGMOID.value(alpha * changes) for alpha in (0, 1, 2, 4, 8)]
    assert np.all(np.diff(values) < 0)


@pytest.mark.parametrize("error", [0.003, 0.1, 0.3, 0.49])
def test_bisigmoid_has_its_first_minimum_where_the_errors_weigh_as_much_as_the_rest(error):
    changes, weights = np.array([1.0, -1.0]), np.array([1 - error, error])
    step = minimise_along(BisigmoidCost(1.0, 1.05), np.zeros(2), changes, weights)
    assert step.outcome == MINIMUM
    ratio = (np.cosh(step.alpha) / np.cosh(step.alpha / 1.05)) ** 2
    assert ratio == pytest.approx((1 - error) / error, rel=1e-9)
    if error < 0.2:  # far out, where the cost is flat to sixteen digits
        assert step.alpha == pytest.approx(10.5 * np.log((1 - error) / error), rel=1e-3)


def test_bisigmoid_falls_for_ever_where_the_errors_are_on_the_faster_examples():
    changes, weights = np.array([0.5, -1.0]), np.array([0.75, 0.25])
    step = minimise_along(BisigmoidCost(1.0, 1.05), np.zeros(2), changes, weights)
    assert step.outcome == NO_FINITE_MINIMISER


@pytest.mark.parametrize("cost", COSTS)
def test_direction_that_does_not_descend_is_refused(cost):
    margins = np.zeros(6)
    weights = np.array([0.1, 0.2, 0.3, 0.3, 0.2, 0.1])  # 0.1 + 0.2 is not 0.3
    changes = np.array([1.0, 1.0, -1.0, 1.0, -1.0, -1.0])
    assert minimise_along(cost, margins, changes, weights) == (0.0, NO_DESCENT)
    changes[0] = -1.0
    assert minimise_along(cost, margins, changes, weights) == (0.0, NO_DESCENT)
    assert minimise_along(cost, margins, np.zeros(6), weights) == (0.0, NO_DESCENT)


def test_any_cost_with_a_derivative_is_accepted():
    squares = SimpleNamespace(derivative=lambda margins: 2 * (margins - 1))
    margins, changes, weights = random_line(3)
    expected = (weights * changes) @ (1 - margins) / (weights @ changes**2)
    step = minimise_along(squares, margins, np.sign(expected) * changes, weights)
    assert step.outcome == MINIMUM
    assert step.alpha == pytest.approx(abs(expected), rel=1e-10)


def test_search_ends_where_no_example_has_any_slope_left():
    hinge = SimpleNamespace(derivative=lambda margins: -2 * np.maximum(1 - margins, 0))
    step = minimise_along(hinge, np.array([0.0, -1.0]), np.array([1.0, 1.0]), np.array([0.5, 0.5]))
    assert step.outcome == NO_FINITE_MINIMISER
    assert 2 <= step.alpha < 4


@pytest.mark.parametrize("decades", [0, 100, 250, 305])
def test_the_step_does_not_depend_on_how_small_the_cost_has_become(decades):
    margins, changes, weights = random_line(3)
    if slope(ExponentialCost(), margins, changes, weights, 0.0) > 0:
        changes = -changes
    expected = minimise_along(ExponentialCost(), margins, changes, weights)
    late = minimise_along(ExponentialCost(), margins + decades * np.log(10), changes, weights)
    assert late.outcome == expected.outcome == MINIMUM
    assert late.alpha == pytest.approx(expected.alpha, rel=1e-6)


def test_a_direction_with_almost_no_error_has_a_finite_step():
    rng = np.random.default_rng(0)
    for seed in range(200):
        changes = rng.uniform(0, 1, size=30) ** rng.integers(1, 40)
        changes[rng.integers(30)] *= rng.choice([-1.0, -1e-9, -1e-200, 0.0])
        margins = rng.normal(size=30) * 10.0 ** rng.integers(0, 3) + rng.choice([0.0, 600.0])
        step = minimise_along(ExponentialCost(), margins, changes, np.full(30, 1 / 30))
        assert step.outcome in (MINIMUM, NO_DESCENT, NO_FINITE_MINIMISER), seed
        assert np.isfinite(step.alpha)
