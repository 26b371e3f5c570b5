"""Trials that are copies of one fit.

All trials on a data set with a test part share one split, so a method without randomness has one
fit there, and each further trial is a copy of it. Of two such methods no trial says more than the
first: their scores never change, and n copies of a difference are no n pieces of evidence for it.

If the score is a share of the test rows, the difference is tested over these rows instead, with ::

    se^2 = (a (1 - a) + b (1 - b)) / n

for error rates a and b on n rows. The rows of a trial are not stored one by one, so errors on the
same row are taken to be independent. Two methods err together more often than that on rows that are
hard for both, and then McNemar's test has a smaller error: this one is cautious. Shifts that would
change a verdict keep the error as it is. A number that is no share of test rows, such as a cost of
the training rows, has no such error. It is what the one fit has, and its copies agree with it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from methods.bench.results import Results
from methods.bench.statistics import FEWEST_TRIALS, Difference

SHARES_OF_TEST_ROWS = ("error", "accuracy", "test_error")  # metrics, and a recorded curve


def rows_behind(results: Results, study: str, dataset: str, metric: str) -> float:
    """How many test rows a metric or curve is a share of; NaN if it is none."""
    return results.test_rows(study, dataset) if metric in SHARES_OF_TEST_ROWS else float("nan")


def over_test_rows(x: ArrayLike, y: ArrayLike, test_rows: float) -> Difference | None:
    """The difference of two shares of test rows that no trial changes, or None if one does.

    Trials below `FEWEST_TRIALS` do not tell whether anything changes, so they stay trials.
    """
    both = np.column_stack([np.asarray(x, dtype=float), np.asarray(y, dtype=float)])
    both = both[np.isfinite(both).all(axis=1)]
    if not test_rows > 1 or len(both) < FEWEST_TRIALS or np.ptp(both, axis=0).any():
        return None
    a, b = (float(share) for share in both[0])
    error = ((a * (1 - a) + b * (1 - b)) / test_rows) ** 0.5
    return Difference(a - b, error, test_rows - 1, round(test_rows))
