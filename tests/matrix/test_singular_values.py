"""Thresholding of singular values against the definition."""

import numpy as np
import pytest

from methods.matrix.singular_values import GRAM_FLOOR, shrink_singular_values


def by_definition(M, tau):
    U, sigma, Vt = np.linalg.svd(M, full_matrices=False)
    return U @ np.diag(np.maximum(sigma - tau, 0)) @ Vt


@pytest.mark.parametrize("shape", [(5, 3), (3, 5), (4, 4), (6, 1), (1, 6), (1, 1)])
@pytest.mark.parametrize("tau", [0.0, 1e-9, 0.1, 1.0, 2.0])
def test_it_is_the_definition(shape, tau):
    M = np.random.default_rng(0).normal(size=shape)
    shrunk = shrink_singular_values(M, tau)
    np.testing.assert_allclose(shrunk.matrix, by_definition(M, tau), atol=1e-12)
    kept = np.linalg.svd(M, compute_uv=False) - tau
    np.testing.assert_allclose(shrunk.values, kept[kept > 0], atol=1e-12)


@pytest.mark.parametrize("tau", [0.0, 0.5 * GRAM_FLOOR, 2 * GRAM_FLOOR])
def test_singular_values_down_to_a_small_threshold_are_told_from_rounding(tau):
    rng = np.random.default_rng(1)
    U, V = (np.linalg.qr(rng.normal(size=(size, 4)))[0] for size in (30, 20))
    M = U * [1.0, 1e-2, 1e-4, 1e-5] @ V.T
    shrunk = shrink_singular_values(M, tau)
    np.testing.assert_allclose(shrunk.values, np.array([1.0, 1e-2, 1e-4, 1e-5]) - tau, rtol=1e-4)
    np.testing.assert_allclose(shrunk.matrix, by_definition(M, tau), atol=1e-10)


def test_a_threshold_above_all_leaves_zero():
    shrunk = shrink_singular_values(np.eye(3, 4), 1.5)
    assert not shrunk.matrix.any()
    assert shrunk.matrix.shape == (3, 4)
    assert len(shrunk.values) == 0


def test_it_is_the_proximal_map_of_the_nuclear_norm():
    rng = np.random.default_rng(2)
    M, tau = rng.normal(size=(4, 6)), 0.8
    at = shrink_singular_values(M, tau).matrix

    def objective(W):
        return 0.5 * np.sum((W - M) ** 2) + tau * np.linalg.norm(W, "nuc")

    for _ in range(200):
        assert objective(at) < objective(at + 0.1 * rng.normal(size=(4, 6)))


@pytest.mark.parametrize("entry", [np.inf, -np.inf, np.nan, 1e200])
@pytest.mark.parametrize("tau", [0.0, 1.0])
def test_a_matrix_that_overflows_is_refused_before_its_decomposition(entry, tau):
    M = np.random.default_rng(0).normal(size=(40, 30))
    M[3, 4] = entry
    with pytest.raises(ValueError, match=r"^sums of the samples overflow; scale the features"):
        shrink_singular_values(M, tau)
