"""A small experiment that runs every rule, and its results when nothing disturbs the run."""

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.made_up import MAJORITY, experiment, study, write_experiment
from tests.project import copy_project, run, without_seal

METHODS = {
    "SVM": {"class": "methods.PrimalSVM"},
    "Forest": {"class": "sklearn.ensemble.RandomForestClassifier", "n_estimators": 5},
    "Stumps": {"class": "methods.AdaBoost", "n_estimators": 5},
}


def toy(
    methods: Mapping[str, Any], trials: int = 2, datasets: Sequence[str] = ("wdbc",)
) -> dict[str, Any]:
    """An experiment with one output of each kind; every trial is one job."""
    first, *_, last = methods
    return experiment(
        studies={"main": study(datasets, methods, trials=trials, block_size=1)},
        methods=methods,
        tables={"scores": {"function": "methods.tables.scores.score_table", "study": "main"}},
        figures={"ranks": {"function": "methods.figures.curves.rank_diagram", "study": "main"}},
        claims={
            "same": {
                "where": "here", "says": "one is the other", "study": "main", "methods": [first],
                "than": [last], "function": "methods.claims.scores.same"},
        },
    )  # fmt: skip


def toy_project(folder: Path) -> Path:
    write_experiment(copy_project(folder), toy(METHODS))
    return folder


def outcome(folder: Path) -> dict[str, bytes]:
    """Tables, the data of figures, and verdicts, by name."""
    made = (folder / "results/toy").glob("*.csv"), (folder / "results/toy").glob("*.json")
    return {path.name: without_seal(path) for paths in made for path in paths}


def leftovers(folder: Path) -> list[Path]:
    """Temporary files of writers that did not finish."""
    return list(folder.glob("results/**/.*.part-*"))


@dataclass
class Undisturbed:
    """A finished run; its folder has compiled modules, so that a copy runs in seconds."""

    folder: Path
    outcome: dict[str, bytes]


@pytest.fixture(scope="session")
def undisturbed(tmp_path_factory) -> Undisturbed:
    folder = toy_project(tmp_path_factory.mktemp("undisturbed"))
    run(folder, "--cores", "2", strict=True)
    outputs = outcome(folder)
    assert set(outputs) == {"scores.csv", "scores.json", "ranks.csv", "claims.json"}
    return Undisturbed(folder, outputs)


def fresh(undisturbed: Undisturbed, folder: Path) -> Path:
    """The project as before its first run, but with compiled modules."""
    ignored = shutil.ignore_patterns("results", ".snakemake")
    return shutil.copytree(undisturbed.folder, folder, symlinks=True, ignore=ignored)


def doomed_project(undisturbed: Undisturbed, folder: Path, *doomed: str) -> Path:
    """The project with methods of `doomed.py` and one sound method, one trial each."""
    fresh(undisturbed, folder)
    (folder / "plugins").mkdir(exist_ok=True)
    shutil.copy2(Path(__file__).with_name("doomed.py"), folder / "plugins")
    methods = {name: {"class": f"doomed.{name}"} for name in doomed} | {"Majority": MAJORITY}
    write_experiment(folder, toy(methods, trials=1))
    return folder
