"""A small project that has run, as the commands find it."""

import contextlib
import io
import json
import shutil

import pytest

from methods.bench import paths
from methods.bench.dependencies import stored_files
from methods.bench.plan import read_plan
from methods.command.command_line import main
from methods.project import VARIABLE, root
from tests.made_up import (
    experiment,
    made_up_results,
    study,
    write_descriptor,
    write_experiment,
)
from tests.project import ROOT

TREE = {"class": "sklearn.tree.DecisionTreeClassifier", "max_depth": 1}
BROKEN = {"class": "sklearn.tree.DecisionTreeClassifier", "max_depth": -1}
CLAIM = {"function": "methods.claims.scores.lower", "study": "main", "methods": ["Small tree"],
         "than": ["Broken"], "where": "Table 1", "says": "a tree beats nothing"}  # fmt: skip
SCORES = {"function": "methods.tables.scores.score_table", "study": "main"}
BLOCK = "results/toy/main/fits/alpha/{}/0000-0001.npz"
LOW, HIGH = [0.1, 0.11, 0.12, 0.1, 0.13, 0.12], [0.5, 0.52, 0.51, 0.5, 0.53, 0.52]
LOWER = {"where": "section 1", "says": "A has a lower λ", "study": "main", "methods": ["A"],
         "than": ["B"], "function": "methods.claims.scores.lower"}  # fmt: skip
LOG = "results/logs/toy/main/fit/alpha/{}/0000-0001.log"


def write_project(folder):
    """One data set and two methods, one of which cannot be fitted."""
    write_descriptor(folder, "alpha")
    content = experiment(methods={"Small tree": TREE, "Broken": BROKEN})
    matrix = study(["alpha"], ["Small tree", "Broken"], trials=4, block_size=2)
    content |= {"studies": {"main": matrix}, "claims": {"wins": CLAIM}, "tables": {"t": SCORES}}
    write_experiment(folder, content)
    (folder / "workflow" / "schemas").symlink_to(ROOT / "workflow" / "schemas")
    (folder / "Snakefile").touch()
    (folder / "config.yaml").write_text("datasets: all\nfigure_formats: [svg]\n")


def enter(folder, monkeypatch):
    monkeypatch.setenv(VARIABLE, str(folder))
    monkeypatch.delenv("MARGINBENCH_MIRROR", raising=False)
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def project(tmp_path, monkeypatch):
    """Nothing has run."""
    write_project(tmp_path)
    return enter(tmp_path, monkeypatch)


@pytest.fixture
def with_claims(tmp_path, monkeypatch):
    """The scores of A, which are low, and of B; one claim on them holds, the other does not."""
    enter(tmp_path, monkeypatch)
    claims = {"lower": LOWER, "higher": LOWER | {"methods": ["B"], "than": ["A"]}}
    made_up_results(tmp_path, {"alpha": {"A": LOW, "B": HIGH}}, claims=claims)
    (tmp_path / "config.yaml").write_text("{}")
    (tmp_path / "Snakefile").touch()
    return tmp_path


@pytest.fixture(scope="session")
def run_once(tmp_path_factory):
    """The first two of the four trials are fitted and scored, with the logs that rules leave."""
    folder = tmp_path_factory.mktemp("run")
    write_project(folder)
    with pytest.MonkeyPatch.context() as monkeypatch:
        enter(folder, monkeypatch)
        raw, data = "results/data/raw/alpha/fetched.json", "results/data/alpha.npz"
        splits = "results/toy/main/splits/alpha/0000-0001.npz"
        step("fetch", "alpha", "--out", raw, makes=raw)
        step("prepare", "alpha", "--fetched", raw, "--out", data, makes=data)
        step("split", "toy", "main", data, "--seeds", "0:1", "--out", splits, makes=splits)
        for method in ("small_tree", "broken"):
            out = BLOCK.format(method)
            said = io.StringIO()
            with contextlib.redirect_stdout(said):
                step("fit", "toy", "main", method, "--data", data, "--splits", splits,
                     "--seeds", "0:1", "--out", out, makes=out)  # fmt: skip
            log = folder / LOG.format(method)
            log.parent.mkdir(parents=True)
            log.write_text(said.getvalue())
        scores = paths.stored("toy", "main", "alpha")["scores"]
        step("evaluate", "toy", "main", "alpha", "--config", "trials=2", makes=scores)
        step("aggregate", "toy", "--config", "trials=2", makes=paths.claims("toy"))
    return folder


@pytest.fixture
def finished(run_once, tmp_path, monkeypatch):
    """A copy of the run, which a test may change."""
    return enter(shutil.copytree(run_once, tmp_path / "copy", symlinks=True), monkeypatch)


def step(*arguments, makes=None):
    """Run a step, with what the plan expects of the file that it makes, as a rule does."""
    if makes is not None:
        plan = read_plan(root(), arguments[arguments.index("--config") + 1 :]
                         if "--config" in arguments else ())  # fmt: skip
        stated = {stored.path: stored.stated for stored in stored_files(plan)}[makes]
        arguments = (arguments[0], "--made-from", json.dumps(stated), *arguments[1:])
    assert main(list(arguments)) == 0
