"""Kernel matrices, the width from the data, and features of a kernel matrix."""

import numpy as np
import pytest

from methods.angles import mean_pairwise_angle
from methods.kernel_functions import kernel_features, kernel_matrix, resolve_gamma


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


def test_mean_angle_by_hand():
    assert mean_pairwise_angle(np.array([[1.0, 0], [0, 3.0], [-2.0, 0]])) == pytest.approx(120)
    assert mean_pairwise_angle(np.array([[1.0, 0], [1.0, 1e-9]])) == pytest.approx(np.degrees(1e-9))
    assert mean_pairwise_angle(np.array([[1.0, 0], [0, 0], [0, 1.0]])) == pytest.approx(
        90
    )  # zero: none
    assert np.isnan(mean_pairwise_angle(np.array([[1.0, 0]])))
