"""Claims of the thesis's chapter 3: on its printed numbers, and on our engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np
from scipy.stats import t as student_t

from methods.bench.results import Results
from methods.bench.statistics import ALPHA
from methods.claims.cases import judge_cases, judgeable, paired_case
from methods.claims.conditions import run_at_scale, swept_parameter
from methods.claims.flips import one_by_one, smallest_shifts
from methods.claims.printed import NOTHING_PRINTED
from methods.claims.regions import Region
from methods.claims.reproduction import ratios_reproduce
from methods.claims.sentences import of_thesis
from methods.claims.sentences.words import FACTOR, PERCENT, STANDARD_ERRORS, flip
from methods.claims.shares import judge_shares
from methods.claims.verdicts import FAILS, HOLDS, Verdict, decide, nothing_ran
from methods.schemas.option_kinds import (
    Condition,
    MethodName,
    Metric,
    PrintedMetric,
    PrintedTable,
    Published,
    StudyName,
)


def printed_apart(
    results: Results,
    *,
    table: PrintedTable,
    metric: PrintedMetric,
    spread: PrintedMetric,
    trials: int,
) -> Verdict:
    """Does the print show two means to be apart on some data set, by Holm over all pairs?

    ``spread`` is the deviation that is printed for all methods of a data set. The means are taken
    as independent. Methods that share their trials usually differ by less, so that a difference
    that is seen without them is seen with them. What a print shows is a fact, so the claim fails if
    no pair is shown to be apart. It is inconclusive only if a data set that lacks a printed
    deviation decides. Flips are shifts of the largest difference, in standard errors.
    """
    deviations = results.printed(table, spread).set_index("dataset")["value"]
    apart: list[dict[str, Any]] = []
    for dataset, rows in results.printed(table, metric).groupby("dataset", sort=False):
        means = rows.set_index("method")["value"]
        error = float(deviations.get(dataset, np.nan)) * (2 / trials) ** 0.5
        apart += [
            {"dataset": dataset, "method": a, "than": b,
             "standard_errors": float(abs(means[a] - means[b])) / error}
            for a, b in combinations(means.index, 2)
        ]  # fmt: skip
    if not apart:
        return NOTHING_PRINTED
    pairs, freedom = len(apart), 2 * (trials - 1)
    apart = [entry for entry in apart if not np.isnan(entry["standard_errors"])]
    if not apart:
        return NOTHING_PRINTED
    unknown = pairs - len(apart)
    apart.sort(key=lambda entry: entry["standard_errors"], reverse=True)
    farthest = apart[0]
    # Holm's first step decides whether there is one at all
    bar = float(student_t.isf(ALPHA / 2 / pairs, freedom))
    p_value = min(2 * pairs * float(student_t.sf(farthest["standard_errors"], freedom)), 1.0)

    def verdict_at(shift: float) -> str:
        return decide(farthest["standard_errors"] + shift > bar, not unknown)

    flips = smallest_shifts(one_by_one(verdict_at), [bar - farthest["standard_errors"]])
    reason = of_thesis.farthest_apart(farthest, trials, pairs, p_value, unknown)
    change = flip(flips, "the largest difference", STANDARD_ERRORS)
    of_datasets: dict[str, dict[str, Any]] = {}
    for entry in apart:
        of_datasets.setdefault(entry["dataset"], entry)
    return Verdict(verdict_at(0.0), reason, list(of_datasets.values()), flips, change)


def printed_bars_exceed_differences(
    results: Results,
    *,
    table: PrintedTable,
    metric: PrintedMetric,
    spread: PrintedMetric,
    times: float,
) -> Verdict:
    """Is the printed bar at least `times` the largest printed difference, on every data set?

    ``spread`` is the bar that is printed for all methods of a data set. It is compared as printed,
    with the difference of two methods. A data set without a printed bar leaves the claim open,
    unless another one refutes it.
    """
    bars = results.printed(table, spread).set_index("dataset")["value"]
    means = results.printed(table, metric).groupby("dataset", sort=False)["value"]
    evidence = [
        {"dataset": dataset, "bar": float(bars[dataset]),
         "difference": round(float(values.max() - values.min()), 10)}  # a decimal, as its terms
        for dataset, values in means
        if not np.isnan(bars.get(dataset, np.nan))
    ]  # fmt: skip
    if not evidence:
        return NOTHING_PRINTED
    exceeding = [entry["bar"] >= times * entry["difference"] for entry in evidence]
    unknown = len(means) - len(evidence)
    reason = of_thesis.bars_beside_differences(evidence, sum(exceeding), times, unknown)
    return Verdict(decide(all(exceeding) and not unknown, not all(exceeding)), reason, evidence)


def ratios_reproduce_at_some(
    results: Results,
    *,
    study: StudyName,
    metric: Metric,
    pairs: Mapping[str, Sequence[MethodName]],
    published: Published,
    conditions: Sequence[Condition],
    than_condition: Condition,
) -> Verdict:
    """Could the printed ratios be geometric means of trials under one condition of `conditions`?

    Each condition is judged as in `methods.claims.reproduction.ratios_reproduce`. The claim holds
    if it holds under one of them, and fails if it fails under each. Flips are shifts of the
    logarithm.
    """
    by_condition = {
        condition: ratios_reproduce(
            results, study=study, metric=metric, pairs=pairs, published=published,
            condition=condition, than_condition=than_condition,
        )
        for condition in run_at_scale(results, study, conditions)
    }  # fmt: skip
    judged = {label: verdict for label, verdict in by_condition.items() if verdict.evidence}
    if not judged:
        return nothing_ran(study)
    verdicts = [one.verdict for one in judged.values()]
    verdict = decide(HOLDS in verdicts, set(verdicts) == {FAILS})
    different = {
        label: [entry["verdict"] for entry in one.evidence].count(FAILS)
        for label, one in judged.items()
    }
    reason = of_thesis.ratios_at_each(
        different, len(next(iter(judged.values())).evidence), swept_parameter(results, study)
    )
    evidence = [
        {**entry, "condition": label} for label, one in judged.items() for entry in one.evidence
    ]
    # what makes one of them hold makes the claim hold
    to_hold = [one.flips[HOLDS] for one in judged.values() if HOLDS in one.flips]
    flips = {HOLDS: min(to_hold, key=abs)} if verdict == FAILS and to_hold else {}
    change = flip(flips, "our ratios", FACTOR) if flips else ""
    return Verdict(verdict, reason, evidence, flips, change)


def harder_than_most(
    results: Results,
    *,
    study: StudyName,
    models: StudyName,
    methods: Sequence[MethodName],
) -> Verdict:
    """Is the mean error of `methods` in `study` above that in most trials of ``models``?

    All trials of `study` have one model, and each trial of ``models`` has its own. The claim holds
    if each method is shown to have a lower error on more than half of the models, by the binomial
    test. The mean on the one model is taken as known. Flips are shifts of the errors on the models.
    """
    one, each = (results.trial_scores(name, "error") for name in (study, models))
    means = [float(one[method].mean()) for method in methods]
    errors = [each[method].dropna().to_numpy() for method in methods]
    if np.isnan(means).any() or not all(map(len, errors)):
        return nothing_ran([study, models])
    above = [of_models - mean for of_models, mean in zip(errors, means, strict=True)]
    judged = judge_shares(above, -np.inf, 0.0, 0.5, 1.0)
    evidence = [
        {"method": method, "mean": mean, "easier": int((of_models <= 0).sum()),
         "models": len(of_models)}
        for method, mean, of_models in zip(methods, means, above, strict=True)
    ]  # fmt: skip
    reason = of_thesis.easier_models(evidence)
    return judged.told(reason, judged.marked(evidence), "the error on the models", PERCENT)


def half_the_cost_is_the_training_error(
    results: Results, *, study: StudyName, methods: Sequence[MethodName], margin: float
) -> Verdict:
    """Is half of the final cost within `margin` of the final training error, for all `methods`?

    A case holds if two one-sided tests show the difference to lie within the margin, and fails if
    it is shown to lie outside.
    """
    costs = np.exp(results.trial_scores(study, "log_cost"))
    errors = results.trial_scores(study, "train_error")
    cases = [
        paired_case(
            dataset, method, method, costs.loc[dataset, method].to_numpy() / 2,
            errors.loc[dataset, method].to_numpy(), results.test_train_ratio(study, dataset),
        )
        for dataset in results.datasets(study)
        for method in methods
    ]  # fmt: skip
    if not judgeable(cases)[0]:
        return nothing_ran(study)
    return judge_cases(cases, Region(-margin, margin), 1.0, of_thesis.half_cost_asked(margin))
