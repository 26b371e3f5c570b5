"""The names that tables, figures and claims use, checked when an experiment is read.

A name that no study knows would otherwise leave a row or a case out, or stop a run after its fits.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from methods.errors import unknown

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
