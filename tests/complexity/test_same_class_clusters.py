"""Same-class clusters: one class each, the number asked for, and away from the other class."""

import numpy as np
import pytest

from methods.complexity.same_class_clusters import relative_distances, same_class_clusters
from methods.data.generators.shapes import concentric_disks, yin_yang


@pytest.fixture(scope="module")
def disks():
    return concentric_disks(31, 0)


@pytest.mark.parametrize("n_clusters", [2, 15, 31])
def test_clusters_have_one_class_and_the_number_asked_for(disks, n_clusters):
    X, y = disks
    clusters = same_class_clusters(X, y, n_clusters)
    assert sorted(set(clusters)) == list(range(n_clusters))
    for c in range(n_clusters):
        assert len(set(y[clusters == c])) == 1


@pytest.mark.parametrize("seed", range(5))
def test_clusters_are_numbered_by_their_first_examples(seed):
    clusters = same_class_clusters(*concentric_disks(31, seed), 15)
    firsts = [np.flatnonzero(clusters == c)[0] for c in range(15)]
    assert firsts == sorted(firsts)


def test_chain_of_near_examples_is_cut_where_its_ends_are_far_apart():
    X = np.array([[0.0], [1.0], [2.1], [3.3], [1000.0]])
    assert same_class_clusters(X, [0, 0, 0, 0, 1], 3).tolist() == [0, 0, 1, 1, 2]


def test_two_clusters_are_the_classes(disks):
    X, y = disks
    clusters = same_class_clusters(X, y, 2)
    assert len({(c, label) for c, label in zip(clusters, y, strict=True)}) == 2


def test_what_lies_between_two_close_examples_is_nearest_to_their_class():
    X, y, _ = yin_yang(100, 0)
    close = np.argwhere(np.triu(relative_distances(X, y) < 1, k=1))
    assert len(close) > 100
    steps = np.linspace(0, 1, 21)[:, None]
    for a, b in close:
        on_segment = X[a] + steps * (X[b] - X[a])
        distances = np.linalg.norm(X - on_segment[:, None], axis=2)
        assert y[distances.argmin(axis=1)].tolist() == [y[a]] * 21


def test_example_at_the_border_stays_alone_where_one_deep_in_its_class_joins():
    X = np.array([[0.0], [0.1], [2.0], [3.0], [4.0]])
    y = np.array([-1, 1, 1, 1, 1])
    assert same_class_clusters(X, y, 3).tolist() == [0, 1, 2, 2, 2]


def test_clusters_do_not_depend_on_scale_or_names_of_classes(disks):
    X, y = disks
    expected = same_class_clusters(X, y, 12)
    names = np.where(y == 1, "white", "grey")
    np.testing.assert_array_equal(same_class_clusters(1000 * X + 3, names, 12), expected)


def test_rows_in_another_order_form_the_same_clusters(disks):
    X, y = disks
    order = np.random.default_rng(0).permutation(31)
    clusters, shuffled = same_class_clusters(X, y, 15), same_class_clusters(X[order], y[order], 15)
    together = clusters[order][:, None] == clusters[order]
    np.testing.assert_array_equal(shuffled[:, None] == shuffled, together)


def test_repeated_points_of_a_class_are_no_obstacle():
    X = np.array([[0.0], [0.0], [1.0], [1.0]])
    assert same_class_clusters(X, [0, 0, 1, 1], 2).tolist() == [0, 0, 1, 1]


@pytest.mark.parametrize("n_clusters", [1, 32])
def test_impossible_number_of_clusters_is_named(disks, n_clusters):
    with pytest.raises(ValueError, match=f"n_clusters={n_clusters} .* choose from 2 to 31"):
        same_class_clusters(*disks, n_clusters)


def test_point_of_both_classes_is_named():
    X = np.array([[0.0], [1.0], [2.0], [1.0]])
    with pytest.raises(ValueError, match="examples 1 and 3 are the same point in both classes"):
        same_class_clusters(X, [0, 0, 1, 1], 2)
