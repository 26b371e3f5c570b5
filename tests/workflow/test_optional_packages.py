"""A method whose optional package is absent leaves named gaps, and is fitted once it is there."""

import json
import shutil
import subprocess
import sys

import pytest

from methods.bench.blocks import load_block
from tests.made_up import MAJORITY, experiment, study, write_experiment
from tests.project import copy_project, environment, run, snakemake

RIVAL = {"class": "rivals_of_today.Rival", "strategy": "most_frequent"}
PACKAGE = """from sklearn.dummy import DummyClassifier


class Rival(DummyClassifier):
    pass
"""
HOW = "pip install rivals-of-today"
REASON = f"rivals_of_today is not installed; {HOW}"
METHODS = {"Majority": MAJORITY, "Rival": RIVAL}
SCORES = {"function": "methods.tables.scores.score_table", "study": "main"}
CONTENT = experiment(
    methods=METHODS,
    optional={"rivals_of_today": HOW},
    studies={"main": study(["wdbc"], METHODS, trials=2)},
    tables={"scores": SCORES},
)

pytestmark = pytest.mark.slow


def project(folder):
    write_experiment(copy_project(folder), CONTENT)
    for part in ("papers", "published"):  # check would miss their experiments
        shutil.rmtree(folder / "workflow" / part)
    return folder


def block(folder, method):
    (path,) = (folder / f"results/toy/main/fits/wdbc/{method}").iterdir()
    return path


def status(folder, method):
    (said,) = {(r.status, r.message) for r in load_block(block(folder, method))[0]}
    return said


def check(folder):
    words = [sys.executable, "-m", "methods", "check", "--config", "datasets=all"]
    return subprocess.run(words, cwd=folder, env=environment(), text=True, capture_output=True)


def test_gaps_are_named_stay_and_are_filled_when_the_package_comes(tmp_path):
    folder = project(tmp_path)
    checked = check(folder)
    assert checked.returncode == 0, checked.stderr
    assert f"toy: Rival leaves gaps: {REASON}" in checked.stdout

    said = run(folder, strict=True)
    assert "2 done, 0 failed, 2 without their package" in said
    assert status(folder, "rival") == ("absent", REASON)
    assert status(folder, "majority") == ("ok", "")
    caption = json.loads((folder / "results/toy/scores.json").read_text())["caption"]
    assert f"No error: Rival ({REASON})." in caption
    for page in ("index.html", "methods/rival.html", "experiments/toy/index.html"):
        assert REASON in (folder / "results/report" / page).read_text(), page
    gap, fit = block(folder, "rival").read_bytes(), block(folder, "majority").read_bytes()
    assert "fit " not in run(folder, "--dry-run")  # it is not tried at each run

    (folder / "rivals_of_today.py").write_text(PACKAGE)
    assert "leaves gaps" not in check(folder).stdout
    assert "was made by other code" in run(folder)
    assert status(folder, "rival") == ("ok", "")
    assert block(folder, "majority").read_bytes() == fit
    assert block(folder, "rival").read_bytes() != gap

    # results of a machine that has the package, on one that has not
    made = block(folder, "rival").read_bytes()
    (folder / "rivals_of_today.py").unlink()
    other = project(tmp_path / "other")
    (folder / "results").rename(other / "results")
    run(other)
    assert block(other, "rival").read_bytes() == made


def test_a_package_that_is_not_declared_optional_stops_the_run(tmp_path):
    folder = project(tmp_path)
    write_experiment(folder, {**CONTENT, "optional": {"another": HOW}})
    done = snakemake(folder)
    assert done.returncode
    assert "cannot import 'rivals_of_today.Rival'" in done.stderr
