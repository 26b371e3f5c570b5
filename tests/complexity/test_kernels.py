"""The kernels of Lin and Li: values, what they are positive on, and their use in an SVC."""

import numpy as np
import pytest
from sklearn.svm import SVC

from methods.kernel_functions import perceptron_kernel, stump_kernel


def test_values_by_hand():
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
