"""Every public estimator works with the tools of scikit-learn.

The parameters below make the fits quick. A new estimator is tested as soon as it has a public name.
"""

import inspect
import pickle
from inspect import getmembers

import numpy as np
import pandas as pd
import pytest
from scipy.sparse import csr_array
from sklearn.base import BaseEstimator, clone, is_classifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import methods

QUICK = {
    "AdaBoost": {"n_estimators": 5},
    "AdaBoostECC": {"n_estimators": 5},
    "AdaBoostERP": {"n_estimators": 5},
    "AnyBoost": {"n_estimators": 5},
    "AveragedPerceptron": {"epochs": 20},
    "BoostingSelection": {"estimator": methods.AnyBoost(n_estimators=5)},
    "CGBoost": {"n_estimators": 5},
    "ClassIsolationForest": {"n_estimators": 5},
    "ComplexityContribution": {"n_permutations": 40},
    "DataDecomposition": {"n_clusters": 4},
    "DiversityMachine": {"n_components": 3, "gamma": 0.5},
    "DiversitySelection": {"n_components": 3, "nus": [0.1, 1.0], "mus": 0.01, "cv": 2},
    "ExclusivityMachine": {"n_components": 3},
    "LinearSVMSelection": {"Cs": [0.1, 1.0], "cv": 2},
    "PocketPerceptron": {"epochs": 20},
    "ROMMA": {"epochs": 20},
    "RandomCoordinateDescentPerceptron": {"epochs": 20},
    "SVMPerceptronSelection": {
        "estimator": methods.AdaBoostERP(methods.SVMPerceptron(), n_estimators=2),
        "Cs": [1.0],
        "n_splits": 2,
    },
    "SelfConfidence": {"estimator": LogisticRegression(), "n_splits": 2},
    "SharedSelection": {
        "selector": methods.LinearSVMSelection([0.1, 1.0], cv=2),
        "estimator": methods.PrimalSVM(),
        "shares": {"C_": "penalty"},
    },
    "StochasticPerceptron": {"epochs": 20},
    "SupportMatrixSelection": {"Cs": [1.0], "tau_shares": [0.1, 0.01], "cv": 2},
}


def can_be_fitted(public):
    """Whether it is the class of an estimator, and not an abstract one."""
    if not inspect.isclass(public) or not issubclass(public, BaseEstimator):
        return False
    return not any(getattr(part, "__isabstractmethod__", False) for _, part in getmembers(public))


ESTIMATORS = [name for name in methods.HOMES if can_be_fitted(getattr(methods, name))]


def quick(name):
    estimator = getattr(methods, name)(**QUICK.get(name, {}))
    if "random_state" in estimator.get_params(deep=False):
        estimator.set_params(random_state=0)
    return estimator


def answers(estimator, X):
    """What a fitted estimator predicts for rows, or what it has found if it predicts nothing."""
    if hasattr(estimator, "predict"):
        return estimator.predict(X)
    # rounding depends on the memory layout of the rows
    return (
        estimator.transform(X).round(12) if hasattr(estimator, "transform") else estimator.points_
    )


CLASSIFIERS = [name for name in ESTIMATORS if is_classifier(quick(name))]
WEIGHTED = [
    name
    for name in CLASSIFIERS
    if "sample_weight" in inspect.signature(getattr(methods, name).fit).parameters
]


@pytest.fixture(scope="module")
def data():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(30, 4))
    return X, np.where(X[:, 0] + 0.3 * X[:, 1] > 0, "up", "down")


@pytest.mark.parametrize("name", ESTIMATORS)
def test_a_copy_and_a_pickle_answer_as_the_original(name, data):
    X, y = data
    fitted = quick(name).fit(X, y)
    expected = answers(fitted, X)
    np.testing.assert_array_equal(answers(clone(fitted).fit(X, y), X), expected)
    np.testing.assert_array_equal(answers(pickle.loads(pickle.dumps(fitted)), X), expected)


@pytest.mark.parametrize("name", ESTIMATORS)
def test_a_data_frame_gives_the_same_as_its_numbers_and_its_columns_are_remembered(name, data):
    X, y = data
    frame = pd.DataFrame(X, columns=["a", "b", "c", "d"])
    fitted = quick(name).fit(frame, pd.Series(y))
    assert fitted.feature_names_in_.tolist() == ["a", "b", "c", "d"]
    np.testing.assert_array_equal(answers(fitted, frame), answers(quick(name).fit(X, y), X))


@pytest.mark.parametrize("name", ESTIMATORS)
def test_a_sparse_matrix_is_refused_with_a_message_that_says_what_to_do(name, data):
    X, y = data
    with pytest.raises(TypeError, match=r"Sparse data was passed.*toarray\(\)"):
        quick(name).fit(csr_array(X), y)


@pytest.mark.parametrize("name", ESTIMATORS)
def test_the_last_step_of_a_pipeline_sees_what_the_others_make(name, data):
    X, y = data
    piped = make_pipeline(StandardScaler(), quick(name)).fit(10 + 5 * X, y)
    scaled = piped[0].transform(10 + 5 * X)
    expected = answers(quick(name).fit(scaled, y), scaled)
    np.testing.assert_array_equal(answers(piped[-1], scaled), expected)


@pytest.mark.parametrize("name", CLASSIFIERS)
def test_a_grid_search_chooses_its_parameters(name, data):
    X, y = data
    estimator = quick(name)
    parameter, value = next(iter(estimator.get_params(deep=False).items()), (None, None))
    grid = {parameter: [value]} if parameter else {}
    search = GridSearchCV(estimator, grid, cv=2, error_score="raise").fit(X, y)
    assert search.best_score_ > 0.5
    assert set(search.predict(X)) <= {"up", "down"}


@pytest.mark.parametrize("name", WEIGHTED)
def test_equal_weights_give_the_same_as_no_weights(name, data):
    X, y = data
    plain, weighted = (quick(name).fit(X, y, weights) for weights in (None, np.ones(len(X))))
    np.testing.assert_array_equal(plain.predict(X), weighted.predict(X))
