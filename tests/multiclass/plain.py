"""Algorithms 4.1 and 4.2 written out slowly, for comparison, and data to compare on."""

from itertools import product

import numpy as np

from tests.boosting.plain import best_stump, stump_values


def generic_data(seed=0, K=4, n=20, d=4):
    """Overlapping classes of different sizes."""
    rng = np.random.default_rng(seed)
    y = np.repeat(np.arange(K), n + np.arange(K))
    return rng.normal(size=(len(y), d)) + 1.2 * rng.normal(size=(K, d))[y], y


def tied_data(seed=0, K=4, n=20, d=4):
    """Classes of equal size on a coarse grid, so that columns, pairs and stumps tie."""
    rng = np.random.default_rng(seed)
    y = np.repeat(np.arange(K), n)
    return (rng.integers(0, 3, size=(len(y), d)) + (y[:, None] >> np.arange(d) & 1)) * 1.0, y


def all_cuts(K):
    """Columns without zeros in lexicographic order, the first class at -1."""
    return [np.array((-1, *rest)) for rest in product((-1, 1), repeat=K - 1) if 1 in rest]


def all_pairs(K):
    columns = []
    for a in range(K):
        for b in range(a + 1, K):
            column = np.zeros(K, dtype=int)
            column[a], column[b] = -1, 1
            columns.append(column)
    return columns


def targets(D, y, column):
    """U_t D_t(n) M(y_n, t), steps 4 and 5."""
    totals = np.zeros(len(y))
    for n in range(len(y)):
        for k in range(D.shape[1]):
            if column[k] * column[y[n]] < 0:
                totals[n] += column[y[n]] * D[n, k]
    return totals


def heaviest(columns, D, y, tie=1e-12):
    """The first column of largest U_t."""
    U = np.array([np.abs(targets(D, y, column)).sum() for column in columns])
    return columns[np.flatnonzero(U.max() * (1 - tie) <= U)[0]]


def repartition(D, y, column, f, tie=1e-12):
    """Eq. 4.5 as printed, D(n, y_n) included; sign 0 leaves a label, or makes it 1."""
    column = column.copy()
    for k in range(D.shape[1]):
        mu = sum(D[n].sum() * f[n] for n in range(len(y)) if y[n] == k) - D[:, k] @ f
        if abs(mu) > tie * D.sum():
            column[k] = 1 if mu > 0 else -1
        elif column[k] == 0:
            column[k] = 1
    return column


def boost(X, y, n_rounds, first_column, schedule="L", weights=None):
    """Rounds of Algorithm 4.2 with stumps, and of Algorithm 4.1 if the schedule is L.

    Of every round the column, the stump, alpha_t and the cost from the margins of eq. 4.1.
    """
    N, K = len(y), y.max() + 1
    weights = np.ones(N) if weights is None else weights
    D, S = np.repeat(weights[:, None], K, axis=1) * 1.0, np.zeros((N, K))
    rounds = []
    for _ in range(n_rounds):
        column = first_column(D, y)
        for letter in schedule:
            if letter == "L":
                stump, _ = best_stump(X, targets(D, y, column))
                f = stump_values(X, *stump)
            else:
                column = repartition(D, y, column, f)
        D_t = targets(D, y, column)
        epsilon = np.abs(D_t)[f * D_t < 0].sum() / np.abs(D_t).sum()
        alpha = np.log(1 / epsilon - 1) / 2
        for n in range(N):
            for k in range(K):
                D[n, k] *= np.exp(-alpha / 2 * (column[y[n]] - column[k]) * f[n])
        S += alpha * np.outer(f, column)
        rho = (S[np.arange(N), y][:, None] - S) / 2
        cost = weights @ (np.exp(-rho).sum(axis=1) - 1)
        rounds.append((column, stump, alpha, cost))
    return rounds
