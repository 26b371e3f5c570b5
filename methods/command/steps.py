"""The steps that the rules call, one function each.

Each step imports the modules that it needs, so that it waits for no others.
"""

from __future__ import annotations

import argparse
import os
import sys
import traceback
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from methods.errors import UserError, unknown
from methods.sealed_files import Damaged, identity_of

FAILURES_LISTED = 20
EXPERIMENTS = "workflow/experiments"


def fetch(options: argparse.Namespace) -> None:
    from methods.data import fetch

    report = fetch.fetch(
        descriptor_of(options), options.out.parent, options.mirror or None,
        made_from=options.made_from,
    )  # fmt: skip
    if report["status"] != "ok":
        print(f"{options.dataset}: {report['reason']}", file=sys.stderr)


def prepare(options: argparse.Namespace) -> None:
    from methods.data import prepare

    made_from = {**options.made_from, "raw": identity_of([options.fetched])}
    try:
        dataset = prepare.prepare(descriptor_of(options), options.fetched.parent)
    except prepare.DataSetMissing as reason:
        prepare.save_missing(options.out, str(reason), made_from)
    else:
        for note in dataset.notes:
            print(f"{dataset.name}: {note}", file=sys.stderr)
        prepare.save_dataset(options.out, dataset, made_from)


def split(options: argparse.Namespace) -> None:
    from methods.data.prepare import DataSetMissing, load_dataset
    from methods.data.splits import make_split, save_splits

    study = study_of(options)
    try:
        dataset = load_dataset(options.data)
    except DataSetMissing:
        splits = {}
    else:
        splits = {
            seed: make_split(
                dataset, options.experiment, seed, study.split, study.scaling,
                study.draw_of_trial(seed), study.missing,
            )
            for seed in seed_range(options.seeds)
        }  # fmt: skip
        for seed, made in splits.items():
            if any(made.gaps):
                print(
                    f"seed {seed}: rows with gaps are left out, {made.gaps[0]} of"
                    f" {len(made.train) + made.gaps[0]} training rows and {made.gaps[1]} of"
                    f" {len(made.test) + made.gaps[1]} test rows"
                )
    made_from = {**options.made_from, "data": identity_of([options.data])}
    save_splits(options.out, splits, made_from)


def compile_kernels(options: argparse.Namespace) -> None:
    from methods.bench import compiled

    compiled.compile_kernels(options.module)
    compiled.write_report(options.module, options.out, options.made_from)


def fit(options: argparse.Namespace) -> None:
    from methods.bench.blocks import save_block
    from methods.bench.guard import ABSENT, MISSING
    from methods.data.prepare import DataSetMissing, load_dataset

    study = study_of(options)
    method = study.method(options.method)
    seeds = seed_range(options.seeds)
    inputs = {"data": identity_of([options.data]), "split": identity_of([options.splits])}
    made_from = {**options.made_from, **inputs}
    gap = (ABSENT, lacking) if (lacking := study.lacks(method)) else None
    try:
        dataset = load_dataset(options.data)
    except DataSetMissing as reason:
        gap = MISSING, str(reason)
    if gap:
        from methods.bench.fit import block_of_gaps

        save_block(options.out, block_of_gaps(*gap, seeds, options.conditions), made_from)
        return
    from methods.bench.fit import fit_block
    from methods.command.bounded_log import bounded_log
    from methods.data.splits import load_splits

    method = study.on(dataset.name, method)
    splits = load_splits(options.splits)
    for seed in seeds:
        if seed not in splits:
            raise UserError(f"{options.splits}: no split of seed {seed}")
    with bounded_log():
        runs = fit_block(study, method, dataset, {s: splits[s] for s in seeds}, options.conditions)
    save_block(options.out, runs, made_from)


def evaluate(options: argparse.Namespace) -> None:
    from methods.bench import paths
    from methods.bench.scoring import save_scored, score_blocks
    from methods.data.prepare import DataSetMissing, load_dataset
    from methods.data.splits import load_splits

    plan = plan_of(options)
    study = plan.study(options.experiment, options.study)
    data, splits = paths.prepared(options.dataset), plan.splits(study, options.dataset)
    blocks = plan.all_blocks(study, options.dataset)
    work_beside(options.beside, [data])
    try:
        dataset = load_dataset(data)
    except DataSetMissing:
        dataset = None
    trials = plan.trials(study, options.dataset)
    scored = score_blocks(blocks, dataset, load_splits(*splits), trials, study.metrics)
    inputs = {
        "data": identity_of([data]),
        "splits": identity_of(splits),
        "fits": identity_of(block.path for block in blocks),
    }
    files = paths.stored(study.experiment, study.name, options.dataset)
    save_scored(scored, files, {**options.made_from, **inputs})


def aggregate(options: argparse.Namespace) -> None:
    from methods.bench import paths
    from methods.bench.results import Results
    from methods.claims.ledger import judge
    from methods.report.of_entry import table_of
    from methods.sealed_files import write_sealed_json
    from methods.tables.table import write_table

    plan = plan_of(options)
    results = Results.load(plan, options.experiment, options.root)
    work_beside(options.beside, plan.stored(options.experiment))

    def write(name: str) -> None:
        table = table_of(results, results.experiment.tables[name])
        write_table(table, paths.output(options.experiment, name))

    verdicts: list[dict[str, Any]] = []
    failed = each("table", results.experiment.tables, write)
    failed += each(
        "claim", results.experiment.claims, lambda name: verdicts.append(judge(results, name))
    )
    made_from = {**options.made_from, "stored": identity_of(plan.stored(options.experiment))}
    write_sealed_json(paths.claims(options.experiment), {"claims": verdicts}, made_from)
    refuse(failed)


