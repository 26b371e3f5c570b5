"""The pocket algorithm against a plain reading of Algorithm 2.1."""

import os
from pathlib import Path

import numpy as np
import pytest
from sklearn.datasets import make_classification

from methods.perceptron.examples import make_examples, trial_drawer
from methods.perceptron.fisher import fisher_discriminant
from methods.perceptron.pocket import PocketPerceptron


@pytest.fixture(scope="module")
def data():
    X, y = make_classification(60, 4, n_redundant=0, flip_y=0.3, random_state=2)
    weights = np.random.default_rng(2).uniform(0.5, 2, 60)
    return X, y, weights / weights.sum()


def plain_pocket(X, y, phi, steps, trials, epoch_ends, ratchet, first_error="one"):
    """Pocket and its e_p after each of the epochs; counts errors only of vectors that are new."""
    rows, signs = np.c_[np.ones(len(X)), X], np.where(y == 1, 1, -1)
    w = np.zeros(rows.shape[1])
    pocket, run, best_run, best, counted, n_counts = w, 0.0, 0.0, 1.0, None, 0
    if first_error == "counted":
        best, counted, n_counts = phi[signs * (rows @ w) <= 0].sum(), w, 1
    path, errors = [], []
    for t, k in enumerate(trials, start=1):
        if signs[k] * (w @ rows[k]) > 0:
            run += steps[k]
            if run > best_run:
                if not ratchet:
                    pocket, best_run = w, run
                elif counted is not w:
                    counted, n_counts = w, n_counts + 1
                    error = phi[signs * (rows @ w) <= 0].sum()
                    if error < best - 1e-12:
                        pocket, best, best_run = w, error, run
        else:
            w = w + steps[k] * signs[k] * rows[k]
            run = 0.0
        if t % len(X) == 0 and t // len(X) in epoch_ends:
            path.append(pocket)
            errors.append(best if ratchet else phi[signs * (rows @ pocket) <= 0].sum())
    return np.array(path), np.array(errors), n_counts


@pytest.mark.parametrize("ratchet", [True, False])
@pytest.mark.parametrize("weighting", ["reweight", "resample"])
@pytest.mark.parametrize("first_error", ["one", "counted"])
def test_fit_equals_a_plain_reading_of_the_algorithm(data, ratchet, weighting, first_error):
    X, y, phi = data
    model = PocketPerceptron(
        50, ratchet=ratchet, weighting=weighting, first_error=first_error, init="zero",
        random_state=4,
    ).fit(X, y, phi)  # fmt: skip
    draw, steps = trial_drawer("sample", weighting, phi, np.random.RandomState(4))
    path, errors, n_counts = plain_pocket(
        X, y, phi, steps, draw(50), set(model.trace_epochs_), ratchet, first_error
    )
    np.testing.assert_allclose(model.coef_trace_, path, rtol=1e-9)
    np.testing.assert_allclose(model.train_error_trace_, errors, rtol=1e-9)
    assert model.n_error_evaluations_ == n_counts


@pytest.mark.parametrize("init", ["zero", "fisher"])
@pytest.mark.parametrize("first_error", ["one", "counted"])
def test_with_the_ratchet_the_training_error_never_rises(data, init, first_error):
    X, y, phi = data
    model = PocketPerceptron(300, init=init, first_error=first_error, random_state=0).fit(X, y, phi)
    assert (np.diff(model.train_error_trace_) <= 0).all()
    wrong = model.predict(X) != y
    assert model.train_error_trace_[-1] == pytest.approx(phi[wrong].sum())


def test_pocket_with_a_counted_first_error_is_never_worse_than_the_first_vector(data):
    X, y, phi = data
    rows, signs = np.c_[np.ones(len(X)), X], np.where(y == 1, 1, -1)
    first = fisher_discriminant(make_examples(X, signs.astype(float), phi))
    error = phi[signs * (rows @ first) <= 0].sum()
    counted = PocketPerceptron(1, first_error="counted", random_state=0).fit(X, y, phi)
    assert counted.train_error_trace_[0] <= error + 1e-12
    more = PocketPerceptron(300, first_error="counted", random_state=0).fit(X, y, phi)
    fewer = PocketPerceptron(300, random_state=0).fit(X, y, phi)
    assert more.n_error_evaluations_ > fewer.n_error_evaluations_


def test_ratchet_makes_fewer_errors_than_the_longest_run_alone(data):
    X, y, _ = data
    scores = {
        ratchet: np.mean(
            [
                PocketPerceptron(50, ratchet=ratchet, random_state=seed).fit(X, y).score(X, y)
                for seed in range(5)
            ]
        )
        for ratchet in (True, False)
    }
    assert scores[True] > scores[False]


def test_training_ends_when_the_pocket_makes_no_error():
    X, y = make_classification(60, 3, n_redundant=0, class_sep=3, flip_y=0, random_state=1)
    short, long = (PocketPerceptron(n, random_state=0).fit(X, y) for n in (50, 2000))
    assert short.train_error_trace_[-1] == 0
    assert short.n_error_evaluations_ == long.n_error_evaluations_
    np.testing.assert_array_equal(short.coef_, long.coef_)
    np.testing.assert_array_equal(long.train_error_trace_[-5:], 0)


@pytest.mark.slow
@pytest.mark.skipif(not os.environ.get("MARGINBENCH_MIRROR"), reason="needs the pima data")
def test_errors_of_pima_are_counted_about_as_often_as_printed():
    # Section 2.4.2 prints 7463.7 for the zero vector and 33170.0 for Fisher's discriminant.
    path = next(Path(os.environ["MARGINBENCH_MIRROR"]).rglob("pima-indians-diabetes.data"))
    table = np.loadtxt(path, delimiter=",")
    counts = {"zero": [], "fisher": []}
    for seed in range(30):
        rows = np.random.default_rng(seed).permutation(len(table))[:614]
        X, y = table[rows, :-1], table[rows, -1]
        X = 2 * (X - X.min(axis=0)) / np.ptp(X, axis=0) - 1
        for init, evaluations in counts.items():
            model = PocketPerceptron(init=init, first_error="counted", random_state=seed).fit(X, y)
            evaluations.append(model.n_error_evaluations_)
    assert np.mean(counts["zero"]) == pytest.approx(7463.7, rel=0.25)
    assert np.mean(counts["fisher"]) == pytest.approx(33170.0, rel=0.25)
