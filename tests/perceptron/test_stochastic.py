"""Stochastic gradient descent against a plain loop over the printed costs."""

import cvxpy as cp
import numpy as np
import pytest
from sklearn.datasets import make_classification

from methods.perceptron.examples import trial_drawer
from methods.perceptron.stochastic import LOSSES, StochasticPerceptron

COSTS = {
    "hinge": lambda margin: np.maximum(0, 1 - margin),
    "modified_least_squares": lambda margin: np.maximum(0, 1 - margin) ** 2,
}


@pytest.fixture(scope="module")
def data():
    X, y = make_classification(60, 4, n_redundant=0, flip_y=0.3, random_state=2)
    weights = np.random.default_rng(2).uniform(0.5, 2, 60)
    return 2 * (X - X.min(axis=0)) / np.ptp(X, axis=0) - 1, y, weights / weights.sum()


def plain_descent(X, y, w, steps, trials, cost):
    rows, signs = np.c_[np.ones(len(X)), X], np.where(y == 1, 1, -1)
    for k in trials:
        margin = signs[k] * (w @ rows[k])
        slope = (cost(margin + 1e-6) - cost(margin - 1e-6)) / 2e-6
        w = w - steps[k] * slope * signs[k] * rows[k]
    return w


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("weighting", ["reweight", "resample"])
def test_fit_steps_against_the_gradient_of_the_printed_cost(data, loss, weighting):
    X, y, phi = data
    model = StochasticPerceptron(
        30, loss=loss, learning_rate=0.01, weighting=weighting, init="zero", random_state=4
    ).fit(X, y, phi)
    draw, steps = trial_drawer("sample", weighting, phi, np.random.RandomState(4))
    trials = draw(30)
    for epochs, vector in zip(model.trace_epochs_, model.coef_trace_, strict=True):
        some = trials[: epochs * len(X)]
        expected = plain_descent(X, y, np.zeros(5), 0.01 * steps, some, COSTS[loss])
        np.testing.assert_allclose(vector, expected, rtol=1e-6, atol=1e-9)


@pytest.mark.parametrize("loss", LOSSES)
def test_long_descent_comes_near_the_minimum_of_the_cost(data, loss):
    X, y, _ = data
    rows, signs = np.c_[np.ones(len(X)), X], np.where(y == 1, 1, -1)
    v = cp.Variable(5)
    cost = cp.pos(1 - cp.multiply(signs, rows @ v))
    least = cp.Problem(cp.Minimize(cp.sum(cost ** (1 if loss == "hinge" else 2)) / 60)).solve()
    model = StochasticPerceptron(3000, loss=loss, random_state=0).fit(X, y)
    reached = COSTS[loss](signs * model.decision_function(X)).mean()
    assert least - 1e-6 <= reached <= least * 1.02


def test_training_error_is_that_of_the_vector(data):
    X, y, phi = data
    model = StochasticPerceptron(40, random_state=0).fit(X, y, phi)
    for w, error in zip(model.coef_trace_, model.train_error_trace_, strict=True):
        wrong = np.where(y == 1, 1, -1) * (w[0] + X @ w[1:]) <= 0
        assert error == pytest.approx(phi[wrong].sum())


def test_divergence_is_an_error_that_says_what_to_do(data):
    X, y, _ = data
    model = StochasticPerceptron(loss="modified_least_squares", learning_rate=1.0)
    with pytest.raises(ValueError, match=r"diverged .* scale"):
        model.fit(100 * X, y)


def test_half_the_rate_steps_by_the_residual_as_the_program_of_the_author(data):
    X, y, _ = data
    rows, signs = np.c_[np.ones(len(X)), X], np.where(y == 1, 1, -1)
    model = StochasticPerceptron(
        5, loss="modified_least_squares", learning_rate=0.001, init="zero", random_state=4
    ).fit(X, y)
    draw, _ = trial_drawer("sample", "reweight", np.full(60, 1 / 60), np.random.RandomState(4))
    w = np.zeros(5)
    for k in draw(5):
        value = w @ rows[k]
        if signs[k] * value < 1:
            w = w + 0.002 * (signs[k] - value) * rows[k]
    np.testing.assert_allclose(np.r_[model.intercept_, model.coef_], w, rtol=1e-9)
