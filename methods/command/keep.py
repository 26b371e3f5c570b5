"""`keep`: copy the outcome of a run to results/reference, which is committed."""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Iterator
from pathlib import Path

from methods.bench import paths
from methods.bench.plan import Plan, read_plan
from methods.command.judge import write_ledger
from methods.command.stale_results import refuse_stale
from methods.sharing.kept_copies import copy_to_keep
from methods.sharing.run_settings import refuse_other_scale, refuse_other_settings
from methods.sharing.split_hashes import keep_hashes, split_hashes

KEPT_OF_FIGURES = (".png", ".csv")
LARGEST_BYTES = 2**20  # larger files of figures and tables are skipped, such as the data of a map


def run(options: argparse.Namespace) -> None:
    """Keep the selected experiments."""
    plan = read_plan(options.root, options.config)
    refuse_other_settings(plan)
    refuse_stale(plan)
    keep(plan)


def keep(plan: Plan) -> None:
    """Replace the stored results of the selected experiments by those of this run.

    The ledger beside them covers all experiments with stored results. The hashes of the data and
    the rows of each trial are kept too, so that other methods can be paired with the scores.
    """
    reference, beside = Path(paths.REFERENCE), Path(paths.NEW_REFERENCE)
    names = plan.running()
    others = [file for file in reference.glob("*/claims.json") if file.parent.name not in names]
    refuse_other_scale(plan.scale, others)
    shutil.rmtree(beside, ignore_errors=True)
    try:
        for name in names:
            for source in kept_files(plan, name):
                copy = beside / source.relative_to("results")
                copy.parent.mkdir(parents=True, exist_ok=True)
                copy_to_keep(source, copy)
            keep_hashes(split_hashes(plan, name), beside / name)
    except BaseException:  # a full disk or Ctrl-C; what was kept is as it was
        shutil.rmtree(beside, ignore_errors=True)
        raise
    for name in names:
        old = beside / f"{name}.old"
        if (reference / name).exists():
            (reference / name).rename(old)
        reference.mkdir(exist_ok=True)
        (beside / name).rename(reference / name)
    shutil.rmtree(beside)
    write_ledger(plan, reference)


def kept_files(plan: Plan, experiment: str) -> Iterator[Path]:
    """The files of a run that are kept: as far as they exist, and no table or figure too large."""
    figures = [file for file in plan.figures(experiment) if file.endswith(KEPT_OF_FIGURES)]
    stored = [
        paths.stored(experiment, study.name, dataset)[kind]
        for study in plan.studies()
        if study.experiment == experiment
        for dataset in plan.datasets(study)
        for kind in ("scores", "runs")
    ]
    yield from filter(Path.exists, map(Path, [paths.claims(experiment), *stored]))
    for file in map(Path, [*plan.tables(experiment), *figures]):
        if file.exists() and file.stat().st_size <= LARGEST_BYTES:
            yield file
