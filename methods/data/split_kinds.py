"""Kinds of split: which rows train and which test.

To add a kind, write a function here, enter it in `KINDS`, and describe its keys in the models of
splits in `methods.schemas.protocol`. A kind is

    kind(dataset, experiment, seed, **keys) -> (training rows, test rows)

with the keys of ``split`` in the experiment file. All its randomness comes from a named stream
(`methods.seeds.stream`), so that it depends on names and never on what was drawn before.

``prefer_given: true``, in any kind, keeps the parts of a data set that comes with parts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from methods.data.prepare import Dataset
from methods.errors import UserError
from methods.seeds import stream

Parts = tuple[np.ndarray, np.ndarray]  # training rows, test rows


def rows_of_split(dataset: Dataset, experiment: str, seed: int, split: Mapping[str, Any]) -> Parts:
    """Training and test rows of one seed under `split`, as an experiment file has it."""
    keys = {key: value for key, value in split.items() if key not in ("kind", "prefer_given")}
    if split.get("prefer_given") and dataset.test is not None:
        return given(dataset, experiment, seed)
    return KINDS[split["kind"]](dataset, experiment, seed, **keys)


def holdout(
    dataset: Dataset,
    experiment: str,
    seed: int,
    *,
    train: float,
    train_rows: Mapping[str, float] | None = None,
    stratify: bool = False,
    groups: bool = False,
) -> Parts:
    """Training rows drawn without replacement, the rest for testing.

    Parameters
    ----------
    dataset, experiment, seed : name the stream, so that all methods of a seed see the same rows.
    train : number of training rows, or below 1 their share.
    train_rows : the same for data sets with a number of their own, by name.
    stratify : keep the class proportions.
    groups : keep the rows of a group (a subject) on one side; `train` then counts groups.
    """
    rng = stream("split", experiment, dataset.name, seed)
    rows = rng.permutation(len(dataset.y))
    train = (train_rows or {}).get(dataset.name, train)
    if groups:
        return _split_groups(dataset, rows, train, rng)
    n_train = _count(train, len(rows))
    if not 0 < n_train < len(rows):
        raise UserError(
            f"{dataset.name}: {n_train} training rows asked for, the data set has {len(rows)}"
        )
    if stratify:
        return _split_classes(dataset.y, rows, n_train)
    return rows[:n_train], rows[n_train:]


def given(dataset: Dataset, experiment: str, seed: int, *, by: str | None = None) -> Parts:
    """The parts that the data set comes with, the same for each seed.

    Parameters
    ----------
    dataset, experiment, seed : nothing is drawn.
    by : extra of the data set; only its rows with the value `seed` are taken. This is for data
        that were drawn anew for each trial.
    """
    if dataset.test is None:
        raise UserError(f"{dataset.name}: split 'given', but the data set comes in one part")
    rows = np.ones(len(dataset.y), dtype=bool) if by is None else _rows_of_trial(dataset, seed, by)
    return np.flatnonzero(rows & ~dataset.test), np.flatnonzero(rows & dataset.test)


def folds(
    dataset: Dataset, experiment: str, seed: int, *, folds: int, stratify: bool = True
) -> Parts:
    """Cross-validation: fold ``seed % folds`` of repetition ``seed // folds``.

    Parameters
    ----------
    dataset, experiment, seed : the stream is that of the data set and the repetition, so that all
        experiments share the folds.
    folds : their number.
    stratify : give each fold its share of every class. Otherwise the rows are dealt out without
        regard to their classes.
    """
    repetition, fold = divmod(seed, folds)
    rng = stream("folds", dataset.name, repetition)
    fold_of_row = _deal_folds(dataset.y if stratify else np.zeros_like(dataset.y), folds, rng)
    return rng.permutation(np.flatnonzero(fold_of_row != fold)), np.flatnonzero(fold_of_row == fold)


def groups(dataset: Dataset, experiment: str, seed: int, *, folds: int) -> Parts:
    """Cross-validation by groups: fold ``seed % folds`` of repetition ``seed // folds``.

    Each repetition deals the groups out anew. The stream is that of (data set, repetition).
    """
    from sklearn.model_selection import GroupKFold  # other kinds need not wait for it

    names, group = np.unique(_group(dataset), return_inverse=True)
    if len(names) < folds:
        raise UserError(
            f"{dataset.name}: {folds} folds asked for, the data set has {len(names)} groups"
        )
    repetition, fold = divmod(seed, folds)
    rng = stream("groups", dataset.name, repetition)
    shuffled = rng.permutation(len(names))[group]
    parts = GroupKFold(folds, shuffle=True, random_state=int(rng.integers(2**31)))
    train, test = list(parts.split(group, groups=shuffled))[fold]
    return rng.permutation(train), test


def time(dataset: Dataset, experiment: str, seed: int, *, folds: int) -> Parts:
    """Step ``seed % folds`` of a series: the training rows are all before the test rows.

    Nothing is drawn. Rows of one time keep their order.
    """
    from sklearn.model_selection import TimeSeriesSplit

    if "time" not in dataset.extras:
        raise UserError(f"{dataset.name}: split by time, but the data set names no column of time")
    order = np.argsort(dataset.extras["time"], kind="stable")
    if len(order) <= folds:
        raise UserError(
            f"{dataset.name}: {folds} steps asked for, the data set has {len(order)} rows"
        )
    train, test = list(TimeSeriesSplit(folds).split(order))[seed % folds]
    return order[train], order[test]


def openml(dataset: Dataset, experiment: str, seed: int) -> Parts:
    """Split number `seed` of the task of OpenML, in the order of repeats, folds and samples.

    Nothing is drawn. After the last split comes the first again.
    """
    if "openml_train" not in dataset.extras:
        raise UserError(f"{dataset.name}: split as on OpenML, but its source names no openml_task")
    at = seed % len(dataset.extras["openml_train_ends"])
    train, test = (
        np.split(dataset.extras[part], dataset.extras[f"{part}_ends"][:-1])[at]
        for part in ("openml_train", "openml_test")
    )
    return train.astype(np.int64), test.astype(np.int64)


def none(dataset: Dataset, experiment: str, seed: int) -> Parts:
    """All rows for training, none for testing."""
    return np.arange(len(dataset.y)), np.arange(0)


KINDS: dict[str, Callable[..., Parts]] = {
    "holdout": holdout,
    "given": given,
    "folds": folds,
    "groups": groups,
    "time": time,
    "openml": openml,
    "none": none,
}


def _rows_of_trial(dataset: Dataset, seed: int, extra: str) -> np.ndarray:
    if extra not in dataset.extras:
        raise UserError(f"{dataset.name}: split by {extra!r}, but the data set has no such extra")
    rows = dataset.extras[extra] == seed
    if not rows.any():
        raise UserError(
            f"{dataset.name}: no rows for trial {seed}; the last is {dataset.extras[extra].max()}"
        )
    return rows


def _count(train: float, n: int) -> int:
    return round(train * n) if train < 1 else int(train)


def _deal_folds(y: np.ndarray, folds: int, rng: np.random.Generator) -> np.ndarray:
    """Fold of every row: shuffle each class, then deal the classes out in one go."""
    order = rng.permutation(len(y))
    order = order[np.argsort(y[order], kind="stable")]
    fold_of_row = np.empty(len(y), dtype=np.int64)
    fold_of_row[order] = np.arange(len(y)) % folds
    return fold_of_row


def _split_classes(y: np.ndarray, rows: np.ndarray, n_train: int) -> Parts:
    """Class counts by largest remainder, so that they add up to `n_train` exactly."""
    classes, counts = np.unique(y[rows], return_counts=True)
    exact = counts * n_train / len(rows)
    n_chosen = np.floor(exact).astype(int)
    for index in np.argsort(n_chosen - exact, kind="stable")[: n_train - n_chosen.sum()]:
        n_chosen[index] += 1
    chosen = np.zeros(len(rows), dtype=bool)
    for label, count in zip(classes, n_chosen, strict=True):
        chosen[np.flatnonzero(y[rows] == label)[:count]] = True
    return rows[chosen], rows[~chosen]


def _group(dataset: Dataset) -> np.ndarray:
    if "group" not in dataset.extras:
        raise UserError(f"{dataset.name}: split by groups, but the data set names none")
    return dataset.extras["group"]


def _split_groups(
    dataset: Dataset, rows: np.ndarray, train: float, rng: np.random.Generator
) -> Parts:
    group = _group(dataset)
    names = rng.permutation(np.unique(group[rows]))
    n_train = _count(train, len(names))
    if not 0 < n_train < len(names):
        raise UserError(
            f"{dataset.name}: {n_train} training groups asked for, the data set has {len(names)}"
        )
    is_train = np.isin(group[rows], names[:n_train])
    return rows[is_train], rows[~is_train]
