"""Start a step in milliseconds: a process that has the heavy imports behind it forks a child a job.

Importing scikit-learn costs about two processor seconds, more than most fits of these papers. On
one machine the Snakefile therefore starts `serve` when a run begins. It imports the modules below
and, once they are compiled, the kernels of this package, which take half a second to load, and the
machines that call them; listens on a socket, and forks for each step that `delegate` sends it.
The child works in the sender's directory with its environment and output, so that a step gives the
same bytes either way; where there is no server, as on a cluster node, steps import for themselves.
The server ends with the process that started it, and a step whose sender is killed is killed too.
"""

from __future__ import annotations

import gc
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path

from methods import HOMES
from methods.bench import paths
from methods.bench.compiled import compiled_modules
from methods.bench.server.client import ADDRESS, THREADS
from methods.bench.source_hash import COMPILED_SUFFIX, imported_modules

MODULES = (
    "numba",
    "yaml",
    "msgspec",
    "pandas",
    "scipy.optimize",
    "scipy.stats",
    "sklearn.base",
    "sklearn.ensemble",
    "sklearn.linear_model",
    "sklearn.model_selection",
    "sklearn.svm",
    # of this package, what the rules call most, and Matplotlib with the last
    "methods.bench.fit",
    "methods.bench.plan",
    "methods.bench.scoring",
    "methods.data.prepare",
    "methods.figures.style",
)
POLL_SECONDS = 1.0
LONGEST_REQUEST = 2**20


def start(command: Sequence[str]) -> None:
    """Start `command` as a child that serves at a new address, known to this process's jobs."""
    address = str(Path(tempfile.mkdtemp(prefix="marginbench-")) / "steps")
    threads = {f"{name}_NUM_THREADS": THREADS for name in ("OMP", "OPENBLAS", "MKL")}
    serving = [*command, address, str(os.getpid())]
    subprocess.Popen(serving, env={**os.environ, **threads}, start_new_session=True)
    os.environ[ADDRESS] = address


def serve(
    address: str,
    parent: int,
    run: Callable[[Sequence[str]], int],
    remember: Callable[[], None] = lambda: None,
) -> None:
    """Import, listen at `address`, and fork for each request until process `parent` is gone.

    `remember` is called first, for what all steps would compute and keep. The folder of the address
    goes with the server.
    """
    for module in MODULES:
        import_module(module)
    remember()
    gc.freeze()  # a collection in a child would copy every page that it looks at
    loaded: set[str] = set()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # children are reaped by the kernel
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listener:
        listener.bind(address)
        listener.listen(64)
        listener.settimeout(POLL_SECONDS)
        while os.getppid() == parent:
            try:
                connection, _ = listener.accept()
            except TimeoutError:
                continue
            _load_compiled(loaded)
            if os.fork() == 0:
                listener.close()
                _work(connection, run)
            connection.close()
    shutil.rmtree(Path(address).parent)


def _load_compiled(loaded: set[str]) -> None:
    """Import kernels that have been compiled meanwhile, and machines that need no others.

    What cannot be imported is left to the step that needs it to say.
    """
    found = compiled_modules(Path(paths.COMPILED))
    if found <= loaded:
        return
    loaded |= found
    for module in [*sorted(found), *sorted(set(HOMES.values()))]:
        with suppress(Exception):
            if {
                name for name in imported_modules(module) if name.endswith(COMPILED_SUFFIX)
            } <= loaded:
                import_module(module)
    gc.freeze()


def _work(connection: socket.socket, run: Callable[[Sequence[str]], int]) -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.setsid()
    text, descriptors, _, _ = socket.recv_fds(connection, LONGEST_REQUEST, 2)
    while not text.endswith(b"\n"):
        more = connection.recv(LONGEST_REQUEST)
        if not more:  # killed before it could say what to do
            os._exit(1)
        text += more
    request = json.loads(text)
    for descriptor, standard in zip(descriptors, (1, 2), strict=True):
        os.dup2(descriptor, standard)
        os.close(descriptor)
    os.chdir(request["directory"])
    os.environ.update(request["environment"])
    threading.Thread(target=_die_with_sender, args=(connection,), daemon=True).start()
    status = 1
    try:
        status = run(request["arguments"])
    except SystemExit as stop:
        status = stop.code if isinstance(stop.code, int) else 1
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        connection.send(bytes([status & 255]))
        os._exit(status)


def _die_with_sender(connection: socket.socket) -> None:
    connection.recv(1)  # returns only when the sender is gone
    os.killpg(0, signal.SIGKILL)
