"""Margin costs C(F) = sum_i D_i c(y_i F(x_i)): c and its derivative, for an array of margins. ::

    exponential    c(m) = exp(-m)
    bisigmoid      c(m) = k+ - k+ tanh(m / k+) for m > 0, k+ - k- tanh(m / k-) otherwise    (3.5)
    sigmoid        c(m) = 1 - tanh(m), the bisigmoid with k+ = k- = 1

Any object with these two methods is a cost. Boosting needs ratios of derivatives even where c is
flat. So tanh is computed by exponentials of negative numbers, which are accurate at both far ends.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from methods.boosting._kernels import bisigmoid, bisigmoid_slope


class Cost(Protocol):
    """A differentiable function c of the margin."""

    def value(self, margins: NDArray) -> NDArray:
        """c of each margin."""

    def derivative(self, margins: NDArray) -> NDArray:
        """c' at each margin."""


@dataclass(frozen=True)
class ExponentialCost:
    """AdaBoost's cost."""

    def value(self, margins: NDArray) -> NDArray:
        return np.exp(-margins)

    def derivative(self, margins: NDArray) -> NDArray:
        return -np.exp(-margins)


@dataclass(frozen=True)
class BisigmoidCost:
    """Two halves of sigmoids with the scales k+ and k- and the slope -1 where they meet."""

    kappa_plus: float
    kappa_minus: float

    def value(self, margins: NDArray) -> NDArray:
        return bisigmoid(margins, self.kappa_plus, self.kappa_minus)

    def derivative(self, margins: NDArray) -> NDArray:
        return bisigmoid_slope(margins, self.kappa_plus, self.kappa_minus)


COSTS = ("exponential", "sigmoid", "bisigmoid")


def named_cost(name: str, kappa_plus: float, kappa_minus: float) -> Cost:
    """The cost with this name in `COSTS`; the kappas are those of the bisigmoid."""
    if name == "exponential":
        return ExponentialCost()
    if name == "sigmoid":
        return BisigmoidCost(1.0, 1.0)
    return BisigmoidCost(kappa_plus, kappa_minus)


def values_and_derivatives(cost: Cost, margins: NDArray) -> tuple[NDArray, NDArray]:
    """c and c' of each margin; of the exponential cost with one exponential for both."""
    values = cost.value(margins)
    return values, -values if isinstance(cost, ExponentialCost) else cost.derivative(margins)
