"""Can the code that the experiments name be imported, and read for its source hash?

The Snakefile, `check` and `status` ask first of all. Snakemake does not report an exception of an
input or params function if the output exists, so a run would keep the numbers of lost code.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial

from methods.bench.construct import resolve
from methods.bench.experiments import Method, Study
from methods.bench.metrics import scorers_of
from methods.bench.plan import Plan
from methods.bench.source_hash import code_paths, source_hash
from methods.command.known_sound import faults_unless_known, look_without_compiling
from methods.errors import UserError
from methods.schemas.metric_entries import MetricEntry


def refuse_lost_code(plan: Plan) -> None:
    """Raise a `UserError` with a line for each selected method that cannot be imported."""
    look_without_compiling("code", partial(faults_of_code, plan, plan.studies()))
    if faults := list(faults_of_code(plan, plan.studies())):
        raise UserError("\nerror: ".join(faults))


def faults_of_code(plan: Plan, studies: Iterable[Study]) -> Iterator[str]:
    """One line for each selected method, and each recorded function, that cannot be imported."""
    faults = (
        fault
        for study in studies
        for fault in (
            *faults_of_recorded(study),
            *faults_of_metrics(study),
            *(fault for method in plan.methods(study) for fault in faults_of_method(study, method)),
        )
    )
    yield from dict.fromkeys(faults)  # several studies may have the same method


def faults_of_recorded(study: Study) -> Iterator[str]:
    """Functions that measure fits or add noise, and cannot be imported."""
    functions = [*study.record.measures.values(), *study.record.curves.values()]
    if study.conditions.vary == "test_noise":
        functions.append(study.conditions.name)
    for fault in _faults(functions):
        yield f"{study.where}: {fault}"


def faults_of_metrics(study: Study) -> Iterator[str]:
    """Metrics of which no scorer can be made."""
    own = [entry.function for entry in study.metrics.values() if "." in entry.function]
    faults = faults_unless_known(
        f"metrics {study.metrics}", own, lambda: _faults_of_scorers(study.metrics)
    )
    for fault in (*faults, *_faults(own)):
        yield f"{study.where}: metrics: {fault}"


def _faults_of_scorers(metrics: Mapping[str, MetricEntry]) -> Iterator[str]:
    try:
        scorers_of(metrics)
    except UserError as error:
        yield str(error)


def faults_of_method(study: Study, method: Method) -> Iterator[str]:
    """Classes and functions of a method that cannot be imported, unless it may leave gaps."""
    if study.lacks(method):
        return
    specs = [study.on(dataset, method).spec for dataset in ("", *study.parameters_by_dataset)]
    for fault in _faults(path for spec in specs for path in code_paths(spec)):
        yield f"{study.experiment}: methods.{method.name}: {fault}"


def _faults(paths: Iterable[str]) -> Iterator[str]:
    for path in dict.fromkeys(paths):
        yield from faults_unless_known(f"code {path}", [path], partial(_faults_of_path, path))


def _faults_of_path(path: str) -> Iterator[str]:
    try:
        resolve(path)
        source_hash(path)
    except UserError as error:
        yield str(error)
    except Exception as error:  # a file that cannot be read
        yield f"{path}: {type(error).__name__}: {' '.join(str(error).split())}"
