"""What an epoch of random coordinate descent may cost."""

from time import perf_counter

import numpy as np
import pytest

from methods.perceptron._kernels import descend
from methods.perceptron.examples import make_examples

BATCH = 50


@pytest.mark.slow
def test_an_update_costs_at_most_two_and_a_half_sorts():
    # Both are timed in turns on fresh numbers; the lower quartile leaves other loads out.
    rng = np.random.default_rng(0)
    n, m = 614, 8
    X = rng.uniform(-1, 1, (n, m))
    signs = np.sign(X[:, 0] + X[:, 1] + 0.6 * rng.standard_normal(n))
    examples = make_examples(X, signs, np.ones(n))
    w = np.r_[0.0, 1.0, 1.0, np.zeros(m - 2)]
    updates, sorts = [], []
    for _ in range(200):
        directions = rng.uniform(-1, 1, (BATCH, m + 1))
        numbers = rng.standard_normal((BATCH, n))
        start = perf_counter()
        descend(examples.columns, examples.rows, signs, examples.weights, w, directions, 0, False)
        middle = perf_counter()
        for row in numbers:
            np.argsort(row)
        updates.append(middle - start)
        sorts.append(perf_counter() - middle)
    assert np.quantile(updates, 0.25) < 2.5 * np.quantile(sorts, 0.25)
