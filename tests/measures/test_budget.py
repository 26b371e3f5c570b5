"""The error after a choice among k settings, against all choices that there are."""

from itertools import combinations
from types import SimpleNamespace

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import RandomForestClassifier
from sklearn.model_selection import GridSearchCV

from methods.measures.budget import errors_of_settings, expected_errors
from methods.selection import number_right


def by_all_choices(scores, errors, k):
    def chosen(drawn):
        return min(drawn, key=lambda i: (-scores[i], i))  # of equal scores the first of the grid

    return np.mean([errors[chosen(drawn)] for drawn in combinations(range(len(scores)), k)])


@pytest.mark.parametrize("seed", range(5))
def test_the_expected_error_is_the_mean_over_all_choices(seed):
    random = np.random.default_rng(seed)
    scores, errors = random.integers(0, 4, 7).astype(float), random.random(7)  # with ties
    brute = [by_all_choices(scores, errors, k) for k in range(1, 8)]
    assert expected_errors(scores, errors) == pytest.approx(brute)


def test_one_setting_is_the_mean_and_all_are_the_choice():
    expected = expected_errors([1, 3, 3, 2], [0.4, 0.1, 0.9, 0.2])
    assert expected[0] == pytest.approx(0.4)
    assert expected[-1] == pytest.approx(0.1)


def test_a_setting_without_a_score_is_chosen_last():
    for score in (1.0, 0.0, -1.0):
        assert expected_errors([np.nan, score], [0.9, 0.1]) == pytest.approx([0.5, 0.1])


def test_the_error_of_the_chosen_setting_is_that_of_the_search():
    X, y = load_breast_cancer(return_X_y=True)
    grid = {"min_samples_leaf": [30, 5, 1], "max_features": [1, 2]}
    forest = RandomForestClassifier(5, random_state=0)
    search = GridSearchCV(forest, grid, cv=3, scoring=number_right).fit(X[:100], y[:100])
    scores, errors = errors_of_settings(search, X[:100], y[:100], X[100:], y[100:])
    assert len(scores) == len(errors) == 6
    assert errors[search.best_index_] == np.mean(search.predict(X[100:]) != y[100:])
    assert expected_errors(scores, errors)[-1] == errors[search.best_index_]


def test_each_setting_of_several_grids_starts_from_the_estimator_of_the_search():
    """A later grid that does not name the strategy has that of the estimator."""
    X, y = np.zeros((8, 1)), np.array([0, 0, 0, 0, 0, 1, 1, 1])
    grids = [{"strategy": ["constant"], "constant": [0]}, {"constant": [1]}]
    majority = DummyClassifier(strategy="most_frequent")
    search = GridSearchCV(majority, grids, cv=2, scoring=number_right).fit(X, y)
    assert errors_of_settings(search, X, y, X, y)[1].tolist() == [3 / 8, 3 / 8]


def test_predictions_in_a_column_are_compared_row_by_row():
    class Column(DummyClassifier):
        def predict(self, X):
            return X

    X, y = np.array([[0], [1], [1], [1]]), np.array([0, 0, 1, 1])
    tried = {"params": [{}], "mean_test_score": [0.75]}
    search = SimpleNamespace(estimator=Column(), cv_results_=tried)
    assert errors_of_settings(search, X, y, X, y)[1].tolist() == [1 / 4]


def test_what_is_no_search_has_no_settings():
    X, y = np.zeros((4, 1)), np.array([0, 0, 1, 1])
    assert errors_of_settings(DummyClassifier().fit(X, y), X, y, X, y) is None
