"""Cases: pairs of methods on one data set, and the verdict on all of them.

Every claim that compares methods by their trials is judged here, by the rule of
`methods.claims.regions`.

The mean is over random splits of the data set at hand, as in the papers' tables, and the trials are
independent draws of it. Whether a verdict extends to other data of the same kind is a harder
question. For that, each case also has a verdict corrected for resampling (Nadeau and Bengio), and
the reason counts the cases that hold under it.

Methods without randomness that share one split, as those of a data set with a test part do, have
one fit, of which all further trials are copies (`methods.claims.copies`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from methods.bench.results import Results
from methods.bench.statistics import (
    ALPHA,
    FEWEST_TRIALS,
    Difference,
    confidence_interval,
    detectable_difference,
    paired_difference,
)
from methods.claims.best_conditions import with_best_conditions
from methods.claims.conditions import mean_scores
from methods.claims.copies import WrongRows, over_test_rows, rows_behind
from methods.claims.regions import Array, Judged, Region, judge_differences
from methods.claims.sentences import of_cases
from methods.claims.sentences.of_cases import Asked
from methods.claims.sentences.words import quantity, sentences
from methods.claims.verdicts import (
    FAILS,
    HOLDS,
    INCONCLUSIVE,
    UNTESTABLE,
    Verdict,
    nothing_ran,
    pairs_of,
)
from methods.errors import UserError
from methods.schemas.option_kinds import Conditions


@dataclass(frozen=True)
class Case:
    """Two methods on one data set, and the difference of their scores.

    `setting` is that of the first in a sweep, if the second is the same method at another one.
    """

    dataset: str
    method: str
    than: str
    difference: Difference
    corrected: Difference  # for resampling
    copies: bool = False  # of one fit of each method
    zeros: bool = False  # every score of both
    alike: bool = False  # all trials of both, which are no shares of test rows
    setting: str = ""


def paired_case(
    dataset: str,
    method: str,
    than: str,
    x: ArrayLike,
    y: ArrayLike,
    test_train_ratio: float,
    test_rows: float = float("nan"),
    wrong: WrongRows = (None, None),
) -> Case:
    """The case of two methods whose trials scored `x` and `y`.

    `test_rows` and `wrong` are as in `over_test_rows`, if the scores are shares of test rows.
    """
    both = np.column_stack([np.asarray(x, dtype=float), np.asarray(y, dtype=float)])
    known = both[np.isfinite(both).all(axis=1)]
    zeros = known.size > 0 and not known.any()
    difference = over_test_rows(x, y, test_rows, wrong)
    if difference is not None:
        return Case(dataset, method, than, difference, difference, True, zeros)
    corrected = paired_difference(x, y, test_train_ratio=test_train_ratio)
    alike = len(known) >= FEWEST_TRIALS and known.all() and not np.ptp(known, axis=0).any()
    plain = paired_difference(x, y)
    return Case(dataset, method, than, plain, corrected, False, zeros, bool(alike))


def score_cases(
    results: Results,
    study: str,
    metric: str,
    methods: Sequence[str],
    than: Sequence[str],
    datasets: Sequence[str] | None,
    condition: Conditions,
    than_condition: Conditions | None,
    pairwise: bool,
    times: float = 1.0,
    wrong: Mapping[tuple[str, str], Array] = MappingProxyType({}),
    best_conditions: str | None = None,
) -> list[Case]:
    """One case for each pair on each data set, from the stored scores of a metric.

    With several conditions, a trial has the mean over them. The scores of `than` are divided by
    `times`. `wrong` has the rows of `wrong_by_row`. On the data sets of study `best_conditions` its
    methods have their scores there, at the condition with the best mean. A pair without a trial
    that scored both has a case with no trials, which `judge_cases` counts.
    """
    ours = mean_scores(results, study, metric, condition)
    theirs = mean_scores(
        results, study, metric, condition if than_condition is None else than_condition
    )
    if best_conditions:
        ours = with_best_conditions(results, best_conditions, metric, ours)
        theirs = with_best_conditions(results, best_conditions, metric, theirs)
    for name in [*methods, *than]:
        if name not in ours:
            raise UserError(f"{study}: a claim names the method {name!r}, which the study lacks")
    cases = []
    for dataset in results.datasets(study, datasets):
        ratio = results.test_train_ratio(study, dataset)
        rows = rows_behind(results, study, dataset, metric)
        for a, b in pairs_of(methods, than, pairwise):
            x, y = ours.loc[dataset, a].to_numpy(), theirs.loc[dataset, b].to_numpy() / times
            pair = (wrong.get((dataset, a)), wrong.get((dataset, b)))
            cases.append(paired_case(dataset, a, b, x, y, ratio, rows, pair))
    return cases


def judge_on_average(cases: Sequence[Case], region: Region, need: float, asked: Asked) -> Verdict:
    """The verdict on the mean of each pair over the data sets.

    One more data set may change each mean, and one may make it alone. So the reason names that with
    the largest difference of the pair whose mean is largest, and says what the others show.
    """
    verdict = judge_cases(on_average(cases), region, need, asked)
    verdict = replace(verdict, evidence=[{**e, "changed_by": 1} for e in verdict.evidence])
    most = max(on_average(cases), key=_size)
    of_pair = [case for case in cases if (case.method, case.than) == (most.method, most.than)]
    there = max(of_pair, key=_size)
    others = on_average([case for case in cases if case.dataset != there.dataset])
    if not others:
        return verdict
    without = judge_differences([case.difference for case in others], region, need).verdict
    told = of_cases.without(
        there.dataset, there.difference.value, verdict.verdict, without,
        max(others, key=_size).difference.value, asked.unit,
    )  # fmt: skip
    return replace(verdict, reason=sentences(verdict.reason, told))


def _size(case: Case) -> float:
    return abs(case.difference.value)


def on_average(cases: Sequence[Case]) -> list[Case]:
    """One case for each pair of methods: the mean over the data sets of its differences.

    The data sets are taken as they are, so the error is that of their trials.
    """
    by_pair: dict[tuple[str, str], list[Case]] = {}
    for case in cases:
        by_pair.setdefault((case.method, case.than), []).append(case)
    return [
        Case(
            f"{len(of_pair)} data sets", method, than,
            mean_difference([case.difference for case in of_pair]),
            mean_difference([case.corrected for case in of_pair]),
        )
        for (method, than), of_pair in by_pair.items()
    ]  # fmt: skip


def mean_difference(differences: Sequence[Difference]) -> Difference:
    """Of differences over separate trials, with the degrees of freedom after Satterthwaite."""
    k = len(differences)
    variances = np.array([d.standard_error**2 for d in differences])
    degrees = np.array([d.degrees_of_freedom for d in differences])
    total = variances.sum()
    freedom = total**2 / (variances**2 / degrees).sum() if total > 0 else degrees.sum()
    value = float(np.mean([d.value for d in differences]))
    return Difference(value, float(total**0.5 / k), float(freedom), min(d.n for d in differences))


def judgeable(cases: Sequence[Case]) -> tuple[list[Case], str]:
    """The cases that can be judged, and a sentence on how many cannot."""
    judged = [case for case in cases if case.difference.n]
    without = [(case.method, case.than, case.dataset) for case in cases if not case.difference.n]
    return judged, of_cases.left_out(without)


def no_cases(
    results: Results, studies: Sequence[str], metric: str, datasets: Sequence[str] | None
) -> Verdict:
    """The verdict if no case has trials: the fits lack the metric, or there are none."""
    gaps = pd.concat([results.gaps(study, metric) for study in studies])
    gaps = gaps[gaps["dataset"].isin({d for s in studies for d in results.datasets(s, datasets)})]
    if gaps.empty:
        return nothing_ran(studies, datasets)
    reasons = list(zip(gaps["method"].astype(str), gaps["reason"], strict=True))
    return Verdict(UNTESTABLE, of_cases.no_metric(studies, quantity(metric), reasons))


def judge_cases(
    cases: Sequence[Case], region: Region, need: float, asked: Asked, kind: str = ""
) -> Verdict:
    """The verdict on the cases with trials; the reason says how many have none.

    Each interval is that of its case alone, before Holm. `kind` is what the cases are called, if
    they are not the data sets or comparisons of pairs on these.
    """
    cases, left_out = judgeable(cases)
    judged = judge_differences([case.difference for case in cases], region, need)
    corrected = judge_differences([case.corrected for case in cases], region, need)
    judged_cases = sum(case.difference.n >= FEWEST_TRIALS for case in cases)
    first_step = ALPHA / max(judged_cases, 1)  # of Holm, two-tailed
    evidence: list[dict[str, Any]] = [
        {"dataset": case.dataset, "method": case.method, "than": case.than,
         **({"setting": case.setting} if case.setting else {}), "difference": case.difference.value,
         "interval": list(confidence_interval(case.difference)), "pairs": case.difference.n,
         "could_have_seen": detectable_difference(case.difference, alpha=first_step),
         **p_values, "verdict": verdict, "verdict_corrected_for_resampling": resampled}
        for case, verdict, p_values, resampled in zip(
            cases, judged.cases, judged.p_values, corrected.cases, strict=True
        )
    ]  # fmt: skip
    pairs = [(case.method, case.than) for case in cases]
    reason = sentences(
        *_shown(cases, judged, corrected, region, asked, kind, evidence, need),
        left_out,
        of_cases.copies(sum(case.copies for case in cases)),
        of_cases.alike(sum(case.alike for case in cases), len(cases)),
    )
    return judged.told(reason, evidence, asked.moved(pairs), asked.unit)


def _clearest(cases: Sequence[Case], region: Region) -> int:
    """Which case speaks most for lying in the region."""
    differences = [case.difference for case in cases]
    values = np.array([difference.value for difference in differences])
    return int(np.nanargmin(np.nan_to_num(region.p_values(values, differences)[0], nan=2.0)))


def _shown(
    cases: Sequence[Case], judged: Judged, corrected: Judged, region: Region, asked: Asked,
    kind: str, evidence: Sequence[Mapping[str, Any]], need: float,
) -> list[str]:  # fmt: skip
    """In how many cases it is shown, and how large the differences are that trials can resolve.

    What trials can resolve is told if the verdict is inconclusive, or holds because nothing is
    shown. If one case is enough for the claim, that which speaks most for it is told, and else the
    one with the largest difference.
    """
    places = [case.dataset for case in cases]
    pairs = [(case.method, case.than) for case in cases]
    kind = kind or ("data sets" if len(set(places)) == len(places) else "comparisons")
    holding, failing = judged.cases.count(HOLDS), judged.cases.count(FAILS)
    seen = [entry["could_have_seen"] for entry in evidence if entry["pairs"] >= FEWEST_TRIALS]
    resolved = of_cases.resolvable(seen, asked.unit)
    shown = of_cases.shown(asked.clause(pairs), asked.denied(pairs), holding, failing, places, kind)
    left = of_cases.corrected(
        holding, failing, corrected.cases.count(HOLDS), corrected.cases.count(FAILS), len(cases)
    )
    if len(cases) == 1:
        only, value = cases[0], cases[0].difference.value
        if failing or (holding and not region.is_everything):
            size = of_cases.decided(value, asked.unit, evidence[0]["interval"])
        else:
            can = max(seen, default=0)
            size = of_cases.only(value, asked.unit, can, only.difference.n, only.copies)
        return [shown, size, left]
    if resolved and region.is_half_at_zero and not holding and not failing:
        what, values = asked.difference(pairs), [case.difference.value for case in cases]
        return [of_cases.not_resolved(what, values, asked.unit, kind, resolved)]
    if need * len(cases) <= 1:
        best = _clearest(cases, region)
        size = of_cases.clearest(
            cases[best].difference.value, asked.unit, places[best], pairs[best], pairs,
            evidence[best]["interval"],
        )  # fmt: skip
        return [shown, left, size]
    most = max(cases, key=_size)
    # what is not shown may be there, where differences are too small to be seen
    hidden = judged.verdict != FAILS and region.is_everything
    tells = resolved and (judged.verdict == INCONCLUSIVE or hidden)
    where = most.dataset if len(set(places)) > 1 else ""
    pair = (most.method, most.than) if len(set(pairs)) > 1 else None
    size = of_cases.largest(most.difference.value, asked.unit, where, pair, most.setting)
    return [shown, left, size, f"the trials can resolve {resolved}" if tells else ""]
