"""Every score of every trial as one table, each with what it was made from."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from methods.bench import paths
from methods.bench.experiments import Study
from methods.bench.plan import Plan
from methods.bench.scoring import KEY
from methods.errors import UserError
from methods.files import write_atomically
from methods.parquet_files import read_frame
from methods.sealed_files import read_sealed

PLACE = ["paper", "experiment", "study", "dataset"]
NUMBER = ["metric", "value"]


def all_scores(plan: Plan) -> pd.DataFrame:
    """One row per score, with the run that gave it; a failed fit has one row without a metric.

    The columns of a run say its status, message, seconds, and the machine, revision and packages
    that made it. `UserError` if nothing is stored.
    """
    frames = [
        _scores_of(plan, study, dataset)
        for study in plan.studies()
        for dataset in plan.datasets(study)
        if Path(paths.stored(study.experiment, study.name, dataset)["scores"]).exists()
    ]
    if not frames:
        raise UserError("there are no stored scores here to export; make a run first")
    table = pd.concat(frames, ignore_index=True)
    others = [column for column in table if column not in (*PLACE, *KEY, *NUMBER)]
    return table[[*PLACE, *KEY, *NUMBER, *others]]


def _scores_of(plan: Plan, study: Study, dataset: str) -> pd.DataFrame:
    files = paths.stored(study.experiment, study.name, dataset)
    scores, runs = (read_frame(read_sealed(files[kind]).data) for kind in ("scores", "runs"))
    table = runs.merge(scores, on=KEY, how="left", validate="one_to_many")
    selected = table["method"].isin([method.name for method in plan.methods(study)])
    table = table[selected & (table["seed"] < plan.trials(study, dataset))]
    place = [plan.experiments[study.experiment].source, study.experiment, study.name, dataset]
    return table.assign(**dict(zip(PLACE, place, strict=True)))


def write_table(table: pd.DataFrame, file: Path) -> None:
    """Write Parquet or CSV, as the name of the file says."""
    if file.suffix == ".parquet":
        write_atomically(file, lambda part: table.to_parquet(part, index=False, compression="zstd"))
    elif file.suffix == ".csv":
        write_atomically(file, lambda part: table.to_csv(part, index=False))
    else:
        raise UserError(f"{file}: the name of the table must end in .parquet or .csv")
