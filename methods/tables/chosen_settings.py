"""What is gained by choosing a setting by the test errors that are then reported.

On each data set and for each method, the setting of a sweep with the lowest mean test error is
compared with the setting that each trial chose on its own training part.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from methods.bench.ranks import means_to_rank
from methods.bench.results import Results
from methods.bench.statistics import Summary, summarise
from methods.schemas.option_kinds import MethodName, Published, StudyName
from methods.tables.captions import table_title
from methods.tables.scores import DECIMALS, plus_minus
from methods.tables.table import Table

DIGITS = 12  # of a mean error; means that differ by less are equal but for rounding


def best_settings(
    results: Results,
    *,
    sweep: StudyName,
    chosen: StudyName,
    methods: Sequence[MethodName],
) -> pd.DataFrame:
    """One row per data set and method of both studies: the best setting, and the two mean errors.

    The methods have one name in both studies. A setting with fewer trials than another is not the
    best one. `best` and `chosen` are over all trials of each study, `gap` is chosen minus best over
    the trials that both have.
    """
    by_validation = results.trial_scores(chosen, "error")
    settings = results.study(sweep).conditions.labels(results.plan.scale)
    by_setting = {label: results.trial_scores(sweep, "error", label) for label in settings}
    means_by_method = {
        method: means_to_rank(pd.DataFrame({k: of[method] for k, of in by_setting.items()}))
        for method in methods
    }
    rows: list[dict[str, Any]] = []
    for dataset in results.datasets(sweep):
        for method in methods:
            errors = {label: scores.loc[dataset, method] for label, scores in by_setting.items()}
            means = means_by_method[method].loc[dataset]
            if dataset not in results.datasets(chosen) or means.isna().all():
                continue
            label = str(means.round(DIGITS).idxmin())  # of equal ones the first
            ours = by_validation.loc[dataset, method]
            gap = (ours - errors[label]).dropna()
            if gap.empty:
                continue
            rows.append(
                {"dataset": dataset, "method": method, "setting": label,
                 "best": summarise(errors[label]), "chosen": summarise(ours),
                 "gap": float(gap.mean()), "n": len(gap)}
            )  # fmt: skip
    return pd.DataFrame(rows)


def best_setting_table(
    results: Results,
    *,
    sweep: StudyName,
    chosen: StudyName,
    methods: Sequence[MethodName],
    published: Published | None = None,
    caption: str = "",
) -> Table:
    """Per data set and method the printed error, that of the best setting, and of the chosen."""
    cases = best_settings(results, sweep=sweep, chosen=chosen, methods=methods)
    rows: list[dict[str, Any]] = []
    cells: dict[str, dict[str, str]] = {}
    for case in cases.to_dict("records"):
        printed = None
        if published:
            printed = results.printed_cell(published, case["dataset"], case["method"])
        row = {key: case[key] for key in ("dataset", "method", "setting")}
        text = cells.setdefault(f"{case['dataset']}: {case['method']}", {})
        for name, summary, scale in (
            ("printed", printed, 1.0), ("best", case["best"], 100.0),
            ("chosen", case["chosen"], 100.0),
        ):  # fmt: skip
            mean, error = _mean_and_error(summary, scale)
            row |= {name: mean, f"{name}_se": error}
            text[name] = plus_minus(mean, error, DECIMALS)
        text["best setting"] = case["setting"]
        rows.append({**row, "n": case["n"]})
    note = (
        f"{caption or table_title(results, chosen)}: %, mean ± standard error; best: of the one"
        " setting with the lowest mean test error; chosen: on the training part of each trial."
    )
    columns = ["printed", "best", "best setting", "chosen"]
    frame = pd.DataFrame.from_dict(cells, orient="index", columns=columns)
    return Table(pd.DataFrame(rows), frame, note)


def _mean_and_error(summary: Summary | None, scale: float) -> tuple[float, float]:
    if summary is None:
        return np.nan, np.nan
    return scale * summary.mean, scale * summary.standard_error
