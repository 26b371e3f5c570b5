"""Experiments: the files under workflow/experiments, read, checked and resolved.

An experiment is the evidence for one paper. It holds studies; a study is a matrix of data sets,
methods, seeds and conditions under one protocol. Tables, figures and claims are made from the
studies. `methods.schemas.experiment` describes the keys of the files. The Snakefile reads
experiments each time it is parsed, so nothing heavy is imported here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from msgspec import Struct, field
from msgspec.structs import asdict, replace

from methods.bench import paths
from methods.bench.source_hash import code_paths
from methods.data.catalogue import Descriptor
from methods.errors import UserError, unknown
from methods.schemas.experiment import (
    NO_SWEEP,
    Conditions,
    ExperimentFile,
    Record,
    StudyEntry,
    by_scale,
)
from methods.schemas.metric_entries import CURVES, MetricEntry, metrics_by_name
from methods.schemas.model import NAME_PATTERN, SCALES
from methods.schemas.paper import keys_of_papers
from methods.schemas.protocol import Folds, Given, OpenML
from methods.schemas.reading import check_plain, read
from methods.yaml_files import read_yaml, yaml_files_in

__all__ = [
    "NO_SWEEP", "SCALES", "Conditions", "Experiment", "Method", "Record", "Study", "by_scale",
    "load_experiment", "load_experiments", "slug",
]  # fmt: skip


# What shows a metric that no output of its experiment names.
SCORE_TABLE = "methods.tables.scores.score_table"
CURVE_FIGURES = "methods.figures.probabilities"


class Method(Struct, frozen=True):
    """A display name and the nested ``{class: ..., parameter: ...}`` that builds the estimator."""

    name: str
    spec: Mapping[str, Any]

    @property
    def slug(self) -> str:
        return slug(self.name)


class Study(StudyEntry, frozen=True, kw_only=True):
    """A study with its place, and with its methods in place of their names."""

    experiment: str
    name: str
    methods: tuple[Method, ...]  # type: ignore[assignment]
    metrics: dict[str, MetricEntry] = field(default_factory=dict)  # type: ignore[assignment]
    optional: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Nothing: the entry was checked when it was read."""

    def lower_is_better(self, metric: str) -> bool:
        """What the metric says; a recorded number says nothing and counts as a cost."""
        entry = self.metrics.get(metric)
        return entry is None or bool(entry.lower_is_better)

    def method(self, name: str) -> Method:
        for method in self.methods:
            if name in (method.name, method.slug):
                return method
        raise unknown("method", name, [m.name for m in self.methods], self.where)

    def lacks(self, method: Method) -> str:
        """Which optional package of the method is not installed, and how to get it; else nothing.

        Without the package the method leaves labelled gaps.
        """
        for path in code_paths(method.spec):
            package = path.partition(".")[0]
            if package in self.optional and find_spec(package) is None:
                return f"{package} is not installed; {self.optional[package]}"
        return ""

    def on(self, dataset: str, method: Method) -> Method:
        """The method as it is fitted on a data set; what is said of it alone counts most."""
        other = self.parameters_by_dataset.get(dataset, {})
        named = {key: value for key, value in other.items() if key in method.spec}
        return replace(method, spec={**method.spec, **named, **other.get(method.name, {})})

    def draw_of_trial(self, seed: int) -> int | None:
        """Which draw of a generated data set a trial has; None if all share the stored one.

        The folds of one repetition belong to one draw. A split `by` an extra takes rows of its own
        for each trial from the stored draw.
        """
        if self.one_draw or (isinstance(self.split, Given) and self.split.by):
            return None
        return seed // self.split.folds if isinstance(self.split, Folds) else seed

    @property
    def one_fit_for_all_conditions(self) -> bool:
        """Whether the conditions change only the test rows, so that a trial has one fit."""
        return self.conditions.vary == "test_noise"

    def fits_of_a_trial(self, scale: str) -> int:
        return 1 if self.one_fit_for_all_conditions else len(self.conditions.labels(scale))

    @property
    def where(self) -> str:
        return f"{self.experiment}/{self.name}"


class Experiment(ExperimentFile, frozen=True, kw_only=True):
    """An experiment file with its name and its resolved studies."""

    name: str
    studies: dict[str, Study]  # type: ignore[assignment]

    def __post_init__(self) -> None:
        """Nothing: the file was checked when it was read."""

    def study(self, name: str) -> Study:
        if name not in self.studies:
            raise unknown("study", name, self.studies, self.name)
        return self.studies[name]


@cache
def slug(name: str) -> str:
    """The display name as a path element: lower case, everything else an underscore."""
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")


def load_experiments(folder: Path) -> dict[str, Experiment]:
    """Every experiment file of a folder, by name."""
    return {path.stem: load_experiment(path) for path in yaml_files_in(folder)}


def load_experiment(path: Path) -> Experiment:
    """Read one experiment file and check its keys, names and references."""
    return _load(path, path.read_bytes())


@cache
def _load(path: Path, content: bytes) -> Experiment:
    """The experiment; `content` is what the file holds, so that an edited file is read again."""
    name = path.stem
    if not re.fullmatch(NAME_PATTERN, name) or name in paths.SHARED:
        taken = ", ".join(paths.SHARED)
        raise UserError(f"{path}: a name consists of a-z, 0-9 and _, and is none of {taken}")
    raw = read_yaml(path)
    file = read(ExperimentFile, raw, name)
    check_plain(raw, name)
    check_slugs(name, file.methods)
    papers = keys_of_papers(path.parents[2])
    if file.source and file.source not in papers:
        raise unknown("paper", file.source, papers, f"{name}: source")
    studies = {key: _resolve(file, name, key, entry) for key, entry in file.studies.items()}
    source = file.source or name
    resolved = {"title": file.title or name, "source": source, "studies": studies}
    return Experiment(name=name, **{**asdict(file), **resolved})


