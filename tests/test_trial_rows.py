"""Scores laid out with a row for each trial and a column for each method."""

import numpy as np
import pandas as pd

from methods.trial_rows import row_per_trial


def test_every_planned_trial_and_method_has_a_cell_and_only_finite_numbers_fill_it():
    stored = [
        ("b", 1, "B", 0.5), ("b", 0, "A", 0.25), ("a", 0, "B", np.inf), ("a", 1, "A", 1.0),
        ("gone", 0, "A", 7.0), ("a", 1, "not chosen", 7.0), ("a", 2, "A", 7.0),
    ]  # fmt: skip
    scores = pd.DataFrame(stored, columns=["dataset", "seed", "method", "value"])
    wide = row_per_trial(scores, ["a", "b"], 2, ["B", "A", "C"])
    assert list(wide.index) == [("a", 0), ("a", 1), ("b", 0), ("b", 1)]
    assert list(wide.columns) == ["B", "A", "C"]
    nan = np.nan
    expected = [[nan, nan, nan], [nan, 1.0, nan], [nan, 0.25, nan], [0.5, nan, nan]]
    np.testing.assert_array_equal(wide, expected)


def test_several_values_of_a_trial_are_averaged_without_those_that_are_missing():
    stored = [
        ("a", 0, "A", 1.0), ("a", 0, "A", 2.0), ("a", 0, "A", np.nan), ("a", 1, "A", np.nan),
        ("a", 0, "B", 1.0), ("a", 0, "B", -np.inf),
    ]  # fmt: skip
    scores = pd.DataFrame(stored, columns=["dataset", "seed", "method", "value"])
    expected = [[1.5, np.nan], [np.nan, np.nan]]
    np.testing.assert_array_equal(row_per_trial(scores, ["a"], 2, ["A", "B"]), expected)
