"""Algorithms 1 and 2 against a slow transcription of the paper's equations, entry by entry."""

from itertools import islice

import numpy as np
import pytest
from scipy.optimize import minimize_scalar

from methods.margin import alm
from methods.margin.alm import alm_iterates, update_rows, update_slack
from methods.objectives.losses import find_loss


def sample(n, d):
    rng = np.random.default_rng(n + d)
    X = rng.normal(size=(n, d))
    return X, np.where(X[:, 0] + rng.normal(size=n) > 0, 1.0, -1.0)


def literal_shrinkage(s, label, ratio, power):
    """Eq. (13) for one entry: eqs. (14), (15), or a one-dimensional search."""
    if label * s <= 0:
        return s
    if power == 1:
        return np.sign(s) * max(abs(s) - ratio, 0.0)
    if power == 2:
        return s / (1 + 2 * ratio)
    minimum = minimize_scalar(
        lambda u: ratio * u**power + 0.5 * (u - abs(s)) ** 2,
        bounds=(0, abs(s)),
        method="bounded",
        options={"xatol": 1e-13},
    )
    return label * minimum.x


def literal_algorithm_2(X, y, C, penalty, power, sparsity, rho, epsilon, slack_starts_at_labels):
    """The paper's loop over samples n, features j and components c, in its own notation."""
    N, M = X.shape
    W = [[1.0] * C for _ in range(M)]
    P = [[0.0] * C for _ in range(M)]
    Q = [[1.0] * C for _ in range(M)]
    Z = [[0.0] * C for _ in range(N)]
    E = [[y[n] if slack_starts_at_labels else 0.0] * C for n in range(N)]
    mu = 1.0
    K_inverse = np.linalg.inv(np.eye(M) + X.T @ X)
    while True:
        for j in range(M):
            H = list(W[j])
            for _ in range(alm.INNER_MAX_ITERATIONS):
                norm = sum(abs(h) for h in H) + sparsity
                G = [norm / (abs(h) + epsilon) for h in H]  # eq. (10)
                after = [(mu * P[j][c] + Q[j][c]) / (G[c] + mu) for c in range(C)]  # eq. (11)
                change = max(abs(a - h) for a, h in zip(after, H, strict=True))
                H = after
                if change <= alm.INNER_TOLERANCE * max(abs(a) for a in after):
                    break
            W[j] = H

        def score(n, c, P=P):
            return sum(X[n, j] * P[j][c] for j in range(M))

        b = [
            sum(y[n] - E[n][c] - score(n, c) - Z[n][c] / mu for n in range(N)) / N for c in range(C)
        ]  # eq. (12)
        S = [[y[n] - score(n, c) - b[c] - Z[n][c] / mu for c in range(C)] for n in range(N)]
        E = [
            [literal_shrinkage(S[n][c], y[n], penalty / mu, power) for c in range(C)]
            for n in range(N)
        ]
        P = [
            [
                sum(
                    K_inverse[j, i]
                    * (
                        W[i][c]
                        - Q[i][c] / mu
                        + sum(X[n, i] * (y[n] - b[c] - Z[n][c] / mu - E[n][c]) for n in range(N))
                    )
                    for i in range(M)
                )
                for c in range(C)
            ]
            for j in range(M)
        ]  # eq. (17)
        for c in range(C):  # eq. (18)
            for n in range(N):
                Z[n][c] += mu * (E[n][c] - y[n] + score(n, c, P) + b[c])
            for j in range(M):
                Q[j][c] += mu * (P[j][c] - W[j][c])
        mu *= rho
        yield {"W": W, "b": b, "E": E, "P": P, "Q": Q, "Z": Z, "mu": mu}


