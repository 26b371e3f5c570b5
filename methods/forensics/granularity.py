"""Means that no whole number of errors can give (GRIM, Brown and Heathers 2017).

The mean error of J trials on n test rows each is a count divided by J n. If that step is wider than
the last printed digit, some printed numbers are no such mean, however they are rounded.

Assumptions: every cell of a data set has the stated trials and test rows; the mean is over trials
(or over all tested rows, where trials differ in size); each row counts as one; a table is either
rounded throughout, with a half going up or down, or truncated throughout. A trial that failed and
was left out, weighted rows, or a mean of means break them.

There is no false alarm under these assumptions, since nothing is random. The power is the share of
printed values near the printed ones that no count can give. It is zero once 1 / (J n) is no more
than the last unit: ten trials on 100 test rows have steps of 0.1 percent, so percentages with two
decimals have power there, and they have none on 1,000 rows.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from methods.forensics.printed_cells import (
    SLACK,
    Finding,
    Outcome,
    Protocol,
    Sizes,
    ends,
    scale_of,
    unit_of,
)

LEAST_POWER = 0.01  # below, the test has none
NEIGHBOURS = 500  # printed values on each side, over which the power is counted


def reachable(
    printed: ArrayLike,
    sizes: Sizes,
    unit: float,
    scale: float,
    truncated: bool,
    rounds_trials: bool = False,
) -> NDArray[np.bool_]:
    """Whether some whole number of errors gives each printed mean.

    Trials of two sizes may be averaged as trials, or as rows. If each trial was rounded, too, the
    mean may be off by as much again.
    """
    numbers, times = np.asarray(printed, dtype=float), 2 if rounds_trials else 1
    low, high = (end / scale for end in ends(numbers, unit, truncated, times))
    tested = sum(size * count for size, count in sizes.items())
    by_rows = _holds_whole(low * tested, high * tested, tested)
    if len(sizes) == 1:
        return by_rows
    (small, few), (large, many) = sizes.items()
    of_small = np.arange(small * few + 1) / small  # what errors in the smaller trials add up to
    trials = few + many
    low, high = (np.subtract.outer(end * trials, of_small) * large for end in (low, high))
    return by_rows | _holds_whole(low, high, large * many).any(axis=-1)


def _holds_whole(
    low: NDArray[np.float64], high: NDArray[np.float64], largest: int
) -> NDArray[np.bool_]:
    """Whether a whole number from 0 to `largest` lies between the ends."""
    first = np.maximum(np.ceil(low - SLACK), 0)
    return first <= np.minimum(np.floor(high + SLACK), largest)


def power(
    printed: ArrayLike, sizes: Sizes, unit: float, scale: float, rounds_trials: bool = False
) -> float:
    """The share of printed values near the given ones that no count gives, as rounded."""
    near = np.arange(-NEIGHBOURS, NEIGHBOURS + 1) * unit + np.median(np.asarray(printed))
    near = near[(near >= 0) & (near <= scale)]
    return float(1 - reachable(near, sizes, unit, scale, False, rounds_trials).mean())


def granularity(metric: str, rows: pd.DataFrame, protocol: Protocol) -> Outcome:
    """The printed means that no whole number of errors gives, as the table is rounded or truncated.

    Of both ways the one with fewer findings counts, and so does the reading of the test rows.
    """
    unit, scale = unit_of(rows["value"]), scale_of(metric)
    by_way: dict[bool, list[Finding]] = {False: [], True: []}
    powers, cells = {}, 0
    for dataset, group in rows.groupby("dataset", sort=False):
        readings = protocol.sizes(str(dataset))
        if not readings:
            continue
        values, twice = group["value"], protocol.rounds_trials
        powers[str(dataset)] = min(power(values, s, unit, scale, twice) for s in readings)
        if powers[str(dataset)] < LEAST_POWER:
            continue
        cells += len(group)
        for truncated, findings in by_way.items():
            given = [reachable(values, s, unit, scale, truncated, twice) for s in readings]
            best = max(range(len(readings)), key=lambda at: int(given[at].sum()))
            findings += [
                Finding(str(dataset), str(row.method), _cannot(row.value, unit, readings, best))
                for row, fits in zip(group.itertuples(), given[best], strict=True)
                if not fits
            ]
    if not powers:
        return Outcome("granularity", 0, note="the test rows or the trials are not stated")
    note = "share of neighbouring values that no count gives: " + ", ".join(
        f"{dataset} {share:.0%}" for dataset, share in powers.items() if share >= LEAST_POWER
    )
    if not cells:
        note = "no power: so many tested rows give every printed value"
    return Outcome("granularity", cells, min(by_way.values(), key=len), note)


def _cannot(value: float, unit: float, readings: Sequence[Sizes], best: int) -> str:
    digits = max(0, round(-np.log10(unit)))
    rows, trials = " or ".join(map(str, readings[best])), sum(readings[best].values())
    says = f"{value:.{digits}f} cannot come from {rows} test rows in {trials} trial"
    says += "s" * (trials != 1)
    others = " or ".join(str(n) for sizes in readings for n in sizes if sizes != readings[best])
    return f"{says}, and with {others} no fewer cells are impossible" if others else says
