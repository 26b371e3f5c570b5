"""ROC and calibration curves against scikit-learn and against counts by hand."""

import numpy as np
import pytest
from sklearn.metrics import auc, roc_auc_score

from methods.measures.probability_curves import (
    FALSE_POSITIVE_RATES,
    calibration_curves,
    roc_curve,
)

TWO, THREE = np.array([0, 1]), np.array([0, 1, 2])


def test_a_roc_curve_of_two_classes_goes_through_the_vertices():
    y, values = np.array([0, 0, 0, 0, 1, 1]), np.array([0.1, 0.2, 0.3, 0.9, 0.8, 0.95])
    x, rates = roc_curve(y, values, TWO)
    at = dict(zip(x.round(2), rates, strict=True))
    assert (at[0.0], at[0.25], at[1.0]) == (0.5, 1.0, 1.0)


@pytest.mark.parametrize("classes", [TWO, THREE])
def test_the_area_below_the_curve_is_that_of_scikit_learn(classes):
    rng = np.random.default_rng(0)
    y = rng.choice(classes, 900)
    values = rng.normal(size=(900, len(classes))) + 2 * (y[:, None] == classes)
    values = np.exp(values) / np.exp(values).sum(axis=1, keepdims=True)
    expected = roc_auc_score(y, values[:, 1] if len(classes) == 2 else values, multi_class="ovr")
    x, rates = roc_curve(y, values, classes)
    assert x is FALSE_POSITIVE_RATES and auc(x, rates) == pytest.approx(expected, abs=2e-3)


def test_a_roc_curve_of_one_class_has_a_reason():
    with pytest.raises(ValueError, match="the test rows are of one class"):
        roc_curve(np.zeros(3), np.arange(3.0), TWO)


def test_shares_and_means_of_the_bins_that_have_rows_equal_counts_by_hand():
    probability = np.array([0.0, 0.05, 0.1, 0.62, 0.68, 1.0])
    y = np.array([0, 1, 1, 1, 0, 1])
    curves = calibration_curves(y, np.column_stack([1 - probability, probability]), TWO)
    places, shares = curves["calibration_curve"]
    assert places == pytest.approx([0.05, 0.15, 0.65, 0.95])  # 0.1 is in the second bin
    assert shares.tolist() == [0.5, 1.0, 0.5, 1.0]
    assert curves["mean_probability"][1] == pytest.approx([0.025, 0.1, 0.65, 1.0])


def test_each_of_three_classes_counts_in_its_turn():
    y, sure = np.array([0, 1, 2, 2]), np.eye(3)[[0, 1, 2, 0]]
    _, shares = calibration_curves(y, sure, THREE)["calibration_curve"]
    assert shares.tolist() == [1 / 8, 3 / 4]


def test_codes_of_classes_need_not_count_from_zero():
    """Of the classes that a fit has seen, each has the column at its place."""
    scores = np.array([0.1, 0.2, 0.7, 0.9])
    both = roc_curve(np.array([1, 1, 2, 2]), scores, np.array([1, 2]))
    assert both[1].tolist() == [1.0] * 101
    y, classes = np.array([0, 2, 3, 3]), np.array([0, 2, 3])
    sure = np.eye(3)[[0, 1, 2, 2]]
    assert roc_curve(y, sure, classes)[1].tolist() == [1.0] * 101
    assert calibration_curves(y, sure, classes)["calibration_curve"][1].tolist() == [0.0, 1.0]


def test_the_curves_of_three_classes_count_alike_however_many_rows_they_have():
    """The scores are right about the first class, and tell the two others apart by chance."""
    y = np.array([0] * 18 + [1, 2])
    values = np.column_stack([y == 0, np.full(20, 0.5), np.full(20, 0.5)])
    x, rates = roc_curve(y, values, THREE)
    assert auc(x, rates) == pytest.approx((1.0 + 0.5 + 0.5) / 3, abs=0.01)


def test_a_roc_curve_of_three_classes_needs_rows_of_each():
    with pytest.raises(ValueError, match="the test rows are of one class"):
        roc_curve(np.array([0, 1, 1]), np.eye(3), THREE)
