"""ROMMA against its program, solved by CVXPY, and a plain loop of its closed form."""

import cvxpy as cp
import numpy as np
import pytest
from sklearn.datasets import make_classification

from methods.perceptron._kernels import romma_trials
from methods.perceptron.examples import ORDERS, trial_drawer
from methods.perceptron.romma import ROMMA


@pytest.fixture(scope="module")
def data():
    X, y = make_classification(60, 4, n_redundant=0, flip_y=0.1, random_state=2)
    weights = np.random.default_rng(2).uniform(0.5, 2, 60)
    return X, y, weights / weights.sum()


def plain_romma(X, y, w, steps, trials, aggressive):
    rows, signs = np.c_[np.ones(len(X)), X], np.where(y == 1, 1, -1)
    for k in trials:
        x, label, t = rows[k], signs[k], steps[k]
        if label * (w @ x) >= t or (label * (w @ x) > 0 and not aggressive):
            continue
        xx, ww, wx = x @ x, w @ w, w @ x
        if t * label * wx >= xx * ww:
            w = t * label * x / xx
        else:
            c = (xx * ww - t * label * wx) / (xx * ww - wx**2)
            d = ww * (t * label - wx) / (xx * ww - wx**2)
            w = c * w + d * x
    return w


ALLOWED = [(order, "reweight") for order in ORDERS] + [("sample", "resample")]


@pytest.mark.parametrize("aggressive", [False, True])
@pytest.mark.parametrize(("order", "weighting"), ALLOWED)
def test_fit_equals_a_plain_loop_of_the_closed_form(data, aggressive, order, weighting):
    X, y, phi = data
    model = ROMMA(
        6, aggressive=aggressive, order=order, weighting=weighting, init="zero", random_state=4
    ).fit(X, y, phi)
    draw, steps = trial_drawer(order, weighting, phi, np.random.RandomState(4))
    trials = draw(6)
    for epochs, vector in zip(model.trace_epochs_, model.coef_trace_, strict=True):
        expected = plain_romma(X, y, np.zeros(5), steps, trials[: epochs * len(X)], aggressive)
        np.testing.assert_allclose(vector / np.linalg.norm(vector),
                                   expected / np.linalg.norm(expected), rtol=1e-6)  # fmt: skip


@pytest.mark.parametrize("seed", range(6))
def test_a_trial_moves_to_the_shortest_vector_of_the_relaxed_constraints(seed):
    rng = np.random.default_rng(seed)
    x, w = rng.standard_normal(3), 0.3 * rng.standard_normal(3)
    t = 1.3
    v = cp.Variable(3)
    cp.Problem(cp.Minimize(cp.sum_squares(v)), [v @ x >= t, v @ w >= w @ w]).solve(cp.CLARABEL)
    moved = w.copy()
    romma_trials(x[None], np.ones(1), np.array([t]), np.array([0]), moved, True, 1.0)
    expected = w if w @ x >= t else v.value
    np.testing.assert_allclose(moved, expected, atol=1e-5)


def test_both_kinds_of_step_occur_in_the_test_above():
    binding = []
    for seed in range(6):
        rng = np.random.default_rng(seed)
        x, w = rng.standard_normal(3), 0.3 * rng.standard_normal(3)
        binding.append(1.3 * (w @ x) < (x @ x) * (w @ w))
    assert set(binding) == {True, False}


def test_only_the_aggressive_form_moves_for_examples_within_the_margin():
    x, w = np.array([[1.0, 1.0]]), np.array([0.2, 0.1])
    for aggressive in (False, True):
        moved = w.copy()
        romma_trials(x, np.ones(1), np.ones(1), np.array([0]), moved, aggressive, 1.0)
        assert np.array_equal(moved, w) != aggressive


def test_parallel_example_is_skipped():
    w = np.array([1.0, 2.0])
    romma_trials(w[None].copy(), -np.ones(1), np.ones(1), np.array([0]), w, False, 1.0)
    np.testing.assert_array_equal(w, [1, 2])


def test_vector_does_not_overflow_on_classes_that_overlap():
    X, y = make_classification(80, 4, n_redundant=0, flip_y=0.5, random_state=0)
    for aggressive in (False, True):
        model = ROMMA(2000, aggressive=aggressive, random_state=0).fit(X, y)
        assert np.isfinite(model.coef_trace_).all()
        assert np.linalg.norm(model.coef_trace_, axis=1).min() > 0


def test_rescaling_the_vector_does_not_change_the_training(data):
    X, y, _ = data
    rows, signs = np.c_[np.ones(len(X)), X], np.where(y == 1, 1.0, -1.0)
    trials = np.random.default_rng(0).integers(len(X), size=300)
    w = np.array([1.0, -2.0, 0.5, 1.5, 0.3])
    large = w * 2.0**127
    scale = romma_trials(rows, signs, np.ones(len(X)), trials, large, False, 2.0**127)
    romma_trials(rows, signs, np.ones(len(X)), trials, w, False, 1.0)
    assert scale < 1
    np.testing.assert_allclose(large / np.linalg.norm(large), w / np.linalg.norm(w), rtol=1e-9)


def test_separable_classes_get_nearly_the_largest_margin_by_the_aggressive_form():
    X, y = make_classification(60, 3, n_redundant=0, class_sep=3, flip_y=0, random_state=1)
    rows, signs = np.c_[np.ones(len(X)), X], np.where(y == 1, 1, -1)
    v = cp.Variable(4)
    problem = cp.Problem(cp.Minimize(cp.norm(v)), [cp.multiply(signs, rows @ v) >= 1])
    problem.solve(cp.CLARABEL)
    model = ROMMA(2000, aggressive=True, init="zero", random_state=0).fit(X, y)
    w = model.coef_trace_[-1]
    margin = (signs * (rows @ w)).min() / np.linalg.norm(w)
    assert margin == pytest.approx(1 / problem.value, rel=0.02)
