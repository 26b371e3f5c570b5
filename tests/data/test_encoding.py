"""Encoding of typed tables: what becomes of each kind of column. Test rows teach nothing."""

import warnings
from datetime import date

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, StratifiedKFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler, TargetEncoder

from methods.data.columns import MANY_CATEGORIES, Column, Encoding
from methods.data.encoding import date_parts, fit_encoding, hours
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


AT = Column("at", "date", timed=True)
NOON = 86400 / 2


def test_features_stand_in_the_order_of_their_kinds():
    columns = [COLOUR, AT, SMOKES, AGE, STAGE]
    train = [[2, NOON, 1, 5, 2], [0, 0, NAN, 7, 0], [2, 86400 * 31, 1, NAN, 1]]
    of_train, of_test = encoded(columns, train, [[1, NAN, NAN, NAN, NAN]], missing="indicator")
    np.testing.assert_array_equal(
        of_train,
        # age, stage, smokes, the date, its hour, blue and red, and gaps of smokes and of age
        [
            [5, 2, 1, 1970, 1, 1, 3, 12, 0, 1, 0, 0],
            [7, 0, 1, 1970, 1, 1, 3, 0, 1, 0, 1, 0],
            [6, 1, 1, 1970, 2, 1, 6, 0, 0, 1, 0, 1],
        ],
    )
    np.testing.assert_array_equal(of_test, [[6, 1, 1, 1970, 1, 1, 3, 12, 0, 0, 1, 1]])


def test_gaps_of_dates_are_filled_marked_or_kept():
    train = [[0], [86400 * 2], [86400], [NAN], [86400]]
    filled, _ = encoded([SEEN], train)
    assert filled[3].tolist() == [1970, 1, 2, 4]
    marked, _ = encoded([SEEN], train, missing="indicator")
    np.testing.assert_array_equal(marked, np.c_[filled, [0, 0, 0, 1, 0]])
    kept, of_test = encoded([AT], train, [[NAN], [NOON]], missing="keep")
    np.testing.assert_array_equal(kept[[2, 3]], [[1970, 1, 2, 4, 0], [NAN] * 5])
    np.testing.assert_array_equal(of_test, [[NAN] * 5, [1970, 1, 1, 3, 12]])
    common, _ = encoded(
        [AT, AGE], [[0, 1], [0, 1], [NAN, NAN], [86400, 9]], missing="most_frequent"
    )
    assert common[2].tolist() == [1, 1970, 1, 1, 3, 0]


def test_gaps_of_dates_that_a_study_drops_are_not_marked():
    of_train, of_test = encoded(
        [AGE, AT], [[1, 0], [NAN, NAN]], [[2, 0]], missing="indicator", dates="drop"
    )
    np.testing.assert_array_equal(of_train, [[1, 0], [1, 1]])
    np.testing.assert_array_equal(of_test, [[2, 0]])


def test_gaps_of_ranked_categories_are_filled_and_marked():
    train = [[2], [2], [0], [NAN]]
    ranks, of_test = encoded([COLOUR], train, [[NAN], [1]], categories="ordinal")
    np.testing.assert_array_equal(ranks, [[1], [1], [0], [1]])
    np.testing.assert_array_equal(of_test, [[1], [-1]])
    marked, of_test = encoded(
        [COLOUR, AGE], [[code[0], 1] for code in train], [[NAN, NAN]],
        categories="ordinal", missing="indicator",
    )  # fmt: skip
    np.testing.assert_array_equal(marked, [[1, 1, 0], [1, 1, 0], [1, 0, 0], [1, 1, 1]])
    np.testing.assert_array_equal(of_test, [[1, 1, 1]])


def test_answers_with_gaps_take_the_most_frequent_one_whatever_is_filled():
    train = [[1], [1], [0], [NAN]]
    for missing in ("median", "most_frequent"):
        assert encoded([SMOKES], train, missing=missing)[0].ravel().tolist() == [1, 1, 0, 1]
        # of two as frequent ones the first, and no answer between the two
        assert encoded([SMOKES], train[1:], missing=missing)[0].ravel().tolist() == [1, 0, 0]
    np.testing.assert_array_equal(encoded([SMOKES], train, missing="keep")[0], train)


