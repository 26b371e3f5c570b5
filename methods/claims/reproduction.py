"""Claims that our numbers reproduce the printed ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scipy.stats import binom

from methods.bench.results import Results
from methods.bench.statistics import ALPHA, STANDARD_ERRORS, Summary, combined_standard_error
from methods.claims.verdicts import FAILS, HOLDS, Verdict, decide, nothing_ran, value_and_interval
from methods.schemas.option_kinds import MethodName, Metric, PrintedMethod, Published, StudyName
from methods.tables.geometric_ratios import DIGITS, geometric_ratios

CHANCE_OUTSIDE = 0.05  # rounded, of a normal variable that lies beyond `STANDARD_ERRORS`


def reproduces(
    results: Results,
    *,
    study: StudyName,
    methods: Sequence[MethodName | PrintedMethod],
    published: Published,
    metric: Metric = "error",
    unit: float = 1.0,
    best_of: Mapping[PrintedMethod, Sequence[MethodName]] | None = None,
) -> Verdict:
    """Do our means lie within two combined standard errors of the printed ones?

    If both estimate the same means, about `CHANCE_OUTSIDE` of the cells lie outside. The claim
    fails if more do than chance allows (binomial, `ALPHA`), holds if no more than twice that share
    do, and is inconclusive between. `unit` times our number has the unit of the printed one.
    `best_of` gives printed methods those of ours of which they are the best on each data set.
    """
    evidence: list[dict[str, Any]] = []
    for dataset in results.datasets(study):
        for method in methods:
            printed = results.printed_cell(published, dataset, method)
            if printed is None:
                continue
            summary = results.summary(study, metric, dataset, method, best_of=best_of)
            ours = Summary(unit * summary.mean, unit * summary.std, summary.n)
            combined = combined_standard_error(ours, printed)
            if not combined > 0:  # no trial, or no deviation in print
                continue
            evidence.append(
                {"dataset": dataset, "method": method, "ours": ours.mean, "printed": printed.mean,
                 "standard_errors": (ours.mean - printed.mean) / combined}
            )  # fmt: skip
    if not evidence:
        return nothing_ran(study)
    outside = sum(abs(entry["standard_errors"]) > STANDARD_ERRORS for entry in evidence)
    by_chance = float(binom.sf(outside - 1, len(evidence), CHANCE_OUTSIDE))
    worst = max(evidence, key=lambda entry: abs(entry["standard_errors"]))
    reason = (
        f"{outside} of {len(evidence)} cells lie more than {STANDARD_ERRORS:g} combined standard "
        f"errors from the printed ones (p = {by_chance:.2g} by chance); farthest {worst['method']} "
        f"on {worst['dataset']}: {worst['ours']:.1f} against {worst['printed']:.1f}"
    )
    few = outside <= 2 * CHANCE_OUTSIDE * len(evidence)
    too_many = by_chance < ALPHA
    return Verdict(decide(few and not too_many, too_many), reason, evidence)


def ratios_reproduce(
    results: Results,
    *,
    study: StudyName,
    metric: Metric,
    pairs: Mapping[str, Sequence[MethodName]],
    published: Published,
) -> Verdict:
    """Do the printed ratios, which come without deviations, lie in our intervals?

    ``pairs`` gives the two methods of each ratio by its printed name, numerator first. Intervals
    are widened for the number of ratios, and by half a unit of the last printed digit.
    """
    cells = len(results.datasets(study)) * len(pairs)
    ratios = geometric_ratios(
        results, study=study, metric=metric, pairs=pairs, level=1 - ALPHA / max(cells, 1)
    )
    evidence: list[dict[str, Any]] = []
    half_a_unit = 0.5 * 10.0**-DIGITS
    for row in ratios[ratios["n"] > 1].to_dict("records"):
        printed = results.printed_cell(published, row["dataset"], row["ratio"])
        if printed is not None:
            inside = row["low"] - half_a_unit <= printed.mean <= row["high"] + half_a_unit
            evidence.append({**row, "printed": printed.mean, "inside": bool(inside)})
    if not evidence:
        return nothing_ran(study)
    outside = [entry for entry in evidence if not entry["inside"]]
    reason = (
        f"{len(evidence) - len(outside)} of {len(evidence)} printed ratios lie in our intervals"
    )
    if outside:
        worst = max(outside, key=lambda entry: abs(entry["printed"] - entry["geometric_mean"]))
        shown = value_and_interval(worst["geometric_mean"], (worst["low"], worst["high"]), ".4f")
        reason += (
            f"; farthest {worst['ratio']} on {worst['dataset']}: {shown} against "
            f"{worst['printed']:.4f}"
        )
    return Verdict(FAILS if outside else HOLDS, reason, evidence)
