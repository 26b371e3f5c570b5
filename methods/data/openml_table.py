"""Data sets and tasks of OpenML: from fetched files to features, labels and splits.

The official client reads the answers of the server: the types of columns, the target, what to leave
out, and the rows of the splits. The rows of the data are read here. The client (0.15.1) drops the
last rows of a sparse file if they hold zeros only, has its values in single precision, refuses it
if it has words, and refuses every file with dates.

Descriptor options: those of `methods.data.typed_table`. A column with a stated kind is a feature,
even if OpenML says that it is none.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from scipy.sparse import csr_array

from methods.data.catalogue import Source
from methods.data.columns import CATEGORICAL, DATE, NUMERIC, RawTable
from methods.data.formats.arff import (
    GAP,
    NOMINAL,
    Attribute,
    named_columns,
    read_rows,
    read_table,
    values_left_out,
)
from methods.data.openml_files import (
    DATA,
    DESCRIPTION,
    FEATURES,
    SPLITS,
    TASK,
    client,
    number_of,
    root_of,
    text_of,
)
from methods.data.parsed import Parsed
from methods.data.text_cells import number
from methods.data.typed_table import parse_table
from methods.errors import UserError, unknown

NO_SERVER = "none"  # no address, so that the client fails at once where it would ask
KINDS = {"numeric": NUMERIC, "nominal": CATEGORICAL, "string": CATEGORICAL, "date": DATE}
SPARSE = "sparse_arff"
TASK_TYPES = ("SUPERVISED_CLASSIFICATION", "LEARNING_CURVE")


def read_openml(source: Source, folder: Path) -> Parsed:
    """Features and labels, and of a task the rows of its splits.

    Parameters
    ----------
    source : names the data set or the task.
    folder : has the files of `methods.data.openml_files`.
    """
    dataset, task = described(source.openml_task, folder)
    options = {**source.options, "target": target_of(source, dataset, task)}
    kinds = {f.name.strip(): f.data_type for f in dataset.features.values()}
    left_out = _left_out(dataset, set(kinds) - {options["target"]})
    content = (folder / DATA).read_bytes()
    name = f"openml {dataset.dataset_id}: {DATA}"
    features = set(kinds) - set(left_out) - {options["target"]}
    is_plain = set(options) == {"target"} and all(kinds[key] == "numeric" for key in features)
    if dataset.format.lower() == SPARSE and is_plain:
        parsed = _sparse(content, name, options["target"], left_out, list(kinds))
    else:
        table = _typed(*read_table(content, name), kinds, left_out)
        parsed = parse_table(table, options)
    listed = next(f for f in dataset.features.values() if f.name.strip() == options["target"])
    empty = sorted({value.strip() for value in listed.nominal_values or ()} - set(parsed.labels))
    notes = [*_warnings(folder), *parsed.notes]
    notes += [f"no row has the class {label!r} that OpenML lists" for label in empty]
    if task is None:
        return replace(parsed, notes=tuple(notes))
    extras, remarks = splits_of(task, source, len(parsed.labels))
    return replace(parsed, extras={**parsed.extras, **extras}, notes=(*notes, *remarks))


def described(task_number: int | None, folder: Path) -> tuple[Any, Any]:
    """What the client makes of the answers in `folder`: a data set, and a task or None."""
    about = root_of(folder / DESCRIPTION, "data_set_description")
    at = number_of(about, "id")
    kept = {f"datasets/{at}": (DESCRIPTION, FEATURES), f"tasks/{task_number}": (TASK, SPLITS)}
    with _client_on(folder, kept) as openml:
        dataset = openml.datasets.get_dataset(
            at, download_data=False, download_features_meta_data=True, download_qualities=False
        )
        if not task_number:
            return dataset, None
        task = openml.tasks.get_task(task_number)
        if task.task_type_id.name not in TASK_TYPES:
            raise UserError(
                f"OpenML task {task_number} is {task.task_type}; only classification is run here"
            )
        if (folder / SPLITS).exists():
            task.get_split_dimensions()  # reads the splits in the cache
        return dataset, task


@contextmanager
def _client_on(folder: Path, kept: Mapping[str, tuple[str, ...]]) -> Iterator[Any]:
    """The client with copies of files as its cache. It writes beside them and asks no server."""
    openml = client()
    config = openml.config
    server, cache = config.server, config._root_cache_directory
    with tempfile.TemporaryDirectory() as root:
        for place, names in kept.items():
            Path(root, place).mkdir(parents=True)
            for name in names:
                if (folder / name).exists():
                    shutil.copy(folder / name, Path(root, place, name))
        config.server = NO_SERVER
        config.set_root_cache_directory(root)
        try:
            yield openml
        finally:
            config.server = server
            config.set_root_cache_directory(cache)


def target_of(source: Source, dataset: Any, task: Any) -> str:
    """The column of the label, which the task, the descriptor or the site states."""
    known = [feature.name.strip() for feature in dataset.features.values()]
    target = task.target_name if task else source.target or dataset.default_target_attribute
    where = f"OpenML data set {dataset.dataset_id}"
    if target in known:
        return str(target)
    if not target or "," in target:  # the site may list several
        raise UserError(f"{where}: the site states no single target; write target: <a column>")
    raise unknown("column", target, known, where)


def _left_out(dataset: Any, names: set[str]) -> dict[str, str]:
    """Why a column is no feature, by its name."""
    reasons: dict[str, str] = {}
    for listed in dataset.ignore_attribute or ():
        parts = [listed] if listed in names else listed.split(",")
        reasons |= {part.strip(): "OpenML says that it is to be ignored" for part in parts}
    row_id = (dataset.row_id_attribute or "").strip()
    return reasons | ({row_id: "OpenML says that it names the rows"} if row_id else {})


def _typed(
    attributes: list[Attribute], table: Any, kinds: Mapping[str, str], left_out: Mapping[str, str]
) -> RawTable:
    """The columns with the types that OpenML lists."""
    raw = named_columns(_as_listed(attributes, list(kinds), table.name), table)
    columns = tuple(
        replace(
            column, kind=KINDS[kinds[column.name]], left_out=left_out.get(column.name, ""),
            categories=column.categories if kinds[column.name] == NOMINAL else (),
        )
        for column in raw.columns
    )  # fmt: skip
    return replace(raw, columns=columns)


def _as_listed(attributes: list[Attribute], names: list[str], file: str) -> list[Attribute]:
    """The attributes, whose names must be those that OpenML lists, but for blanks around them."""
    stripped = [replace(attribute, name=attribute.name.strip()) for attribute in attributes]
    if differing := sorted({attribute.name for attribute in stripped} ^ set(names)):
        raise UserError(f"{file}: OpenML's list of columns and the file differ: {differing[0]!r}")
    return stripped


def _sparse(
    content: bytes, name: str, target: str, left_out: Mapping[str, str], listed: list[str]
) -> Parsed:
    """Features that are all numbers, and the labels; the rows stay sparse."""
    attributes, rows = read_rows(content, name)
    names = [attribute.name for attribute in _as_listed(attributes, listed, name)]
    target_at = names.index(target)
    features = [at for at, known in enumerate(names) if at != target_at and known not in left_out]
    place = {at: feature for feature, at in enumerate(features)}
    unsaid = values_left_out(attributes)[target_at]
    labels, ends = [], [0]
    indices: list[int] = []
    values: list[float] = []
    for line, row in rows:
        pairs = row if isinstance(row, dict) else dict(enumerate(row))
        labels.append(pairs.get(target_at, unsaid))
        if labels[-1] == GAP:
            raise UserError(f"{name}:{line}: a gap in the target; fill it or delete the row")
        for at in sorted(set(pairs) & set(place)):
            if pairs[at] == GAP:
                raise UserError(f"{name}:{line}: column {names[at]!r}: a gap in a sparse row")
            value = number(pairs[at], f"{name}:{line}")
            if value:
                indices.append(place[at])
                values.append(value)
        ends.append(len(values))
    if not labels:
        raise UserError(f"{name}: holds no rows")
    X = csr_array((values, indices, ends), shape=(len(labels), len(features)), dtype=np.float64)
    notes = [f"column {column!r} is left out: {why}" for column, why in left_out.items()]
    return Parsed(X, labels, notes=("sparse rows", *notes))


def _warnings(folder: Path) -> Iterator[str]:
    about = root_of(folder / DESCRIPTION, "data_set_description")
    if (status := text_of(about, "status")) != "active":
        yield f"OpenML has this version as {status or 'of no status'}, not as active"
    if not text_of(about, "md5_checksum"):
        yield "OpenML states no checksum"


def splits_of(
    task: Any, source: Source, n_rows: int
) -> tuple[dict[str, np.ndarray], tuple[str, ...]]:
    """The rows of all splits of a task in sequence, and what is odd about them.

    The order is that of repeats, in each of folds, and in each of samples.
    """
    parts = [
        part
        for repeat in sorted(task.split.split)
        for fold in sorted(task.split.split[repeat])
        for _, part in sorted(task.split.split[repeat][fold].items())
    ]
    where = f"OpenML task {source.openml_task}"
    if len(parts) != source.openml_splits:
        raise UserError(f"{where}: has {len(parts)} splits; write openml_splits: {len(parts)}")
    for train, test in parts:
        if not len(train) or not len(test):
            raise UserError(f"{where}: a split has {len(train)} training and {len(test)} test rows")
        for row in (min(train.min(), test.min()), max(train.max(), test.max())):
            if not 0 <= row < n_rows:
                raise UserError(f"{where}: a split has row {row}; the data set has {n_rows} rows")
    overlapping = sum(len(np.intersect1d(train, test)) > 0 for train, test in parts)
    remarks = [f"{overlapping} splits of the task test rows that they train on"] * bool(overlapping)
    return {
        "openml_train": np.concatenate([train for train, _ in parts]),
        "openml_train_ends": np.cumsum([len(train) for train, _ in parts]),
        "openml_test": np.concatenate([test for _, test in parts]),
        "openml_test_ends": np.cumsum([len(test) for _, test in parts]),
    }, tuple(remarks)
