"""The error after a choice among k settings, against all choices that there are."""

from itertools import combinations

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
    assert expected_errors([np.nan, 1.0], [0.9, 0.1]) == pytest.approx([0.5, 0.1])


def test_the_error_of_the_chosen_setting_is_that_of_the_search():
    X, y = load_breast_cancer(return_X_y=True)
    grid = {"min_samples_leaf": [30, 5, 1], "max_features": [1, 2]}
    forest = RandomForestClassifier(5, random_state=0)
    search = GridSearchCV(forest, grid, cv=3, scoring=number_right).fit(X[:100], y[:100])
    scores, errors = errors_of_settings(search, X[:100], y[:100], X[100:], y[100:])
    assert len(scores) == len(errors) == 6
    assert errors[search.best_index_] == np.mean(search.predict(X[100:]) != y[100:])
    assert expected_errors(scores, errors)[-1] == errors[search.best_index_]


def test_what_is_no_search_has_no_settings():
    X, y = np.zeros((4, 1)), np.array([0, 0, 1, 1])
    assert errors_of_settings(DummyClassifier().fit(X, y), X, y, X, y) is None
