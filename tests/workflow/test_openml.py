"""A run on a task of OpenML, from a filled cache without network: its splits, and its page."""

import numpy as np
import pytest

from methods.command import steps
from methods.data.openml_files import CACHE
from methods.data.splits import load_splits
from methods.sealed_files import read_sealed_json
from tests.data import openml_server
from tests.made_up import study, write_experiment
from tests.project import copy_project, run

pytestmark = pytest.mark.slow
NAME = "visits_31_task_3"
METHODS = {
    "Trees": {"class": "sklearn.ensemble.HistGradientBoostingClassifier", "max_iter": 5},
    "Majority": {"class": "sklearn.dummy.DummyClassifier", "strategy": "most_frequent"},
}


def test_a_task_runs_from_a_filled_cache(tmp_path, openml, openml_running, monkeypatch):
    folder = copy_project(tmp_path / "project")
    mirror = tmp_path / "mirror"
    openml_server.fill_cache(openml_running, mirror / CACHE)
    openml_running.asked.clear()
    monkeypatch.setattr(steps, "ROOT", folder)
    monkeypatch.setenv("MARGINBENCH_MIRROR", str(mirror))
    with monkeypatch.context() as there:
        there.chdir(folder)
        from methods.command import openml_descriptors

        openml_descriptors.write(folder, "openml-task", "3")
    matrix = study([NAME], METHODS, split={"kind": "openml"}, trials=50)
    write_experiment(folder, {"title": "Toy", "methods": METHODS, "studies": {"main": matrix}})
    run(folder, mirror=str(mirror), figure_formats=["svg"])
    assert not openml_running.asked

    splits = load_splits(*sorted(folder.glob(f"results/toy/main/splits/{NAME}/*.npz")))
    for seed, (train, test) in enumerate(openml_server.splits()):
        assert np.array_equal(splits[seed].train, train)
        assert np.array_equal(splits[seed].test, test)
    report = read_sealed_json(folder / f"results/data/raw/{NAME}/fetched.json")
    assert all(file["from"].startswith(str(mirror)) for file in report["files"])
    page = (folder / f"results/report/datasets/{NAME}.html").read_text()
    for words in (
        "CC BY 4.0", "Own data &amp; own words", 'href="https://www.openml.org/d/31"',
        "https://www.openml.org/t/3", "openml.org, task 3", "OpenML says that it is to be ignored",
    ):  # fmt: skip
        assert words in page
