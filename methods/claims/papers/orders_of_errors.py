"""Claims that two errors of the methods go together, as those of training and of testing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from methods.bench.results import Results
from methods.bench.statistics import ALPHA, FEWEST_TRIALS
from methods.claims.regions import Array, PValues, judge_p_values
from methods.claims.sentences import of_thesis
from methods.claims.verdicts import Verdict, nothing_ran
from methods.schemas.option_kinds import DatasetName, MethodName, Metric, StudyName

BOOTSTRAPS = 10_000
ROUNDED_DIGITS = 12  # means that differ by less are tied
ROUNDING = 1e-12


def lower_together(
    results: Results,
    *,
    study: StudyName,
    metric: Metric,
    than: Metric,
    methods: Sequence[MethodName],
    datasets: Sequence[DatasetName],
    at_least: float,
) -> Verdict:
    """Is a method with a lower mean `than` one with a lower mean `metric`, too, approximately?

    Kendall's tau of the two means over the methods must be `at_least`, on each data set. It is the
    share of pairs of methods in the same order less the share in the opposite order. Its p-values
    are shares of bootstraps over the trials. Flips are shifts of tau. A metric whose high values
    are good counts as its negative.
    """
    evidence: list[dict[str, Any]] = []
    taus: list[Array] = []
    alike = results.lower_is_better(study, metric) == results.lower_is_better(study, than)
    sign = 1.0 if alike else -1.0
    first, second = (results.trial_scores(study, of)[list(methods)] for of in (metric, than))
    for dataset in results.datasets(study, datasets):
        both = np.stack([first.loc[dataset].to_numpy(), second.loc[dataset].to_numpy()])
        both = both[:, np.isfinite(both).all(axis=(0, 2))]
        trials = both.shape[1]
        if not trials:
            continue
        tau = sign * _orders_alike(both.mean(axis=1, keepdims=True))
        drawn = np.random.default_rng(0).multinomial(trials, [1 / trials] * trials, BOOTSTRAPS)
        of_bootstraps = sign * _orders_alike(drawn @ both / trials)
        taus.append(of_bootstraps if trials >= FEWEST_TRIALS else np.full(BOOTSTRAPS, np.nan))
        interval = np.quantile(of_bootstraps, [ALPHA / 2, 1 - ALPHA / 2]).tolist()
        evidence.append(
            {"dataset": dataset, "tau": float(tau[0]), "interval": interval, "trials": trials}
        )
    if not evidence:
        return nothing_ran(study, datasets)

    def p_values_at(shifts: Array) -> PValues:
        below = [(of_set + shifts[:, None] < at_least - ROUNDING).sum(axis=1) for of_set in taus]
        known = np.array([np.isfinite(of_set).all() for of_set in taus])
        lower = np.where(known, np.array(below).T, np.nan)
        return (lower + 1) / (BOOTSTRAPS + 1), (BOOTSTRAPS - lower + 1) / (BOOTSTRAPS + 1)

    places = at_least - np.unique(np.nan_to_num(taus))
    judged = judge_p_values(p_values_at, places, 1.0, ALPHA / 2, is_monotone=True)
    reason = of_thesis.orders_alike(evidence, len(methods), at_least)
    return judged.told(reason, judged.marked(evidence), "Kendall's tau")


def _orders_alike(means: Array) -> Array:
    """Kendall's tau between the first and the second of `means` (2, draws, methods), by draw."""
    i, j = np.triu_indices(means.shape[2], 1)
    signs = np.sign(np.round(means[:, :, i] - means[:, :, j], ROUNDED_DIGITS))
    return np.asarray((signs[0] * signs[1]).mean(axis=1))
