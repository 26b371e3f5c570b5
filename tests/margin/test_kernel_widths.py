"""Readings of the kernel's width that scale with the mean distance among the training rows."""

import numpy as np
import pytest
from scipy.spatial.distance import pdist
from sklearn.datasets import make_classification

from methods import DiversitySelection
from methods.margin.kernel_widths import width_as_divisor, width_as_gamma

GAMMA = {width_as_gamma: lambda s: s, width_as_divisor: lambda s: 1 / s}


@pytest.mark.parametrize("kernel", GAMMA)
def test_a_machine_with_this_kernel_is_that_with_gamma_of_its_training_rows(kernel):
    X, y = make_classification(80, 6, flip_y=0.1, random_state=2)
    train, test = X[:50], X[50:]
    gamma = GAMMA[kernel](pdist(train).mean())
    settings = {"n_components": 3, "nus": [0.01, 0.1], "mus": [1e-4, 1e-3]}
    by_width = DiversitySelection(**settings, kernel=kernel).fit(train, y[:50])
    by_number = DiversitySelection(**settings, gamma=gamma).fit(train, y[:50])
    np.testing.assert_allclose(
        by_width.decision_function(test), by_number.decision_function(test), rtol=1e-9
    )


@pytest.mark.parametrize("kernel", GAMMA)
def test_equal_rows_have_a_kernel_of_ones(kernel):
    np.testing.assert_array_equal(kernel(np.ones((3, 2)), np.ones((4, 2))), np.ones((3, 4)))
