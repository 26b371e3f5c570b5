"""What a method gets of a split: which form it takes, what it is told, and what is remarked."""

import numpy as np
import pytest
from scipy.sparse import csr_array, issparse
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.compose import ColumnTransformer
from sklearn.decomposition import PCA
from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from methods.data.columns import Column, Encoding
from methods.data.encoding import fit_encoding
from methods.data.features import features_of, suited, takes_categories, takes_gaps
from methods.data.prepare import Dataset
from methods.data.splits import Split

NAN = np.nan
X = np.array([[1.0, 0], [0, 2], [3, 4], [5, 0], [0, 6]])
Y = np.array([0, 1, 0, 1, 0])
TREES, LINE, NEAR = HistGradientBoostingClassifier(), LogisticRegression(), KNeighborsClassifier()
SPLIT = Split(np.array([4, 0, 1]), np.array([3, 2]), np.array([2.0, 10]), np.array([1.0, -1]))
NO_WEIGHTS = "the method takes no weights; each row counts the same"


def features(dataset, estimator, how=None, train=SPLIT.train, scaling=None, seed=0):
    return features_of(dataset, SPLIT, train, estimator, how or Encoding(), scaling, seed)


def toy(X=X, **more):
    return Dataset("toy", X, Y, ("a", "b"), **more)


def test_plain_rows_are_scaled_by_the_map_of_their_split():
    given = features(toy(), LINE, train=np.array([1, 0]))
    np.testing.assert_array_equal(given.train, [[1, 19], [3, -1]])
    np.testing.assert_array_equal(given.test, [[11, -1], [7, 39]])
    assert given.parameters == {} and given.remarks == ()


@pytest.mark.parametrize(
    ("estimator", "name"),
    [
        (LINE, "sample_weight"),
        (GridSearchCV(LINE, {}), "sample_weight"),
        (make_pipeline(StandardScaler(), LINE), "logisticregression__sample_weight"),
        (GridSearchCV(make_pipeline(PCA(), LINE), {}), "logisticregression__sample_weight"),
        (GridSearchCV(GridSearchCV(LINE, {}), {}), "sample_weight"),
        (make_pipeline(StandardScaler(), PCA(), LINE), "logisticregression__sample_weight"),
        (make_pipeline(LINE), "logisticregression__sample_weight"),
        (NEAR, None),
        (make_pipeline(StandardScaler(), NEAR), None),
    ],
)
def test_weights_of_the_training_rows_go_to_methods_that_take_them(estimator, name):
    weighted = toy(extras={"weight": np.array([1.0, 2, 3, 4, 5])})
    given = features(weighted, estimator, train=np.array([4, 1]))
    got = {key: value.tolist() for key, value in given.parameters.items()}
    assert (got, given.remarks) == (({name: [5, 2]}, ()) if name else ({}, (NO_WEIGHTS,)))


def test_sparse_rows_stay_so_only_for_methods_that_take_them():
    dataset = toy(csr_array(X))
    given = features(dataset, LINE)
    assert issparse(given.train) and issparse(given.test) and given.remarks == ()
    np.testing.assert_array_equal(given.test.toarray(), [[10, 0], [6, 40]])
    given = features(dataset, GaussianNB())
    assert given.remarks == ("the method takes no sparse rows and gets dense ones",)
    np.testing.assert_array_equal(given.train, [[0, 60], [2, 0], [0, 20]])
    np.testing.assert_array_equal(given.test, [[10, 0], [6, 40]])
    weighted = toy(csr_array(X), extras={"weight": np.ones(5)})
    assert features(weighted, make_pipeline(PCA(), NEAR)).remarks[0] == NO_WEIGHTS


AGE, ID = Column("age", "numeric", missing=1), Column("id", "identifier", left_out="it counts")
COLOUR = Column("colour", "categorical", ("blue", "red"), missing=1)


def typed(**more):
    X = np.array([[1, 0], [NAN, 1], [7, 1], [5, NAN], [3, 0]])
    return toy(X, columns=(ID, AGE, COLOUR), **more)


def test_a_typed_table_is_encoded_by_the_training_rows_without_what_is_left_out():
    given = features(typed(), LINE, scaling={"range": [0, 1], "rows": "train"})
    # ages 3, 1 and the median 2 of these; blue and red
    np.testing.assert_array_equal(given.train, [[1, 1, 0], [0, 1, 0], [0.5, 0, 1]])
    np.testing.assert_array_equal(given.test, [[2, 1, 0], [3, 0, 1]])
    assert given.parameters == {} and given.remarks == ()


