"""How long a `try` takes, from what the yardstick's fits took on data sets of about that size."""

from __future__ import annotations

from pathlib import Path

from methods.bench import paths
from methods.bench.experiments import load_experiment
from methods.bench.plan import Plan
from methods.command.estimate import Timed, expected_work, not_there, seconds_by_size
from methods.command.last_run import seconds_in
from methods.command.layout import counted, duration
from methods.data.catalogue import load_catalogue
from methods.data.columns import CATEGORICAL, DATE, MANY_CATEGORIES
from methods.data.prepare import Dataset

LONG = 180.0  # seconds; of a longer run the terminal says how to make it shorter
SECONDS_OF_A_JOB = 0.4  # to start it and to note it
SECONDS_OF_A_RUN = 15.0  # before its first fit and after its last
SHOWN = 3  # methods that take longest
PARTS_OF_A_DATE = 5


def seconds_to_do(plan: Plan, dataset: Dataset, timed: list[Timed]) -> dict[str, float | None]:
    """Processor seconds of the fits to do, by method; None for a method that never ran."""
    work = len(dataset.y) ** 2 * n_features(dataset)
    seconds: dict[str, float | None] = {}
    for study in plan.studies():
        for method in plan.methods(study):
            blocks = plan.blocks(study, dataset.name, method)
            jobs = sum(not_there([block.path]) for block in blocks)
            trial = seconds_by_size(timed, work, 1, method.name)
            if jobs and trial is None:
                seconds[method.name] = None
            elif jobs and trial is not None:
                trials = jobs * plan.block_size(study, dataset.name)
                fits = trials * min(trial, study.seconds)
                seconds[method.name] = fits + jobs * SECONDS_OF_A_JOB
    return seconds


def in_words(seconds: dict[str, float | None], cores: int) -> list[str]:
    """The lines for the terminal; none if nothing is to be fitted."""
    known = {name: value for name, value in seconds.items() if value is not None}
    unknown = [name for name in seconds if name not in known]
    if not seconds:
        return []
    if not known:
        return [f"time: nothing is known of {', '.join(unknown)}"]
    total = sum(known.values())
    beside = f", without {', '.join(unknown)}, of which nothing is known" if unknown else ""
    elapsed = total / cores + SECONDS_OF_A_RUN
    lines = [f"time: about {duration(elapsed)} on {counted(cores, 'core')}{beside}"]
    if elapsed > LONG:
        longest = sorted(known, key=lambda name: -known[name])[:SHOWN]
        shares = ", ".join(f"{name} {known[name] / total:.0%}" for name in longest)
        lines.append(
            f"  of it {shares}; to make it less, name others with --methods, ask for fewer"
            " --trials or --seconds, or stop now and go on with the same call"
        )
    return lines


def reference_times(root: Path, defaults: Path) -> list[Timed]:
    """What the fits of the yardstick took in the reference run, by data set."""
    experiment = load_experiment(root / defaults)
    catalogue = load_catalogue(root / "datasets")
    times = []
    for study in experiment.studies.values():
        folder = root / paths.REFERENCE / experiment.name / study.name / "runs"
        for file in sorted(folder.glob("*.parquet")):
            work = expected_work(catalogue[file.stem]) if file.stem in catalogue else None
            if work:
                times.append(Timed(work, 1, seconds_in(file, study, "paper")))
    return times


def n_features(dataset: Dataset) -> int:
    """How many features a method gets, about."""
    if not dataset.columns:
        return int(dataset.X.shape[1])
    width = {CATEGORICAL: MANY_CATEGORIES, DATE: PARTS_OF_A_DATE}
    return sum(
        min(column.distinct, width.get(column.kind, 1))
        for column in dataset.columns
        if not column.left_out
    )
