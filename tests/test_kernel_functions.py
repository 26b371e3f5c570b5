"""Kernel matrices, the width from the data, features of a kernel matrix, and distance kernels."""

import numpy as np
import pytest
from sklearn.svm import SVC

from methods.kernel_functions import (
    kernel_features,
    kernel_matrix,
    perceptron_kernel,
    resolve_gamma,
    stump_kernel,
)


def test_mean_distance_is_over_the_pairs_of_different_rows():
    X = np.array([[0.0], [1.0], [3.0]])  # distances 1, 2, 3
    assert resolve_gamma("mean_distance", X) == pytest.approx(1 / 8)
    assert resolve_gamma("mean_distance_squared", X) == pytest.approx(1 / 4)
    assert resolve_gamma(0.7, X) == 0.7


def test_equal_rows_still_have_a_width():
    assert resolve_gamma("mean_distance", np.ones((3, 2))) == 1.0


def test_kernel_values_by_hand():
    X, Z = np.array([[0.0, 1.0]]), np.array([[1.0, 1.0], [2.0, 3.0]])
    np.testing.assert_allclose(kernel_matrix(X, Z, "rbf", 0.5), np.exp([[-0.5, -4.0]]))
    np.testing.assert_allclose(kernel_matrix(X, Z, "linear", None), [[1.0, 3.0]])
    np.testing.assert_allclose(kernel_matrix(X, Z, lambda a, b: (a @ b.T) ** 2, None), [[1.0, 9.0]])


def test_function_that_returns_another_shape_is_refused():
    X = np.ones((3, 2))
    with pytest.raises(ValueError, match=r"array of shape \(3, 3\), got \(2, 2\)"):
        kernel_matrix(X, X, lambda a, b: a.T @ b, None)


@pytest.mark.parametrize("rank", [1, 3, 8])
def test_features_have_the_rank_of_the_kernel(rank):
    rng = np.random.default_rng(0)
    A = rng.normal(size=(8, rank))
    K = A @ A.T
    G, B = kernel_features(K)
    assert G.shape == (8, rank) and B.shape == (rank, 8)
    np.testing.assert_allclose(G @ G.T, K, atol=1e-12)
    # Vectors with these coefficients have these coordinates: values G c, and the norm of c.
    c = rng.normal(size=rank)
    np.testing.assert_allclose(K @ (c @ B), G @ c, atol=1e-8)
    np.testing.assert_allclose((c @ B) @ K @ (c @ B), c @ c, rtol=1e-8)


@pytest.mark.parametrize(
    "K", [-np.eye(3), [[0.0, 1], [1, 0]], [[1.0, 2], [2, 1]], [[1.0, 0.9], [0, 1]]]
)
def test_matrix_that_is_no_kernel_is_refused(K):
    with pytest.raises(ValueError, match="must be symmetric and positive semi-definite"):
        kernel_features(np.asarray(K))


def test_kernel_of_zeros_has_a_feature_of_zeros():
    G, B = kernel_features(np.zeros((4, 4)))
    np.testing.assert_array_equal(G, np.zeros((4, 1)))
    np.testing.assert_array_equal(B, np.zeros((1, 4)))


def test_distance_kernels_by_hand():
    X, Z = [[0, 0], [3, 4]], [[0, 0], [1, 1], [3, 0]]
    np.testing.assert_allclose(perceptron_kernel(X, Z), [[0, -(2**0.5), -3], [-5, -(13**0.5), -4]])
    np.testing.assert_allclose(stump_kernel(X, Z), [[0, -2, -3], [-7, -5, -4]])


@pytest.mark.parametrize("kernel", [perceptron_kernel, stump_kernel])
def test_one_argument_is_both_and_the_matrix_is_symmetric_to_the_last_bit(kernel):
    X = np.random.default_rng(0).normal(size=(30, 3))
    np.testing.assert_array_equal(kernel(X), kernel(X, X))
    np.testing.assert_array_equal(kernel(X), kernel(X).T)


def test_nearly_equal_points_keep_their_distance():
    # ||x||^2 + ||z||^2 - 2 x.z would leave none of these digits.
    X = np.array([[1.0, 1.0], [1.0, 1.0 + 1e-10]])
    assert perceptron_kernel(X)[0, 1] == pytest.approx(-1e-10, rel=1e-5)


@pytest.mark.parametrize("kernel", [perceptron_kernel, stump_kernel])
def test_positive_for_coefficients_of_sum_zero_and_only_there(kernel):
    X = np.random.default_rng(1).normal(size=(25, 2))
    centring = np.eye(25) - 1 / 25
    smallest = np.linalg.eigvalsh(centring @ kernel(X) @ centring + np.ones((25, 25)))[0]
    assert smallest > 1e-3
    assert np.linalg.eigvalsh(kernel(X))[0] < -1


def test_stump_kernel_does_not_see_the_exclusive_or():
    corners = np.array([[0.0, 0], [1, 1], [0, 1], [1, 0]])
    signs = np.array([1.0, 1, -1, -1])
    assert signs @ stump_kernel(corners) @ signs == 0
    assert signs @ perceptron_kernel(corners) @ signs > 1


@pytest.mark.parametrize("kernel", [perceptron_kernel, stump_kernel])
def test_support_vector_classifier_takes_them_and_replicates_the_training_set(kernel):
    rng = np.random.default_rng(2)
    X, y = rng.normal(size=(40, 3)), rng.integers(0, 2, 40)
    assert SVC(kernel=kernel, C=1e6).fit(X, y).score(X, y) == 1


def test_constant_does_not_change_the_machine():
    rng = np.random.default_rng(3)
    X, y = rng.normal(size=(30, 2)), rng.integers(0, 2, 30)
    shifted = SVC(kernel=lambda A, B: 7 + perceptron_kernel(A, B), C=10, tol=1e-10).fit(X, y)
    plain = SVC(kernel=perceptron_kernel, C=10, tol=1e-10).fit(X, y)
    # libsvm keeps its kernel rows in single precision.
    np.testing.assert_allclose(shifted.decision_function(X), plain.decision_function(X), atol=1e-4)
