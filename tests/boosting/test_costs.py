"""The costs: formulas, slopes, and the far ends that boosting reaches."""

import numpy as np
import pytest

from methods.boosting.costs import COSTS, BisigmoidCost, named_cost

MARGINS = np.r_[np.linspace(-6, 6, 41), 1e-9, -1e-9]


@pytest.mark.parametrize("name", COSTS)
def test_derivative_is_the_slope_of_the_value(name):
    cost, h = named_cost(name, 1.0, 1.3), 1e-6
    differences = (cost.value(MARGINS + h) - cost.value(MARGINS - h)) / (2 * h)
    np.testing.assert_allclose(cost.derivative(MARGINS), differences, rtol=1e-6, atol=1e-9)


def test_formulas_of_the_thesis():
    np.testing.assert_allclose(named_cost("exponential", 1, 1).value(MARGINS), np.exp(-MARGINS))
    np.testing.assert_allclose(named_cost("sigmoid", 9, 9).value(MARGINS), 1 - np.tanh(MARGINS))
    k = np.where(MARGINS > 0, 0.7, 1.3)
    expected = 0.7 - k * np.tanh(MARGINS / k)
    np.testing.assert_allclose(named_cost("bisigmoid", 0.7, 1.3).value(MARGINS), expected)


@pytest.mark.parametrize("name", COSTS)
def test_costs_are_positive_and_fall(name):
    cost, margins = named_cost(name, 1.0, 1.05), np.linspace(-300, 300, 601)
    values = cost.value(margins)
    assert np.all(values > 0) and np.all(np.diff(values) <= 0)
    assert np.all(cost.derivative(margins) < 0)


def test_slopes_keep_their_digits_where_the_cost_is_flat():
    margins = np.array([30.0, 100.0, 300.0])
    cost = BisigmoidCost(1.0, 1.05)
    np.testing.assert_allclose(cost.derivative(margins), -4 * np.exp(-2 * margins), rtol=1e-12)
    expected = -4 * np.exp(-2 * margins / 1.05)
    np.testing.assert_allclose(cost.derivative(-margins), expected, rtol=1e-12)
    np.testing.assert_allclose(cost.value(margins), 2 * np.exp(-2 * margins), rtol=1e-12)


def test_far_ends_do_not_overflow():
    cost = BisigmoidCost(1.0, 1.05)
    with np.errstate(all="raise", under="ignore"):
        np.testing.assert_array_equal(cost.value(np.array([1e4, -1e4])), [0.0, 2.05])
        np.testing.assert_array_equal(cost.derivative(np.array([1e4, -1e4])), [0.0, 0.0])
