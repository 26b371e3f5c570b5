"""What a run will cost: processor seconds and bytes, estimated from earlier fits."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import NamedTuple

from methods.bench import paths
from methods.bench.experiments import Study
from methods.bench.plan import Plan
from methods.command.last_run import trial_seconds
from methods.command.layout import amount, counted, duration, print_table
from methods.data.catalogue import Descriptor

BYTES_OF_A_NUMBER = 8
HEADERS = ("EXPERIMENT", "FITS TO DO", "OF", "OTHER JOBS", "PROCESSOR TIME", "DISK")


@dataclass
class Cost:
    """The jobs of an experiment, and the seconds and bytes of the fits that it has still to do."""

    fits: int = 0
    to_do: int = 0
    others: int = 0
    seconds: float = 0.0
    by_size: int = 0  # jobs whose seconds are taken from a data set of another size
    of_unknown_seconds: int = 0
    disk: float = 0.0
    of_unknown_disk: int = 0

    def __add__(self, other: Cost) -> Cost:
        return Cost(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(Cost)))


class Timed(NamedTuple):
    """Earlier fits of a study on one data set: its size, fits per trial, and seconds by method."""

    work: int
    n_fits: int
    seconds: dict[str, float]


def print_estimate(plan: Plan) -> None:
    """One line per experiment: jobs, processor time and disk of everything without a file."""
    costs: dict[str, Cost] = {}
    timed = cache(lambda experiment: list(earlier_times(plan, experiment)))
    for study in plan.studies():
        costs.setdefault(study.experiment, Cost())
        for dataset in plan.datasets(study):
            costs[study.experiment] += cost(plan, study, dataset, timed)
    for name, total in costs.items():
        tables = [*plan.tables(name), paths.claims(name)]
        total.others += sum(not_there(files) for files in (tables, plan.figures(name)))
    rows = [row(name, total) for name, total in costs.items()]
    if len(rows) > 1:
        rows.append(row("all", sum(costs.values(), Cost())))
    print_table(HEADERS, rows)
    print(
        "\nFits are counted in jobs. Time and disk are of the jobs to do, estimated from earlier"
        " ones. Jobs that an edit has made stale come on top; status counts them. A time by size is"
        " that of the method on the data set of the nearest size, in proportion to n x n x d."
    )
    absent = [d for d in plan.used_datasets() if not Path(paths.prepared(d)).exists()]
    sizes = {d: n for d in plan.used_datasets() if (n := expected_bytes(plan.catalogue[d]))}
    known = [sizes[d] for d in absent if d in sizes]
    print(
        f"{counted(len(absent), 'data set')} to fetch and prepare, {amount(sum(known))} prepared"
        + (
            f" without {len(absent) - len(known)} of unknown size"
            if len(known) < len(absent)
            else ""
        )
    )
    if sizes:
        largest = max(sizes, key=sizes.__getitem__)
        limits = [s.memory_mb for s in plan.studies() if largest in plan.datasets(s)]
        print(
            f"The largest data set is {largest}, {amount(sizes[largest])} in memory;"
            f" a fit on it may use {min(limits)} MB."
        )


def expected_bytes(descriptor: Descriptor) -> int | None:
    """Bytes of the features."""
    shape = expected_shape(descriptor)
    return BYTES_OF_A_NUMBER * math.prod(shape) if shape else None


def expected_work(descriptor: Descriptor) -> int | None:
    """Samples squared times features, as the products of all pairs of samples need."""
    shape = expected_shape(descriptor)
    return shape[0] * math.prod(shape) if shape else None


def expected_shape(descriptor: Descriptor) -> list[int] | None:
    """The shape of the features. What is not known is taken from what a paper prints."""
    for shape in (descriptor.shape, *(printed.shape for printed in descriptor.printed)):
        sizes = [size for size in shape or () if size]
        if len(sizes) == len(descriptor.shape):
            return sizes
    return None


def earlier_times(plan: Plan, experiment: str) -> Iterator[Timed]:
    """What the fits of an experiment took on each data set of known size."""
    for study in plan.experiments[experiment].studies.values():
        for dataset in study.datasets:
            size = expected_work(plan.catalogue[dataset])
            seconds = trial_seconds(study, dataset, plan.scale)
            if size and seconds:
                yield Timed(size, study.fits_of_a_trial(plan.scale), seconds)


def seconds_by_size(
    timed: Iterable[Timed], work: int | None, n_fits: int, method: str
) -> float | None:
    """Seconds of a trial on a data set where the method has not run; None if it ran nowhere."""
    alike = [t for t in timed if t.n_fits == n_fits and method in t.seconds]
    if not alike or not work:
        return None
    nearest = min(alike, key=lambda t: abs(math.log(t.work / work)))
    return nearest.seconds[method] * work / nearest.work


def cost(plan: Plan, study: Study, dataset: str, timed: Callable[[str], Iterable[Timed]]) -> Cost:
    """The cost of all methods of a study on a data set; `timed` has the times of an experiment."""
    total = Cost()
    blocks = len(plan.block_names(study, dataset))
    size, n_fits = plan.block_size(study, dataset), study.fits_of_a_trial(plan.scale)
    seconds = None
    for method in plan.methods(study):
        files = [Path(block.path) for block in plan.blocks(study, dataset, method)]
        sizes = [file.stat().st_size for file in files if file.exists()]
        absent = blocks - len(sizes)
        total.fits += blocks
        total.to_do += absent
        if not absent:
            continue
        if seconds is None:
            seconds = trial_seconds(study, dataset, plan.scale)
        if method.name in seconds:
            total.seconds += absent * size * seconds[method.name]
        elif by_size := seconds_by_size(
            timed(study.experiment), expected_work(plan.catalogue[dataset]), n_fits, method.name
        ):
            total.seconds += absent * size * min(by_size, n_fits * study.seconds)
            total.by_size += absent
        else:
            total.of_unknown_seconds += absent
        if sizes:
            total.disk += absent * sum(sizes) / len(sizes)
        else:
            total.of_unknown_disk += absent
    splits = [not_there([file]) for file in plan.splits(study, dataset)]
    evaluated = paths.stored(study.experiment, study.name, dataset).values()
    total.others = sum(splits) + (not_there(evaluated) or bool(total.to_do))
    return total


def not_there(files: object) -> bool:
    return not all(Path(file).exists() for file in files)  # type: ignore[attr-defined]


def row(name: str, total: Cost) -> tuple[object, ...]:
    by_size = f" ({counted(total.by_size, 'job')} by size)" if total.by_size else ""
    time = known(duration(total.seconds) + by_size, total.of_unknown_seconds, total.to_do)
    disk = known(amount(total.disk), total.of_unknown_disk, total.to_do)
    return name, total.to_do, total.fits, total.others, time, disk


def known(text: str, of_unknown: int, of_all: int) -> str:
    """The known part of a sum, and the number of jobs that nothing is known of."""
    if not of_all:
        return "–"
    if of_unknown == of_all:
        return "unknown"
    return f"{text}, {counted(of_unknown, 'job')} unknown" if of_unknown else text
