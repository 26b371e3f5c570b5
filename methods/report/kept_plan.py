"""The part of a plan that the kept results have, and what they lack of it in words.

Kept results may be older than the experiment files. A report on them shows what was kept.
"""

from __future__ import annotations

import csv
from collections.abc import Collection, Iterable
from pathlib import Path

from msgspec.structs import replace

from methods.bench import paths
from methods.bench.experiments import Experiment, Study
from methods.bench.plan import Plan
from methods.bench.results import RESULTS
from methods.figures.traces_together import MEDIAN
from methods.parquet_files import read_frame

SHOWN_KINDS = {"tables": ("json", "csv", "md", "tex"), "figures": ("png", "csv")}


def only_kept(plan: Plan, reference: Path) -> tuple[Plan, list[str]]:
    """The plan without what is not below `reference`, and one line for each lack."""
    experiments, lacks = {}, []
    for name, experiment in plan.experiments.items():
        if not (reference / name / "claims.json").exists():
            lacks.append(f"{name}: nothing of it was kept")
            continue
        experiments[name], lacking = _kept(experiment, reference, plan.catalogue)
        lacks += [f"{name}: {line}" for line in lacking]
    config = {**plan.config, "figure_formats": ["png"]}
    return Plan(config, experiments, plan.catalogue, plan.papers), lacks


def _kept(
    experiment: Experiment, reference: Path, catalogue: Collection[str]
) -> tuple[Experiment, list[str]]:
    studies = {name: _kept_study(study, reference) for name, study in experiment.studies.items()}
    lacks = [f"study {name}" for name, study in studies.items() if not study.datasets]
    for name, study in studies.items():
        if not study.datasets:
            continue
        lacks += _lacking(f"study {name} on", experiment.study(name).datasets, study.datasets)
        methods = [method.name for method in experiment.study(name).methods]
        lacks += _lacking(f"study {name} with", methods, [m.name for m in study.methods])
    outputs = {}
    for kind, suffixes in SHOWN_KINDS.items():
        entries = getattr(experiment, kind)
        outputs[kind] = {
            name: entry
            for name, entry in entries.items()
            if all(
                _file(reference, paths.output(experiment.name, name, suffix)).exists()
                for suffix in suffixes
            )
            and _names_known(
                _file(reference, paths.output(experiment.name, name, "csv")), catalogue
            )
        }
        lacks += _lacking(kind, entries, outputs[kind])
    return replace(experiment, studies=studies, **outputs), lacks


def _kept_study(study: Study, reference: Path) -> Study:
    """The study with the data sets, methods and trials that were kept; without any, with none."""
    trials, methods = {}, set()
    for dataset in study.datasets:
        stored = paths.stored(study.experiment, study.name, dataset)
        runs, scores = (_file(reference, stored[kind]) for kind in ("runs", "scores"))
        if runs.exists() and scores.exists():
            frame = read_frame(runs, ["method", "seed"])
            methods |= set(frame["method"])
            trials[dataset] = int(frame["seed"].max()) + 1
    return replace(
        study,
        datasets=tuple(trials),
        methods=tuple(method for method in study.methods if method.name in methods),
        trials_by_dataset=trials,
    )


def _names_known(data: Path, catalogue: Collection[str]) -> bool:
    """Whether the project still has each data set that a table or figure names."""
    with open(data, newline="", encoding="utf-8") as file:
        named = {row.get("dataset") or "" for row in csv.DictReader(file)}
    return named <= {"", MEDIAN, *catalogue}


def _file(reference: Path, path: str) -> Path:
    return reference / Path(path).relative_to(RESULTS)


def _lacking(what: str, planned: Iterable[str], kept: Iterable[str]) -> list[str]:
    left = [name for name in planned if name not in set(kept)]
    return [f"{what} {', '.join(left)}"] if left else []
