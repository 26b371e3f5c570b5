"""DiversitySelection against a plain loop of refits over the grids."""

import numpy as np
import pytest
from sklearn.datasets import make_classification
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.model_selection import GridSearchCV, StratifiedKFold

from methods.margin import diversity_selection
from methods.margin.diversity_machine import DiversityMachine
from methods.margin.diversity_selection import MUS, NUS, DiversitySelection
from methods.selection import number_right


def sample(m, seed=0):
    X, y = make_classification(m, 6, n_informative=4, flip_y=0.15, random_state=seed)
    return (X - X.min(axis=0)) / np.ptp(X, axis=0), y


@pytest.mark.parametrize(
    ("kernel", "n_components"),
    [
        ("linear", 1),
        *(pytest.param(kernel, n, marks=pytest.mark.slow)
          for kernel, n in [("rbf", 1), ("linear", 5), ("rbf", 5)]),
    ],
)  # fmt: skip
def test_errors_and_choices_are_those_of_refitting_each_point(kernel, n_components):
    X, y = sample(60)
    settings = {"kernel": kernel, "gamma": 0.8, "solver": "exact"}
    selected = DiversitySelection(n_components, **settings).fit(X, y)
    strongest_first = {"nu": NUS[::-1]}
    svm = GridSearchCV(DiversityMachine(1, **settings), strongest_first, cv=5, scoring=number_right)
    svm.fit(X, y)
    np.testing.assert_allclose(
        selected.nu_errors_[::-1], 1 - svm.cv_results_["mean_test_score"] / 12
    )
    assert selected.nu_ == svm.best_params_["nu"]
    if n_components == 1:
        assert np.isnan(selected.mu_errors_).all()
        chosen = svm.best_estimator_
    else:
        machine = DiversityMachine(n_components, nu=selected.nu_, **settings)
        by_mu = GridSearchCV(machine, {"mu": MUS[::-1]}, cv=5, scoring=number_right).fit(X, y)
        errors = 1 - by_mu.cv_results_["mean_test_score"] / 12
        np.testing.assert_allclose(selected.mu_errors_[::-1], errors)
        assert selected.mu_ == by_mu.best_params_["mu"]
        chosen = by_mu.best_estimator_
    np.testing.assert_allclose(selected.decision_function(X), chosen.decision_function(X))
    assert selected.objective_ == pytest.approx(chosen.objective_)


@pytest.mark.slow
@pytest.mark.parametrize("n_components", [1, 5])
def test_nu_of_the_machine_is_that_of_refitting_each_pair(n_components):
    X, y = sample(60, seed=1)
    grid = {"nu": [10.0, 1.0, 0.1, 0.01], "mu": [0.1, 1e-3, 1e-5]}
    settings = {"gamma": 0.8, "solver": "exact"}
    selected = DiversitySelection(
        n_components, nus=grid["nu"], mus=grid["mu"], select_nu_by="machine", **settings
    ).fit(X, y)
    machine = DiversityMachine(n_components, **settings)
    search = GridSearchCV(machine, grid, cv=5, scoring=number_right).fit(X, y)
    # the largest nu of the best pairs, and then the largest mu
    right = search.cv_results_["mean_test_score"].reshape(3, 4).T
    nu, mu = min(np.argwhere(right == right.max()).tolist())
    np.testing.assert_allclose(selected.nu_errors_, 1 - right.max(axis=1) / 12)
    assert selected.nu_ == grid["nu"][nu] and selected.mu_ == grid["mu"][mu]
    if n_components > 1:
        np.testing.assert_allclose(selected.mu_errors_, 1 - right[nu] / 12)
        in_turn = DiversitySelection(n_components, nus=grid["nu"], mus=grid["mu"], **settings)
        assert in_turn.fit(X, y).nu_ != selected.nu_  # the sample can tell the two apart


def test_mu_by_training_error():
    X, y = sample(60, seed=1)
    selected = DiversitySelection(5, select_mu_by="training_error", solver="exact").fit(X, y)
    errors = [
        1 - DiversityMachine(5, nu=selected.nu_, mu=mu, solver="exact").fit(X, y).score(X, y)
        for mu in MUS
    ]
    np.testing.assert_allclose(selected.mu_errors_, errors)
    assert selected.mu_ == max(np.array(MUS)[np.isclose(errors, min(errors))])


