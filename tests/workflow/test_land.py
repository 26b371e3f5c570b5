"""`land` on a kept run: hers alone is fitted, on the same rows, and paired trial by trial."""

import contextlib
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pandas as pd
import psutil
import pytest
import yaml

from methods.sharing.split_hashes import keep_hashes, kept_hashes
from tests.faults.processes import at_work, wait_until
from tests.project import copy_project, environment, run

OWN = '''"""Logistic regression under another name."""

import time

from sklearn.linear_model import LogisticRegression


class Twin(LogisticRegression):
    param_grid = {"C": [0.1, 1.0]}


class Slow(LogisticRegression):
    pass


class Lazy(LogisticRegression):
    def fit(self, X, y):
        time.sleep(0.3)
        return super().fit(X, y)
'''
DATASETS = ["iris", "twonorm", "wdbc", "wine"]
KEPT = {
    "title": "A kept run",
    "methods": {
        "Majority": {"class": "sklearn.dummy.DummyClassifier", "strategy": "most_frequent"},
        "Logistic": {"class": "sklearn.linear_model.LogisticRegression", "max_iter": 500},
        "Forgotten": {"class": "sklearn.naive_bayes.GaussianNB"},
    },
    "studies": {
        "halves": {
            "about": "Test error, half the rows for training",
            "datasets": DATASETS, "methods": ["Majority", "Logistic", "Forgotten"],
            "split": {"kind": "holdout", "train": 0.5, "stratify": True},
            "scaling": {"variance": 1, "rows": "train"}, "trials": 8, "block_size": 8,
        }
    },
}  # fmt: skip
FOLDER = "results/lands/small_twin"
CALL = "{class: own.Twin, max_iter: 500}"

pytestmark = pytest.mark.slow


def land(folder: Path, *arguments: str) -> tuple[int, str]:
    words = [sys.executable, "-m", "methods", "land", *arguments, "--against", "small"]
    done = subprocess.run(
        words, cwd=folder, env=environment(), text=True, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )  # fmt: skip
    return done.returncode, done.stdout


def fitted(printed: str) -> int:
    said = re.search(r"(\d+) of them fit methods", printed)
    return int(said[1]) if said else 0


@pytest.fixture(scope="module")
def project(tmp_path_factory) -> Path:
    folder = copy_project(tmp_path_factory.mktemp("project"))
    experiment = folder / "workflow" / "experiments" / "small.yaml"
    experiment.write_text(yaml.safe_dump(KEPT, sort_keys=False))
    (folder / "plugins").mkdir()
    (folder / "plugins" / "own.py").write_text(OWN)
    run(folder, experiments=["small"], scale="paper")
    subprocess.run(
        [sys.executable, "-m", "methods", "keep", "--config", "experiments=[small]",
         "scale=paper", "datasets=all"], cwd=folder, env=environment(), check=True,
    )  # fmt: skip
    shutil.rmtree(folder / "results" / "small")
    file = folder / "results/reference/small/splits.csv"
    assert len(kept_hashes(file.parent)) == len(DATASETS) * 8
    left = {**KEPT["methods"]}
    del left["Forgotten"]
    study = {**KEPT["studies"]["halves"], "methods": list(left)}
    later = {**KEPT, "methods": left, "studies": {"halves": study}}
    experiment.write_text(yaml.safe_dump(later, sort_keys=False))
    return folder


def test_a_twin_of_a_kept_method_has_its_scores_trial_by_trial(project):
    status, printed = land(project, CALL, "--grid", "none", "--out", "results/lands/plain")
    assert status == 1 and "--grid none: write parameters with lists" in printed
    status, printed = land(project, "{class: own.Slow, max_iter: 500}")
    assert status == 0, printed
    assert fitted(printed) == len(DATASETS)  # one block on each, of hers alone
    assert "The data and the rows of all 32 trials are those of the kept run" in printed
    assert "left out, since the experiment file no longer has them: Forgotten" in printed
    folder = project / "results/lands/small_slow/results"
    for name in DATASETS:
        ours = pd.read_parquet(folder / f"small/halves/scores/{name}.parquet")
        theirs = pd.read_parquet(project / f"results/reference/small/halves/scores/{name}.parquet")
        theirs = theirs[theirs["method"] == "Logistic"]
        trial = ["metric", "seed"]
        pd.testing.assert_series_equal(
            ours.set_index(trial)["value"].sort_index(),
            theirs.set_index(trial)["value"].sort_index(),
        )
    assert re.search(r"Slow: place 1 of 3, average rank 1\.[5-9] over 4 data sets", printed)
    pairs = pd.read_csv(folder / "landing/pairs.csv").set_index("against")
    assert pairs.loc["Logistic", "equal"] > 0.95 and pairs.loc["Logistic", "difference"] == 0
    page = (folder / "landing/index.html").read_text()
    assert "Where Slow lands" in page and "Nemenyi" in page and "Bayesian" in page
    assert page.count("<figure") == 2


