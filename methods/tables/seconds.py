"""The table of seconds: fitting, tuning and predicting."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from methods.bench.results import Results, finished
from methods.schemas.option_kinds import DatasetName, MethodName, PublishedNumbers, StudyName
from methods.tables.captions import table_title
from methods.tables.fit_rows import row_per_fit
from methods.tables.table import NO_VALUE, Table


def seconds_table(
    results: Results,
    *,
    study: StudyName,
    methods: Sequence[MethodName] | None = None,
    datasets: Sequence[DatasetName] | None = None,
    published: PublishedNumbers | None = None,
    caption: str = "",
) -> Table:
    """Mean processor seconds of fit, tuning and prediction over data sets, beside the printed mean.

    ``datasets`` are those that the printed mean is over. If none of them ran, all are taken.
    Versions of one data set count once, as the first of them. The mean of a method is over its
    finished fits, and the cell says how many these are if they are not all.
    """
    fits = results.runs(study)
    runs = finished(fits)
    if datasets is not None and runs["dataset"].isin(datasets).any():
        runs = runs[runs["dataset"].isin(datasets)]
    once = results.counted_once(list(dict.fromkeys(runs["dataset"])))
    runs, fits = (of_all[of_all["dataset"].isin(once)] for of_all in (runs, fits))
    fits = row_per_fit(fits, results.study(study))
    names = list(methods or results.methods(study))
    rows = []
    for name in names:
        planned = fits[fits["method"] == name]
        ended, tested = finished(planned), runs[runs["method"] == name]
        row: dict[str, Any] = {
            "method": name, "n": len(ended), "fits": len(planned),
            "fit_seconds": ended["fit_seconds"].mean(),
            "tune_seconds": ended["tune_seconds"].mean(),
            "predict_seconds": tested["predict_seconds"].mean(),  # under each condition
            "fit_seconds_median": ended["fit_seconds"].median(),
        }  # fmt: skip
        if published:
            printed = results.printed(published["table"], published["metric"])
            printed = printed[printed["method"] == name]["value"]
            row["printed_seconds"] = printed.iloc[0] if len(printed) else np.nan
        rows.append(row)
    data = pd.DataFrame(rows, columns=None if rows else ["method", "n", "fits"])
    cells = data.set_index("method").drop(columns=["n", "fits"]).map(_seconds)
    short = data[(data["n"] > 0) & (data["n"] < data["fits"])]
    for name, n, planned in short[["method", "n", "fits"]].itertuples(index=False):
        cells.loc[name, "fit_seconds"] += f" n={n}/{planned}"
    over = ", ".join(str(d) for d in runs["dataset"].unique())
    about = caption or table_title(results, study)
    note = f"{about}: processor seconds, of prediction by the clock, mean over {over}"
    if len(short):
        note += (
            "; n: the means of the row are over so many of its fits, the others did not end well"
        )
    return Table(data, cells, note)


def trial_seconds(runs: pd.DataFrame) -> pd.DataFrame:
    """Mean seconds of a trial, which are those of its fit and of the choice of settings.

    Data sets are in rows and methods in columns.
    """
    seconds = runs["fit_seconds"] + runs["tune_seconds"].fillna(0.0)
    return (
        seconds.groupby([runs["dataset"].astype(str), runs["method"].astype(str)]).mean().unstack()
    )


def _seconds(value: float) -> str:
    return NO_VALUE if np.isnan(value) else f"{value:.3g}"
