"""Matrices become rows in one place, whatever form they come in."""

import numpy as np
import pytest

from methods.matrix.matrix_input import BinaryMatrixClassifier, flatten, validate_matrices

MATRICES = np.arange(24.0).reshape(4, 2, 3)
LABELS = np.array([0, 1, 0, 1])


class MeanDifference(BinaryMatrixClassifier):
    def __init__(self, matrix_shape=None):
        self.matrix_shape = matrix_shape

    def fit(self, X, y):
        rows, y, _, shape = validate_matrices(self, X, y, None, self.matrix_shape)
        self.classes_ = np.unique(y)
        self.coef_ = (rows[y == 1].mean(axis=0) - rows[y == 0].mean(axis=0)).reshape(shape)
        self.intercept_ = 0.5
        return self


def test_a_row_is_its_matrix_row_by_row_and_shares_its_memory():
    rows = flatten(MATRICES)
    np.testing.assert_array_equal(rows[1], [6, 7, 8, 9, 10, 11])
    assert np.shares_memory(rows, MATRICES)


def test_rows_stay_as_they_are():
    rows = MATRICES.reshape(4, 6)
    assert flatten(rows) is rows


@pytest.mark.parametrize(
    "X, matrix_shape, shape",
    [
        (MATRICES, None, (2, 3)),
        (MATRICES, (2, 3), (2, 3)),
        (MATRICES.tolist(), None, (2, 3)),
        (MATRICES.astype(int), None, (2, 3)),
        (MATRICES.reshape(4, 6), [2, 3], (2, 3)),
        (MATRICES.reshape(4, 6), np.array([3, 2]), (3, 2)),
        (MATRICES.reshape(4, 6), None, (6, 1)),
    ],
)
def test_each_form_gives_the_same_rows(X, matrix_shape, shape):
    estimator = MeanDifference()
    rows, y, weights, seen = validate_matrices(estimator, X, LABELS, None, matrix_shape)
    np.testing.assert_array_equal(rows, MATRICES.reshape(4, 6))
    np.testing.assert_array_equal(y, LABELS)
    assert rows.dtype == np.float64
    np.testing.assert_array_equal(weights, np.ones(4))
    assert seen == shape
    assert estimator.n_features_in_ == 6


@pytest.mark.parametrize(
    "X, matrix_shape, message",
    [
        (MATRICES, (3, 2), r"matrix_shape=\(3, 2\) does not fit .*pass \(2, 3\)"),
        (MATRICES.reshape(4, 6), (2, 2), r"holds 4 numbers, but the rows of X have 6"),
        (MATRICES.reshape(4, 6), (6,), "two positive whole numbers"),
        (MATRICES.reshape(4, 6), (-2, -3), "two positive whole numbers"),
        (MATRICES.reshape(4, 6), (2.0, 3.0), "two positive whole numbers"),
        (np.where(MATRICES == 5, np.nan, MATRICES), None, "NaN"),
        (MATRICES[None], None, "dim 4"),
    ],
)
def test_a_shape_that_does_not_fit_is_named(X, matrix_shape, message):
    with pytest.raises(ValueError, match=message):
        validate_matrices(MeanDifference(), X, LABELS, None, matrix_shape)


def test_decisions_are_traces_in_either_form():
    fitted = MeanDifference().fit(MATRICES**2, LABELS)
    expected = [np.trace(fitted.coef_.T @ matrix) + 0.5 for matrix in MATRICES]
    np.testing.assert_allclose(fitted.decision_function(MATRICES), expected)
    np.testing.assert_allclose(fitted.decision_function(MATRICES.reshape(4, 6)), expected)


def test_matrices_of_another_shape_are_refused_at_prediction():
    fitted = MeanDifference().fit(MATRICES, LABELS)
    with pytest.raises(ValueError, match=r"\(3, 2\).*MeanDifference.*\(2, 3\)"):
        fitted.predict(MATRICES.transpose(0, 2, 1))
    with pytest.raises(ValueError, match="6 features"):
        fitted.predict(MATRICES.reshape(4, 6)[:, :5])
