"""LinearSVMSelection against libsvm refitted at each point of the grid."""

import numpy as np
import pytest
from sklearn.datasets import make_classification
from sklearn.exceptions import ConvergenceWarning
from sklearn.model_selection import GridSearchCV, PredefinedSplit, StratifiedKFold
from sklearn.svm import SVC

from methods.margin import linear_svm_selection
from methods.margin.linear_svm_selection import CS, LinearSVMSelection
from methods.objectives import primal_svm_objective
from tests.scikit_checks import scikit_checks

# libsvm is slow beyond.
SMALL_CS = CS[:7]


def excused(estimator):
    reason = "repeated rows are dealt to other folds"
    return {} if isinstance(estimator.Cs, float) else {
        "check_sample_weight_equivalence_on_dense_data": reason
    }  # fmt: skip


@scikit_checks([LinearSVMSelection(1.0), LinearSVMSelection()], excused)
def test_scikit_learns_checks_pass(check):
    check()


def sample(n, d=6, seed=0):
    # Of either class a multiple of five, so that folds are equal and their mean error is the share.
    X, y = make_classification(
        4 * n, d, n_informative=4, n_redundant=0, flip_y=0.15, random_state=seed
    )
    rows = np.sort(np.concatenate([np.flatnonzero(y == k)[: n // 2] for k in (0, 1)]))
    X = X[rows]
    return 2 * (X - X.min(axis=0)) / np.ptp(X, axis=0) - 1, y[rows]


@pytest.mark.parametrize(("n", "d", "seed"), [(60, 6, 0), (100, 4, 1), (40, 60, 2)])
def test_errors_and_choice_are_those_of_refitting_libsvm(n, d, seed):
    X, y = sample(n, d, seed)
    selected = LinearSVMSelection(SMALL_CS).fit(X, y)
    svm = SVC(kernel="linear", tol=1e-8)
    libsvm = GridSearchCV(svm, {"C": SMALL_CS}, cv=5).fit(X, y)
    np.testing.assert_allclose(
        selected.cv_errors_, 1 - libsvm.cv_results_["mean_test_score"], atol=1e-12
    )
    assert libsvm.best_params_["C"] == selected.C_
    np.testing.assert_allclose(selected.coef_, libsvm.best_estimator_.coef_[0], atol=1e-4)
    np.testing.assert_array_equal(selected.predict(X), libsvm.predict(X))


@pytest.mark.parametrize("C", SMALL_CS)
def test_objective_is_libsvms_and_certified(C):
    X, y = sample(100)
    signs, weights = np.where(y == 1, 1, -1), np.random.default_rng(0).uniform(0.5, 2, 100)
    fitted = LinearSVMSelection(C).fit(X, y, sample_weight=weights)
    libsvm = SVC(kernel="linear", C=C, tol=1e-8).fit(X, y, sample_weight=weights)

    def objective(coef, intercept):
        return primal_svm_objective(coef, intercept, X, signs, C * weights, "hinge")

    reference = objective(libsvm.coef_[0], libsvm.intercept_[0])
    assert fitted.objective_ == pytest.approx(reference, rel=1e-5)
    assert fitted.objective_ == pytest.approx(objective(fitted.coef_, fitted.intercept_), rel=1e-12)
    assert 0 <= fitted.duality_gap_ <= 1e-8 * fitted.objective_


def test_whole_grid_is_certified_without_a_warning(recwarn):
    X, y = sample(200, 10, seed=3)
    selected = LinearSVMSelection().fit(X, y)
    assert not recwarn.list
    np.testing.assert_array_equal(selected.Cs_, CS)
    assert CS[0] == 2**-5 and CS[-1] == 2**15 and len(CS) == 11
    assert selected.cv_errors_.shape == (11,)


def test_smallest_of_tied_values_is_chosen_whatever_their_order():
    X, y = sample(60, seed=3)
    selected = LinearSVMSelection().fit(X, y)
    tied = np.flatnonzero(selected.cv_errors_ == selected.cv_errors_.min())
    assert len(tied) > 1
    assert CS[tied[0]] == selected.C_
    down = LinearSVMSelection(CS[::-1]).fit(X, y)
    assert down.C_ == selected.C_
    np.testing.assert_array_equal(down.cv_errors_, selected.cv_errors_)


def test_error_is_counted_over_the_samples_of_all_folds():
    # The one fold of ten samples has no error, and that of two is wrong in both.
    X = np.r_[np.full(5, -1.0), np.full(5, 1.0), -1.0, 1.0, np.tile([-1.0, 1.0], 10)][:, None]
    y = np.r_[np.zeros(5), np.ones(5), 1, 0, np.tile([0, 1], 10)]
    folds = PredefinedSplit(np.r_[np.zeros(10), np.ones(2), np.full(20, -1)])
    selected = LinearSVMSelection([1.0, 2.0], cv=folds).fit(X, y)
    np.testing.assert_allclose(selected.cv_errors_, 2 / 12)


def test_grid_of_one_value_is_that_value():
    X, y = sample(60)
    fitted = LinearSVMSelection(3.0).fit(X, y)
    assert fitted.C_ == 3 and np.isnan(fitted.cv_errors_).all()


def test_tiny_penalty_gives_the_majority():
    X, y = sample(60)
    kept = (y == 1) | (np.arange(60) % 2 == 0)
    fitted = LinearSVMSelection(1e-7).fit(X[kept], y[kept])
    assert np.linalg.norm(fitted.coef_) < 1e-4
    assert set(fitted.predict(X)) == {1}


def test_flipped_labels_negate_the_hyperplane():
    X, y = sample(60)
    selected = LinearSVMSelection().fit(X, y)
    flipped = LinearSVMSelection().fit(X, np.where(y == 1, "a", "b"))
    np.testing.assert_array_equal(flipped.cv_errors_, selected.cv_errors_)
    np.testing.assert_allclose(flipped.coef_, -selected.coef_, atol=1e-5)
    assert flipped.intercept_ == pytest.approx(-selected.intercept_, abs=1e-5)


def test_order_of_rows_and_features_does_not_matter_with_the_folds_they_bring():
    X, y = sample(60)
    rng = np.random.default_rng(0)
    rows, features, folds = rng.permutation(60), rng.permutation(6), np.arange(60) % 5
    selected = LinearSVMSelection(cv=PredefinedSplit(folds)).fit(X, y)
    mixed = LinearSVMSelection(cv=PredefinedSplit(folds[rows]))
    mixed.fit(X[rows][:, features], y[rows])
    np.testing.assert_allclose(mixed.cv_errors_, selected.cv_errors_)
    np.testing.assert_allclose(mixed.coef_, selected.coef_[features], atol=1e-5)


def test_weights_are_repetitions_within_the_folds():
    X, y = sample(60)
    weights, folds = 1.0 + np.arange(60) % 3, np.arange(60) % 5
    times = weights.astype(int)
    weighted = LinearSVMSelection(SMALL_CS, cv=PredefinedSplit(folds))
    weighted.fit(X, y, sample_weight=weights)
    repeated = LinearSVMSelection(SMALL_CS, cv=PredefinedSplit(np.repeat(folds, times)))
    repeated.fit(np.repeat(X, times, axis=0), np.repeat(y, times))
    np.testing.assert_allclose(weighted.cv_errors_, repeated.cv_errors_)
    np.testing.assert_allclose(weighted.coef_, repeated.coef_, atol=1e-4)
    unweighted = LinearSVMSelection(SMALL_CS, cv=PredefinedSplit(folds)).fit(X, y)
    assert not np.allclose(weighted.cv_errors_, unweighted.cv_errors_)


def test_rows_without_weight_are_as_if_absent():
    X, y = sample(60)
    kept = np.arange(60) % 4 > 0
    weighted = LinearSVMSelection(SMALL_CS).fit(X, y, sample_weight=kept.astype(float))
    absent = LinearSVMSelection(SMALL_CS).fit(X[kept], y[kept])
    np.testing.assert_array_equal(weighted.cv_errors_, absent.cv_errors_)
    np.testing.assert_array_equal(weighted.coef_, absent.coef_)


def test_splitter_may_be_given():
    X, y = sample(60)
    folds = StratifiedKFold(3, shuffle=True, random_state=5)
    selected = LinearSVMSelection(SMALL_CS, cv=folds).fit(X, y)
    libsvm = GridSearchCV(SVC(kernel="linear", tol=1e-8), {"C": SMALL_CS}, cv=folds).fit(X, y)
    np.testing.assert_allclose(selected.cv_errors_, 1 - libsvm.cv_results_["mean_test_score"])


def test_refit_time_is_the_final_fit_alone(monkeypatch):
    ticks = iter([10.0, 10.25])
    monkeypatch.setattr(linear_svm_selection.time, "perf_counter", lambda: next(ticks))
    assert LinearSVMSelection().fit(*sample(40)).refit_time_ == 0.25


def test_gap_that_stays_is_warned_of():
    with pytest.warns(ConvergenceWarning, match="max_iter above 1 would help"):
        LinearSVMSelection(max_iter=1).fit(*sample(60))


@pytest.mark.parametrize("grid", [[], [0.0, 1.0], [-1.0], [np.inf], [np.nan]])
def test_bad_grid_is_named(grid):
    with pytest.raises(ValueError, match="Cs must be a list of positive numbers"):
        LinearSVMSelection(grid).fit(*sample(40))


def test_fold_of_one_class_is_named():
    X = np.arange(12.0).reshape(6, 2)
    halves = [(np.arange(3), np.arange(3, 6)), (np.arange(3, 6), np.arange(3))]
    with pytest.raises(ValueError, match="a training fold holds one class only"):
        LinearSVMSelection(cv=halves).fit(X, np.r_[0, 0, 0, 1, 1, 1])
