"""The trials behind each cell, as a script a (study, data set) that a page loads on demand.

A page opened from the file system may not fetch JSON, but it may add a <script>.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from math import isfinite
from typing import Any

import pandas as pd

from methods.bench.guard import MISSING, OK
from methods.bench.results import Results

DIGITS = 6  # significant ones, of what is stored to 15
TRACED_TRIALS = 10  # of a cell; more lines cannot be told apart
TRACED_POINTS = 60  # of a line


def trial_scripts(results: Results, files: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """``<study>.<data set>`` and its script, for every data set of every study that ran.

    `files` has the page of each method.
    """
    for study in results.experiment.studies:
        had = results.runs(study)
        had = had[had["status"] != MISSING]
        runs = dict(list(had.groupby("dataset", observed=True)))
        scores = dict(list(results.scores(study).groupby("dataset", observed=True)))
        traces = dict(list(results.traces(study).groupby("dataset", observed=True)))
        for dataset in results.datasets(study):
            content = _of_dataset(
                results.trials(study, dataset),
                runs.get(dataset),
                scores.get(dataset),
                traces.get(dataset),
            )
            methods = {
                name: {"page": f"../../methods/{files[name]}", "conditions": conditions}
                for name, conditions in content.items()
            }
            name = f"{study}.{dataset}"
            data = json.dumps({"methods": methods}, separators=(",", ":"), allow_nan=False)
            yield name, f"marginbenchTrials({json.dumps(name)},{data});\n"


def _of_dataset(
    trials: int, runs: pd.DataFrame | None, scores: pd.DataFrame | None, traces: pd.DataFrame | None
) -> dict[str, dict[str, dict[str, Any]]]:
    """Method, condition, and there a value a trial of everything that is stored."""
    content: dict[str, dict[str, dict[str, Any]]] = {}
    for method, condition, seed, status, message, seconds in _rows(
        runs, "status", "message", "fit_seconds"
    ):
        empty = {"seconds": [None] * trials, "status": [None] * trials, "scores": {}, "traces": {}}
        cell = content.setdefault(method, {}).setdefault(condition, empty)
        cell["seconds"][seed] = _rounded(seconds)
        cell["status"][seed] = status if status == OK else f"{status}: {message}"
    for method, condition, seed, metric, value in _rows(scores, "metric", "value"):
        of_metric = content[method][condition]["scores"].setdefault(metric, [None] * trials)
        of_metric[seed] = _rounded(value)
    if traces is not None:
        traces = traces[traces["seed"] < TRACED_TRIALS]
    lines: dict[tuple[str, str, str, int], list[tuple[Any, Any]]] = {}
    for method, condition, seed, curve, x, value in _rows(traces, "curve", "x", "value"):
        lines.setdefault((method, condition, curve, seed), []).append((x, value))
    for (method, condition, curve, seed), points in lines.items():
        x, value = zip(*(map(_rounded, point) for point in _thinned(points)), strict=True)
        content[method][condition]["traces"].setdefault(curve, []).append([seed, x, value])
    return content


def _rows(frame: pd.DataFrame | None, *columns: str) -> Iterator[tuple[Any, ...]]:
    """Method, condition, seed and the columns of each row; plain lists are the fastest way."""
    if frame is None:
        return iter(())
    return zip(*(frame[c].tolist() for c in ("method", "condition", "seed", *columns)), strict=True)


def _thinned(points: list[Any]) -> list[Any]:
    """Evenly chosen points, the first and the last among them."""
    last = len(points) - 1
    kept = sorted({round(i * last / (TRACED_POINTS - 1)) for i in range(TRACED_POINTS)})
    return [points[i] for i in kept]


def _rounded(value: float) -> float | None:
    return float(f"{value:.{DIGITS}g}") if isfinite(value) else None
