"""`check`: report all that would make a run fail, before it starts, and what the run will cost."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from methods.bench.construct import build
from methods.bench.experiments import Study, load_experiment
from methods.bench.plan import Plan, read_plan
from methods.bench.source_hash import code_paths
from methods.command.claim_faults import faults_of_claims
from methods.command.code_names import faults_of_code, faults_of_method
from methods.command.estimate import print_estimate
from methods.command.known_sound import faults_unless_known, look_without_compiling
from methods.command.layout import counted
from methods.command.nothing_to_run import faults_of_selection
from methods.command.output_names import faults_of_outputs
from methods.command.paper_faults import faults_of_numbers, faults_of_papers
from methods.command.recorded_attributes import faults_of_attributes
from methods.data.catalogue import Descriptor, descriptor_files, load_descriptor
from methods.errors import UserError
from methods.schemas.config import Config
from methods.schemas.experiment import ExperimentFile
from methods.schemas.faults import faults
from methods.schemas.paper import PaperFile, load_paper
from methods.yaml_files import read_yaml, yaml_files_in

CLASSES_OF_BINARY = 2


def run(options: argparse.Namespace) -> int:
    """Print each fault as one line on stderr and return 1. Without a fault print the estimate."""
    root = options.root
    faults = list(faults_of_files(root))
    if not faults:
        look_without_compiling("plan", partial(faults_of_plan, root, options.config))
        faults = list(faults_of_plan(root, options.config))
    for fault in faults:
        print(f"error: {' '.join(fault.split())}", file=sys.stderr)
    if faults:
        print(f"{counted(len(faults), 'fault')} found", file=sys.stderr)
        return 1
    plan = read_plan(root, options.config)
    experiments = len(yaml_files_in(root / "workflow" / "experiments"))
    datasets = len(descriptor_files(root / "datasets"))
    print(f"no fault in {counted(experiments, 'experiment')} and {counted(datasets, 'data set')}\n")
    for line in gaps(plan):
        print(line)
    print_estimate(plan)
    return 0


def gaps(plan: Plan) -> Iterator[str]:
    """A line for each method that leaves gaps because its package is not installed."""
    lacking = (
        (study.experiment, method.name, study.lacks(method))
        for study in plan.studies()
        for method in plan.methods(study)
    )
    for experiment, method, lack in dict.fromkeys(lacking):
        if lack:
            yield f"{experiment}: {method} leaves gaps: {lack}"


def faults_of_files(root: Path) -> Iterator[str]:
    """What is wrong inside config.yaml, or inside the file of an experiment, paper or data set."""
    for path in yaml_files_in(root / "workflow" / "experiments"):
        yield from faults_of_file(path, load_experiment, ExperimentFile, path.stem)
    for path in yaml_files_in(root / "workflow" / "papers"):
        yield from faults_of_file(path, load_paper, PaperFile, f"workflow/papers/{path.name}")
    for path in descriptor_files(root / "datasets").values():
        yield from faults_of_file(path, load_descriptor, Descriptor, str(path))
    yield from faults(Config, read_yaml(root / "config.yaml"), "config.yaml")
    yield from faults_of_numbers(root)
    yield from taken_names(root / "plugins")


def faults_of_file(path: Path, load: Any, model: Any, where: str) -> Iterator[str]:
    """All that differs from the model of the file, else the one fault that stops its reader."""
    try:
        load(path)
    except UserError as error:
        yield from _differences(path, model, where) or [str(error)]


def _differences(path: Path, model: Any, where: str) -> list[str]:
    if path.suffix != ".yaml":
        return []
    try:
        return list(faults(model, read_yaml(path), where))
    except UserError:
        return []


def taken_names(plugins: Path) -> Iterator[str]:
    """Plugins that nothing would import, because an installed module has the same name."""
    for path in sorted([*plugins.glob("[!.]*.py"), *plugins.glob("[!.]*/__init__.py")]):
        name = path.stem if path.parent == plugins else path.parent.name
        try:
            spec = find_spec(name)
        except ImportError:  # a name with a dot is that of a module in a package
            spec = None
        if spec is None or spec.origin is None or not Path(spec.origin).is_relative_to(plugins):
            taken = spec.origin if spec else "nothing"
            yield f"plugins/{name}: import {name} finds {taken}; choose another name"


def faults_of_plan(root: Path, entries: list[str]) -> Iterator[str]:
    """What is wrong in how the files fit together, and in what they name."""
    try:
        selected = read_plan(root, entries)
        plan = read_plan(root, [*entries, "experiments=all", "methods=all"])
    except UserError as error:
        yield str(error)
        return
    studies = [study for e in plan.experiments.values() for study in e.studies.values()]
    yield from faults_of_selection(selected)
    yield from faults_of_code(plan, studies)
    faults_in_names = list(faults_of_outputs(plan.experiments.values(), root))
    yield from faults_in_names or faults_of_claims(plan, root)
    yield from faults_of_papers(plan, root)
    for study in studies:
        classes = {name: plan.catalogue[name].classes for name in study.datasets}
        yield from faults_unless_known(
            f"study {study!r} {plan.scale} {classes}",
            [p for m in study.methods if not study.lacks(m) for p in code_paths(m.spec)],
            partial(faults_of_estimators, plan, study),
        )
    yield from faults_of_openml(plan)
    yield from faults_of_local_data(plan)


def faults_of_estimators(plan: Plan, study: Study) -> Iterator[str]:
    """What is wrong with classes that can be imported, and what none of them has."""
    yield from faults_of_study(plan, study)
    if not any(fault for method in study.methods for fault in faults_of_method(study, method)):
        yield from faults_of_attributes(study)


def faults_of_study(plan: Plan, study: Study) -> Iterator[str]:
    """Classes that can be imported, but not built or fitted."""
    conditions = study.conditions
    for method in study.methods:
        if study.lacks(method) or any(faults_of_method(study, method)):
            continue
        where = f"{study.where}: {method.name}"
        try:
            for dataset in ("", *study.parameters_by_dataset):
                estimator = build(study.on(dataset, method).spec)
            if conditions.vary == "parameter" and conditions.name:
                for label in conditions.labels(plan.scale):
                    estimator.set_params(**{conditions.name: conditions.value(label)})
        except UserError as error:
            yield f"{where}: {error}"
            continue
        except Exception as error:  # a class of the user may raise anything
            yield f"{where}: {type(error).__name__}: {error}"
            continue
        if not (hasattr(estimator, "fit") and hasattr(estimator, "get_params")):
            yield f"{where}: {method.spec['class']} has no fit and get_params of an estimator"
            continue
        yield from faults_of_classes(plan.catalogue, study, where, estimator)


def faults_of_classes(
    catalogue: Mapping[str, Descriptor], study: Study, where: str, estimator: Any
) -> Iterator[str]:
    """Data sets with many classes for a method that says that it takes two."""
    from sklearn.utils import get_tags

    tags = get_tags(estimator).classifier_tags
    if tags is None or tags.multi_class:
        return
    for dataset in study.datasets:
        n_classes = len(catalogue[dataset].classes)
        if n_classes > CLASSES_OF_BINARY:
            yield f"{where} is for two classes, {dataset} has {n_classes}"


def faults_of_openml(plan: Plan) -> Iterator[str]:
    """The package that data of OpenML need, if they are selected and it is not installed."""
    from methods.data.openml_files import client

    for name in plan.used_datasets():
        if any(source.of_openml for source in plan.catalogue[name].sources):
            try:
                client()
            except UserError as error:
                yield f"datasets/{name}.yaml: {error}"


def faults_of_local_data(plan: Plan) -> Iterator[str]:
    """Files of datasets/local that do not hold what they should. A missing file is no fault."""
    from methods.data.prepare import prepare_source

    for name, descriptor in plan.catalogue.items():
        for source in descriptor.sources if name == descriptor.name else ():
            places = [file.local_path for file in source.files]
            if not source.frame and not (places and all(p and p.is_file() for p in places)):
                continue
            where = f"datasets/{source.files[0].path}" if places else f"datasets/{name}.yaml"
            try:
                prepare_source(descriptor, source, Path(str(places[0] if places else "")).parent)
            except UserError as error:
                yield f"{where}: {error}"
