"""SupportMatrixSelection against a plain loop of refits over the grid."""

import numpy as np
import pytest
from sklearn.model_selection import StratifiedKFold

from methods.matrix import support_matrix_selection
from methods.matrix.support_matrix_machine import SupportMatrixMachine
from methods.matrix.support_matrix_selection import CS, TAU_SHARES, SupportMatrixSelection

SMALL = {"Cs": [0.01, 0.1, 1.0], "tau_shares": [0.5, 0.1, 0.01]}


def sample(n=40, shape=(4, 5), seed=0):
    rng = np.random.default_rng(seed)
    y = np.where(rng.uniform(size=n) < 0.4, 1, -1)
    means = np.outer(rng.normal(size=shape[0]), rng.normal(size=shape[1]))
    return 0.4 * y[:, None, None] * means + rng.normal(size=(n, *shape)), y


def test_grid_of_C_is_the_papers():
    assert len(CS) == 20
    assert (CS[0], CS[1], CS[2], CS[3], CS[-1]) == (1e-3, 2e-3, 5e-3, 1e-2, 2e3)


@pytest.mark.slow
def test_errors_and_choice_are_those_of_refitting_each_point(monkeypatch):
    monkeypatch.setattr(support_matrix_selection, "SELECTION_GAP", 1e-8)
    X, y = sample()
    selected = SupportMatrixSelection(**SMALL).fit(X, y)
    folds = list(StratifiedKFold(5).split(X, y))
    errors = np.zeros((3, 3))
    for i, C in enumerate(SMALL["Cs"]):
        for j in range(3):
            machine = SupportMatrixMachine(C, tau=selected.taus_[i, j], solver="exact", tol=1e-8)
            scores = [
                machine.fit(X[train], y[train]).score(X[test], y[test]) for train, test in folds
            ]
            errors[i, j] = 1 - np.mean(scores)
    np.testing.assert_allclose(selected.errors_, errors)
    i, j = np.unravel_index(np.argmin(errors), (3, 3))
    assert (selected.C_, selected.tau_) == (SMALL["Cs"][i], selected.taus_[i, j])
    plain = SupportMatrixMachine(selected.C_, tau=selected.tau_).fit(X, y)
    np.testing.assert_array_equal(selected.coef_, plain.coef_)
    assert selected.intercept_ == plain.intercept_


@pytest.mark.slow
def test_order_of_the_grids_changes_nothing():
    X, y = sample(seed=1)
    one = SupportMatrixSelection(**SMALL).fit(X, y)
    other = SupportMatrixSelection(SMALL["Cs"][::-1], tau_shares=SMALL["tau_shares"][::-1]).fit(
        X, y
    )
    np.testing.assert_allclose(other.errors_[:, ::-1], one.errors_)
    assert (other.C_, other.tau_) == (one.C_, one.tau_)


def test_of_ties_the_smallest_C_with_the_largest_tau_is_taken():
    y = np.repeat([-1, 1], 20)
    X = y[:, None, None] * np.ones((1, 3, 3)) + 0.01 * sample()[0][:, :3, :3]
    selected = SupportMatrixSelection(**SMALL).fit(X, y)
    assert not selected.errors_.any()
    assert (selected.C_, selected.tau_) == (0.01, selected.taus_[0, 0])


@pytest.mark.slow
def test_default_grid_takes_the_rank_from_zero_to_full():
    X, y = sample(60, (5, 4))
    selected = SupportMatrixSelection(Cs=[0.01, 1.0]).fit(X, y)
    assert selected.errors_.shape == (2, len(TAU_SHARES))
    for ranks in selected.ranks_:
        assert ranks[-1] == 4
        assert np.all(np.diff(ranks) >= -0.5)
    assert selected.ranks_[0, 0] == 0
    assert np.any((selected.ranks_ > 0) & (selected.ranks_ < 2))


def test_tau_does_not_grow_with_C_beyond_those_that_matter():
    X, y = sample(16, (6, 6))
    taus = SupportMatrixSelection(Cs=[1e-4, 1e2, 1e4], tau_shares=[0.1]).fit(X, y).taus_
    assert taus[0, 0] < taus[1, 0] == taus[2, 0]


@pytest.mark.slow
@pytest.mark.parametrize("solver", ["admm", "exact"])
def test_final_fit_is_by_the_solver_asked_for(solver):
    X, y = sample()
    selected = SupportMatrixSelection(**SMALL, solver=solver).fit(X, y)
    plain = SupportMatrixMachine(selected.C_, tau=selected.tau_, solver=solver).fit(X, y)
    np.testing.assert_array_equal(selected.objective_trace_, plain.objective_trace_)


@pytest.mark.slow
def test_a_splitter_and_rows_with_a_shape():
    X, y = sample()
    folds = StratifiedKFold(3, shuffle=True, random_state=5)
    one = SupportMatrixSelection(**SMALL, cv=folds).fit(X, y)
    other = SupportMatrixSelection(**SMALL, cv=folds, matrix_shape=(4, 5))
    other.fit(X.reshape(40, 20), y)
    np.testing.assert_array_equal(other.errors_, one.errors_)
    np.testing.assert_array_equal(other.coef_, one.coef_)


@pytest.mark.slow
def test_refit_time_is_the_final_fit_alone(monkeypatch):
    X, y = sample()
    ticks = iter([10.0, 10.25])
    monkeypatch.setattr(support_matrix_selection.time, "perf_counter", lambda: next(ticks))
    assert SupportMatrixSelection(**SMALL).fit(X, y).refit_time_ == 0.25


@pytest.mark.parametrize("grid", [{"Cs": []}, {"Cs": [0.0]}, {"tau_shares": [-1.0]}, {"Cs": [[1]]}])
def test_bad_grid_is_named(grid):
    (name,) = grid
    with pytest.raises(ValueError, match=f"{name} must be a list of numbers that are"):
        SupportMatrixSelection(**grid).fit(*sample(20))


def test_fold_of_one_class_is_named():
    X = np.arange(12.0).reshape(6, 2)
    halves = [(np.arange(3), np.arange(3, 6)), (np.arange(3, 6), np.arange(3))]
    with pytest.raises(ValueError, match="a training fold holds one class only"):
        SupportMatrixSelection(cv=halves).fit(X, np.r_[0, 0, 0, 1, 1, 1])
