"""Training and test rows of every seed, and the scaler that goes with them.

The randomness of a split comes from (experiment, data set, seed) alone, that of folds from (data
set, repetition): all methods of a seed see the same rows, two studies of one experiment are paired,
and more trials change no earlier split.

Kinds of split
    holdout  ``train`` rows (a count, or a fraction below 1) drawn without replacement, the rest
             for testing; ``train_rows: {name: n}`` gives some data sets a count of their own;
             ``stratify: true`` keeps the class proportions; ``groups: true`` keeps
             the rows of a group (a subject) on one side, ``train`` then being a fraction of the
             groups; ``pool: n`` draws n rows first and splits those.
    given    the train and test parts that the data set comes with, whatever the seed; ``by: name``
             takes those of the rows whose extra of that name is the seed, for data that were drawn
             anew for each trial.
    folds    ``folds``-fold cross-validation, stratified; seed s is fold s mod folds of repetition
             s // folds. A data set that comes with parts keeps them where ``prefer_given: true``.
    none     all rows for training, none for testing.

Scaling
    ``{range: [lo, hi], rows: train|all}`` maps each feature linearly onto the range that the named
    rows span; ``{variance: 1, rows: ...}`` centres and divides by the standard deviation. A feature
    that is constant on those rows becomes the middle of the range (0 for unit variance). Values of
    other rows may leave the range: the thesis insists on parameters from the training part.
    ``{norm: c, rows: ...}`` multiplies all features by one number, so that the mean Euclidean norm
    of the named rows is c: what neighbouring features have in common, as in pictures, stays.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from methods.data.prepare import Dataset
from methods.errors import UserError
from methods.files import write_atomically
from methods.seeds import stream


@dataclass(frozen=True)
class Split:
    """Rows of one seed in the order drawn, and the affine map of the features."""

    train: np.ndarray
    test: np.ndarray
    factor: np.ndarray
    shift: np.ndarray

    def features(self, X: np.ndarray) -> np.ndarray:
        """`X` after the scaler."""
        return X * self.factor + self.shift


def make_split(
    dataset: Dataset,
    experiment: str,
    seed: int,
    kind: Mapping[str, Any],
    scaling: Mapping[str, Any] | None,
) -> Split:
    """The split of one seed under the protocol `kind`, its scaler fitted on the rows it names."""
    rng = stream("split", experiment, dataset.name, seed)
    train, test = _rows(dataset, seed, kind, rng)
    factor, shift = _scaler(dataset.X, train, scaling)
    return Split(train, test, factor, shift)


def _rows(
    dataset: Dataset, seed: int, kind: Mapping[str, Any], rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    n = len(dataset.y)
    name = kind["kind"]
    if name == "none":
        return np.arange(n), np.arange(0)
    if name == "given" or (kind.get("prefer_given") and dataset.test is not None):
        if dataset.test is None:
            raise UserError(f"{dataset.name}: split 'given', but the data set comes in one part")
        drawn = _drawn_for(dataset, seed, kind["by"]) if "by" in kind else np.ones(n, dtype=bool)
        return np.flatnonzero(drawn & ~dataset.test), np.flatnonzero(drawn & dataset.test)
    if name == "folds":
        repetition, fold = divmod(seed, kind["folds"])
        rng = stream("folds", dataset.name, repetition)
        part = _dealt(dataset.y, kind["folds"], rng)
        return rng.permutation(np.flatnonzero(part != fold)), np.flatnonzero(part == fold)
    rows = rng.permutation(n)
    if "pool" in kind:
        rows = rows[: kind["pool"]]
    train = kind.get("train_rows", {}).get(dataset.name, kind["train"])
    if kind.get("groups"):
        return _grouped(dataset, rows, train, rng)
    n_train = _count(train, len(rows))
    if not 0 < n_train < len(rows):
        raise UserError(
            f"{dataset.name}: {n_train} training rows asked for, the data set has {len(rows)}"
        )
    if kind.get("stratify"):
        return _stratified(dataset.y, rows, n_train)
    return rows[:n_train], rows[n_train:]


def _drawn_for(dataset: Dataset, seed: int, extra: str) -> np.ndarray:
    if extra not in dataset.extras:
        raise UserError(f"{dataset.name}: split by {extra!r}, but the data set has no such extra")
    drawn = dataset.extras[extra] == seed
    if not drawn.any():
        raise UserError(
            f"{dataset.name}: no rows for trial {seed}; the last is {dataset.extras[extra].max()}"
        )
    return drawn


def _count(train: float, n: int) -> int:
    return round(train * n) if train < 1 else int(train)


def _dealt(y: np.ndarray, folds: int, rng: np.random.Generator) -> np.ndarray:
    """Fold of every row: each class is shuffled and dealt round in one continued deal."""
    order = rng.permutation(len(y))
    order = order[np.argsort(y[order], kind="stable")]
    part = np.empty(len(y), dtype=np.int64)
    part[order] = np.arange(len(y)) % folds
    return part


def _stratified(y: np.ndarray, rows: np.ndarray, n_train: int) -> tuple[np.ndarray, np.ndarray]:
    """Class counts by largest remainder, so that they add up to `n_train` exactly."""
    classes, counts = np.unique(y[rows], return_counts=True)
    exact = counts * n_train / len(rows)
    take = np.floor(exact).astype(int)
    for index in np.argsort(take - exact, kind="stable")[: n_train - take.sum()]:
        take[index] += 1
    chosen = np.zeros(len(rows), dtype=bool)
    for label, count in zip(classes, take, strict=True):
        chosen[np.flatnonzero(y[rows] == label)[:count]] = True
    return rows[chosen], rows[~chosen]


def _grouped(
    dataset: Dataset, rows: np.ndarray, fraction: float, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    if "group" not in dataset.extras:
        raise UserError(f"{dataset.name}: split by groups, but the data set names none")
    group = dataset.extras["group"]
    names = rng.permutation(np.unique(group[rows]))
    n_train = _count(fraction, len(names))
    if not 0 < n_train < len(names):
        raise UserError(
            f"{dataset.name}: {n_train} training groups asked for, the data set has {len(names)}"
        )
    inside = np.isin(group[rows], names[:n_train])
    return rows[inside], rows[~inside]


def _scaler(
    X: np.ndarray, train: np.ndarray, scaling: Mapping[str, Any] | None
) -> tuple[np.ndarray, np.ndarray]:
    if scaling is None:
        return np.ones(X.shape[1:]), np.zeros(X.shape[1:])
    rows = X if scaling["rows"] == "all" else X[train]
    if "norm" in scaling:
        mean_norm = np.linalg.norm(rows.reshape(len(rows), -1), axis=1).mean()
        factor = np.full(X.shape[1:], scaling["norm"] / mean_norm if mean_norm else 1.0)
        return factor, np.zeros_like(factor)
    width = np.ptp(rows, axis=0)
    constant = width == 0  # the deviation of a constant feature may be rounding instead of zero
    if "range" in scaling:
        low, high = (float(end) for end in scaling["range"])
        factor = np.where(constant, 0.0, (high - low) / np.where(constant, 1.0, width))
        return factor, np.where(constant, (low + high) / 2, low - rows.min(axis=0) * factor)
    factor = np.where(constant, 0.0, 1 / np.where(constant, 1.0, rows.std(axis=0)))
    return factor, -rows.mean(axis=0) * factor


def save_splits(path: str | Path, splits: Mapping[int, Split]) -> None:
    """The splits of some seeds in one file: rows one after the other, with their ends.

    A data set that could not be had has no splits, and a file that says so.
    """
    arrays = {"seeds": np.array(list(splits), dtype=np.int64)}
    if splits:
        arrays |= _together(list(splits.values()))
    write_atomically(path, lambda part: np.savez_compressed(part, **arrays))  # type: ignore[arg-type]


def _together(splits: list[Split]) -> dict[str, np.ndarray]:
    return {
        "train": np.concatenate([s.train for s in splits]).astype(np.int32),
        "train_ends": np.cumsum([len(s.train) for s in splits]),
        "test": np.concatenate([s.test for s in splits]).astype(np.int32),
        "test_ends": np.cumsum([len(s.test) for s in splits]),
        "factor": np.stack([s.factor for s in splits]),
        "shift": np.stack([s.shift for s in splits]),
    }


def load_splits(*paths: str | Path) -> dict[int, Split]:
    """The splits in these files by seed."""
    splits: dict[int, Split] = {}
    for path in paths:
        splits |= _load(path)
    return splits


def _load(path: str | Path) -> dict[int, Split]:
    with np.load(path, allow_pickle=False) as stored:
        seeds = stored["seeds"].tolist()
        if not seeds:
            return {}
        train = np.split(stored["train"], stored["train_ends"][:-1])
        test = np.split(stored["test"], stored["test_ends"][:-1])
        parts = zip(train, test, stored["factor"], stored["shift"], strict=True)
        return {seed: Split(*part) for seed, part in zip(seeds, parts, strict=True)}
