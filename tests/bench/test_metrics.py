"""Metrics by hand."""

import numpy as np
import pytest

from methods.bench.metrics import balanced_error, error


def test_errors_are_shares_of_rows_and_of_classes():
    y, predicted = np.array([0, 0, 0, 1]), np.array([0, 1, 0, 0])
    assert error(y, predicted) == 0.5
    assert balanced_error(y, predicted) == pytest.approx((1 / 3 + 1) / 2)
    assert balanced_error(y, np.zeros(4)) == 0.5  # a class that is never predicted counts too
    assert balanced_error(np.zeros(3), np.zeros(3)) == 0.0
