"""From config.yaml to the files that a run makes.

The Snakefile asks a `Plan` for the files to make, and the steps of the command line ask the same
plan for the files to read. `methods.bench.dependencies` has what a step depends on beside them.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from msgspec import to_builtins
from msgspec.structs import asdict

from methods import project
from methods.bench import paths
from methods.bench.experiments import (
    Experiment,
    Method,
    Study,
    by_scale,
    check_data_sets,
    load_experiments,
    with_metrics,
)
from methods.data.catalogue import Descriptor, load_catalogue
from methods.errors import UserError, unknown
from methods.schemas.config import Config
from methods.schemas.paper import keys_of_papers
from methods.schemas.protocol import OpenML, Time
from methods.schemas.reading import read
from methods.sealed_files import read_sealed_json
from methods.yaml_files import parse_yaml, read_yaml

TABLE_FORMATS = ("csv", "md", "tex", "json")


@dataclass(frozen=True)
class Block:
    """An aligned run of seeds of one (experiment, study, data set, method): one job, one file.

    A block is always fitted whole, even if fewer trials are asked for. So the content of its file
    depends on its name alone, and another number of trials fits nothing again.
    """

    method: Method
    path: str


@dataclass(frozen=True)
class Plan:
    """The selected part of the whole matrix at one scale."""

    config: Mapping[str, Any]
    experiments: Mapping[str, Experiment]
    catalogue: Mapping[str, Descriptor]
    papers: Sequence[str] = ()

    @staticmethod
    def from_config(entries: Mapping[str, Any], root: Path | None = None) -> Plan:
        """Check the entries of config.yaml and select; every complaint is one line."""
        root = root or project.root()
        config = asdict(read(Config, entries, "config"))
        metrics = config["metrics"]
        metrics = [metrics] if isinstance(metrics, str) else metrics
        config["metrics"] = to_builtins(metrics)
        experiments = {
            name: with_metrics(experiment, metrics)
            for name, experiment in load_experiments(root / "workflow" / "experiments").items()
        }
        catalogue = load_catalogue(root / "datasets")
        papers = keys_of_papers(root)
        for descriptor in catalogue.values():
            for printed in descriptor.printed:
                # The folder of `land` has the descriptors of all papers, and no paper.
                if papers and printed.source not in papers:
                    where = f"datasets/{descriptor.name}.yaml: printed: source"
                    raise unknown("paper", printed.source, papers, where)
        studies = [study for e in experiments.values() for study in e.studies.values()]
        selected = _select(config["experiments"], experiments, "experiment")
        if config["experiments"] != "all":
            config["experiments"] = selected
        if config["datasets"] not in ("all", "embedded"):
            names = _select(config["datasets"], catalogue, "data set")
            config["datasets"] = [catalogue[name].name for name in names]
        if config["methods"] != "all":
            known = dict.fromkeys(method.name for study in studies for method in study.methods)
            config["methods"] = _select(config["methods"], known, "method")
        for study in studies:
            check_data_sets(study, catalogue)
        return Plan(config, {name: experiments[name] for name in selected}, catalogue, papers)

    @property
    def scale(self) -> str:
        return str(self.config["scale"])

    @property
    def mirror(self) -> str | None:
        """The folder or address that is tried before the upstream addresses."""
        return self.config["mirror"] or os.environ.get("MARGINBENCH_MIRROR") or None

    def missed(self) -> list[str]:
        """The data sets that an earlier run could not get, or whose raw files have been lost."""
        return [name for name in self.fetched_datasets() if _is_missed(Path(paths.fetched(name)))]

    def try_missed_again(self, made_from: Callable[[str], Mapping[str, str]]) -> None:
        """Fetch the missed data sets again, all at a time.

        A set that is missing for the same reason keeps its report, so that nothing runs again. A
        new report states what `made_from` returns for the name of its data set.
        """
        if missed := self.missed():
            from methods.data.fetch import fetch_again  # most runs miss nothing

            def fetch(name: str) -> None:
                folder = Path(paths.fetched(name)).parent
                fetch_again(self.catalogue[name], folder, self.mirror, made_from(name))

            with ThreadPoolExecutor(len(missed)) as threads:
                list(threads.map(fetch, missed))

    def trials(self, study: Study, dataset: str) -> int:
        """How many seeds; 0 if this scale leaves out the study, or the data set in it."""
        usual = self._usual_trials(study, dataset)
        trials = int(self.config["trials"] or usual) if usual else 0
        if isinstance(study.split, OpenML):
            return min(trials, self.catalogue[dataset].openml_splits or 0)
        return min(trials, study.split.folds) if isinstance(study.split, Time) else trials

    def draws(self, study: Study, dataset: str) -> int | None:
        """How many draws of a generated data set the trials see; None if it is not generated."""
        if not self.catalogue[dataset].generated:
            return None
        trials = range(self.trials(study, dataset))
        if study.split.get("by"):
            return len(trials)
        return len({study.draw_of_trial(seed) for seed in trials})

    def _usual_trials(self, study: Study, dataset: str) -> int:
        return int(by_scale(study.trials_by_dataset.get(dataset, study.trials), self.scale))

    def datasets(self, study: Study) -> list[str]:
        """The data sets of a study that the config selects and the scale runs, in their order."""
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

    def running(self) -> list[str]:
        """The selected experiments that have something to run, in the order of names."""
        return sorted({study.experiment for study in self.studies()})

    def experiment(self, name: str) -> Experiment:
        if name not in self.experiments:
            raise unknown("experiment", name, self.experiments)
        return self.experiments[name]

    def study(self, experiment: str, name: str) -> Study:
        return self.experiment(experiment).study(name)

    def block_size(self, study: Study, dataset: str) -> int:
        """How many seeds one job fits.

        By default not more than the trials of the scale: a run of minutes does not fit trials that
        only a run of hours reads.
        """
        size = self.config["block_size"]
        if size == "auto":
            return min(study.block_size, max(1, self._usual_trials(study, dataset)))
        return int(size)

    def block_names(self, study: Study, dataset: str) -> list[str]:
        """The seeds of the blocks that cover the trials asked for, as ``<first>-<last>``."""
        size = self.block_size(study, dataset)
        firsts = range(0, self.trials(study, dataset), size)
        return [f"{first:04d}-{first + size - 1:04d}" for first in firsts]

    def blocks(self, study: Study, dataset: str, method: Method) -> list[Block]:
        names = (study.experiment, study.name, dataset, self.folder(study, method))
        return [
            Block(method, paths.fits(*names, seeds)) for seeds in self.block_names(study, dataset)
        ]

    def folder(self, study: Study, method: Method) -> str:
        """The folder of a method's blocks: one for each scale if the conditions differ by scale."""
        differ = isinstance(study.conditions.values, Mapping)
        return f"{method.slug}@{self.scale}" if differ else method.slug

    def all_blocks(self, study: Study, dataset: str) -> list[Block]:
        return [b for m in self.methods(study) for b in self.blocks(study, dataset, m)]

    def splits(self, study: Study, dataset: str) -> list[str]:
        """The files with the splits of every planned trial, which all methods share."""
        names = (study.experiment, study.name, dataset)
        return [paths.splits(*names, seeds) for seeds in self.block_names(study, dataset)]

    def used_datasets(self) -> list[str]:
        return sorted({name for study in self.studies() for name in self.datasets(study)})

    def fetched_datasets(self) -> list[str]:
        """The data sets to fetch. Those that read the files of another one are not among them."""
        return sorted({self.catalogue[name].fetched_as for name in self.used_datasets()})

    def fetched(self, dataset: str) -> str:
        """The report on the files of a data set."""
        return paths.fetched(self.catalogue[dataset].fetched_as)

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
                self.splits(study, dataset)[0],  # says how many rows are in the test part
            )
        ]

    def tables(self, experiment: str) -> list[str]:
        names = self.experiments[experiment].tables
        return [paths.output(experiment, name, kind) for name in names for kind in TABLE_FORMATS]

    def figures(self, experiment: str) -> list[str]:
        kinds = [*self.config["figure_formats"], "csv"]
        names = self.experiments[experiment].figures
        return [paths.output(experiment, name, kind) for name in names for kind in kinds]


