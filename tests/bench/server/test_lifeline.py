"""A step ends with its run, at once if the run has already ended."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from methods.bench.server import lifeline

PATIENCE = 20.0  # seconds, for a busy machine
STEP = "import signal; from methods.bench.server import lifeline; lifeline.follow(); signal.pause()"

# A keeper that looks for its parent when this has ended, and is a zombie or gone; its step sleeps.
KEEPER = """
import os, sys, time
from methods.bench.server import lifeline
is_zombie = sys.argv[1] == "zombie"
lifeline.adopt_orphans()
reader, writer = os.pipe()
parent = os.fork()
if not parent:
    parent = os.getpid()
    keeper = os.fork()
    if not keeper:
        while os.getppid() == parent or (not is_zombie and os.path.exists(f"/proc/{parent}")):
            time.sleep(0.001)
        lifeline._keep(parent, lambda: time.sleep(60) or 0)
    os.write(writer, str(keeper).encode())
    os._exit(0)
keeper = int(os.read(reader, 20))
os.waitid(os.P_PID, parent, os.WEXITED | (os.WNOWAIT if is_zombie else 0))
sys.exit(os.waitstatus_to_exitcode(os.waitpid(keeper, 0)[1]))
"""

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells of the end")


def step(run: int) -> subprocess.Popen[bytes]:
    environment = {**os.environ, lifeline.RUN: str(run), "PYTHONPATH": str(Path.cwd())}
    return subprocess.Popen([sys.executable, "-c", STEP], env=environment)


@pytest.fixture
def run():
    process = subprocess.Popen(["sleep", "1000"])
    yield process
    process.kill()
    process.wait()


@pytest.mark.slow
def test_a_step_ends_with_its_run_and_not_before(run):
    following = step(run.pid)
    with pytest.raises(subprocess.TimeoutExpired):
        following.wait(1)
    run.kill()
    assert following.wait(PATIENCE) == -signal.SIGKILL


def test_a_step_of_a_run_that_has_ended_ends_at_once(run):
    run.kill()
    run.wait()
    assert step(run.pid).wait(PATIENCE) == -signal.SIGKILL


@pytest.mark.parametrize("parent", ["zombie", "gone"])
def test_a_keeper_ends_the_step_of_a_process_that_ended_before_it_looked(parent):
    words = [sys.executable, "-c", KEEPER, parent]
    done = subprocess.run(
        words, env={**os.environ, "PYTHONPATH": str(Path.cwd())}, timeout=PATIENCE
    )
    assert done.returncode == 128 + signal.SIGKILL


def test_a_run_names_itself(monkeypatch):
    monkeypatch.delenv(lifeline.RUN, raising=False)
    lifeline.hold()
    assert os.environ[lifeline.RUN] == str(os.getpid())
    monkeypatch.delenv(lifeline.RUN)


@pytest.mark.parametrize("fault", [AttributeError, OSError])
def test_a_step_is_done_without_descriptors_of_processes(monkeypatch, fault):
    """Then nothing ends it with its run, and it is done all the same."""

    def no_such_call(pid):
        raise fault

    monkeypatch.setattr(os, "pidfd_open", no_such_call)
    assert lifeline.kept(lambda: 3) == 3
    lifeline._die_after(os.getpid())


@pytest.mark.parametrize(("code", "status"), [(0, 0), (3, 3), ("no memory", 1)])
def test_the_status_of_a_step_that_exits_is_its_own_or_that_of_a_failure(code, status):
    def work():
        raise SystemExit(code)

    process = os.fork()
    if not process:
        lifeline.work_and_exit(work)
    assert os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) == status
