"""SIGKILL at random moments, to the run or its processes: a resumed run gives the same bytes.

Four moments by default, thirty with `make torture`.
"""

import os
import random
import re
import subprocess
import time
from base64 import b64encode
from pathlib import Path

import psutil
import pytest

from tests.faults.conftest import doomed_project, fresh, leftovers, outcome
from tests.faults.processes import servers, start, steps, wait_until, wait_until_nobody_works
from tests.project import snakemake

MOMENTS = int(os.environ.get("MOMENTS", 4))  # of a step, the run twice, and the server
LONGEST_RUN = 600.0

pytestmark = pytest.mark.slow


def kill_one(running: subprocess.Popen[bytes], folder: Path, draw: random.Random) -> str:
    """Kill the run, its server or one of its steps; return which."""
    victim = draw.choice(["run", "run", "step", "step", "server"])
    if victim == "run":
        running.kill()
        return victim
    processes = {"step": steps, "server": servers}[victim](folder)
    if not processes:
        return "nobody"
    chosen = draw.choice(processes)
    try:
        words = " ".join(chosen.cmdline()[-12:])
        chosen.kill()
    except psutil.NoSuchProcess:
        return "nobody"
    return f"{victim}: {words}"


def resume(folder: Path) -> None:
    """Resume as a user would: run again, and once more after the command that the README names."""
    again = snakemake(folder, "--cores", "2", strict=True)
    if "LockException" in again.stderr:
        assert snakemake(folder, "--unlock").returncode == 0
        again = snakemake(folder, "--cores", "2", strict=True)
    assert again.returncode == 0, again.stdout + again.stderr


@pytest.fixture(scope="module")
def duration(undisturbed, tmp_path_factory) -> float:
    """Seconds of a run with compiled modules."""
    folder = fresh(undisturbed, tmp_path_factory.mktemp("timed") / "project")
    started = time.monotonic()
    assert start(folder).wait(LONGEST_RUN) == 0
    assert outcome(folder) == undisturbed.outcome
    return time.monotonic() - started


@pytest.mark.parametrize("moment", range(MOMENTS))
def test_after_a_kill_at_a_random_moment_a_resumed_run_gives_the_same_bytes(
    undisturbed, duration, tmp_path, moment
):
    draw = random.Random(moment)
    folder = fresh(undisturbed, tmp_path / "project")
    running = start(folder)
    delay = draw.uniform(0, duration)
    time.sleep(delay)
    victim = kill_one(running, folder, draw)
    status = running.wait(LONGEST_RUN)
    print(f"after {delay:.1f} of {duration:.1f} s killed {victim}; exit status {status}")
    wait_until_nobody_works(folder)
    resume(folder)
    assert outcome(folder) == undisturbed.outcome
    assert leftovers(folder) == []


@pytest.mark.parametrize("threads", [1, 2])
def test_no_process_of_a_killed_run_continues(undisturbed, tmp_path, threads):
    """For a step in the server and, with more threads, for a step in its own process."""
    folder = doomed_project(undisturbed, tmp_path / "project", "Hangs")
    running = start(folder, "--set-threads", f"fit={threads}")
    fit = folder / "results/logs/toy/main/fit/wdbc/hangs/0000-0000.log"
    wait_until(fit.exists)
    wait_until(lambda: len(steps(folder)) == (2 if threads == 1 else 1))
    running.kill()
    running.wait()
    wait_until_nobody_works(folder)


@pytest.mark.parametrize("state", ["half made", "edited"])
def test_a_module_to_be_compiled_hides_no_other_job(undisturbed, tmp_path, state):
    """As an ancient() input it would hide all jobs after it, and the run would end well."""
    module = "methods.boosting._kernels"
    made = f"results/compiled/{module}.json"
    folder = fresh(undisturbed, tmp_path / "project")
    if state == "edited":
        assert start(folder).wait(LONGEST_RUN) == 0
        source = folder / "methods/boosting/_kernels.py"
        source.write_text(source.read_text() + "\n")
    else:
        assert snakemake(folder, "--cores", "1", made).returncode == 0
        marker = folder / ".snakemake/incomplete" / b64encode(made.encode()).decode()
        marker.touch()
    planned = snakemake(folder, "--dry-run", strict=True).stdout
    assert re.search(r"^compile +[1-9]", planned, re.MULTILINE)
    assert re.search(rf"^fit +{2 if state == 'edited' else 6}$", planned, re.MULTILINE)
    assert re.search(r"^report +1$", planned, re.MULTILINE)
