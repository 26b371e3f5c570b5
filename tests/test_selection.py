"""One rule for every choice of a setting: exact counts, of ties the strongest regularisation."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.model_selection import GridSearchCV

from methods import DiversitySelection, LinearSVMSelection, SupportMatrixSelection
from methods.bench.experiments import load_experiments
from methods.margin import diversity_selection, linear_svm_selection
from methods.selection import largest_of_best, number_right

EXPERIMENTS = load_experiments(Path(__file__).parents[1] / "workflow" / "experiments")
SEARCH = "sklearn.model_selection.GridSearchCV"
COUNT = {"function": "methods.selection.number_right"}
# The value that regularises more comes first: does the parameter then rise or fall along a grid?
RISING = {
    "penalty", "C", "svm__C", "rank", "svm__gamma", "epochs", "learning_rate", "n_estimators",
    "max_leaf_nodes", "num_leaves", "max_depth", "depth", "linear__C", "estimator__C",
    "estimator__penalty",
}  # fmt: skip
FALLING = {"tau", "svm__nu", "n_neighbors", "min_samples_leaf"}
# kinds, or words among numbers
NO_ORDER = {"init", "cost", "aggressive", "gamma", "max_features", "weights", "columns"}
N, FOLDS = 12, 3


MISTAKES = {"a": (1, 2, 4), "b": (4, 1, 2), "c": (2, 4, 1), "d": (4, 4, 4)}


class Wrong(ClassifierMixin, BaseEstimator):
    """Errs on so many samples of each test fold; the fold is known by its first feature."""

    def __init__(self, setting="a"):
        self.setting = setting

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        answers = X[:, 1].copy()
        wrong = MISTAKES[self.setting][int(X[0, 0])]
        answers[:wrong] = 1 - answers[:wrong]
        return answers


def three_folds():
    fold = np.repeat(np.arange(FOLDS), 10)
    y = np.tile([0.0, 1.0], 15)
    parts = [(np.flatnonzero(fold != f), np.flatnonzero(fold == f)) for f in range(FOLDS)]
    return np.column_stack([fold, y]), y, parts


@pytest.mark.parametrize("order", ["abcd", "bcad", "cabd", "dcba"])
def test_settings_that_err_equally_often_tie_and_the_first_is_chosen(order):
    X, y, folds = three_folds()
    search = GridSearchCV(Wrong(), {"setting": list(order)}, cv=folds, scoring=number_right)
    search.fit(X, y)
    assert search.best_params_ == {"setting": order.replace("d", "")[0]}
    assert len(set(search.cv_results_["mean_test_score"])) == 2


class Column(Wrong):
    """Predicts a column, as CatBoost does of several classes."""

    def predict(self, X):
        return super().predict(X)[:, None]


def test_predictions_in_a_column_are_counted_once_each():
    X, y, _ = three_folds()
    X[:, 0] = 2  # setting "a" errs on four rows
    assert number_right(Column().fit(X, y), X, y) == number_right(Wrong().fit(X, y), X, y) == 26


def test_means_of_shares_may_break_a_tie_by_rounding():
    """Why counts: the same errors in other folds need not have the same mean."""
    shares = np.array([[0.9, 0.8, 0.6], [0.6, 0.9, 0.8], [0.8, 0.6, 0.9]])
    assert len({(a + b + c) / 3 for a, b, c in shares.tolist()}) > 1


def test_the_largest_of_the_best_does_not_depend_on_the_order():
    values, wrong = np.array([1.0, 10.0, 3.0, 30.0]), np.array([5, 4, 4, 6])
    assert largest_of_best(values, wrong) == largest_of_best(values[::-1], wrong[::-1]) == 10.0


def test_every_search_of_the_shipped_experiments_counts_from_the_strongest():
    searches = [
        (experiment.name, name, spec)
        for experiment in EXPERIMENTS.values()
        for name, spec in experiment.methods.items()
        if spec["class"] == SEARCH
    ]
    assert len(searches) >= 25
    for where in searches:
        *_, spec = where
        assert spec["scoring"] == COUNT, where
        for parameter, values in spec["param_grid"].items():
            assert parameter in RISING | FALLING | NO_ORDER, where
            for stronger, weaker in pairwise(values) if parameter not in NO_ORDER else ():
                assert stronger < weaker if parameter in RISING else stronger > weaker, where


def separable(shape=(3,)):
    rng = np.random.default_rng(0)
    y = np.repeat([-1, 1], N)
    return y.reshape(-1, *[1] * len(shape)) + 0.01 * rng.normal(size=(2 * N, *shape)), y


def test_where_all_settings_tie_each_machine_takes_the_strongest():
    X, y = separable()
    drm = DiversitySelection(3, nus=[0.1, 1.0, 0.3], mus=[0.01, 1e-3], cv=3).fit(X, y)
    assert not drm.nu_errors_.any() and not drm.mu_errors_.any()
    assert (drm.nu_, drm.mu_) == (1.0, 0.01)
    assert LinearSVMSelection([10.0, 0.1, 1.0], cv=3).fit(X, y).C_ == 0.1
    smm = SupportMatrixSelection([1.0, 0.1], tau_shares=[0.01, 0.1], cv=3)
    smm.fit(*separable((3, 2)))
    assert (smm.C_, smm.tau_) == (0.1, smm.taus_[0, 1])


@pytest.mark.parametrize("seed", range(40))
def test_a_machine_that_selects_judges_by_exact_counts(seed):
    """Folds of unequal size and noisy labels, so that means of shares and counts part."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(31, 2))
    y = np.where(X[:, 0] + rng.normal(size=31) > 0, 1, -1)
    drm = DiversitySelection(2, nus=diversity_selection.NUS, mus=[1e-3], cv=5).fit(X, y)
    wrong = np.rint(drm.nu_errors_ * len(y))
    np.testing.assert_allclose(wrong, drm.nu_errors_ * len(y), atol=1e-9)
    assert drm.nu_ == max(np.array(diversity_selection.NUS)[wrong == wrong.min()])
    svm = LinearSVMSelection(linear_svm_selection.CS, cv=5).fit(X, y)
    wrong = np.rint(svm.cv_errors_ * len(y))
    assert min(svm.Cs_[wrong == wrong.min()]) == svm.C_
