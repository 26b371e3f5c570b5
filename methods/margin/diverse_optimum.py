"""The most diverse optimum of the exclusivity machine, a member of its optimal set.

(W, b) is optimal for eq. 5 if and only if its columns average to an optimum (w, b) of the SVM
inside and lose nothing by differing. By Jensen's inequality that is::

    each coordinate keeps the sign of w(i), or stays zero with it:  sum_c |w_c(i)| = C |w(i)|;
    each sample stays on its straight piece of the loss in every column;
    a sample off the straight pieces has the same margin in every column as in (w, b).

For the hinge this means margins >= 1 in all columns if the margin m in (w, b) is above 1, <= 1 if m
is below 1, and 1 if m = 1. For p > 1 a sample with m < 1 has margin m in every column.

With (w_c, b_c) = (w, b) + N z_c, N a basis of the directions in which no fixed margin moves, that
is a polytope in z_1 .. z_C with sum_c z_c = 0. Equal columns, z = 0, are the least diverse
point. The most diverse one maximises a convex function, the scatter sum_c ||w_c - w||^2 =
1 / C sum_{c < c'} ||w_c - w_c'||^2. Linear programs climb it from vertex to vertex, up to a local
maximum that depends on the start.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.linalg import null_space
from scipy.optimize import linprog
from scipy.sparse import csr_array, eye_array, kron
from sklearn.utils import check_random_state

from methods.angles import pairwise_chords
from methods.objectives.losses import MarginLoss, find_loss

# Margins this close to 1 are 1: well above the error of the solver, below any real distance.
MARGIN_TOLERANCE = 1e-6

# Weights below this share of the largest one are zero.
ZERO_WEIGHT = 1e-9

# An interior-point linear program may leave such a share instead of a zero weight.
LINEAR_PROGRAM_TOLERANCE = 1e-6

# A point counts as optimal if neither part of its objective exceeds the optimum's by this share.
OPTIMALITY_TOLERANCE = 1e-7

# Climbs start from random vertices. A climb ends when it gains less than this share of the scatter.
N_STARTS = 2
MAX_CLIMBS = 10
LEAST_GAIN = 0.03


@dataclass
class _OptimalSet:
    """Directions N (columns, of w and b stacked) and the polytope G z <= room of one column."""

    directions: NDArray
    G: NDArray
    room: NDArray


def most_diverse_optimum(
    coef: ArrayLike,
    intercept: float,
    X: ArrayLike,
    y: ArrayLike,
    n_components: int,
    loss: str | float,
    random_state: int | np.random.RandomState | None = None,
) -> tuple[NDArray, NDArray]:
    """Components (C, d) and intercepts (C,) of the optimum with the largest mean angle found.

    They are an optimum of eq. 5, with or without sparsity, whose ensemble is (coef, intercept).
    If equal components are the only optimum, they are returned.

    Parameters
    ----------
    coef : array-like of shape (d,)
        Weights of an optimum of the SVM with penalty lambda / C (and l1 weight beta / C).
    intercept : float
        Its intercept.
    X : array-like of shape (n, d)
        The samples that the SVM was fitted to.
    y : array-like of shape (n,)
        Their signs, -1 or 1.
    n_components : int
        Number C of components.
    loss : str or float
        The loss of a margin m: "hinge" is max(1 - m, 0), "squared_hinge" its square, and a number
        from 1 to 2 its power p. The names are those of `methods.objectives.losses.LOSSES`.
    random_state : int, RandomState instance or None, default=None
        Seed of the starts.
    """
    w, X, y = np.asarray(coef, dtype=float), np.asarray(X), np.asarray(y)
    margin_loss = find_loss(loss)
    rng = check_random_state(random_state)
    best = np.tile(w, (n_components, 1)), np.full(n_components, float(intercept))
    optimal = _describe(w, intercept, X, y, margin_loss)
    if n_components == 1 or not optimal.directions[:-1].any():
        return best

    widest = 0.0
    for _ in range(N_STARTS):
        uphill = rng.standard_normal((n_components, len(w)))
        scatter = 0.0
        for _ in range(MAX_CLIMBS):
            moves = _climb(optimal, uphill)
            W, b = _keep_signs(w + moves[:, :-1], w), intercept + moves[:, -1]
            if not _is_optimal(W, b, w, intercept, X, y, margin_loss):
                break
            angle = _mean_angle(W)
            if angle > widest:
                best, widest = (W, b), angle
            before, scatter = scatter, np.sum(moves[:, :-1] ** 2)
            if scatter - before < LEAST_GAIN * scatter:
                break
            uphill = moves[:, :-1]
    return best


def _describe(w: NDArray, b: float, X: NDArray, y: NDArray, loss: MarginLoss) -> _OptimalSet:
    """The moves of one column (w, b) that the other columns can balance at no cost."""
    rows = np.column_stack([X, np.ones(len(X))])
    excess = 1 - y * (X @ w + b)
    # How far the excess may fall and grow within its piece; it is fixed where there is no piece.
    room = np.zeros((len(X), 2))
    for low, high in loss.linear_pieces:
        inside = (excess > low + MARGIN_TOLERANCE) & (excess < high - MARGIN_TOLERANCE)
        room[inside] = np.column_stack([excess - low, high - excess])[inside]
    fixed = ~room.any(axis=1)
    used = np.append(np.abs(w) > ZERO_WEIGHT * np.abs(w).max(), True)
    basis = null_space(rows[fixed][:, used]) if fixed.any() else np.eye(used.sum())
    directions = np.zeros((len(used), basis.shape[1]))
    directions[used] = basis

    free_room, free_y = room[~fixed], y[~fixed]
    # A move adds -y times its score to the excess; infinite room is no condition.
    sample, side = np.nonzero(np.isfinite(free_room))
    signs = np.where(side == 0, free_y[sample], -free_y[sample])
    moves = signs[:, None] * (rows[~fixed] @ directions)[sample]
    G = np.vstack([moves, -np.sign(w)[:, None] * directions[:-1]])
    return _OptimalSet(directions, G, np.append(free_room[sample, side], np.abs(w)))


def _climb(optimal: _OptimalSet, uphill: NDArray) -> NDArray:
    """Moves (C, d + 1) of the columns, summing to zero, that go furthest along `uphill` (C, d)."""
    C, r = len(uphill), optimal.directions.shape[1]
    solution = linprog(
        -(uphill @ optimal.directions[:-1]).ravel(),
        A_ub=kron(eye_array(C), csr_array(optimal.G), format="csc"),
        b_ub=np.tile(optimal.room, C),
        A_eq=kron(np.ones((1, C)), eye_array(r), format="csc"),
        b_eq=np.zeros(r),
        bounds=(None, None),
        method="highs-ipm",
    )
    if solution.x is None:
        return np.zeros((C, len(optimal.directions)))
    return solution.x.reshape(C, r) @ optimal.directions.T


def _is_optimal(
    W: NDArray,
    b: NDArray,
    w: NDArray,
    intercept: float,
    X: NDArray,
    y: NDArray,
    loss: MarginLoss,
) -> bool:
    """Whether (W, b) has the norm and the loss of C columns (w, intercept)."""
    slack = 1 + OPTIMALITY_TOLERANCE
    row_sums = np.abs(W).sum(axis=0)
    norm_holds = row_sums @ row_sums <= slack * len(W) ** 2 * (w @ w)
    reached = loss.total(y[:, None] * (X @ W.T + b), 1.0)
    lowest = len(W) * loss.total(y * (X @ w + intercept), 1.0)
    # Separable samples have no loss to compare with; then the number of samples is the scale.
    loss_holds = reached - lowest <= OPTIMALITY_TOLERANCE * max(
        lowest, OPTIMALITY_TOLERANCE * y.size
    )
    return bool(norm_holds and loss_holds)


def _keep_signs(W: NDArray, w: NDArray) -> NDArray:
    """W with exact zeros: the noise that linear programs leave would give a zero a direction."""
    return np.where(W * np.sign(w) > LINEAR_PROGRAM_TOLERANCE * np.abs(w).max(), W, 0.0)


def _mean_angle(W: NDArray) -> float:
    """Mean angle in radians over the pairs of non-zero columns, 0 if there is none.

    In degrees, rounding could order two starts of equal angles the other way.
    """
    chords = pairwise_chords(W)
    known = chords[~np.isnan(chords)]
    return float(np.mean(2 * np.arcsin(np.minimum(known / 2, 1)))) if known.size else 0.0
