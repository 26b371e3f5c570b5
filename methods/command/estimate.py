"""What a run will cost, from the files that are there and what earlier fits took."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from pathlib import Path

from methods.bench import paths
from methods.bench.experiments import Study
from methods.bench.plan import Plan
from methods.command.fit_seconds import trial_seconds
from methods.command.layout import amount, counted, duration, print_table

BYTES_OF_A_NUMBER = 8
HEADERS = ("EXPERIMENT", "FITS TO DO", "OF", "OTHER JOBS", "PROCESSOR TIME", "DISK")


@dataclass
class Cost:
    """Of an experiment: jobs, and of the fits that are not there seconds and bytes."""

    fits: int = 0
    to_do: int = 0
    others: int = 0
    seconds: float = 0.0
    of_unknown_seconds: int = 0
    disk: float = 0.0
    of_unknown_disk: int = 0

    def __add__(self, other: Cost) -> Cost:
        return Cost(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(Cost)))


def print_estimate(plan: Plan) -> None:
    """A line an experiment: jobs, processor time and disk of what has no file yet."""
    costs: dict[str, Cost] = {}
    for study in plan.studies():
        costs.setdefault(study.experiment, Cost())
        for dataset in plan.datasets(study):
            costs[study.experiment] += cost(plan, study, dataset)
    for name, found in costs.items():
        tables = [*plan.tables(name), paths.claims(name)]
        found.others += sum(not_there(files) for files in (tables, plan.figures(name)))
    rows = [row(name, found) for name, found in costs.items()]
    if len(rows) > 1:
        rows.append(row("all", sum(costs.values(), Cost())))
    print_table(HEADERS, rows)
    print(
        "\nFits are counted in jobs. Time and disk are of those to do, by what earlier ones took;"
        " what an edit has made stale comes on top, which status counts."
    )
    absent = [d for d in plan.used_datasets() if not Path(paths.prepared(d)).exists()]
    shapes = [plan.catalogue[d].shape for d in absent]
    known = [math.prod(shape) for shape in shapes if None not in shape]  # type: ignore[arg-type]
    print(
        f"{counted(len(absent), 'data set')} to fetch and prepare,"
        f" {amount(BYTES_OF_A_NUMBER * sum(known))} prepared"
        + (
            f" without {len(absent) - len(known)} of unknown size"
            if len(known) < len(absent)
            else ""
        )
    )


def cost(plan: Plan, study: Study, dataset: str) -> Cost:
    """Of all methods on a data set."""
    found = Cost()
    blocks = len(plan.block_names(study, dataset))
    size = plan.block_size(study, dataset)
    seconds = None
    for method in plan.methods(study):
        files = [Path(block.path) for block in plan.blocks(study, dataset, method)]
        there = [file.stat().st_size for file in files if file.exists()]
        absent = blocks - len(there)
        found.fits += blocks
        found.to_do += absent
        if not absent:
            continue
        if seconds is None:
            seconds = trial_seconds(study, dataset, plan.scale)
        if method.name in seconds:
            found.seconds += absent * size * seconds[method.name]
        else:
            found.of_unknown_seconds += absent
        if there:
            found.disk += absent * sum(there) / len(there)
        else:
            found.of_unknown_disk += absent
    splits = [not_there([file]) for file in plan.splits(study, dataset)]
    evaluated = paths.stored(study.experiment, study.name, dataset).values()
    found.others = sum(splits) + (not_there(evaluated) or bool(found.to_do))
    return found


def not_there(files: object) -> bool:
    return not all(Path(file).exists() for file in files)  # type: ignore[attr-defined]


def row(name: str, found: Cost) -> tuple[object, ...]:
    time = known(duration(found.seconds), found.of_unknown_seconds, found.to_do)
    disk = known(amount(found.disk), found.of_unknown_disk, found.to_do)
    return name, found.to_do, found.fits, found.others, time, disk


def known(text: str, of_unknown: int, of_all: int) -> str:
    """What is known of a sum, and of how many jobs nothing is."""
    if not of_all:
        return "–"
    if of_unknown == of_all:
        return "unknown"
    return f"{text}, {of_unknown} jobs unknown" if of_unknown else text
