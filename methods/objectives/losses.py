"""The losses of the SVM and the exclusivity machine.

A loss is a convex function of the margin m = y f(x) that never grows with m. Here it is a function
of the excess t = 1 - m, which never falls with t. Guo's paper writes the excess as y E.

To add a loss, write a subclass of `MarginLoss` and put it into `LOSSES` under its name. Then both
solvers of both machines accept the name:

- ``solver="alm"`` needs `value` and `slope`, from which `proximal` follows by bisection;
- ``solver="exact"`` (`methods.margin.interior_point`) also needs `curvature` and `conjugate`.

For ``spread="largest"``, `linear_pieces` must list the intervals on which the loss is straight.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from numbers import Real
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

# Halvings of section 5's binary search: enough to reach the spacing of doubles.
HALVINGS = 60

# Sums of penalties that differ by less than this fraction of the lighter class are equal.
TIE = 1e-12

Piece = tuple[float, float]


class MarginLoss(ABC):
    """A convex loss L(t) of the excess t = 1 - margin that never falls with t.

    All methods but `value` take the weights of the samples, c, and give the function c L.

    Attributes
    ----------
    lowest_excess : float
        The loss is zero for every excess up to this one.
    linear_pieces : tuple of (float, float)
        The open intervals of the excess on which the loss is straight. Elsewhere it is strictly
        convex.
    """

    lowest_excess: ClassVar[float] = 0.0
    linear_pieces: ClassVar[tuple[Piece, ...]] = ((-np.inf, 0.0),)

    @abstractmethod
    def value(self, excess: NDArray) -> NDArray:
        """L(t), entry by entry."""

    @abstractmethod
    def slope(self, excess: NDArray, cost: float | NDArray) -> NDArray:
        """c L'(t), entry by entry. At a kink it is any number between the two slopes."""

    @abstractmethod
    def curvature(self, excess: NDArray, cost: float | NDArray) -> NDArray:
        """c L''(t), entry by entry, for t above `lowest_excess`. At a kink of L' either side."""

    @abstractmethod
    def conjugate(self, price: NDArray, cost: NDArray) -> float:
        """sum_n max_t (a_n t - c_n L(t)) for prices a >= 0; infinite if a maximum is."""

    def slope_and_curvature(
        self, excess: NDArray, cost: float | NDArray
    ) -> tuple[NDArray, NDArray]:
        """Both at once, for losses whose derivatives share a costly part."""
        return self.slope(excess, cost), self.curvature(excess, cost)

    def proximal(self, excess: NDArray, ratio: float | NDArray) -> NDArray:
        """The minimiser u of ratio L(u) + 1/2 (u - t)^2, entry by entry.

        It is the root of u + ratio L'(u) = t, which lies between t - ratio L'(t) and t.
        """
        return self._bisect(excess - self.slope(excess, ratio), excess, ratio)

    def total(self, margins: NDArray, cost: ArrayLike) -> float:
        """Sum of c L(1 - margin); `cost` broadcasts against `margins`."""
        return float(np.sum(cost * self.value(1.0 - margins)))

    def middle_intercept(self, scores: NDArray, y: NDArray, cost: NDArray) -> float | None:
        """The middle of the optimal intercepts for these x.w, or None if any of them will do."""
        return None

    def _bisect(self, low: NDArray, excess: NDArray, ratio: float | NDArray) -> NDArray:
        """The root u of u + ratio L'(u) = t between `low` and t, by section 5's binary search."""
        high = excess.copy()
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            above = middle + self.slope(middle, ratio) > excess
            high = np.where(above, middle, high)
            low = np.where(above, low, middle)
        return (low + high) / 2


