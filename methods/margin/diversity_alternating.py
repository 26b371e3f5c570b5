"""Algorithm 1 of the diversity regularized machine, as printed.

The learners are visited in turn, each with the others fixed, w-hat = sum_{t' != t} w_t'. With
kappa = (T - 1) mu + lambda_t a visit alternates between ::

    alpha_t   the quadratic program of eq. 6 (`methods.margin.simplex_program`)
    lambda_t  max(0, 1/2 ||-2 mu w-hat + sum_i alpha_ti y_i phi(x_i)|| - (T - 1) mu)       (7)

and ends with w_t = (-2 mu w-hat + sum_i alpha_ti y_i phi(x_i)) / (2 kappa) (5). Eq. 7 prints w_0
where eq. 5 has w-hat. The steps are exact for eq. 3 with each unordered pair counted once.

The paper leaves some choices open. Here a visit ends when kappa moves by less than INNER_TOLERANCE
of itself. kappa never falls below the smallest ridge that the program can solve, which matters if
(T - 1) mu is zero and the ball does not bind.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from methods.margin.simplex_program import SimplexProgram

# Line 1 of Algorithm 1.
INITIAL_LAMBDA = 1.0

# Line 4's "while not converged", which the paper does not define.
INNER_TOLERANCE = 1e-9
INNER_MAX_ITERATIONS = 1000


def alternating_sweeps(
    program: SimplexProgram, n_components: int, nu: float, mu: float
) -> Iterator[NDArray]:
    """The learners (T, k) in the coordinates of the program after each sweep, without end.

    Parameters
    ----------
    program : SimplexProgram
        The training set.
    n_components : int
        Number T of learners.
    nu, mu : float
        Weights of eq. 3; mu counts each unordered pair once.
    """
    total, floor = nu / n_components, (n_components - 1) * mu
    W = np.zeros((n_components, program.G.shape[1]))  # line 1
    ridges = [max(floor + INITIAL_LAMBDA, program.smallest_ridge)] * n_components
    sets: list[NDArray | None] = [None] * n_components
    while True:  # line 2
        for t in range(n_components):  # line 3
            push = -mu * (W.sum(axis=0) - W[t])
            toward = program.G @ push
            for _ in range(INNER_MAX_ITERATIONS):  # line 4
                before = ridges[t]
                own = program.minimise(before, total, sets[t], r=-toward / before)  # line 5
                sets[t] = program.active
                numerator = push + before * own  # half of eq. 5's
                length = float(np.linalg.norm(numerator))
                ridges[t] = max(floor, length, program.smallest_ridge)  # line 6
                if abs(ridges[t] - before) <= INNER_TOLERANCE * before:
                    break
            W[t] = numerator / ridges[t]  # line 8
        yield W.copy()
