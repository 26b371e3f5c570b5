"""`land`: where a method of the user's lands among those of a kept run.

It alone is fitted, by the ordinary pipeline in a folder of its own, on the trials of the kept run.
An interrupted call goes on where it stopped.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import Any

from sklearn.model_selection import ParameterGrid

from methods.bench import paths
from methods.bench.plan import Plan, read_plan
from methods.bench.results import Results
from methods.claims.kept import outdated_of
from methods.command.check import faults_of_plan
from methods.command.land_project import FOLDS, Landing, landing_of, write_project
from methods.command.layout import counted
from methods.command.try_ import parsed, snakemake, working_in
from methods.errors import UserError, unknown
from methods.sharing.joined_results import joined, kept_metrics, refuse_other_sizes
from methods.sharing.split_hashes import FILE, kept_hashes, refuse_other_trials, split_hashes


def run(options: argparse.Namespace) -> int:
    """Fit the method, pair its scores with the kept ones, and write the page."""
    root: Path = options.root
    if not (root / "Snakefile").is_file():
        raise UserError(f"{root} has no Snakefile; land needs a whole project")
    grid = None if options.grid is None else parsed("--grid", options.grid)
    if grid is not None and not is_grid(grid):
        raise UserError(f"--grid {options.grid}: write parameters with lists, as in {{C: [1, 10]}}")
    landing = landing_of(
        parsed("PATH", options.method), root, options.against, options.study, grid,
        options.datasets, options.trials,
    )  # fmt: skip
    metrics = kept_metrics(root, landing.experiment, landing.study)
    if options.metric not in metrics:
        raise unknown("kept metric", options.metric, metrics, "--metric")
    folder = (options.out or Path(paths.LANDS, landing.folder)).absolute()
    with working_in(folder) as lock:
        write_project(landing, folder, root, options.seconds, options.memory)
        if faults := list(faults_of_plan(folder, [])):
            raise UserError(faults[0])
        for line in what_runs(landing):
            print(line, flush=True)
        if status := snakemake(options.cores or len(os.sched_getaffinity(0)), lock):
            return status
        for line in landed(landing, folder, root, options.metric, options.rope):
            print(line)
    return 0


def is_grid(grid: Any) -> bool:
    """Whether this is a mapping of parameters to lists, or a list of such mappings."""
    parts = grid if isinstance(grid, list) else [grid]
    return bool(parts) and all(
        isinstance(part, dict) and all(isinstance(v, list) and v for v in part.values())
        for part in parts
    )


def what_runs(landing: Landing) -> list[str]:
    trials = sorted(set(landing.trials.values()))
    rivals = counted(len(landing.methods), "method")
    lines = [
        f"{landing.name} on {counted(len(landing.trials), 'data set')} x"
        f" {' or '.join(map(str, trials))} trials, against {rivals} of"
        f" {paths.REFERENCE}/{landing.experiment}/{landing.study}; results in {Path.cwd()}"
    ]
    if grid := landing.spec.get("param_grid"):
        settings = counted(len(ParameterGrid(grid)), "setting")
        lines.append(f"  it chooses among {settings} in {FOLDS} folds of the training rows")
    if landing.gone:
        lines.append(
            f"  left out, since the experiment file no longer has them: {', '.join(landing.gone)}"
        )
    return lines


def landed(landing: Landing, folder: Path, root: Path, metric: str, rope: float) -> list[str]:
    """Verify that the trials are the same, pair the scores, and write the page."""
    from methods.report.landing_page import write_landing_page  # draws figures
    from methods.tables.pairwise import pairwise_table
    from methods.tables.standing import standing

    own = read_plan(folder)
    ours = Results.load(own, landing.experiment, folder)
    kept = Results.load(
        read_plan(folder, ["methods=all"]), landing.experiment, folder, root / paths.REFERENCE
    )
    both = joined(ours, kept, landing.study)
    notes = [verified(landing, own, root, both)]
    notes += [f"Of an older code: {change.why}." for change in outdated_of(kept)]
    of_method = landing.study, landing.name, metric, rope
    pairs = pairwise_table(both, study=landing.study, method=landing.name, metric=metric, rope=rope)
    lines = standing(both, *of_method, pairs.data)
    page = write_landing_page(both, *of_method, pairs, lines, notes)
    return [*lines, *notes, f"page: {folder / page}"]


def verified(landing: Landing, plan: Plan, root: Path, both: Results) -> str:
    """Refuse other data or splits than those of the kept run, and say what was compared."""
    folder = root / paths.REFERENCE / landing.experiment
    kept = kept_hashes(folder)
    place = f"{paths.REFERENCE}/{landing.experiment}/{FILE}"
    sizes = refuse_other_sizes(both, landing.study, landing.name)
    if kept is None:
        return (
            f"The kept run has no hashes of data and splits ({place} is missing), so it is not"
            f" shown that the rows are the same. In {sizes} trials all methods train on as many"
            " rows as it says."
        )
    ours = split_hashes(plan, landing.experiment)
    same = refuse_other_trials(kept, ours, Path(place))
    if same < len(ours):
        return (
            f"The data and the rows of {same} trials are those of the kept run by their hashes;"
            f" {len(ours) - same} more have none in {place}."
        )
    return f"The data and the rows of all {same} trials are those of the kept run by their hashes."
