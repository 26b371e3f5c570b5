"""Examples, exact weights, the epochs of a trace, and the trials of an epoch."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from methods.perceptron.examples import (
    exact_weights,
    integers_below,
    make_examples,
    trace_epochs,
    trial_drawer,
)


def test_constant_feature_comes_first_in_both_layouts():
    X = np.asfortranarray(np.arange(6.0).reshape(3, 2))
    examples = make_examples(X, np.array([1.0, -1.0, 1.0]), np.ones(3))
    np.testing.assert_array_equal(examples.rows, np.c_[np.ones(3), X])
    np.testing.assert_array_equal(examples.columns, examples.rows.T)
    assert examples.rows.flags.c_contiguous
    assert examples.columns.flags.c_contiguous


positive_weights = st.lists(st.floats(1e-12, 1e12), min_size=1, max_size=40).map(np.array)


@given(positive_weights, st.randoms(use_true_random=False))
def test_sums_of_exact_weights_do_not_depend_on_the_order(weights, random):
    exact = exact_weights(weights).tolist()
    total = sum(exact)
    random.shuffle(exact)
    assert sum(exact) == total
    assert 0.5 <= total <= 1


@given(positive_weights)
def test_exact_weights_are_the_weights_up_to_rounding_and_a_power_of_two(weights):
    factor = np.exp2(-np.frexp(weights.sum())[1].astype(float))
    np.testing.assert_allclose(exact_weights(weights), weights * factor, rtol=0, atol=2.0**-53)


def test_integer_weights_are_not_rounded():
    exact = exact_weights(np.array([3.0, 1.0, 7.0, 2.0**40]))
    np.testing.assert_array_equal(exact / exact[1], [3, 1, 7, 2.0**40])


@pytest.mark.parametrize("epochs", [1, 2, 7, 200, 2000])
def test_trace_epochs_rise_from_the_first_to_the_last(epochs):
    entries = trace_epochs(epochs)
    assert entries[0] == 1
    assert entries[-1] == epochs
    assert (np.diff(entries) > 0).all()


def test_trace_epochs_are_spaced_logarithmically():
    late = trace_epochs(2000)[-20:]
    ratios = late[1:] / late[:-1]
    assert ratios.max() / ratios.min() < 1.05


def draw(order, weighting, shares, n_epochs, seed=0):
    drawer, steps = trial_drawer(order, weighting, shares, np.random.RandomState(seed))
    return drawer(n_epochs), steps


def test_an_epoch_has_a_trial_for_each_example():
    shares = np.full(5, 0.2)
    fixed, _ = draw("fixed", "reweight", shares, 2)
    np.testing.assert_array_equal(fixed, [0, 1, 2, 3, 4] * 2)
    permuted, _ = draw("permute", "reweight", shares, 30)
    epochs = permuted.reshape(30, 5)
    np.testing.assert_array_equal(np.sort(epochs), np.tile(np.arange(5), (30, 1)))
    assert len(np.unique(epochs, axis=0)) > 10
    sampled, _ = draw("sample", "reweight", shares, 30)
    assert sampled.shape == (150,)
    assert (np.sort(sampled.reshape(30, 5)) != np.arange(5)).any()


def test_reweighting_draws_evenly_and_resampling_by_weight():
    shares = np.array([0.5, 0.4, 0.1])
    even, steps = draw("sample", "reweight", shares, 10_000)
    np.testing.assert_allclose(np.bincount(even) / 30_000, 1 / 3, atol=0.02)
    np.testing.assert_allclose(steps, 3 * shares)
    by_weight, steps = draw("sample", "resample", shares, 10_000)
    np.testing.assert_allclose(np.bincount(by_weight) / 30_000, shares, atol=0.02)
    np.testing.assert_array_equal(steps, 1)


def test_resampling_needs_random_draws():
    with pytest.raises(ValueError, match="needs order='sample', got order='fixed'"):
        draw("fixed", "resample", np.ones(3) / 3, 1)


@pytest.mark.parametrize("n", [1, 2, 3, 64, 65, 614, 1024, 1025, 2**31 + 1])
@pytest.mark.parametrize("size", [0, 1, 2000, 2001, 50_000])
def test_draws_are_those_of_numpy_and_leave_its_generator_where_it_would_be(n, size):
    ours, numpys = np.random.RandomState(3), np.random.RandomState(3)
    expected = numpys.randint(n, size=size)
    drawn = integers_below(n, size, ours)
    assert drawn.dtype == expected.dtype
    np.testing.assert_array_equal(drawn, expected)
    assert ours.randint(2**32) == numpys.randint(2**32)
