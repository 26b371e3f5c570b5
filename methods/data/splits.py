"""Training and test rows of every seed, and the scaler that goes with them.

Generated data are drawn anew for each trial, unless the study has a reason for one draw. A split
says of which draw its rows are.

The rows of a seed depend on (experiment, data set, seed) and, for folds, on (data set, repetition).
So all methods of a seed see the same rows, two studies of one experiment are paired, and more
trials change no earlier split.

The kinds of split are in `methods.data.split_kinds`, those of scaling in `methods.data.scaling`.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from scipy.sparse import issparse

from methods.data.draws import drawn
from methods.data.prepare import Dataset
from methods.data.scaling import fit_scaling
from methods.data.sparse_rows import fit_sparse_scaling
from methods.data.split_kinds import rows_of_split
from methods.sealed_files import read_sealed, write_sealed


@dataclass(frozen=True)
class Split:
    """Rows of one seed, in the order drawn, and the affine map of the features.

    The rows are those of draw number `draw`, or of the stored data set if it is None.
    """

    train: np.ndarray
    test: np.ndarray
    factor: np.ndarray
    shift: np.ndarray
    draw: int | None = None
    gaps: tuple[int, int] = (0, 0)

    def features(self, X: Any) -> Any:
        """`X` after the scaler, which shifts no sparse rows."""
        if issparse(X):
            return X.multiply(self.factor).tocsr()
        return X * self.factor + self.shift


def make_split(
    dataset: Dataset,
    experiment: str,
    seed: int,
    split: Mapping[str, Any],
    scaling: Mapping[str, Any] | None,
    draw: int | None = None,
    missing: str = "",
) -> Split:
    """The split of one seed, with its scaler fitted on the rows that `scaling` names.

    If the data set is generated, the rows are those of its draw number `draw`. With `missing` as
    "drop", rows with a gap are in neither part. A typed table is scaled after it is encoded.
    """
    draw = draw if dataset.recipe else None
    dataset = drawn(dataset, draw)
    train, test = rows_of_split(dataset, experiment, seed, split)
    gaps = (0, 0)
    if dataset.columns:  # scaled after they are encoded
        scaling = None
        if missing == "drop":
            complete = ~np.isnan(dataset.X).any(axis=1)
            kept, kept_test = train[complete[train]], test[complete[test]]
            gaps = len(train) - len(kept), len(test) - len(kept_test)
            train, test = kept, kept_test
    fit = fit_sparse_scaling if issparse(dataset.X) else fit_scaling
    factor, shift = fit(dataset.X, train, scaling)
    return Split(train, test, factor, shift, draw, gaps)


def save_splits(
    path: str | Path, splits: Mapping[int, Split], made_from: Mapping[str, str]
) -> None:
    """Write the splits of some seeds to one file: all rows in sequence, and where each part ends.

    The file of an unavailable data set holds no splits.
    """
    arrays = {"seeds": np.array(list(splits), dtype=np.int64)}
    if splits:
        arrays |= _concatenated(list(splits.values()))

    def write(part: Path) -> None:
        np.savez_compressed(part, **arrays)  # type: ignore[arg-type]

    write_sealed(path, write, made_from)


def _concatenated(splits: list[Split]) -> dict[str, np.ndarray]:
    draws = [split.draw for split in splits if split.draw is not None]
    gaps = [split.gaps for split in splits]
    optional = {"draws": np.array(draws)} if draws else {}
    optional |= {"gaps": np.array(gaps)} if np.any(gaps) else {}
    return optional | {
        "train": np.concatenate([split.train for split in splits]).astype(np.int32),
        "train_ends": np.cumsum([len(split.train) for split in splits]),
        "test": np.concatenate([split.test for split in splits]).astype(np.int32),
        "test_ends": np.cumsum([len(split.test) for split in splits]),
        "factor": np.stack([split.factor for split in splits]),
        "shift": np.stack([split.shift for split in splits]),
    }


def load_splits(*paths: str | Path) -> dict[int, Split]:
    """The splits in these files, by seed."""
    splits: dict[int, Split] = {}
    for path in paths:
        splits |= _load(path)
    return splits


def _load(path: str | Path) -> dict[int, Split]:
    with np.load(io.BytesIO(read_sealed(path).data), allow_pickle=False) as stored:
        seeds = stored["seeds"].tolist()
        if not seeds:
            return {}
        train = np.split(stored["train"], stored["train_ends"][:-1])
        test = np.split(stored["test"], stored["test_ends"][:-1])
        draws = stored["draws"].tolist() if "draws" in stored else [None] * len(seeds)
        gaps = stored["gaps"].tolist() if "gaps" in stored else [(0, 0)] * len(seeds)
        parts = zip(
            train, test, stored["factor"], stored["shift"], draws, map(tuple, gaps), strict=True
        )
        return {seed: Split(*part) for seed, part in zip(seeds, parts, strict=True)}