def figures(options: argparse.Namespace) -> None:
    from methods.bench import paths
    from methods.bench.construct import options_of
    from methods.bench.results import Results
    from methods.figures.style import write_figure

    plan = plan_of(options)
    results = Results.load(plan, options.experiment, options.root)
    work_beside(options.beside, plan.stored(options.experiment))

    def write(name: str) -> None:
        draw, rest = options_of(results.experiment.figures[name], ("caption",))
        figure, data = draw(results, **rest)
        stem = paths.output(options.experiment, name)
        write_figure(figure, data, stem, plan.config["figure_formats"])

    refuse(each("figure", results.experiment.figures, write))


def each(what: str, names: Iterable[str], make: Callable[[str], None]) -> list[str]:
    """Make every output, even if one fails. Return the failed ones, as ``what name``."""
    failed = []
    for name in names:
        try:
            make(name)
        except (OSError, Damaged):  # the others would fail as well
            raise
        except Exception:
            traceback.print_exc()
            failed.append(f"{what} {name}")
    return failed


def refuse(failed: Sequence[str]) -> None:
    if failed:
        raise UserError(f"could not make {', '.join(failed)}; the reasons are above")


def report(options: argparse.Namespace) -> None:
    from methods.bench import paths
    from methods.report.site import write_report

    plan, here = plan_of(options), Path.cwd()
    claims = list(map(paths.claims, plan.running()))
    work_beside(options.beside, claims)
    made_from = {**options.made_from, "claims": identity_of(claims)}
    write_report(plan, options.root, made_from, here)
    print(f"report: {paths.REPORT}\nclaims: {paths.LEDGER}")


def compare(options: argparse.Namespace) -> None:
    from methods.bench import paths
    from methods.report.compare_page import write_comparison

    plan, here = plan_of(options), Path.cwd()
    work_beside(options.beside, list(map(paths.claims, plan.running())))
    write_comparison(plan, options.root, here)
    print(f"comparison: {paths.COMPARISON}")


def strict(options: argparse.Namespace) -> None:
    """Fail if any fit failed, and name the first ones. Missing data or packages are no failure."""
    from methods.bench.guard import NOT_TRIED
    from methods.bench.results import Results, failed
    from methods.files import write_text
    from methods.tables.fit_rows import row_per_fit

    plan, out = plan_of(options), options.out.absolute()
    work_beside(options.beside, [file for name in plan.running() for file in plan.stored(name)])
    failures = []
    for study in plan.studies():
        runs = Results.load(plan, study.experiment, options.root).runs(study.name)
        runs = failed(row_per_fit(runs, study))
        runs = runs[~runs["status"].isin(NOT_TRIED)]
        failures += [
            f"{study.where}/{run.dataset}/{run.method} seed {run.seed}: {run.status} {run.message}"
            for run in runs.itertuples()
        ]
    if failures:
        listed = "\n  ".join(failures[:FAILURES_LISTED])
        raise UserError(f"{len(failures)} fits did not end well\n  {listed}")
    write_text(out, "every fit ended well\n")


def work_beside(given: Path | None, inputs: Sequence[str]) -> None:
    """Go to the folder below which all files of a step have the paths that the plan gives them.

    `given` is where the rule has the first of its `inputs`. With a storage provider, Snakemake puts
    the files of a job into a folder for local copies, and not into the folder of the run.
    """
    if given is not None:
        folder = str(given.absolute()).removesuffix(f"/{inputs[0]}")
        if not os.path.isdir(folder):
            raise UserError(f"--beside {given}: expected a path that ends with {inputs[0]}")
        os.chdir(folder)


def plan_of(options: argparse.Namespace) -> Any:
    """The plan of config.yaml, with the entries of ``--config key=value`` in place of its own."""
    from methods.bench.plan import read_plan

    every = ["experiments=all"] * ("experiment" in options)  # config.yaml may leave that out
    return read_plan(options.root, [*options.config, *every])


def study_of(options: argparse.Namespace) -> Any:
    """The study that a step names, without the rest of the plan."""
    from methods.bench.experiments import load_experiment
    from methods.yaml_files import yaml_files_in

    known = {path.stem: path for path in yaml_files_in(options.root / EXPERIMENTS)}
    if options.experiment not in known:
        raise unknown("experiment", options.experiment, known)
    return load_experiment(known[options.experiment]).study(options.study)


def descriptor_of(options: argparse.Namespace) -> Any:
    """The descriptor of the data set that a step names, without the rest of the catalogue."""
    from methods.data.catalogue import descriptor_files, load_descriptor

    known = descriptor_files(options.root / "datasets")
    if options.dataset not in known:
        raise unknown("data set", options.dataset, known)
    return load_descriptor(known[options.dataset])


def seed_range(text: str) -> range:
    """``first:last``, both included."""
    first, _, last = text.partition(":")
    if not (first.isdigit() and last.isdigit() and int(first) <= int(last)):
        raise UserError(f"--seeds takes first:last, such as 0:9, not {text!r}")
    return range(int(first), int(last) + 1)
