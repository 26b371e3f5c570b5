"""Counts of support vectors along a path: against refits, and in any order."""

import numpy as np
import pytest
from sklearn.metrics.pairwise import linear_kernel
from sklearn.svm import SVC

from methods.complexity.incremental_svm import IncrementalSVM
from methods.complexity.support_vector_path import support_vector_counts, support_vector_path
from methods.data.generators import yin_yang
from methods.kernel_functions import perceptron_kernel, stump_kernel


def noisy_yin_yang(n, seed):
    X, y, _ = yin_yang(n, seed, flip=0.1)
    return X, y


def random_steps(rng, n, n_steps):
    """Steps that add or remove one example each, and the examples that are in after each."""
    steps, sets, inside = [], [], set()
    for i in rng.integers(n, size=n_steps).tolist():
        steps.append(-i - 1 if i in inside else i)
        inside ^= {i}
        sets.append(sorted(inside))
    return steps, sets


def refitted_count(X, y, examples):
    if len(set(y[examples])) < 2:
        return 0
    return IncrementalSVM().fit(X[examples], y[examples]).n_support_


@pytest.mark.parametrize("seed", range(3))
def test_counts_are_those_of_refits(seed):
    X, y = noisy_yin_yang(60, seed)
    order = np.random.default_rng(seed).permutation(60)
    counts = support_vector_path(perceptron_kernel(X), y, order)
    expected = [refitted_count(X, y, order[: i + 1]) for i in range(60)]
    np.testing.assert_array_equal(counts, expected)


@pytest.mark.parametrize("size", [10, 50, 120])
def test_counts_are_those_of_libsvm_without_a_bound(size):
    X, y = noisy_yin_yang(120, 1)
    order = np.random.default_rng(size).permutation(120)
    K, first = perceptron_kernel(X), order[:size]
    svc = SVC(kernel="precomputed", C=1e10, tol=1e-8).fit(K[np.ix_(first, first)], y[first])
    assert support_vector_path(K, y, order)[size - 1] == len(svc.support_)


@pytest.mark.parametrize("seed", range(5))
def test_counts_with_removals_are_those_of_refits(seed):
    X, y = noisy_yin_yang(25, seed)
    steps, sets = random_steps(np.random.default_rng(seed), 25, 100)
    counts = support_vector_counts(perceptron_kernel(X), y, steps)
    np.testing.assert_array_equal(counts, [refitted_count(X, y, examples) for examples in sets])


def test_end_of_a_path_does_not_depend_on_the_order():
    X, y = noisy_yin_yang(200, 7)
    K, rng = perceptron_kernel(X), np.random.default_rng(0)
    ends = {int(support_vector_path(K, y, rng.permutation(200))[-1]) for _ in range(20)}
    assert len(ends) == 1


def test_long_walk_does_not_drift():
    # After thousands of changes the inverse has been updated, never computed from scratch.
    X, y = noisy_yin_yang(150, 3)
    K = perceptron_kernel(X)
    steps, sets = random_steps(np.random.default_rng(1), 150, 6000)
    counts = support_vector_counts(K, y, steps)
    for t in range(5500, 6000, 50):
        assert counts[t] == refitted_count(X, y, sets[t])


def test_one_class_needs_no_support_vector_and_the_first_of_the_other_makes_two():
    K, y = perceptron_kernel([[0.0], [1.0], [2.0], [5.0]]), [1, 1, 1, 0]
    np.testing.assert_array_equal(support_vector_path(K, y, [1, 0, 2, 3]), [0, 0, 0, 2])
    np.testing.assert_array_equal(support_vector_counts(K, y, [3, 0, -4, 3, -1]), [0, 2, 0, 2, 0])


def test_equal_examples_of_a_class_count_once():
    K, y = perceptron_kernel([[0.0], [0.0], [1.0], [1.0]]), [0, 0, 1, 1]
    np.testing.assert_array_equal(support_vector_path(K, y, [0, 2, 1, 3]), [0, 2, 2, 2])


def test_kernel_matrix_is_not_written_to_and_labels_may_be_anything():
    X, y = noisy_yin_yang(50, 0)
    K = perceptron_kernel(X)
    K.flags.writeable = False
    order = np.arange(50)
    np.testing.assert_array_equal(
        support_vector_path(K, np.where(y > 0, "yang", "yin"), order),
        support_vector_path(K, -y, order),
    )


@pytest.mark.parametrize(
    "kernel", [perceptron_kernel, stump_kernel, lambda X: 5 + linear_kernel(X)]
)
def test_constants_and_factors_of_the_kernel_do_not_matter(kernel):
    X = np.random.default_rng(2).normal(size=(40, 2))
    y, order = X[:, 0] > X[:, 1], np.arange(40)
    counts = support_vector_path(kernel(X), y, order)
    np.testing.assert_array_equal(support_vector_path(1e-3 * kernel(X) + 2, y, order), counts)


def test_bad_arguments_are_named():
    K, y = perceptron_kernel([[0.0], [1.0], [1.0]]), [0, 1, 0]
    with pytest.raises(ValueError, match=r"order holds -1"):
        support_vector_path(K, y, [0, -1])
    with pytest.raises(ValueError, match=r"steps must lie between -3 and 2"):
        support_vector_path(K, y, [3])
    with pytest.raises(ValueError, match="step 1 adds example 0, which is in"):
        support_vector_path(K, y, [0, 0])
    with pytest.raises(ValueError, match="step 2 removes example 0, which is not in"):
        support_vector_counts(K, y, [0, -1, -1])
    with pytest.raises(ValueError, match=r"K must have the shape \(2, 2\)"):
        support_vector_path(K, [0, 1], [0])
    with pytest.raises(ValueError, match="K must be finite and symmetric"):
        support_vector_path(K + [[0, np.nan, 0]] * 3, y, [0])
    with pytest.raises(ValueError, match="K must be finite and symmetric"):
        support_vector_path(K + [[0, 1, 0]] * 3, y, [0])
    with pytest.raises(ValueError, match="examples 1 and 2 are equal and of different classes"):
        support_vector_counts(K, y, [2, -3, 0, 2, 1])
