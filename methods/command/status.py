"""`status`: how far the run of config.yaml has come."""

from __future__ import annotations

import argparse
import os
import re
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from methods.bench import paths
from methods.bench.dependencies import stored_files
from methods.bench.experiments import Method, Study
from methods.bench.guard import NOT_TRIED, OK, STATUSES
from methods.bench.plan import Plan, read_plan
from methods.command import records
from methods.command.code_names import refuse_lost_code
from methods.command.fetched_files import verify_fetched
from methods.command.last_run import trial_seconds
from methods.command.layout import counted, duration, print_table
from methods.command.stored_files import Verified, verify
from methods.sealed_files import Damaged, read_sealed_json

LISTED = 10  # examples of each kind
BAD = "|".join(status for status in STATUSES if status not in (OK, *NOT_TRIED))
BAD_FIT = re.compile(rf"^seed (\d+) .*?: ({BAD}) fit \S+ s(.*)$", re.MULTILINE)
HEADERS = ("STUDY", "DONE", "RUNNING", "STALE", "TO DO", "BAD FITS", "TIME LEFT")


@dataclass
class Progress:
    """The jobs of a study by their state. The seconds are processor time, summed over all jobs."""

    study: str
    done: int = 0
    running: list[str] = field(default_factory=list)
    stale: int = 0
    to_do: int = 0
    bad_fits: list[str] = field(default_factory=list)
    without_result: list[str] = field(default_factory=list)
    seconds_left: float = 0.0
    of_unknown_length: int = 0


def run(options: argparse.Namespace) -> None:
    """Print one line per study, and examples of what needs attention."""
    plan = read_plan(options.root, options.config)
    refuse_lost_code(plan)
    begun = records.running()
    verified = verify(stored_files(plan), verify_fetched(plan))
    studies = [progress(plan, study, begun, verified) for study in plan.studies()]
    jobs = options.jobs or len(begun) or os.cpu_count() or 1
    rows = [row(p, jobs) for p in studies]
    if len(rows) > 1:
        rows.append(row(total(studies), jobs))
    print_table(HEADERS, rows)
    print(f"\nDone, running, stale and to do are jobs; time left with {jobs} at a time.")
    seen = {path for p in studies for path in p.running}
    if any("/fits/" in path and path not in seen for path in begun):
        print("A run with other settings is going on; give status the same --config.")
    show("running", [f"{path}{elapsed(path)}" for p in studies for path in p.running])
    show("without a result", [line for p in studies for line in p.without_result])
    taken = [path for path in verified.sound if "/fits/" in path and records.made(path) is None]
    if taken:
        print(f"\n{counted(len(taken), 'fit file')} made elsewhere, by this code; they are taken.")
    show("stored files that a run makes again", verified.complaints())
    show("bad fits", [line for p in studies for line in p.bad_fits])
    show("data sets that are missing", list(missing(plan)))


def progress(plan: Plan, study: Study, begun: set[str], verified: Verified) -> Progress:
    """Look at the file of each job of a study."""
    state = Progress(study.where)
    for dataset in plan.datasets(study):
        above = {plan.fetched(dataset), paths.prepared(dataset)}
        data_stale = not above.isdisjoint(verified.unusable)
        splits = plan.splits(study, dataset)  # one file for each block
        trials = plan.trials(study, dataset)
        stored: dict[str, float] | None = None
        for method in plan.methods(study):
            left = 0
            lengths: list[float] = []
            for block, split in zip(plan.blocks(study, dataset, method), splits, strict=True):
                note = records.made(block.path)
                lengths += [s for s in [records.seconds(note)] if s is not None]
                if block.path in begun:
                    state.running.append(block.path)
                    left += 1
                elif not os.path.exists(block.path):
                    state.to_do += 1
                    state.without_result += end_of_log(block.path)
                    left += 1
                elif data_stale or not {split, block.path}.isdisjoint(verified.unusable):
                    state.stale += 1
                    left += 1
                else:
                    state.done += 1
                    state.bad_fits += bad_fits(study, dataset, method, block.path, trials)
            if left and not lengths:
                if stored is None:
                    stored = trial_seconds(study, dataset, plan.scale)
                if method.name in stored:
                    lengths = [stored[method.name] * plan.block_size(study, dataset)]
            if lengths:
                state.seconds_left += left * sum(lengths) / len(lengths)
            else:
                state.of_unknown_length += left
    return state


