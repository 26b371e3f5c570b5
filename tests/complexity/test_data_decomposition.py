"""The decomposition as an estimator: what the functions that it puts together give."""

import numpy as np
import pytest

from methods.complexity.data_decomposition import DataDecomposition
from methods.complexity.principal_subsets import principal_subsets
from methods.complexity.same_class_clusters import same_class_clusters
from methods.data.generators.shapes import concentric_disks


@pytest.fixture(scope="module")
def disks():
    return concentric_disks(31, 3)


@pytest.mark.parametrize("method", ["exhaustive", "search"])
def test_points_and_subsets_are_those_of_the_function(disks, method):
    X, y = disks
    decomposition = DataDecomposition(10, method=method).fit(X, y)
    clusters = same_class_clusters(X, y, 10)
    expected = principal_subsets(X, y, clusters, method=method)
    assert decomposition.points_.tolist() == expected.points.tolist()
    assert decomposition.n_points_ == len(expected.points)
    assert decomposition.n_subsets_ == sum(len(rows) for rows in expected.subsets)
    for point, rows in enumerate(expected.subsets):
        ours = {
            row.tobytes() for row in decomposition.subsets_[decomposition.point_of_subset_ == point]
        }
        assert ours == {row.tobytes() for row in rows}


def test_the_full_set_is_the_last_point_of_both_plots(disks):
    X, y = disks
    decomposition = DataDecomposition(10).fit(X, y)
    assert decomposition.points_[-1, 1] == decomposition.hypothesis_points_[-1, 1] == 0
    assert decomposition.subsets_[-1].all()


def test_no_hypothesis_errs_on_more_than_its_subset_leaves_out(disks):
    X, y = disks
    decomposition = DataDecomposition(10).fit(X, y)
    for complexity, error in decomposition.points_:
        simpler = decomposition.hypothesis_points_[
            decomposition.hypothesis_points_[:, 0] <= complexity
        ]
        assert simpler[:, 1].min() <= error
    same = np.array_equal(decomposition.points_, decomposition.hypothesis_points_)
    assert decomposition.fronts_agree_ == same


def test_labels_may_be_of_any_kind_and_order(disks):
    X, y = disks
    words = np.where(y == y.max(), "a", "b")
    one, other = (DataDecomposition(8).fit(X, labels) for labels in (y, words))
    assert one.points_.tolist() == other.points_.tolist()
