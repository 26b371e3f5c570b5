"""Principal points and subsets: against their definition, brute force, and Theorem 1.4."""

from functools import partial
from itertools import product

import numpy as np
import pytest
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.svm import SVC

from methods.complexity.cluster_unions import all_unions
from methods.complexity.principal_subsets import (
    hypothesis_errors,
    principal_points,
    principal_subsets,
)
from methods.complexity.same_class_clusters import same_class_clusters
from methods.data.generators.shapes import concentric_disks, yin_yang
from methods.kernel_functions import perceptron_kernel


def fitted(X, y, subset):
    """The hard-margin SVM of a subset with both classes, by LibSVM."""
    svm = SVC(kernel="precomputed", C=1e10, tol=1e-10)
    return svm.fit(perceptron_kernel(X[subset]), y[subset])


def complexity(X, y, subset):
    return len(fitted(X, y, subset).support_) if len(set(y[subset])) == 2 else 0


def by_definition(points):
    """Definition 1.4, word for word."""
    points = sorted(set(map(tuple, points)))
    return [
        (c, e)
        for c, e in points
        if all(c2 > c or e2 > e for c2, e2 in points if (c2, e2) != (c, e))
    ]


@pytest.fixture(scope="module")
def disks():
    X, y = concentric_disks(31, 1)
    return X, y, same_class_clusters(X, y, 9)


def test_front_meets_definition_1_4():
    rng = np.random.default_rng(0)
    for _ in range(50):
        points = rng.integers(0, 12, (rng.integers(1, 40), 2))
        assert [tuple(p) for p in principal_points(*points.T)] == by_definition(points)


@pytest.mark.slow
def test_exhaustive_points_and_subsets_are_those_of_brute_force(disks):
    X, y, clusters = disks
    subsets = [np.array(chosen)[clusters] for chosen in product([False, True], repeat=9)][1:]
    plot = [(complexity(X, y, s), len(y) - int(s.sum())) for s in subsets]
    front = by_definition(plot)
    principal = principal_subsets(X, y, clusters)
    assert [tuple(p) for p in principal.points] == front
    for point, members in zip(front, principal.subsets, strict=True):
        expected = {s.tobytes() for s, p in zip(subsets, plot, strict=True) if p == point}
        assert {m.tobytes() for m in members} == expected
        assert len(members) == len(expected)


def test_ends_of_the_front_are_one_class_and_everything(disks):
    points, subsets = principal_subsets(*disks)
    y = disks[1]
    assert points[0].tolist() == [0, min(y.sum(), (1 - y).sum())]
    assert len(set(y[subsets[0][0]])) == 1
    assert points[-1, 1] == 0
    assert subsets[-1].all()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("problem", ["disks", "yin_yang"])
def test_search_finds_the_exhaustive_front(problem, seed):
    X, y = concentric_disks(31, seed) if problem == "disks" else yin_yang(60, seed)[:2]
    clusters = same_class_clusters(X, y, 14)
    exhaustive = principal_subsets(X, y, clusters)
    searched = principal_subsets(X, y, clusters, method="search", max_evaluations=5000)
    np.testing.assert_array_equal(searched.points, exhaustive.points)
    for ours, theirs in zip(searched.subsets, exhaustive.subsets, strict=True):
        assert {s.tobytes() for s in ours} == {s.tobytes() for s in theirs}


def test_front_does_not_depend_on_names_of_classes_and_clusters(disks):
    X, y, clusters = disks
    names = np.where(y == 1, "white", "grey")
    principal = principal_subsets(X, names, 100 - 3 * clusters)
    expected = principal_subsets(X, y, clusters)
    np.testing.assert_array_equal(principal.points, expected.points)
    for ours, theirs in zip(principal.subsets, expected.subsets, strict=True):
        assert {s.tobytes() for s in ours} == {s.tobytes() for s in theirs}


