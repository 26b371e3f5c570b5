"""What ran of an experiment, and what did not end well."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from pathlib import Path
from typing import Any

import pandas as pd

from methods.bench import paths
from methods.bench.guard import MISSING
from methods.bench.results import Results, failed, finished

ORIGIN = ("revision", "cpu", "python", "numpy", "scipy", "scikit-learn")


def totals(results: Results) -> dict[str, Any]:
    """Counts over all studies of an experiment."""
    studies = [name for name in results.experiment.studies if results.datasets(name)]
    runs = [results.runs(name) for name in studies]
    trials = sorted({results.trials(name) for name in studies})
    return {
        "datasets": len({d for name in studies for d in results.datasets(name)}),
        "methods": len({m for name in studies for m in results.methods(name)}),
        "trials": f"{trials[0]} to {trials[-1]}" if len(trials) > 1 else f"{trials[0]}",
        "fits": sum(len(r) for r in runs),
        "well": sum(len(finished(r)) for r in runs),
        "hours": sum(r["fit_seconds"].sum() + r["tune_seconds"].sum() for r in runs) / 3600,
    }


def failures(results: Results, study: str) -> list[dict[str, Any]]:
    """A row for each way in which fits of a cell failed: where, how, how often, why, and a log.

    The log is of the first of them, below results/; None where it is not there any more.
    """
    rows = failed(results.runs(study))
    keys = ["dataset", "method", "status", "message"]
    groups = rows.groupby(keys, observed=True)["seed"].agg(["size", "min"])
    found = []
    for (dataset, method, status, why), (n, first) in groups.iterrows():
        row = {"study": study, "dataset": str(dataset), "method": str(method), "status": status,
               "message": why, "fits": int(n)}  # fmt: skip
        found.append(row | {"log": _log(results, row, int(first))})
    return found


def missing(results: Results) -> dict[str, dict[str, Any]]:
    """The data sets that could not be had, each with one row of its failures."""
    return {
        row["dataset"]: row
        for study in results.experiment.studies
        for row in failures(results, study)
        if row["status"] == MISSING
    }


def holes(results: Results) -> list[dict[str, Any]]:
    """A line and its log for every data set that is missing and every cell in which fits failed."""
    return [
        {"text": f"{row['dataset']} is missing: {row['message']}", "log": row["log"]}
        for row in missing(results).values()
    ] + [
        {"text": f"{results.experiment.name}/{study}/{_failure(row)}", "log": row["log"]}
        for study in results.experiment.studies
        for row in failures(results, study)
        if row["status"] != MISSING
    ]


def warned(runs: pd.DataFrame) -> list[str]:
    """A line for each method of whose fits some warned, their logs being the place to look."""
    of_methods = runs[runs["warnings"] > 0].groupby("method", observed=True)["dataset"]
    return [
        f"{method}: " + ", ".join(f"{n} on {name}" for name, n in sorted(Counter(datasets).items()))
        for method, datasets in of_methods
    ]


def _failure(row: dict[str, Any]) -> str:
    where = f"{row['dataset']}, {row['method']}"
    return f"{where}: {row['status']} in {row['fits']} trials: {row['message']}"


def _log(results: Results, row: dict[str, Any], seed: int) -> str | None:
    if row["status"] == MISSING:
        log = paths.fetch_log(row["dataset"])
    else:
        study = results.study(row["study"])
        folder = results.plan.folder(study, study.method(row["method"]))
        names = (study.experiment, study.name, row["dataset"], folder)
        log = paths.fit_log(*names, _block(results.plan.block_names(study, row["dataset"]), seed))
    return log.removeprefix("results/") if Path(log).exists() else None


def _block(blocks: list[str], seed: int) -> str:
    """The one of ``<first>-<last>`` that a seed is in."""
    lasts = [int(block.split("-")[1]) for block in blocks]
    return blocks[bisect_left(lasts, seed)]


def studies(results: Results) -> list[dict[str, Any]]:
    """For each study what it is about, what ran, what failed, and what warned."""
    shown = []
    for name, study in results.experiment.studies.items():
        datasets = results.datasets(name)
        if datasets:
            runs = results.runs(name)
            counts = runs["status"].value_counts()
            fits = ", ".join(f"{n} {status}" for status, n in counts.items())
            line = (
                f"{len(datasets)} data sets, {len(results.methods(name))} methods, "
                f"{results.trials(name)} trials; fits: {fits}; {runs['fit_seconds'].sum():.0f} s "
                f"of fits, {runs['tune_seconds'].sum():.0f} s of tuning"
            )
        else:
            line = "none of its data sets is selected"
        shown.append(
            {
                "name": name, "about": study.about or name, "line": line, "datasets": datasets,
                "failures": [
                    {"text": _failure(row), "log": row["log"]} for row in failures(results, name)
                ],
                "warned": warned(runs) if datasets else [],
            }
        )  # fmt: skip
    return shown


def origins(results: Results) -> str:
    """Where the fits were made: every version, revision and machine that their rows name."""
    frames = [results.runs(name) for name in results.experiment.studies if results.datasets(name)]
    parts = []
    for column in ORIGIN:
        values = sorted({str(v) for f in frames if column in f for v in f[column].dropna()})
        if values:
            parts.append(f"{column} {', '.join(values)}")
    return "Fits made with " + "; ".join(parts) if parts else ""
