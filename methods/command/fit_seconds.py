"""What fits are likely to cost: processor seconds and bytes, from what earlier ones took."""

from __future__ import annotations

from methods.bench.experiments import Study
from methods.bench.guard import TIMEOUT
from methods.command import last_run


def trial_seconds(study: Study, dataset: str, scale: str) -> dict[str, float]:
    """Processor seconds of one trial, all its conditions, by the display name of the method.

    From the stored fits of this or an earlier run, also at another scale; a method that has none
    is left out. A fit that was stopped counts with the time that it was given.
    """
    file = last_run.stored(study.experiment, study.name, "runs", dataset)
    if file is None:
        return {}
    import pandas as pd

    runs = pd.read_parquet(file, columns=["method", "status", "cpu_seconds", "predict_seconds"])
    runs.loc[runs["status"] == TIMEOUT, "cpu_seconds"] = study.seconds
    means = runs.groupby("method")[["cpu_seconds", "predict_seconds"]].mean().dropna()
    predictions = len(study.conditions.labels(scale))
    fits = 1 if study.conditions.vary == "test_noise" else predictions
    return {
        str(row.Index): fits * row.cpu_seconds + predictions * row.predict_seconds
        for row in means.itertuples()
    }