def log_of(path: str) -> str:
    """Where the rule writes what the job of a block prints."""
    _, experiment, study, _, *rest = path.removesuffix(".npz").split("/")
    return paths.fit_log(experiment, study, *rest)


def bad_fits(study: Study, dataset: str, method: Method, path: str, trials: int) -> list[str]:
    """The fits of a block that did not end well, by its log or, without one, by the block.

    A block is fitted whole. Seeds from `trials` on are in no result.
    """
    where = f"{study.where}/{dataset}/{method.name}"
    try:
        said = Path(log_of(path)).read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        from methods.bench.blocks import load_block  # imports NumPy

        bad = [run for run in load_block(path)[0] if run.status not in (OK, *NOT_TRIED)]
        told = [(run.seed, f"{run.status} {run.message}") for run in bad]
    else:
        told = [(int(m[1]), f"{m[2]}{m[3]}") for m in BAD_FIT.finditer(said)]
    return [f"{where} seed {seed}: {text}" for seed, text in told if seed < trials]


def end_of_log(path: str) -> list[str]:
    """The last line of a job that began and left no file."""
    log = log_of(path)
    if not os.path.exists(log):
        return []
    lines = Path(log).read_text(encoding="utf-8", errors="replace").strip().splitlines()
    return [f"{log}: {lines[-1] if lines else 'stopped'}"]


def missing(plan: Plan) -> Iterator[str]:
    """The unavailable data sets, each with the reason."""
    for dataset in plan.used_datasets():
        report = Path(plan.fetched(dataset))
        if report.exists():
            with suppress(Damaged):  # named among the stored files
                content = read_sealed_json(report)
                if content["status"] != "ok":
                    is_own = plan.catalogue[dataset].fetched_as == dataset
                    yield content["reason"] if is_own else f"{dataset}: {content['reason']}"


def elapsed(path: str) -> str:
    """For how long a job has run, by the note that Snakemake makes when it begins."""
    started = records.begun_at(path)
    return f", for {duration(time.time() - started)}" if started else ""


def total(studies: Sequence[Progress]) -> Progress:
    return Progress(
        "all",
        sum(p.done for p in studies),
        [path for p in studies for path in p.running],
        sum(p.stale for p in studies),
        sum(p.to_do for p in studies),
        [line for p in studies for line in p.bad_fits],
        [],
        sum(p.seconds_left for p in studies),
        sum(p.of_unknown_length for p in studies),
    )


def row(p: Progress, jobs: int) -> tuple[object, ...]:
    left = time_left(p, jobs) or "–"
    return p.study, p.done, len(p.running), p.stale, p.to_do, len(p.bad_fits), left


def time_left(p: Progress, jobs: int) -> str:
    """How long the fits of `p` still take with so many jobs at a time; empty if none is left."""
    known = duration(p.seconds_left / jobs) if p.seconds_left else ""
    jobs_more = counted(p.of_unknown_length, "job")
    unknown = f"{jobs_more} of unknown length" if p.of_unknown_length else ""
    return " and ".join(part for part in (known, unknown) if part)


def time_left_of_run(plan: Plan, jobs: int) -> str:
    """How long all fits that are left take, in a run, which has removed unusable files."""
    begun, verified = records.running(), Verified()
    studies = [progress(plan, study, begun, verified) for study in plan.studies()]
    return time_left(total(studies), jobs)


def show(title: str, lines: Sequence[str]) -> None:
    if lines:
        print(f"\n{title}")
        for line in lines[:LISTED]:
            print(f"  {line}")
        if len(lines) > LISTED:
            print(f"  and {len(lines) - LISTED} more")