def check_slugs(name: str, methods: Iterable[str]) -> None:
    """Raise a `UserError` if two methods would write to the same files, or one to no file."""
    taken: dict[str, str] = {}
    for method in methods:
        if not slug(method):
            complaint = "has no letter of a-z and no digit, which name its files; write one"
            raise UserError(f"{name}: methods: {method!r} {complaint}")
        if slug(method) in taken:
            raise UserError(
                f"{name}: methods: {taken[slug(method)]!r} and {method!r} make the same path"
            )
        taken[slug(method)] = method


def _resolve(file: ExperimentFile, experiment: str, name: str, entry: StudyEntry) -> Study:
    where = f"{experiment}: studies.{name}"
    for method in entry.methods:
        if method not in file.methods:
            raise unknown("method", method, file.methods, f"{where}.methods")
    methods = tuple(Method(method, file.methods[method]) for method in entry.methods)
    for key in ("trials_by_dataset", "parameters_by_dataset"):
        for dataset in getattr(entry, key):
            if dataset not in entry.datasets:
                raise unknown("data set", dataset, entry.datasets, f"{where}.{key}")
    for dataset, parameters in entry.parameters_by_dataset.items():
        _check_parameters(parameters, methods, f"{where}.parameters_by_dataset.{dataset}")
    metrics = _metrics(entry, (*entry.metrics, *file.metrics), f"{where}.metrics")
    resolved = {"methods": methods, "metrics": metrics, "optional": file.optional}
    return Study(experiment=experiment, name=name, **{**asdict(entry), **resolved})


def _check_parameters(parameters: Mapping[str, Any], methods: Iterable[Method], where: str) -> None:
    """Each key is a parameter that a method names, or a method of the study with a mapping."""
    specs = {method.name: method.spec for method in methods}
    named = {parameter for spec in specs.values() for parameter in spec}
    for key, value in parameters.items():
        if key not in specs:
            if key not in named:
                raise unknown("parameter", key, {*named, *specs}, where)
            continue
        if key in named:
            raise UserError(f"{where}: {key!r} is a method and a parameter; rename the method")
        if not isinstance(value, Mapping):
            raise UserError(f"{where}.{key}: a method takes a mapping of its parameters")
        for parameter in value:
            if parameter not in specs[key]:
                raise unknown("parameter", parameter, specs[key], f"{where}.{key}")


def _metrics(
    study: StudyEntry, entries: Iterable[str | MetricEntry], where: str
) -> dict[str, MetricEntry]:
    metrics = metrics_by_name(entries, where)
    for name in metrics:
        if name in {**study.record.scalars, **study.record.measures}:
            raise UserError(f"{where}: the study records a number {name!r}; write another name")
    return metrics


def with_metrics(experiment: Experiment, entries: Iterable[str | MetricEntry]) -> Experiment:
    """The experiment with these metrics in each study, and with an output for each metric.

    A metric that no table shows gets one, and a curve that no figure shows gets one. A sweep gets
    none, because its conditions would have to be chosen.
    """
    studies = {
        name: replace(
            study,
            metrics=_metrics(study, (*study.metrics.values(), *entries), f"{study.where}: metrics"),
        )
        for name, study in experiment.studies.items()
    }
    tables, figures = dict(experiment.tables), dict(experiment.figures)
    for study in studies.values():
        for metric in study.metrics if study.conditions == NO_SWEEP else ():
            if metric in CURVES:
                outputs, function, what = figures, f"{CURVE_FIGURES}.{metric}s", {}
            else:
                outputs, function, what = tables, SCORE_TABLE, {"metric": metric}
            entry: dict[str, Any] = {"function": function, "study": study.name, **what}
            if not any(entry.items() <= shown.items() for shown in outputs.values()):
                if outputs is tables:
                    entry["caption"] = f"Study {study.name}, {metric.replace('_', ' ')}"
                else:  # so that each gets a colour of its own
                    entry["methods"] = [method.name for method in study.methods]
                name = slug(f"{study.name} {metric}")
                while name in tables or name in figures:
                    name += "_"
                outputs[name] = entry
    return replace(experiment, studies=studies, tables=tables, figures=figures)


def check_data_sets(study: Study, catalogue: Mapping[str, Descriptor]) -> None:
    """Refuse data sets that are not known under this name, or that lack the splits of the study."""
    where = f"{study.experiment}: studies.{study.name}"
    for dataset in (*study.datasets, *study.split.get("train_rows", {})):
        key = "datasets" if dataset in study.datasets else "split.train_rows"
        if dataset not in catalogue:
            raise unknown("data set", dataset, catalogue, f"{where}.{key}")
        if (name := catalogue[dataset].name) != dataset:
            raise UserError(f"{where}.{key}: write {name!r} for data set {dataset!r}")
    for dataset in study.datasets:
        if isinstance(study.split, OpenML) and not catalogue[dataset].openml_splits:
            raise UserError(
                f"{where}.datasets: {dataset} has no splits of OpenML; write another kind of split,"
                " or openml_task and openml_splits in its source"
            )
