"""Claims that some methods are the best, on most data sets or on all that are named."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import nan
from typing import Any

import numpy as np
import pandas as pd
from scipy.stats import t as student_t

from methods.bench.results import Results
from methods.bench.statistics import (
    ALPHA,
    FEWEST_TRIALS,
    Difference,
    confidence_interval,
    one_tailed_p_values,
    paired_difference,
)
from methods.claims.best_conditions import with_best_conditions
from methods.claims.cases import no_cases
from methods.claims.copies import over_test_rows, rows_behind
from methods.claims.regions import Array, Judged, PValues, better, judge_p_values
from methods.claims.sentences import of_best, of_cases
from methods.claims.sentences.words import group, quantity, sentences, unit_of
from methods.claims.verdicts import FAILS, HOLDS, Verdict
from methods.schemas.option_kinds import Condition, DatasetName, MethodName, Metric, StudyName


@dataclass(frozen=True)
class Match:
    """How ours do against the rivals on one data set; negative differences are better."""

    differences: Sequence[Sequence[Difference]]  # by method of ours, and rival
    leaders: tuple[int, int]  # by their means
    copies: bool  # the trials of the leaders are copies of one fit

    @property
    def of_leaders(self) -> Difference:
        return self.differences[self.leaders[0]][self.leaders[1]]

    def p_values(self, shifts: Array) -> PValues:
        """Of a win, and of a loss, at shifts of our scores; NaN with too few trials.

        One of ours must beat each rival, so its largest p-value counts. Which one does is not known
        before the trials, so the smallest of these is multiplied by their number. A loss is a win
        of the rivals.
        """
        flat = [difference for row in self.differences for difference in row]
        if min(difference.n for difference in flat) < FEWEST_TRIALS:
            unknown = np.full(len(shifts), nan)
            return unknown, unknown
        shape = len(self.differences), len(self.differences[0])
        moved = np.array([difference.value for difference in flat]) + shifts[:, None]
        lower, higher = (
            one_tailed_p_values(margins, flat).reshape(-1, *shape) for margins in (-moved, moved)
        )
        wins = shape[0] * lower.max(axis=2).min(axis=1)
        losses = shape[1] * higher.max(axis=1).min(axis=1)
        return np.minimum(wins, 1.0), np.minimum(losses, 1.0)

    def places(self, alphas: Array) -> Array:
        """The shifts at which a p-value of a win or a loss is one of `alphas`."""
        values, errors, degrees = (
            np.array([[getattr(d, name) for d in row] for row in self.differences])
            for name in ("value", "standard_error", "degrees_of_freedom")
        )
        ours, rivals = values.shape
        win, loss = (
            student_t.isf((alphas / number)[:, None, None], degrees) * errors
            for number in (ours, rivals)
        )
        wins = (-values - win).min(axis=2).max(axis=1)
        losses = (-values + loss).max(axis=1).min(axis=1)
        return np.array([wins, losses])


def best_on_most(
    results: Results,
    *,
    study: StudyName | Sequence[StudyName],
    metric: Metric = "error",
    methods: Sequence[MethodName],
    than: Sequence[MethodName],
    datasets: Sequence[DatasetName] | None = None,
    condition: Condition = "",
    need: float = 0.5,
) -> Verdict:
    """Is one of `methods` significantly below all rivals on more than a share `need` of data sets?

    A data set counts for (against) the claim if one of `methods` is significantly below (above)
    every rival, or above (below) it for a metric whose high values are good. The p-value is
    corrected for the number of `methods`, one of which is chosen by the same trials, and for that
    of `than` the other way round. Methods may be of several studies, whose trials of one seed share
    a split; the data sets are then those of all, and the trials those that all methods have.
    """
    studies = [study] if isinstance(study, str) else list(study)
    lower_is_better = results.lower_is_better(studies[0], metric)
    sign = 1.0 if lower_is_better else -1.0
    matches, evidence, left_out = _matches(
        results, studies, metric, methods, than, datasets, condition
    )
    if not evidence:
        return no_cases(results, studies, metric, datasets)
    # more than a share `need` of the data sets, which is all of them for a share of 1
    total = len(evidence)
    needed = next((n for n in range(1, total) if n / total > need), total)
    judged = judge_matches(matches, sign, needed / total)
    evidence = judged.marked(evidence)
    lost = [entry["dataset"] for entry in evidence if entry["verdict"] == FAILS]
    holding = judged.cases.count(HOLDS)
    reason = sentences(
        of_best.best_on(metric, lower_is_better, holding, total, needed, lost),
        of_best.without_scores(left_out),
        of_cases.copies(sum(match.copies for match in matches)),
    )
    moved = f"{quantity(metric)} of {group(methods)}"
    return judged.told(reason, evidence, moved, unit_of(metric))


def lowest(
    results: Results,
    *,
    study: StudyName | Sequence[StudyName],
    methods: Sequence[MethodName],
    than: Sequence[MethodName],
    metric: Metric = "error",
    datasets: Sequence[DatasetName] | None = None,
    best_conditions: StudyName | None = None,
    need: float = 1.0,
) -> Verdict:
    """Is the lowest mean that of one of `methods`, on a share `need` of the data sets?

    It need not be significantly lower, as a paper that names the lowest number does not ask for it.
    A data set fails if the best of `methods` is significantly above the best rival. The trials are
    those that all methods have. Of a metric whose high values are good, it is the highest mean.
    Methods may be of several studies. On the data sets of study `best_conditions` its methods have
    their scores there, at the condition with the best mean.
    """
    studies = [study] if isinstance(study, str) else list(study)
    lower_is_better = results.lower_is_better(studies[0], metric)
    matches, evidence, left_out = _matches(
        results, studies, metric, methods, than, datasets, best_conditions=best_conditions
    )
    if not evidence:
        return no_cases(results, studies, metric, datasets)
    lost = [entry["dataset"] for entry in evidence if _is_lost(entry, lower_is_better)]
    told = of_best.lowest_on(metric, lower_is_better, methods, len(evidence), lost)
    return _judge_means(matches, evidence, left_out, metric, lower_is_better, methods, need, told)


def lowest_in_studies(
    results: Results,
    *,
    methods: Mapping[StudyName, Sequence[MethodName]],
    than: Mapping[StudyName, Sequence[MethodName]],
    metric: Metric = "error",
    need: float = 1.0,
) -> Verdict:
    """Is the lowest mean of a study that of one of its `methods`, on a share `need` of data sets?

    The data sets of all studies count, each in its study. A data set is judged as in `lowest`.
    """
    lower_is_better = results.lower_is_better(next(iter(methods)), metric)
    matches: list[Match] = []
    evidence: list[dict[str, Any]] = []
    left_out: list[str] = []
    for study, of_study in methods.items():
        found, entries, without = _matches(results, [study], metric, of_study, than[study])
        matches.extend(found)
        evidence.extend({"study": study, **entry} for entry in entries)
        left_out.extend(without)
    if not evidence:
        return no_cases(results, list(methods), metric, None)
    counts = {
        study: [
            not _is_lost(entry, lower_is_better) for entry in evidence if entry["study"] == study
        ]
        for study in methods
    }
    told = of_best.lowest_in(metric, lower_is_better, counts)
    every = [name for of_study in methods.values() for name in of_study]
    return _judge_means(matches, evidence, left_out, metric, lower_is_better, every, need, told)


def _is_lost(entry: Mapping[str, Any], lower_is_better: bool) -> bool:
    return (1 if lower_is_better else -1) * float(entry["difference"]) >= 0


def _judge_means(
    matches: Sequence[Match],
    evidence: Sequence[Mapping[str, Any]],
    left_out: Sequence[str],
    metric: str,
    lower_is_better: bool,
    methods: Sequence[str],
    need: float,
    told: str,
) -> Verdict:
    """The verdict on which side has the best mean; `told` says how often it is that of ours."""
    sign = 1.0 if lower_is_better else -1.0
    below = better(0.0, lower_is_better=True)
    differences = [match.of_leaders for match in matches]
    values = np.array([difference.value for difference in differences])

    def p_values_at(shifts: Array) -> PValues:
        shifted = values + sign * shifts[:, None]
        against_failing, against_holding = below.p_values(shifted, differences)
        is_lowest = np.where(shifted < 0, 0.0, 1.0)
        return np.where(np.isnan(against_failing), np.nan, is_lowest), against_holding

    places = sign * np.concatenate([below.places(differences).ravel(), -values])
    judged = judge_p_values(p_values_at, places, need, below.alpha)
    reason = sentences(
        told,
        of_best.without_scores(left_out),
        of_cases.copies(sum(match.copies for match in matches)),
    )
    moved = f"{quantity(metric)} of {group(methods)}"
    return judged.told(reason, judged.marked(evidence), moved, unit_of(metric))


def _matches(
    results: Results,
    studies: Sequence[str],
    metric: str,
    methods: Sequence[str],
    than: Sequence[str],
    datasets: Sequence[str] | None = None,
    condition: str = "",
    best_conditions: str | None = None,
) -> tuple[list[Match], list[dict[str, Any]], list[str]]:
    """The matches on the data sets of all of the studies, their evidence, and sets without one."""
    chosen = [
        name
        for name in results.datasets(studies[0], datasets)
        if all(name in results.datasets(other) for other in studies)
    ]
    frames = [results.trial_scores(name, metric, condition) for name in studies]
    of_studies = pd.concat(frames, axis=1)
    of_methods = of_studies.loc[:, ~of_studies.columns.duplicated()]
    if best_conditions:
        of_methods = with_best_conditions(results, best_conditions, metric, of_methods)
    sign = 1.0 if results.lower_is_better(studies[0], metric) else -1.0
    matches: list[Match] = []
    evidence: list[dict[str, Any]] = []
    left_out: list[str] = []
    for dataset in chosen:
        scores = sign * of_methods.loc[dataset, [*methods, *than]].dropna()
        if scores.empty:
            left_out.append(dataset)
            continue
        rows = rows_behind(results, studies[0], dataset, metric)
        match = _match(scores[list(methods)], scores[list(than)], rows)
        matches.append(match)
        evidence.append(_of_leaders(match, dataset, methods, than, sign))
    return matches, evidence, left_out


def _of_leaders(
    match: Match, dataset: str, methods: Sequence[str], than: Sequence[str], sign: float
) -> dict[str, Any]:
    """The evidence of a data set: the difference of the leaders, with the sign of the metric."""
    ours, rival = match.leaders
    return {
        "dataset": dataset, "method": methods[ours], "than": than[rival],
        "difference": sign * match.of_leaders.value, "pairs": match.of_leaders.n,
        "interval": sorted(sign * end for end in confidence_interval(match.of_leaders)),
    }  # fmt: skip


def _match(ours: pd.DataFrame, rivals: pd.DataFrame, test_rows: float) -> Match:
    """The match of methods by their scores, low ones the best, of the same trials."""
    leaders = int(ours.mean().argmin()), int(rivals.mean().argmin())
    pairs = [
        [difference_of_trials(ours[a].to_numpy(), rivals[b].to_numpy(), test_rows) for b in rivals]
        for a in ours
    ]
    of_leaders = ours.iloc[:, leaders[0]], rivals.iloc[:, leaders[1]]
    return Match(pairs, leaders, over_test_rows(*of_leaders, test_rows) is not None)


def difference_of_trials(x: Array, y: Array, test_rows: float) -> Difference:
    return over_test_rows(x, y, test_rows) or paired_difference(x, y)


def judge_matches(matches: Sequence[Match], sign: float, need: float) -> Judged:
    """The verdict on shifts of scores, whose low values are good if the sign is 1."""

    def p_values_at(shifts: Array) -> PValues:
        wins, losses = zip(*(match.p_values(sign * shifts) for match in matches), strict=True)
        return np.array(wins).T, np.array(losses).T

    alpha = ALPHA / 2  # two-tailed, as `methods.claims.regions` has it for one end
    steps = alpha / np.arange(1, len(matches) + 1)
    places = sign * np.array([match.places(steps) for match in matches])
    return judge_p_values(p_values_at, places, need, alpha)
