"""Tests of RCD that takes the lowest of equally good steps."""

import numpy as np
import pytest
from sklearn.datasets import make_classification

from methods.perceptron._lowest_step_kernels import lowest_step
from methods.perceptron.lowest_step_rcd import LowestStepPerceptron
from methods.perceptron.random_coordinate_descent import RandomCoordinateDescentPerceptron


def errors_at(alpha, f, delta, signs):
    return int((signs * (f + alpha * delta) <= 0).sum())


@pytest.mark.parametrize("seed", range(40))
def test_the_step_is_in_the_first_bounded_interval_with_the_fewest_errors(seed):
    rng = np.random.RandomState(seed)
    n = rng.randint(2, 12)
    # whole numbers, so that some crossings coincide
    f, delta = rng.randint(-3, 4, n).astype(float), rng.choice([-2.0, -1.0, 1.0, 2.0], n)
    signs = rng.choice([-1.0, 1.0], n)
    ts = np.unique(-f / delta)
    middles = [*(ts[:-1] + ts[1:]) / 2, ts[0] - 1, ts[-1] + 1]  # the ends come last
    counts = [errors_at(alpha, f, delta, signs) for alpha in middles]
    step = lowest_step(f, delta, signs, np.ones(n))
    assert step == middles[int(np.argmin(counts))]


def test_examples_that_the_direction_does_not_move_are_left_out():
    f, delta, signs = np.array([1.0, 5.0, -2.0]), np.array([1.0, 0.0, 0.0]), np.ones(3)
    assert lowest_step(f, delta, signs, np.ones(3)) == 0.0  # right of the one crossing, at -1
    assert lowest_step(f, np.zeros(3), signs, np.ones(3)) == 0.0


@pytest.fixture(scope="module")
def data():
    X, y = make_classification(80, 4, n_redundant=0, flip_y=0.3, random_state=2)
    return X / np.abs(X).max(axis=0), y


@pytest.mark.parametrize("bias_step", [False, True, "apart"])
def test_the_training_error_falls_to_about_that_of_the_widest_steps(data, bias_step):
    options = {"epochs": 500, "bias_step": bias_step, "init": "zero", "random_state": 1}
    lowest = LowestStepPerceptron(**options).fit(*data)
    widest = RandomCoordinateDescentPerceptron(**options).fit(*data)
    assert (np.diff(lowest.train_error_trace_) <= 0).all()
    assert lowest.train_error_trace_[-1] == pytest.approx(1 - lowest.score(*data))
    assert abs(lowest.train_error_trace_[-1] - widest.train_error_trace_[-1]) < 0.05


def test_both_rules_agree_where_no_two_steps_are_equally_good():
    X, y = np.array([[1.0], [2.0], [4.0], [8.0]]), np.array([0, 0, 1, 1])
    options = {"epochs": 1, "bias_step": True, "random_state": 0}
    lowest = LowestStepPerceptron(**options).fit(X, y)
    widest = RandomCoordinateDescentPerceptron(**options).fit(X, y)
    np.testing.assert_allclose(lowest.coef_trace_, widest.coef_trace_)
