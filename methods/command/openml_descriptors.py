"""Descriptors of data sets, tasks and suites of OpenML, with what the site says of them.

The data themselves are fetched by a run. A suite gives one descriptor for each of its tasks.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

from methods.data.catalogue import Descriptor, Source, SourceFile
from methods.data.download import Patience, TransferError
from methods.data.fetch import fetch_files
from methods.data.openml_files import (
    DATA,
    DESCRIPTION,
    FEATURES,
    NAMESPACE,
    answer,
    client,
    openml_files,
    root_of,
    text_of,
)
from methods.data.openml_table import described, target_of
from methods.errors import UserError
from methods.files import write_text
from methods.project import command
from methods.schemas.reading import on_one_line, read
from methods.yaml_files import dump_yaml, read_yaml

Get = Callable[[Iterable[SourceFile], Path], Any]
SITE = "https://www.openml.org"
QUALITIES, SUITE = "qualities.xml", "suite.xml"
LONGEST_CITATION = 2000  # characters
HEADER = "# Written by python -m methods new {what} {number}. Keys: docs/data_sets.md\n"
STUDY = """
    datasets: [{names}]
    split: {{kind: {split}}}"""


def write(root: Path, what: str, name: str) -> None:
    """Write the descriptors and say what to do next."""
    client()
    get = _getter(root)
    if what == "openml-suite":
        _write_suite(root, name, get)
        return
    if not name.isdecimal() or not int(name):
        raise UserError(f"{name!r}: give the number that is in the address at {SITE}")
    try:
        written, is_new = _write_one(root, what, int(name), get)
    except TransferError as error:
        raise UserError(f"{what} {name}: {error}") from None
    if not is_new:
        raise UserError(f"datasets/{written}.yaml exists already; remove it to write it again")
    split = "openml" if what == "openml-task" else "holdout, train: 0.5, stratify: true"
    print(
        f"datasets/{written}.yaml is written. Check it with {command('check')}. Then write in"
        f" a study{STUDY.format(names=written, split=split)}"
    )


def _getter(root: Path) -> Get:
    """What fetches files; it loses its patience with a server only once."""
    config = root / "config.yaml"
    stated = read_yaml(config) if config.exists() else {}
    mirror = (stated or {}).get("mirror") or os.environ.get("MARGINBENCH_MIRROR")
    return partial(fetch_files, mirror=mirror, patience=Patience(time.sleep))


def _write_suite(root: Path, name: str, get: Get) -> None:
    if not re.fullmatch(r"[\w.-]+", name):
        raise UserError(f"{name!r}: give the number or the short name of a suite")
    try:
        tasks = _tasks_of_suite(name, get)
    except TransferError as error:
        raise UserError(f"openml-suite {name}: {error}") from None
    names, n_new = [], 0
    for number in tasks:
        try:
            written, is_new = _write_one(root, "openml-task", number, get)
            names.append(written)
            n_new += is_new
        except (TransferError, UserError) as error:
            print(f"task {number} is left out: {error}", file=sys.stderr)
    if not names:
        raise UserError(f"openml-suite {name}: none of its {len(tasks)} tasks could be written")
    print(
        f"{len(names)} of {len(tasks)} tasks are described in datasets/, {n_new} of them now. Check"
        f" with {command('check')}. Then write in a study"
        + STUDY.format(names=", ".join(names), split="openml")
    )


def _tasks_of_suite(name: str, get: Get) -> list[int]:
    with tempfile.TemporaryDirectory() as folder:
        get([answer(f"study/{name}/{SUITE}", f"study/{name}")], Path(folder))
        suite = root_of(Path(folder, SUITE), "study")
    if (kind := text_of(suite, "main_entity_type")) not in ("task", "tasks"):
        raise UserError(f"OpenML study {name} is of {kind or 'nothing'}s, a suite is of tasks")
    return [int(str(element.text)) for element in suite.iter(f"{NAMESPACE}task_id")]


def _write_one(root: Path, what: str, number: int, get: Get) -> tuple[str, bool]:
    """The name of the descriptor of one data set or task, and whether it is written now."""
    is_task = what == "openml-task"
    source = Source(openml_task=number, openml_splits=1) if is_task else Source(openml=number)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        wanted = (file for file in openml_files(source, folder) if file.local_name != DATA)
        get(wanted, folder)
        dataset, task = described(source.openml_task, folder)
        entries = _entries(source, dataset, task, text_of(
            root_of(folder / DESCRIPTION, "data_set_description"), "status"
        ))  # fmt: skip
        name = str(entries["name"])
        file = root / "datasets" / f"{name}.yaml"
        if file.exists():
            return name, False
        entries["shape"] = [_n_rows(dataset.dataset_id, folder, get), None]
    read(Descriptor, entries, str(file))
    text = dump_yaml(entries, width=100)
    write_text(file, HEADER.format(what=what, number=number) + text)
    return name, True


def _n_rows(number: int, folder: Path, get: Get) -> int | None:
    """How many rows the site counts, if it does."""
    try:
        place = f"datasets/{number}/{QUALITIES}"
        get([answer(place, f"data/qualities/{number}")], folder)
        qualities = root_of(folder / QUALITIES, "data_qualities")
    except TransferError:
        return None
    for quality in qualities:
        if text_of(quality, "name") == "NumberOfInstances":
            return round(float(text_of(quality, "value")))
    return None


def _entries(source: Source, dataset: Any, task: Any, status: str) -> dict[str, Any]:
    """What the descriptor states, without its shape."""
    number = dataset.dataset_id
    target = target_of(source, dataset, task)
    feature = next(f for f in dataset.features.values() if f.name.strip() == target)
    if feature.data_type != "nominal":
        raise UserError(
            f"OpenML data set {number}: {FEATURES} has the target {target!r} as"
            f" {feature.data_type}; only nominal targets are classes"
        )
    labels = [value.strip() for value in feature.nominal_values]
    slug = re.sub("[^a-z0-9]+", "_", dataset.name.lower()).strip("_")
    page = f"{SITE}/d/{number}"
    notes = [f"OpenML has this version as {status or 'of no status'}."] * (status != "active")
    origin: dict[str, Any] = {"openml": number}
    if task:
        notes.insert(0, f"Target and splits are those of {SITE}/t/{source.openml_task}.")
        splits = [len(fold) for repeat in task.split.split.values() for fold in repeat.values()]
        origin = {"openml_task": source.openml_task, "openml_splits": sum(splits)}
    cited = dataset.citation or f"OpenML, {dataset.name}, version {dataset.version}. {page}"
    return {
        "name": f"{slug}_task_{source.openml_task}" if task else f"{slug}_{number}",
        "title": f"{dataset.name}, version {dataset.version}",
        "task": "binary" if len(labels) == 2 else "multiclass",
        "shape": [None, None],
        "classes": dict.fromkeys(labels),
        "licence": on_one_line(str(dataset.licence or "not stated")),
        "origin": page,
        "citation": on_one_line(str(cited))[:LONGEST_CITATION],
        "notes": " ".join(notes),
        "printed": [],
        "sources": [origin],
    }
