"""Claims that only the SMM paper makes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from typing import Any

import numpy as np

from methods.bench.results import Results, finished
from methods.bench.statistics import Difference, paired_difference
from methods.claims.counts import ending, judge_share, judge_shares
from methods.claims.flips import as_factors, in_words
from methods.claims.regions import Region, judge_differences
from methods.claims.verdicts import Verdict, nothing_ran
from methods.schemas.option_kinds import Curve, DatasetName, MethodName, StudyName
from methods.tables.papers.smm import block_variance_ratio, coefficients

ROUNDING = 1e-9  # of a squared distance, relative to the largest
TINY = 1e-300  # a ratio of zero, from a matrix of pure blocks


def within_bound(
    results: Results, *, study: StudyName, curve: Curve, methods: Sequence[MethodName]
) -> Verdict:
    """Does every pair of columns of every fit keep to theorem 2's bound?

    Flips are shifts of the squared distances, relative to the largest.
    """
    frame = results.traces(study, curve)
    frame = frame[frame["method"].isin(methods)]
    if frame.empty:
        return nothing_ran(study)
    over = ((frame["value"] - frame["x"]) / frame["value"].max()).to_numpy()
    share = float((frame["value"] / frame["x"].where(frame["x"] > 0)).max())
    verdict, flips = judge_share(over, -np.inf, ROUNDING, 1.0)
    reason = (
        f"{int((over > ROUNDING).sum())} of {len(frame)} pairs of columns are farther apart than "
        f"the bound; the nearest to it reaches {share:.2g} of it"
    )
    return Verdict(verdict, reason + ending(verdict, flips, ""), flips=flips)


def clearer_groups(
    results: Results,
    *,
    study: StudyName,
    blocks: Mapping[DatasetName, int],
    method: MethodName,
    than: Sequence[MethodName],
) -> Verdict:
    """Does the method's matrix vary least within blocks, relative to between, on each data set?

    A case is a rival on one data set. Its trials are the seeds, which should be draws of the data;
    it is judged by the logarithm of the ratios, and flips are factors of the method's ratio.
    """
    evidence: list[dict[str, Any]] = []
    differences: list[Difference] = []
    for dataset in results.datasets(study):
        draws = [
            {
                name: np.log(max(block_variance_ratio(coef, blocks[dataset]), TINY))
                for name, coef in coefficients(results, study, dataset, seed).items()
            }
            for seed in range(results.trials(study, dataset))
        ]
        for rival in than:
            pairs = [(d[method], d[rival]) for d in draws if {method, rival} <= set(d)]
            if not pairs:
                continue
            ours, theirs = np.array(pairs).T
            differences.append(paired_difference(ours, theirs))
            evidence.append(
                {"dataset": dataset, "method": method, "than": rival, "draws": len(pairs),
                 "ratio": exp(ours.mean()), "ratio_of_rival": exp(theirs.mean()),
                 "draws_won": int((ours < theirs).sum())}
            )  # fmt: skip
    if not evidence:
        return nothing_ran(study)
    judged = judge_differences(differences, Region(largest=0.0))
    for entry, p_values, verdict in zip(evidence, judged.p_values, judged.cases, strict=True):
        entry.update(**p_values, verdict=verdict)
    reason = "within-block over between-block variance, geometric mean of the draws: " + "; ".join(
        f"{e['dataset']} {method} {e['ratio']:.2g}, {e['than']} {e['ratio_of_rival']:.2g}, lower "
        f"in {e['draws_won']} of {e['draws']} draws"
        for e in evidence
    )
    reason += judged.reason() or in_words(judged.flips, factors=True)
    return Verdict(judged.verdict, reason, evidence, as_factors(judged.flips))


def varies_more(
    results: Results, *, study: StudyName, method: MethodName, than: MethodName, need: float = 0.5
) -> Verdict:
    """Do the method's training seconds deviate more than those of `than` on most data sets?

    The seconds are those of the fit at the chosen setting. They deviate over the trials. More than
    a share `need` of the data sets must be shown, by the binomial test. Flips are factors of the
    method's deviations.
    """
    runs = finished(results.runs(study))
    deviations = runs.groupby(["dataset", "method"], observed=True)["fit_seconds"].std().unstack()
    if method not in deviations or than not in deviations:
        return nothing_ran(study)
    deviations = deviations[[method, than]].dropna()
    if deviations.empty:
        return nothing_ran(study)
    ratios = np.log(deviations[method] / deviations[than]).to_numpy()
    evidence = [
        {"dataset": str(dataset), method: float(row[method]), than: float(row[than])}
        for dataset, row in deviations.iterrows()
    ]
    judged = judge_shares([ratios], 0.0, np.inf, need, 1.0)
    reason = (
        f"larger standard deviation of seconds on {int((ratios > 0).sum())} of {len(ratios)} data "
        "sets"
    )
    reason += judged.reason() or in_words(judged.flips, factors=True)
    return Verdict(judged.verdict, reason, evidence, as_factors(judged.flips))
