"""A claim on the printed test errors of the thesis's chapter 3."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from methods.bench.results import Results
from methods.bench.statistics import STANDARD_ERRORS
from methods.claims.flips import one_by_one, smallest_shifts
from methods.claims.printed import NOTHING_PRINTED
from methods.claims.sentences import of_thesis
from methods.claims.sentences.words import STANDARD_ERRORS as STANDARD_ERRORS_APART
from methods.claims.sentences.words import flip
from methods.claims.verdicts import FAILS, HOLDS, Verdict
from methods.schemas.option_kinds import PrintedMetric, PrintedTable


def printed_apart(
    results: Results,
    *,
    table: PrintedTable,
    metric: PrintedMetric,
    spread: PrintedMetric,
    trials: int,
) -> Verdict:
    """Do two printed means lie more than two standard errors apart on some data set?

    ``spread`` is the deviation that is printed for all methods of a data set. The means are taken
    as independent. Methods that share their trials usually differ by less, so that a difference
    that is seen without them is seen with them. Flips are shifts of the largest difference, in
    standard errors.
    """
    deviations = results.printed(table, spread).set_index("dataset")["value"]
    evidence = []
    for dataset, rows in results.printed(table, metric).groupby("dataset", sort=False):
        means = rows.set_index("method")["value"]
        error = float(deviations[dataset]) * (2 / trials) ** 0.5
        a, b = max(combinations(means.index, 2), key=lambda pair: abs(np.subtract(*means[[*pair]])))
        apart = float(abs(means[a] - means[b]) / error)
        evidence.append({"dataset": dataset, "method": a, "than": b, "standard_errors": apart})
    if not evidence:
        return NOTHING_PRINTED
    largest = max(evidence, key=lambda entry: entry["standard_errors"])

    def verdict_at(shift: float) -> str:
        return HOLDS if largest["standard_errors"] + shift > STANDARD_ERRORS else FAILS

    flips = smallest_shifts(one_by_one(verdict_at), [STANDARD_ERRORS - largest["standard_errors"]])
    reason = of_thesis.farthest_apart(largest, trials)
    change = flip(flips, "the largest difference", STANDARD_ERRORS_APART)
    return Verdict(verdict_at(0.0), reason, evidence, flips, change)
