"""Curves and measures of a fitted perceptron."""

from types import SimpleNamespace

import numpy as np
import pytest

from methods.measures.papers import perceptron
from methods.perceptron.random_coordinate_descent import RandomCoordinateDescentPerceptron


def test_the_test_error_is_that_of_every_vector_of_the_trace():
    X = np.array([[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]])
    fitted = SimpleNamespace(
        classes_=np.array(["no", "yes"]), trace_epochs_=np.array([1, 10]),
        coef_trace_=np.array([[0.0, 1.0, 0.0], [0.5, 0.0, -1.0]]),  # bias first
    )  # fmt: skip
    y = np.array(["yes", "no", "no"])
    epochs, errors = perceptron.test_error_curve(fitted, None, None, X, y)
    assert epochs.tolist() == [1, 10]
    # the first vector is right everywhere; the second says yes, no and yes
    assert errors.tolist() == [0, pytest.approx(1 / 3)]


def test_oscillation_looks_at_the_last_decade():
    fitted = SimpleNamespace(
        trace_epochs_=np.array([1, 10, 100, 500, 1000]),
        train_error_trace_=np.array([0.9, 0.1, 0.2, 0.3, 0.1]),
    )
    assert perceptron.oscillation(fitted, None, None) == pytest.approx(0.15)


@pytest.mark.parametrize(
    ("negations", "share", "late"),
    [([3, 3, 4], 0.04, 0.25), ([0, 0, 0], 0, None), ([0, 0, 2], 0.02, 1)],
)
def test_negations_are_shares_of_the_epochs_and_late_after_their_first_tenth(
    negations, share, late
):
    fitted = SimpleNamespace(
        trace_epochs_=np.array([1, 10, 100]), negation_trace_=np.array(negations)
    )
    assert perceptron.share_of_negations(fitted, None, None) == share
    assert perceptron.share_of_late_negations(fitted, None, None) == late


def test_the_full_update_alone_negates():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 3))
    y = rng.permutation(X[:, 0] > 0)
    for update, negates in (("positive", False), ("full", True)):
        fits = [
            RandomCoordinateDescentPerceptron(
                100, init="zero", update=update, random_state=seed
            ).fit(X, y)
            for seed in range(30)
        ]
        shares = [perceptron.share_of_negations(fit, X, y) for fit in fits]
        assert (max(shares) > 0) == negates


def test_other_estimators_have_neither():
    assert perceptron.share_of_negations(object(), None, None) is None
    assert perceptron.share_of_late_negations(object(), None, None) is None
    assert perceptron.test_error_curve(object(), None, None, None, None) is None
    assert perceptron.oscillation(object(), None, None) is None
