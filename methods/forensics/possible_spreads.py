"""Spreads that no whole numbers of errors can give with their mean (GRIMMER, Anaya 2016).

The errors k_1 ... k_J of J trials on n test rows are whole numbers. So their sum S and their sum of
squares Q are, Q is odd when S is, and the variance is (Q - S²/J) / (J - 1) / n², or with J in place
of J - 1. Given the printed mean, Q also has a least value (all k nearly alike) and a largest one
(each k is 0 or n). A printed spread that no such Q gives cannot come from these trials.

Assumptions: as for `granularity`, with test sets of one size, and the same way of rounding for mean
and spread. Standard errors are taken times the root of J. Not every Q of the right kind is a sum
of squares, so the test lets some impossible spreads pass. There is no false alarm, as nothing is
random. The power is the share of spreads near the printed one that the mean rules out.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from methods.forensics.cells import SLACK, Finding, Outcome, Protocol, ends, scale_of, unit_of
from methods.forensics.granularity import LEAST_POWER

NEIGHBOURS = 100  # printed spreads on each side, over which the power is counted


def possible(mean: tuple[float, float], spread: tuple[float, float], n: int, trials: int) -> bool:
    """Whether whole numbers of errors in `trials` trials give a mean and a deviation in between.

    Both are shares, given by their least and their largest value.
    """
    first, last = (end * n * trials for end in mean)
    for total in range(int(np.ceil(first - SLACK)), int(np.floor(last + SLACK)) + 1):
        for divisor in (trials - 1, trials):
            low, high = ((max(end, 0) * n) ** 2 * divisor + total**2 / trials for end in spread)
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

    Cells whose mean is impossible already are left out, and so are data sets without power.
    """
    by_way: dict[bool, list[Finding]] = {False: [], True: []}
    cells, shares = 0, []
    spread_unit = unit_of(rows["spread"].dropna())
    for row in rows.dropna(subset=["spread"]).itertuples():
        sizes = protocol.sizes(str(row.dataset))
        if len(sizes) != 1 or protocol.trials is None or protocol.trials < 2:
            continue
        ((n, trials),) = sizes.items()
        factor = trials**0.5 if row.spread_kind == "se" else 1.0
        scale = scale_of(metric)

        def fits(
            spread: float,
            truncated: bool,
            mean: float = row.value,
            unit: float = unit_of(rows["value"]),
            n: int = n,
            trials: int = trials,
            scales: tuple[float, float] = (scale, scale / factor),
        ) -> bool:
            low, high = ends(np.array([mean, spread]), np.array([unit, spread_unit]), truncated)
            pairs = [(low[i] / scales[i], high[i] / scales[i]) for i in (0, 1)]
            return possible(pairs[0], pairs[1], n, trials)

        near = row.spread + spread_unit * np.arange(-NEIGHBOURS, NEIGHBOURS + 1)
        share = 1 - np.mean([fits(spread, False) for spread in near if spread >= 0])
        if not LEAST_POWER <= share < 1:  # with 1 the mean itself is impossible
            continue
        cells += 1
        shares.append(share)
        for truncated, findings in by_way.items():
            if not fits(row.spread, truncated):
                says = (
                    f"{row.value:g} with a spread of {row.spread:g} cannot come from {n} test rows "
                    f"in {trials} trials"
                )
                findings.append(Finding(str(row.dataset), str(row.method), says))
    note = (
        f"median share of neighbouring spreads that are impossible: {np.median(shares):.0%}"
        if shares
        else "no power, or nothing stated that this test needs"
    )
    return Outcome("possible spreads", cells, min(by_way.values(), key=len), note)
