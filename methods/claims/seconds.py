"""Claims on stored seconds.

Only the seconds of the fit are compared. They are compared as a ratio of fits of the same data set,
seed and condition, so that a slow or busy machine slows both sides. A case is a pair of methods on
one data set, judged by the log ratios of its trials as in `methods.claims.regions`. A shift that
would change a verdict is a factor of the seconds of the methods.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import exp, log
from typing import Any

import numpy as np

from methods.bench.results import Results, finished
from methods.bench.statistics import Difference, confidence_interval, paired_difference
from methods.claims.flips import as_factors
from methods.claims.regions import Judged, Region, judge_differences
from methods.claims.sentences.of_scores import is_faster, is_within, seconds_taken
from methods.claims.sentences.words import FACTOR, group
from methods.claims.verdicts import FAILS, HOLDS, Verdict, nothing_ran, pairs_of
from methods.schemas.option_kinds import DatasetName, MethodName, StudyName


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
) -> Verdict:
    """Does each method take less than 1/ratio of the fit seconds of its rivals?

    In a share `need` of the cases. Pairs are made as in `methods.claims.scores.lower`. Of several
    studies, each has the pairs of its own methods.
    """
    below = Region(largest=-log(ratio))
    studies = [study] if isinstance(study, str) else list(study)
    evidence, judged = _judge(
        results, studies, pairs_of(methods, than, pairwise), datasets, below, need
    )
    if judged is None:
        return nothing_ran(studies, datasets)
    holding, failing = judged.cases.count(HOLDS), judged.cases.count(FAILS)
    return _verdict(judged, is_faster(ratio, holding, failing, len(evidence)), evidence)


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
    evidence, judged = _judge(results, [study], pairs, datasets, inside, 1.0)
    if judged is None:
        return nothing_ran(study, datasets)
    return _verdict(judged, is_within(factor), evidence)


def _judge(
    results: Results,
    studies: Sequence[str],
    pairs: Sequence[tuple[str, str]],
    datasets: Sequence[str] | None,
    region: Region,
    need: float,
) -> tuple[list[dict[str, Any]], Judged | None]:
    """The verdict on the log of the seconds of the first over those of the second, by case."""
    evidence: list[dict[str, Any]] = []
    differences: list[Difference] = []
    for study in studies:
        of_study = set(results.methods(study))
        runs = finished(results.runs(study)).astype({"dataset": str, "method": str})
        if datasets is not None:
            runs = runs[runs["dataset"].isin(datasets)]
        logs = np.log(runs.set_index(["method", "dataset", "seed", "condition"])["fit_seconds"])
        for a, b in pairs:
            if len(studies) > 1 and not {a, b} <= of_study:
                continue
            if not {a, b} <= set(runs["method"]):
                return [], None
            log_ratios = (logs.loc[a] - logs.loc[b]).dropna().groupby(["dataset", "seed"]).mean()
            for dataset, trials in log_ratios.groupby("dataset", sort=False):
                difference = paired_difference(trials.to_numpy(), np.zeros(len(trials)))
                differences.append(difference)
                interval = np.exp(confidence_interval(difference)).tolist()
                evidence.append(
                    {"dataset": dataset, "seconds_of": a, "over_seconds_of": b,
                     "ratio": exp(difference.value), "interval": interval, "trials": len(trials)}
                )  # fmt: skip
    if not evidence:
        return [], None
    judged = judge_differences(differences, region, need)
    return judged.marked(evidence), judged


def _verdict(judged: Judged, asked: str, evidence: list[dict[str, Any]]) -> Verdict:
    """The verdict with its flips as factors of the seconds."""
    methods = [entry["seconds_of"] for entry in evidence]
    than = [entry["over_seconds_of"] for entry in evidence]
    reason = seconds_taken(methods, than, [entry["ratio"] for entry in evidence], asked)
    told = judged.told(reason, evidence, f"the seconds of {group(methods)}", FACTOR)
    return replace(told, flips=as_factors(told.flips))
