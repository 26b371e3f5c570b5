"""The step server: same directory, output and status as without; it ends with its parent."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psutil
import pytest

from methods.bench.server import fork_server

PATIENCE = 20.0  # seconds, for a busy machine
SERVER = """
import os, signal, sys
from methods.bench.server import fork_server

remembered = []

def run(arguments):
    if arguments[0] == "recall":
        print(*remembered)
    if arguments[0] == "hang":
        open("hanging", "w").write(str(os.getpid()))
        signal.pause()
    if arguments[0] == "leave a daemon":
        if os.fork() == 0:
            os.setsid()
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            open("left", "w").write(str(os.getpid()))
            signal.pause()
        os.kill(os.getpid(), signal.SIGKILL)
    if arguments[0] == "raise":
        raise ValueError("no such luck")
    print(os.getcwd(), os.environ["COLOUR"], *arguments)
    return 7

fork_server.MODULES = ("json",)
fork_server.HOMES = {"Broken": "broken_machine"}
fork_server.serve(sys.argv[1], int(sys.argv[2]), run, lambda: remembered.append("once"))
"""
CLIENT = """
import sys
from methods.bench.server.client import delegate
status = delegate(sys.argv[1:])
sys.exit(99 if status is None else status)
"""


def wait_for(condition):
    """Poll until `condition()` is true; fail after some seconds."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)


@pytest.fixture
def server(tmp_path):
    folder = tmp_path / "server"
    folder.mkdir()
    address = folder / "steps"
    command = [sys.executable, "-c", SERVER, str(address), str(os.getpid())]
    server = subprocess.Popen(
        command, cwd=folder, env={**os.environ, "PYTHONPATH": str(Path.cwd())}
    )
    wait_for(address.exists)
    yield psutil.Process(server.pid)
    server.kill()
    server.wait()


@pytest.fixture
def address(server, tmp_path):
    return tmp_path / "server" / "steps"


