"""A claim on the printed test errors of the thesis's chapter 3."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from scipy.stats import t as student_t

from methods.bench.results import Results
from methods.bench.statistics import ALPHA
from methods.claims.flips import one_by_one, smallest_shifts
from methods.claims.printed import NOTHING_PRINTED
from methods.claims.sentences import of_thesis
from methods.claims.sentences.words import STANDARD_ERRORS, flip
from methods.claims.verdicts import HOLDS, INCONCLUSIVE, Verdict
from methods.schemas.option_kinds import PrintedMetric, PrintedTable


def printed_apart(
    results: Results,
    *,
    table: PrintedTable,
    metric: PrintedMetric,
    spread: PrintedMetric,
    trials: int,
) -> Verdict:
    """Are two printed means significantly apart on some data set, by Holm over all pairs?

    ``spread`` is the deviation that is printed for all methods of a data set. The means are taken
    as independent. Methods that share their trials usually differ by less, so that a difference
    that is seen without them is seen with them. The claim fails in no case, since means that are
    not told apart may differ. Flips are shifts of the largest difference, in standard errors.
    """
    deviations = results.printed(table, spread).set_index("dataset")["value"]
    apart: list[dict[str, Any]] = []
    for dataset, rows in results.printed(table, metric).groupby("dataset", sort=False):
        means = rows.set_index("method")["value"]
        error = float(deviations[dataset]) * (2 / trials) ** 0.5
        apart += [
            {"dataset": dataset, "method": a, "than": b,
             "standard_errors": float(abs(means[a] - means[b])) / error}
            for a, b in combinations(means.index, 2)
        ]  # fmt: skip
    if not apart:
        return NOTHING_PRINTED
    apart.sort(key=lambda entry: entry["standard_errors"], reverse=True)
    farthest, pairs, freedom = apart[0], len(apart), 2 * (trials - 1)
    # Holm's first step decides whether there is one at all
    bar = float(student_t.isf(ALPHA / 2 / pairs, freedom))
    p_value = min(2 * pairs * float(student_t.sf(farthest["standard_errors"], freedom)), 1.0)

    def verdict_at(shift: float) -> str:
        return HOLDS if farthest["standard_errors"] + shift > bar else INCONCLUSIVE

    flips = smallest_shifts(one_by_one(verdict_at), [bar - farthest["standard_errors"]])
    reason = of_thesis.farthest_apart(farthest, trials, pairs, p_value)
    change = flip(flips, "the largest difference", STANDARD_ERRORS)
    of_datasets: dict[str, dict[str, Any]] = {}
    for entry in apart:
        of_datasets.setdefault(entry["dataset"], entry)
    return Verdict(verdict_at(0.0), reason, list(of_datasets.values()), flips, change)
