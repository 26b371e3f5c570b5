"""Tests of other thresholds of Fisher's discriminant."""

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.linear_model import LinearRegression

from methods.perceptron.examples import make_examples
from methods.perceptron.fisher import fisher_discriminant
from methods.perceptron.fisher_thresholds import (
    THRESHOLDS,
    PocketFromThreshold,
    with_threshold,
)


@pytest.fixture
def two_classes():
    rng = np.random.default_rng(0)
    signs = np.repeat([1.0, -1.0], [40, 80])
    X = rng.standard_normal((120, 3)) + 0.7 * signs[:, None]
    return X, signs


def discriminant(X, signs, threshold):
    examples = make_examples(X, signs, np.ones(len(signs)))
    return with_threshold(examples, fisher_discriminant(examples), threshold)


def test_prior_is_the_discriminant_of_gaussians_that_share_a_covariance(two_classes):
    X, signs = two_classes
    w = discriminant(X, signs, "prior")
    gaussian = LinearDiscriminantAnalysis(solver="lsqr").fit(X, signs)
    expected = np.append(gaussian.intercept_, gaussian.coef_)
    np.testing.assert_allclose(w, expected, rtol=1e-6)


def test_mean_is_the_least_squares_fit_of_targets_that_balance_the_classes(two_classes):
    X, signs = two_classes
    w = discriminant(X, signs, "mean")
    targets = np.where(signs > 0, 120 / 40, -120 / 80)
    fitted = LinearRegression().fit(X, targets)
    expected = np.append(fitted.intercept_, fitted.coef_)
    np.testing.assert_allclose(w / np.linalg.norm(w), expected / np.linalg.norm(expected))


def test_midpoint_is_as_far_from_both_class_means(two_classes):
    X, signs = two_classes
    w = discriminant(X, signs, "midpoint")
    plus, minus = (w[0] + X[side].mean(axis=0) @ w[1:] for side in (signs > 0, signs < 0))
    assert plus == pytest.approx(-minus)


@pytest.mark.parametrize("threshold", THRESHOLDS)
def test_pocket_starts_from_the_vector_with_the_threshold(two_classes, threshold, monkeypatch):
    X, signs = two_classes
    first = []

    def learn(self, examples, w, rng):
        first.append(w)
        yield from [(w, 0.0)] * len(self.trace_epochs_)

    monkeypatch.setattr("methods.perceptron.pocket.PocketPerceptron._learn", learn)
    clone(PocketFromThreshold(5, threshold=threshold)).fit(X, signs)
    np.testing.assert_allclose(first[0], discriminant(X, signs, threshold))
