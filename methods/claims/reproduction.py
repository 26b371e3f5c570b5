"""Tests that our numbers reproduce the printed ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scipy.stats import binom

from methods.bench.results import Results
from methods.bench.statistics import ALPHA, Summary, combined_standard_error
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, Verdict, nothing_ran
from methods.tables.geometric_ratios import DIGITS, geometric_ratios

STANDARD_ERRORS = 2.0


CHANCE_OUTSIDE = 0.05  # of a normal variable beyond that many


def reproduces(
    results: Results,
    *,
    study: str,
    methods: Sequence[str],
    published: Mapping[str, Any],
    metric: str = "error",
    unit: float = 1.0,
) -> Verdict:
    """Do our means lie within two combined standard errors of the printed ones?

    Of true means about `CHANCE_OUTSIDE` of the cells lie outside. It fails when more do than
    chance allows (binomial, `ALPHA`), holds when no more than twice that share do, and is
    inconclusive between.
    """
    evidence: list[dict[str, Any]] = []
    for dataset in results.datasets(study):
        for method in methods:
            printed = results.printed_cell(published, dataset, method)
            found = results.summary(study, metric, dataset, method)
            if printed is None:
                continue
            ours = Summary(unit * found.mean, unit * found.std, found.n)
            combined = combined_standard_error(ours, printed)
            if not combined > 0:  # no trial, or no deviation in print
                continue
            evidence.append(
                {"dataset": dataset, "method": method, "ours": ours.mean, "printed": printed.mean,
                 "standard_errors": (ours.mean - printed.mean) / combined}
            )  # fmt: skip
    if not evidence:
        return nothing_ran(study, None)
    outside = sum(abs(entry["standard_errors"]) > STANDARD_ERRORS for entry in evidence)
    by_chance = float(binom.sf(outside - 1, len(evidence), CHANCE_OUTSIDE))
    worst = max(evidence, key=lambda entry: abs(entry["standard_errors"]))
    reason = (
        f"{outside} of {len(evidence)} cells lie more than {STANDARD_ERRORS:g} combined standard "
        f"errors from the printed ones (p = {by_chance:.2g} by chance); farthest {worst['method']} "
        f"on {worst['dataset']}: {worst['ours']:.1f} against {worst['printed']:.1f}"
    )
    few = outside <= 2 * CHANCE_OUTSIDE * len(evidence)
    verdict = FAILS if by_chance < ALPHA else HOLDS if few else INCONCLUSIVE
    return Verdict(verdict, reason, evidence)


def ratios_reproduce(
    results: Results,
    *,
    study: str,
    metric: str,
    pairs: Mapping[str, Sequence[str]],
    published: Mapping[str, Any],
) -> Verdict:
    """Do the printed ratios, which come without deviations, lie in our intervals?

    Intervals are widened for the number of ratios, and by half a unit of the last printed digit.
    """
    cells = len(results.datasets(study)) * len(pairs)
    data = geometric_ratios(
        results, study=study, metric=metric, pairs=pairs, level=1 - ALPHA / max(cells, 1)
    )
    evidence: list[dict[str, Any]] = []
    half_a_unit = 0.5 * 10.0**-DIGITS
    for row in data[data["n"] > 1].to_dict("records"):
        printed = results.printed_cell(published, row["dataset"], row["ratio"])
        if printed is not None:
            meets = row["low"] - half_a_unit <= printed.mean <= row["high"] + half_a_unit
            evidence.append({**row, "printed": printed.mean, "inside": bool(meets)})
    if not evidence:
        return nothing_ran(study, None)
    outside = [e for e in evidence if not e["inside"]]
    inside = len(evidence) - len(outside)
    reason = f"{inside} of {len(evidence)} printed ratios lie in our intervals"
    if outside:
        worst = max(outside, key=lambda e: abs(e["printed"] - e["geometric_mean"]))
        reason += (
            f"; farthest {worst['ratio']} on {worst['dataset']}: {worst['geometric_mean']:.4f} "
            f"[{worst['low']:.4f}, {worst['high']:.4f}] against {worst['printed']:.4f}"
        )
    return Verdict(FAILS if outside else HOLDS, reason, evidence)
