"""Are the last digits of printed means as even as those of measured numbers?

Under the null each last digit is as likely as the others. Pearson's statistic of the ten counts is
compared with 100,000 multinomial draws, so small tables need no approximation.

Assumptions: numbers of one data set differ by many units of the last digit, and are not limited to
few values. So a data set counts only if its test rows, where stated, have steps smaller than the
unit (else its digits are those of the steps, see `granularity`), and if its means spread over
`WIDEST` units. Equal means of one data set count once. Tables with fewer than `FEWEST` numbers are
not judged. A column that lost its zeros at the end has one number of digits all the same.

The false-alarm rate is 5 % per table. Even digits show nothing about their origin, and uneven ones
may come from rounding to a half, from a few values, or from numbers read off a plot.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from methods.forensics.granularity import LEAST_POWER, power
from methods.forensics.printed_cells import (
    FALSE_ALARMS,
    Finding,
    Outcome,
    Protocol,
    scale_of,
    unit_of,
)
from methods.seeds import stream

DRAWS = 100_000
FEWEST = 30
WIDEST = 20  # units of the last digit between the least and the largest mean of a data set


def digits_of(metric: str, rows: pd.DataFrame, protocol: Protocol) -> NDArray[np.int64]:
    """The last digits that count, of distinct means."""
    unit, digits = unit_of(rows["value"]), []
    for dataset, group in rows.groupby("dataset", sort=False):
        counts = np.unique(np.round(group["value"].to_numpy(dtype=float) / unit).astype(int))
        coarse = any(
            power(group["value"], sizes, unit, scale_of(metric)) >= LEAST_POWER
            for sizes in protocol.sizes(str(dataset))
        )
        if not coarse and np.ptp(counts) >= WIDEST:
            digits += [counts % 10]
    return np.concatenate(digits) if digits else np.zeros(0, dtype=int)


def chance_of_digits(digits: NDArray[np.int64]) -> float:
    """How likely counts at least as uneven are, if all digits are alike; by simulation."""
    observed = np.square(np.bincount(digits, minlength=10)).sum()
    uneven = _drawn(len(digits)) >= observed
    return float((1 + uneven.sum()) / (1 + DRAWS))


@cache
def _drawn(n: int) -> NDArray[np.int64]:
    """The sum of squared counts of n even digits, drawn many times."""
    counts = stream("forensics", "last digits", n).multinomial(n, np.full(10, 0.1), size=DRAWS)
    return np.square(counts).sum(axis=1)


def last_digits(metric: str, rows: pd.DataFrame, protocol: Protocol) -> Outcome:
    """Whether the last digits of a table are more uneven than chance makes them."""
    digits = digits_of(metric, rows, protocol)
    if len(digits) < FEWEST:
        note = f"{len(digits)} numbers that are fit for it; {FEWEST} are needed"
        return Outcome("last digits", 0, note=note)
    chance = chance_of_digits(digits)
    counts = " ".join(map(str, np.bincount(digits, minlength=10)))
    note = f"0 to 9 end {counts} numbers; chance {chance:.2g}"
    finding = Finding("ALL", "ALL", f"last digits as uneven as {counts} cannot come from even ones"
                      f" (chance {chance:.2g})", chance)  # fmt: skip
    return Outcome("last digits", len(digits), [finding] * (chance <= FALSE_ALARMS), note)
