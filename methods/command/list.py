"""`list`: one line for each method, data set, experiment, paper, claim or output function."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path

from methods.bench import paths
from methods.bench.experiments import Experiment, Study, load_experiments
from methods.claims.counts import told_as
from methods.command import last_run
from methods.command.layout import print_table
from methods.data.catalogue import Descriptor, load_catalogue
from methods.sealed_files import read_sealed_json


def run(options: argparse.Namespace) -> None:
    """Print the list that ``options.what`` names."""
    experiments = load_experiments(options.root / "workflow" / "experiments")
    if options.what == "methods":
        list_methods(experiments)
    elif options.what == "datasets":
        list_datasets(experiments, load_catalogue(options.root / "datasets"))
    elif options.what == "experiments":
        list_experiments(experiments)
    elif options.what == "papers":
        from methods.command.show_paper import list_papers  # it imports the tests of claims

        list_papers(options.root, experiments)
    elif options.what == "claims":
        list_claims(experiments)
    else:
        list_functions(experiments, "claims" if options.what == "claim-tests" else options.what)


def list_methods(experiments: Mapping[str, Experiment]) -> None:
    """Display names with their class; several experiments may use one name."""
    experiments_of: dict[tuple[str, str], dict[str, None]] = {}
    for experiment in experiments.values():
        for study in experiment.studies.values():
            for method in study.methods:
                key = (method.name, str(method.spec["class"]))
                experiments_of.setdefault(key, {})[experiment.name] = None
    rows = [(*key, ", ".join(where)) for key, where in experiments_of.items()]
    print_table(("METHOD", "CLASS", "EXPERIMENTS"), rows)


def list_datasets(
    experiments: Mapping[str, Experiment], catalogue: Mapping[str, Descriptor]
) -> None:
    """Size, origin, whether the data set is here, and which experiments use it."""
    rows = []
    for name, descriptor in catalogue.items():
        if name != descriptor.name:
            continue
        used = dict.fromkeys(study.experiment for study in studies_with(experiments, descriptor))
        rows.append(
            (name, size(descriptor), len(descriptor.classes), kind(descriptor), here(descriptor),
             ", ".join(used))
        )  # fmt: skip
    print_table(("DATA SET", "SIZE", "CLASSES", "FROM", "HERE", "EXPERIMENTS"), sorted(rows))


def studies_with(experiments: Mapping[str, Experiment], descriptor: Descriptor) -> list[Study]:
    """The studies that use a data set under one of its names."""
    names = {descriptor.name, *descriptor.aliases}
    studies = [study for e in experiments.values() for study in e.studies.values()]
    return [study for study in studies if names & set(study.datasets)]


def size(descriptor: Descriptor) -> str:
    return " x ".join("?" if n is None else str(n) for n in descriptor.shape)


def kind(descriptor: Descriptor) -> str:
    """Where the first source comes from, in a word."""
    first = descriptor.sources[0]
    if first.bundled:
        return "scikit-learn"
    if first.generator:
        return "generated"
    if first.frame:
        return "a function"
    if first.of_openml:
        return "OpenML"
    if all(file.local_path for file in first.files):
        return "datasets/local"
    files = [file for source in descriptor.sources for file in source.files]
    return "download" if any(file.url for file in files) else "own copy"


def here(descriptor: Descriptor) -> str:
    """Whether the last run obtained the data."""
    if not Path(paths.prepared(descriptor.name)).exists():
        return "not yet"
    report = Path(paths.fetched(descriptor.fetched_as))
    status = read_sealed_json(report)["status"] if report.exists() else "ok"
    return "yes" if status == "ok" else str(status)


def list_experiments(experiments: Mapping[str, Experiment]) -> None:
    rows = []
    for experiment in experiments.values():
        studies = experiment.studies.values()
        methods = {method.name for study in studies for method in study.methods}
        datasets = {name for study in studies for name in study.datasets}
        outputs = (experiment.tables, experiment.figures, experiment.claims)
        counts = map(len, (studies, datasets, methods, *outputs))
        rows.append((experiment.name, *counts, experiment.title))
    headers = (
        "EXPERIMENT",
        "STUDIES",
        "DATA SETS",
        "METHODS",
        "TABLES",
        "FIGURES",
        "CLAIMS",
        "TITLE",
    )
    print_table(headers, rows)


def list_claims(experiments: Mapping[str, Experiment]) -> None:
    """Each claim with its verdict in the last run, and whether it is ours."""
    rows = []
    for experiment in experiments.values():
        verdicts = last_run.verdicts(experiment.name)
        for name, claim in experiment.claims.items():
            verdict = told_as(verdicts[name]) if name in verdicts else "not tested yet"
            whose = "ours" if claim.get("beyond") else "the source"
            label = f"{experiment.name}/{name}"
            rows.append((label, verdict, whose, claim["where"], claim["says"]))
    print_table(("CLAIM", "VERDICT", "OF", "WHERE", "SAYS"), rows)


def list_functions(experiments: Mapping[str, Experiment], section: str) -> None:
    """The functions that a section of an experiment file may name, and what they make."""
    from methods.command.output_functions import SECTIONS, output_functions  # imports all of them

    rows = [
        (function.path, function.summary)
        for function in output_functions(experiments.values())
        if function.section == section
    ]
    does = "ASKS" if section == "claims" else "MAKES"
    print_table((f"{SECTIONS[section].upper()}", does), rows)
