"""The profiles of clusters and clouds: what they share, a dry run of each, and PBS for real."""

import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
import yaml

from tests.made_up import MAJORITY, experiment, study, write_experiment
from tests.project import ROOT, command, copy_project, environment, run, without_seal

PROFILES = ROOT / "workflow" / "profiles"
ENGINES = sorted(folder.name for folder in PROFILES.iterdir() if folder.name != "default")
# limits.smk and the default profile say these for all of them
SHARED = {"groups", "group-components", "scheduler", "rerun-triggers", "keep-going"}
METHODS = {"Majority": MAJORITY, "Bayes": {"class": "sklearn.naive_bayes.GaussianNB"}}
TOY = experiment(
    methods=METHODS,
    studies={"main": study(["wdbc"], METHODS, trials=1)},
    tables={"scores": {"function": "methods.tables.scores.score_table", "study": "main"}},
)
# Commands of PBS on this machine. They kill what asks for the memory of a first attempt at fits.
QSUB = """#!/bin/sh
job=$(mktemp -d {jobs}/XXXXXX)
echo "$*" > "$job/asked"
for script; do :; done
case $* in
    *mem=5000mb*) echo 'job_state = F Exit_status = 271' > "$job/state" ;;
    *) (sh "$script"; echo "job_state = F Exit_status = $?" > "$job/part"
        mv "$job/part" "$job/state") > "$job/printed" 2>&1 < /dev/null & ;;
esac
basename "$job"
"""
QSTAT = "#!/bin/sh\n[ $1 = -x ] && [ $2 = -f ] && cat {jobs}/$3/state 2> {jobs}/none\n"


def profile(engine: str) -> dict:
    return yaml.safe_load((PROFILES / engine / "config.yaml").read_text("utf-8"))


def packages(engine: str) -> list[str]:
    """The pinned packages that the top of a profile says to install."""
    return re.findall(r"[\w-]+==[\d.]+", (PROFILES / engine / "config.yaml").read_text("utf-8"))


@pytest.mark.parametrize("engine", ENGINES)
def test_what_is_the_same_everywhere_is_not_said_again(engine):
    settings = profile(engine)
    assert not SHARED & set(settings)
    assert not set(settings.get("default-resources") or ()) & {"mem_mb", "runtime"}
    assert settings["cores"] == 1 and settings["retries"] in (1, 2) and settings["jobs"]


def test_packages_of_engines_are_pinned_once():
    pinned = set((ROOT / ".ci/engines.txt").read_text().split())
    assert {name for engine in ENGINES for name in packages(engine)} == pinned


class NoObjects(BaseHTTPRequestHandler):
    """An object storage with every bucket, all of them empty."""

    def do_HEAD(self):
        self._answer(200 if self.path.strip("/").count("/") == 0 else 404)

    def do_GET(self):  # the plugin only lists
        self._answer(200, b"<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>")

    def _answer(self, status: int, body: bytes = b"") -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def storage() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), NoObjects)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def project(tmp_path_factory) -> Path:
    folder = copy_project(tmp_path_factory.mktemp("engines"))
    write_experiment(folder, TOY)
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("engine", ENGINES)
def test_a_dry_run_with_the_profile_plans_groups_of_fits(engine, project, storage):
    for package in packages(engine):
        pytest.importorskip(package.split("==")[0].replace("-", "_"))
    made_up = {
        "SNAKEMAKE_STORAGE_S3_ENDPOINT_URL": storage,
        "SNAKEMAKE_STORAGE_S3_ACCESS_KEY": "nobody",
        "SNAKEMAKE_STORAGE_S3_SECRET_KEY": "nothing",
        "SNAKEMAKE_AWS_BATCH_JOB_QUEUE": "queue",
        "SNAKEMAKE_AWS_BATCH_JOB_ROLE": "role",
    }
    words = [sys.executable, "-m", "snakemake", "--profile", f"profiles/{engine}", "--dry-run"]
    done = subprocess.run(
        words, cwd=project, env=environment() | made_up, text=True, capture_output=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Group job fits" in done.stdout and re.search(r"^fit +2$", done.stdout, re.MULTILINE)


@pytest.mark.slow
def test_a_dry_run_for_one_machine_shows_no_groups(project):
    assert "Group job" not in run(project, "--dry-run")


@pytest.mark.slow
def test_tables_from_pbs_are_those_of_one_machine_although_jobs_were_killed(project, tmp_path):
    """With the commands of PBS played by scripts, which check what is asked of them."""
    pytest.importorskip("snakemake_executor_plugin_cluster_generic")
    jobs, commands = tmp_path / "jobs", tmp_path / "bin"
    jobs.mkdir()
    commands.mkdir()
    for name, text in {"qsub": QSUB, "qstat": QSTAT, "qdel": "#!/bin/sh\n"}.items():
        (commands / name).write_text(text.replace("{jobs}", str(jobs)))
        (commands / name).chmod(0o755)
    ours = copy_project(tmp_path / "on_pbs")
    write_experiment(ours, TOY)
    quick = ("--seconds-between-status-checks", "1", "--latency-wait", "5")
    # `command` names the cores of one machine, and the profile those of a job
    words = command("--profile", "profiles/pbs", *quick)
    words[words.index("--cores") :][:2] = []
    path = os.pathsep.join([str(commands), os.environ["PATH"]])
    done = subprocess.run(
        words, cwd=ours, env=environment() | {"PATH": path}, text=True, capture_output=True
    )
    printed = "".join(file.read_text() for file in jobs.glob("*/printed"))
    assert done.returncode == 0, done.stdout + done.stderr + printed
    asked = [file.read_text() for file in jobs.glob("*/asked")]
    assert all(re.search(r"select=1:ncpus=1:mem=\d+mb -l walltime=\d+:00 ", line) for line in asked)
    fits = [line for line in asked if "mem=5000mb" in line or "mem=6000mb" in line]
    assert len(fits) == 2  # both fits in one job, which was killed once
    run(project)
    for kind in ("csv", "md", "tex"):
        table = f"results/toy/scores.{kind}"
        assert without_seal(ours / table) == without_seal(project / table)
