"""What the options of tables, figures and claim tests stand for.

A function that an experiment file may name annotates its options with these types, so that every
name in the file can be checked before anything is fitted. ``methods: Sequence[MethodName]`` is a
list of display names, ``metric: Metric`` a number that the named study records. A plain ``str`` is
free text, and a choice among words is a ``Literal``.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Any, NotRequired, TypedDict

from methods.errors import unknown


@dataclass(frozen=True)
class Kind:
    """What a text names, in the word that a message uses for it."""

    word: str


StudyName = Annotated[str, Kind("study")]
MethodName = Annotated[str, Kind("method")]
DatasetName = Annotated[str, Kind("data set")]
Metric = Annotated[str, Kind("metric")]  # error, balanced_error, or a recorded number
Curve = Annotated[str, Kind("curve")]  # a recorded trace
Condition = Annotated[str, Kind("condition")]  # a label of the sweep; "" is the only one without
PrintedTable = Annotated[str, Kind("printed table")]  # of the experiment's file of printed numbers
PrintedMetric = Annotated[str, Kind("printed metric")]
PrintedMethod = Annotated[str, Kind("printed method")]
PrintedDataset = Annotated[str, Kind("printed data set")]


class Published(TypedDict):
    """Where the printed numbers of a table stand, and how they turn into ours."""

    table: PrintedTable
    metric: PrintedMetric
    trials: NotRequired[int]  # behind a printed deviation
    factor: NotRequired[float]  # 100 where a paper prints shares and we percent
    complement: NotRequired[float]  # 100 where it prints accuracies and we errors
    spread: NotRequired[PrintedMetric]  # one deviation for all methods of a data set


STUDY_KEYS = ("study", "studies", "sweep", "chosen")
METHOD_KEYS = ("method", "methods", "than", "rivals")
DATASET_KEYS = ("dataset", "datasets")


def check_names(
    options: Mapping[str, Any], studies: Mapping[str, Any], published: Path, where: str
) -> None:
    """Raise a `UserError` for an unknown study, method or data set in the entry of one output.

    A method is one of the studies that the entry names, or of all where it names none; or one of
    the table in `published`, a CSV file, that the entry names.
    """
    for study in _listed(options, STUDY_KEYS):
        if study not in studies:
            raise unknown("study", study, studies, where)
    chosen = [studies[name] for name in _listed(options, STUDY_KEYS)] or list(studies.values())
    methods = {method.name for study in chosen for method in study.methods}
    if printed := options.get("published"):
        table = printed if isinstance(printed, str) else printed["table"]
        methods |= _printed_methods(published, table)
    datasets = {name for study in chosen for name in study.datasets}
    for what, keys, known in (
        ("method", METHOD_KEYS, methods), ("data set", DATASET_KEYS, datasets),
    ):  # fmt: skip
        for name in _listed(options, keys):
            if name not in known:
                raise unknown(what, name, sorted(known), where)


def _listed(options: Mapping[str, Any], keys: tuple[str, ...]) -> Iterator[str]:
    for key in keys:
        value = options.get(key) or []
        if isinstance(value, str):
            yield value
        elif isinstance(value, Mapping):
            yield from (*value.keys(), *value.values())
        else:
            yield from value


@cache
def _printed_methods(published: Path, table: str) -> set[str]:
    if not published.exists():
        return set()
    with published.open(encoding="utf-8", newline="") as rows:
        return {row["method"] for row in csv.DictReader(rows) if row["table"] == table}
