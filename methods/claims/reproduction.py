"""Claims that our numbers reproduce the printed ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import inf, log, sqrt
from typing import Any

import numpy as np
import pandas as pd

from methods.bench.results import Results
from methods.bench.statistics import (
    ALPHA,
    FEWEST_TRIALS,
    STANDARD_ERRORS,
    Difference,
    Summary,
    combined_standard_error,
    paired_difference,
    summarise,
)
from methods.claims.best_conditions import at_best_conditions
from methods.claims.chance_outside import (
    at_least_by_chance,
    chance_of,
    chance_of_methods,
    last_digits,
    outside_by_chance,
)
from methods.claims.flips import one_by_one, smallest_shifts
from methods.claims.regions import Array, Region, judge_differences
from methods.claims.sentences import of_reproduction
from methods.claims.sentences.of_reproduction import in_unit
from methods.claims.sentences.words import (
    FACTOR,
    TOO_FEW,
    flip,
    group,
    quantity,
    sentences,
    unit_of,
)
from methods.claims.verdicts import (
    FAILS,
    INCONCLUSIVE,
    Verdict,
    decide,
    nothing_ran,
)
from methods.schemas.option_kinds import (
    Condition,
    DatasetName,
    MethodName,
    Metric,
    PrintedMethod,
    Published,
    StudyName,
)
from methods.tables.geometric_ratios import DIGITS

NAMED = 3  # data sets with the means farthest from print; one, if all means outside are counted


def reproduces(
    results: Results,
    *,
    study: StudyName | Sequence[StudyName],
    methods: Sequence[MethodName | PrintedMethod],
    published: Published,
    metric: Metric = "error",
    datasets: Sequence[DatasetName] | None = None,
    unit: float = 1.0,
    best_of: Mapping[PrintedMethod, Sequence[MethodName]] | None = None,
    condition: Condition = "",
    best_condition: bool = False,
) -> Verdict:
    """Do our means lie within two combined standard errors of the printed ones?

    If both estimate the same means, chance and the rounding of print still put some cells outside.
    Those of one data set lie there together, since its methods share their splits. How many is seen
    from pairs of samples of our own trials, one of which is rounded. The claim fails if more lie
    outside than chance allows (`ALPHA`), of all means or of those of one method (by Holm over the
    methods), since methods that agree do not make up for one that does not. Else it holds if no
    more than twice as many do as chance puts there, and is inconclusive between.

    The data sets are those of the first study. Further studies have the methods that it lacks.
    Cells of fewer than `FEWEST_TRIALS` of our trials do not count, and as few cells are
    inconclusive. `unit` times our number has the unit of the printed one. `best_of` gives printed
    methods those of ours of which they are the best on each data set. With `best_condition` each
    cell has the condition of the study with the best mean.
    """
    studies = [study] if isinstance(study, str) else study
    frames = [
        at_best_conditions(results, name, metric, best_of)
        if best_condition
        else results.trial_scores(name, metric, condition, best_of)
        for name in studies
    ]
    wide = pd.concat(frames, axis=1)
    wide = wide.loc[:, ~wide.columns.duplicated()]  # each method from the first study that has it
    evidence: list[dict[str, Any]] = []
    sampled: dict[str, list[Array]] = {}
    for dataset in results.datasets(studies[0], datasets):
        for method in methods:
            printed = results.printed_cell(published, dataset, method)
            if printed is None:
                continue
            trials = wide.loc[dataset, method].to_numpy()
            summary = summarise(trials)
            ours = Summary(unit * summary.mean, unit * summary.std, summary.n)
            combined = combined_standard_error(ours, printed)
            if not combined > 0:  # no trial, or no deviation in print
                continue
            evidence.append(
                {"dataset": dataset, "method": method, "ours": ours.mean, "printed": printed.mean,
                 "trials": ours.n, "standard_error": combined,
                 "standard_errors": (ours.mean - printed.mean) / combined}
            )  # fmt: skip
            if ours.n >= FEWEST_TRIALS:
                sampled.setdefault(dataset, []).append(trials)
    if not evidence:
        return nothing_ran(studies, datasets)
    cells = [entry for entry in evidence if entry["trials"] >= FEWEST_TRIALS]
    if len(cells) < FEWEST_TRIALS:
        few = of_reproduction.few_cells(len(cells), len(evidence), FEWEST_TRIALS)
        return Verdict(INCONCLUSIVE, sentences(few, TOO_FEW), evidence)
    errors = np.array([entry["standard_error"] for entry in cells])
    apart = errors * [entry["standard_errors"] for entry in cells]

    chance = outside_by_chance(
        [unit * np.array(trials) for trials in sampled.values()], int(published["trials"]),
        last_digits(results, published),
    )  # fmt: skip
    of_cells = [entry["method"] for entry in cells]

    def verdict_at(shift: float) -> str:
        outside = np.abs(apart + unit * shift) > STANDARD_ERRORS * errors
        by_method = chance_of_methods(outside, chance, of_cells)
        too_many = min(chance_of(outside.sum(), chance), *by_method.values()) < ALPHA
        few = outside.sum() <= 2 * at_least_by_chance(chance)
        return decide(few and not too_many, too_many)

    places = np.array([-STANDARD_ERRORS * errors - apart, STANDARD_ERRORS * errors - apart]) / unit
    flips = smallest_shifts(one_by_one(verdict_at), places)
    far = np.array([is_outside(entry) for entry in cells])
    of_all = chance_of(far.sum(), chance)
    method, of_one = min(chance_of_methods(far, chance, of_cells).items(), key=lambda pair: pair[1])
    by_dataset: dict[str, dict[str, Any]] = {}  # the farthest of each, the farthest first
    for entry in sorted(cells, key=lambda entry: -abs(entry["standard_errors"])):
        if not by_dataset or is_outside(entry):
            by_dataset.setdefault(entry["dataset"], entry)
    worst = [*by_dataset.values()][:NAMED]
    counts, sides = _methods_outside(cells, len(worst))
    reason = sentences(
        of_reproduction.far_apart(int(far.sum()), len(cells), STANDARD_ERRORS, of_all),
        of_reproduction.farthest(worst[:1] if counts else worst, in_unit(metric, unit), True),
        of_reproduction.methods_outside(counts, sides),
        of_reproduction.method_apart(method, of_one) if of_all >= ALPHA > of_one else "",
    )
    change = flip(flips, f"{quantity(metric)} of {group(methods)}", unit_of(metric))
    return Verdict(verdict_at(0.0), reason, evidence, flips, change)


def is_outside(cell: Mapping[str, Any]) -> bool:
    return abs(cell["standard_errors"]) > STANDARD_ERRORS


def _methods_outside(
    cells: Sequence[Mapping[str, Any]], named: int
) -> tuple[dict[str, int], dict[str, str]]:
    """How many means of each method lie outside; and, if all of many lie on one side, which.

    Nothing is told of a single data set, nor if most means lie outside, and no counts of means
    that are all named.
    """
    outside = sum(map(is_outside, cells))
    if len({cell["dataset"] for cell in cells}) == 1 or outside > len(cells) / 2:
        return {}, {}
    by_method: dict[str, list[Mapping[str, Any]]] = {}
    for cell in cells:
        by_method.setdefault(cell["method"], []).append(cell)
    counts = {method: sum(map(is_outside, of_it)) for method, of_it in by_method.items()}
    sides: dict[str, str] = {}
    for method, of_it in by_method.items():
        above = sum(cell["standard_errors"] > 0 for cell in of_it)
        if counts[method] and len(of_it) >= FEWEST_TRIALS and above in (0, len(of_it)):
            sides[method] = "above" if above else "below"
    return (counts if outside > named else {}), sides


def ratios_reproduce(
    results: Results,
    *,
    study: StudyName,
    metric: Metric,
    pairs: Mapping[str, Sequence[MethodName]],
    published: Published,
    condition: Condition = "",
    than_condition: Condition | None = None,
) -> Verdict:
    """Could the printed ratios, which come without deviations, be geometric means of such trials?

    ``pairs`` gives the two methods of each ratio by its printed name, numerator first. The printed
    trials are taken to spread as ours do. A ratio fails if ours is significantly different, by more
    than half a unit of the last printed digit, by Holm over the ratios. The claim holds if none
    fails: printed ratios can show no more. The denominator may have a condition of its own. Flips
    are shifts of the logarithm.
    """
    numerators = results.trial_scores(study, metric, condition)
    denominators = results.trial_scores(
        study, metric, condition if than_condition is None else than_condition
    )
    half_a_unit = 0.5 * 10.0**-DIGITS
    evidence: list[dict[str, Any]] = []
    differences: list[Difference] = []
    ends: list[tuple[float, float]] = []  # of what rounds to the printed ratio
    for dataset in results.datasets(study):
        for name, (above, below) in pairs.items():
            printed = results.printed_cell(published, dataset, name)
            if printed is None or not {above, below} <= set(numerators):
                continue
            x, y = numerators.loc[dataset, above], denominators.loc[dataset, below]
            difference = paired_difference(x.to_numpy(), y.to_numpy())
            if not difference.n:
                continue
            both = difference.standard_error * sqrt(1 + difference.n / printed.n)
            differences.append(replace(difference, standard_error=both))
            least = printed.mean - half_a_unit
            ends.append((log(least) if least > 0 else -inf, log(printed.mean + half_a_unit)))
            evidence.append(
                {"dataset": dataset, "ratio": name, "n": difference.n,
                 "geometric_mean": float(np.exp(difference.value)), "printed": printed.mean}
            )  # fmt: skip
    if not evidence:
        return nothing_ran(study)
    low, high = np.array(ends).T
    judged = judge_differences(differences, Region(-inf, inf, kept=(low, high)))
    evidence = judged.marked(evidence)
    different = [entry for entry in evidence if entry["verdict"] == FAILS]
    worst = min(different, key=lambda entry: entry["p_holds"], default=None)
    reason = sentences(
        of_reproduction.not_different("ratio", len(evidence), len(different)),
        of_reproduction.farthest_ratio(worst) if worst else "",
    )
    return judged.told(reason, evidence, "our ratios", FACTOR)


def means_reproduce(
    results: Results,
    *,
    study: StudyName,
    metric: Metric,
    methods: Sequence[MethodName | PrintedMethod],
    published: Published,
    last_digit: float,
    datasets: Sequence[DatasetName] | None = None,
) -> Verdict:
    """Could the printed means, which come without deviations, be means of such trials?

    The printed trials are taken to spread as ours do. A mean fails if ours is significantly
    different, by more than half of `last_digit`, by Holm over the means. The claim holds if none
    fails: printed means can show no more. Trials that are all alike tell no spread, so their mean
    is left out.
    """
    evidence: list[dict[str, Any]] = []
    differences: list[Difference] = []
    alike: list[tuple[str, str]] = []
    for dataset in results.datasets(study, datasets):
        for method in methods:
            printed = results.printed_cell(published, dataset, method)
            ours = results.summary(study, metric, dataset, method)
            if printed is None or not ours.n:
                continue
            if ours.n > 1 and ours.std == 0:
                alike.append((method, dataset))
                continue
            error = ours.standard_error * sqrt(1 + ours.n / printed.n)
            differences.append(Difference(ours.mean - printed.mean, error, ours.n - 1, ours.n))
            evidence.append(
                {"dataset": dataset, "method": method, "ours": ours.mean, "printed": printed.mean,
                 "trials": ours.n}
            )  # fmt: skip
    if not evidence:
        if alike:
            return Verdict(INCONCLUSIVE, of_reproduction.all_alike(alike))
        return nothing_ran(study, datasets)
    half = last_digit / 2
    judged = judge_differences(differences, Region(-inf, inf, kept=(-half, half)))
    evidence = judged.marked(evidence)
    different = [entry for entry in evidence if entry["verdict"] == FAILS]
    far = max(different, key=lambda entry: abs(entry["ours"] - entry["printed"]), default=None)
    reason = sentences(
        of_reproduction.not_different("mean", len(evidence), len(different)),
        of_reproduction.farthest([far], unit_of(metric)) if far else "",
        of_reproduction.all_alike(alike),
    )
    moved = f"{quantity(metric)} of {group(methods)}"
    return judged.told(reason, evidence, moved, unit_of(metric))