@pytest.mark.parametrize(
    ("y", "n_folds"),
    [([0] * 19 + [1], 2), ([0] * 17 + [1] * 3, 3), ([0] * 15 + [1] * 5, 5), ([0, 1] * 10, 5)],
)
def test_a_target_encoding_has_five_folds_or_as_many_as_the_smallest_class_has_rows(y, n_folds):
    codes = np.arange(20)[:, None] % 3 * 1.0
    folds = StratifiedKFold(n_folds, shuffle=True, random_state=0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # on a class of one row
        of_train, of_test = encoded([COLOUR], codes, codes, y, categories="target")
        encoder = TargetEncoder(cv=folds)
        np.testing.assert_array_equal(of_train, encoder.fit_transform(codes, y))
    np.testing.assert_array_equal(of_test, encoder.transform(codes))


@pytest.mark.parametrize(
    ("missing", "words"),
    [
        ("median", ["red", "red", "blue", "red"]),
        ("most_frequent", ["red", "red", "blue", "red"]),
        ("indicator", ["red", "red", "blue", "(gap)"]),
        ("keep", ["red", "red", "blue", ""]),
    ],
)
def test_kept_categories_are_those_of_the_training_rows(missing, words):
    of_train, of_test = encoded(
        [COLOUR, AGE], [[2, 1], [2, 2], [0, 3], [NAN, 4]], [[1, 5], [0, 6], [NAN, 7]],
        missing=missing, categories="keep",
    )  # fmt: skip
    assert list(of_train.columns) == ["number 1", "category of colour"]
    assert of_train["number 1"].tolist() == [1, 2, 3, 4]
    colour, tested = (frame["category of colour"] for frame in (of_train, of_test))
    assert colour.astype(object).fillna("").tolist() == words
    assert colour.cat.categories.tolist() == sorted(set(words) - {""})
    assert tested.astype(object).fillna("").tolist() == ["", "blue", words[3]]
    assert tested.dtype == colour.dtype


def test_a_gap_of_kept_categories_is_the_most_frequent_one_and_not_that_in_the_middle():
    codes = [[code] for code in (0, 0, 0, 1, 2, 2, 2, 2, NAN)]
    of_train, _ = encoded([COLOUR], codes, categories="keep")
    assert of_train["category of colour"].tolist()[-1] == "red"


def test_kept_categories_without_a_value_are_one_category_of_gaps():
    of_train, _ = encoded([COLOUR], [[NAN], [NAN]], categories="keep")
    assert of_train["category of colour"].tolist() == ["(gap)"] * 2
    of_train, of_test = encoded([COLOUR], [[NAN], [NAN]], [[2]], categories="keep", missing="keep")
    assert of_train.isna().all().all() and of_test.isna().all().all()


def test_no_rows_have_the_features_of_the_others():
    fitted, _ = fit_encoding(
        [AGE, COLOUR], np.array([[1.0, 0], [2, 2]]), np.array([0, 1]), Encoding(), None, 0
    )
    assert fitted.transform(np.empty((0, 2))).shape == (0, 3)
    assert fitted.names == ("number 1", "number 2", "number 3")


def test_columns_of_which_nothing_is_made_give_no_features():
    of_train, of_test = encoded([SEEN], [[0], [86400]], [[0]], dates="drop")
    assert of_train.shape == (2, 0) and of_test.shape == (1, 0)
    of_train, of_test = encoded([SEEN, COLOUR], [[0, 1], [0, 2]], [[0, 1]], dates="drop",
                                categories="keep")  # fmt: skip
    assert list(of_train.columns) == list(of_test.columns) == ["category of colour"]


def test_parts_of_a_gap_are_gaps_and_dates_keep_their_columns():
    two = np.array([[0.0, NAN], [86400 * 59, 86400 * 365.5]])
    np.testing.assert_array_equal(
        date_parts(two),
        [[1970, 1, 1, 3, NAN, NAN, NAN, NAN], [1970, 3, 1, 6, 1971, 1, 1, 4]],
    )
    np.testing.assert_array_equal(
        hours(np.array([[0.0], [NOON + 1800], [-3600], [86400 + 3600], [NAN]])),
        [[0], [12.5], [23], [1], [NAN]],
    )


@pytest.mark.parametrize(
    ("scaling", "expected"),
    [
        (None, [[1, NAN], [NAN, NAN], [4, NAN]]),
        ({"range": [0, 1], "rows": "train"}, [[0, NAN], [NAN, NAN], [1, NAN]]),
        ({"variance": 1, "rows": "all"}, [[-1, NAN], [NAN, NAN], [1, NAN]]),
        # the rows have norms 1, 0 and 4, so the mean is 5 / 3
        ({"norm": 5.0, "rows": "train"}, [[3, NAN], [NAN, NAN], [12, NAN]]),
    ],
)
def test_gaps_that_are_kept_do_not_count_for_the_scaling(scaling, expected):
    train = [[1, NAN], [NAN, NAN], [4, NAN]]
    of_train, of_test = encoded(
        [AGE, STAGE], train, [[NAN, 2]], scaling=scaling, missing="keep"
    )  # fmt: skip
    np.testing.assert_allclose(of_train, expected)
    assert of_test[0, 1] == (6 if scaling and "norm" in scaling else 2)


def test_the_folds_of_a_target_encoding_are_those_of_the_seed():
    codes, y = np.arange(20)[:, None] % 3 * 1.0, np.arange(20) % 2
    how = Encoding(categories="target")
    first, again, other = (
        fit_encoding([COLOUR], codes, y, how, None, seed)[1] for seed in (0, 0, 1)
    )
    assert np.array_equal(first, again) and not np.array_equal(first, other)