def read_plan(root: Path, entries: Sequence[str] = ()) -> Plan:
    """The plan of config.yaml under `root`, with entries ``key=value`` in place of its own."""
    config = read_yaml(root / "config.yaml")
    replaced = {}
    for entry in entries:
        key, sign, value = entry.partition("=")
        if not sign:
            raise UserError(f"--config takes key=value, not {entry!r}")
        replaced[key] = parsed_value(key, value)
    return Plan.from_config({**config, **replaced} if isinstance(config, dict) else config, root)


def parsed_value(key: str, value: str) -> Any:
    """The value of an entry ``key=value`` of ``--config``."""
    try:
        return parse_yaml(value)
    except (yaml.YAMLError, ValueError):  # ValueError: the 99th of May
        raise UserError(f"--config {key}: {value!r} is not YAML") from None


def _is_missed(report: Path) -> bool:
    if not report.exists():
        return False
    try:
        content = read_sealed_json(report)
        files = [report.with_name(file["path"]) for file in content.get("files", ())]
        return content["status"] != "ok" or not all(file.exists() for file in files)
    except (ValueError, KeyError, TypeError, AttributeError):  # a damaged report
        return True


def _select(wanted: str | Iterable[str], known: Iterable[str], what: str) -> list[str]:
    """The wanted names in the order in which they are known."""
    if wanted == "all":
        return list(known)
    names = [wanted] if isinstance(wanted, str) else list(wanted)
    for name in names:
        if name not in known:
            raise unknown(what, name, known, "config")
    return [name for name in known if name in names]
