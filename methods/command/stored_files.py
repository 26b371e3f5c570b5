"""Which stored files hold what they say, and were made by what the plan says.

A damaged or foreign file is named with the reason and removed, so that the run makes it again with
what depends on it. A file that is as the plan expects is taken, wherever it was made: its time is
set after those of its inputs, because Snakemake goes by times.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from methods.bench import paths
from methods.bench.blocks import said_of_runs
from methods.bench.compiled import damaged_code, is_compiled
from methods.bench.dependencies import (
    SETTINGS,
    StoredFile,
    compiled_files,
    of_compiled,
    of_data,
    stored_files,
)
from methods.bench.guard import said_of_stopped
from methods.bench.plan import Plan
from methods.command.changed_outputs import LONG_AGO, changed_outputs
from methods.command.fetched_files import removable, verify_fetched
from methods.sealed_files import (
    Damaged,
    Sealed,
    read_sealed,
    read_sealed_json,
    write_sealed_json,
)

NAMED = 5  # files, and sources of one file
LIMITS = "limits"
REASONS = {
    "file": "is a copy of another file",
    "format": "was written by another version",
    "reading": "was made by another descriptor",
    "protocol": "was made with another split or scaling",
    "meaning": "was made by other parameters",
    "trials": "was made of another number of trials",
    "conditions": "was made under other conditions",
    "source": "was made by other code",
    "metrics": "was scored by other metrics",
    "paper": "was judged before its paper had a file, or with one that is gone",
    LIMITS: "was stopped by other limits of time or memory",
    "raw": "was made from other fetched files",
    "split": "was made from other splits",
}


@dataclass
class Verified:
    """The stored files of a plan that exist.

    Attributes
    ----------
    sound : files that are as the plan expects, each after those that it is made from.
    unusable : damaged or foreign files, with the reason.
    of_other_settings : scores and verdicts of a run with other settings, and what is made of them.
    """

    sound: dict[str, StoredFile] = field(default_factory=dict)
    unusable: dict[str, str] = field(default_factory=dict)
    of_other_settings: list[str] = field(default_factory=list)

    def complaints(self) -> list[str]:
        return [f"{path} {reason}" for path, reason in self.unusable.items()]


def settle(plan: Plan, command: Sequence[str], remove: bool) -> None:
    """Name and remove what a run must make again, and make Snakemake accept all other files.

    Data sets that were missed, or whose fetched files are lost or damaged, are fetched again.
    Without `remove` nothing is fetched or removed; files that a run would make again look old.
    `command` runs a step.
    """
    planned = list(stored_files(plan))
    damaged_data = verify_fetched(plan)
    if remove:
        for path in removable(damaged_data):
            Path(path).unlink()
        plan.try_missed_again(lambda name: of_data(plan.catalogue[name]))
    verified = verify(planned, damaged_data)
    changed = changed_outputs(plan)
    lines = verified.complaints()
    lines += [f"{path} {reason}" for path, reason in changed.items()]
    again = "made again" if remove else "made again by a run"
    for line in lines[:NAMED]:
        print(f"warning: {line}; it is {again}", file=sys.stderr)
    if len(lines) > NAMED:
        print(f"warning: {len(lines) - NAMED} more files are {again}", file=sys.stderr)
    if remove:
        for path in verified.unusable:
            if path not in damaged_data and Path(path).parent != Path(paths.COMPILED):
                Path(path).unlink(missing_ok=True)
        for path in changed:
            Path(path).unlink()
        record_sources(planned)
        compile_again(planned, verified, command)
    set_times(verified)


def verify(planned: Iterable[StoredFile], damaged_data: Mapping[str, Damaged]) -> Verified:
    """Compare every planned file that exists with its seal, and its seal with the plan.

    `damaged_data` is what `verify_fetched` found, which reads all fetched files.
    """
    verified = Verified(
        unusable={path: reason_of(damage, path) for path, damage in damaged_data.items()}
    )
    identities: dict[str, str] = {}
    recorded = recorded_sources()
    for stored in planned:
        if not os.path.exists(stored.path):  # of a large plan most do not, and a raise takes longer
            continue
        try:
            sealed = read_sealed(stored.path)
            for damage in damaged_code_of(stored.path):
                raise damage
        except FileNotFoundError:
            continue
        except Damaged as damage:
            verified.unusable[stored.path] = reason_of(damage, stored.path)
            continue
        expected = stored.made_from(identities)
        differing = differing_names(sealed, expected) or other_limits(sealed, stored)
        if not differing:
            identities[stored.path] = sealed.identity
            verified.sound[stored.path] = stored
        elif SETTINGS in differing:
            verified.of_other_settings.append(stored.path)
        else:
            verified.unusable[stored.path] = foreign(stored, sealed, differing[0], recorded)
    return verified


def damaged_code_of(path: str) -> Iterator[Damaged]:
    """The damaged files of compiled code, if this is the report on a compiled module."""
    if path.startswith(f"{paths.COMPILED}/"):
        yield from damaged_code(Path(path))


def reason_of(damage: Damaged, path: str) -> str:
    """What is wrong with a file, to stand after its path."""
    if str(damage.path) == path:
        return str(damage).removeprefix(f"{path} ")
    return f"does not hold: {damage}"


def foreign(
    stored: StoredFile, sealed: Sealed, key: str, recorded: Mapping[str, Mapping[str, str]]
) -> str:
    """Why a sound file is not what the plan expects."""
    if key == "file" and "file" in sealed.made_from:
        return f"is a copy of {sealed.made_from['file']}"
    reason = REASONS.get(key, f"was made from other {key}")
    if key == "source":
        before = recorded.get(sealed.made_from.get(key, ""), {})
        names = differing_sources(before, stored.sources) if before else []
        listed = ", ".join(names[:NAMED]) + (", ..." if len(names) > NAMED else "")
        reason += f" ({listed})" if names else ""
    return reason


def differing_sources(before: Mapping[str, str], now: Mapping[str, str]) -> list[str]:
    """The files, packages and libraries that differ between two source hashes."""
    return [name for name in sorted({*before, *now}) if before.get(name) != now.get(name)]


def differing_names(sealed: Sealed, expected: Mapping[str, str]) -> list[str]:
    """The names under which a file states other hashes than the plan expects."""
    return [name for name in expected if sealed.made_from.get(name) != expected[name]]


def other_limits(sealed: Sealed, stored: StoredFile) -> list[str]:
    """LIMITS if a fit was stopped by other limits than those of its study now.

    A block states no limits, since they do not matter to fits that end by themselves.
    """
    if stored.limits is None:
        return []
    now = said_of_stopped(*stored.limits)
    said = said_of_runs(sealed.data)
    return [LIMITS] if any(text not in now.get(status, (text,)) for status, text in said) else []


def recorded_sources(file: str | Path = paths.SOURCES) -> dict[str, dict[str, str]]:
    """What was behind the source hashes of earlier runs: hashes of files, by source hash."""
    try:
        return dict(read_sealed_json(file)["sources"])
    except (FileNotFoundError, Damaged):
        return {}


def record_sources(planned: Iterable[StoredFile]) -> None:
    """Keep what is behind the source hashes of a plan, so that a later run can name an edit."""
    recorded = recorded_sources()
    sources = {
        stored.stated["source"]: dict(stored.sources) for stored in planned if stored.sources
    }
    if not sources.keys() <= recorded.keys():
        write_sealed_json(paths.SOURCES, {"sources": recorded | sources}, {})


def compile_again(
    planned: Iterable[StoredFile], verified: Verified, command: Sequence[str]
) -> None:
    """Compile the modules whose reports do not say what is there, or that copied fits lack.

    Snakemake would fit again what needs a report that one of its jobs writes. These fits stay:
    their source hash says which code made them. `command` runs a step.
    """
    needed = {report for stored in verified.sound.values() for report in stored.compiled}
    for stored in planned:
        report = Path(stored.path)
        if report.parent != Path(paths.COMPILED):
            continue
        if report.exists():
            if _says_what_is_there(report, stored):
                continue
        elif stored.path not in needed:
            continue
        made_from = json.dumps(of_compiled(report.stem))
        step = ["compile", report.stem, "--out", stored.path, "--made-from", made_from]
        subprocess.run([*command, *step], check=False)  # its rule says what fails


def _says_what_is_there(report: Path, stored: StoredFile) -> bool:
    """Whether a report is sound and up to date; damaged compiled code is removed."""
    try:
        damaged = [damage.path for damage in damaged_code(report)]
        for code in damaged:
            code.unlink(missing_ok=True)
        says = read_sealed(report).made_from == {**stored.stated, "file": stored.path}
        return says and not damaged and is_compiled(report)
    except Damaged:
        return False


def set_times(verified: Verified) -> None:
    """Give sound files times in the order of their inputs, and the others a time before all."""
    for path, stored in verified.sound.items():
        inputs = [*stored.compiled, *(file for files in stored.inputs.values() for file in files)]
        latest = max((_time(file) for file in inputs), default=0)
        if _time(path) < latest:
            os.utime(path, ns=(latest, latest))
    for path in (*verified.unusable, *verified.of_other_settings):
        if Path(path).exists() and Path(path).parent != Path(paths.COMPILED):
            os.utime(path, ns=(LONG_AGO, LONG_AGO))


def _time(path: str) -> int:
    return os.stat(path).st_mtime_ns if os.path.exists(path) else 0


def lost_files(plan: Plan, is_made: Callable[[str], bool] = os.path.exists) -> list[str]:
    """Files that are missing although something that was made from them exists.

    Snakemake makes a missing input only for a job that must run, and none of these must. So the
    rule `all` asks for the lost files themselves. `is_made` also looks where Snakemake stores them.
    """
    exists = cache(is_made)
    lost = (
        file
        for files, made in _made_from(plan)
        if any(map(exists, made))
        for file in files
        if not exists(file)
    )
    return list(dict.fromkeys(lost))


def _made_from(plan: Plan) -> Iterator[tuple[Iterable[str], Iterable[str]]]:
    """All files of a run, each with some that are made from it."""
    for name in plan.running():
        outputs = [*plan.tables(name), *plan.figures(name), paths.claims(name)]
        yield outputs, (paths.LEDGER, paths.REPORT)
        yield plan.stored(name), outputs
    for study in plan.studies():
        for dataset in plan.datasets(study):
            stored = paths.stored(study.experiment, study.name, dataset).values()
            fits = [block.path for block in plan.all_blocks(study, dataset)]
            methods = [study.on(dataset, method) for method in plan.methods(study)]
            compiled = [file for method in methods for file in compiled_files(method)]
            splits = plan.splits(study, dataset)
            yield fits, stored
            yield [*compiled, *splits], [*fits, *stored]
            yield (paths.prepared(dataset), plan.fetched(dataset)), [*splits, *fits, *stored]
