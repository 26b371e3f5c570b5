"""What ran of an experiment, and what did not end well."""

from __future__ import annotations

from typing import Any

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
    """A row for each way in which fits of a cell failed: where, how, how often, and why."""
    rows = failed(results.runs(study))
    groups = rows.groupby(["dataset", "method", "status", "message"], observed=True).size()
    return [
        {"dataset": str(d), "method": str(m), "status": s, "message": why, "fits": int(n)}
        for (d, m, s, why), n in groups.items()
    ]


def missing(results: Results) -> dict[str, str]:
    """The data sets that could not be had, with the reason."""
    return {
        row["dataset"]: row["message"]
        for study in results.experiment.studies
        for row in failures(results, study)
        if row["status"] == MISSING
    }


def holes(results: Results) -> list[str]:
    """A line for every data set that could not be had and every cell in which fits failed."""
    name = results.experiment.name
    lines = [f"{dataset} is missing: {why}" for dataset, why in missing(results).items()]
    for study in results.experiment.studies:
        lines += [
            f"{name}/{study}/{row['dataset']}, {row['method']}: {row['status']} in {row['fits']} "
            f"trials: {row['message']}"
            for row in failures(results, study)
            if row["status"] != MISSING
        ]
    return lines


def studies(results: Results) -> list[dict[str, Any]]:
    """For each study what it is about, what ran, and what failed."""
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
                    f"{row['dataset']}, {row['method']}: {row['status']} in {row['fits']} trials: "
                    f"{row['message']}"
                    for row in failures(results, name)
                ],
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
