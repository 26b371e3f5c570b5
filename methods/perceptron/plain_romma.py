"""ROMMA in plain doubles, which tells after how many epochs its numbers fail.

`methods.perceptron.romma` divides a long vector by powers of two, and skips examples that are
parallel to it. Li and Long do neither. Here their equations stand as they are. `||w||` never falls,
and where it grows beyond 1e102, `||w||^2 w.x` in the numerator of e is no double any more. Then a
weight becomes infinite or undefined. So it does if rounding makes D zero.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from methods.perceptron._line_search_kernels import training_error
from methods.perceptron._plain_romma_kernels import plain_romma_trials
from methods.perceptron.examples import Examples, trial_drawer
from methods.perceptron.romma import ROMMA


class PlainROMMA(ROMMA):
    """ROMMA, or its aggressive form, in plain doubles; it keeps the last vector that is finite.

    It serves one question about section 2.4.2 of the thesis: after how many epochs do numbers fail?
    Its parameters are those of `methods.perceptron.romma.ROMMA`.

    Attributes
    ----------
    finite_epochs_ : int
        How many epochs ended with finite weights: all, or those before the first weight that is
        not finite.
    """

    def _learn(
        self, examples: Examples, w: NDArray, rng: np.random.RandomState
    ) -> Iterator[tuple[NDArray, float]]:
        columns, rows = examples.columns, examples.rows
        signs, weights = examples.signs, examples.weights
        draw, steps = trial_drawer(self.order, self.weighting, examples.shares, rng)
        self.finite_epochs_, is_finite = 0, True
        for n_epochs in self._rounds():
            if is_finite:
                trials = draw(n_epochs)
                done = plain_romma_trials(rows, signs, steps, trials, w, self.aggressive)
                is_finite = done == len(trials)
                self.finite_epochs_ += int(done // len(signs))
            yield w.copy(), training_error(columns, signs, weights, w)
