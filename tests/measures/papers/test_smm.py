"""Theorem 2's bound on a fitted support matrix machine."""

from types import SimpleNamespace

import numpy as np
import pytest

from methods.measures.papers import smm


def test_the_bound_is_the_theorems_for_features_of_unit_length():
    rng = np.random.default_rng(1)
    X = rng.normal(size=(30, 4, 5))
    X /= np.linalg.norm(X, axis=0)
    fitted = SimpleNamespace(C=2.0, rank_=1, coef_=rng.normal(size=(4, 5)))
    bound, reached = smm.grouping_bound(fitted, X, None, None, None)
    pairs = {}
    for a in range(5):
        for b in range(5):
            if a != b:
                inner = np.sum(X[:, :, a] * X[:, :, b])
                distance = np.sum((fitted.coef_[:, a] - fitted.coef_[:, b]) ** 2)
                pairs[round(distance, 12)] = 2 * 30 * 4.0 * (4 - inner)
    for its_bound, distance in zip(bound, reached, strict=True):
        assert its_bound == pytest.approx(pairs[round(distance, 12)])


def test_other_estimators_have_no_bound():
    assert smm.grouping_bound(object(), np.zeros((3, 2, 2)), None, None, None) is None
