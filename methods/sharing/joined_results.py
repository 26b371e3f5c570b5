"""A method of the user's beside the kept scores of a run, as the results of one experiment."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from methods.bench import paths
from methods.bench.results import Results, finished
from methods.errors import UserError
from methods.parquet_files import read_frame

FRAMES = ("scores", "runs")  # that a kept run has


def kept_trials(root: Path, experiment: str, study: str) -> dict[str, int]:
    """The number of kept trials of each data set of a study that has any."""
    folder = root / paths.REFERENCE / experiment / study / "scores"
    seeds = {
        file.stem: read_frame(file, ["seed"])["seed"] for file in sorted(folder.glob("*.parquet"))
    }
    return {name: int(of_set.max()) + 1 for name, of_set in seeds.items() if len(of_set)}


def kept_methods(root: Path, experiment: str, study: str) -> list[str]:
    """The methods with kept scores in a study."""
    return _names_in(root, experiment, study, "method")


def kept_metrics(root: Path, experiment: str, study: str) -> list[str]:
    """The metrics that a study has kept scores of."""
    return _names_in(root, experiment, study, "metric")


def _names_in(root: Path, experiment: str, study: str, column: str) -> list[str]:
    """What stands in a column of the kept scores, in the order in which it comes."""
    folder = root / paths.REFERENCE / experiment / study / "scores"
    names: dict[str, None] = {}
    for file in sorted(folder.glob("*.parquet")):
        names |= dict.fromkeys(read_frame(file, [column])[column])
    return list(names)


def joined(ours: Results, kept: Results, study: str) -> Results:
    """The kept results with ours among them; the plan of `kept` has the methods of both."""
    frames = {}
    for kind in FRAMES:
        both = [getattr(results, kind)(study) for results in (kept, ours)]
        columns = [c for c in both[0] if c in both[1]]
        frame = pd.concat([f[columns].astype({"method": str, "dataset": str}) for f in both])
        frame["dataset"] = pd.Categorical(frame["dataset"], kept.datasets(study), ordered=True)
        frame["method"] = pd.Categorical(frame["method"], kept.methods(study), ordered=True)
        frames[study, kind] = frame.reset_index(drop=True)
    return Results(kept.plan, kept.experiment, kept.published, frames)


def refuse_other_sizes(joined: Results, study: str, method: str) -> int:
    """How many trials of a method train on as many rows as those of the kept run.

    An error names one that does not. It is all that can be said of a run without hashes.
    """
    runs = finished(joined.runs(study))
    trial = ["dataset", "seed"]
    runs = runs.merge(runs.loc[runs["method"] == method, trial], on=trial)
    sizes = runs.groupby(trial, observed=True)["n_train"].agg(["min", "max"])
    for (dataset, seed), row in sizes[sizes["min"] != sizes["max"]].iterrows():
        raise UserError(
            f"{paths.REFERENCE}/{joined.experiment.name}/{study}/runs/{dataset}.parquet: trial"
            f" {seed}: methods train on {row['min']:g} and on {row['max']:g} rows, so their scores"
            " cannot be paired"
        )
    return len(sizes)
