"""The trials behind each cell: one script per study and data set, which a page loads on demand.

A page that is opened from the file system may not fetch JSON, but it may add a <script>.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from math import isfinite
from typing import Any

import pandas as pd

from methods.bench.guard import NOT_TRIED, OK
from methods.bench.results import Results

DIGITS = 6  # significant digits; the results store 15
TRACED_TRIALS = 10  # per cell; more lines cannot be told apart
TRACED_POINTS = 60  # per line


def trial_scripts(results: Results, method_files: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Name ``trials/<study>.<data set>`` and text of a script for each data set of each study.

    `method_files` has the file of each method's page.
    """
    for study in results.experiment.studies:
        runs = results.runs(study)
        runs_by_dataset = _by_dataset(runs[~runs["status"].isin(NOT_TRIED)])
        scores_by_dataset = _by_dataset(results.scores(study))
        traces_by_dataset = {} if results.kept else _by_dataset(results.traces(study))
        for dataset in results.datasets(study):
            content = _trials(
                results.trials(study, dataset),
                runs_by_dataset.get(dataset),
                scores_by_dataset.get(dataset),
                traces_by_dataset.get(dataset),
            )
            methods = {
                name: {"page": f"../../methods/{method_files[name]}", "conditions": conditions}
                for name, conditions in content.items()
            }
            name = f"trials/{study}.{dataset}"
            data = json.dumps({"methods": methods}, separators=(",", ":"), allow_nan=False)
            yield name, f"marginbenchFile({json.dumps(name)},{data});\n"


def _by_dataset(frame: pd.DataFrame) -> dict[Any, pd.DataFrame]:
    return dict(list(frame.groupby("dataset", observed=True)))


def _trials(
    trials: int, runs: pd.DataFrame | None, scores: pd.DataFrame | None, traces: pd.DataFrame | None
) -> dict[str, dict[str, dict[str, Any]]]:
    """For each method and condition the stored values of one data set, one per trial."""
    content: dict[str, dict[str, dict[str, Any]]] = {}
    for method, condition, seed, status, message, seconds in _rows(
        runs, "status", "message", "fit_seconds"
    ):
        empty = {"seconds": [None] * trials, "status": [None] * trials, "scores": {}, "traces": {}}
        cell = content.setdefault(method, {}).setdefault(condition, empty)
        cell["seconds"][seed] = rounded(seconds)
        cell["status"][seed] = status if status == OK else f"{status}: {message}"
    for method, condition, seed, metric, value in _rows(scores, "metric", "value"):
        values = content[method][condition]["scores"].setdefault(metric, [None] * trials)
        values[seed] = rounded(value)
    if traces is not None:
        traces = traces[traces["seed"] < TRACED_TRIALS]
    lines: dict[tuple[str, str, str, int], list[tuple[Any, Any]]] = {}
    for method, condition, seed, curve, x, value in _rows(traces, "curve", "x", "value"):
        lines.setdefault((method, condition, curve, seed), []).append((x, value))
    for (method, condition, curve, seed), points in lines.items():
        x, value = zip(*(map(rounded, point) for point in thinned(points)), strict=True)
        content[method][condition]["traces"].setdefault(curve, []).append([seed, x, value])
    return content


def _rows(frame: pd.DataFrame | None, *columns: str) -> Iterator[tuple[Any, ...]]:
    """Method, condition, seed and the columns of each row; plain lists are the fastest way."""
    if frame is None:
        return iter(())
    return zip(*(frame[c].tolist() for c in ("method", "condition", "seed", *columns)), strict=True)


def thinned(points: list[Any]) -> list[Any]:
    """At most `TRACED_POINTS` evenly spaced points, with the first and the last."""
    last = len(points) - 1
    kept = sorted({round(i * last / (TRACED_POINTS - 1)) for i in range(TRACED_POINTS)})
    return [points[i] for i in kept]


def rounded(value: float) -> float | None:
    return float(f"{value:.{DIGITS}g}") if isfinite(value) else None
