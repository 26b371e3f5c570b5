"""After SIGKILL of a step or of the run, nothing runs that the fit has started in any way."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from methods.bench.server.lifeline import LINUX
from tests.bench.server.starting import WAYS

PATIENCE = 90.0  # seconds, for a busy machine
ROOT = Path(__file__).parents[3]

pytestmark = [
    pytest.mark.slow,  # each case starts a whole run
    pytest.mark.skipif(not LINUX, reason="only Linux knows who started an orphan"),
]


def wait_until(true):
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.05)


def alive(pid):
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


@pytest.fixture
def run(tmp_path, request):
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"}
    words = [sys.executable, "-m", "tests.bench.server.starting", "run", request.param]
    running = subprocess.Popen(words, cwd=tmp_path, env=environment, start_new_session=True)
    yield running
    running.kill()
    running.wait()


@pytest.mark.parametrize("victim", ["run", "command", "group of the command", "keeper", "step"])
@pytest.mark.parametrize("run", ["server", "no server"], indirect=True)
def test_nothing_that_a_fit_has_started_is_left(run, tmp_path, victim, request):
    names = [*WAYS, "step", "command"]
    wait_until(lambda: all((tmp_path / name).exists() for name in names))
    pids = {name: int((tmp_path / name).read_text()) for name in names}
    assert all(alive(pid) for pid in pids.values())
    if victim == "run":
        run.kill()
        run.wait()
    elif victim == "keeper":
        if "no server" not in request.node.name:
            pytest.skip("the server is the keeper of its steps, and ends with the run")
        psutil.Process(pids["step"]).parent().kill()
    elif victim == "group of the command":
        os.killpg(os.getpgid(pids["command"]), signal.SIGKILL)
    else:
        os.kill(pids[victim], signal.SIGKILL)
    wait_until(lambda: not any(alive(pid) for pid in pids.values()))
