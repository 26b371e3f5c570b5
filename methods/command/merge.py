"""`merge`: take the fits of other machines or people that this plan would make just so.

Data, splits and fits are taken, each only if its seal states what the plan expects. Scores, tables
and verdicts are not: the next run makes them from all fits together.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from methods.bench import paths
from methods.bench.blocks import Run, load_block, said_of_runs
from methods.bench.dependencies import StoredFile, stored_files
from methods.bench.guard import ABSENT
from methods.bench.plan import Plan, read_plan
from methods.command.fetched_files import damaged_fetched
from methods.command.layout import counted
from methods.command.stored_files import (
    differing_names,
    foreign,
    other_limits,
    reason_of,
    record_sources,
    recorded_sources,
)
from methods.errors import UserError
from methods.files import write_atomically
from methods.sealed_files import Damaged, Sealed, read_sealed, read_sealed_json

RAW, DATA, SPLIT = "raw", "data", "split"  # what the files that are taken are made from
NAMED = 5  # reasons
SHOWN_DIGITS = 12  # of a hash in the name of a file
# they differ between two runs of the same fit
MEASURED = {"fit_seconds", "tune_seconds", "predict_seconds", "cpu_seconds", "peak_mb"}


@dataclass
class Merged:
    """What became of the files of one folder."""

    taken: list[str] = field(default_factory=list)
    here: int = 0  # the same file is here already
    refused: dict[str, str] = field(default_factory=dict)  # path: reason
    conflicts: list[str] = field(default_factory=list)
    alike: int = 0  # conflicts that differ in seconds and memory only


def run(options: argparse.Namespace) -> int:
    """Merge each folder, and say what was taken, refused and kept apart."""
    plan = read_plan(options.root, options.config)
    refused = False
    for folder in options.folders:
        merged = merge(plan, _results_in(folder))
        for line in account(merged):
            print(f"{folder}: {line}")
        for line in refusals(merged):
            print(f"{folder}: {line}", file=sys.stderr)
        refused |= bool(merged.refused)
    record_sources(stored_files(plan))
    print("a run makes what is missing now, and all scores, tables and verdicts: snakemake")
    return int(refused)


def merge(plan: Plan, folder: Path) -> Merged:
    """Copy what fits the plan from `folder`, which is arranged as results/ is."""
    merged = Merged()
    recorded = recorded_sources(folder / Path(paths.SOURCES).name)
    identities: dict[str, str] = {}  # of sound files that are here now
    missed_there: set[str] = set()
    for stored in _mergeable(plan):
        inputs = {file for files in stored.inputs.values() for file in files}
        if not inputs <= identities.keys():
            continue
        here, there = Path(stored.path), folder / Path(stored.path).relative_to("results")
        expected = stored.made_from(identities)
        ours = theirs = None
        with suppress(Damaged, _Foreign):  # the next run says so
            ours = _sound(here, expected, stored)
        try:
            if inputs & missed_there or _is_missed(there):
                missed_there.add(stored.path)
            else:
                theirs = _sound(there, expected, stored)
                if theirs is not None and (ours is None or theirs.identity != ours.identity):
                    _look_for_fetched(there)
        except Damaged as damage:
            theirs = None
            merged.refused[stored.path] = reason_of(damage, str(there))
        except _Foreign as other:
            merged.refused[stored.path] = foreign(stored, other.sealed, other.key, recorded)
        if theirs is not None and (ours is None or _fills_gap(theirs, ours, here)):
            _copy(there, here)
            merged.taken.append(stored.path)
            ours = theirs
        elif theirs is not None and ours is not None and theirs.identity != ours.identity:
            merged.conflicts.append(stored.path)
            merged.alike += SPLIT in stored.inputs and same_outcome(here, there)
            _copy(there, _kept_apart(here, theirs))
        elif theirs is not None:
            merged.here += 1
        if ours is not None:
            identities[stored.path] = ours.identity
    return merged


def account(merged: Merged) -> Iterator[str]:
    """What was taken and what was here, in one line, and the conflicts in another."""
    kinds = Counter(_kind(path) for path in merged.taken)
    listed = ", ".join(f"{counted(n, 'file')} of {kind}" for kind, n in sorted(kinds.items()))
    yield f"took {listed or 'nothing'}; {merged.here:,} files are here already"
    if merged.conflicts:
        yield (
            f"{len(merged.conflicts):,} files are here with other bytes, such as "
            f"{merged.conflicts[0]}; yours stay, theirs are kept in {paths.CONFLICTS} "
            f"({merged.alike:,} of them differ in seconds and memory only)"
        )


def refusals(merged: Merged) -> Iterator[str]:
    """Each reason with the number of files, and the first of them."""
    reasons = Counter(merged.refused.values())
    for reason, count in reasons.most_common(NAMED):
        first = next(path for path, why in merged.refused.items() if why == reason)
        more = f" and {count - 1:,} more" if count > 1 else ""
        yield f"refused {first}{more}: {reason}"
    if len(reasons) > NAMED:
        yield f"refused files for {len(reasons) - NAMED:,} more reasons"


def same_outcome(here: Path, there: Path) -> bool:
    """Whether two blocks hold the same predictions and recorded values."""
    (ours, _), (theirs, _) = load_block(here), load_block(there)
    return len(ours) == len(theirs) and all(map(_same_run, ours, theirs))


def _same_run(ours: Run, theirs: Run) -> bool:
    return all(
        _same(getattr(ours, f.name), getattr(theirs, f.name))
        for f in fields(Run)
        if f.name not in MEASURED
    )


def _same(ours: Any, theirs: Any) -> bool:
    """Whether two values, or all of two mappings, are equal; NaN equals NaN."""
    if isinstance(ours, Mapping):
        return ours.keys() == theirs.keys() and all(_same(ours[k], theirs[k]) for k in ours)
    floats = np.asarray(ours).dtype.kind == "f"
    return np.array_equal(ours, theirs, equal_nan=floats)


class _Foreign(Exception):
    """A sound file is not what the plan expects; `key` says in what it differs."""

    def __init__(self, sealed: Sealed, key: str) -> None:
        super().__init__(key)
        self.sealed, self.key = sealed, key


def _sound(file: Path, expected: Mapping[str, str], stored: StoredFile) -> Sealed | None:
    """A file as the plan expects it, None if there is none; otherwise `Damaged` or `_Foreign`."""
    if not file.exists():
        return None
    sealed = read_sealed(file)
    if file.suffix == ".json":
        for damage in damaged_fetched(file):
            raise damage
    if differing := differing_names(sealed, expected) or other_limits(sealed, stored):
        raise _Foreign(sealed, differing[0])
    return sealed


def _look_for_fetched(report: Path) -> None:
    """Raise `Damaged` if a file of a report on fetched files is not there to be copied."""
    if report.suffix == ".json":
        for entry in read_sealed_json(report).get("files", ()):
            if not report.with_name(entry["path"]).exists():
                raise Damaged(report, f"{entry['path']}, which it names, is not there")


def _kept_apart(here: Path, theirs: Sealed) -> Path:
    """Where another outcome of the same fit stays, by its hash, so that none replaces another.

    A report on fetched files has a folder of that name, for these files too.
    """
    name = f"{here.stem}.{theirs.identity[:SHOWN_DIGITS]}"
    apart = Path(paths.CONFLICTS) / here.relative_to("results").with_name(name)
    return apart / here.name if here.suffix == ".json" else Path(f"{apart}{here.suffix}")


def _is_missed(file: Path) -> bool:
    """Whether this is the report on a data set that could not be fetched."""
    return file.suffix == ".json" and file.exists() and read_sealed_json(file)["status"] != "ok"


def _fills_gap(theirs: Sealed, ours: Sealed, here: Path) -> bool:
    """Whether data were missed here, or an optional package, and not there."""
    if here.suffix == ".json":
        return _is_missed(here)
    return _is_absent(ours) and not _is_absent(theirs)


def _is_absent(sealed: Sealed) -> bool:
    """Whether this is a block of fits that were not tried without their package."""
    try:
        return all(status == ABSENT for status, _ in said_of_runs(sealed.data))
    except KeyError:  # data or splits
        return False


def _copy(source: Path, target: Path) -> None:
    """Copy a file, and with the report on fetched files these."""
    if source.suffix == ".json":
        for entry in read_sealed_json(source).get("files", ()):
            _copy_one(source.with_name(entry["path"]), target.with_name(entry["path"]))
    _copy_one(source, target)


def _copy_one(source: Path, target: Path) -> None:
    write_atomically(target, partial(shutil.copyfile, source))


def _mergeable(plan: Plan) -> Iterator[StoredFile]:
    for stored in stored_files(plan):
        compiled = Path(stored.path).parent == Path(paths.COMPILED)
        if not compiled and stored.inputs.keys() <= {RAW, DATA, SPLIT}:
            yield stored


def _kind(path: str) -> str:
    _, *folders, _ = Path(path).parts
    return "data" if folders[0] == "data" else folders[2]  # below the experiment and the study


def _results_in(folder: Path) -> Path:
    """The results folder that a user means by its own name or by that of its project."""
    for results in (folder / "results", folder):
        if (results / "data").is_dir():
            return results
    raise UserError(f"{folder}: no results of a run in this folder")
