"""The root of the derivative of soft thresholding, against differences and as a linear map."""

import numpy as np
import pytest

from methods.matrix import derivative_root
from methods.matrix.derivative_root import DerivativeRoot
from methods.matrix.quadratic_model import gram_matrix
from methods.matrix.singular_values import shrink_singular_values

SHAPES = [(5, 5), (7, 3), (3, 7), (6, 1), (1, 6)]
TAUS = [0.0, 0.5, 1.5, 1e3]


def samples_and_root(shape, tau, n=12):
    rng = np.random.default_rng(0)
    y = np.where(np.arange(n) < 0.4 * n, 1.0, -1.0)
    X = rng.normal(size=(n, shape[0] * shape[1])) + 0.3 * y[:, None]
    alpha = rng.uniform(size=n)
    U, sigma, Vt = np.linalg.svd(((alpha * y) @ X).reshape(shape), full_matrices=False)
    assert np.abs(sigma - tau).min() > 1e-3
    return X, y, alpha, DerivativeRoot(U, sigma, Vt, tau, int(np.sum(sigma > tau)))


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("tau", TAUS)
def test_gram_matrix_is_the_second_derivative_of_the_dual(shape, tau):
    X, y, alpha, root = samples_and_root(shape, tau)

    def gradient(alpha):
        W = shrink_singular_values(((alpha * y) @ X).reshape(shape), tau).matrix
        return y * (X @ W.ravel())

    steps = 1e-6 * np.eye(12)
    seen = [(gradient(alpha + step) - gradient(alpha - step)) / 2e-6 for step in steps]
    model = gram_matrix(X, y, root)
    np.testing.assert_allclose(model, seen, atol=1e-6 * max(1.0, np.abs(model).max()))


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("tau", TAUS)
def test_coordinates_have_the_products_of_the_gram_matrix(monkeypatch, shape, tau):
    X, y, _, root = samples_and_root(shape, tau)
    G = y[:, None] * root.coordinates(X)
    np.testing.assert_allclose(G @ G.T, gram_matrix(X, y, root), atol=1e-12 * np.sum(X**2))
    monkeypatch.setattr(derivative_root, "BLOCK_NUMBERS", 5 * X.shape[1])
    np.testing.assert_allclose(y[:, None] * root.coordinates(X), G, atol=1e-12)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("tau", TAUS)
def test_adjoint_is_that_of_the_coordinates(shape, tau):
    X, _, _, root = samples_and_root(shape, tau)
    v = np.random.default_rng(1).normal(size=root.n_coordinates)
    np.testing.assert_allclose(root.coordinates(X) @ v, X @ root.adjoint(v).ravel(), atol=1e-12)
