"""Slow and plain hard-margin SVMs, against which the fast one is tested."""

from itertools import combinations

import numpy as np


def solve_extended(A, b):
    """Gaussian elimination with pivots in the longest floating point numbers of the machine."""
    A, b = A.astype(np.longdouble), b.astype(np.longdouble)
    for i in range(len(b)):
        p = i + np.argmax(np.abs(A[i:, i]))
        A[[i, p]], b[[i, p]] = A[[p, i]], b[[p, i]]
        factors = A[i + 1 :, i] / A[i, i]
        A[i + 1 :] -= factors[:, None] * A[i]
        b[i + 1 :] -= factors * b[i]
    x = np.zeros_like(b)
    for i in reversed(range(len(b))):
        x[i] = (b[i] - A[i, i + 1 :] @ x[i + 1 :]) / A[i, i]
    return x


def solve_on(K, signs, support):
    """b and alpha (on `support`) with margins of 1 there."""
    m = len(support)
    B = np.ones((m + 1, m + 1))
    B[0, 0] = 0
    B[1:, 1:] = K[np.ix_(support, support)]
    x = solve_extended(B, np.r_[0.0, signs[support]])
    return x[0], x[1:] * signs[support]


def decide(K, signs, support, b, alpha):
    return b + K[:, support].astype(np.longdouble) @ (alpha * signs[support])


def enumerate_supports(K, signs):
    """The set of support vectors, b and alpha on it, by trying every subset of the examples."""
    for size in range(2, len(signs) + 1):
        for support in map(list, combinations(range(len(signs)), size)):
            if abs(signs[support].sum()) == size:
                continue
            b, alpha = solve_on(K, signs, support)
            margins = signs * decide(K, signs, support, b, alpha)
            if alpha.min() > 0 and margins.min() > 1 - 1e-12:
                return support, b, alpha
    raise AssertionError("no subset is a solution")


def random_examples(rng, n, near=0.0, on_grid=False):
    """n points in the plane; repeated ones of the same class, and near ones of the other.

    `near` is the distance of the latter, which a quarter of the points have if it is positive.
    """
    X = rng.normal(size=(n, 2))
    if on_grid:
        X = rng.integers(0, 4, size=(n, 2)).astype(float)
    signs = np.where(rng.random(n) < rng.choice([0.1, 0.5]), -1.0, 1.0)
    signs[:2] = 1, -1
    for i in range(2, n):
        j, draw = rng.integers(i), rng.random()
        if draw < 0.15:
            X[i], signs[i] = X[j], signs[j]
        elif near and draw < 0.4:
            X[i], signs[i] = X[j] + near * rng.normal(size=2), -signs[j]
    for i in range(n):
        signs[i] = signs[np.flatnonzero((X[i] == X).all(axis=1))[0]]
    return X, signs
