"""The averaged perceptron against a plain reading of Algorithms 2.2 and 2.6."""

import numpy as np
import pytest
from sklearn.datasets import make_classification

from methods.perceptron.averaged import AveragedPerceptron
from methods.perceptron.examples import ORDERS, trial_drawer


@pytest.fixture(scope="module")
def data():
    X, y = make_classification(60, 4, n_redundant=0, flip_y=0.3, random_state=2)
    weights = np.random.default_rng(2).uniform(0.5, 2, 60)
    return X, y, weights / weights.sum()


def plain_average(X, y, w, steps, trials):
    """Every vector and its survival time, summed at the end; Algorithm 2.6."""
    rows, signs = np.c_[np.ones(len(X)), X], np.where(y == 1, 1, -1)
    vectors, survived = [w], [0.0]
    for k in trials:
        if signs[k] * (vectors[-1] @ rows[k]) > 0:
            survived[-1] += steps[k]
        else:
            vectors.append(vectors[-1] + steps[k] * signs[k] * rows[k])
            survived.append(steps[k])
    return np.array(survived) @ np.array(vectors)


ALLOWED = [(order, "reweight") for order in ORDERS] + [("sample", "resample")]


@pytest.mark.parametrize(("order", "weighting"), ALLOWED)
def test_fit_equals_a_plain_reading_of_the_algorithms(data, order, weighting):
    X, y, phi = data
    model = AveragedPerceptron(
        40, order=order, weighting=weighting, init="zero", random_state=4
    ).fit(X, y, phi)
    draw, steps = trial_drawer(order, weighting, phi, np.random.RandomState(4))
    trials = draw(40)
    for epochs, vector in zip(model.trace_epochs_, model.coef_trace_, strict=True):
        expected = plain_average(X, y, np.zeros(5), steps, trials[: epochs * len(X)])
        np.testing.assert_allclose(vector, expected, rtol=1e-9)


def test_training_error_is_that_of_the_sum(data):
    X, y, phi = data
    model = AveragedPerceptron(40, random_state=0).fit(X, y, phi)
    for w, error in zip(model.coef_trace_, model.train_error_trace_, strict=True):
        wrong = np.where(y == 1, 1, -1) * (w[0] + X @ w[1:]) <= 0
        assert error == pytest.approx(phi[wrong].sum())


def test_fixed_order_needs_no_seed_and_the_others_do(data):
    X, y, _ = data
    for order in ORDERS:
        one, other = (AveragedPerceptron(20, order=order, random_state=s).fit(X, y) for s in (0, 1))
        assert np.array_equal(one.coef_, other.coef_) == (order == "fixed")


def test_resampling_without_random_order_is_refused(data):
    X, y, _ = data
    with pytest.raises(ValueError, match="needs order='sample', got order='permute'"):
        AveragedPerceptron(order="permute", weighting="resample").fit(X, y)