def test_kernels_by_name_and_function_are_used(disks):
    X, y, clusters = disks
    ours = principal_subsets(X, y, clusters, kernel=perceptron_kernel)
    np.testing.assert_array_equal(ours.points, principal_subsets(X, y, clusters).points)
    for kernel in ("stump", partial(rbf_kernel, gamma=5.0)):
        other = principal_subsets(X, y, clusters, kernel=kernel)
        assert other.points.tolist() != ours.points.tolist()


@pytest.mark.slow
def test_theorem_1_4_holds_for_the_shortest_consistent_hypothesis():
    # A finite learning model over 9 points: the SVMs of all their subsets, as long as they have
    # support vectors. C(S) is the length of the shortest of them that is right on all of S.
    X, y = yin_yang(9, 4)[0], np.array([1, -1, 1, -1, 1, -1, 1, -1, 1])
    subsets = np.array(list(product([False, True], repeat=9)))[1:]
    lengths, right = [], []
    for s in subsets:
        lengths.append(complexity(X, y, s))
        if lengths[-1]:
            decisions = fitted(X, y, s).decision_function(perceptron_kernel(X, X[s]))
            right.append(decisions * y > 0)
        else:
            right.append(y == y[s][0])
    lengths, right = np.array(lengths), np.array(right)
    shortest = [lengths[right[:, s].all(axis=1)].min() for s in subsets]
    subset_based = principal_points(shortest, 9 - subsets.sum(axis=1))
    hypothesis_based = principal_points(lengths, 9 - right.sum(axis=1))
    assert len(subset_based) >= 3
    np.testing.assert_array_equal(subset_based, hypothesis_based)


def test_theorem_1_4_holds_for_any_finite_learning_model():
    rng = np.random.default_rng(1)
    subsets = np.array(list(product([False, True], repeat=7)))
    for _ in range(30):
        # The last hypothesis, right on everything, makes every subset replicable.
        right = np.vstack([rng.random((15, 7)) < rng.uniform(0.2, 0.9), np.ones(7, dtype=bool)])
        lengths = rng.integers(1, 20, 16)
        shortest = [lengths[right[:, s].all(axis=1)].min() for s in subsets]
        np.testing.assert_array_equal(
            principal_points(shortest, 7 - subsets.sum(axis=1)),
            principal_points(lengths, 7 - right.sum(axis=1)),
        )


def test_hypothesis_errors_are_those_of_libsvm(disks):
    X, y, clusters = disks
    signs = 2 * y - 1
    K = perceptron_kernel(X)
    unions = all_unions(K, signs, clusters)
    chosen = np.random.default_rng(0).choice(len(unions.members), 60, replace=False)
    errors = hypothesis_errors(K, signs, clusters, unions.members[chosen])
    for i, n_errors in zip(chosen, errors, strict=True):
        subset = unions.members[i][clusters]
        if len(set(y[subset])) == 2:
            decisions = fitted(X, signs, subset).decision_function(K[:, subset])
        else:
            decisions = np.full(31, signs[subset][0])
        assert n_errors == np.sum(decisions * signs <= 0)


def test_hypothesis_is_right_on_what_it_was_learnt_from(disks):
    X, y, clusters = disks
    signs = 2 * y - 1
    unions = all_unions(perceptron_kernel(X), signs, clusters)
    errors = hypothesis_errors(perceptron_kernel(X), signs, clusters, unions.members)
    assert (errors <= unions.errors).all()
    assert (errors < unions.errors).any()


def test_clusters_of_another_length_are_refused(disks):
    with pytest.raises(ValueError, match=r"clusters has shape \(30,\); .* each of the 31"):
        principal_subsets(disks[0], disks[1], disks[2][1:])


def test_unknown_method_and_kernel_name_the_nearest(disks):
    with pytest.raises(ValueError, match="unknown method 'serch'; did you mean 'search'"):
        principal_subsets(*disks, method="serch")
    with pytest.raises(ValueError, match="unknown kernel 'stumps'; did you mean 'stump'"):
        principal_subsets(*disks, kernel="stumps")
