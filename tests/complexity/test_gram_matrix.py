"""Kernel matrices by name, by function, and with a width."""

import numpy as np
from sklearn.metrics.pairwise import rbf_kernel

from methods.complexity.gram_matrix import KERNEL_FUNCTIONS, gram_matrix

rng = np.random.default_rng(0)
X, Z = rng.normal(size=(5, 2)), rng.normal(size=(3, 2))


def test_a_name_and_its_function_give_the_same_matrix():
    for name, function in KERNEL_FUNCTIONS.items():
        np.testing.assert_array_equal(gram_matrix(X, Z, name), gram_matrix(X, Z, function))
        np.testing.assert_array_equal(gram_matrix(X, Z, name), function(X, Z))


def test_the_rbf_kernel_has_the_width_that_is_asked_for():
    np.testing.assert_array_equal(gram_matrix(X, Z, "rbf", 0.3), rbf_kernel(X, Z, 0.3))
