"""The step server: a process with all heavy imports done, which forks one child per step.

Importing scikit-learn takes about two processor seconds, more than most fits of these papers. So
the Snakefile starts `serve` when a run begins on one machine. The server imports MODULES. Later it
also imports the compiled modules of this package, which take half a second to load, and the
machines that call them. It listens on a socket and forks a child for each step that `delegate`
sends. The child works in the sender's directory, with the sender's environment and output, so that
a step writes the same bytes with and without a server. On a cluster node there is no server, and
each step imports what it needs.

The server ends with the process that started it. A step is killed when its sender is killed. What
a killed step leaves running becomes a child of the server, which ends it.
"""

from __future__ import annotations

import gc
import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path

from methods import HOMES
from methods.bench import paths
from methods.bench.compiled import compiled_modules
from methods.bench.server.client import ADDRESS, THREADS
from methods.bench.server.lifeline import (
    LINUX,
    adopt_orphans,
    children,
    end_orphans,
    work_and_exit,
)
from methods.bench.source_hash import COMPILED_SUFFIX, imported_modules

MODULES = (
    "numba",
    "yaml",
    "msgspec",
    "pandas",
    "pyarrow.parquet",
    "scipy.optimize",
    "scipy.stats",
    "sklearn.base",
    "sklearn.ensemble",
    "sklearn.linear_model",
    "sklearn.model_selection",
    "sklearn.svm",
    # The modules of this package that most steps need; the last one imports Matplotlib.
    "methods.bench.fit",
    "methods.bench.plan",
    "methods.bench.scoring",
    "methods.data.prepare",
    "methods.figures.style",
)
POLL_SECONDS = 1.0
LONGEST_REQUEST = 2**20
LONGEST_ADDRESS = 103  # bytes of the path of a socket; Linux takes four more
PREFIX = "marginbench-"


def start(command: Sequence[str]) -> None:
    """Start `command` as a child that serves at a new address; jobs get it from the environment."""
    address = str(folder_of_socket() / "steps")
    threads = {f"{name}_NUM_THREADS": THREADS for name in ("OMP", "OPENBLAS", "MKL")}
    server_command = [*command, address, str(os.getpid())]
    subprocess.Popen(server_command, env={**os.environ, **threads}, start_new_session=True)
    os.environ[ADDRESS] = address


def folder_of_socket() -> Path:
    """A new folder, in /tmp if the path of a socket in the usual place would be too long."""
    usual = Path(tempfile.gettempdir())
    longest = usual / f"{PREFIX}{8 * 'x'}" / "steps_"
    is_short = len(os.fsencode(longest)) <= LONGEST_ADDRESS
    return Path(tempfile.mkdtemp(prefix=PREFIX, dir=usual if is_short else "/tmp"))


def serve(
    address: str,
    parent: int,
    run: Callable[[Sequence[str]], int],
    remember: Callable[[], None] = lambda: None,
) -> None:
    """Import, listen at `address`, and fork for each request until process `parent` has ended.

    Parameters
    ----------
    address : path of the socket; its folder is removed at the end.
    parent : process id.
    run : does a step, given its arguments, and returns the exit status.
    remember : called once before the first step, to compute and cache what all steps need.
    """
    for module in MODULES:
        import_module(module)
    remember()
    gc.freeze()  # garbage collection in a child would copy the memory pages that it visits
    loaded: set[str] = set()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the kernel removes children that have ended
    adopt_orphans()
    steps: set[int] = set()
    last_look = time.monotonic()
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listener:
        listener.bind(f"{address}_")
        listener.listen(64)
        os.rename(f"{address}_", address)  # who sees the socket can connect to it
        listener.settimeout(POLL_SECONDS)
        while os.getppid() == parent:
            if time.monotonic() > last_look + POLL_SECONDS:
                steps &= children()
                end_orphans(spared=steps)
                last_look = time.monotonic()
            try:
                connection, _ = listener.accept()
            except TimeoutError:
                continue
            _load_compiled(loaded)
            step = os.fork()
            if not step:
                listener.close()
                _do_step(connection, run)
            steps.add(step)
            connection.close()
    if LINUX:  # elsewhere the steps of a killed run go on to their ends
        end_orphans(spared=set())
    shutil.rmtree(Path(address).parent)


def _load_compiled(loaded: set[str]) -> None:
    """Import modules compiled since the last call, and machines whose compiled code is loaded.

    Import errors surface in the step that needs the module.
    """
    compiled = compiled_modules(Path(paths.COMPILED))
    if compiled <= loaded:
        return
    loaded |= compiled
    for module in [*sorted(compiled), *sorted(set(HOMES.values()))]:
        with suppress(Exception):
            imported = imported_modules(module)
            if {name for name in imported if name.endswith(COMPILED_SUFFIX)} <= loaded:
                import_module(module)
    gc.freeze()


def _do_step(connection: socket.socket, run: Callable[[Sequence[str]], int]) -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.setsid()
    text, descriptors, _, _ = socket.recv_fds(connection, LONGEST_REQUEST, 2)
    while not text.endswith(b"\n"):
        more = connection.recv(LONGEST_REQUEST)
        if not more:  # the sender was killed before the request was complete
            os._exit(1)
        text += more
    request = json.loads(text)
    for descriptor, standard in zip(descriptors, (1, 2), strict=True):
        os.dup2(descriptor, standard)
        os.close(descriptor)
    os.chdir(request["directory"])
    os.environ.update(request["environment"])
    threading.Thread(target=_die_with_sender, args=(connection,), daemon=True).start()
    work_and_exit(
        lambda: run(request["arguments"]),
        lambda status: connection.send(bytes([status & 255])),
    )


def _die_with_sender(connection: socket.socket) -> None:
    connection.recv(1)  # returns only when the sender has ended
    os.killpg(0, signal.SIGKILL)
