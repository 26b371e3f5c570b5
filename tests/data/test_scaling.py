"""Scaling: what each kind maps features onto, and which rows it depends on."""

import numpy as np
import pytest

from methods.data.prepare import Dataset
from methods.data.scaling import fit_scaling
from methods.data.splits import make_split
from tests.data.test_split_kinds import HALF, toy


def scaled(dataset, scaling):
    split = make_split(dataset, "erm", 0, HALF, scaling)
    return split.features(dataset.X), split.train, split.test


def test_a_range_is_spanned_by_the_rows_it_was_taken_from():
    dataset = toy(40)
    everywhere, _, _ = scaled(dataset, {"range": [-1, 1], "rows": "all"})
    assert np.allclose([everywhere.min(axis=0), everywhere.max(axis=0)], [[-1] * 3, [1] * 3])
    X, train, _ = scaled(dataset, {"range": [0, 1], "rows": "train"})
    assert np.allclose([X[train].min(axis=0), X[train].max(axis=0)], [[0] * 3, [1] * 3])


def test_the_scaler_of_the_training_part_never_sees_a_test_row():
    dataset = toy(40)
    _, train, test = scaled(dataset, {"range": [0, 1], "rows": "train"})
    loud = dataset.X.copy()
    loud[test] *= 100
    for scaling in ({"range": [0, 1], "rows": "train"}, {"variance": 1, "rows": "train"}):
        before = scaled(dataset, scaling)[0][train]
        after = scaled(Dataset("toy", loud, dataset.y, ("a", "b")), scaling)[0][train]
        assert np.array_equal(before, after)


def test_one_number_scales_all_features_to_a_mean_norm():
    X, train, _ = scaled(toy(40), {"norm": 2.0, "rows": "train"})
    raw = toy(40).X
    assert np.linalg.norm(X[train], axis=1).mean() == pytest.approx(2.0)
    np.testing.assert_allclose(X / X[0, 0], raw / raw[0, 0])


def test_unit_variance_centres_and_divides():
    X, train, _ = scaled(toy(40), {"variance": 1, "rows": "train"})
    assert np.allclose(X[train].mean(axis=0), 0) and np.allclose(X[train].std(axis=0), 1)


@pytest.mark.parametrize("value", [0.0, 0.1, 7.3e5])
@pytest.mark.parametrize(
    ("scaling", "middle"),
    [
        ({"range": [0, 4], "rows": "train"}, 2.0),
        ({"variance": 1, "rows": "train"}, 0.0),
    ],
)
def test_a_constant_feature_becomes_the_middle_even_if_its_deviation_is_rounding(
    scaling, middle, value
):
    dataset = toy(26)
    dataset.X[:, 1] = value
    X, train, test = scaled(dataset, scaling)
    assert (X[train, 1] == middle).all()
    dataset.X[test, 1] += 1.0
    assert (scaled(dataset, scaling)[0][:, 1] == middle).all()


@pytest.mark.parametrize("scaling", [{"range": [-1, 1]}, {"variance": 1}])
def test_a_feature_in_a_small_unit_is_scaled_like_any_other(scaling):
    dataset = toy(40)
    before = scaled(dataset, scaling | {"rows": "train"})[0]
    dataset.X[:, 1] *= 1e-18
    np.testing.assert_allclose(scaled(dataset, scaling | {"rows": "train"})[0], before)


def test_matrices_are_scaled_entry_by_entry():
    X = np.random.default_rng(0).normal(size=(20, 2, 3))
    dataset = Dataset("toy", X, np.arange(20) % 2, ("a", "b"))
    X_scaled = scaled(dataset, {"range": [0, 1], "rows": "all"})[0]
    assert np.allclose(X_scaled.max(axis=0), 1) and X_scaled.shape == X.shape


ROWS = np.array([[0.0, 5, 1], [2, 5, -3], [9, 7, 0]])
FIRST_TWO = np.array([0, 1])


@pytest.mark.parametrize(
    ("scaling", "factor", "shift"),
    [
        (None, [1, 1, 1], [0, 0, 0]),
        ({"range": [-1, 3], "rows": "train"}, [2, 0, 1], [-1, 1, 2]),
        ({"range": [0, 1], "rows": "all"}, [1 / 9, 1 / 2, 1 / 4], [0, -5 / 2, 3 / 4]),
        ({"variance": 1, "rows": "train"}, [1, 0, 1 / 2], [-1, 0, 1 / 2]),
        ({"norm": 3.0, "rows": "train"}, [6 / (26**0.5 + 38**0.5)] * 3, [0, 0, 0]),
        ({"norm": 3.0, "rows": "all"}, [9 / (26**0.5 + 38**0.5 + 130**0.5)] * 3, [0, 0, 0]),
    ],
)  # fmt: skip
def test_factor_and_shift_are_those_worked_out_by_hand(scaling, factor, shift):
    np.testing.assert_allclose(fit_scaling(ROWS, FIRST_TWO, scaling), [factor, shift], atol=1e-15)


def test_rows_of_norm_zero_are_not_scaled():
    factor, shift = fit_scaling(0 * ROWS, FIRST_TWO, {"norm": 3.0, "rows": "all"})
    np.testing.assert_array_equal([factor, shift], [[1, 1, 1], [0, 0, 0]])


@pytest.mark.parametrize("scaling", [None, {"norm": 2.0, "rows": "all"}])
def test_factor_and_shift_of_matrices_have_their_shape(scaling):
    X = np.array([[[3.0, 0], [0, 4]], [[0, 1], [0, 0]]])
    factor, shift = fit_scaling(X, np.array([0]), scaling)
    np.testing.assert_allclose(factor, np.full((2, 2), 1 if scaling is None else 2 / 3))
    np.testing.assert_array_equal(shift, np.zeros((2, 2)))