@pytest.mark.slow
def test_svm_and_machine_share_nu():
    X, y = sample(80, seed=2)
    nus = {T: DiversitySelection(T, solver="exact").fit(X, y).nu_ for T in (1, 5, 21)}
    assert len(set(nus.values())) == 1


def test_order_of_a_grid_changes_nothing():
    X, y = sample(60, seed=3)
    up = DiversitySelection(5, solver="exact").fit(X, y)
    down = DiversitySelection(5, nus=NUS[::-1], mus=MUS[::-1], solver="exact").fit(X, y)
    np.testing.assert_allclose(down.nu_errors_[::-1], up.nu_errors_)
    assert up.nu_ == down.nu_ == max(np.array(NUS)[up.nu_errors_ == up.nu_errors_.min()])
    assert up.mu_ == down.mu_ == max(np.array(MUS)[up.mu_errors_ == up.mu_errors_.min()])


def test_grid_of_one_value_is_that_value():
    X, y = sample(60)
    selected = DiversitySelection(5, nus=[0.3], mus=[0.02], solver="exact").fit(X, y)
    plain = DiversityMachine(5, nu=0.3, mu=0.02, solver="exact").fit(X, y)
    assert (selected.nu_, selected.mu_) == (0.3, 0.02)
    assert np.isnan(selected.nu_errors_).all() and np.isnan(selected.mu_errors_).all()
    np.testing.assert_array_equal(selected.dual_coef_, plain.dual_coef_)


@pytest.mark.parametrize("solver", ["alternating", "angular"])
def test_final_fit_is_by_the_solver_asked_for(solver):
    X, y = sample(40)
    settings = {"n_components": 3, "solver": solver, "random_state": 0}
    selected = DiversitySelection(**settings).fit(X, y)
    plain = DiversityMachine(nu=selected.nu_, mu=selected.mu_, **settings).fit(X, y)
    np.testing.assert_array_equal(selected.dual_coef_, plain.dual_coef_)
    np.testing.assert_array_equal(selected.objective_trace_, plain.objective_trace_)


def test_precomputed_kernel_and_a_splitter():
    X, y = sample(60)
    folds = StratifiedKFold(3, shuffle=True, random_state=5)
    by_rows = DiversitySelection(5, gamma=0.8, cv=folds, solver="exact").fit(X, y)
    by_kernel = DiversitySelection(5, kernel="precomputed", cv=folds, solver="exact")
    by_kernel.fit(rbf_kernel(X, gamma=0.8), y)
    np.testing.assert_allclose(by_kernel.nu_errors_, by_rows.nu_errors_)
    np.testing.assert_allclose(by_kernel.dual_coef_, by_rows.dual_coef_, atol=1e-9)


def test_refit_time_is_the_final_fit_alone(monkeypatch):
    X, y = sample(40)
    ticks = iter([10.0, 10.25])
    monkeypatch.setattr(diversity_selection.time, "perf_counter", lambda: next(ticks))
    assert DiversitySelection(3, solver="exact").fit(X, y).refit_time_ == 0.25


@pytest.mark.parametrize(
    "grid", [{"nus": []}, {"nus": [0.0, 1.0]}, {"mus": [-1.0]}, {"mus": [[1]]}]
)
def test_bad_grid_is_named(grid):
    (name,) = grid
    with pytest.raises(ValueError, match=f"{name} must be a list of numbers that are"):
        DiversitySelection(**grid).fit(*sample(20))


def test_fold_of_one_class_is_named():
    X = np.arange(12.0).reshape(6, 2)
    halves = [(np.arange(3), np.arange(3, 6)), (np.arange(3, 6), np.arange(3))]
    with pytest.raises(ValueError, match="a training fold holds one class only"):
        DiversitySelection(cv=halves).fit(X, np.r_[0, 0, 0, 1, 1, 1])
