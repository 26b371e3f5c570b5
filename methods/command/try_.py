"""`try`: compare methods on a table of one's own, in a folder of its own.

The methods, their budgets of tuning and their limits are those of the yardstick experiment. An
interrupted call goes on where it stopped. Another metric is scored from what is stored, and more
trials fit only the new ones.
"""

from __future__ import annotations

import argparse
import fcntl
import os
import re
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import chdir, contextmanager
from pathlib import Path
from typing import Any

import yaml

from methods.bench import paths
from methods.bench.plan import Plan, read_plan
from methods.bench.server.lifeline import kill_with_descendants
from methods.command.check import faults_of_plan
from methods.command.layout import counted
from methods.command.records import locked_since
from methods.command.try_estimate import in_words, reference_times, seconds_to_do
from methods.command.try_metrics import refuse_unfit_metrics
from methods.command.try_project import (
    DEFAULTS,
    EXPERIMENT,
    FILE,
    STUDY,
    Wish,
    lay_table,
    write_project,
)
from methods.data.catalogue import load_descriptor
from methods.data.prepare import Dataset, prepare_source
from methods.errors import UserError
from methods.files import write_text
from methods.schemas.named_columns import TableNotes
from methods.schemas.reading import read
from methods.yaml_files import parse_yaml, read_yaml

FEWEST_ROWS = 6  # of a class: halves that are tuned in three folds have one in each
NOTES_SHOWN = 6  # on columns
STOPPED = 128 + signal.SIGTERM  # the exit status of a shell's commands that were asked to end


def run(options: argparse.Namespace) -> int:
    """Check the table, say how long it takes, and run the pipeline in the folder."""
    root: Path = options.root
    if not (root / "Snakefile").is_file():
        raise UserError(f"{root} has no Snakefile; try needs a whole project")
    wish = wish_of(options)
    folder = (options.out or Path(paths.TRIES, wish.name)).absolute()
    cores = options.cores or len(os.sched_getaffinity(0))
    with working_in(folder) as lock:
        plan, dataset = planned(wish, folder, root)
        times = seconds_to_do(plan, dataset, reference_times(root, DEFAULTS))
        for line in (*what_runs(plan, dataset, wish), *in_words(times, cores)):
            print(line, flush=True)
        return snakemake(cores, lock)


def wish_of(options: argparse.Namespace) -> Wish:
    return Wish(
        table=options.table.absolute(),
        target=options.target,
        own=[parsed("--method", text) for text in options.method],
        chosen=options.methods,
        metrics=[parsed("--metric", text) for text in options.metric] or ["error"],
        trials=options.trials,
        groups=options.groups,
        seconds=options.seconds,
        memory_mb=options.memory,
        max_bytes=options.max_bytes,
    )


def parsed(option: str, text: str) -> Any:
    """A dotted path or name as it is, or a mapping."""
    try:
        return parse_yaml(text)
    except (yaml.YAMLError, ValueError):  # ValueError: the 99th of May
        raise UserError(f"{option} {text!r} is not YAML") from None


@contextmanager
def working_in(folder: Path) -> Iterator[int]:
    """Go to the folder and lock it. The descriptor of the lock is for the pipeline to hold."""
    refuse_foreign(folder, paths.OWN_LOCK)
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / paths.OWN_LOCK, "w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise UserError(f"another run works in {folder}; wait until it ends") from None
        with chdir(folder):
            yield lock.fileno()


def refuse_foreign(folder: Path, marker: str) -> None:
    """Refuse a folder with files but without the `marker` that an earlier call leaves in it."""
    if folder.is_dir() and not (folder / marker).exists() and any(folder.iterdir()):
        raise UserError(f"{folder} is not empty; name a new folder with --out")
    if folder.exists() and not folder.is_dir():
        raise UserError(f"{folder} is a file; name a new folder with --out")


def planned(wish: Wish, folder: Path, root: Path) -> tuple[Plan, Dataset]:
    """Write the files of the folder, and read the table. Messages name the user's own file.

    What is refused leaves the files of an earlier call as they were, so that its project stays one.
    """
    notes_of_link = Path("datasets", "local", f"{wish.name}.yaml")
    written = [folder / file for file in (notes_of_link, FILE, "config.yaml")]
    earlier = {file: file.read_text(encoding="utf-8") for file in written if file.is_file()}
    link = lay_table(wish, folder)
    try:
        notes = read(TableNotes, read_yaml(link.with_suffix(".yaml")), str(link))
        descriptor = load_descriptor(link)
        dataset = prepare_source(descriptor, descriptor.sources[0], link.parent)
        refuse_small_classes(dataset, wish)
        refuse_few_groups(dataset, wish, notes.groups)
        write_project(wish, folder, root, len(dataset.classes), notes)
        if faults := list(faults_of_plan(folder, [])):
            raise UserError(faults[0])
        refuse_unfit_metrics(wish.metrics, len(dataset.classes))
        return read_plan(folder), dataset
    except UserError as error:
        for file, text in earlier.items():
            if file.read_text(encoding="utf-8") != text:
                write_text(file, text)
        raise UserError(in_her_words(str(error), wish, link)) from None


