"""Hashes of the data and the rows of each trial, which tell whether scores may be paired.

Two runs that agree on them have trained and tested on the same rows of the same values. A table of
them is kept beside the scores of a run.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np
import pandas as pd

from methods.bench import paths
from methods.bench.plan import Plan
from methods.data.draws import drawn
from methods.data.prepare import Dataset, DataSetMissing, content_hash, load_dataset
from methods.data.splits import Split, load_splits
from methods.errors import UserError
from methods.files import write_text

FILE = "splits.csv"
DATA_SET = ["study", "dataset"]
TRIAL = [*DATA_SET, "seed"]
HASHES = ["data", "rows"]
LENGTH = 8  # digits of a hash; other rows have the same one once in four billion times


def split_hashes(plan: Plan, experiment: str) -> pd.DataFrame:
    """One row for each planned trial of the stored splits, with the hash of its data and rows.

    Values count to six significant digits, which all machines share. A data set whose splits are
    not stored has no rows.
    """
    rows = []
    for study in plan.studies():
        if study.experiment != experiment:
            continue
        for name in plan.datasets(study):
            files = [file for file in plan.splits(study, name) if Path(file).exists()]
            if not files or not Path(paths.prepared(name)).exists():
                continue
            try:
                dataset = load_dataset(paths.prepared(name))
            except DataSetMissing:
                continue
            of_draw: dict[int | None, str] = {}
            for seed, split in load_splits(*files).items():
                if seed >= plan.trials(study, name):
                    continue
                if split.draw not in of_draw:
                    of_draw[split.draw] = hash_of_data(drawn(dataset, split.draw))
                rows.append((study.name, name, seed, of_draw[split.draw], hash_of_rows(split)))
    return pd.DataFrame(rows, columns=[*TRIAL, *HASHES])


def hash_of_data(dataset: Dataset) -> str:
    labels = [dataset.classes[code] for code in dataset.y]
    return content_hash(dataset.X, labels, dataset.test, dataset.columns)[:LENGTH]


def hash_of_rows(split: Split) -> str:
    digest = hashlib.sha256()
    for rows in (split.train, split.test):
        digest.update(f"{len(rows)}:".encode())
        digest.update(np.asarray(rows, dtype="<i4").tobytes())
    return digest.hexdigest()[:LENGTH]


def keep_hashes(hashes: pd.DataFrame, folder: Path) -> None:
    """Write them beside the kept scores of an experiment: one line for all trials of a data set."""
    lists = hashes.astype({"seed": str}).groupby(DATA_SET, sort=False).agg(" ".join)
    one = lists["data"].map(lambda data: data if len(set(data.split())) > 1 else data.split()[0])
    write_text(folder / FILE, lists.assign(data=one).to_csv())


def kept_hashes(folder: Path) -> pd.DataFrame | None:
    """Those of a kept run; None if it is from before they were kept."""
    file = folder / FILE
    if not file.exists():
        return None
    columns = [*TRIAL, *HASHES]
    try:
        # a data set may be called "null"
        lists = pd.read_csv(file, dtype=str, keep_default_na=False)[columns]
        for column in ("seed", *HASHES):
            lists[column] = lists[column].str.split()
        # data that are not drawn anew have one hash for all trials
        lists["data"] = [
            data * (len(seeds) if len(data) == 1 else 1)
            for data, seeds in zip(lists["data"], lists["seed"], strict=True)
        ]
        table = lists.explode(["seed", *HASHES], ignore_index=True).astype({"seed": int})
    except (ValueError, KeyError):
        raise UserError(f"{file} is no table of {', '.join(columns)}; keep the run again") from None
    if table.duplicated(TRIAL).any():
        row = table[table.duplicated(TRIAL)].iloc[0]
        raise UserError(f"{file}: {row['dataset']}, trial {row['seed']} has two rows")
    return table


def refuse_other_trials(kept: pd.DataFrame, ours: pd.DataFrame, file: Path) -> int:
    """How many of our trials are those of the kept run; an error names the first that is not.

    A trial of which the kept table has no row is not counted.
    """
    both = ours.merge(kept, on=TRIAL, suffixes=("", "_kept"))
    for what in HASHES:
        for row in both[both[what] != both[f"{what}_kept"]].to_dict("records"):
            raise UserError(
                f"{file}: study {row['study']}, {row['dataset']}, trial {row['seed']}: the kept run"
                f" has {what} {row[f'{what}_kept']}, and here they are {row[what]}; scores of other"
                f" {what} cannot be paired"
            )
    return len(both)
