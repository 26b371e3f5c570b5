"""Two methods on one data set: what their trials say about the difference between them.

Everything starts from one estimate, a `Difference` of mean scores with its standard error:

    paired     d_j = a_j - b_j,   se² = var(d) (1/J + r),          J - 1 degrees of freedom
    unpaired                      se² = var(a)/n_a + var(b)/n_b,   Welch-Satterthwaite degrees

With r = 0 the first is the ordinary paired t-test; r = n_test/n_train corrects for trials that
resample the same data (Nadeau and Bengio 2003). `t_test` asks whether the difference is zero,
`confidence_interval` how large it may be, and `detectable_difference` how large it must be for the
trials to show it.

Degenerate input has a defined answer. Fewer than two trials give NaN. Without variance the sign
test takes the place of the t-test: p = 1 if the means agree, and 2^(1-n) if not. A NaN score is a
failed trial, which is left out. All variances divide by n - 1.

Fewer than `FEWEST_TRIALS` trials tell nothing apart: claims then say so, and tables have no star.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import brentq
from scipy.special import stdtr
from scipy.stats import nct
from scipy.stats import t as student_t

# Rounding of scores that are equal on paper, e.g. 0.3 - 0.1 and 0.5 - 0.3, stays far below this.
RELATIVE_ROUNDING = 1e-12

ALPHA = 0.05  # of every test; intervals have the level 1 - ALPHA
FEW_TRIALS = 10
# With fewer, a test that does not rely on normal scores cannot reject at ALPHA, two-tailed: the
# smallest p-value of Wilcoxon's signed-rank test and of the sign test is 2^(1-n) (Wilcoxon 1945).
FEWEST_TRIALS = 6
STANDARD_ERRORS = 2.0  # between two means from which they count as different, without a test


@dataclass(frozen=True)
class Summary:
    """Mean, standard deviation and number of trials, as a table prints them."""

    mean: float
    std: float
    n: int

    @property
    def standard_error(self) -> float:
        """Of the mean: std / sqrt(n)."""
        return self.std / self.n**0.5 if self.n else np.nan


def combined_standard_error(ours: Summary, printed: Summary) -> float:
    """Of the difference of our mean to a printed one.

    The deviation of fewer than `FEW_TRIALS` trials is a poor estimate, so the printed deviation
    replaces it.
    """
    if ours.n < FEW_TRIALS:
        ours = replace(ours, std=printed.std)
    return float(np.hypot(ours.standard_error, printed.standard_error))


@dataclass(frozen=True)
class Difference:
    """Estimated difference of two means; `n` counts pairs, or the trials of both sides."""

    value: float
    standard_error: float
    degrees_of_freedom: float
    n: int


@dataclass(frozen=True)
class TestResult:
    """Outcome of a test on a difference of two means."""

    difference: float
    statistic: float
    p_value: float
    n: int


def summarise(scores: ArrayLike) -> Summary:
    """Summarise one method's trials; a single trial has a NaN standard deviation.

    A trial that is NaN is left out, and `n` says so. An infinite one is refused.
    """
    scores = _as_trials(scores)
    scores = scores[~np.isnan(scores)]
    if not scores.size:
        return Summary(np.nan, np.nan, 0)
    std = float(np.std(scores, ddof=1)) if scores.size > 1 else np.nan
    scale = float(np.abs(scores).max())
    return Summary(float(scores.mean()), _without_rounding(std, scale), scores.size)


def paired_difference(a: ArrayLike, b: ArrayLike, *, test_train_ratio: float = 0.0) -> Difference:
    """Difference of two methods that saw the same trials, mean(a - b).

    Parameters
    ----------
    a, b : array of shape (n_trials,)
        Scores of the same trials in the same order; a pair with a NaN is left out, and `n` says
        so. An infinite score is refused.
    test_train_ratio : float
        n_test / n_train of a trial when all trials resample one data set; 0 treats them as
        independent, which understates the error.
    """
    a, b = _as_trials(a), _as_trials(b)
    if a.shape != b.shape:
        raise ValueError(f"paired scores need as many trials on both sides, got {len(a)}, {len(b)}")
    both = ~(np.isnan(a) | np.isnan(b))
    a, b = a[both], b[both]
    n = a.size
    if n < 2:
        return Difference(float((a - b)[0]) if n else np.nan, np.nan, np.nan, n)
    scale = float(max(np.abs(a).max(), np.abs(b).max()))
    std = _without_rounding(float(np.std(a - b, ddof=1)), scale)
    standard_error = std * (1 / n + test_train_ratio) ** 0.5
    return Difference(_without_rounding(float(np.mean(a - b)), scale), standard_error, n - 1, n)


def differences(a: ArrayLike, b: ArrayLike) -> NDArray[np.float64]:
    """a - b of each pair, rounded so that those that are equal on paper are equal, as to zero.

    The last digit that stays is that of `RELATIVE_ROUNDING` times the largest of all numbers.
    """
    a, b = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    scale = max((np.abs(side[np.isfinite(side)]).max(initial=0.0) for side in (a, b)), default=0.0)
    if not scale:
        return a - b
    return np.round(a - b, -int(np.ceil(np.log10(RELATIVE_ROUNDING * scale))))


def unpaired_difference(a: Summary, b: Summary) -> Difference:
    """Difference of two methods with separate trials, mean(a) - mean(b), variances unequal.

    Printed tables are enough. A deviation that is printed as zero counts as zero.
    """
    value = _without_rounding(a.mean - b.mean, max(abs(a.mean), abs(b.mean)))
    n = a.n + b.n
    if min(a.n, b.n) < 2:
        return Difference(value, np.nan, np.nan, n)
    variances = np.array([a.std**2 / a.n, b.std**2 / b.n])
    total = float(variances.sum())
    if total > 0:
        shares = variances / total
        degrees_of_freedom = float(1 / (shares**2 / [a.n - 1, b.n - 1]).sum())
    else:
        degrees_of_freedom = float(n - 2)
    return Difference(value, total**0.5, degrees_of_freedom, n)


def t_test(difference: Difference) -> TestResult:
    """Two-tailed t-test of the hypothesis that the difference is zero.

    The p-value is NaN with fewer than two trials. Callers leave out those below `FEWEST_TRIALS`.
    """
    statistic = _t_statistic(difference.value, difference.standard_error)
    one_tail = one_tailed_p_values([abs(difference.value)], [difference])
    return TestResult(difference.value, statistic, float(min(2 * one_tail[0], 1.0)), difference.n)


def one_tailed_p_values(
    margins: ArrayLike, differences: Sequence[Difference]
) -> NDArray[np.float64]:
    """p-values against "the margin is zero or less" of estimated `margins`.

    A margin is how far a difference lies beyond a bound. Its last axis goes over `differences`,
    which give the standard errors. Without deviation every trial is evidence of one sign only, as
    in the sign test: p = 2^-n beyond the bound, and 1 otherwise.
    """
    margins = np.asarray(margins, dtype=float)
    errors, degrees, n = (
        np.array([getattr(d, name) for d in differences], dtype=float)
        for name in ("standard_error", "degrees_of_freedom", "n")
    )
    constant = errors == 0
    # what `scipy.stats.t.sf` calls after checks that take many times as long
    by_t = stdtr(degrees, -margins / np.where(constant, 1.0, errors))
    return np.where(constant, np.where(margins > 0, 0.5**n, 1.0), by_t)


def confidence_interval(difference: Difference, level: float = 1 - ALPHA) -> tuple[float, float]:
    """Two-sided t interval of the difference."""
    half = student_t.isf((1 - level) / 2, difference.degrees_of_freedom)
    half *= difference.standard_error
    return float(difference.value - half), float(difference.value + half)


def detectable_difference(
    difference: Difference, *, alpha: float = ALPHA, power: float = 0.8
) -> float:
    """Smallest true difference that a two-tailed t-test at `alpha` finds with probability `power`.

    Solves P(|T| > t_crit) = power for the noncentrality of T, in units of the standard error.
    """
    if not 0 < alpha < power < 1:
        raise ValueError(f"need 0 < alpha < power < 1, got alpha={alpha}, power={power}")
    if np.isnan(difference.standard_error) or difference.standard_error == 0:
        return difference.standard_error
    in_errors = _detectable_noncentrality(difference.degrees_of_freedom, alpha, power)
    return float(in_errors * difference.standard_error)


# The cases of a claim and the claims on one study have the same degrees of freedom.
@lru_cache(maxsize=1024)
def _detectable_noncentrality(degrees: float, alpha: float, power: float) -> float:
    critical = student_t.isf(alpha / 2, degrees)

    def missing_power(noncentrality: float) -> float:
        # The left tail by symmetry: nct.cdf(-critical) is NaN for some large noncentralities.
        right = nct.sf(critical, degrees, noncentrality)
        left = nct.sf(critical, degrees, -noncentrality)
        return power - right - left

    upper = 2 * critical
    while missing_power(upper) > 0:
        upper *= 2
    return float(brentq(missing_power, 0.0, upper))


def holm_correction(p_values: ArrayLike) -> NDArray[np.float64]:
    """Adjust p-values for their number, step-down after Holm (1979), in the order given.

    The i-th smallest of m becomes max over j <= i of min(1, (m - j + 1) p_(j)). A NaN stays NaN
    and does not count. The last axis goes over the p-values of one family.
    """
    p_values = np.asarray(p_values, dtype=float)
    order = np.argsort(p_values, axis=-1)  # NaN last
    known = (~np.isnan(p_values)).sum(axis=-1, keepdims=True)
    factors = known - np.arange(p_values.shape[-1])
    raised = np.take_along_axis(p_values, order, axis=-1) * factors
    adjusted = np.empty_like(p_values)
    stepped = np.minimum(np.maximum.accumulate(raised, axis=-1), 1.0)
    np.put_along_axis(adjusted, order, stepped, axis=-1)
    return adjusted


def _as_trials(scores: ArrayLike) -> NDArray[np.float64]:
    scores = np.asarray(scores, dtype=float)
    if scores.ndim != 1:
        raise ValueError(f"scores must be one number per trial (1-D), got shape {scores.shape}")
    if np.isinf(scores).any():
        trial = int(np.isinf(scores).argmax())
        raise ValueError(f"score of trial {trial} is infinite; mark a failed trial with NaN")
    return scores


def _without_rounding(value: float, scale: float) -> float:
    """`value`, or exactly zero if it is within the rounding of numbers near `scale`."""
    return 0.0 if abs(value) <= RELATIVE_ROUNDING * scale else value


def _t_statistic(value: float, standard_error: float) -> float:
    """value / standard_error, with 0/0 = 0: certainly no difference."""
    if standard_error == 0:
        return float(np.copysign(np.inf, value)) if value else 0.0
    return value / standard_error
