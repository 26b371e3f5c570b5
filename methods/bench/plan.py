"""From config.yaml to the files that a run makes.

The Snakefile asks a `Plan` for its targets and for what a rule needs to know of one path; the steps
of the command line ask the same plan for the files that they read.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from methods.bench import paths
from methods.bench.experiments import (
    SCALES,
    Experiment,
    Method,
    Study,
    by_scale,
    check_keys,
    load_experiments,
)
from methods.bench.source_hash import (
    COMPILED_SUFFIX,
    code_paths,
    combined,
    home,
    imported_modules,
    module_hash,
    source_hash,
)
from methods.data.catalogue import Descriptor, load_catalogue
from methods.errors import UserError, unknown
from methods.yaml_files import held_to_schema, read_yaml

ROOT = Path(__file__).resolve().parents[2]
# Raise it when what a block file holds, or how a cell is split, seeded or fitted, changes. Editing
# the code of the pipeline does not refit by itself: a comment would cost hours.
BLOCK_FORMAT = 1
FIGURE_FORMATS = ("png", "svg", "pdf")
TABLE_FORMATS = ("csv", "md", "tex", "json")

DEFAULTS: dict[str, Any] = {
    "experiments": "all",
    "datasets": "embedded",
    "methods": "all",
    "scale": "quick",
    "trials": None,
    "block_size": "auto",
    "mirror": None,
    "figure_formats": ["png", "svg"],
    "strict": False,
    "against": None,
}


@dataclass(frozen=True)
class Block:
    """An aligned run of seeds of one (experiment, study, data set, method): one job, one file.

    A block is always fitted whole, also where fewer trials are asked for: what its file holds
    depends on its name alone, so that another number of trials fits nothing again.
    """

    method: Method
    path: str


@dataclass(frozen=True)
class Plan:
    """The selected part of the whole matrix at one scale."""

    config: Mapping[str, Any]
    experiments: Mapping[str, Experiment]
    catalogue: Mapping[str, Descriptor]

    @staticmethod
    def from_config(config: Mapping[str, Any], root: Path = ROOT) -> Plan:
        """Check `config` key by key and select; every complaint is one line."""
        with held_to_schema("config", config, "config"):
            return Plan._selected(config, root)

    @staticmethod
    def _selected(config: Mapping[str, Any], root: Path) -> Plan:
        check_keys(config, set(DEFAULTS), "config")
        config = {**DEFAULTS, **config}
        if config["scale"] not in SCALES:
            raise unknown("scale", config["scale"], SCALES, "config")
        for kind in config["figure_formats"]:
            if kind not in FIGURE_FORMATS:
                raise unknown("figure format", kind, FIGURE_FORMATS, "config")
        everything = load_experiments(root / "workflow" / "experiments")
        catalogue = load_catalogue(root / "datasets")
        chosen = _selection(config["experiments"], everything, "experiment")
        if config["datasets"] not in ("all", "embedded"):
            wanted = _selection(config["datasets"], catalogue, "data set")
            config["datasets"] = [catalogue[name].name for name in wanted]
        if config["methods"] != "all":
            studies = [study for e in everything.values() for study in e.studies.values()]
            names = dict.fromkeys(m.name for study in studies for m in study.methods)
            config["methods"] = _selection(config["methods"], names, "method")
        for experiment in everything.values():
            for study in experiment.studies.values():
                for dataset in study.datasets:
                    if dataset not in catalogue:
                        raise unknown("data set", dataset, catalogue, study.where)
                    if (known := catalogue[dataset].name) != dataset:
                        raise UserError(f"{study.where}: write {known!r} for data set {dataset!r}")
        return Plan(config, {name: everything[name] for name in chosen}, catalogue)

    @property
    def scale(self) -> str:
        return str(self.config["scale"])

    @property
    def mirror(self) -> str | None:
        """The folder or address that is tried before the upstream addresses."""
        return self.config["mirror"] or os.environ.get("MARGINBENCH_MIRROR") or None

    def forget_missing(self) -> None:
        """Drop the reports of data sets that were missed, where another try may find them.

        What was fetched stays valid whatever the mirror. A set that was missed is worth another
        try when it has an address, or when the mirror is another one.
        """
        for name in self.used_datasets():
            report = Path(paths.fetched(name))
            if report.exists():
                content = json.loads(report.read_text(encoding="utf-8"))
                files = [f for source in self.catalogue[name].sources for f in source.files]
                again = any(f.url for f in files) or content.get("mirror") != self.mirror
                if content["status"] != "ok" and again:
                    report.unlink()

    def trials(self, study: Study, dataset: str) -> int:
        """How many seeds; 0 where a study, or a data set in it, is left out at this scale."""
        usual = self._usual_trials(study, dataset)
        return int(self.config["trials"] or usual) if usual else 0

    def _usual_trials(self, study: Study, dataset: str) -> int:
        return int(by_scale(study.trials_by_dataset.get(dataset, study.trials), self.scale))

    def datasets(self, study: Study) -> list[str]:
        """The data sets of a study that the config selects and its scale runs, in their order."""
        wanted = self.config["datasets"]
        running = [name for name in study.datasets if self.trials(study, name)]
        if wanted == "all":
            return running
        if wanted == "embedded":
            return [name for name in running if self.catalogue[name].embedded]
        return [name for name in running if name in wanted]

    def methods(self, study: Study) -> list[Method]:
        wanted = self.config["methods"]
        return [m for m in study.methods if wanted == "all" or m.name in wanted]

    def studies(self) -> Iterator[Study]:
        """Every selected study that has something to run."""
        for experiment in self.experiments.values():
            for study in experiment.studies.values():
                if self.datasets(study) and self.methods(study):
                    yield study

    def experiment(self, name: str) -> Experiment:
        if name not in self.experiments:
            raise unknown("experiment", name, self.experiments)
        return self.experiments[name]

    def study(self, experiment: str, name: str) -> Study:
        return self.experiment(experiment).study(name)

    def block_size(self, study: Study, dataset: str) -> int:
        """How many seeds one job fits.

        By default no more than the trials that the scale has of itself: a run for minutes does not
        fit what only one for hours looks at.
        """
        per_job = self.config["block_size"]
        if per_job == "auto":
            return min(study.block_size, max(1, self._usual_trials(study, dataset)))
        return int(per_job)

    def block_names(self, study: Study, dataset: str) -> list[str]:
        """The seeds of the blocks that cover the trials asked for, as ``<first>-<last>``."""
        size = self.block_size(study, dataset)
        firsts = range(0, self.trials(study, dataset), size)
        return [f"{at:04d}-{at + size - 1:04d}" for at in firsts]

    def blocks(self, study: Study, dataset: str, method: Method) -> list[Block]:
        where = (study.experiment, study.name, dataset, self.folder(study, method))
        return [
            Block(method, paths.fits(*where, seeds)) for seeds in self.block_names(study, dataset)
        ]

    def folder(self, study: Study, method: Method) -> str:
        """Where a method's blocks lie: apart for each scale if the conditions differ by scale."""
        differ = isinstance(study.conditions.values, Mapping)
        return f"{method.slug}@{self.scale}" if differ else method.slug

    def all_blocks(self, study: Study, dataset: str) -> list[Block]:
        return [b for m in self.methods(study) for b in self.blocks(study, dataset, m)]

    def splits(self, study: Study, dataset: str) -> list[str]:
        """The files with the splits of every planned trial, which all methods share."""
        where = (study.experiment, study.name, dataset)
        return [paths.splits(*where, seeds) for seeds in self.block_names(study, dataset)]

    def used_datasets(self) -> list[str]:
        return sorted({name for study in self.studies() for name in self.datasets(study)})

    def stored(self, experiment: str) -> list[str]:
        """The files that an experiment's tables, figures and claims are made from."""
        return [
            file
            for study in self.studies()
            if study.experiment == experiment
            for dataset in self.datasets(study)
            for file in (
                *paths.stored(experiment, study.name, dataset).values(),
                paths.prepared(dataset),
                self.splits(study, dataset)[0],  # for how many rows are of the test part
            )
        ]

    def tables(self, experiment: str) -> list[str]:
        names = self.experiments[experiment].tables
        return [paths.output(experiment, name, kind) for name in names for kind in TABLE_FORMATS]

    def figures(self, experiment: str) -> list[str]:
        kinds = [*self.config["figure_formats"], "csv"]
        names = self.experiments[experiment].figures
        return [paths.output(experiment, name, kind) for name in names for kind in kinds]

    def reading(self, dataset: str) -> str:
        """What the prepared data depend on in the descriptor; its prose is not part of it."""
        d = self.catalogue[dataset]
        return combined(map(repr, (d.task, d.shape, dict(d.classes), d.content_hash, d.sources)))

    def protocol(self, study: Study) -> str:
        """What a data set's splits depend on beside the data and the seeds."""
        return json.dumps({"split": study.split, "scaling": study.scaling}, sort_keys=True)

    def source(self, *modules: str) -> str:
        """A hash over the named modules and all of ours that they import."""
        return combined(module_hash(name) for m in modules for name in sorted(imported_modules(m)))

    def output_source(self, name: str, *kinds: str) -> str:
        """What an experiment's tables, figures or claims depend on beside the stored results."""
        experiment = self.experiments[name]
        entries = {kind: getattr(experiment, kind) for kind in kinds}
        modules = {home(e["function"]) for kind in entries.values() for e in kind.values()}
        words = [experiment.title, *(study.about for study in experiment.studies.values())]
        printed = ROOT / "workflow" / "published" / f"{experiment.source}.csv"
        numbers = printed.read_text(encoding="utf-8") if printed.exists() else ""
        names = [[method.name for method in study.methods] for study in experiment.studies.values()]
        known = [
            [d, self.catalogue[d].printed, dict(self.catalogue[d].classes)]
            for d in sorted({d for study in experiment.studies.values() for d in study.datasets})
        ]
        text = json.dumps([entries, words, names, known], sort_keys=True, default=repr)
        return combined([text, numbers, self.source(*sorted(modules))])

    def fit_parameters(self, study: Study, method: Method) -> dict[str, str]:
        """What a block's content depends on beside its input files; a change reruns the fit."""
        record, conditions = study.record, study.conditions
        meaning = {
            "format": BLOCK_FORMAT,
            "method": method.spec,
            "record": {kind: names for kind, names in vars(record).items() if names},
            "vary": [conditions.vary, conditions.name],
        }
        called = [*code_paths(method.spec), *record.measures.values(), *record.curves.values()]
        if conditions.vary == "test_noise":
            called.append(conditions.name)
        return {
            "conditions": json.dumps(conditions.labels(self.scale)),
            "meaning": combined([json.dumps(meaning, sort_keys=True)]),
            "source_hash": combined(source_hash(path) for path in sorted(set(called))),
        }


