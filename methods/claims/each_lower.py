"""Claims that each of some methods is below each of others, on a share of the data sets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy.stats import t as student_t

from methods.bench.results import Results
from methods.bench.statistics import Difference, confidence_interval
from methods.claims.best import difference_of_trials
from methods.claims.cases import no_cases
from methods.claims.copies import rows_behind
from methods.claims.regions import Array, PValues, better, judge_p_values
from methods.claims.sentences import of_best
from methods.claims.sentences.words import group, quantity, sentences, unit_of
from methods.claims.verdicts import FAILS, HOLDS, Verdict
from methods.schemas.option_kinds import DatasetName, MethodName, Metric, StudyName


def each_lower_on_most(
    results: Results,
    *,
    study: StudyName,
    methods: Sequence[MethodName],
    than: Sequence[MethodName],
    metric: Metric = "error",
    margin: float = 0.0,
    datasets: Sequence[DatasetName] | None = None,
    need: float = 0.5,
) -> Verdict:
    """Are `methods` each below each of `than` by more than `margin` on a share `need` of data sets?

    A data set counts if every pair is shown, so its largest p-value is that of the set. It counts
    against the claim if one of `methods` is significantly above one of `than`; the smallest p-value
    is multiplied by the number of pairs. Of a metric whose high values are good, the methods must
    be above.
    """
    lower_is_better = results.lower_is_better(study, metric)
    sign = 1.0 if lower_is_better else -1.0
    of_methods = results.trial_scores(study, metric)[[*methods, *than]]
    evidence: list[dict[str, Any]] = []
    of_sets: list[list[Difference]] = []
    left_out: list[str] = []
    for dataset in results.datasets(study, datasets):
        scores = of_methods.loc[dataset].dropna()
        if scores.empty:
            left_out.append(dataset)
            continue
        rows = rows_behind(results, study, dataset, metric)
        pairs = [(a, b) for a in methods for b in than]
        differences = [
            difference_of_trials(scores[a].to_numpy(), scores[b].to_numpy(), rows) for a, b in pairs
        ]
        of_sets.append(differences)
        worst = int(np.argmax([sign * difference.value for difference in differences]))
        evidence.append(
            {"dataset": dataset, "method": pairs[worst][0], "than": pairs[worst][1],
             "difference": differences[worst].value,
             "interval": list(confidence_interval(differences[worst])),
             "pairs": differences[worst].n}
        )  # fmt: skip
    if not evidence:
        return no_cases(results, [study], metric, datasets)
    region = better(margin, lower_is_better)

    def p_values_at(shifts: Array) -> PValues:
        p_values = [
            region.p_values(
                np.array([difference.value for difference in of_set]) + shifts[:, None], of_set
            )
            for of_set in of_sets
        ]
        shown = np.array([against.max(axis=1) for against, _ in p_values]).T
        number = len(methods) * len(than)
        refuted = np.array([number * holding.min(axis=1) for _, holding in p_values]).T
        return shown, np.minimum(refuted, 1.0)

    judged = judge_p_values(
        p_values_at,
        _places(of_sets, region.alpha, -sign * margin),
        need,
        region.alpha,
        is_monotone=True,
    )
    evidence = judged.marked(evidence)
    lost = [entry["dataset"] for entry in evidence if entry["verdict"] == FAILS]
    reason = sentences(
        of_best.each_better_on(
            metric,
            lower_is_better,
            methods,
            than,
            judged.cases.count(HOLDS),
            len(evidence),
            lost,
            margin,
        ),
        of_best.without_scores(left_out),
    )
    moved = f"{quantity(metric)} of {group(methods)}"
    return judged.told(reason, evidence, moved, unit_of(metric))


def _places(of_sets: Sequence[Sequence[Difference]], alpha: float, end: float) -> Array:
    """The shifts at which a p-value of a pair, or that times the number of pairs, is at a step.

    A pair counts if its difference is on the right side of `end`.
    """
    differences = [difference for of_set in of_sets for difference in of_set]
    values, errors, degrees = np.array(
        [(d.value, d.standard_error, d.degrees_of_freedom) for d in differences]
    ).T
    steps = alpha / np.arange(1, len(of_sets) + 1)
    pairs = len(of_sets[0])
    widths = student_t.isf(np.append(steps, steps / pairs)[:, None], degrees) * errors
    return np.array([end - values - widths, end - values + widths])
