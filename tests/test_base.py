"""What machines for two classes share: signs, rows with a weight, and decisions."""

import numpy as np
import pytest
from sklearn.base import BaseEstimator
from sklearn.exceptions import NotFittedError

from methods.base import LinearBinaryClassifier, encode_signs, grid_of_values, validated_rows


def test_the_second_class_in_order_is_positive():
    classes, signs = encode_signs(np.array(["up", "down", "up"]))
    assert classes.tolist() == ["down", "up"]
    np.testing.assert_array_equal(signs, [1.0, -1.0, 1.0])


@pytest.mark.parametrize(
    ("labels", "said"),
    [
        (["a"], r"got 1 class: 'a'"),
        (["a", "b", "c"], r"got 3 classes: 'a', 'b', 'c'"),
        (list("abcdefg"), r"got 7 classes: 'a', 'b', 'c', 'd', 'e', \.\.\."),
    ],
)
def test_other_than_two_classes_are_refused_by_name(labels, said):
    with pytest.raises(ValueError, match=said):
        encode_signs(np.array(labels))


@pytest.mark.parametrize("shape", [(4, 3), (4, 3, 2)])
def test_rows_of_zero_weight_are_dropped(shape):
    X, y = np.arange(np.prod(shape)).reshape(shape), np.array([0, 1, 0, 1])
    rows, labels, weights = validated_rows(
        BaseEstimator(), X, y, [0.5, 0, 2, 0], allow_nd=len(shape) > 2
    )
    np.testing.assert_array_equal(rows, X[[0, 2]])
    assert rows.dtype == np.float64
    np.testing.assert_array_equal(labels, [0, 0])
    np.testing.assert_array_equal(weights, [0.5, 2.0])


def test_without_weights_every_row_counts_once():
    rows, labels, weights = validated_rows(BaseEstimator(), [[1], [2]], ["a", "b"], None)
    np.testing.assert_array_equal(rows, [[1.0], [2.0]])
    assert labels.tolist() == ["a", "b"]
    np.testing.assert_array_equal(weights, [1.0, 1.0])


def test_features_are_counted_and_parameters_of_the_check_are_passed_on():
    estimator = BaseEstimator()
    rows, *_ = validated_rows(estimator, [[1, 2], [3, 4]], [0, 1], None, dtype=np.float32)
    assert estimator.n_features_in_ == 2
    assert rows.dtype == np.float32


@pytest.mark.parametrize("weights", [[1.0, -1.0], [1.0], [1.0, np.nan]])
def test_weights_that_are_none_are_refused(weights):
    with pytest.raises(ValueError):
        validated_rows(BaseEstimator(), [[1], [2]], [0, 1], weights)


def test_a_number_is_a_grid_of_one():
    assert grid_of_values("nus", 0.5, zero=False).tolist() == [0.5]
    assert grid_of_values("mus", [0, 2], zero=True).tolist() == [0.0, 2.0]


@pytest.mark.parametrize(
    ("values", "zero", "least"),
    [([], False, "positive"), ([0.0], False, "positive"), ([-1.0], True, "0 or more")],
)
def test_a_grid_of_other_numbers_is_refused_by_name(values, zero, least):
    with pytest.raises(ValueError, match=f"nus must be a list of numbers that are {least}"):
        grid_of_values("nus", values, zero=zero)


class Halfplane(LinearBinaryClassifier):
    def fit(self, X, y):
        self.classes_, _ = encode_signs(np.asarray(y))
        self.coef_, self.intercept_, self.n_features_in_ = np.array([2.0, 0.0]), -1.0, 2
        return self


def test_a_positive_decision_is_the_second_class():
    machine = Halfplane().fit(None, ["no", "yes"])
    X = [[0.0, 5.0], [0.5, 5.0], [1.0, 5.0]]
    np.testing.assert_array_equal(machine.decision_function(X), [-1.0, 0.0, 1.0])
    assert machine.predict(X).tolist() == ["no", "no", "yes"]


def test_a_machine_that_is_not_fitted_says_so():
    with pytest.raises(NotFittedError):
        Halfplane().predict([[0.0, 1.0]])