class Hinge(MarginLoss):
    """The hinge loss, L(t) = max(t, 0)."""

    linear_pieces = ((-np.inf, 0.0), (0.0, np.inf))

    def value(self, excess: NDArray) -> NDArray:
        return np.maximum(excess, 0.0)

    def slope(self, excess: NDArray, cost: float | NDArray) -> NDArray:
        return np.where(excess > 0, cost, 0.0)

    def curvature(self, excess: NDArray, cost: float | NDArray) -> NDArray:
        return np.zeros_like(excess)

    def conjugate(self, price: NDArray, cost: NDArray) -> float:
        """Zero: the solvers keep 0 <= price <= cost, up to rounding."""
        return 0.0

    def proximal(self, excess: NDArray, ratio: float | NDArray) -> NDArray:
        """Eq. (14) of Guo's paper."""
        return np.where(excess > 0, np.maximum(excess - ratio, 0), excess)

    def middle_intercept(self, scores: NDArray, y: NDArray, cost: NDArray) -> float:
        """The middle of the intercepts that minimise sum_n cost_n (1 - y_n (scores_n + b))_+.

        The slope in b grows from -(cost of the positives) by cost_n at each kink
        b = y_n - scores_n. So the minimisers are the quantile of the kinks at that mass.
        """
        order = np.argsort(y - scores, kind="stable")
        kinks = (y - scores)[order]
        mass = np.cumsum(cost[order])
        mass -= cost[y > 0].sum()
        tie = TIE * min(cost[y > 0].sum(), cost[y < 0].sum())
        first = np.searchsorted(mass, -tie)
        last = np.searchsorted(mass, tie, side="right")
        return float(0.5 * (kinks[first] + kinks[last]))


class SquaredHinge(MarginLoss):
    """The squared hinge loss, L(t) = max(t, 0)^2."""

    def value(self, excess: NDArray) -> NDArray:
        positive = np.maximum(excess, 0.0)
        positive *= positive
        return positive

    def slope(self, excess: NDArray, cost: float | NDArray) -> NDArray:
        return 2 * cost * np.maximum(excess, 0.0)

    def curvature(self, excess: NDArray, cost: float | NDArray) -> NDArray:
        return np.where(excess > 0, 2 * cost, 0.0)

    def conjugate(self, price: NDArray, cost: NDArray) -> float:
        return float(np.sum(cost * (price / (cost * 2)) ** 2))

    def proximal(self, excess: NDArray, ratio: float | NDArray) -> NDArray:
        """Eq. (15) of Guo's paper."""
        return np.where(excess > 0, excess / (1 + 2 * ratio), excess)


class PowerHinge(MarginLoss):
    """A power of the hinge loss, L(t) = max(t, 0)^p with 1 < p < 2."""

    def __init__(self, power: float) -> None:
        self.power = power

    def value(self, excess: NDArray) -> NDArray:
        positive = np.maximum(excess, 0.0)
        positive **= self.power
        return positive

    def slope(self, excess: NDArray, cost: float | NDArray) -> NDArray:
        return cost * self.power * np.maximum(excess, 0.0) ** (self.power - 1)

    def curvature(self, excess: NDArray, cost: float | NDArray) -> NDArray:
        return self.slope_and_curvature(excess, cost)[1]

    def slope_and_curvature(
        self, excess: NDArray, cost: float | NDArray
    ) -> tuple[NDArray, NDArray]:
        slope = self.slope(excess, cost)
        return slope, (self.power - 1) * slope / excess

    def conjugate(self, price: NDArray, cost: NDArray) -> float:
        p = self.power
        return float((p - 1) * np.sum(cost * (price / (cost * p)) ** (p / (p - 1))))

    def proximal(self, excess: NDArray, ratio: float | NDArray) -> NDArray:
        """Section 5's binary search in [0, t]; an excess below zero stays."""
        return self._bisect(np.minimum(excess, 0.0), excess, ratio)


HINGE = Hinge()
LOSSES: dict[str, MarginLoss] = {"hinge": HINGE, "squared_hinge": SquaredHinge()}


def find_loss(loss: str | float) -> MarginLoss:
    """The loss with this name, or max(t, 0)^p for a power p in [1, 2]."""
    if isinstance(loss, str) and loss in LOSSES:
        return LOSSES[loss]
    if isinstance(loss, Real) and 1 <= loss <= 2:
        power = float(loss)
        return {1.0: HINGE, 2.0: LOSSES["squared_hinge"]}.get(power) or PowerHinge(power)
    names = ", ".join(map(repr, LOSSES))
    raise ValueError(f"loss must be {names} or a power in [1, 2], got {loss!r}")