def client(address, folder, *arguments, **more):
    environment = {**os.environ, fork_server.ADDRESS: str(address), "COLOUR": "blue",
                   "PYTHONPATH": str(Path.cwd()), "OMP_NUM_THREADS": "1"}  # fmt: skip
    return subprocess.Popen(
        [sys.executable, "-c", CLIENT, *arguments], cwd=folder, env=environment | more,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def test_a_step_runs_in_the_directory_environment_and_output_of_its_sender(address, tmp_path):
    asked = client(address, tmp_path, "fit", "it")
    out, err = asked.communicate(timeout=PATIENCE)
    assert (out, err) == (f"{tmp_path} blue fit it\n", "")
    assert asked.returncode == 7


def test_every_step_has_what_the_server_has_computed_once(address, tmp_path):
    for _ in range(2):
        out, _ = client(address, tmp_path, "recall").communicate(timeout=PATIENCE)
        assert out.startswith("once\n")


def test_a_step_that_raises_shows_its_traceback_and_fails(address, tmp_path):
    asked = client(address, tmp_path, "raise")
    _, err = asked.communicate(timeout=PATIENCE)
    assert "ValueError: no such luck" in err
    assert asked.returncode == 1


def test_the_server_survives_a_step_that_raised(address, tmp_path):
    client(address, tmp_path, "raise").communicate(timeout=PATIENCE)
    asked = client(address, tmp_path, "again")
    asked.communicate(timeout=PATIENCE)
    assert asked.returncode == 7


def test_the_partial_report_of_a_killed_compilation_loads_no_module(address, tmp_path):
    left = tmp_path / "server" / "results" / "compiled" / ".methods.x.part-1.json"
    left.parent.mkdir(parents=True)
    left.touch()
    asked = client(address, tmp_path, "again")
    asked.communicate(timeout=PATIENCE)
    assert asked.returncode == 7


@pytest.mark.slow
def test_a_machine_that_cannot_be_imported_affects_no_other_step(address, tmp_path):
    (tmp_path / "server" / "broken_machine.py").write_text(
        "open('tried', 'w').close()\nraise ImportError\n"
    )
    compiled = tmp_path / "server" / "results" / "compiled" / "methods.matrix._kernels.json"
    compiled.parent.mkdir(parents=True)
    compiled.touch()
    asked = client(address, tmp_path, "again")
    asked.communicate(timeout=PATIENCE)
    assert asked.returncode == 7
    assert (tmp_path / "server" / "tried").exists()


def test_a_step_ends_with_its_sender(address, tmp_path):
    asked = client(address, tmp_path, "hang")
    mark = tmp_path / "hanging"
    wait_for(lambda: mark.exists() and mark.read_text())
    step = int(mark.read_text())
    asked.kill()
    asked.communicate(timeout=PATIENCE)
    wait_for(lambda: not Path(f"/proc/{step}").exists())


@pytest.mark.slow
def test_what_a_killed_step_leaves_running_is_ended_and_other_steps_are_not(address, tmp_path):
    other = client(address, tmp_path, "hang")
    wait_for(lambda: (tmp_path / "hanging").exists())
    client(address, tmp_path, "leave a daemon").communicate(timeout=PATIENCE)
    mark = tmp_path / "left"
    wait_for(lambda: mark.exists() and mark.read_text())
    wait_for(lambda: not Path(f"/proc/{mark.read_text()}").exists())
    assert other.poll() is None
    other.kill()
    other.communicate(timeout=PATIENCE)


def test_without_a_server_the_step_is_not_done(tmp_path):
    asked = client(tmp_path / "nobody", tmp_path, "fit")
    asked.communicate(timeout=PATIENCE)
    assert asked.returncode == 99


def test_a_step_with_more_threads_is_not_delegated(address, tmp_path):
    asked = client(address, tmp_path, "fit", OMP_NUM_THREADS="4")
    asked.communicate(timeout=PATIENCE)
    assert asked.returncode == 99


@pytest.mark.slow
def test_the_server_ends_with_its_parent_and_removes_its_folder(tmp_path):
    """The parent starts a server through `start` and is killed."""
    parent = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import os, signal, sys\n"
            "from methods.bench.server import fork_server\n"
            f"fork_server.start([sys.executable, '-c', {SERVER!r}])\n"
            "print(os.environ[fork_server.ADDRESS], flush=True)\n"
            "signal.pause()\n",
        ],
        cwd=Path.cwd(),
        stdout=subprocess.PIPE,
        text=True,
    )
    assert parent.stdout is not None
    address = Path(parent.stdout.readline().strip())
    wait_for(address.exists)
    parent.send_signal(signal.SIGKILL)
    parent.wait()
    wait_for(lambda: not address.parent.exists())


@pytest.mark.slow
def test_a_sender_that_is_killed_before_its_request_leaves_no_process(address, server):
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as sender:
        sender.connect(str(address))
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as sender:
        sender.connect(str(address))
        sender.send(b'{"arguments": [')
    time.sleep(0.5)  # both are forked by now
    wait_for(lambda: not server.children())


@pytest.mark.parametrize(("more", "is_usual"), [(0, True), (60, True), (75, False), (200, False)])
def test_the_path_of_the_socket_is_short_enough_wherever_temporary_files_are(
    monkeypatch, more, is_usual
):
    """A cluster may name a long folder for each job; the run then went on without a server."""
    with tempfile.TemporaryDirectory(prefix="m", dir="/tmp") as base:
        usual = Path(base, "é" * (more // 2))  # two bytes each
        usual.mkdir(exist_ok=True)
        monkeypatch.setattr(tempfile, "gettempdir", lambda: str(usual))
        folder = fork_server.folder_of_socket()
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listener:
                listener.bind(f"{folder}/steps_")
            assert folder.parent == (usual if is_usual else Path("/tmp"))
        finally:
            shutil.rmtree(folder)
