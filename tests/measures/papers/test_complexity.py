"""The measure of a decomposition: can principal subsets be chosen that grow by adding alone?"""

from itertools import pairwise, product
from types import SimpleNamespace

import numpy as np
import pytest

from methods.complexity.data_decomposition import DataDecomposition
from methods.data.generators.shapes import concentric_disks
from methods.measures.papers.complexity import nested


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