@pytest.mark.parametrize("shape", [(9, 3), (4, 6)])
@pytest.mark.parametrize(
    ("power", "sparsity", "initial_slack"),
    [
        (1, 0.0, "zero"),
        (1, 0.6, "labels"),
        (2, 0.0, "labels"),
        (2, 0.6, "zero"),
        (1.5, 0.0, "zero"),
    ],
)
def test_every_iterate_is_the_papers(shape, power, sparsity, initial_slack):
    X, y = sample(*shape)
    literal = literal_algorithm_2(
        X, y, 3, 2.0, power, sparsity, 1.1, 1e-8, initial_slack == "labels"
    )
    ours = alm_iterates(X, y, 3, 2.0, find_loss(power), sparsity, initial_slack=initial_slack)
    # The reference's bounded search for p = 1.5 is good to about the root of rounding.
    tolerance = 1e-9 if power in (1, 2) else 1e-5
    for step, (expected, iterate) in enumerate(islice(zip(literal, ours, strict=False), 25)):
        for name, value in expected.items():
            np.testing.assert_allclose(
                getattr(iterate, name), value, atol=tolerance, err_msg=f"{name} at step {step}"
            )


@pytest.mark.slow
def test_columns_stay_equal_for_good():
    X, y = sample(60, 8)
    for power in (1, 1.5, 2):
        for iterate in islice(alm_iterates(X, y, 6, 2.0, find_loss(power)), 200):
            assert max(np.ptp(iterate.W, axis=1).max(), np.ptp(iterate.b)) < 1e-12


def test_unequal_multipliers_leave_columns_unequal():
    X, y = sample(60, 8)
    start = np.random.default_rng(0).normal(size=(8, 3))
    iterates = alm_iterates(X, y, 3, 2.0, find_loss(1), initial_multipliers=start)
    *_, last = islice(iterates, 200)
    assert np.ptp(last.W, axis=1).max() > 1e-3


def test_rows_minimise_the_row_problem():
    # Theorem 1: argmin 1/2 (||w||_1 + beta)^2 + mu/2 ||w||^2 - pull.w, unequal entries included.
    rng = np.random.default_rng(0)
    pull, mu = rng.normal(size=(6, 4)), 0.7
    for sparsity in (0.0, 0.3):
        W = update_rows(np.ones((6, 4)), pull, mu, sparsity, 1e-12)

        def value(w, row, sparsity=sparsity):
            return 0.5 * (np.abs(w).sum() + sparsity) ** 2 + mu / 2 * w @ w - pull[row] @ w

        for row in range(6):
            for _ in range(200):
                other = W[row] + rng.normal(size=4) * 10.0 ** rng.uniform(-5, 0)
                assert value(W[row], row) <= value(other, row) + 1e-5


def test_a_converged_row_is_not_touched_by_its_neighbours():
    rng = np.random.default_rng(1)
    pull = rng.normal(size=(20, 5))
    together = update_rows(np.ones((20, 5)), pull, 1.3, 0.0, 1e-8)
    alone = [update_rows(np.ones((1, 5)), pull[[j]], 1.3, 0.0, 1e-8)[0] for j in range(20)]
    np.testing.assert_array_equal(together, alone)


@pytest.mark.parametrize("limit", [1.0, 2.0])
def test_binary_search_meets_the_closed_forms(limit):
    S, labels = np.random.default_rng(2).normal(size=(40, 3)), np.ones((40, 1))
    closed = update_slack(S, labels, 0.4, find_loss(limit))
    searched = update_slack(S, labels, 0.4, find_loss(limit + (1e-9 if limit == 1 else -1e-9)))
    np.testing.assert_allclose(searched, closed, atol=1e-7)


@pytest.mark.parametrize("power", [1.0, 1.2, 1.5, 2.0])
def test_slack_minimises_its_problem_by_brute_force(power):
    grid = np.linspace(-3, 3, 60_001)
    for label in (-1.0, 1.0):
        for s in (-2.0, -0.3, 0.0, 0.2, 1.7):
            values = 0.4 * np.maximum(label * grid, 0) ** power + 0.5 * (grid - s) ** 2
            slack = update_slack(np.array([[s]]), np.array([[label]]), 0.4, find_loss(power))
            assert slack[0, 0] == pytest.approx(grid[np.argmin(values)], abs=2e-4)
