"""The benchmark on a real Slurm cluster gives the same bytes, even if jobs or nodes die.

The command is `snakemake --profile slurm`, with shorter intervals between its queries of the
cluster. The plugin starts one Snakemake per member of a job, so these tests take minutes.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pandas as pd
import psutil
import pytest

from methods.bench.blocks import load_block
from methods.bench.guard import OK
from tests.made_up import MAJORITY, experiment, study, write_experiment
from tests.project import copy_project
from tests.slurm.cluster import Cluster, missing, running_cluster, wait_for

PLUGIN = "snakemake_executor_plugin_slurm"
REASON = missing() or ("" if find_spec(PLUGIN) else f"{PLUGIN} is not installed")
pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(REASON), reason=REASON)]

HERE = Path(__file__).parent
PATIENCE = 1800
ODD = {
    name: {"class": f"methods.troublesome.{name}", "strategy": "prior"}
    for name in ("HangsOnce", "HogsOnce", "AlwaysHangs", "AlwaysHogs")
}
METHODS = {
    "SVM": {"class": "methods.PrimalSVM"},
    "Forest": {"class": "sklearn.ensemble.RandomForestClassifier", "n_estimators": 5},
    "Majority": MAJORITY,
    **ODD,
}
TOY = experiment(
    methods=METHODS,
    studies={
        "main": study(["wdbc"], ["SVM", "Forest"], trials=2, block_size=2),
        "stopped": study(
            ["wdbc"], ["Majority", "AlwaysHangs", "AlwaysHogs"], trials=1, block_size=1, seconds=5,
            memory_mb=1000,
        ),
    },
    tables={
        name: {"function": "methods.tables.scores.score_table", "study": name}
        for name in ("main", "stopped")
    },
    figures={"ranks": {"function": "methods.figures.curves.rank_diagram", "study": "main"}},
    claims={
        "same": {
            "where": "here", "says": "one is the other", "study": "main", "methods": ["SVM"],
            "than": ["Forest"], "function": "methods.claims.scores.same"},
    },
)  # fmt: skip
# the first attempt of a job gets two minutes and 1500 MB, less than a fit may take
KILLED = experiment(
    methods=METHODS,
    studies={
        "main": study(["wdbc"], ["HangsOnce", "HogsOnce"], trials=1, block_size=1, seconds=180,
                      memory_mb=500),
    },
)  # fmt: skip
PRINTED = "printed.txt"
MARKS = ("hung", "hogged")
FIT = "results/toy/main/fits/wdbc/svm/0000-0001.npz"
LOG = "results/logs/toy/main/fit/wdbc/svm/0000-0001.log"
KILLED_FITS = [
    f"results/killed/main/fits/wdbc/{slug}/0000-0000.npz" for slug in ("hangsonce", "hogsonce")
]


def project(folder: Path) -> Path:
    """A fresh clone of the project, with the experiments above."""
    copy_project(folder)
    (folder / "slurm").symlink_to("workflow/profiles/slurm")
    shutil.copy2(HERE / "troublesome.py", folder / "methods")
    write_experiment(folder, TOY)
    write_experiment(folder, KILLED, "killed")
    for mark in MARKS:
        (folder / mark).touch()
    return folder


@dataclass
class Run:
    """A running Snakemake in a project."""

    process: subprocess.Popen[bytes]
    folder: Path

    def finish(self) -> str:
        """Wait until it succeeds; return what it printed."""
        try:
            status = self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            status = self.process.wait()
        printed = (self.folder / PRINTED).read_text()
        assert status == 0, printed
        return printed


def start(folder: Path, *options: str, environment: dict[str, str]) -> Run:
    command = [sys.executable, "-m", "snakemake", *options]
    clean = {key: value for key, value in environment.items() if "MARGINBENCH" not in key}
    with open(folder / PRINTED, "wb") as printed:
        process = subprocess.Popen(
            command, cwd=folder, env=clean, stdout=printed, stderr=subprocess.STDOUT
        )
    return Run(process, folder)


def submit(cluster: Cluster, folder: Path, *options: str) -> Run:
    """Start `snakemake --profile slurm`, which at first queries the cluster every second."""
    quick = ("--slurm-init-seconds-before-status-checks", "1", "--latency-wait", "10")
    command = ("--profile", "slurm", "--printshellcmds", *quick, *options)
    return start(folder, *command, environment=cluster.environment)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with running_cluster() as running:
        yield running
        for left in psutil.Process().children():  # by a test that failed
            if "snakemake" in left.cmdline():
                left.kill()


@pytest.fixture(scope="module")
def local(tmp_path_factory) -> Path:
    """The same benchmark run on this machine."""
    folder = project(tmp_path_factory.mktemp("local"))
    start(folder, "--cores", "2", environment=dict(os.environ)).finish()
    return folder


def unfitted(local: Path, folder: Path, experiment: str) -> Path:
    """A copy of the finished run without the fits of the study `main` of one experiment."""
    shutil.copytree(local, folder, symlinks=True)
    shutil.rmtree(folder / "results" / experiment / "main" / "fits")
    shutil.rmtree(folder / "results" / "logs")
    return folder


def assert_equal_fit(folder: Path, local: Path, file: str) -> None:
    """Assert that two blocks are equal except for their seconds."""
    runs, _ = load_block(folder / file)
    expected, _ = load_block(local / file)
    assert [(r.seed, r.status) for r in runs] == [(r.seed, OK) for r in expected]
    for run, other in zip(runs, expected, strict=True):
        assert run.scalars == other.scalars
        np.testing.assert_array_equal(run.train, other.train)
        np.testing.assert_array_equal(run.test, other.test)


@pytest.fixture(scope="module")
def both(cluster, local, tmp_path_factory) -> list[tuple[Path, str]]:
    """Two concurrent runs and what they print: one complete run, and one whose jobs Slurm kills.

    The second waits for a time limit, which in Slurm is at least one minute.
    """
    killed = unfitted(local, tmp_path_factory.mktemp("copies") / "killed", "killed")
    for mark in MARKS:
        (killed / mark).unlink()
    whole = project(tmp_path_factory.mktemp("whole"))
    (whole / "workflow/experiments/killed.yaml").unlink()
    alone = ("--group-components", "fits=1")
    runs = [submit(cluster, whole), submit(cluster, killed, *alone, "--", *KILLED_FITS)]
    return [(run.folder, run.finish()) for run in runs]


@pytest.fixture
def whole(both) -> Path:
    return both[0][0]


@pytest.fixture
def killed(both) -> Path:
    return both[1][0]


@pytest.fixture
def printed(both) -> str:
    """What the run with killed jobs printed."""
    return both[1][1]


def test_the_tables_and_figures_of_a_cluster_are_those_of_one_machine_byte_for_byte(whole, local):
    files = sorted((local / "results/toy").glob("*.csv"))
    assert len(files) == 3
    for file in files:
        assert (whole / file.relative_to(local)).read_bytes() == file.read_bytes(), file.name
    assert (whole / "results/report/index.html").stat().st_size


def test_a_fit_over_its_time_or_memory_is_a_labelled_gap_and_the_job_continues(whole):
    runs = pd.read_parquet(whole / "results/toy/stopped/runs/wdbc.parquet")
    statuses = dict(zip(runs.method, runs.status, strict=True))
    assert statuses == {"Majority": "ok", "AlwaysHangs": "timeout", "AlwaysHogs": "memory"}


def test_every_step_writes_its_log_beside_the_report_as_on_one_machine(whole, local):
    logs = {path.relative_to(local) for path in (local / "results/logs/toy").rglob("*.log")}
    assert logs == {path.relative_to(whole) for path in (whole / "results/logs/toy").rglob("*.log")}


def jobs(cluster: Cluster, printed: str, what: str) -> set[str]:
    """Fields of the jobs of a run, in the format `what` of squeue."""
    name = re.findall(r"SLURM run ID: (\S+)", printed)[0]
    options = ("--noheader", "--states=all", f"--name={name}", f"--format={what}")
    return set(cluster.ask("squeue", *options).split())


def test_a_job_of_many_fits_asks_for_the_cpu_and_the_memory_of_one_and_the_time_of_all(
    cluster, both
):
    printed = both[0][1]
    assert jobs(cluster, printed, "%C") == {"1"}
    assert "5000M" in jobs(cluster, printed, "%m")
    one = {"main": 3, "stopped": 2}  # minutes of each fit
    assert f"{2 * one['main'] + 3 * one['stopped']}:00" in jobs(cluster, printed, "%l")


def test_a_job_over_its_time_limit_is_submitted_again_with_more(cluster, printed):
    assert "TIMEOUT" in jobs(cluster, printed, "%T")
    assert {"2:00", "4:00"} <= jobs(cluster, printed, "%l")


def test_a_job_over_its_memory_limit_is_submitted_again_with_more(cluster, printed):
    # without cgroups Slurm calls it a failure
    assert {"FAILED", "OUT_OF_MEMORY"} & jobs(cluster, printed, "%T")
    assert {"1500M", "2500M"} <= jobs(cluster, printed, "%m")


def test_after_jobs_were_killed_the_results_are_complete_and_equal(killed, local):
    for file in KILLED_FITS:
        assert_equal_fit(killed, local, file)


def test_slurms_message_on_a_killed_job_is_kept_beside_the_logs_of_the_steps(killed, printed):
    kept = {str(path) for path in (killed / "results/logs/slurm").rglob("*.log")}
    submitted = set(re.findall(r"\(log: (\S+)\)", printed))
    assert len(kept) == 2 and kept < submitted


def test_a_cancelled_job_is_submitted_again(cluster, local, tmp_path):
    folder = unfitted(local, tmp_path / "copy", "toy")
    run = submit(cluster, folder, "--", FIT)
    wait_for("running job", cluster.running)
    cluster.ask("scancel", *cluster.running())
    assert jobs(cluster, run.finish(), "%T") == {"CANCELLED", "COMPLETED"}
    assert_equal_fit(folder, local, FIT)


def test_the_jobs_of_a_dead_node_start_on_another(cluster, local, tmp_path):
    folder = unfitted(local, tmp_path / "copy", "killed")
    (folder / "hung").unlink()
    fit = KILLED_FITS[0]
    run = submit(cluster, folder, "--", fit)
    # not earlier: the keeper of a job without a process is not found, and outlives its node
    wait_for("fit at work", (folder / "hung").exists)
    (job,) = cluster.running("--nodelist=n1")
    cluster.kill_node("n1")
    try:
        run.finish()
    finally:
        cluster.start_node("n1")
    assert_equal_fit(folder, local, fit)
    history = cluster.ask("scontrol", "--oneliner", "show", "job", job)
    assert " Restarts=1 " in history and " NodeList=n2 " in history


def test_a_fit_that_ends_while_the_controller_is_away_is_not_lost(cluster, local, tmp_path):
    folder = unfitted(local, tmp_path / "copy", "toy")
    run = submit(cluster, folder, "--", FIT)
    # not earlier: a job that has begun still asks the controller for its step
    wait_for("fit at work", (folder / LOG).exists)
    cluster.stop_controller()
    try:
        wait_for("end of the fit", (folder / FIT).exists)
    finally:
        cluster.start_controller()
    run.finish()
    assert_equal_fit(folder, local, FIT)
