"""A metric that is added to a finished study is scored, and nothing is fitted."""

import json

import pandas as pd
import pytest
import yaml

from tests.made_up import experiment, study, write_experiment
from tests.project import copy_project, run, snakemake
from tests.workflow.test_pipeline import planned

METHODS = {
    "Bayes": {"class": "sklearn.naive_bayes.GaussianNB"},
    "Linear SVM": {"class": "sklearn.svm.LinearSVC"},
}
PLUGIN = "def cost(y, predicted):\n    return float((y != predicted).sum())\n"
COST = {"function": "own.cost", "lower_is_better": True}

pytestmark = pytest.mark.slow


def write(folder, **more):
    matrix = study(["wdbc"], METHODS, trials=2, block_size=2)
    write_experiment(folder, experiment(methods=METHODS, studies={"main": matrix}, **more))


def identities(folder):
    return {path: path.stat().st_mtime_ns for path in folder.glob("results/toy/main/fits/**/*.npz")}


def numbers(folder, method="Bayes"):
    frame = pd.read_parquet(folder / "results/toy/main/scores/wdbc.parquet")
    return frame[frame["method"] == method].groupby("metric")["value"].mean()


def test_a_metric_added_to_a_finished_study_fits_nothing(tmp_path):
    folder = copy_project(tmp_path / "project")
    (folder / "plugins").mkdir()
    (folder / "plugins/own.py").write_text(PLUGIN)
    write(folder)
    run(folder)
    fits = identities(folder)
    assert len(fits) == len(METHODS)
    before = (folder / "results/toy/main/scores/wdbc.parquet").read_bytes()

    # for all studies, on the command line
    jobs = planned(folder, metrics=["roc_auc", "neg_log_loss"])
    assert jobs["evaluate"] == 1 and not {"fit", "split", "prepare"} & {*jobs}

    # in the experiment file
    write(folder, metrics=["roc_auc", "neg_log_loss", COST, "roc_curve"])
    jobs = planned(folder)
    assert jobs["evaluate"] == 1 and not {"fit", "split", "prepare"} & {*jobs}
    run(folder)
    assert identities(folder) == fits
    assert numbers(folder)["roc_auc"] > 0.9 and "neg_log_loss" in numbers(folder)
    assert "neg_log_loss" not in numbers(folder, "Linear SVM")
    runs = pd.read_parquet(folder / "results/toy/main/runs/wdbc.parquet").set_index("method")
    assert json.loads(runs.loc["Linear SVM", "gaps"].iloc[0]) == {
        "neg_log_loss": "no probabilities"
    }
    table = (folder / "results/toy/main_neg_log_loss.md").read_text()
    assert "No neg_log_loss: Linear SVM (no probabilities)." in table
    assert (folder / "results/toy/main_roc_curve.svg").exists()
    pages = [page.read_text() for page in folder.glob("results/report/**/*.html")]
    assert any("main_roc_auc" in page and "no probabilities" in page for page in pages)
    assert planned(folder) == {}

    # another body of one's own function
    cost = numbers(folder)["cost"]
    (folder / "plugins/own.py").write_text(PLUGIN.replace(".sum())", ".sum()) * 10"))
    jobs = planned(folder)
    assert jobs["evaluate"] == 1 and "fit" not in jobs
    run(folder)
    assert numbers(folder)["cost"] == 10 * cost and identities(folder) == fits

    # without metrics the scores are those of the first run, up to the seal
    write(folder)
    run(folder)
    now = pd.read_parquet(folder / "results/toy/main/scores/wdbc.parquet")
    (tmp_path / "before.parquet").write_bytes(before)
    pd.testing.assert_frame_equal(now, pd.read_parquet(tmp_path / "before.parquet"))
    assert identities(folder) == fits

    # and a misspelt one stops the run before it starts
    file = folder / "workflow/experiments/toy.yaml"
    file.write_text(yaml.safe_dump(yaml.safe_load(file.read_text()) | {"metrics": ["roc_auk"]}))
    done = snakemake(folder)
    assert done.returncode == 1
    assert "error: toy/main: metrics: unknown metric 'roc_auk'; did you mean 'roc_auc'?" in (
        done.stdout + done.stderr
    )