def test_the_same_call_fits_nothing_and_more_trials_go_on(project):
    few = land(project, CALL, "--trials", "6", "--datasets", "iris", "wine")
    assert few[0] == 0, few[1]
    assert "Twin on 2 data sets x 6 trials, against 2 methods" in few[1]
    experiment = yaml.safe_load((project / FOLDER / "workflow/experiments/small.yaml").read_text())
    assert experiment["methods"]["Twin"]["param_grid"] == {"C": [0.1, 1.0]}
    again = land(project, CALL, "--trials", "6", "--datasets", "iris", "wine")
    assert again[0] == 0 and fitted(again[1]) == 0
    more = land(project, CALL, "--trials", "6", "--datasets", "iris", "wine", "wdbc")
    assert more[0] == 0 and fitted(more[1]) == 1


def test_a_landing_that_is_killed_goes_on_where_it_was(project):
    """SIGKILL to every process of it, while it writes its second block: the first is kept."""
    folder = project / "results/lands/small_lazy"
    words = [sys.executable, "-m", "methods", "land", "{class: own.Lazy, max_iter: 500}",
             "--against", "small", "--cores", "1"]  # fmt: skip

    def blocks() -> dict[Path, int]:
        return {
            path: path.stat().st_mtime_ns
            for path in folder.glob("results/small/halves/fits/*/*/[0-9]*.npz")
        }

    with open(project / "printed.txt", "wb") as printed:
        running = subprocess.Popen(
            words, cwd=project, env=environment(), stdout=printed, stderr=subprocess.STDOUT
        )
    wait_until(lambda: len(blocks()) > 1)
    for process in [running, *at_work(folder)]:
        with contextlib.suppress(psutil.NoSuchProcess):  # it ended with its parent
            process.kill()
    running.wait()
    before = blocks()
    assert not (folder / "results/landing/index.html").exists()
    status, printed_again = land(project, "{class: own.Lazy, max_iter: 500}")
    assert status == 0, printed_again
    assert 0 < fitted(printed_again) < len(DATASETS)
    first = min(before, key=lambda path: before[path])
    assert len(before) < len(DATASETS) and blocks()[first] == before[first]
    assert "The data and the rows of all 32 trials are those of the kept run" in printed_again
    assert (folder / "results/landing/index.html").exists()


@pytest.mark.parametrize("column", ["data", "rows"])
def test_a_hash_that_was_changed_by_hand_is_refused_by_name(project, column):
    file = project / "results/reference/small/splits.csv"
    before = file.read_text()
    table = kept_hashes(file.parent)
    place = (table["dataset"] == "wine") & (table["seed"] == 5)
    table.loc[place, column] = "0123456789abcdef"
    keep_hashes(table, file.parent)
    try:
        status, printed = land(project, "{class: own.Slow, max_iter: 500}")
    finally:
        file.write_text(before)
    assert status == 1
    error = printed.splitlines()[-1]
    assert error.startswith(
        "error: results/reference/small/splits.csv: study halves, wine, trial 5:"
    )
    assert f"the kept run has {column} 0123456789abcdef" in error


def test_a_kept_run_without_hashes_is_said_to_have_none(project):
    file = project / "results/reference/small/splits.csv"
    before = file.read_text()
    file.unlink()
    try:
        status, printed = land(project, "{class: own.Slow, max_iter: 500}")
    finally:
        file.write_text(before)
    assert status == 0
    assert "The kept run has no hashes of data and splits" in printed


def test_a_metric_that_was_not_kept_is_one_line(project):
    status, printed = land(project, "{class: own.Slow, max_iter: 500}", "--metric", "roc_auc")
    assert status == 1
    (line,) = printed.splitlines()  # before anything is run
    assert line.startswith("error: --metric: unknown kept metric 'roc_auc'; ")
