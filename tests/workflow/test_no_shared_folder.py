"""A run whose jobs share no folder: each has an empty folder, and what Snakemake brings."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest

from tests.made_up import add_own_parts, experiment, study, write_experiment
from tests.project import command, copy_project, environment, run, without_seal

METHODS = {
    "Bilinear": {"class": "methods.BilinearSVM"},  # its code takes 2 s to compile
    "Own": {"class": "own.Prior"},
}
APART = experiment(
    methods=METHODS,
    studies={"main": study(["mine", "far"], METHODS, trials=2)},
    tables={
        "scores": {"function": "methods.tables.scores.score_table", "study": "main"},
        "wins": {"function": "methods.tables.wins.win_tie_loss_table", "study": "main"},
    },
    figures={"ranks": {"function": "methods.figures.curves.rank_diagram", "study": "main"}},
    claims={
        "same": {
            "where": "here", "says": "one is the other", "study": "main", "methods": ["Own"],
            "than": ["Bilinear"], "function": "methods.claims.scores.same"},
    },
)  # fmt: skip
CONFIG = {"strict": True}

# The commands of a cluster. They leave a job nothing of this environment but its path.
SUBMIT = """#!/bin/sh
job=$(mktemp -d {jobs}/XXXXXX)
cp "$1" "$job.sh"
(cd "$job" && env -i PATH="$PATH" sh "$job.sh" > "$job.out" 2>&1
 if [ $? = 0 ]; then echo success; else echo failed; fi > "$job.part"
 mv "$job.part" "$job.state") > {jobs}/submit.out 2>&1 < /dev/null &
echo "$job"
"""
STATUS = '#!/bin/sh\ncat "$1.state" 2> {jobs}/none || echo running\n'
RSYNC = '#!/bin/sh\nwhile [ $# -gt 2 ]; do shift; done\nexec cp -RpL -- "$1" "$2"\n'
# fewer jobs, so that the test takes less time
GROUPS = (
    "split=fits", "fit=fits", "evaluate=scores",
    "aggregate_toy=outputs", "figures_toy=outputs", "strict=outputs",
)  # fmt: skip

pytestmark = pytest.mark.slow


def project(folder: Path) -> Path:
    """The project as a git repository, with a plugin, an own table, and an unavailable data set."""
    copy_project(folder)
    add_own_parts(folder)
    write_experiment(folder, APART)
    git(folder, "init", "--quiet")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "All files")
    return folder


def git(folder: Path, *words: str) -> str:
    by = ("-c", "user.name=nobody", "-c", "user.email=nobody@example.org")
    done = subprocess.run(["git", *by, *words], cwd=folder, text=True, capture_output=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


class Cluster:
    """Runs each job in an empty folder of this machine."""

    def __init__(self, folder: Path):
        self.jobs, self.store, self.bin = (folder / name for name in ("jobs", "store", "bin"))
        self.jobs.mkdir()
        self.bin.mkdir()
        self._write("submit", SUBMIT)
        self._write("status", STATUS)
        if not shutil.which("rsync"):  # with which the storage plugin copies
            self._write("rsync", RSYNC)

    def _write(self, name: str, text: str) -> None:
        (self.bin / name).write_text(text.replace("{jobs}", str(self.jobs)))
        (self.bin / name).chmod(0o755)

    def run(self, project: Path, *options: str) -> subprocess.CompletedProcess[str]:
        """Snakemake as the pipeline guide calls it, with the jobs of a rule in groups."""
        words = command(
            "--cores", "2", "--jobs", "2", "--executor", "cluster-generic",
            "--cluster-generic-submit-cmd", f"{self.bin}/submit",
            "--cluster-generic-status-cmd", f"{self.bin}/status",
            "--default-storage-provider", "fs", "--default-storage-prefix", str(self.store),
            "--shared-fs-usage", "none", "--job-deploy-sources",
            "--seconds-between-status-checks", "1",
            "--groups", *GROUPS, "--group-components", "fits=10", "scores=10", "outputs=10",
            *options, **CONFIG,
        )  # fmt: skip
        path = os.pathsep.join(
            [str(self.bin), str(Path(sys.executable).parent), os.environ["PATH"]]
        )
        return subprocess.run(
            words, cwd=project, env=environment() | {"PATH": path}, text=True, capture_output=True
        )

    def printed(self) -> str:
        return "\n".join(file.read_text() for file in self.jobs.glob("*.out"))


@pytest.fixture(scope="module")
def ordinary(tmp_path_factory) -> Path:
    folder = project(tmp_path_factory.mktemp("ordinary"))
    run(folder, "--cores", "2", **CONFIG)
    return folder


@pytest.fixture(scope="module")
def cluster(tmp_path_factory) -> Cluster:
    return Cluster(tmp_path_factory.mktemp("cluster"))


@pytest.fixture(scope="module")
def apart(cluster, tmp_path_factory) -> Path:
    """The folder in which a run without a shared folder was started."""
    folder = project(tmp_path_factory.mktemp("apart"))
    done = cluster.run(folder)
    assert done.returncode == 0, done.stderr + cluster.printed()
    return folder


def files(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def test_tables_figures_and_claims_are_those_of_an_ordinary_run(ordinary, cluster, apart):
    outputs = [path for path in (ordinary / "results/toy").iterdir() if path.is_file()]
    kinds = [f"{name}.{kind}" for name in ("scores", "wins") for kind in ("csv", "md", "tex")]
    assert {*kinds, "ranks.csv", "ranks.svg", "claims.json"} <= {path.name for path in outputs}
    for path in outputs:
        stored = cluster.store / path.relative_to(ordinary)
        assert without_seal(stored) == without_seal(path), path.name
    ledger = "results/claims.json"
    assert without_seal(apart / ledger) == without_seal(ordinary / ledger)


def test_every_file_is_in_the_storage_or_where_the_run_was_started(ordinary, cluster, apart):
    here, stored = files(apart / "results"), files(cluster.store / "results")
    expected = {name for name in files(ordinary / "results") if "compile" not in name}
    assert here | stored == expected and not here & stored
    folders = {"claims.json", "sources.json", "data", "logs", "report"}
    assert {name.split("/")[0] for name in here} == folders
    assert {name for name in here if name.startswith("data/")} == {
        "data/raw/mine/mine.csv", "data/raw/mine/fetched.json", "data/raw/far/fetched.json",
    }  # fmt: skip


def test_the_links_of_the_report_lead_to_files(apart):
    pages = sorted((apart / "results/report").rglob("*.html"))
    text = "".join(page.read_text() for page in pages)
    assert "far: " in text and "results/logs" not in text and "/logs/" not in text


def test_fits_know_the_revision_although_jobs_have_no_git(cluster, apart):
    runs = pd.read_parquet(cluster.store / "results/toy/main/runs/mine.parquet")
    assert set(runs["revision"]) == {git(apart, "rev-parse", "--short=12", "HEAD")}


def test_a_second_run_makes_only_what_is_lost(cluster, apart):
    (cluster.store / "results/toy/scores.csv").unlink()
    done = cluster.run(apart, "--dry-run")
    assert "aggregate_toy" in done.stdout and "\nfit " not in done.stdout, done.stdout + done.stderr
