"""The linear SVM without an offset, from any start, by proximal steps on its dual.

With rows g_i = y_i x_i, ::

    minimise over w       P(w) = 1/2 ||w||^2 + C sum_i v_i (1 - g_i.w)_+,
    maximise over alpha   D(alpha) = sum_i alpha_i - 1/2 ||G'alpha||^2,   0 <= alpha_i <= C v_i,

with the weights v_i of the samples.

A step adds -delta/2 ||alpha - alpha_k||^2 to D. In w this leaves a strongly convex and smooth
phi(w) to minimise: 1/2 ||w||^2 plus the maximum over alpha of alpha.(1 - G w) less the added term.
The maximiser and the gradient are ::

    alpha(w) = clip(alpha_k + (1 - G w) / delta, 0, C v),   w - G'alpha(w),

and Newton's method on this gradient has the matrix I + G_A'G_A / delta with the samples A that are
not clipped. The smaller of the systems in A and in w is solved. Every alpha(w) is feasible, so
P(G'alpha) - D(alpha) certifies it. As delta shrinks the steps become exact. A start near the
optimum, such as that of a similar problem, needs few steps for any C. Coordinate descent would take
thousands of sweeps for a large C.

Rockafellar (1976) describes the steps and how accurate they must be.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.linalg import cho_factor, cho_solve

# The margins that alpha(w) leaves unclipped span C delta at the mean weight. delta starts at a
# share of the mean of ||g_i||^2, or at a span of 1 if that is more. It shrinks step by step to
# another share, or to a span below 1 if that is less. Below this, rounding outweighs it.
FIRST_DELTA = 0.1
SHRINKAGE = 0.2
LAST_DELTA = 1e-6
LAST_SPAN = 0.1

# delta stays above this share of ||G||_F^2, or the sum of G_A'G_A and delta would lose delta, and
# with it its factor.
LAST_RIDGE = 2.0**-48

# A step is accurate enough when ||gradient||^2 is below this share of delta ||alpha - alpha_k||^2.
INEXACTNESS = 0.1

# The line search stops when the slope is down to this share of the first one.
SLOPE_SHARE = 0.1

# A Newton step of this share of ||w|| is rounding.
ROUNDING = 1e-14

# Several times the largest number seen.
MAX_NEWTON_STEPS = 1000


@dataclass
class CertifiedPoint:
    """w, the dual variables alpha, P(w) and the certified P(w) - D(alpha)."""

    coef: NDArray
    alpha: NDArray
    objective: float
    duality_gap: float


def minimise_svm_without_intercept(
    G: NDArray, C: float, alpha: NDArray, tol: float, weights: ArrayLike = 1.0
) -> CertifiedPoint:
    """Minimise 1/2 ||w||^2 + C sum_i v_i (1 - g_i.w)_+.

    Parameters
    ----------
    G : ndarray of shape (n, d)
        Samples times their signs.
    C : float
        Weight of the loss, positive.
    alpha : ndarray of shape (n,)
        Dual variables to start from, each in [0, C v_i].
    tol : float
        The relative duality gap at which to stop. Rounding may stop the method before.
    weights : float or array-like of shape (n,), default=1.0
        Weights v of the samples, positive, one number or one per sample.
    """
    n, d = G.shape
    gram = G @ G.T if n <= d else None
    size = float(np.einsum("ij,ij->", G, G)) / n
    weights = np.full(n, weights, float)
    upper, mean = C * weights, C * weights.mean()
    delta = max(FIRST_DELTA * size, 1 / mean)
    last_delta = max(min(LAST_DELTA * size, LAST_SPAN / mean), LAST_RIDGE * n * size)
    w = alpha @ G
    margins = G @ w
    best = _certify(C, weights, alpha, w, margins)
    moved = True
    for _ in range(MAX_NEWTON_STEPS):
        if best.duality_gap <= tol * best.objective or not moved:
            break
        target = alpha + (1 - margins) / delta
        now = np.clip(target, 0, upper)
        gradient = w - now @ G
        step = _newton_step(G, gram, (target > 0) & (target < upper), gradient, delta)
        slopes = G @ step
        share = _line_search(w @ step, step @ step, target, slopes / delta, slopes, upper)
        w, margins = w + share * step, margins + share * slopes

        now = np.clip(alpha + (1 - margins) / delta, 0, upper)
        gradient, change = w - now @ G, now - alpha
        is_rounding = share * np.linalg.norm(step) <= ROUNDING * np.linalg.norm(w)
        if is_rounding or gradient @ gradient <= INEXACTNESS * delta * (change @ change):
            alpha, w = now, now @ G
            margins = G @ w
            point = _certify(C, weights, alpha, w, margins)
            # A step of the size of rounding that gains nothing is the last.
            moved = not is_rounding or point.duality_gap < best.duality_gap
            if point.duality_gap < best.duality_gap:
                best = point
            delta = max(SHRINKAGE * delta, last_delta)
    return best


def _certify(
    C: float, weights: NDArray, alpha: NDArray, w: NDArray, margins: NDArray
) -> CertifiedPoint:
    """The certified point w = G'alpha with margins G w, or its multiple that separates the rows."""
    square = 0.5 * float(w @ w)
    bound = float(alpha.sum()) - square
    objective = square + C * float((weights * np.maximum(1 - margins, 0)).sum())
    lowest = margins.min()
    # If the samples are separable, a large C would magnify the rounding of the margins.
    if lowest > 0 and square / lowest**2 < objective:
        return CertifiedPoint(w / lowest, alpha, square / lowest**2, square / lowest**2 - bound)
    return CertifiedPoint(w, alpha, objective, objective - bound)


def _newton_step(
    G: NDArray, gram: NDArray | None, unclipped: NDArray, gradient: NDArray, delta: float
) -> NDArray:
    """-(I + G_A'G_A / delta)^-1 gradient."""
    A = np.flatnonzero(unclipped)
    if len(A) == 0:
        return -gradient
    G = G[A]
    by_samples = len(A) <= G.shape[1]
    if by_samples:
        matrix = G @ G.T if gram is None else gram[np.ix_(A, A)]
    else:
        matrix = G.T @ G
    matrix.flat[:: len(matrix) + 1] += delta
    # The transpose of a symmetric matrix in rows is itself in columns, and need not be copied.
    factor = cho_factor(matrix.T, lower=True, overwrite_a=True, check_finite=False)
    if by_samples:
        return cho_solve(factor, G @ gradient, check_finite=False) @ G - gradient
    return -delta * cho_solve(factor, gradient, check_finite=False)


def _line_search(
    along: float, square: float, target: NDArray, shift: NDArray, slopes: NDArray, upper: NDArray
) -> float:
    """A share t of the step at which the slope of phi, which grows with t, is about zero."""

    def slope(t: float) -> float:
        return along + t * square - float(np.clip(target - t * shift, 0, upper) @ slopes)

    enough = SLOPE_SHARE * abs(slope(0.0))
    low, high = 0.0, 1.0
    while slope(high) < -enough:
        low, high = high, 2 * high
    if abs(slope(high)) <= enough:
        return high
    while high - low > ROUNDING * high:
        middle = (low + high) / 2
        value = slope(middle)
        if abs(value) <= enough:
            return middle
        low, high = (middle, high) if value < 0 else (low, middle)
    return low