def read_plan(root: Path, entries: Sequence[str] = ()) -> Plan:
    """The plan of config.yaml under `root`, with entries ``key=value`` in place of its own."""
    config = read_yaml(root / "config.yaml")
    for entry in entries:
        key, sign, value = entry.partition("=")
        if not sign:
            raise UserError(f"--config takes key=value, not {entry!r}")
        try:
            config[key] = yaml.safe_load(value)
        except yaml.YAMLError:
            raise UserError(f"--config {key}: {value!r} is not YAML") from None
    return Plan.from_config(config, root)


def compiled_files(method: Method) -> list[str]:
    """A file for each module of compiled code that the method's classes import."""
    imported = {m for path in code_paths(method.spec) for m in imported_modules(home(path))}
    return [
        paths.compiled(module) for module in sorted(imported) if module.endswith(COMPILED_SUFFIX)
    ]


def _selection(wanted: Any, known: Any, what: str) -> list[str]:
    if wanted == "all":
        return list(known)
    if isinstance(wanted, str):
        wanted = [wanted]
    if not isinstance(wanted, list):
        raise UserError(f"config: {what}s are 'all' or a list of names, not {wanted!r}")
    for name in wanted:
        if name not in known:
            raise unknown(what, name, known, "config")
    return [name for name in known if name in wanted]
