"""Tests of ROMMA in plain doubles."""

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.datasets import make_classification

from methods.perceptron._plain_romma_kernels import plain_romma_trials
from methods.perceptron.examples import ORDERS, make_examples, trial_drawer
from methods.perceptron.fisher import fisher_discriminant
from methods.perceptron.plain_romma import PlainROMMA
from methods.perceptron.romma import ROMMA


@pytest.fixture(scope="module")
def data():
    X, y = make_classification(60, 4, n_redundant=0, flip_y=0.3, random_state=2)
    return X / np.abs(X).max(axis=0), y


def first_not_finite(X, y, w, trials):
    """The number of trials before that which leaves a weight that is not finite, by NumPy."""
    rows, signs = np.c_[np.ones(len(X)), X], np.where(y == 1, 1.0, -1.0)
    with np.errstate(all="ignore"):
        for number, k in enumerate(trials):
            x, label = rows[k], signs[k]
            xx, ww, wx = x @ x, w @ w, w @ x
            if label * wx > 0:
                continue
            if label * wx >= xx * ww:
                w = label * x / xx
            else:
                below = xx * ww - wx**2
                w = (xx * ww - label * wx) / below * w + label * ww * (1 - label * wx) / below * x
            if not np.isfinite(w).all():
                return number
    return len(trials)


@pytest.mark.parametrize("aggressive", [False, True])
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("init", ["fisher", "zero"])
def test_it_is_romma_while_numbers_are_small(data, aggressive, order, init):
    options = {"aggressive": aggressive, "order": order, "init": init, "random_state": 1}
    plain, scaled = (machine(5, **options).fit(*data) for machine in (PlainROMMA, ROMMA))
    np.testing.assert_array_equal(plain.coef_trace_, scaled.coef_trace_)
    assert plain.finite_epochs_ == 5


@pytest.mark.slow
@pytest.mark.parametrize("init", ["fisher", "zero"])
def test_numbers_fail_in_the_trial_where_numpy_says_so(data, init):
    X, y = data
    model = PlainROMMA(2000, init=init, random_state=3).fit(X, y)
    examples = make_examples(X, np.where(y == 1, 1.0, -1.0), np.ones(60))
    w = fisher_discriminant(examples) if init == "fisher" else np.zeros(5)
    draw, _ = trial_drawer("sample", "reweight", examples.shares, np.random.RandomState(3))
    trials = np.concatenate([draw(n) for n in np.diff(model.trace_epochs_, prepend=0)])
    done = first_not_finite(X, y, w, trials)
    assert done < len(trials)
    # the last bit of a sum may differ, and with it the trial
    assert model.finite_epochs_ == pytest.approx(done // 60, rel=0.2)


def test_the_last_finite_vector_is_kept(data):
    long, longer = (PlainROMMA(epochs, random_state=3).fit(*data) for epochs in (2000, 3000))
    assert long.finite_epochs_ == longer.finite_epochs_ < 2000
    np.testing.assert_array_equal(long.coef_, longer.coef_)
    assert np.abs(long.coef_).max() > 1e100
    late = long.coef_trace_[long.trace_epochs_ > long.finite_epochs_]
    np.testing.assert_array_equal(late, np.tile(late[0], (len(late), 1)))


def test_data_that_a_perceptron_separates_leave_numbers_finite():
    X = np.array([[-1.0, 0.2], [-0.5, -0.4], [0.5, 0.3], [1.0, -0.1]])
    model = clone(PlainROMMA(500, random_state=0)).fit(X, [0, 0, 1, 1])
    assert model.finite_epochs_ == 500 and model.score(X, [0, 0, 1, 1]) == 1


def test_an_example_parallel_to_the_vector_is_divided_by_zero():
    rows, signs, steps = np.array([[1.0, 1.0]]), np.array([-1.0]), np.ones(1)
    w = np.ones(2)
    trials = np.zeros(3, dtype=np.int64)
    assert plain_romma_trials(rows, signs, steps, trials, w, False) == 0
    np.testing.assert_array_equal(w, np.ones(2))
