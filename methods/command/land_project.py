"""The folder of `land`: the experiment of a kept run with a method of the user's in it.

The experiment keeps its name, so its trials are drawn as those of the kept run. It has all kept
methods, and the configuration selects that of the user alone.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from methods.bench import paths
from methods.bench.experiments import NO_SWEEP, Experiment, load_experiment, slug
from methods.command.try_project import LINKS, link_to, own_methods, write_yaml
from methods.errors import UserError, unknown
from methods.files import write_atomically
from methods.schemas.dataset import FETCHED
from methods.sharing.joined_results import kept_methods, kept_trials
from methods.yaml_files import read_yaml

EXPERIMENTS = Path("workflow", "experiments")
RAW = Path("results", "data", "raw")
BLOCK_SIZE = 15  # trials that one job fits: few jobs, and little to do again after a stop
SCORING = {"function": "methods.selection.number_right"}
FOLDS = 3  # that choose a setting, as those of the yardstick


@dataclass(frozen=True)
class Landing:
    """The user's method, and the kept scores to compare it with.

    Attributes
    ----------
    name, spec : display name and specification of the method.
    trials : how many are kept of each data set.
    methods : the kept methods that the experiment file still has; `gone` are the others.
    datasets : those to run on; all kept ones that the project still has if it is empty.
    """

    name: str
    spec: dict[str, Any]
    experiment: str
    study: str
    trials: dict[str, int]
    methods: tuple[str, ...]
    gone: tuple[str, ...]
    datasets: tuple[str, ...] = ()

    @property
    def folder(self) -> str:
        return f"{self.experiment}_{slug(self.name)}"


def landing_of(
    entry: Any,
    root: Path,
    experiment: str,
    study: str | None = None,
    grid: Any = None,
    datasets: Sequence[str] = (),
    trials: int | None = None,
) -> Landing:
    """What is asked for, checked against what is kept."""
    reference = root / paths.REFERENCE
    kept = sorted(
        folder.name for folder in reference.glob("*/") if (folder / "claims.json").exists()
    )
    if not kept:
        raise UserError(f"no results are kept in {reference}; copy the folder from a checkout")
    if experiment not in kept:
        raise unknown("kept experiment", experiment, kept, "--against")
    defaults = load_experiment(root / EXPERIMENTS / f"{experiment}.yaml")
    chosen = study_of(defaults, root, study)
    known = kept_trials(root, experiment, chosen)
    for name in datasets:
        if name not in known:
            raise not_kept(name, known, defaults, root, chosen)
    in_file = [method.name for method in defaults.study(chosen).methods]
    of_kept = kept_methods(root, experiment, chosen)
    ((name, spec),) = own_methods([entry], "PATH").items()
    while slug(name) in {slug(other) for other in (*in_file, *of_kept)}:
        name += " of mine"
    return Landing(
        name, with_grid(spec, grid), experiment, chosen,
        {d: min(n, trials or n) for d, n in known.items() if not datasets or d in datasets},
        tuple(m for m in in_file if m in of_kept), tuple(m for m in of_kept if m not in in_file),
        tuple(datasets),
    )  # fmt: skip


def not_kept(
    name: str, known: Mapping[str, int], experiment: Experiment, root: Path, study: str
) -> UserError:
    """Why a data set is not compared on: another study has it, or none."""
    for other in kept_studies(experiment, root):
        if name in kept_trials(root, experiment.name, other):
            return UserError(
                f"--datasets: {name} is kept in {experiment.name}/{other}, and not in"
                f" {experiment.name}/{study}; for the former add --study {other}"
            )
    return unknown("kept data set", name, known, "--datasets")


def kept_studies(experiment: Experiment, root: Path) -> list[str]:
    """The studies without a sweep that have kept scores."""
    return [
        name
        for name, study in experiment.studies.items()
        if study.conditions == NO_SWEEP and kept_trials(root, experiment.name, name)
    ]


def study_of(experiment: Experiment, root: Path, wanted: str | None) -> str:
    """The study of that name, or the first kept one without a sweep."""
    kept = kept_studies(experiment, root)
    if wanted is None and kept:
        return kept[0]
    if wanted not in kept:
        if not kept:
            raise UserError(f"--against {experiment.name}: no study without a sweep is kept of it")
        raise unknown("kept study without a sweep", str(wanted), kept, "--study")
    return str(wanted)


def with_grid(spec: dict[str, Any], grid: Any) -> dict[str, Any]:
    """The method with a search among settings, if it has any to choose from."""
    if grid is None:
        from methods.bench.construct import resolve  # imports the class

        grid = getattr(resolve(spec["class"]), "param_grid", None)
    if grid is None or not isinstance(grid, dict | list):
        return spec
    return {
        "class": "sklearn.model_selection.GridSearchCV", "scoring": SCORING, "estimator": spec,
        "param_grid": grid, "cv": FOLDS,
    }  # fmt: skip


def write_project(
    landing: Landing, folder: Path, root: Path, seconds: int | None, memory_mb: int | None
) -> None:
    """Write experiment and configuration, link the rest, and take the raw data that are there."""
    for name in (*LINKS, "datasets", "workflow/published"):
        link_to(folder / name, root / name)
    link_to(folder / "profiles", Path("workflow", "profiles"))
    for source in (root / RAW).glob("*/"):
        take_raw(source, folder / RAW / source.name)
    file = EXPERIMENTS / f"{landing.experiment}.yaml"
    content = experiment_of(landing, read_yaml(root / file), seconds, memory_mb)
    write_yaml(folder / file, content)
    config: dict[str, Any] = {
        "experiments": [landing.experiment], "datasets": "all", "scale": "paper",
        "methods": [landing.name],
    }  # fmt: skip
    write_yaml(folder / "config.yaml", config)


def take_raw(source: Path, target: Path) -> None:
    """Copy the raw data of a data set, the report on them last, by which a run knows them.

    A call that is stopped in between leaves files without a report, and the next takes the rest.
    """
    if (target / FETCHED).exists():
        return
    for file in sorted(source.glob("[!.]*"), key=lambda file: file.name == FETCHED):
        write_atomically(target / file.name, partial(shutil.copyfile, file))


def experiment_of(
    landing: Landing, content: dict[str, Any], seconds: int | None, memory_mb: int | None
) -> dict[str, Any]:
    """The experiment file of the kept run with one study, the kept data sets and one more method.

    Its tables, figures and claims are left out.
    """
    study = dict(content["studies"][landing.study])
    methods = {name: spec for name, spec in content["methods"].items() if name in landing.methods}
    known = {*methods, *(parameter for spec in methods.values() for parameter in spec)}
    by_dataset = {
        dataset: {
            **{key: value for key, value in parameters.items() if key in known},
            **as_asked(landing, parameters),
        }
        for dataset, parameters in study.get("parameters_by_dataset", {}).items()
        if dataset in landing.trials
    }
    study |= {
        "about": f"{study.get('about', landing.study)}, with {landing.name}",
        "datasets": list(landing.trials), "methods": [*landing.methods, landing.name],
        "trials": max(landing.trials.values()), "trials_by_dataset": landing.trials,
        "parameters_by_dataset": by_dataset,
        "block_size": BLOCK_SIZE,
    }  # fmt: skip
    limits = {"seconds": seconds, "memory_mb": memory_mb}
    study |= {key: value for key, value in limits.items() if value is not None}
    as_they_are = ("source", "metrics", "optional")  # kept methods may need what is not installed
    rest: dict[str, Any] = {key: content[key] for key in as_they_are if key in content}
    return {
        "title": f"Where does {landing.name} land?", **rest,
        "methods": {**methods, landing.name: landing.spec},
        "studies": {landing.study: study},
    }  # fmt: skip


def as_asked(landing: Landing, parameters: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """What keeps the method's own parameters, if the kept methods have others of these names."""
    own = {key: landing.spec[key] for key in parameters if key in landing.spec}
    return {landing.name: own} if own else {}
