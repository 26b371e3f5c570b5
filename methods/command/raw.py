"""What the files say of a thing by its name, as JSON for programs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from methods.bench.experiments import Experiment, load_experiments
from methods.command import last_run
from methods.data.catalogue import load_catalogue
from methods.schemas.paper import FOLDER, keys_of_papers, load_paper
from methods.yaml_files import read_yaml

Raw = dict[str, Any]


def raw_of(root: Path, name: str) -> list[Raw]:
    """Everything of that name, each with its kind; output functions have no such form."""
    folder = root / "workflow" / "experiments"
    experiments = load_experiments(folder)
    catalogue = load_catalogue(root / "datasets")
    things: list[Raw] = []
    if name in experiments:
        things.append({"kind": "experiment", **read_yaml(folder / f"{name}.yaml")})
    if name in keys_of_papers(root):
        paper = load_paper(root / FOLDER / f"{name}.yaml")
        things.append({"kind": "paper", **_plain(paper)})
    if name in catalogue:
        things.append({"kind": "data set", **_plain(catalogue[name])})
    for experiment in experiments.values():
        things += _of_experiment(experiment, name)
    return things


def _of_experiment(experiment: Experiment, name: str) -> Iterator[Raw]:
    for study in experiment.studies.values():
        for method in study.methods:
            if method.name == name:
                yield {"kind": "method", "study": study.where, **_plain(method)}
    verdicts = last_run.verdicts(experiment.name)
    for claim, entry in experiment.claims.items():
        if name in (claim, f"{experiment.name}/{claim}"):
            yield {"kind": "claim", "name": f"{experiment.name}/{claim}", **_plain(entry),
                   "last": verdicts.get(claim)}  # fmt: skip


def _plain(thing: Any) -> Raw:
    plain: Raw = msgspec.to_builtins(thing, enc_hook=str)
    return plain
