"""Unions of clusters: all of them once, one change at a time, and a search that becomes all."""

from itertools import pairwise

import numpy as np
import pytest

from methods.complexity.cluster_unions import (
    all_unions,
    rows_of_clusters,
    searched_unions,
    steps_through,
)
from methods.complexity.principal_subsets import principal_points
from methods.complexity.same_class_clusters import same_class_clusters
from methods.complexity.support_vector_path import support_vector_counts
from methods.data.generators.shapes import yin_yang
from methods.kernel_functions import perceptron_kernel


@pytest.fixture(scope="module")
def problem():
    X, y, _ = yin_yang(40, 0)
    return perceptron_kernel(X), y, same_class_clusters(X, y, 10)


def complexities_by_union(unions):
    rows = zip(unions.members, unions.complexities, unions.errors, strict=True)
    return {members.tobytes(): (int(c), int(e)) for members, c, e in rows}


def test_every_union_except_the_empty_one_appears_once(problem):
    unions = all_unions(*problem)
    assert len(complexities_by_union(unions)) == len(unions.members) == 2**10 - 1
    assert unions.members.any(axis=1).all()


def test_one_cluster_joins_or_leaves_at_each_step_most_often_the_smallest(problem):
    unions = all_unions(*problem)
    changes = unions.members[1:] != unions.members[:-1]
    assert (changes.sum(axis=1) == 1).all()
    sizes = np.bincount(problem[2])
    by_changes = np.argsort(-changes.sum(axis=0), kind="stable")
    assert (np.diff(sizes[by_changes]) >= 0).all()


def test_complexity_of_a_union_does_not_depend_on_the_way_to_it(problem):
    K, y, clusters = problem
    unions = all_unions(K, y, clusters)
    for i in range(0, len(unions.members), 37):
        rows = np.flatnonzero(unions.members[i][clusters])
        assert support_vector_counts(K, y, rows)[-1] == unions.complexities[i]
        assert unions.errors[i] == len(y) - len(rows)


def test_steps_lead_through_the_unions():
    rows = rows_of_clusters(np.array([0, 1, 1, 2, 0]))
    members = np.array([[1, 0, 0], [1, 1, 0], [1, 1, 0], [0, 0, 1]], dtype=bool)
    steps, last = steps_through(rows, members)
    assert steps.tolist() == [0, 4, 1, 2, -1, -5, -2, -3, 3]
    assert last.tolist() == [1, 3, 3, 8]


def test_search_without_limit_meets_every_union_that_may_be_principal(problem):
    expected = complexities_by_union(all_unions(*problem))
    met = complexities_by_union(searched_unions(*problem, max_evaluations=10**6))
    least = min(e for c, e in expected.values() if c == 0)
    assert met == {u: (c, e) for u, (c, e) in expected.items() if e <= least}


def test_search_meets_no_more_than_one_expansion_beyond_its_limit(problem):
    for limit in (1, 50, 300):
        unions = searched_unions(*problem, max_evaluations=limit)
        assert limit <= len(unions.members) <= max(limit, 2) + 10
        assert len(complexities_by_union(unions)) == len(unions.members)


def test_longer_search_never_loses_a_point():
    X, y, _ = yin_yang(60, 1)
    clusters = same_class_clusters(X, y, 25)
    K = perceptron_kernel(X)
    fronts = []
    for limit in (100, 400, 1600):
        unions = searched_unions(K, y, clusters, limit)
        fronts.append(principal_points(unions.complexities, unions.errors))
    for short, long in pairwise(fronts):
        for c, e in short:
            assert ((long[:, 0] <= c) & (long[:, 1] <= e)).any()


def test_clusters_of_both_classes_may_be_searched(problem):
    K, y, _ = problem
    mixed = np.arange(40) % 8
    unions, expected = searched_unions(K, y, mixed, 10**6), all_unions(K, y, mixed)
    assert complexities_by_union(unions) == complexities_by_union(expected)


def test_too_many_clusters_point_to_the_search():
    with pytest.raises(ValueError, match=r"21 clusters have 2\^21 unions.*method='search'"):
        all_unions(np.zeros((21, 21)), np.ones(21), np.arange(21))
