"""What the last run gave, read from results/ or, if nothing has run, from results/reference."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from methods.bench import paths
from methods.bench.experiments import Experiment, Study
from methods.bench.guard import TIMEOUT
from methods.parquet_files import read_frame, read_table
from methods.sealed_files import read_kept, read_sealed_json

if TYPE_CHECKING:  # costs as much as a whole listing
    import pandas as pd

ERROR_COLUMNS = (
    "study", "dataset", "method", "condition", "error %", "sd", "fits", "seconds", "from",
)  # fmt: skip


def folders(experiment: str) -> Iterator[Path]:
    """The folders that may hold results of an experiment, the latest first."""
    yield Path("results", experiment)
    yield Path(paths.REFERENCE, experiment)


def verdicts(experiment: str) -> dict[str, dict[str, Any]]:
    """The last verdict on each claim, by the name of the claim, with its ``file``."""
    for folder in folders(experiment):
        file = folder / "claims.json"
        if file.exists():
            entries = read_sealed_json(file)["claims"]
            return {e["name"].partition("/")[2]: {**e, "file": str(file)} for e in entries}
    return {}


def stored(experiment: str, study: str, kind: str, dataset: str) -> Path | None:
    """The latest file of ``scores`` or ``runs`` of a data set."""
    name = f"{dataset}.{paths.SUFFIXES[kind]}"
    files = [folder / study / kind / name for folder in folders(experiment)]
    return next((file for file in files if file.exists()), None)


def runs_of(experiment: Experiment) -> pd.DataFrame | None:
    """The last fits of all studies, None if there are none."""
    import pandas as pd

    files = [
        file
        for study in experiment.studies.values()
        for dataset in study.datasets
        if (file := stored(experiment.name, study.name, "runs", dataset))
    ]
    frames = [_frame(file) for file in files]
    return pd.concat(frames, ignore_index=True) if frames else None


def trial_seconds(study: Study, dataset: str, scale: str) -> dict[str, float]:
    """Processor seconds of one trial with all its conditions, by the display name of the method.

    They are means over the stored fits of this or an earlier run, also at another scale. A method
    without stored fits is left out. A fit that was stopped counts with its time limit.
    """
    file = stored(study.experiment, study.name, "runs", dataset)
    return {} if file is None else seconds_in(file, study, scale)


def seconds_in(file: Path, study: Study, scale: str) -> dict[str, float]:
    """The same of one file of ``runs``."""
    fits, predictions = study.fits_of_a_trial(scale), len(study.conditions.labels(scale))
    return {
        method: fits * of_fit + predictions * of_prediction
        for method, of_fit, of_prediction in _mean_seconds(
            file.resolve(), file.stat().st_mtime_ns, study.seconds
        )
    }


@cache
def _mean_seconds(file: Path, changed: int, limit: float) -> list[tuple[str, float, float]]:
    """Method, mean seconds of its fits and of its predictions, of a file last changed then.

    Without pandas, which is slow for a hundred small files.
    """
    import numpy as np

    columns = ["method", "status", "cpu_seconds", "predict_seconds"]
    table = read_table(read_kept(file), columns)
    methods, status, fitting, predicting = (table[name].to_numpy() for name in columns)
    seconds = np.column_stack([np.where(status == TIMEOUT, limit, fitting), predicting])
    means = []
    for method in dict.fromkeys(methods):
        of_method = seconds[methods == method]
        known = ~np.isnan(of_method)
        if known.any(axis=0).all():
            of_fit, of_prediction = of_method.mean(axis=0, where=known)
            means.append((str(method), float(of_fit), float(of_prediction)))
    return means


def errors(
    experiment: Experiment, method: str | None = None, dataset: str | None = None
) -> list[tuple[Any, ...]]:
    """Rows of `ERROR_COLUMNS`: mean and deviation over the trials, and how many fits ended well.

    The rows are of one method or of one data set. The methods of a data set go from best to worst.
    """
    import pandas as pd

    rows = []
    for study in experiment.studies.values():
        for name in study.datasets:
            scores = stored(experiment.name, study.name, "scores", name)
            runs = stored(experiment.name, study.name, "runs", name)
            if dataset not in (None, name) or scores is None or runs is None:
                continue
            frame = _frame(scores)
            values = frame[frame["metric"] == "error"].groupby(["method", "condition"])["value"]
            fits = _frame(runs).groupby(["method", "condition"], sort=False)
            errors_of_fits = []
            for key, group in fits:
                if method in (None, key[0]):
                    error = 100 * values.get_group(key) if key in values.groups else pd.Series([])
                    fitted = f"{(group['status'] == 'ok').sum()}/{len(group)}"
                    seconds = group["fit_seconds"].median()
                    errors_of_fits.append((error.mean(), error.std(), fitted, seconds, *key))
            if method is None:
                errors_of_fits.sort(key=lambda row: (row[0] != row[0], row[0]))  # NaN last
            for mean, std, fitted, seconds, label, condition in errors_of_fits:
                rows.append(
                    (study.name, name, label, condition, _number(mean, ".1f"), _number(std, ".1f"),
                     fitted, _number(seconds, ".2g"), str(runs.parents[3]))
                )  # fmt: skip
    return rows


def _frame(file: Path) -> pd.DataFrame:
    return _read(file.resolve(), file.stat().st_mtime_ns)


@cache
def _read(file: Path, changed: int) -> pd.DataFrame:
    """The frame in a file that was last changed then."""
    return read_frame(read_kept(file))


def _number(value: float, form: str) -> str:
    return f"{value:{form}}" if value == value else "–"
