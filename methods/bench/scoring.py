"""From the blocks of a data set to its scores, runs, traces and artifacts.

Each data set of a study has four files, made from the stored fits and the labels; nothing is fitted
here. Scores have one row per method, seed, condition and metric. Runs have one row per fit, also if
it failed, with its status and seconds. They also say which values of the test rows it has kept, and
as JSON under ``gaps`` which metrics of the study it lacks and why.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import pandas as pd

from methods.bench.blocks import Run, load_block
from methods.bench.guard import INVALID, OK, InvalidResult, one_line
from methods.bench.metrics import METRICS, Curves, kept_in_words, score_values, scorers_of
from methods.bench.plan import Block
from methods.bench.recording import check_stored
from methods.data.draws import drawn
from methods.data.prepare import Dataset
from methods.data.splits import Split
from methods.measures.ensemble_diversity import diversity_measures
from methods.schemas.metric_entries import CURVES, MetricEntry
from methods.sealed_files import write_sealed

SLASH = "%2F"  # in the name of an artifact, for that of a condition
KEY = ["method", "seed", "condition"]
COLUMNS = {
    "scores": ["metric", "value"],
    "runs": [
        "status", "message", "n_train", "fit_seconds", "tune_seconds", "predict_seconds",
        "cpu_seconds", "peak_mb", "warnings", "values", "gaps",
    ],
    "traces": ["curve", "x", "value"],
}  # fmt: skip


def score_blocks(
    blocks: Sequence[Block],
    dataset: Dataset | None,
    splits: Mapping[int, Split],
    trials: int,
    metrics: Mapping[str, MetricEntry] = MappingProxyType({}),
) -> dict[str, Any]:
    """The tables ``scores``, ``runs`` and ``traces`` and the dictionary ``artifacts``.

    Artifacts are named ``<method slug>/<seed>/<condition>/<name>``. `dataset` is None if it is
    unavailable: the runs then state the reason, and there are no scores. Seeds from `trials` on
    are ignored. `metrics` are scored beside those of every study.
    """
    scorers, curves = scorers_of(metrics), [name for name in metrics if name in CURVES]
    scores: list[tuple[Any, ...]] = []
    runs: list[dict[str, Any]] = []
    traces: list[pd.DataFrame] = []
    artifacts: dict[str, np.ndarray] = {}
    labels: dict[int, np.ndarray] = {}
    for block in blocks:
        stored_runs, provenance = load_block(block.path)
        for run in (run for run in stored_runs if run.seed < trials):
            run = _checked(run, splits[run.seed]) if run.seed in splits else run
            key = (block.method.name, run.seed, run.condition)
            values: dict[str, float] = {}
            more: dict[str, float] = {}
            drawn_curves: Curves = {}
            gaps: dict[str, str] = {}
            if run.status == OK and dataset is not None:
                split = splits[run.seed]
                if run.seed not in labels:
                    labels[run.seed] = drawn(dataset, split.draw).y
                y = labels[run.seed]
                values = _metrics(run, y, split)
                if bad := [name for name, value in values.items() if not np.isfinite(value)]:
                    fault = f"metric {bad[0]!r} is {values[bad[0]]}"
                    run = replace(run, status=INVALID, message=fault)
                elif metrics:
                    more, drawn_curves, gaps = score_values(run, y[split.test], scorers, curves)
            fields = vars(run) | {
                "values": kept_in_words(run) if run.status == OK else "",
                "gaps": json.dumps(gaps) if gaps else "",
            }
            shown = {name: fields[name] for name in COLUMNS["runs"]}
            runs.append(dict(zip(KEY, key, strict=True)) | shown | provenance)
            if run.status != OK or dataset is None:
                continue
            values = {**run.scalars, **values, **more, **_diversity(run, y, split)}
            scores += [(*key, metric, value) for metric, value in values.items()]
            for curve, (x, value) in {**run.traces, **drawn_curves}.items():
                traces.append(_trace(key, curve, x, value))
            for name, array in run.artifacts.items():
                if not name.startswith("component_"):
                    artifacts[_artifact_name(block.method.slug, run, name)] = array
    empty = pd.DataFrame(columns=[*KEY, *COLUMNS["traces"]]).astype({"x": float, "value": float})
    return {
        "scores": pd.DataFrame(scores, columns=[*KEY, *COLUMNS["scores"]]).astype({"value": float}),
        "runs": _with_rounded_seconds(pd.DataFrame(runs)),
        "traces": pd.concat(traces, ignore_index=True) if traces else empty,
        "artifacts": artifacts,
    }


def _artifact_name(slug: str, run: Run, name: str) -> str:
    condition, name = (part.replace("/", SLASH) for part in (run.condition or "-", name))
    return f"{slug}/{run.seed}/{condition}/{name}"


def _checked(run: Run, split: Split) -> Run:
    """The run, invalid if it cannot be scored; an older version may have stored it."""
    run = replace(run, message=one_line(run.message))
    if run.status == OK:
        try:
            check_stored(run, split)
        except InvalidResult as fault:
            return replace(run, status=INVALID, message=one_line(fault))
    return run


def _with_rounded_seconds(runs: pd.DataFrame) -> pd.DataFrame:
    """Seconds rounded to four digits; further digits are noise of the clock."""
    return runs.assign(
        **{
            column: [float(f"{seconds:.4g}") for seconds in runs[column]]
            for column in runs.columns
            if column.endswith("_seconds")
        }
    )


def _metrics(run: Run, y: np.ndarray, split: Split) -> dict[str, float]:
    values = {}
    for name, metric in METRICS.items():
        if len(run.test):
            values[name] = metric(y[split.test], run.test)
        if len(run.train):
            values[f"train_{name}"] = metric(y[split.train[: len(run.train)]], run.train)
    return values


def _diversity(run: Run, y: np.ndarray, split: Split) -> dict[str, float]:
    if "component_predictions" not in run.artifacts:
        return {}
    return diversity_measures(
        run.artifacts["component_predictions"],
        y[split.test],
        run.artifacts.get("component_weights"),
    )


def _trace(key: tuple[Any, ...], curve: str, x: np.ndarray, value: np.ndarray) -> pd.DataFrame:
    frame = pd.DataFrame({"x": x, "value": value})
    for column, entry in zip([*KEY, "curve"], [*key, curve], strict=True):
        frame.insert(0, column, entry)
    return frame[[*KEY, *COLUMNS["traces"]]]


def save_scored(
    scored: dict[str, Any], paths: Mapping[str, str], made_from: Mapping[str, str]
) -> None:
    """Write the four results of `score_blocks` to their files."""
    for kind in ("scores", "runs", "traces"):
        frame = scored[kind]

        def save(part: Path, frame: pd.DataFrame = frame) -> None:
            frame.to_parquet(part, index=False, compression="zstd")

        write_sealed(paths[kind], save, made_from)

    def save_arrays(part: Path) -> None:
        np.savez_compressed(part, **scored["artifacts"])

    write_sealed(paths["artifacts"], save_arrays, made_from)
