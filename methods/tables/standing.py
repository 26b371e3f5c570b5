"""Where one method lands among others, in sentences with their uncertainty."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from methods.bench.ranks import rank_methods
from methods.bench.results import Results, finished
from methods.bench.statistics import ALPHA, FEWEST_TRIALS
from methods.inference.rank_stability import places, rank_intervals
from methods.tables.captions import gap_note
from methods.tables.compared import Compared, p_value_text
from methods.tables.seconds import trial_seconds
from methods.tables.table import NO_VALUE

NAMED = 6  # methods that a sentence names; of more it says the number


def standing(
    results: Results, study: str, method: str, metric: str, rope: float, pairs: pd.DataFrame
) -> list[str]:
    """Rank, mean score, seconds, wins and probabilities of a method among all.

    `pairs` is the data of its `pairwise_table`.
    """
    compared = Compared.of(results, study, metric)
    if method not in compared.means:
        return [f"{method} has no score of {metric} on any data set."]
    if pairs.empty:
        return [f"No other method has a score of {metric}."]
    lines = [_place(compared, method), _score(compared, method)]
    counts = pairs[["wins", "ties", "losses"]].sum()
    lines.append(
        f"Against {len(pairs)} methods, by data set: {counts['wins']} wins, {counts['ties']} ties,"
        f" {counts['losses']} losses (corrected t-test, 5 %)."
    )
    best = compared.best([name for name in compared.means if name != method])
    lines.append(_against(compared, pairs.set_index("against").loc[best].to_dict(), best, rope))
    untested = pairs["p_value"].isna()
    if untested.any():
        lines.append(
            f"Wilcoxon's test needs {FEWEST_TRIALS} data sets, so it does not say whether {method}"
            f" differs from {listed(pairs[untested]['against'])}."
        )
    apart = pairs["p_value"] < ALPHA
    for word, chosen in (
        # by what the test is on: the mean may be that of one large difference
        ("better than", apart & (pairs["rank_biserial"] > 0)),
        ("worse than", apart & (pairs["rank_biserial"] < 0)),
        ("not told apart from", ~apart & ~untested),
    ):
        if chosen.any():
            names = listed(pairs[chosen]["against"])
            lines.append(f"{method} is {word} {names} (Wilcoxon, Holm, 5 %).")
    gaps = gap_note(results, study, metric, list(compared.means), list(compared.means.index))
    lines += [gaps.strip()] if gaps else []
    if absent := [name for name in results.methods(study) if name not in compared.means]:
        lines.append(f"Without any score: {', '.join(absent)}.")
    for name in compared.means:
        if missing := list(compared.means.index[compared.means[name].isna()]):
            lines.append(f"{name} has no score on {listed(missing)}.")
    return lines


def _place(compared: Compared, method: str) -> str:
    costs = compared.costs.dropna()
    n_methods = costs.shape[1]
    if len(costs) < 2:
        return f"{method}: no place, since fewer than two data sets have all trials of all methods."
    ranks = np.asarray(rank_methods(costs.to_numpy(), lower_is_better=True))
    at = list(costs.columns).index(method)
    low, high = rank_intervals(ranks)
    return (
        f"{method}: place {places(ranks)[at]:g} of {n_methods}, average rank"
        f" {ranks[:, at].mean():.1f} over {len(costs)} data sets (95 % bootstrap interval"
        f" {low[at]:.1f} to {high[at]:.1f})."
    )


def _score(compared: Compared, method: str) -> str:
    runs = finished(compared.results.runs(compared.study))
    seconds = trial_seconds(runs).mean().get(method, np.nan)
    mean = compared.means[method].mean()
    unit = " %" if compared.scale != 1 else ""
    return (
        f"Mean {compared.metric} {compared.fixed(mean)}{unit}; {seconds:.2g} s a trial with the"
        " choice of settings."
    )


def _against(compared: Compared, row: dict[str, Any], best: str, rope: float) -> str:
    against = f"Against {best}, the best of the others by average rank"
    if np.isnan(row["difference"]):
        return f"{against}: no difference, since no data set has as many trials of both."
    difference, low, high = (compared.fixed(row[key], "+") for key in ("difference", "low", "high"))
    interval = "" if np.isnan(row["low"]) else f" (95 % interval {low} to {high})"
    p_value = p_value_text(row["p_value"])
    said = "no p-value" if p_value == NO_VALUE else f"p {'= ' * (p_value[0] != '<')}{p_value}"
    return (
        f"{against}: difference {difference} {compared.unit}{interval}, {said}; sureness that it is"
        f" mostly better {row['better']:.2f}, equal {row['equal']:.2f}, worse {row['worse']:.2f},"
        f" where equal is within {compared.rope_text(rope)}."
    )


def listed(names: Any) -> str:
    names = list(names)
    if len(names) <= NAMED:
        return ", ".join(names)
    return f"{', '.join(names[:NAMED])} and {len(names) - NAMED} more"
