"""Fisher's discriminant against scikit-learn's, and where the covariance is singular."""

import numpy as np
import pytest
from sklearn.datasets import make_classification
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

from methods.perceptron.examples import make_examples
from methods.perceptron.fisher import fisher_discriminant


@pytest.fixture
def data():
    X, y = make_classification(200, 6, n_redundant=0, weights=[0.7], flip_y=0.2, random_state=0)
    return X, np.where(y == 1, 1.0, -1.0)


def test_direction_is_that_of_linear_discriminant_analysis(data):
    X, signs = data
    w = fisher_discriminant(make_examples(X, signs, np.ones(len(X))))
    reference = LinearDiscriminantAnalysis(solver="lsqr").fit(X, signs).coef_[0]
    np.testing.assert_allclose(w[1:], reference, rtol=1e-9)


def test_threshold_lies_between_the_means_farther_from_the_heavier_class(data):
    X, signs = data
    w = fisher_discriminant(make_examples(X, signs, np.ones(len(X))))
    share = (signs > 0).mean()
    plus, minus = X[signs > 0].mean(axis=0) @ w[1:], X[signs < 0].mean(axis=0) @ w[1:]
    assert plus > -w[0] > minus
    assert (plus + w[0]) / (plus - minus) == pytest.approx(share)


def test_an_integer_weight_equals_repeated_examples(data):
    X, signs = data
    counts = np.random.default_rng(0).integers(1, 4, len(X))
    weighted = fisher_discriminant(make_examples(X, signs, counts))
    repeated = make_examples(
        np.repeat(X, counts, axis=0), np.repeat(signs, counts), np.ones(counts.sum())
    )
    np.testing.assert_allclose(weighted, fisher_discriminant(repeated), rtol=1e-10)


def test_regular_covariance_is_not_shrunk(data):
    X, signs = data
    examples = make_examples(X, signs, np.ones(len(X)))
    np.testing.assert_array_equal(
        fisher_discriminant(examples, 0.5), fisher_discriminant(examples, 1e-10)
    )


def test_singular_covariance_is_shrunk_towards_its_mean_eigenvalue(data):
    X, signs = data
    X = np.c_[X, X[:, 0]]
    gamma = 0.1
    w = fisher_discriminant(make_examples(X, signs, np.ones(len(X))), gamma)
    means = {s: X[signs == s].mean(axis=0) for s in (-1, 1)}
    centred = X - np.array([means[s] for s in signs])
    S = centred.T @ centred / len(X)
    S = (1 - gamma) * S + gamma * np.trace(S) / 7 * np.eye(7)
    np.testing.assert_allclose(w[1:], np.linalg.solve(S, means[1] - means[-1]), rtol=1e-8)
    assert np.isfinite(fisher_discriminant(make_examples(X, signs, np.ones(len(X))))).all()


def test_classes_of_one_point_each_are_told_apart():
    w = fisher_discriminant(
        make_examples(np.array([[0.0, 1], [2, 1]]), np.array([-1.0, 1]), np.ones(2))
    )
    np.testing.assert_allclose(w, [-2, 2, 0])
