"""Encoding of typed tables: what becomes of each kind of column. Test rows teach nothing."""

from datetime import date

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from methods.data.columns import MANY_CATEGORIES, Column, Encoding
from methods.data.encoding import date_parts, fit_encoding
from methods.data.features import features_of, suited, takes_categories, takes_gaps
from methods.data.prepare import Dataset
from methods.data.splits import Split
from methods.data.text_table import read_text_table
from methods.data.typed_table import parse_table, raw_table

NAN = np.nan
AGE = Column("age", "numeric")
STAGE = Column("stage", "ordinal", ("low", "mid", "high"))
SMOKES = Column("smokes", "boolean", ("no", "yes"))
COLOUR = Column("colour", "categorical", ("blue", "green", "red"))
SEEN = Column("seen", "date")


def seconds(*dates):
    return [NAN if d is None else (date.fromisoformat(d) - date(1970, 1, 1)).days * 86400.0
            for d in dates]  # fmt: skip


def encoded(columns, train, test=(), y=None, scaling=None, **how):
    train, test = np.array(train, dtype=float), np.array(test, dtype=float)
    test = test.reshape(len(test), len(columns))
    y = np.arange(len(train)) % 2 if y is None else np.array(y)
    fitted, of_train = fit_encoding(columns, train, y, Encoding(**how), scaling, 0)
    return of_train, fitted.transform(test)


def test_numbers_gaps_and_answers_by_the_training_rows():
    train = [[1, 0, 1], [NAN, 2, NAN], [3, NAN, 1], [8, 2, 0]]
    of_train, of_test = encoded([AGE, STAGE, SMOKES], train, [[NAN, NAN, NAN], [9, 1, 0]])
    np.testing.assert_array_equal(of_train, [[1, 0, 1], [3, 2, 1], [3, 2, 1], [8, 2, 0]])
    np.testing.assert_array_equal(of_test, [[3, 2, 1], [9, 1, 0]])


def test_most_frequent_and_indicator():
    train = [[1], [1], [NAN], [9]]
    assert encoded([AGE], train, missing="most_frequent")[0][2] == 1
    of_train, of_test = encoded([AGE], train, [[NAN]], missing="indicator")
    np.testing.assert_array_equal(of_train, [[1, 0], [1, 0], [1, 1], [9, 0]])
    np.testing.assert_array_equal(of_test, [[1, 1]])


def test_a_category_has_an_indicator_and_one_that_no_training_row_has_gives_zeros():
    of_train, of_test = encoded([COLOUR], [[0], [2], [2], [NAN]], [[1], [2]])
    np.testing.assert_array_equal(of_train, [[1, 0], [0, 1], [0, 1], [0, 1]])
    np.testing.assert_array_equal(of_test, [[0, 0], [0, 1]])


@pytest.mark.parametrize("missing", ["indicator", "keep"])
def test_a_gap_is_one_more_indicator_of_categories(missing):
    of_train, of_test = encoded([COLOUR], [[0], [2], [NAN]], [[NAN]], missing=missing)
    np.testing.assert_array_equal(of_train, np.eye(3))
    np.testing.assert_array_equal(of_test, [[0, 0, 1]])


def test_categories_by_rank_and_by_the_shares_of_the_classes():
    _, of_test = encoded([COLOUR], [[0], [2], [2]], [[2], [1]], categories="ordinal")
    np.testing.assert_array_equal(of_test, [[1], [-1]])
    train, y = [[0]] * 20 + [[2]] * 20, [0] * 20 + [1] * 20
    of_train, of_test = encoded([COLOUR], train, [[0], [2], [1]], y, categories="target")
    assert of_test[0] < 0.1 and of_test[1] > 0.9 and of_test[2] == 0.5
    assert encoded([COLOUR], train, [], y, categories="target")[0].tolist() == of_train.tolist()


def test_ten_thousand_categories_give_a_bounded_number_of_indicators():
    many = Column("zip", "categorical", tuple(f"{at:05d}" for at in range(10_000)))
    of_train, _ = encoded([many], [[at] for at in range(10_000)])
    assert of_train.shape == (10_000, MANY_CATEGORIES)


def test_dates_have_the_parts_of_the_calendar():
    days = ["2024-02-29", "1969-12-31", "2000-01-01"]
    calendar = [date.fromisoformat(day) for day in days]
    expected = [[d.year, d.month, d.day, d.weekday()] for d in calendar]
    np.testing.assert_array_equal(date_parts(np.array([seconds(*days)]).T), expected)
    timed = Column("at", "date", timed=True)
    of_train, _ = encoded([timed], [[86400 * 3 + 5400], [0]])
    assert of_train[0, -1] == 1.5
    assert encoded([AGE, SEEN], [[1, 0], [2, 0]], dates="drop")[0].shape == (2, 1)


def test_a_column_without_a_value_in_the_training_rows_keeps_its_place():
    of_train, of_test = encoded([AGE, STAGE], [[NAN, 1], [NAN, 2]], [[5, 0]])
    np.testing.assert_array_equal(of_train, [[0, 1], [0, 2]])
    np.testing.assert_array_equal(of_test, [[5, 0]])


