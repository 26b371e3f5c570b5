"""Algorithms 1 and 2 of Guo's exclusivity regularized machine, as printed.

The problem (eq. 5) is split by W = P and E = Y - (XP + 1b'). Its augmented Lagrangian (eq. 7) is
minimised one block at a time, while its penalty mu grows by the factor rho without end. With one
component this is the primal SVM solver of Nie et al. (2014). X is (n, d) here, and L is the loss
(`methods.objectives.losses`). One iteration::

    W   Algorithm 1: reweighting of each row by eqs. (10) and (11)
    b   mean over the samples of Y - E - XP - Z / mu                                 (12)
    E   argmin penalty / mu L(Y o E) + 1/2 ||E - S||^2, S = Y - XP - 1b' - Z / mu (13)
    P   (I + X'X)^-1 (W - Q / mu + X'(Y - 1b' - Z / mu - E))                         (17)
    Z   + mu (E - Y + XP + 1b'),   Q + mu (P - W),   mu * rho                        (18)

The paper leaves some choices open. Here E starts at zero (eq. 12 reads it before eq. 13 writes it)
or at the labels. epsilon of eq. (10) is 1e-8. Algorithm 1 leaves a row once it moves by less than
INNER_TOLERANCE of its largest entry. Algorithm 2 stops at a small absolute change of the objective
at W (or at P).
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import cho_factor, cho_solve
from sklearn.exceptions import ConvergenceWarning

from methods.objectives.losses import MarginLoss

# Algorithm 2's initial mu; its growth rho = 1.1 and section 2.2's threshold of 0.05 are defaults
# of the estimators.
INITIAL_MU = 1.0

# Algorithm 1's "while not converged", which the paper does not define.
INNER_TOLERANCE = 1e-6
INNER_MAX_ITERATIONS = 100

# Above this trace of X'X most digits of the identity are lost in I + X'X. Then the singular values
# of X solve the system without this sum.
LARGEST_TRACE = 2.0**40


@dataclass
class Iterate:
    """The variables of eq. (7) after an iteration; columns are components."""

    W: NDArray
    b: NDArray
    E: NDArray
    P: NDArray
    Q: NDArray
    Z: NDArray
    mu: float


def alm_iterates(
    X: NDArray,
    y: NDArray,
    n_components: int,
    penalty: float | NDArray,
    loss: MarginLoss,
    sparsity: float = 0.0,
    *,
    rho: float = 1.1,
    epsilon: float = 1e-8,
    initial_slack: str = "zero",
    initial_multipliers: NDArray | None = None,
) -> Iterator[Iterate]:
    """The iterates of Algorithm 2, without end.

    Parameters
    ----------
    X : ndarray of shape (n, d)
        Samples.
    y : ndarray of shape (n,)
        Their signs, -1 or 1.
    n_components : int
        Number C of components.
    penalty : float or ndarray of shape (n,)
        Weight lambda of the loss, one number or one per sample.
    loss : MarginLoss
        The loss L.
    sparsity : float, default=0.0
        The entry beta of the constant column that section 5 appends to W.
    rho : float, default=1.1
        Factor by which mu grows in each iteration.
    epsilon : float, default=1e-8
        Guard against zero denominators in eq. (10).
    initial_slack : {"zero", "labels"}, default="zero"
        The start E(0).
    initial_multipliers : ndarray of shape (d, n_components), default=None
        The start Q(0), ones as printed if it is not given. With unequal columns those of W differ.
    """
    n, d = X.shape
    labels = y[:, None]
    cost = np.broadcast_to(penalty, n)[:, None]
    solve_K = _solver_of_K(X)

    W, P = np.ones((d, n_components)), np.zeros((d, n_components))
    Q = np.ones_like(W) if initial_multipliers is None else initial_multipliers
    Z = np.zeros((n, n_components))
    E = np.zeros_like(Z) if initial_slack == "zero" else np.repeat(labels, n_components, axis=1)
    XP = np.zeros_like(Z)
    mu = INITIAL_MU
    while True:
        W = update_rows(W, mu * P + Q, mu, sparsity, epsilon)
        target = labels - Z / mu
        b = (target - E - XP).mean(axis=0)
        target -= b
        E = update_slack(target - XP, labels, cost / mu, loss)
        P = solve_K(W - Q / mu + X.T @ (target - E))
        XP = X @ P
        Z = Z + mu * (E - labels + XP + b)
        Q = Q + mu * (P - W)
        mu *= rho
        yield Iterate(W, b, E, P, Q, Z, mu)


def run_alm(
    iterates: Iterator[Iterate],
    objective: Callable[[NDArray, NDArray], float],
    *,
    objective_at: str,
    tol: float,
    max_iter: int,
) -> tuple[Iterate, NDArray]:
    """Iterate until the objective changes by less than `tol`; the last iterate and the trace.

    `objective` is a function of components (C, d) and intercepts (C,). `objective_at` says whether
    the components are the W or the P of the iterate.
    """
    trace: list[float] = []
    for iterate in islice(iterates, max_iter):
        weights = iterate.W if objective_at == "W" else iterate.P
        trace.append(objective(weights.T, iterate.b))
        if len(trace) > 1 and abs(trace[-1] - trace[-2]) < tol:
            break
    else:
        warnings.warn(
            f"the objective still changed by {tol:g} or more after max_iter={max_iter} iterations",
            ConvergenceWarning,
            stacklevel=3,
        )
    return iterate, np.array(trace)


def update_rows(W: NDArray, pull: NDArray, mu: float, sparsity: float, epsilon: float) -> NDArray:
    """Algorithm 1 on all rows at once, from W; `pull` is mu P + Q.

    G = (||W_j||_1 + sparsity) / (|W_j| + epsilon), then W_j = pull_j / (G + mu). A row that has
    converged stays as it is.
    """
    H = W.copy()
    moving = np.arange(len(W))
    for _ in range(INNER_MAX_ITERATIONS):
        before = H[moving]
        sizes = np.abs(before)
        G = (sizes.sum(axis=1, keepdims=True) + sparsity) / (sizes + epsilon)
        after = pull[moving] / (G + mu)
        H[moving] = after
        change = np.abs(after - before).max(axis=1)
        moving = moving[change > INNER_TOLERANCE * np.abs(after).max(axis=1)]
        if not len(moving):
            break
    return H


def update_slack(S: NDArray, labels: NDArray, ratio: float | NDArray, loss: MarginLoss) -> NDArray:
    """Minimiser of ratio * L(labels o E) + 1/2 ||E - S||^2, entry by entry (eq. 13)."""
    return labels * loss.proximal(labels * S, ratio)


def _solver_of_K(X: NDArray) -> Callable[[NDArray], NDArray]:
    """Solver of (I + X'X) P = R, factored once, in the size of the features or of the samples."""
    n, d = X.shape
    if np.einsum("ij,ij->", X, X) > LARGEST_TRACE:
        # The inverse is I - V diag(s^2 / (1 + s^2)) V' with the decomposition X = U diag(s) V'.
        s, Vt = np.linalg.svd(X, full_matrices=False)[1:]
        lost = max(n, d) * np.finfo(float).eps * s[0]
        if lost > max(1.0, s[-1] if d <= n else 0.0):
            raise ValueError(
                f"the features are up to {np.abs(X).max():.1g} in size, and rounding hides their "
                f"differences from this solver; centre and scale them"
            )
        shares = 1 / (1 + s[:, None] ** 2)
        return lambda R: Vt.T @ (shares * (Vt @ R)) + (R - Vt.T @ (Vt @ R) if d > n else 0.0)
    if d <= n:
        by_features = cho_factor(np.eye(d) + X.T @ X, check_finite=False)
        return lambda R: cho_solve(by_features, R, check_finite=False)
    by_samples = cho_factor(np.eye(n) + X @ X.T, check_finite=False)
    return lambda R: R - X.T @ cho_solve(by_samples, X @ R, check_finite=False)