def in_her_words(complaint: str, wish: Wish, link: Path) -> str:
    """A complaint with the user's own file in place of the link to it."""
    notes = link.with_suffix(".yaml").name
    complaint = complaint.replace(
        f"write target: <its name> in {notes} beside it", "name another one with --target"
    )
    complaint = re.sub(
        rf"write max_bytes: (\d+) in {re.escape(notes)} beside it.*",
        r"allow it with --max-bytes \1, or save a part of its rows", complaint,
    )  # fmt: skip
    for place in (str(link), f"datasets/local/{link.name}"):
        complaint = complaint.replace(place, str(wish.table))
    # a function, since a backslash in the user's name would be an escape
    complaint = re.sub(rf"(?<![\w/]){re.escape(link.name)}", lambda _: str(wish.table), complaint)
    complaint = with_place_of_notes(complaint, wish)
    # places in an experiment file that she did not write
    if wish.own:
        complaint = re.sub(rf"^{EXPERIMENT}: methods\.[^:]+: ", "--method: ", complaint)
    complaint = complaint.replace(f"{EXPERIMENT}/{STUDY}: metrics: ", "--metric: ")
    return re.sub(rf"(?<![\w/]){re.escape(notes)}", lambda _: f"{wish.table.stem}.yaml", complaint)


def with_place_of_notes(text: str, wish: Wish) -> str:
    """A text that tells to write something under columns, with the file to write it in."""
    return text.replace(
        " under columns to", f" under columns in {wish.table.stem}.yaml beside it to"
    )


def refuse_small_classes(dataset: Dataset, wish: Wish) -> None:
    """Refuse a class of which some fold of a training half may have no row."""
    for code, n in sorted(Counter(dataset.y.tolist()).items()):
        if n < FEWEST_ROWS:
            raise UserError(
                f"{wish.table}: column {wish.target!r}: class {dataset.classes[code]!r} has"
                f" {counted(n, 'row')}, and halves with three folds need {FEWEST_ROWS}; delete"
                " these rows, or join classes"
            )


def refuse_few_groups(dataset: Dataset, wish: Wish, column: str | None) -> None:
    """Refuse groups of which no half can both train and test a class."""
    if column is None:
        return
    group = dataset.extras["group"]
    for code, label in enumerate(dataset.classes):
        if len(names := set(group[dataset.y == code].tolist())) < 2:
            raise UserError(
                f"{wish.table}: column {column!r}: all rows of class {label!r} are in one group,"
                f" {names.pop()!r}, and a group is on one side of a trial; choose another column"
            )


def what_runs(plan: Plan, dataset: Dataset, wish: Wish) -> list[str]:
    """The table and its columns in short, and what is compared."""
    (study,) = plan.studies()
    columns = [column for column in dataset.columns if not column.left_out]
    more = len(dataset.notes) - NOTES_SHOWN
    return [
        f"{wish.table.name}: {counted(len(dataset.y), 'row')}, {counted(len(columns), 'feature')}"
        f" in columns, {len(dataset.classes)} classes in {wish.target!r}",
        *(f"  {with_place_of_notes(note, wish)}" for note in dataset.notes[:NOTES_SHOWN]),
        *([f"  and {more} more notes, on the data set's page"] if more > 0 else []),
        f"{counted(len(plan.methods(study)), 'method')} x"
        f" {counted(plan.trials(study, dataset.name), 'trial')}; results in {Path.cwd()}",
    ]


def snakemake(cores: int, lock: int) -> int:
    """Run the pipeline. The lock is held until it ends, whatever becomes of this process.

    If this process is asked to end, by SIGTERM or Ctrl-C, it kills the pipeline and its steps.
    Snakemake itself would first finish the fits that it has begun.
    """
    command = [sys.executable, "-m", "snakemake", "--cores", str(cores)]
    if locked_since() is not None:  # nobody else works here, so a killed run has left it
        subprocess.run([*command, "--unlock"], check=True, capture_output=True, pass_fds=[lock])
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with subprocess.Popen(command, pass_fds=[lock]) as pipeline:
            try:
                return pipeline.wait()
            except KeyboardInterrupt:
                kill_with_descendants(pipeline.pid)
    finally:
        signal.signal(signal.SIGTERM, before)
    print("stopped; the same call goes on where this one was", file=sys.stderr)
    return STOPPED
