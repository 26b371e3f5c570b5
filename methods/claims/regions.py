"""One rule for differences against a region: Holm's correction over the cases of a claim.

A claim says that differences lie in a region, such as "below 0" or "between -0.01 and 0.01". Each
case has two p-values: against "it lies outside of the region" and against "it lies inside". The
p-values of all cases in one of these directions are a family, and each family is corrected after
Holm (1979) at level alpha. So with probability 1 - alpha or more, no case is said to hold that does
not. Then the count of cases that hold is at most the true count. A claim that needs k true cases
but has fewer is therefore said to hold with probability alpha or less, for each k: all cases or a
share. The same is true of failing. A claim is true or not, so one direction at most can be wrong.

alpha is `ALPHA` for a region with two ends: each case is then the two one-sided tests of
equivalence (Schuirmann 1987). It is half of that for a region with one end, so that a case is the
two-tailed t-test that papers use. A case of fewer than `FEWEST_TRIALS` trials has no p-value and is
inconclusive; it still counts in the share.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.stats import t as student_t

from methods.bench.statistics import (
    ALPHA,
    FEWEST_TRIALS,
    Difference,
    holm_correction,
    one_tailed_p_values,
)
from methods.claims.flips import Flips, smallest_shifts
from methods.claims.sentences.words import PLAIN, SPREAD, TOO_FEW, Unit, flip, sentences
from methods.claims.verdicts import INCONCLUSIVE, Verdict, decide, overall
from methods.errors import UserError

Array = NDArray[np.float64]
PValues = tuple[Array, Array]  # against failing, against holding; the last axis goes over cases


@dataclass(frozen=True)
class Region:
    """A case holds between `least` and `largest`, and fails outside of `kept`.

    `kept` is the same region if it is not given. The ends may differ by case.
    """

    least: float | Array = -inf
    largest: float | Array = inf
    kept: tuple[float | Array, float | Array] | None = None

    def __post_init__(self) -> None:
        if np.any(np.greater(self.least, self.largest)):
            raise UserError(
                f"no difference lies between {self.least} and {self.largest}; a margin within which"
                " scores count as equal is not below 0"
            )

    @property
    def alpha(self) -> float:
        regions = [(self.least, self.largest), self.kept or (-inf, inf)]
        return ALPHA if any(_has_two_ends(*ends) for ends in regions) else ALPHA / 2

    @property
    def is_half_at_zero(self) -> bool:
        """Whether the question is on which side of zero a difference lies."""
        return (self.least, self.largest) in ((-inf, 0.0), (0.0, inf)) and self.kept is None

    @property
    def is_one_sided(self) -> bool:
        """Whether cases leave the region and what is kept of it by the same side alone."""
        low, high = zip((self.least, self.largest), self.kept or (-inf, inf), strict=True)
        return any(all(np.isinf(end).all() for end in ends) for ends in (low, high))

    @property
    def is_everything(self) -> bool:
        """Whether a case holds unless it is shown to fail."""
        return bool(np.all(np.equal(self.least, -inf)) and np.all(np.equal(self.largest, inf)))

    def p_values(self, values: Array, differences: Sequence[Difference]) -> PValues:
        """Of `differences` whose estimates are `values`; NaN with fewer than `FEWEST_TRIALS`."""
        return self._combined(*self._by_side(values, differences))

    def p_values_between(
        self, low: Array, high: Array, differences: Sequence[Difference]
    ) -> tuple[PValues, PValues]:
        """Bounds from below and from above of the p-values of all estimates from low to high."""
        at_low, at_high = self._by_side(low, differences), self._by_side(high, differences)
        # the first and the last fall as an estimate rises, and the others rise
        least = self._combined(at_high[0], at_low[1], at_low[2], at_high[3])
        return least, self._combined(at_low[0], at_high[1], at_high[2], at_low[3])

    def _by_side(self, values: Array, differences: Sequence[Difference]) -> Array:
        """Against "at least", "at most", "below what is kept" and "above what is kept"."""
        few = np.array([difference.n < FEWEST_TRIALS for difference in differences])
        low, high = self.kept or (self.least, self.largest)
        margins = np.stack(
            [values - self.least, self.largest - values, low - values, values - high]
        )
        p_values = one_tailed_p_values(margins, differences)
        p_values = np.where(np.isposinf(margins), 0.0, p_values)  # no end on this side
        return np.where(few, np.nan, p_values)

    def _combined(
        self, above_least: Array, below_largest: Array, below: Array, above: Array
    ) -> PValues:
        inside = np.maximum(above_least, below_largest)
        sides = 2 if _has_two_ends(*(self.kept or (self.least, self.largest))) else 1
        return inside, np.minimum(sides * np.minimum(below, above), 1.0)

    def places(self, differences: Sequence[Difference]) -> Array:
        """The shifts at which the verdict on the differences can step."""
        judged = sum(difference.n >= FEWEST_TRIALS for difference in differences)
        values, errors, degrees = np.array(
            [(d.value, d.standard_error, d.degrees_of_freedom) for d in differences]
        ).T  # fmt: skip
        steps = self.alpha / np.arange(1, judged + 1)
        # the half if either of two sides may refuse a case
        quantiles = student_t.isf(np.append(steps, steps / 2)[:, None], degrees)
        widths = quantiles * errors
        ends = [self.least, self.largest, *(self.kept or ())]
        return np.array([[end - values - widths, end - values + widths] for end in ends])


def better(margin: float, lower_is_better: bool) -> Region:
    """The differences of a method that is better than another by more than `margin`."""
    return Region(largest=-margin) if lower_is_better else Region(least=margin)


def _has_two_ends(least: float | Array, largest: float | Array) -> bool:
    return bool(np.isfinite(least).any() and np.isfinite(largest).any())


@dataclass(frozen=True)
class Judged:
    """The verdict on a claim and on its cases, with their p-values after Holm."""

    verdict: str
    cases: list[str]
    p_values: list[dict[str, float]]
    flips: Flips
    too_few: bool  # trials, in every case

    def marked(self, evidence: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """The evidence of the cases, each with its p-values and verdict."""
        cases = zip(evidence, self.p_values, self.cases, strict=True)
        return [{**entry, **p_values, "verdict": verdict} for entry, p_values, verdict in cases]

    def told(
        self,
        reason: str,
        evidence: Sequence[Mapping[str, Any]],
        moved: str,
        unit: Unit = PLAIN,
        why_none: str = SPREAD,
    ) -> Verdict:
        """The verdict in words; the flips shift what is `moved`, and `why_none` is as in `flip`."""
        if self.too_few:
            return Verdict(self.verdict, sentences(reason, TOO_FEW), evidence)
        change = flip(self.flips, moved, unit, why_none)
        return Verdict(self.verdict, reason, evidence, self.flips, change)


def judge_differences(
    differences: Sequence[Difference], region: Region, need: float = 1.0
) -> Judged:
    """The verdict on a claim whose differences lie in the region in a share `need` of them."""
    values = np.array([difference.value for difference in differences])
    return judge_p_values(
        lambda shifts: region.p_values(values + shifts[:, None], differences),
        region.places(differences),
        need,
        region.alpha,
        region.is_one_sided,
        lambda low, high: region.p_values_between(values + low, values + high, differences),
    )


def judge_p_values(
    p_values_at: Callable[[Array], PValues],
    places: Array,
    need: float,
    alpha: float,
    is_monotone: bool = False,
    bounds_between: Callable[[float, float], tuple[PValues, PValues]] | None = None,
) -> Judged:
    """The verdict by p-values, which are given for shifts (n,) as arrays (n, cases).

    They are monotone if a shift moves all of them the same way. `bounds_between` gives the least
    and the largest that they may be at shifts between two.
    """

    def cases_at(shifts: Array) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        against_failing, against_holding = p_values_at(shifts)
        fails = holm_correction(against_holding) <= alpha
        return (holm_correction(against_failing) <= alpha) & ~fails, fails

    def verdicts_at(shifts: Array) -> list[str]:
        holds, fails = cases_at(shifts)
        pairs = zip(holds.sum(axis=1), fails.sum(axis=1), strict=True)
        return [overall(int(h), int(f), holds.shape[1], need) for h, f in pairs]

    def reached_between(low: float, high: float) -> set[str]:
        """The verdicts of shifts between two, by the most and the fewest cases that may hold."""
        assert bounds_between is not None
        least, largest = bounds_between(low, high)
        (holding, failing), (seldom_holding, seldom_failing) = (
            [int((holm_correction(p) <= alpha).sum()) for p in bounds]
            for bounds in (least, largest)
        )
        best = overall(holding, seldom_failing, least[0].size, need)
        worst = overall(max(seldom_holding - failing, 0), failing, least[0].size, need)
        return {best} if best == worst else {best, INCONCLUSIVE, worst}

    now = np.zeros(1)
    holds, fails = (of_shift[0] for of_shift in cases_at(now))
    adjusted = [holm_correction(p[0]) for p in p_values_at(now)]
    too_few = bool(np.isnan(adjusted[0]).all())
    verdict = INCONCLUSIVE if too_few else verdicts_at(now)[0]
    return Judged(
        verdict,
        [decide(bool(h), bool(f)) for h, f in zip(holds, fails, strict=True)],
        [{"p_not": float(a), "p_holds": float(b)} for a, b in zip(*adjusted, strict=True)],
        {}
        if too_few
        else smallest_shifts(
            verdicts_at, places, is_monotone, reached_between if bounds_between else None
        ),
        too_few,
    )
