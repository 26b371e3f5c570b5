"""A run on a task of OpenML, from a filled cache without network: its splits, and its page."""

import numpy as np
import pandas as pd
import pytest

from methods.data.openml_files import CACHE
from methods.data.splits import load_splits
from methods.project import VARIABLE
from methods.sealed_files import read_sealed_json
from tests.data import openml_server
from tests.made_up import study, write_experiment
from tests.project import copy_project, run

pytestmark = pytest.mark.slow
NAME = "visits_31_task_3"
HALVES = {"kind": "holdout", "train": 0.5, "stratify": True}
METHODS = {
    "Trees": {"class": "sklearn.ensemble.HistGradientBoostingClassifier", "max_iter": 5},
    "Majority": {"class": "sklearn.dummy.DummyClassifier", "strategy": "most_frequent"},
}


def test_a_task_and_a_sparse_set_run_from_a_filled_cache(
    tmp_path, openml, openml_running, monkeypatch
):
    folder = copy_project(tmp_path / "project")
    mirror = tmp_path / "mirror"
    openml_server.fill_cache(openml_running, mirror / CACHE)
    openml_running.asked.clear()
    monkeypatch.setenv(VARIABLE, str(folder))
    monkeypatch.setenv("MARGINBENCH_MIRROR", str(mirror))
    with monkeypatch.context() as there:
        there.chdir(folder)
        from methods.command import openml_descriptors

        openml_descriptors.write(folder, "openml-task", "3")
        openml_descriptors.write(folder, "openml-dataset", "32")
    studies = {
        "main": study([NAME], METHODS, split={"kind": "openml"}, trials=50),
        "sparse": study(["visits_32_32"], METHODS, trials=2, split=HALVES),
    }
    write_experiment(folder, {"title": "Toy", "methods": METHODS, "studies": studies})
    run(folder, mirror=str(mirror), figure_formats=["svg"])
    assert not openml_running.asked

    splits = load_splits(*sorted(folder.glob(f"results/toy/main/splits/{NAME}/*.npz")))
    for seed, (train, test) in enumerate(openml_server.splits()):
        assert np.array_equal(splits[seed].train, train)
        assert np.array_equal(splits[seed].test, test)
    for name, n_fits in (("main", 2 * len(openml_server.splits())), ("sparse", 4)):
        runs = pd.concat(map(pd.read_parquet, folder.glob(f"results/toy/{name}/runs/*.parquet")))
        assert runs["status"].tolist() == ["ok"] * n_fits
    report = read_sealed_json(folder / f"results/data/raw/{NAME}/fetched.json")
    files = report["files"]
    assert files and all(file["from"].startswith(str(mirror)) for file in files)
    page = (folder / f"results/report/datasets/{NAME}.html").read_text()
    for words in (
        "CC BY 4.0", "Own data &amp; own words", 'href="https://www.openml.org/d/31"',
        "https://www.openml.org/t/3", "openml.org, task 3", "OpenML says that it is to be ignored",
    ):  # fmt: skip
        assert words in page
