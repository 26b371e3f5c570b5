"""The measure of a decomposition: can principal subsets be chosen that grow by adding alone?"""

from itertools import pairwise, product
from types import SimpleNamespace

import numpy as np
import pytest

from methods.complexity.data_decomposition import DataDecomposition
from methods.data.generators.shapes import concentric_disks
from methods.measures.papers.complexity import (
    flips_found,
    lesser_share,
    nested,
    number_removed,
    share_of_flips_removed,
    share_of_removed_flipped,
)


def decomposition(*points):
    """Fitted with these principal subsets, given as lists of texts, by point."""
    of_point = [[[mark == "x" for mark in text] for text in texts] for texts in points]
    return SimpleNamespace(
        n_points_=len(points),
        subsets_=np.array([subset for subsets in of_point for subset in subsets]),
        point_of_subset_=np.repeat(np.arange(len(points)), [len(texts) for texts in points]),
    )


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        ((["x--"], ["xx-"], ["xxx"]), 1.0),
        ((["x--"], ["-xx"], ["xxx"]), 0.0),
        # each step has a subset within the next, but no choice serves both steps
        ((["x---"], ["xx--", "-xx-"], ["-xxx"], ["xxxx"]), 0.0),
        ((["x---"], ["xx--", "-xx-"], ["-xxx", "xx-x"], ["xxxx"]), 1.0),
    ],
)
def test_a_chain_is_one_choice_for_all_points(points, expected):
    assert nested(decomposition(*points), None, None) == expected


@pytest.mark.parametrize("seed", range(6))
def test_it_is_that_of_all_choices(seed):
    X, y = concentric_disks(24, seed)
    fitted = DataDecomposition(n_clusters=9).fit(X, y)
    of_point = [fitted.subsets_[fitted.point_of_subset_ == p] for p in range(fitted.n_points_)]
    assert np.prod([len(subsets) for subsets in of_point], dtype=float) < 1e5
    expected = any(
        all((a <= b).all() for a, b in pairwise(chosen)) for chosen in product(*of_point)
    )
    assert nested(fitted, X, y) == expected


def test_other_estimators_have_none():
    assert nested(SimpleNamespace(), None, None) is None


def detected(scores, offset, flipped):
    detector = SimpleNamespace(training_scores_=np.array(scores), offset_=offset)
    return SimpleNamespace(detector_=detector, flipped_=np.array(flipped, dtype=bool))


def test_shares_of_flips_are_recall_and_precision_of_the_outliers():
    estimator = detected([3.0, 0.0, 1.0, 5.0, 2.0], 2.5, [1, 1, 0, 1, 1])
    assert number_removed(estimator, None, None) == 3
    assert share_of_flips_removed(estimator, None, None) == pytest.approx(2 / 4)
    assert share_of_removed_flipped(estimator, None, None) == pytest.approx(2 / 3)
    assert lesser_share(estimator, None, None) == pytest.approx(2 / 4)


def test_flips_are_found_in_the_order_of_the_scores_and_unknown_scores_come_last():
    estimator = detected([3.0, np.nan, 1.0, 2.0], 2.5, [1, 1, 0, 1])
    number, found = flips_found(estimator, None, None, None, None)
    assert number.tolist() == [0, 1, 2, 3, 4]
    assert found.tolist() == [0, 0, 1, 2, 3]
    assert number_removed(estimator, None, None) == 2


def test_without_an_outlier_no_removed_example_is_flipped():
    estimator = detected([3.0, 1.0], 0.0, [1, 0])
    assert share_of_removed_flipped(estimator, None, None) == 0
    assert lesser_share(estimator, None, None) == 0


@pytest.mark.parametrize("measure", [number_removed, share_of_flips_removed, lesser_share])
def test_a_classifier_without_a_detector_removes_nothing(measure):
    assert measure(SimpleNamespace(), None, None) is None


def test_of_examples_with_one_score_the_first_is_removed_first():
    estimator = detected([1.0, 1.0, 0.0, 1.0], 0.5, [0, 1, 0, 1])
    assert flips_found(estimator, None, None, None, None)[1].tolist() == [0, 0, 0, 1, 2]


def test_every_choice_that_is_reached_may_lead_on():
    points = ["x---"], ["xx--", "x-x-"], ["x-xx"], ["xxxx"]
    assert nested(decomposition(*points), None, None) == 1.0
