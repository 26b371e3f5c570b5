"""Named arrays of a file: which of them are the features and the labels."""

import numpy as np
import pytest

from methods.data.arrays import parse_arrays
from methods.errors import UserError

TABLE = np.arange(6.0).reshape(2, 3)
ARRAYS = {"X": TABLE, "y": np.array([[1.0], [0.5]]), "in": {"deep": {"z": TABLE.astype(int)}}}


def test_features_and_labels_are_x_and_y_unless_others_are_named():
    parsed = parse_arrays(ARRAYS, "a.mat", {})
    np.testing.assert_array_equal(parsed.X, TABLE)
    assert list(parsed.labels) == ["1", "0.5"]
    parsed = parse_arrays(ARRAYS, "a.mat", {"features": "in/deep/z", "targets": "X"})
    np.testing.assert_array_equal(parsed.X, TABLE)
    assert list(parsed.labels) == ["0", "1", "2", "3", "4", "5"]


def test_axes_are_put_in_the_order_stated():
    X = np.arange(24).reshape(2, 3, 4)
    parsed = parse_arrays({"X": X, "y": np.arange(4)}, "a.mat", {"axes": [2, 0, 1]})
    assert parsed.X.shape == (4, 2, 3) and parsed.X[3, 1, 2] == X[1, 2, 3]


@pytest.mark.parametrize("kind", ["?", "u1", "i8", "f4"])
def test_numbers_and_truth_values_are_features(kind):
    assert parse_arrays({"X": np.ones((2, 1), kind), "y": np.arange(2)}, "a", {}).X.shape == (2, 1)


@pytest.mark.parametrize("X", [np.ones(3), np.array([["a"]]), np.array([[1j]]), [[None]]])
def test_what_is_no_table_of_numbers_is_refused(X):
    with pytest.raises(UserError, match=r"^a\.mat: features are .* of shape .*not a numeric table"):
        parse_arrays({"X": X, "y": np.arange(3)}, "a.mat", {})


@pytest.mark.parametrize("path", ["Y", "in/deep/x", "in/none/z", "X/z", "in/deep/z/z"])
@pytest.mark.parametrize("key", ["features", "targets"])
def test_an_array_that_is_not_there_is_named(key, path):
    with pytest.raises(UserError, match=rf"^a\.mat: unknown array '{path}'"):
        parse_arrays(ARRAYS, "a.mat", {key: path})


@pytest.mark.parametrize(
    ("labels", "texts"),
    [
        (np.array([1000001.0, 1000002.0, -1.0, 0.1]), ["1000001", "1000002", "-1", "0.1"]),
        (np.array([0.1, 2.0], "f4"), ["0.1", "2"]),
        (np.array([1.0, "1.0", 3], object), ["1", "1.0", "3"]),
    ],
)
def test_labels_that_differ_have_texts_that_differ(labels, texts):
    assert (
        list(parse_arrays({"X": np.ones((len(labels), 1)), "y": labels}, "a", {}).labels) == texts
    )
