"""The support matrix machine against a first-order conic solver at the paper's EEG size."""

import time
import warnings

import cvxpy as cp
import numpy as np
import pytest

from methods.matrix.exact import minimise_support_matrix
from methods.matrix.path import support_matrix_path
from methods.matrix.support_matrix_machine import SupportMatrixMachine
from methods.matrix.support_matrix_selection import CS, TAU_SHARES, tau_grid
from methods.objectives.matrix import support_matrix_objective

N, SHAPE, C, TAU = 85, (256, 64), 1e-3, 0.05
TIMES_FASTER = 50


def eeg_like(seed=0):
    """Smooth matrices in noise, standardised; 70 % of the 122 subjects are 85."""
    rng = np.random.default_rng(seed)
    times, channels = (np.linspace(0, np.pi, size) for size in SHAPE)
    waves = np.sin(np.outer(np.arange(1, 21), times)), np.cos(np.outer(np.arange(15), channels))
    heights = 1 / np.outer(np.arange(1, 21), np.arange(1, 16)) ** 0.7
    weights = rng.normal(size=(N, 20, 15)) * heights
    y = np.where(rng.uniform(size=N) < 77 / 122, 1.0, -1.0)
    weights[:, :2, :2] += 0.8 * y[:, None, None] * rng.normal(size=(2, 2)) * heights[:2, :2]
    X = np.einsum("nij,ip,jq->npq", weights, *waves) + 0.3 * rng.normal(size=(N, *SHAPE))
    return (X - X.mean(axis=0)) / X.std(axis=0), y


def conic_solution(X, y):
    """Seconds inside SCS, without the compilation of the problem, and the objective it reaches."""
    W, b = cp.Variable(SHAPE), cp.Variable()
    margins = cp.multiply(y, X.reshape(N, -1) @ cp.vec(W, order="C") + b)
    loss = 0.5 * cp.sum_squares(W) + TAU * cp.normNuc(W) + C * cp.sum(cp.pos(1 - margins))
    problem = cp.Problem(cp.Minimize(loss))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        problem.solve(solver=cp.SCS, eps=1e-6, max_iters=2000)
    seconds = problem.solver_stats.solve_time
    return seconds, support_matrix_objective(W.value, float(b.value), X, y, C, TAU)


@pytest.mark.slow
def test_fit_at_the_size_of_the_eeg_data_is_fifty_times_faster_than_a_conic_solver():
    X, y = eeg_like()
    conic_seconds, conic_objective = conic_solution(X, y)
    for solver in ("exact", "admm"):
        machine = SupportMatrixMachine(C, tau=TAU, solver=solver).fit(X, y)
        started = time.perf_counter()
        machine.fit(X, y)
        seconds = time.perf_counter() - started
        print(
            f"{solver}: {seconds:.3f} s, {machine.objective_:.9f}, rank {machine.rank_}; "
            f"SCS: {conic_seconds:.1f} s, {conic_objective:.9f}"
        )
        assert TIMES_FASTER * seconds < conic_seconds
        assert machine.objective_ < conic_objective * (1 + 1e-6)


@pytest.mark.slow
def test_path_is_five_times_faster_than_fits_from_zero():
    X, y = eeg_like()
    rows = X.reshape(N, -1)
    Cs, shares = np.array(CS), np.array(TAU_SHARES)
    started = time.process_time()
    taus = tau_grid(rows, y, SHAPE, Cs, shares)
    along = list(support_matrix_path(rows, y, SHAPE, Cs, taus))
    path_seconds = time.process_time() - started
    started = time.process_time()
    for point in along:
        alone = minimise_support_matrix(rows, y, SHAPE, point.C, point.tau)
        assert point.optimum.objective == pytest.approx(alone.objective, rel=2e-6)
    seconds = time.process_time() - started
    print(f"path: {path_seconds:.2f} s; fits from zero: {seconds:.2f} s")
    assert 5 * path_seconds < seconds
