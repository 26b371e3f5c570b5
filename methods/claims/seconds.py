"""Claims on stored seconds.

Only the seconds of the fit are compared. They are compared as a ratio of fits of the same data set,
seed and condition, so that a slow or busy machine slows both sides. A case is a pair of methods on
one data set, judged by the log ratios of its trials as in `methods.claims.regions`. A pair without
a trial that both finished is left out, and the reason says so. A shift that would change a verdict
is a factor of the seconds of the methods.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from math import exp, log
from typing import Any

import numpy as np

from methods.bench.results import Results, finished
from methods.bench.statistics import Difference, confidence_interval, paired_difference
from methods.claims.flips import as_factors
from methods.claims.regions import Judged, Region, judge_differences
from methods.claims.sentences import of_cases
from methods.claims.sentences.of_scores import is_faster, is_within, seconds_taken
from methods.claims.sentences.words import FACTOR, group, sentences
from methods.claims.verdicts import FAILS, HOLDS, Verdict, nothing_ran, pairs_of
from methods.schemas.option_kinds import DatasetName, MethodName, Metric, StudyName


def faster(
    results: Results,
    *,
    study: StudyName | Sequence[StudyName],
    methods: Sequence[MethodName],
    than: Sequence[MethodName],
    ratio: float = 1.0,
    datasets: Sequence[DatasetName] | None = None,
    pairwise: bool = False,
    need: float = 1.0,
    per: Metric | None = None,
) -> Verdict:
    """Does each method take less than 1/ratio of the fit seconds of its rivals?

    In a share `need` of the cases. Pairs are made as in `methods.claims.scores.lower`. Of several
    studies, each has the pairs of its own methods. With `per`, a recorded number such as the
    rounds, the seconds of a fit are divided by it.
    """
    below = Region(largest=-log(ratio))
    studies = [study] if isinstance(study, str) else list(study)
    pairs = pairs_of(methods, than, pairwise)
    evidence, judged, left_out = _judge(results, studies, pairs, datasets, below, need, per)
    if judged is None:
        return nothing_ran(studies, datasets)
    holding, failing = judged.cases.count(HOLDS), judged.cases.count(FAILS)
    asked = is_faster(ratio, holding, failing, len(evidence))
    return _verdict(judged, asked, left_out, evidence, per)


def ratio_within(
    results: Results,
    *,
    study: StudyName,
    methods: Sequence[MethodName],
    than: Sequence[MethodName],
    factor: float,
    differs_from: float | None = None,
    datasets: Sequence[DatasetName] | None = None,
) -> Verdict:
    """Do the fit seconds of each method lie within a factor of those of its own rival?

    A case fails if they are shown to lie outside, or beyond the factor `differs_from` if that is
    given.
    """
    far = log(factor if differs_from is None else differs_from)
    inside = Region(-log(factor), log(factor), kept=(-far, far))
    pairs = pairs_of(methods, than, True)
    evidence, judged, left_out = _judge(results, [study], pairs, datasets, inside, 1.0)
    if judged is None:
        return nothing_ran(study, datasets)
    return _verdict(judged, is_within(factor), left_out, evidence)


def _judge(
    results: Results,
    studies: Sequence[str],
    pairs: Sequence[tuple[str, str]],
    datasets: Sequence[str] | None,
    region: Region,
    need: float,
    per: str | None = None,
) -> tuple[list[dict[str, Any]], Judged | None, str]:
    """The verdict on the log of the seconds of the first over those of the second, by case.

    A sentence says which pairs have no trial that both finished.
    """
    evidence: list[dict[str, Any]] = []
    differences: list[Difference] = []
    without: list[tuple[str, str, str]] = []
    for study in studies:
        of_study = set(results.methods(study))
        runs = finished(results.runs(study)).astype({"dataset": str, "method": str})
        fit = ["dataset", "seed", "condition", "method"]
        seconds = runs.set_index(fit)["fit_seconds"]
        if per:
            counted = results.scores(study, per).astype({"dataset": str, "method": str})
            seconds = seconds / counted.set_index(fit)["value"]
        seconds = seconds.astype(float).replace(np.inf, np.nan).where(lambda s: s > 0)
        logs = np.log(seconds).unstack("method").reindex(columns=list(dict.fromkeys(chain(*pairs))))
        for a, b in pairs:
            if len(studies) > 1 and not {a, b} <= of_study:
                continue
            log_ratios = (logs[a] - logs[b]).groupby(["dataset", "seed"]).mean().dropna()
            for dataset in sorted(results.datasets(study, datasets)):
                trials = log_ratios[log_ratios.index.get_level_values("dataset") == dataset]
                if trials.empty:
                    without.append((a, b, dataset))
                    continue
                difference = paired_difference(trials.to_numpy(), np.zeros(len(trials)))
                differences.append(difference)
                interval = np.exp(confidence_interval(difference)).tolist()
                evidence.append(
                    {"dataset": dataset, "seconds_of": a, "over_seconds_of": b,
                     "ratio": exp(difference.value), "interval": interval, "trials": len(trials)}
                )  # fmt: skip
    if not evidence:
        return [], None, ""
    judged = judge_differences(differences, region, need)
    return judged.marked(evidence), judged, of_cases.left_out(without, "fit")


def _verdict(
    judged: Judged,
    asked: str,
    left_out: str,
    evidence: list[dict[str, Any]],
    per: str | None = None,
) -> Verdict:
    """The verdict with its flips as factors of the seconds."""
    methods = [entry["seconds_of"] for entry in evidence]
    than = [entry["over_seconds_of"] for entry in evidence]
    ratios = [entry["ratio"] for entry in evidence]
    reason = sentences(seconds_taken(methods, than, ratios, asked, per), left_out)
    told = judged.told(reason, evidence, f"the seconds of {group(methods)}", FACTOR)
    return replace(told, flips=as_factors(told.flips))
