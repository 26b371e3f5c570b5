"""Algorithm 1 step by step."""

from functools import cache
from itertools import islice, pairwise

import cvxpy as cp
import numpy as np
import pytest

from methods.matrix import admm
from methods.matrix.admm import admm_iterates
from methods.matrix.singular_values import shrink_singular_values
from methods.matrix.svm_dual import best_intercept
from methods.objectives.matrix import support_matrix_objective

# An eta that makes some of the iterations restart.
C, TAU, RHO, ETA = 1.0, 0.8, 3.0, 0.5


def sample(n=25, shape=(4, 3), seed=0):
    rng = np.random.default_rng(seed)
    y = np.where(np.arange(n) % 5 < 2, 1.0, -1.0)
    X = rng.normal(size=(n, *shape))
    X[:, 0, 0] += y
    return X.reshape(n, -1), y, shape


def plain(X, y, shape, n_iter):
    """Algorithm 1 as printed, its step 1 by an interior-point method; S and c_k."""
    S = S_hat = L = L_hat = np.zeros(X.shape[1])
    t, c = 1.0, np.inf
    out = []
    for _ in range(n_iter):
        W, b = cp.Variable(X.shape[1]), cp.Variable()
        loss = 0.5 * cp.sum_squares(W) + C * cp.sum(cp.pos(1 - cp.multiply(y, X @ W + b)))
        loss += -L_hat @ W + RHO / 2 * cp.sum_squares(W - S_hat)
        cp.Problem(cp.Minimize(loss)).solve(
            solver=cp.CLARABEL, tol_gap_abs=1e-12, tol_gap_rel=1e-12, tol_feas=1e-12
        )
        S_last, L_last, c_last = S, L, c
        M = (RHO * W.value - L_hat).reshape(shape)
        S = shrink_singular_values(M, TAU).matrix.ravel() / RHO
        L = L_hat - RHO * (W.value - S)
        c = np.sum((L - L_hat) ** 2) / RHO + RHO * np.sum((S - S_hat) ** 2)
        out.append((S, c))
        if c < ETA * c_last:
            t_next = (1 + np.sqrt(1 + 4 * t**2)) / 2
            S_hat = S + (t - 1) / t_next * (S - S_last)
            L_hat = L + (t - 1) / t_next * (L - L_last)
            t = t_next
        else:
            S_hat, L_hat, t, c = S_last, L_last, 1.0, c_last / ETA
    return out


@pytest.mark.slow
def test_iterates_are_those_of_the_printed_algorithm():
    X, y, shape = sample()
    ours = list(islice(admm_iterates(X, y, shape, C, TAU, RHO, ETA), 25))
    theirs = plain(X, y, shape, 25)
    changes = [c for _, c in theirs]
    assert any(now >= ETA * before for before, now in pairwise(changes))
    for mine, (S, c) in zip(ours, theirs, strict=True):
        np.testing.assert_allclose(mine.S.matrix, S, atol=1e-5)
        assert mine.change == pytest.approx(c, rel=1e-2, abs=1e-7)


def test_traces_are_those_of_S_and_values_its_singular_values():
    X, y, shape = sample()
    for iterate in islice(admm_iterates(X, y, shape, C, TAU, RHO, ETA), 30):
        np.testing.assert_allclose(iterate.S.scores, X @ iterate.S.matrix, atol=1e-12)
        sigma = np.linalg.svd(iterate.S.matrix.reshape(shape), compute_uv=False)
        np.testing.assert_allclose(iterate.values, sigma[: len(iterate.values)], atol=1e-10)
        assert len(iterate.values) == np.sum(sigma > 1e-9)
        assert iterate.alpha.min() >= 0 and iterate.alpha.max() <= C


@cache
def objective_after(iterations, rho, eta):
    X, y, shape = sample()
    last = list(islice(admm_iterates(X, y, shape, C, TAU, rho, eta), iterations))[-1]
    b = best_intercept(last.S.scores, y, np.ones(len(y)))
    return support_matrix_objective(last.S.matrix.reshape(shape), b, X, y, C, TAU)


@pytest.mark.parametrize("rho", [0.3, 3.0, 30.0])
@pytest.mark.parametrize("eta", [0.5, 0.999])
def test_every_rho_and_eta_lead_to_the_same_optimum(rho, eta):
    # Theorem 6.
    optimum = objective_after(2000, 1.0, 0.999)
    assert objective_after(600, rho, eta) == pytest.approx(optimum, rel=1e-6)


def test_samples_are_read_twice_an_iteration(monkeypatch):
    X, y, shape = sample()

    class Counting(np.ndarray):
        reads = 0

        def __matmul__(self, other):
            Counting.reads += 1
            return np.asarray(self) @ other

        def __rmatmul__(self, other):
            Counting.reads += 1
            return np.asarray(other) @ np.asarray(self)

    counted = X.view(Counting)
    iterates = admm_iterates(counted, y, shape, C, TAU, RHO, ETA)
    next(iterates)
    before = Counting.reads
    for _ in range(10):
        next(iterates)
    assert Counting.reads - before == 20


def test_each_dual_program_starts_at_the_variables_of_the_last(monkeypatch):
    starts, ends = [], []
    solve = admm.minimise_in_box

    def spy(Q, c, signs, upper, start, tol):
        starts.append(start)
        ends.append(solve(Q, c, signs, upper, start, tol))
        return ends[-1]

    monkeypatch.setattr(admm, "minimise_in_box", spy)
    list(islice(admm_iterates(*sample(), C, TAU, RHO, ETA), 5))
    for start, end in zip(starts[1:], ends, strict=False):
        np.testing.assert_array_equal(start, end)
