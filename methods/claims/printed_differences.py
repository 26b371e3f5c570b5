"""Differences of printed means with printed deviations, by Welch's t-test.

A shift moves each difference by so many of its own standard errors, so that one number is for
tables of any unit.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray
from scipy.stats import t as student_t

from methods.bench.statistics import (
    ALPHA,
    Difference,
    Summary,
    one_tailed_p_values,
    unpaired_difference,
)


def printed_difference(
    rows: pd.DataFrame, dataset: str, method: str, rival: str, trials: int
) -> Difference:
    """That of two printed means with their deviations over `trials` trials."""
    ours, theirs = (
        Summary(rows.loc[(dataset, name), "value"], rows.loc[(dataset, name), "spread"], trials)
        for name in (method, rival)
    )
    return unpaired_difference(ours, theirs)


def sides_of(differences: Sequence[Difference], shifts: ArrayLike = 0.0) -> NDArray[np.int64]:
    """-1 or 1 where a difference is significantly lower or higher, else 0.

    A row for each shift, which moves each difference by so many of its standard errors.
    """
    values, errors = (
        np.array([getattr(d, name) for d in differences], dtype=float)
        for name in ("value", "standard_error")
    )
    by = np.atleast_1d(shifts).astype(float)[:, np.newaxis]
    # where nothing is shifted, an unknown error must not make the difference unknown
    moved = values + np.where(by == 0.0, 0.0, by * errors)
    p_values = 2 * one_tailed_p_values(np.abs(moved), differences)
    return np.where(p_values < ALPHA, np.sign(moved), 0).astype(int)


def steps_of(differences: Sequence[Difference]) -> NDArray[np.float64]:
    """The shifts, in standard errors, at which one of the differences becomes significant."""
    columns = [(d.value, d.standard_error, d.degrees_of_freedom) for d in differences]
    values, errors, degrees = np.reshape(columns, (-1, 3)).T
    bars = student_t.isf(ALPHA / 2, degrees)
    statistics = in_errors(values, errors)
    return np.append(bars - statistics, -bars - statistics)


def in_errors(values: ArrayLike, errors: ArrayLike) -> NDArray[np.float64]:
    """The values in standard errors; infinite or NaN where there is none."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(values, dtype=float) / np.asarray(errors)