def test_the_scaling_follows_and_is_of_the_training_rows():
    scaling = {"variance": 1, "rows": "train"}
    of_train, of_test = encoded([AGE, COLOUR], [[1, 0], [3, 2]], [[1e6, 1]], scaling=scaling)
    np.testing.assert_allclose(of_train, [[-1, 1, -1], [1, -1, 1]])
    np.testing.assert_allclose(of_test[0, 0], 1e6 - 2)
    kept, _ = encoded([AGE], [[1], [NAN], [3]], scaling=scaling, missing="keep")
    np.testing.assert_array_equal(kept, [[-1], [NAN], [1]])


def test_kept_categories_are_a_data_frame_that_boosted_trees_take():
    rng = np.random.default_rng(0)
    codes = rng.integers(0, 3, 200).astype(float)
    y = (codes == 1).astype(int)
    codes[:5] = NAN
    train = np.column_stack([rng.normal(size=200), codes])
    how = {"missing": "keep", "categories": "keep"}
    of_train, of_test = encoded([AGE, COLOUR], train, train, y, **how)
    assert isinstance(of_train["category of colour"].dtype, pd.CategoricalDtype)
    model = HistGradientBoostingClassifier(max_iter=5).fit(of_train, y)
    assert model.is_categorical_.tolist() == [False, True]
    assert np.mean(model.predict(of_test) == y) > 0.95
    filled, _ = encoded([AGE, COLOUR], train, train, y, categories="keep")
    assert not filled.isna().any().any()


def test_what_a_method_takes_is_told_by_its_tags():
    trees, forest, line = (
        HistGradientBoostingClassifier(),
        RandomForestClassifier(),
        LogisticRegression(),
    )
    assert takes_categories(trees) and not takes_categories(forest)
    assert takes_categories(GridSearchCV(trees, {})) and takes_gaps(GridSearchCV(trees, {}))
    assert takes_gaps(forest) and not takes_gaps(line)
    assert not takes_gaps(make_pipeline(StandardScaler(), line))
    kept = Encoding("keep", "keep")
    assert suited(kept, trees) == (kept, ())
    usual, remarks = suited(kept, line)
    assert usual == Encoding() and len(remarks) == 2


CELLS = {
    "age": st.sampled_from(["", "NA", "3.5", "-2", "41", "1000"]),
    "colour": st.sampled_from(["", "red", "blue", "amber", "zinc"]),
    "stage": st.sampled_from(["", "low", "mid", "high"]),
    "smokes": st.sampled_from(["", "yes", "no"]),
    "seen": st.sampled_from(["", "2020-02-29", "1969-07-20", "2031-12-31"]),
}
ROW = st.tuples(*CELLS.values())
TRAIN = [("1", "red", "low", "yes", "2020-01-01"), ("", "blue", "mid", "no", "2021-02-03"),
         ("7", "", "high", "yes", ""), ("2.5", "red", "", "", "2019-05-05"),
         ("9", "grey", "mid", "no", "2020-01-01"), ("4", "red", "low", "no", "")]  # fmt: skip


def of_the_first_rows(test_rows, how):
    """A table from text to the features that a fit gets: the first rows train, all are tested.

    Returns the features for the fit, and those that the fitted encoding gives for the same rows.
    """
    rows = [*TRAIN, *test_rows]
    lines = [",".join((*row, "ab"[at % 2])) for at, row in enumerate(rows)]
    text = "\n".join([",".join((*CELLS, "state")), *lines]).encode()
    options = {"columns": {"stage": ["low", "mid", "high"], "age": "numeric", "seen": "date",
                           "colour": "categorical", "smokes": "boolean"}}  # fmt: skip
    parsed = parse_table(raw_table(read_text_table(text, "t.csv", list(CELLS))), options)
    y = np.array([label == "b" for label in parsed.labels], dtype=int)
    dataset = Dataset("t", parsed.X, y, ("a", "b"), columns=parsed.columns)
    train, scaling = np.arange(len(TRAIN)), {"range": [-1, 1], "rows": "all"}
    split = Split(train, np.arange(len(rows)), np.ones(1), np.zeros(1))
    trees = HistGradientBoostingClassifier()  # takes gaps and categories, if they are kept
    features = features_of(dataset, split, train, trees, how, scaling, 3)
    return pd.DataFrame(features.train), pd.DataFrame(features.test)[: len(TRAIN)]


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(
    one=st.lists(ROW, min_size=2, max_size=6),
    other=st.lists(ROW, min_size=2, max_size=6),
    missing=st.sampled_from(["median", "most_frequent", "indicator", "keep"]),
    categories=st.sampled_from(["one_hot", "ordinal", "target", "keep"]),
)
def test_what_is_fitted_does_not_change_when_test_rows_change(one, other, missing, categories):
    how = Encoding(missing, categories)
    for a, b in zip(of_the_first_rows(one, how), of_the_first_rows(other, how), strict=True):
        pd.testing.assert_frame_equal(a, b, check_exact=True)
