"""Tests of the claims of the thesis's chapter 2."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from methods.bench.results import Results
from methods.bench.statistics import confidence_interval, paired_difference, summarise
from methods.bench.verdicts import (
    ALPHA,
    FAILS,
    HOLDS,
    INCONCLUSIVE,
    Verdict,
    nothing_ran,
    overall,
)

STANDARD_ERRORS = 2.0


def best_on_most(
    results: Results,
    *,
    study: str,
    metric: str,
    methods: Sequence[str],
    than: Sequence[str],
    datasets: Sequence[str] | None = None,
    need: float = 0.5,
) -> Verdict:
    """Is the better of `methods` significantly below all rivals on more than `need` of the sets?

    A data set counts for (against) when the paired interval to the best rival lies below (above)
    zero; intervals are widened for the number of data sets.
    """
    chosen = results.datasets(study, datasets)
    wide = results.trial_scores(study, metric)
    evidence: list[dict[str, Any]] = []
    for dataset in chosen:
        scores = wide.loc[dataset]
        means = scores[[*methods, *than]].mean()
        if means.isna().any():
            continue
        ours, rival = means[list(methods)].idxmin(), means[list(than)].idxmin()
        difference = paired_difference(scores[ours].to_numpy(), scores[rival].to_numpy())
        low, high = confidence_interval(difference, 1 - ALPHA / len(chosen))
        verdict = HOLDS if high < 0 else FAILS if low > 0 else INCONCLUSIVE
        evidence.append(
            {"dataset": dataset, "method": ours, "than": rival, "difference": difference.value,
             "interval": [low, high], "verdict": verdict}
        )  # fmt: skip
    if not evidence:
        return nothing_ran(study, datasets)
    words = [entry["verdict"] for entry in evidence]
    lost = [entry["dataset"] for entry in evidence if entry["verdict"] == FAILS]
    reason = f"lowest {metric} on {words.count(HOLDS)} of {len(words)} data sets" + (
        f"; a rival is lower on {', '.join(lost)}" if lost else ""
    )
    needed = min(int(need * len(words)) + 1, len(words))
    if words.count(HOLDS) >= needed:
        verdict = HOLDS
    else:
        possible = len(words) - words.count(FAILS)
        verdict = FAILS if possible < needed else INCONCLUSIVE
    return Verdict(verdict, reason, evidence)


def lower_early(
    results: Results,
    *,
    study: str,
    curve: str,
    method: str,
    than: str,
    early: int,
    datasets: Sequence[str],
) -> Verdict:
    """Is the method's curve lower at epoch `early`, and by more than it is at the end?"""
    frame = results.traces(study, curve)
    evidence: list[dict[str, Any]] = []
    for dataset in datasets:
        part = frame[(frame["dataset"] == dataset) & frame["method"].isin([method, than])]
        table = part.pivot_table(
            index="seed", columns=["method", "x"], values="value", observed=True
        )
        if not {method, than} <= set(table.columns.get_level_values(0)):
            continue
        epochs = table[method].columns
        at = epochs[np.argmin(np.abs(epochs - early))]
        differences = {
            name: paired_difference(table[method, x].to_numpy(), table[than, x].to_numpy())
            for name, x in (("early", at), ("late", epochs[-1]))
        }
        low, high = confidence_interval(differences["early"], 1 - ALPHA / len(datasets))
        fades = abs(differences["late"].value) < abs(differences["early"].value)
        verdict = HOLDS if high < 0 and fades else FAILS if low > 0 or high < 0 else INCONCLUSIVE
        evidence.append(
            {"dataset": dataset, "epoch": float(at), "difference": differences["early"].value,
             "interval": [low, high], "difference_at_the_end": differences["late"].value,
             "verdict": verdict}
        )  # fmt: skip
    if not evidence:
        return nothing_ran(study, datasets)
    said = "; ".join(
        f"{e['dataset']} {100 * e['difference']:+.2f} points at epoch {e['epoch']:.0f} and "
        f"{100 * e['difference_at_the_end']:+.2f} at the end"
        for e in evidence
    )
    return Verdict(overall([e["verdict"] for e in evidence], 1.0), said, evidence)


def mean_is(
    results: Results, *, study: str, metric: str, method: str, dataset: str, printed: float
) -> Verdict:
    """Is a printed mean, given without a deviation, within two standard errors of ours?"""
    if dataset not in results.datasets(study):
        return nothing_ran(study, [dataset])
    ours = summarise(results.trial_scores(study, metric).loc[dataset, method].to_numpy())
    if ours.n < 2:
        return nothing_ran(study, [dataset])
    apart = (ours.mean - printed) / ours.standard_error if ours.standard_error else np.inf
    reason = (
        f"ours is {ours.mean:.1f} with standard error {ours.standard_error:.1f} over {ours.n} "
        f"trials, {apart:+.1f} of them from the printed {printed:g}"
    )
    return Verdict(HOLDS if abs(apart) <= STANDARD_ERRORS else FAILS, reason)


def does_not_gain(
    results: Results,
    *,
    studies: Sequence[str],
    methods: Sequence[str],
    boosted: Sequence[str],
    margin: float,
) -> Verdict:
    """Is the test error with boosting at most `margin` below that without, on each data set?

    `studies` name that of the methods alone and that of boosting; trials of one seed share a split.
    """
    alone, together = (results.trial_scores(study, "error") for study in studies)
    evidence: list[dict[str, Any]] = []
    for dataset in results.datasets(studies[1]):
        for a, b in zip(methods, boosted, strict=True):
            if dataset not in alone.index.get_level_values(0):
                continue
            pairs = alone.loc[dataset, [a]].join(together.loc[dataset, [b]], how="inner").dropna()
            if len(pairs) < 2:
                continue
            gain = paired_difference(pairs[a].to_numpy(), pairs[b].to_numpy())
            low, high = confidence_interval(gain, 1 - ALPHA)
            verdict = HOLDS if high < margin else FAILS if low >= margin else INCONCLUSIVE
            evidence.append(
                {"dataset": dataset, "method": a, "gain": gain.value, "interval": [low, high],
                 "verdict": verdict}
            )  # fmt: skip
    if not evidence:
        return nothing_ran(studies[1], None)
    words = [entry["verdict"] for entry in evidence]
    gains = [f"{e['method']} on {e['dataset']}" for e in evidence if e["verdict"] == FAILS]
    reason = f"no gain of {100 * margin:g} points in {words.count(HOLDS)} of {len(words)} cases" + (
        f"; a gain for {', '.join(gains)}" if gains else ""
    )
    return Verdict(overall(words, 1.0), reason, evidence)
