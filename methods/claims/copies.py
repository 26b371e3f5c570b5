"""Trials that are copies of one fit.

All trials on a data set with a test part share one split, so a method without randomness has one
fit there, and each further trial is a copy of it. Of two such methods no trial says more than the
first: their scores never change, and n copies of a difference are no n pieces of evidence for it.

If the score is a share of the test rows, the difference is tested over these rows instead, with ::

    se^2 = (a (1 - a) + b (1 - b)) / n

for error rates a and b on n rows. The rows of a trial are not stored one by one, so errors on the
same row are taken to be independent. Two methods err together more often than that on rows that are
hard for both, and then McNemar's test has a smaller error: this one is cautious. A study may record
the curve `wrong_rows` (`methods.measures.wrong_rows`), and with it the rows are compared in pairs.
Shifts that would change a verdict keep the error as it is. A number that is no share of test rows,
such as a cost of the training rows, has no such error. It is what the one fit has, and its copies
agree with it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from methods.bench.results import Results
from methods.bench.statistics import FEWEST_TRIALS, Difference, paired_difference
from methods.claims.regions import Array
from methods.errors import UserError

WRONG_ROWS = "wrong_rows"  # the curve
WrongRows = tuple[Array | None, Array | None]  # of two methods, if they are known
SHARES_OF_TEST_ROWS = ("error", "accuracy", "test_error")  # metrics, and a recorded curve


def rows_behind(results: Results, study: str, dataset: str, metric: str) -> float:
    """How many test rows a metric or curve is a share of; NaN if it is none."""
    return results.test_rows(study, dataset) if metric in SHARES_OF_TEST_ROWS else float("nan")


def wrong_by_row(results: Results, study: str) -> dict[tuple[str, str], Array]:
    """By data set and method, 1 for each test row that the one fit of a study has wrong, else 0."""
    curves = results.traces(study, WRONG_ROWS).sort_values("x")
    curves = curves.drop_duplicates(["dataset", "method", "x"])  # further trials are copies
    return {
        (str(dataset), str(method)): rows["value"].to_numpy()
        for (dataset, method), rows in curves.groupby(["dataset", "method"], observed=True)
    }


def over_test_rows(
    x: ArrayLike,
    y: ArrayLike,
    test_rows: float,
    wrong: WrongRows = (None, None),
) -> Difference | None:
    """The difference of two shares of test rows that no trial changes, or None if one does.

    Trials below `FEWEST_TRIALS` do not tell whether anything changes, so they stay trials. If both
    of `wrong` are known, the rows are compared in pairs.
    """
    both = np.column_stack([np.asarray(x, dtype=float), np.asarray(y, dtype=float)])
    both = both[np.isfinite(both).all(axis=1)]
    if not test_rows > 1 or len(both) < FEWEST_TRIALS or np.ptp(both, axis=0).any():
        return None
    a, b = (float(share) for share in both[0])
    of_x, of_y = wrong
    if of_x is not None and of_y is not None:
        if not np.allclose([of_x.mean(), of_y.mean()], [a, b]):
            raise UserError(f"the rows of {WRONG_ROWS!r} are of other fits than the scores")
        return paired_difference(of_x, of_y)
    error = ((a * (1 - a) + b * (1 - b)) / test_rows) ** 0.5
    return Difference(a - b, error, test_rows - 1, round(test_rows))
