"""The number of support vectors of the hard-margin SVM while examples join and leave.

It counts the coefficients alpha_i > 0. Examples of one class, or none, need no support vector:
w = 0 gives all of them a margin, with alpha = 0. Of equal examples of one class at most one has a
coefficient. An example on the margin that the solution does not need has none. When a step changes
the solution, all margins are computed afresh from the kernel matrix. The step ends only when the
optimality conditions hold to 1e-9 in units of the margin, plus the rounding of the margins.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from methods.base import encode_signs
from methods.complexity._inverse_kernels import LARGEST
from methods.complexity._kernels import (
    INDEFINITE_KERNEL,
    INSEPARABLE,
    OUT_OF_STEP,
    SOLVED,
    count_support_vectors,
)

# A kernel matrix may differ from its transpose, by rounding, by this share of its largest value.
ASYMMETRY = 1e-10


def support_vector_path(K: ArrayLike, y: ArrayLike, order: ArrayLike) -> NDArray:
    """Number of support vectors after each example of `order` is added.

    This is the complexity C(S) of the growing sets S of section 1.5 of the thesis, by the
    hard-margin SVM of eq. 1.7.

    Parameters
    ----------
    K : array-like of shape (n, n)
        Kernel matrix, positive on coefficients of sum zero. It is not changed.
    y : array-like of shape (n,)
        Two classes.
    order : array-like of int
        Different indices of examples, all n or fewer.

    Returns
    -------
    ndarray of shape (len(order),), int
        Number of support vectors after each example.

    Examples
    --------
    >>> from methods import perceptron_kernel, support_vector_path
    >>> X, y = [[0.0], [1.0], [3.0], [4.0]], [0, 0, 1, 1]
    >>> support_vector_path(perceptron_kernel(X), y, order=[0, 3, 1, 2]).tolist()
    [0, 2, 2, 2]
    """
    order = np.asarray(order)
    if order.size and order.min() < 0:
        raise ValueError(f"order holds {order.min()}; choose different indices from 0 to n - 1")
    return support_vector_counts(K, y, order)


def support_vector_counts(K: ArrayLike, y: ArrayLike, steps: ArrayLike) -> NDArray:
    """Number of support vectors after each step, which adds or removes an example.

    Parameters
    ----------
    K : array-like of shape (n, n)
        Kernel matrix, positive on coefficients of sum zero. It is not changed.
    y : array-like of shape (n,)
        Two classes.
    steps : array-like of int
        i adds example i, which is out; -(i + 1) removes it, which is in.

    Returns
    -------
    ndarray of shape (len(steps),), int
        Number of support vectors after each step.
    """
    K = np.ascontiguousarray(K, dtype=np.float64)
    _, signs = encode_signs(np.asarray(y))
    steps = np.asarray(steps, dtype=np.int64)
    n = len(signs)
    if K.shape != (n, n):
        raise ValueError(f"K must have the shape {(n, n)} for {n} labels, got {K.shape}")
    if steps.size and not -n <= steps.min() <= steps.max() < n:
        raise ValueError(f"steps must lie between -{n} and {n - 1} for {n} examples")
    scale = float(np.abs(K).max())
    if not np.abs(K - K.T).max() <= ASYMMETRY * scale:
        raise ValueError("K must be finite and symmetric")
    counts, status, t = count_support_vectors(K, signs, scale, steps)
    if status == OUT_OF_STEP:
        if steps[t] >= 0:
            raise ValueError(f"step {t} adds example {steps[t]}, which is in")
        raise ValueError(f"step {t} removes example {-steps[t] - 1}, which is not in")
    if status != SOLVED:
        examples = examples_after(steps[: t + 1])
        raise unsolved(status, K[np.ix_(examples, examples)], signs[examples], examples)
    return counts


def examples_after(steps: NDArray) -> NDArray:
    """The examples that are in after these steps, sorted."""
    backwards = steps[::-1]
    examples, last = np.unique(np.where(backwards < 0, ~backwards, backwards), return_index=True)
    return examples[backwards[last] >= 0]


def unsolved(status: int, K: NDArray, signs: NDArray, numbers: NDArray) -> ValueError:
    """Why examples with this kernel matrix, signs and numbers have no hard-margin SVM."""
    if status == INDEFINITE_KERNEL:
        return ValueError("the kernel must be positive on coefficients of sum zero")
    if status != INSEPARABLE:
        return ValueError("the kernel matrix is singular to working precision")
    squares = np.diag(K)[:, None] + np.diag(K) - 2 * K
    squares[np.equal.outer(signs, signs)] = np.inf
    i, j = np.unravel_index(np.argmin(squares), squares.shape)
    if squares[i, j] <= np.abs(K).max() / LARGEST:
        return ValueError(
            f"examples {numbers[i]} and {numbers[j]} are equal and of different classes; remove one"
        )
    return ValueError(
        f"this kernel does not separate the classes of {len(K)} examples; "
        f"choose one that tells all points apart, such as the perceptron kernel"
    )
