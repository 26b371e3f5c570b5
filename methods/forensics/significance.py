"""Significance from printed means and deviations, whatever the correlation of the trials.

A paired t-test needs the correlation r of two methods over the trials, which no table prints:

    t = (a - b) / sqrt((s_a² + s_b² - 2 r s_a s_b) / J),    J - 1 degrees of freedom

Each mean and each deviation may also be off by half of its last unit, and a
deviation may divide by J - 1 or by J. So the smallest and the
largest |t| over all correlations from -0.5 to 1 and over all roundings are taken. Trials that share
their splits go up and down together, so they are seldom correlated negatively; two methods that
hardly differ come close to 1. There is a verdict only where all agree: significant at every
correlation, or at none. Without pairing, the t-test has the t of r = 0, which lies in between.

Assumptions: J trials each, and a t-test at 5 %, two-tailed, without correction for many comparisons
or for trials that share rows. There is no false alarm for a paper that made this test on its
unrounded numbers with a correlation in the range.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scipy.stats import t as student_t

from methods.bench.statistics import ALPHA

PLAUSIBLE = (-0.5, 1.0)
SIGNIFICANT, NOT_SIGNIFICANT, EITHER = "at every correlation", "at no correlation", "it depends"


@dataclass(frozen=True)
class Printed:
    """A printed mean with its standard deviation and the units of their last digits."""

    mean: float
    deviation: float
    mean_unit: float = 0.0
    deviation_unit: float = 0.0

    @property
    def deviations(self) -> tuple[float, float]:
        """The least and the largest that is printed so."""
        half = self.deviation_unit / 2
        return max(self.deviation - half, 0.0), self.deviation + half


def smallest_and_largest_t(
    a: Printed, b: Printed, trials: int, correlations: Sequence[float] = PLAUSIBLE
) -> tuple[float, float]:
    """Of |t|, over the correlations and over all numbers that are printed so."""
    apart, off = abs(a.mean - b.mean), (a.mean_unit + b.mean_unit) / 2
    variances = [
        one**2 + two**2 - 2 * r * one * two
        for r in correlations
        for p, q in ((a, b), (b, a))
        for one in p.deviations
        # for one deviation, the ends of the other or where the variance is least
        for two in (*q.deviations, min(max(r * one, q.deviations[0]), q.deviations[1]))
    ]
    least, most = max(min(variances), 0.0), max(variances)
    # a deviation may divide by J - 1, or by J
    smallest = in_errors(max(apart - off, 0.0), (most / (trials - 1)) ** 0.5)
    return smallest, in_errors(apart + off, (least / trials) ** 0.5)


def agreed(a: Printed, b: Printed, trials: int, correlations: Sequence[float] = PLAUSIBLE) -> str:
    """Whether a paired t-test at 5 % is significant: at every correlation, at none, or either."""
    smallest, largest = smallest_and_largest_t(a, b, trials, correlations)
    bar = float(student_t.isf(ALPHA / 2, trials - 1))
    if smallest > bar:
        return SIGNIFICANT
    return EITHER if largest > bar else NOT_SIGNIFICANT


def in_errors(apart: float, error: float) -> float:
    """A difference in standard errors; without an error it is zero or infinite."""
    if error:
        return apart / error
    return float("inf") if apart else 0.0