def test_the_classes_and_the_seed_of_a_target_encoding_are_those_of_the_split():
    columns = (Column("c", "categorical", tuple("abc")),)
    codes, y = np.arange(30)[:, None] % 3 * 1.0, np.arange(30) % 2
    dataset = Dataset("toy", codes, y, ("a", "b"), columns=columns)
    split = Split(np.arange(20), np.arange(20, 30), np.ones(1), np.zeros(1))
    how, train = Encoding(categories="target"), np.arange(4, 20)
    for seed in (0, 1):
        given = features_of(dataset, split, train, LINE, how, None, seed)
        fitted, expected = fit_encoding(columns, codes[train], y[train], how, None, seed)
        np.testing.assert_array_equal(given.train, expected)
        np.testing.assert_array_equal(given.test, fitted.transform(codes[20:]))


def test_what_a_method_does_not_take_is_remarked_after_its_weights():
    weighted = typed(extras={"weight": np.arange(5.0)})
    given = features(weighted, NEAR, Encoding("keep", "keep"))
    assert given.remarks == (
        NO_WEIGHTS,
        "the method takes no categories and gets an indicator for each",
        "the method takes no gaps, which are filled by the median",
    )
    assert not np.isnan(given.train).any() and given.train.shape == (3, 3)
    kept = features(weighted, TREES, Encoding("keep", "keep"))
    assert kept.remarks == () and list(kept.train.columns) == ["number 1", "category of colour"]
    assert kept.parameters["sample_weight"].tolist() == [4, 0, 1]


@pytest.mark.parametrize(
    ("how", "estimator", "expected", "n_remarks"),
    [
        (("keep", "keep"), LINE, ("median", "one_hot"), 2),
        (("keep", "target"), LINE, ("median", "target"), 1),
        (("indicator", "keep"), LINE, ("indicator", "one_hot"), 1),
        (("drop", "ordinal"), LINE, ("drop", "ordinal"), 0),
        (("keep", "keep"), RandomForestClassifier(), ("keep", "one_hot"), 1),
        (("keep", "keep"), TREES, ("keep", "keep"), 0),
    ],
)
def test_the_usual_encoding_stands_in_for_what_a_method_does_not_take(
    how, estimator, expected, n_remarks
):
    encoding, remarks = suited(Encoding(*how, dates="drop"), estimator)
    assert encoding == Encoding(*expected, dates="drop") and len(remarks) == n_remarks


class Plain(ClassifierMixin, BaseEstimator):
    """A method with the parameter of XGBoost, or with the tag of others."""

    def __init__(self, enable_categorical=False, tag=False):
        self.enable_categorical = enable_categorical
        self.tag = tag

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.categorical = self.tag
        return tags


class Light(Plain):
    __module__ = "lightgbm.sklearn"


COLUMNS = ColumnTransformer([("all", "passthrough", [0])])


@pytest.mark.parametrize(
    ("estimator", "takes"),
    [
        (TREES, True),
        (HistGradientBoostingClassifier(categorical_features=None), False),
        (Plain(), False),
        (Plain(enable_categorical=True), True),
        (Plain(tag=True), True),
        (Light(), True),
        (LINE, False),
        (GridSearchCV(TREES, {}), True),
        (make_pipeline(TREES), True),
        (make_pipeline(StandardScaler(), TREES), False),
        (make_pipeline(COLUMNS, LINE), True),
        (GridSearchCV(make_pipeline(COLUMNS, LINE), {}), True),
    ],
)
def test_a_method_takes_categories_by_its_tag_or_parameter_or_first_step(estimator, takes):
    assert takes_categories(estimator) is takes


@pytest.mark.parametrize(
    ("estimator", "takes"),
    [
        (TREES, True),
        (LINE, False),
        (GridSearchCV(TREES, {}), True),
        (make_pipeline(StandardScaler(), TREES), True),
        (make_pipeline(StandardScaler(), LINE), False),
        (make_pipeline(PCA(), TREES), False),
        (make_pipeline("passthrough", TREES), True),
    ],
)
def test_a_method_takes_gaps_if_each_of_its_steps_does(estimator, takes):
    assert takes_gaps(estimator) is takes
