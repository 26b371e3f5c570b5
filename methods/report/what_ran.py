"""What ran of an experiment, and what is missing or failed."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pandas as pd

from methods.bench import paths
from methods.bench.guard import ABSENT, MISSING, OK
from methods.bench.results import Results, failed, finished
from methods.claims.sentences.words import counted
from methods.provenance import ORIGIN
from methods.report.of_entry import chosen
from methods.tables.fit_rows import row_per_fit


def totals(results: Results) -> dict[str, Any]:
    """Counts over all studies of an experiment."""
    studies = [name for name in results.experiment.studies if results.datasets(name)]
    runs = [row_per_fit(results.runs(name), results.study(name)) for name in studies]
    trials = {results.trials(name, d) for name in studies for d in results.datasets(name)}
    return {
        "datasets": len({d for name in studies for d in results.datasets(name)}),
        "methods": len({m for name in studies for m in results.methods(name)}),
        "trials": number_range(trials),
        "fits": sum(len(r) for r in runs),
        "well": sum(len(finished(r)) for r in runs),
        "hours": sum(r["fit_seconds"].sum() + r["tune_seconds"].sum() for r in runs) / 3600,
    }


def number_range(numbers: Iterable[int]) -> str:
    """The smallest and the largest of some numbers, which may be the same."""
    least, *rest = sorted(set(numbers))
    return f"{least} to {rest[-1]}" if rest else str(least)


def failures(results: Results, study: str) -> list[dict[str, Any]]:
    """One row for each data set, method, status and message of failed fits, with their number.

    ``log`` is the log of the first of these fits, as a path below results/. It is None if the file
    no longer exists. `not_installed` has the methods whose package is absent.
    """
    runs = failed(row_per_fit(results.runs(study), results.study(study)))
    runs = runs[runs["status"] != ABSENT]
    keys = ["dataset", "method", "status", "message"]
    groups = runs.groupby(keys, observed=True)["seed"].agg(["size", "min"])
    rows = []
    for (dataset, method, status, message), (fits, first_seed) in groups.iterrows():
        row = {"study": study, "dataset": str(dataset), "method": str(method), "status": status,
               "message": message, "fits": int(fits)}  # fmt: skip
        rows.append(row | {"log": _log(results, row, int(first_seed))})
    return rows


def not_installed(results: Results, study: str) -> list[str]:
    """One line for each method that was not tried because an optional package is absent."""
    runs = results.runs(study)
    runs = runs[runs["status"] == ABSENT]
    reasons = dict.fromkeys(zip(runs["method"], runs["message"], strict=True))
    return [f"{method}: {reason}" for method, reason in reasons]


def missing_datasets(results: Results) -> dict[str, dict[str, Any]]:
    """The unavailable data sets by name, each with one row of its failures."""
    return {
        row["dataset"]: row
        for study in results.experiment.studies
        for row in failures(results, study)
        if row["status"] == MISSING
    }


def in_short(results: Results, row: Mapping[str, Any]) -> dict[str, str]:
    """That a data set could not be fetched and why, and in `more` what the fetch said."""
    name = row["dataset"]
    unavailable = results.plan.catalogue[name].unavailable
    why = f" {unavailable.why}" if unavailable else ""
    return {"text": f"{name} could not be fetched.{why}", "more": row["message"]}


def gaps(results: Results) -> list[dict[str, Any]]:
    """A line and a log for each missing data set, and for each kind of failed fits."""
    return (
        [
            {**in_short(results, row), "log": row["log"]}
            for row in missing_datasets(results).values()
        ]
        + [
            {
                "text": f"{results.experiment.name}/{study}/{_failure(row)}",
                "more": "",
                "log": row["log"],
            }
            for study in results.experiment.studies
            for row in failures(results, study)
            if row["status"] != MISSING
        ]
        + [
            {"text": f"{results.experiment.name}/{study}, {line}", "more": "", "log": None}
            for study in results.experiment.studies
            for line in not_installed(results, study)
        ]
    )


def study_summaries(results: Results) -> list[dict[str, Any]]:
    """For each study what it is about, what ran, what failed, and what warned."""
    summaries = []
    for name, study in results.experiment.studies.items():
        datasets = results.datasets(name)
        runs = row_per_fit(results.runs(name), study)
        summaries.append(
            {
                "name": name, "about": study.about or name, "datasets": datasets,
                "line": _counts(results, name, runs) if datasets
                else f"none of its data sets is {chosen(results)}",
                "failures": [_told(results, row) for row in failures(results, name)]
                + [
                    {"text": line, "more": "", "log": None}
                    for line in not_installed(results, name)
                ],
                "warned": [*not_finite(runs), *warned(runs)] if datasets else [],
            }
        )  # fmt: skip
    return summaries


def _counts(results: Results, study: str, runs: pd.DataFrame) -> str:
    fits = ", ".join(f"{n} {status}" for status, n in runs["status"].value_counts().items())
    datasets = results.datasets(study)
    trials = number_range(results.trials(study, name) for name in datasets)
    return (
        f"{counted(len(datasets), 'data set')}, {counted(len(results.methods(study)), 'method')}, "
        f"{trials} trials; fits: {fits}; {runs['fit_seconds'].sum():.0f} s "
        f"of fits, {runs['tune_seconds'].sum():.0f} s of tuning"
    )


def not_finite(runs: pd.DataFrame) -> list[str]:
    """One line per method that has recorded numbers that are NaN or infinite, with the first."""
    noted = runs[(runs["status"] == OK) & (runs["message"] != "")]
    return [
        f"{method}: {of_method['message'].iloc[0]}, in one of {len(of_method)} such fits"
        for method, of_method in noted.groupby("method", observed=True)
    ]


def warned(runs: pd.DataFrame) -> list[str]:
    """One line per method whose fits warned: how many on each data set. The logs have the text."""
    datasets_by_method = runs[runs["warnings"] > 0].groupby("method", observed=True)["dataset"]
    return [
        f"{method}: " + ", ".join(f"{n} on {name}" for name, n in sorted(Counter(datasets).items()))
        for method, datasets in datasets_by_method
    ]


def origin_of_fits(results: Results) -> str:
    """All versions, revisions and machines that the fits were made with, in one line."""
    frames = [results.runs(name) for name in results.experiment.studies if results.datasets(name)]
    parts = []
    for column in ORIGIN:
        values = sorted(
            {str(v) for f in frames if column in f for v in f[column].dropna().unique()}
        )
        if values:
            parts.append(f"{column} {', '.join(values)}")
    return "Fits made with " + "; ".join(parts) if parts else ""


def _told(results: Results, row: dict[str, Any]) -> dict[str, Any]:
    """A kind of failed fits in a line, and its log; what a fetch said is apart."""
    if row["status"] != MISSING:
        return {"text": _failure(row), "more": "", "log": row["log"]}
    short = in_short(results, row)
    text = f"{row['method']}: {counted(row['fits'], 'fit')} not made, since {short['text']}"
    return {"text": text, "more": short["more"], "log": row["log"]}


def _failure(row: dict[str, Any]) -> str:
    cell = f"{row['dataset']}, {row['method']}"
    return f"{cell}: {row['status']} in {counted(row['fits'], 'fit')}: {row['message']}"


def _log(results: Results, row: dict[str, Any], seed: int) -> str | None:
    if row["status"] == MISSING:
        log = paths.fetch_log(results.plan.catalogue[row["dataset"]].fetched_as)
    else:
        study = results.study(row["study"])
        folder = results.plan.folder(study, study.method(row["method"]))
        names = (study.experiment, study.name, row["dataset"], folder)
        log = paths.fit_log(*names, _block(results.plan.block_names(study, row["dataset"]), seed))
    return log.removeprefix("results/") if not results.kept and Path(log).exists() else None


def _block(blocks: list[str], seed: int) -> str:
    """The block, named ``<first seed>-<last seed>``, that holds a seed."""
    last_seeds = [int(block.split("-")[1]) for block in blocks]
    return blocks[bisect_left(last_seeds, seed)]
