"""The quadratic programs of the diversity regularized machine, by a finite Newton method.

Eq. 6 with kappa = (T - 1) mu + lambda, s = nu / T, sample weights p (1/m each) and rows g_i for
y_i phi(x_i), G G' = K o yy'::

    minimise over alpha   1/2 alpha'(G G' / (2 kappa) + diag(1 / (2 p))) alpha - r.alpha,
    subject to            sum_i alpha_i = s,   alpha >= 0.

Its Lagrangian dual has the vector w and the level rho: with G'alpha = 2 kappa w and ::

    z = rho + r - G w,   alpha is optimal if and only if   alpha = 2 p max(z, 0).

Newton's method solves this equation on a set A of samples, as if z were positive on A and negative
elsewhere, ::

    (kappa + G_A' diag(p_A) G_A) w = G_A' diag(p_A) (rho + r_A),   2 p_A.(rho + r_A - G_A w) = s

or, in as many unknowns as A has samples, w = G_A'x and (G_A G_A' + kappa diag(1/p_A)) x =
rho + r_A. The smaller system is solved, which keeps it regular as kappa goes to zero. The next A
has the samples with a positive alpha (on A) or z (off A). From a set near the right one, such as
that of a similar problem, this takes a step or two. From other sets it may not end. Once the number
of samples on the wrong side no longer falls, a slower method takes over. It keeps alpha feasible,
moves it towards the solution on the set, drops the sample that reaches zero on the way, and adds
others on arrival. The dual objective falls with every move, so no set occurs twice.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import cho_factor, cho_solve

# kappa stays above this share of the mean of ||g_i||^2, or the factor would be noise.
SMALLEST_RIDGE = 1e-13

# Newton steps without fewer samples on the wrong side before the slower method takes over.
PATIENCE = 3

# Far above any number seen; rounding could make a set occur again.
MAX_MOVES = 10_000

# A z below this share of the largest margin is zero: its sign is rounding.
ZERO_SLACK = 1e-14


class SimplexProgram:
    """Eq. 6 for one training set and many kappa, s and r; it keeps its last factor.

    Parameters
    ----------
    G : ndarray of shape (m, k)
        Features of the samples times their signs.
    Q : ndarray of shape (m, m)
        G G', the kernel matrix times the outer product of the signs.
    weights : ndarray of shape (m,)
        Sample weights p, positive and of sum 1.
    """

    def __init__(self, G: NDArray, Q: NDArray, weights: NDArray) -> None:
        self.G, self.Q, self.weights = G, Q, weights
        # If all g_i are zero so is w, for any ridge.
        self.smallest_ridge = SMALLEST_RIDGE * np.trace(Q) / len(Q) or 1.0
        self.n_factorisations = 0
        self.active = np.zeros(0, dtype=int)
        self._ridge = np.nan

    def minimise(
        self, ridge: float, total: float, guess: NDArray | None = None, r: NDArray | float = 0.0
    ) -> NDArray:
        """The optimal w (k,) for kappa = `ridge`, s = `total` and r.

        `guess` is the active set to try first, such as that of a similar problem; None stands for
        all samples. Afterwards `active` is the optimal set.
        """
        active = np.arange(len(self.weights)) if guess is None else guess
        fewest, patience = len(self.weights) + 1, PATIENCE
        while patience:
            alpha, w, excess = self._solve_on(active, ridge, total, r)
            outside = np.flatnonzero(excess > 0)
            n_wrong = int(np.count_nonzero(alpha <= 0)) + len(outside)
            if n_wrong == 0:
                return w
            if n_wrong < fewest:
                fewest, patience = n_wrong, PATIENCE
            else:
                patience -= 1
            active = np.union1d(active[alpha > 0], outside)
        return self._descend(active, ridge, total, r)

    def _descend(self, active: NDArray, ridge: float, total: float, r: NDArray | float) -> NDArray:
        """The optimal w by feasible moves of alpha, which starts on `active` from zero."""
        alpha, arrived = np.zeros(len(self.weights)), np.zeros(0, dtype=int)
        for _ in range(MAX_MOVES):
            target, w, excess = self._solve_on(active, ridge, total, r)
            now, falling = alpha[active], target <= 0
            if np.any(falling & (now == 0)):
                active = active[~falling | (now > 0)]
            elif np.any(falling):
                alpha[active] = towards(now, target)
                active = np.flatnonzero(alpha)
            elif not np.any(excess > 0) or np.array_equal(active, arrived):
                # The set is the last one again, so z > 0 was rounding: the objective falls along
                # one of these samples if it falls along all of them.
                return w
            else:
                alpha, arrived = self._spread(target), active
                active = np.union1d(active, np.flatnonzero(excess > 0))
        return w

    def elasticity(self, ridge: float, total: float, w: NDArray) -> float:
        """d log ||w|| / d log kappa at the last optimum w, for r = 0, in [-1, 0).

        On its set, d rho / d kappa = -2 ||w||^2 / s and, with H = kappa + G_A' diag(p_A) G_A,
        dw / d kappa = -H^-1 w + w / rho * d rho / d kappa.
        """
        square = w @ w
        if square == 0:
            return -1.0
        return -ridge * float((w @ self._damped(w)) / square + 2 * square / (total * self._rho))

    def _solve_on(
        self, active: NDArray, ridge: float, total: float, r: NDArray | float
    ) -> tuple[NDArray, NDArray, NDArray]:
        """alpha on the set `active` as if it were the right set, w, and z off the set.

        z is zero on the set, and elsewhere if its sign would be rounding.
        """
        if ridge != self._ridge or not np.array_equal(active, self.active):
            self._factorise(active, ridge)
        p = self.weights[active]
        pull = np.ones((len(active), 2))
        pull[:, 1] = r[active] if isinstance(r, np.ndarray) else r
        if self._by_samples:
            x = cho_solve(self._factor, pull, check_finite=False)
            slacks = ridge * x / p[:, None]
        else:
            ws = cho_solve(self._factor, self._G.T @ (p[:, None] * pull), check_finite=False)
            slacks = pull - self._G @ ws
        unit, moved = p @ slacks
        self._rho = (total / 2 - moved) / unit
        both = (self._rho, 1)
        if self._by_samples:
            self._x = x @ both
            w = self._spread(self._x) @ self.G
        else:
            w = ws @ both
        margins = self.G @ w - r
        excess = self._rho - margins
        excess[active] = 0
        excess[excess < ZERO_SLACK * max(abs(self._rho), np.abs(margins).max())] = 0
        return 2 * p * (slacks @ both), w, excess

    def _factorise(self, active: NDArray, ridge: float) -> None:
        p, k = self.weights[active], self.G.shape[1]
        self._by_samples = len(active) <= k
        if self._by_samples:
            matrix, raised = self.Q[np.ix_(active, active)], ridge / p
        else:
            self._G = self.G[active]
            matrix, raised = (self._G.T * p) @ self._G, np.full(k, ridge)
        matrix.flat[:: len(matrix) + 1] += raised
        # The transpose of a symmetric matrix in rows is itself in columns, and need not be copied.
        self._factor = cho_factor(matrix.T, lower=True, overwrite_a=True, check_finite=False)
        self.active, self._ridge = active, ridge
        self.n_factorisations += 1

    def _spread(self, x: NDArray) -> NDArray:
        """Values on the active set as values on all samples."""
        everywhere = np.zeros(len(self.weights))
        everywhere[self.active] = x
        return everywhere

    def _damped(self, w: NDArray) -> NDArray:
        """H^-1 w for the last w."""
        if not self._by_samples:
            return cho_solve(self._factor, w, check_finite=False)
        stretched = self._x / self.weights[self.active]
        return self._spread(cho_solve(self._factor, stretched, check_finite=False)) @ self.G


def towards(now: NDArray, target: NDArray) -> NDArray:
    """The point on the way from `now` >= 0 to `target` where the first entry reaches zero."""
    falling = np.flatnonzero(target <= 0)
    shares = now[falling] / (now - target)[falling]
    moved = np.maximum(now + shares.min() * (target - now), 0)
    moved[falling[np.argmin(shares)]] = 0
    return moved
