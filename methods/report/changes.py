"""What differs between two runs, cell by cell, over the trials that both have.

A cell is one metric of one method on one data set under one condition. It is the same if all trials
are equal. Otherwise the trials are paired by seed, and a t-test says whether the cell moved beyond
noise. Holm's correction covers all cells of the study and metric that differ. A single trial can
never move beyond noise. Lost are the scores that this run plans and only the other one has.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from methods.bench import paths
from methods.bench.results import Results, finished
from methods.bench.scoring import KEY
from methods.bench.statistics import ALPHA, holm_correction, paired_difference, t_test
from methods.parquet_files import read_frame
from methods.sealed_files import read_kept

SAME, NOISE, MOVED, NEW, GONE = KINDS = ("same", "within noise", "beyond noise", "new", "gone")
CELL = ["metric", "dataset", "method", "condition"]
ROUNDING = 1e-9  # relative; another CPU may add in another order


def cell_changes(results: Results, study: str, against: Path) -> pd.DataFrame:
    """One row per cell: mean before and now, difference, adjusted p-value, and kind of change."""
    now = results.scores(study).astype({"dataset": str, "method": str})
    before = stored_before(results, study, against, "scores")
    key = [*CELL, "seed"]
    both = (
        before[[*key, "value"]]
        .merge(now[[*key, "value"]], on=key, how="outer", suffixes=("_before", "_now"))
        .dropna(how="all", subset=["value_before", "value_now"])
    )
    planned = {dataset: results.trials(study, dataset) for dataset in results.datasets(study)}
    trials = both["dataset"].map(planned).astype(float)
    both["lost"] = both["value_now"].isna() & (both["seed"] < trials)
    rows = [_cell(cell, trials) for cell, trials in both.groupby(CELL, sort=False)]
    columns = [*CELL, "trials", "lost", "before", "now", "difference", "p_value", "change"]
    changes = pd.DataFrame(rows, columns=columns)
    for _, tested in changes[changes["p_value"].notna()].groupby("metric"):
        changes.loc[tested.index, "p_value"] = holm_correction(tested["p_value"])
    changes.loc[changes["p_value"] < ALPHA, "change"] = MOVED
    changes.insert(0, "study", f"{results.experiment.name}/{study}")
    return changes


def _cell(cell: tuple[str, ...], trials: pd.DataFrame) -> tuple[Any, ...]:
    was, now = trials["value_before"].to_numpy(), trials["value_now"].to_numpy()
    common, lost = ~np.isnan(was) & ~np.isnan(now), int(trials["lost"].sum())
    if not common.any():
        change = GONE if np.isnan(now).all() else NEW
        mean = float(np.nanmean(was if change == GONE else now))
        means = (mean, np.nan) if change == GONE else (np.nan, mean)
        return (*cell, 0, lost, *means, np.nan, np.nan, change)
    was, now = was[common], now[common]
    difference, p_value, change = float(now.mean()) - float(was.mean()), np.nan, SAME
    if not np.allclose(was, now, rtol=ROUNDING, atol=ROUNDING):
        finite = np.isfinite(was) & np.isfinite(now)  # no other trial has a difference
        p_value, change = t_test(paired_difference(now[finite], was[finite])).p_value, NOISE
    return (*cell, len(was), lost, was.mean(), now.mean(), difference, p_value, change)


def seconds_ratio(results: Results, study: str, against: Path) -> float:
    """Geometric mean of the ratio of seconds, now to before, over the fits of both runs."""
    key = ["dataset", *KEY]
    now = finished(results.runs(study)).astype({"dataset": str, "method": str})
    before = finished(stored_before(results, study, against, "runs"))
    ratios = now.set_index(key)["fit_seconds"] / before.set_index(key)["fit_seconds"]
    ratios = ratios[(ratios > 0) & np.isfinite(ratios)]
    return float(np.exp(np.log(ratios).mean())) if len(ratios) else float("nan")


def stored_before(results: Results, study: str, against: Path, kind: str) -> pd.DataFrame:
    """What the other run stores of a study, for the data sets and methods of this run."""
    frames = []
    for dataset in results.datasets(study):
        stored = Path(paths.stored(results.experiment.name, study, dataset)[kind])
        file = against / stored.relative_to("results")
        if file.exists():
            frames.append(read_frame(read_kept(file)).assign(dataset=dataset))
    if not frames:  # the study is new
        nothing = getattr(results, kind)(study).iloc[:0]
        frames.append(nothing.astype({"dataset": str, "method": str}))
    before = pd.concat(frames, ignore_index=True)
    return before[before["method"].isin(results.methods(study))]


def verdict_changes(
    before: Sequence[Mapping[str, Any]], now: Sequence[Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """The claims whose verdict differs between the runs."""
    old = {claim["name"]: claim["verdict"] for claim in before}
    return [
        {"name": c["name"], "before": old[c["name"]], "now": c["verdict"], "reason": c["reason"]}
        for c in now
        if c["name"] in old and old[c["name"]] != c["verdict"]
    ]
