"""Tables that every paper needs.

A table function takes the results of an experiment and options from the experiment file and gives
a `Table`: tidy data for machines (the CSV) and text cells for people (Markdown and LaTeX).
Numbers stand as mean ± standard deviation over the trials; a cell with failed or missing trials
says how many it rests on, ``n=17/20``; the best of a column is bold, those not significantly worse
than it over random splits of the data set (paired t-test, 5 %, Holm over the column) have a star.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from methods.bench.ranks import average_ranks, rank_methods
from methods.bench.results import Results
from methods.bench.statistics import (
    ALPHA,
    Summary,
    combined_standard_error,
    holm_correction,
    paired_difference,
    summarise,
    t_test,
)
from methods.tables.table import HOLE, Table

PRINTED_SUFFIX = " (printed)"
DIFFERENCE_SUFFIX = " (difference / se)"
WORSE, BETTER = "●", "○"


def score_table(
    results: Results,
    *,
    study: str,
    metric: str = "error",
    percent: bool = True,
    methods: Sequence[str] | None = None,
    datasets: Sequence[str] | None = None,
    condition: str = "",
    lower_is_better: bool = True,
    published: dict[str, Any] | None = None,
    rivals: dict[str, str] | None = None,
    caption: str = "",
) -> Table:
    """Methods by data sets: ours, the printed value, and their difference in standard errors.

    ``published`` names the printed numbers, see `Results.printed_cell`; a method that is only
    printed keeps its rows, ours being a hole. Average ranks are over the methods of the table that
    ran, and over the data sets that the paper prints where it prints any of those that ran.
    ``rivals`` gives methods the one against which they are marked as significantly worse or better.
    """
    names = list(methods or results.methods(study))
    shown = [d for d in results.datasets(study) if datasets is None or d in datasets]
    in_print = results.printed_datasets(published, shown) if published else []
    known = set(results.methods(study))
    if published and in_print:
        known |= set(results.printed(published["table"], published["metric"])["method"])
    else:
        published = None
    names = [name for name in names if name in known]
    scale = 100.0 if percent else 1.0
    trials = results.trials(study)
    wide = results.trial_scores(study, metric, condition).reindex(columns=names) * scale
    rows, means = [], np.full((len(shown), len(names)), np.nan)
    for i, dataset in enumerate(shown):
        scores = wide.loc[dataset]
        means[i] = [summarise(scores[name].to_numpy()).mean for name in names]
        ranks = rank_methods(means[i], lower_is_better=lower_is_better)
        equals = _not_worse(scores, lower_is_better)
        for name, rank in zip(names, ranks, strict=True):
            ours = summarise(scores[name].to_numpy())
            row = {
                "dataset": dataset, "method": name, "n": ours.n,
                "trials": results.trials(study, dataset),
                "mean": ours.mean, "std": ours.std, "se": ours.standard_error, "rank": rank,
                "best": bool(rank == np.nanmin(ranks)) if ours.n else False,
                "not_worse_than_best": name in equals,
            }  # fmt: skip
            if rivals:
                row["mark"] = _mark(scores, name, rivals.get(name), lower_is_better)
            if published:
                row |= _printed(results, published, dataset, name, ours)
            rows.append(row)
    data = pd.DataFrame(rows)
    ran = ~np.isnan(means).all(axis=0)
    ranked = [i for i, dataset in enumerate(shown) if not in_print or dataset in in_print]
    averages, complete = np.full(len(names), np.nan), 0
    if ran.any():
        averages[ran], complete = average_ranks(
            means[ranked][:, ran], lower_is_better=lower_is_better
        )
    cells = _score_cells(data, shown, names, bool(published))
    cells["average rank"] = ""
    for name, rank in zip(names, averages, strict=True):
        cells.loc[name, "average rank"] = HOLE if np.isnan(rank) else f"{rank:.1f}"
    if published:
        _printed_average_ranks(results, published, names, cells)
    note = (
        f"{caption or results.study(study).about}: {'%' if percent else metric}, "
        f"mean ± standard deviation of {trials} trials. Bold: the best; *: not significantly worse "
        f"(paired t-test over the trials, 5 %, Holm). Average rank of {ran.sum()} methods over "
        f"{complete} data sets."
    )
    fewer = [d for d in shown if results.trials(study, d) != trials]
    if fewer:
        note += " Trials: " + ", ".join(f"{d} {results.trials(study, d)}" for d in fewer) + "."
    if rivals:
        against = ", ".join(f"{name} against {rival}" for name, rival in rivals.items())
        note += f" {WORSE} significantly worse, {BETTER} better (t-test alone): {against}."
    if published:
        note += " Difference: ours minus printed, in units of their combined standard error."
    return Table(data, cells, note)


def _not_worse(scores: pd.DataFrame, lower_is_better: bool) -> set[str]:
    """The best method of a data set and those that a paired t-test does not tell from it."""
    means = scores.mean()
    if means.isna().all():
        return set()
    best = str(means.idxmin() if lower_is_better else means.idxmax())
    others = [str(name) for name in scores.columns if name != best]
    p_values = [
        t_test(paired_difference(scores[name].to_numpy(), scores[best].to_numpy())).p_value
        for name in others
    ]
    adjusted = holm_correction(p_values)
    return {best} | {name for name, p in zip(others, adjusted, strict=True) if p >= ALPHA}


def _mark(scores: pd.DataFrame, name: str, rival: str | None, lower_is_better: bool) -> str:
    """Sign of a significant paired difference to the rival at 5 %, uncorrected as in papers."""
    if rival not in scores or scores[name].isna().all():
        return ""
    found = t_test(paired_difference(scores[name].to_numpy(), scores[rival].to_numpy()))
    if not found.p_value < ALPHA:
        return ""
    return WORSE if (found.difference > 0) == lower_is_better else BETTER


def _printed(
    results: Results, published: dict[str, Any], dataset: str, name: str, ours: Summary
) -> dict[str, Any]:
    printed = results.printed_cell(published, dataset, name)
    if printed is None:
        return {"printed": np.nan, "printed_std": np.nan, "difference_in_se": np.nan}
    combined = combined_standard_error(ours, printed)
    difference = (ours.mean - printed.mean) / combined if combined else np.nan
    return {
        "printed": printed.mean, "printed_std": printed.std, "difference_in_se": difference
    }  # fmt: skip


def _score_cells(
    data: pd.DataFrame, shown: Sequence[str], names: Sequence[str], printed: bool
) -> pd.DataFrame:
    cells: dict[str, dict[str, str]] = {}
    in_print = set(data[data["printed"].notna()]["method"]) if printed else set()
    for row in data.to_dict("records"):
        name, dataset = row["method"], row["dataset"]
        cells.setdefault(name, {})[dataset] = _cell(row)
        if name in in_print:
            text = _plus_minus(row["printed"], row["printed_std"])
            cells.setdefault(name + PRINTED_SUFFIX, {})[dataset] = text
            known = not np.isnan(row["difference_in_se"])
            text = f"{row['difference_in_se']:+.1f}" if known else HOLE
            cells.setdefault(name + DIFFERENCE_SUFFIX, {})[dataset] = text
    return pd.DataFrame.from_dict(cells, orient="index", columns=list(shown)).fillna(HOLE)


def _cell(row: dict[str, Any]) -> str:
    if not row["n"]:
        return HOLE
    text = _plus_minus(row["mean"], row["std"])
    if row["best"]:
        text = f"**{text}**"
    elif row["not_worse_than_best"]:
        text = f"{text} *"
    text += row.get("mark", "")
    return text if row["n"] == row["trials"] else f"{text} n={row['n']}/{row['trials']}"


def _plus_minus(mean: float, std: float) -> str:
    if np.isnan(mean):
        return HOLE
    return f"{mean:.2f}" if np.isnan(std) else f"{mean:.2f} ± {std:.2f}"


def _printed_average_ranks(
    results: Results, published: dict[str, Any], names: Sequence[str], cells: pd.DataFrame
) -> None:
    printed = results.printed(published["table"], "average_rank").set_index("method")["value"]
    for name in names:
        if name in printed.index and name + PRINTED_SUFFIX in cells.index:
            cells.loc[name + PRINTED_SUFFIX, "average rank"] = f"{printed[name]:.1f}"
