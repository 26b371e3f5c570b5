"""Printed cells, what is stated of the trials behind them, and what a test says of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

# names of metrics that count right or wrong rows
RATE = re.compile(r"(error|accuracy)(_percent)?$")
ACCURACY = re.compile(r"accuracy(_percent)?$")
FALSE_ALARMS = 0.05  # of each test on a table whose numbers came as stated
Sizes = Mapping[int, int]  # how many trials have so many test rows
SLACK = 1e-7  # of a count, for the rounding of floats


@dataclass(frozen=True)
class Protocol:
    """What is stated of the trials of one table; what is not stated stays None or empty.

    `test_rows` and `rows` are the test rows of a trial and all rows of a data set, by its printed
    name. Where a text leaves the rounding of a share open, `test_rows` are several numbers, of
    which one is right. With `folds`, the trials are the folds of repeated cross-validation, and
    `test_rows` come from `rows`. With `rounds_trials`, the error of each trial may have been
    rounded as the table is, before the mean of them was.
    """

    trials: int | None = None
    test_rows: Mapping[str, int | Sequence[int]] = field(default_factory=dict)
    rows: Mapping[str, int] = field(default_factory=dict)
    folds: int | None = None
    rounds_trials: bool = False

    def sizes(self, dataset: str) -> list[Sizes]:
        """How many trials have so many test rows, for each reading; empty if it is not stated."""
        if self.trials is None:
            return []
        if dataset in self.test_rows:
            stated = self.test_rows[dataset]
            numbers = [stated] if isinstance(stated, int) else stated
            return [{number: self.trials} for number in numbers]
        if self.folds is None or dataset not in self.rows:
            return []
        floor, larger = divmod(self.rows[dataset], self.folds)
        repeats = self.trials // self.folds
        sizes = {floor: (self.folds - larger) * repeats, floor + 1: larger * repeats}
        return [{size: count for size, count in sizes.items() if count}]

    def mean_rows(self, dataset: str) -> float:
        """The average test rows of a trial by the first reading; NaN if they are not stated."""
        readings = self.sizes(dataset)
        if not readings:
            return np.nan
        return sum(n * count for n, count in readings[0].items()) / sum(readings[0].values())


@dataclass(frozen=True)
class Finding:
    """A printed number that cannot come from what is stated, in words."""

    dataset: str
    method: str
    says: str
    p_value: float = 0.0  # zero if it is impossible, whatever was drawn


@dataclass(frozen=True)
class Outcome:
    """What one test says of one table. `cells` counts the numbers that it could judge."""

    test: str
    cells: int
    findings: Sequence[Finding] = ()
    note: str = ""  # its power, an estimate, or why it could judge nothing


def rate_tables(published: pd.DataFrame) -> Iterator[tuple[str, str, pd.DataFrame]]:
    """Each printed table of error rates or accuracies: its name, its metric and its cells."""
    for (table, metric), rows in published.groupby(["table", "metric"], sort=False):
        if RATE.search(str(metric)):
            known = as_numbers(rows).dropna(subset=["value"])
            if len(known):
                yield str(table), str(metric), known


def as_numbers(rows: pd.DataFrame) -> pd.DataFrame:
    """The rows with their values and spreads as finite numbers; NaN where none is printed."""
    read = {c: pd.to_numeric(rows[c], errors="coerce") for c in ("value", "spread")}
    return rows.assign(**{c: numbers.where(np.isfinite(numbers)) for c, numbers in read.items()})


def worse_side(metric: str) -> int:
    """Where the worse of two printed numbers lies: -1 is below, as of accuracies, and 1 above."""
    return -1 if ACCURACY.search(metric) else 1


def scale_of(metric: str) -> float:
    """What a rate of one is printed as."""
    return 100.0 if metric.endswith("_percent") else 1.0


def unit_of(printed: ArrayLike) -> float:
    """The unit of the last printed digit: of the number with the most digits, for the whole column.

    A file of numbers may have lost zeros at the end, so a column has one number of digits.
    """
    texts = [f"{float(number):.10f}".rstrip("0") for number in np.ravel(printed)]
    return 10.0 ** -max((len(text.partition(".")[2]) for text in texts), default=0)


def ends(
    printed: NDArray[np.float64],
    unit: float | NDArray[np.float64],
    truncated: bool,
    times: int = 1,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The least and the largest number that is printed so, if it was rounded so many times.

    A number that lies in the middle may be rounded either way. Truncation leaves out the rest.
    """
    if truncated:
        return printed, printed + times * unit * (1 - SLACK)
    return printed - times * unit / 2, printed + times * unit / 2


def as_errors(metric: str, rows: pd.DataFrame) -> NDArray[np.float64]:
    """The printed means as shares of wrong answers; accuracies are turned round."""
    shares = rows["value"].to_numpy(dtype=float) / scale_of(metric)
    return shares if worse_side(metric) > 0 else 1 - shares


def deviations(metric: str, rows: pd.DataFrame, trials: int) -> NDArray[np.float64]:
    """The printed spreads as standard deviations of shares; NaN where none is printed."""
    spreads = rows["spread"].to_numpy(dtype=float) / scale_of(metric)
    return spreads * np.where(rows["spread_kind"] == "se", trials**0.5, 1.0)
