"""Spreads below what sampling the test rows allows, and the test rows that spreads imply.

A fixed decision rule with error p on a data set of N rows has, on n rows drawn without replacement,
an error with variance p (1 - p) / n (N - n) / (N - 1). If the rule is trained anew in each trial,
its decisions vary too, which adds to the variance: with decisions that are independent from trial
to trial it is p (1 - p) / n. So the deviation of J trials is judged against the smaller variance
from below. From above there is no bound, as a training algorithm may vary without limit; a spread
over the larger variance is counted in the note and is no finding.

The squared deviation times J - 1, over the variance, is compared with the chi-square law. Its
degrees are lowered for the kurtosis k of a binomial count, where k > 0: they become
2 / (2 / (J - 1) + k / J), with k = (1 - 6 p (1 - p)) / (n p (1 - p)). If the J trials are the folds
of repeated K-fold cross-validation, each repetition has a fixed sum: the variance is p (1 - p) / n,
and J - J / K are the degrees. The printed spread counts with the half unit that helps it.

Assumptions beside these: the classes are not balanced between training and test rows (stratified
splits vary less), and no errors of the method are taken from the test rows to balance those of the
training rows (a majority vote among two classes of equal size does that, and varies less). Cells
with fewer than `FEWEST` expected errors (or right answers) of a trial are not judged; with
`MANY_TRIALS` one is enough. Training errors are not judged, as training chooses the decisions for
them. Holm's correction over the cells of a table keeps the chance of any finding at 5 %; cells may
depend on each other.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray
from scipy.stats import chi2

from methods.bench.statistics import holm_correction
from methods.forensics.printed_cells import (
    FALSE_ALARMS,
    Finding,
    Outcome,
    Protocol,
    as_errors,
    deviations,
    scale_of,
    unit_of,
)

FEWEST = 5.0  # expected errors and right answers of a trial
MANY_TRIALS = 100
LARGE = 1.5  # times the binomial deviation


def least_variance(
    errors: ArrayLike, n: ArrayLike, rows: ArrayLike, folds: int | None = None
) -> NDArray[np.float64]:
    """Of the error of fixed decisions on `n` of `rows` rows, as the module says."""
    errors, n, rows = (np.asarray(a, dtype=float) for a in (errors, n, rows))
    left = 1.0 if folds else (rows - n) / (rows - 1)
    return errors * (1 - errors) / n * left


def chance_below(
    deviation: ArrayLike, variance: ArrayLike, degrees: ArrayLike
) -> NDArray[np.float64]:
    """How likely a deviation as small is, if the error of a trial has this variance."""
    statistic = np.square(deviation) / np.asarray(variance)
    return np.asarray(chi2.cdf(statistic * np.asarray(degrees), degrees), dtype=float)


def degrees_of_freedom(
    errors: ArrayLike, n: ArrayLike, trials: int, folds: int | None = None
) -> NDArray[np.float64]:
    """Of a squared deviation, lowered for folds and for the kurtosis of a count."""
    of_one = np.asarray(errors) * (1 - np.asarray(errors))
    free = trials - trials / folds if folds else trials - 1
    kurtosis = np.maximum((1 - 6 * of_one) / (np.asarray(n) * of_one), 0.0)
    return np.asarray(2 / (2 / free + kurtosis / trials), dtype=float)


def implied_rows(
    errors: ArrayLike, spreads: ArrayLike, trials: int, rows: int | None = None
) -> tuple[float, float, float]:
    """The test rows at which the deviations are those of fixed decisions, with a 95 % interval.

    It pools the methods of one data set. They share their trials, so the interval counts them as
    one method. With all `rows` of the data set, n solves s² = p (1 - p) / n (N - n) / (N - 1).
    Decisions that vary from trial to trial make it too small, never too large.
    """
    shares, squares = np.asarray(errors), np.square(spreads)
    ratio = (shares * (1 - shares)).mean() / squares.mean()
    edges = ratio * chi2.ppf([0.5, 0.025, 0.975], trials - 1) / (trials - 1)
    edges[0] = ratio
    if rows is not None:
        edges = edges * rows / (rows - 1 + edges)
    return float(edges[0]), float(edges[1]), float(edges[2])


def reads_as(errors: ArrayLike, spreads: ArrayLike, n: ArrayLike, trials: int) -> tuple[str, float]:
    """Whether spreads look like deviations or standard errors, and their ratio to a deviation.

    The median ratio to the binomial deviation is near 1 for deviations and 1 / sqrt(J) for standard
    errors. It tells them apart only with several trials: between both there is a factor sqrt(J).
    """
    errors = np.asarray(errors)
    ratio = float(np.median(np.asarray(spreads) / np.sqrt(errors * (1 - errors) / np.asarray(n))))
    return ("se" if ratio * trials**0.25 < 1 else "std"), ratio


def sampling_spreads(metric: str, rows: pd.DataFrame, protocol: Protocol) -> Outcome:
    """The printed deviations that are too small for fixed decisions on rows drawn anew."""
    trials, folds = protocol.trials, protocol.folds
    if "train" in metric:
        return Outcome("sampling spreads", 0, note="training errors are not judged")
    if trials is None or trials < 2:
        return Outcome("sampling spreads", 0, note="the trials are not stated")
    cells = judged_cells(metric, rows, protocol, trials)
    if cells.empty:
        note = "test rows or all rows are not stated, or there are too few errors"
        return Outcome("sampling spreads", 0, note=note)
    variances = least_variance(cells["error"], cells["n"], cells["all"], folds)
    degrees = degrees_of_freedom(cells["error"], cells["n"], trials, folds)
    lost = (trials - 1) / (trials - trials / folds) if folds else 1.0
    largest = (cells["deviation"] + cells["half"]).to_numpy() * lost**0.5
    adjusted = holm_correction(chance_below(largest, variances, degrees))
    findings = [
        Finding(
            str(row.dataset), str(row.method), _cannot(row, trials, variance, metric), float(chance)
        )
        for row, variance, chance in zip(cells.itertuples(), variances, adjusted, strict=True)
        if chance <= FALSE_ALARMS
    ]
    return Outcome("sampling spreads", len(cells), findings, _note(cells, trials, protocol))


def judged_cells(metric: str, rows: pd.DataFrame, protocol: Protocol, trials: int) -> pd.DataFrame:
    """The cells with what is stated of them, and with enough errors.

    `deviation` and the `half` unit of it are of shares, as is `error`.
    """
    known = rows.dropna(subset=["spread"])
    known = known.assign(
        n=[protocol.mean_rows(str(name)) for name in known["dataset"]],
        all=[protocol.rows.get(str(name), np.nan) for name in known["dataset"]],
        error=as_errors(metric, known),
        deviation=deviations(metric, known, trials),
        half=deviations(metric, known.assign(spread=unit_of(known["spread"]) / 2), trials),
    )
    rarer = np.minimum(known["error"], 1 - known["error"])
    fewest = FEWEST if trials < MANY_TRIALS else 1.0
    return known[(known["n"] * rarer >= fewest) & (known["n"] < known["all"])]


def _cannot(row: Any, trials: int, variance: float, metric: str) -> str:
    return (
        f"{row.value:g} with a spread of {row.spread:g} ({row.spread_kind}) cannot come from fixed "
        f"decisions on {row.n:g} of {row.all:g} rows in {trials} trials, whose standard deviation "
        f"is {scale_of(metric) * variance**0.5:.2g}"
    )


def _note(cells: pd.DataFrame, trials: int, protocol: Protocol) -> str:
    """How many spreads are large, which kind they look like, and the rows that they imply."""
    errors, spreads = cells["error"].to_numpy(), cells["deviation"].to_numpy()
    binomial = (errors * (1 - errors) / cells["n"].to_numpy()) ** 0.5
    large = int((spreads > LARGE * binomial).sum())
    are = "are" if large > 1 else "is"
    note = f"{large or 'none'} {are} half as large again as binomial sampling gives"
    note += ", so decisions vary" if large else ""
    stated = set(cells["spread_kind"])
    as_printed = spreads / np.where(cells["spread_kind"] == "se", trials**0.5, 1.0)
    kind, _ = reads_as(errors, as_printed, cells["n"], trials)
    if stated != {kind}:
        note += f"; the spreads are as large as {kind} would be, which is not stated"
    implied = []
    for dataset, group in cells[cells["deviation"] > 0].groupby("dataset", sort=False):
        n, low, high = implied_rows(
            group["error"], group["deviation"], trials, protocol.rows[str(dataset)]
        )
        implied.append(f"{dataset} {n:.0f} [{low:.0f}, {high:.0f}]")
    return f"{note}; test rows that the spreads imply: {', '.join(implied)}"
