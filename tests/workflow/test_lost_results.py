"""Results or code are lost after a run: the next run makes them again, or says why it cannot."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.made_up import MAJORITY, add_own_parts, experiment, study, write_experiment
from tests.project import command, copy_project, environment, run, snakemake, without_seal

METHODS = {
    "Majority": MAJORITY,
    "Own": {"class": "own.Prior"},
    "Stumps": {"class": "methods.AdaBoost", "n_estimators": 2},
}
LOST = experiment(
    title="Title with {wildcards.braces} and {experiment}",
    methods=METHODS,
    studies={"main": study(["mine", "far"], METHODS, trials=2, block_size=1)},
    tables={"scores": {"function": "methods.tables.scores.score_table", "study": "main"}},
    figures={"ranks": {"function": "methods.figures.curves.rank_diagram", "study": "main"}},
    claims={
        "same": {
            "where": "here", "says": "one is the other", "study": "main", "methods": ["Own"],
            "than": ["Majority"], "function": "methods.claims.scores.same"},
    },
)  # fmt: skip
FOLDER = re.compile(rb"/[^\"]*/(finished\d+|copy)(?=/)")  # of a run, or of its copy
MEASURED = ("logs", "report", "fits", "runs")  # hold seconds, or when something was made

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def finished(tmp_path_factory) -> Path:
    """A finished run with a plugin, compiled code, and an unavailable data set `far`."""
    folder = copy_project(tmp_path_factory.mktemp("finished"))
    add_own_parts(folder)
    write_experiment(folder, LOST)
    run(folder, "--cores", "2")
    return folder


@pytest.fixture
def copy(finished, tmp_path) -> Path:
    """A finished run that a test may change."""
    return shutil.copytree(finished, tmp_path / "copy", symlinks=True)


def results(folder: Path) -> dict[str, bytes]:
    """The content of each file of results/, or nothing for what two runs cannot have alike."""
    files = [path for path in folder.glob("results/**/*") if path.is_file()]
    contents = {}
    for path in files:
        name = path.relative_to(folder / "results")
        content = b"" if set(name.parts) & set(MEASURED) else without_seal(path)
        contents[str(name)] = FOLDER.sub(b"", content)  # reports say where files come from
    return contents


# Of files that are lost together none is made from another, and no rule makes two of them. The
# test of `lost_files` has each of the four files of scores.
@pytest.mark.parametrize(
    "lost",
    [
        "toy/scores.csv toy/ranks.svg toy/claims.json",
        "toy/scores.tex toy/ranks.csv claims.json",
        "report/index.html compiled",
        "toy/main/scores/mine.parquet",
        "toy/main/artifacts/mine.npz",
        "toy/main/fits/mine/own/0001-0001.npz",
        "toy/main/splits/mine/0001-0001.npz",
        "data/mine.npz",
        "data/raw/mine/mine.csv",
        "data/raw/mine/fetched.json",
        "toy",
        "data",
    ],
)
def test_what_is_lost_is_made_again(finished, copy, lost):
    before = results(finished)
    for path in (copy / "results" / name for name in lost.split()):
        assert path.exists()
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()
    run(copy)
    assert results(copy) == before


# Other faults of code are tests of `faults_of_code`.
CODE = {
    "a plugin is deleted": (
        "plugins/own.py", None,
        "toy: methods.Own: cannot import 'own.Prior': No module named 'own'"),
    "a plugin that raises": (
        "plugins/own.py", "x = 1\n\n{}['key']\n",
        "toy: methods.Own: plugins/own.py:3: KeyError: 'key'"),
    "a machine with a syntax error": (
        "methods/boosting/adaboost.py", "def f(:\n",
        "toy: methods.Stumps: methods/boosting/adaboost.py:1: SyntaxError: invalid syntax"),
}  # fmt: skip


@pytest.mark.parametrize("name", CODE)
def test_lost_code_stops_the_run_and_the_commands_with_one_line(copy, name):
    file, text, message = CODE[name]
    (copy / file).unlink()
    if text is not None:
        (copy / file).write_text(text)
    done = snakemake(copy)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == f"error: {message}"
    for name in ("status", "check"):
        words = [sys.executable, "-m", "methods", name, "--config", "datasets=all"]
        told = subprocess.run(words, cwd=copy, env=environment(), text=True, capture_output=True)
        assert told.returncode == 1
        assert told.stderr.splitlines()[0] == f"error: {message}"
        assert "Traceback" not in told.stderr


def test_a_missed_data_set_is_tried_again_with_the_mirror_of_the_run(copy):
    report = copy / "results/data/raw/far/fetched.json"
    before = report.read_bytes(), report.stat().st_mtime_ns
    mirror = copy / "mirror"
    mirror.mkdir()
    labels = ["benign"] * 357 + ["malignant"] * 212
    rows = (f"{'1.5,' * 30}{label}" for label in labels)
    (mirror / "far.csv").write_text("\n".join(rows))
    run(copy, "--dry-run", mirror=str(mirror))
    assert (report.read_bytes(), report.stat().st_mtime_ns) == before
    assert "Nothing to be done" in run(copy)
    assert (report.read_bytes(), report.stat().st_mtime_ns) == before
    run(copy, mirror=str(mirror))
    assert json.loads(report.read_text())["status"] == "ok"
    assert "Nothing to be done" in run(copy, "--dry-run", mirror=str(mirror))
    assert b"missing" not in (copy / "results/toy/scores.md").read_bytes()


def test_braces_in_a_title_are_no_wildcards_of_snakemakes_report(copy):
    run(copy, "--report", "snakemake.html")
    assert "wildcards.braces" in (copy / "snakemake.html").read_text()


def test_a_config_entry_that_is_no_yaml_is_one_line(finished):
    words = [*command("--dry-run"), "trials=[1"]
    done = subprocess.run(words, cwd=finished, env=environment(), text=True, capture_output=True)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == "error: --config trials: '[1' is not YAML"


def test_figures_need_no_backend_of_the_user(copy, monkeypatch):
    monkeypatch.setenv("MPLBACKEND", "nonsense")
    before = (copy / "results/toy/ranks.svg").read_bytes()
    (copy / "results/toy/ranks.svg").unlink()
    run(copy)
    assert (copy / "results/toy/ranks.svg").read_bytes() == before


@pytest.mark.skipif(shutil.which("sbatch") is not None, reason="this machine has Slurm")
def test_the_slurm_profile_stops_at_once_where_there_is_no_slurm(copy):
    (copy / "slurm").symlink_to("workflow/profiles/slurm")
    shutil.rmtree(copy / "results/toy")
    done = snakemake(copy, "--profile", "slurm")
    assert done.returncode == 1
    assert "error: no sbatch on this machine; start on a login node of the cluster" in done.stderr
