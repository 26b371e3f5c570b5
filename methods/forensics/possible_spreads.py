"""Spreads that no whole numbers of errors can give with their mean (GRIMMER, Anaya 2016).

The errors k_1 ... k_J of J trials on n test rows are whole numbers. So their sum S and their sum of
squares Q are, Q is odd when S is, and the variance is (Q - S²/J) / (J - 1) / n², or with J in place
of J - 1. Given the printed mean, Q also has a least value (all k nearly alike) and a largest one
(each k is 0 or n). A printed spread that no such Q gives cannot come from these trials.

Assumptions: as for `granularity`, with test sets of one size, the same way of rounding for mean and
spread, and one divisor, J - 1 or J, for all spreads of a table. Standard errors are taken times the
root of J. Not every Q of the right kind is a sum of squares, so the test lets some impossible
spreads pass. There is no false alarm, as nothing is random. The power is the share of spreads near
the printed one that the mean rules out.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from methods.forensics.granularity import LEAST_POWER
from methods.forensics.printed_cells import (
    SLACK,
    Finding,
    Outcome,
    Protocol,
    ends,
    scale_of,
    unit_of,
)

NEIGHBOURS = 20  # printed spreads on each side, over which the power is counted


def possible(
    mean: tuple[float, float], spread: tuple[float, float], n: int, trials: int, ddof: int
) -> bool:
    """Whether whole numbers of errors in `trials` trials give a mean and a deviation in between.

    Both are shares, given by their least and their largest value. The divisor of the variance is
    the number of trials less `ddof`.
    """
    first, last = (end * n * trials for end in mean)
    for total in range(int(np.ceil(first - SLACK)), int(np.floor(last + SLACK)) + 1):
        low, high = ((max(end, 0) * n) ** 2 * (trials - ddof) + total**2 / trials for end in spread)
        if _has_sum_of_squares(total, low, high, n, trials):
            return True
    return False


def _has_sum_of_squares(total: int, low: float, high: float, n: int, trials: int) -> bool:
    """Whether `trials` whole numbers from 0 to n with this sum may have squares that add up so."""
    each, more = divmod(total, trials)
    least = (trials - more) * each**2 + more * (each + 1) ** 2
    full, rest = divmod(total, n)
    largest = full * n**2 + rest**2
    first = max(int(np.ceil(low - SLACK * (1 + low))), least)
    first += (first - total) % 2
    return first <= min(np.floor(high + SLACK * (1 + high)), largest)


def possible_spreads(metric: str, rows: pd.DataFrame, protocol: Protocol) -> Outcome:
    """The printed spreads that no whole numbers of errors give with the mean beside them.

    Cells whose mean is impossible already are left out, and so are those without power. Of the ways
    to round, and of the divisors of the variance, the table is taken to have those with the fewest
    findings.
    """
    judged = [
        _by_one_formula(metric, rows, protocol, truncated, ddof)
        for truncated in (False, True)
        for ddof in (1, 0)
    ]
    shares, findings = min(judged, key=lambda of_one: len(of_one[1]))
    note = "no power, or nothing stated that this test needs"
    if shares:
        seen = f"{np.median(shares):.0%}"
        note = f"of the spreads next to a printed one this test finds {seen} impossible (median)"
    return Outcome("possible spreads", len(shares), findings, note)


def _by_one_formula(
    metric: str, rows: pd.DataFrame, protocol: Protocol, truncated: bool, ddof: int
) -> tuple[list[float], list[Finding]]:
    """The power at each cell that can be judged, and the findings."""
    shares: list[float] = []
    findings: list[Finding] = []
    units = np.array([unit_of(rows["value"]), unit_of(rows["spread"].dropna())])
    for row in rows.dropna(subset=["spread"]).itertuples():
        readings = [s for s in protocol.sizes(str(row.dataset)) if len(s) == 1]
        trials = protocol.trials or 0
        if not readings or trials < 2:
            continue
        as_deviation = trials**0.5 if row.spread_kind == "se" else 1.0
        factors = np.array([1.0, as_deviation]) / scale_of(metric)
        numbers = [n for (n,) in readings]
        fits = partial(
            _fits, units=units, factors=factors, numbers=numbers, trials=trials, ddof=ddof
        )
        near = row.spread + units[1] * np.arange(-NEIGHBOURS, NEIGHBOURS + 1)
        impossible = [not fits((row.value, spread), truncated=False) for spread in near[near >= 0]]
        if not LEAST_POWER <= np.mean(impossible) < 1:  # with 1 the mean itself is impossible
            continue
        shares.append(float(np.mean(impossible)))
        if not fits((row.value, row.spread), truncated=truncated):
            says = (
                f"{row.value:g} with a spread of {row.spread:g} cannot come from "
                f"{' or '.join(map(str, numbers))} test rows in {trials} trials"
            )
            findings.append(Finding(str(row.dataset), str(row.method), says))
    return shares, findings


def _fits(
    cell: tuple[float, float],
    units: NDArray[np.float64],
    factors: NDArray[np.float64],
    numbers: Sequence[int],
    trials: int,
    ddof: int,
    truncated: bool,
) -> bool:
    """Whether one of the numbers of test rows gives a printed mean with its spread."""
    (low, spread_low), (high, spread_high) = (
        end * factors for end in ends(np.array(cell), units, truncated)
    )
    return any(possible((low, high), (spread_low, spread_high), n, trials, ddof) for n in numbers)
