"""A run whose step fits what starts processes in every way; `test_orphans.py` kills parts of it.

Called with "run" and "server" or "no server" it is the run, with "step" it is the command of a job.
"""

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from methods.bench.guard import guarded
from methods.bench.server import fork_server, lifeline
from methods.bench.server.client import delegate

LONG = 1000  # seconds
WAYS = ("fork", "daemon", "program", "fork pool", "spawn pool", "forkserver pool", "loky")


def note(way: str) -> None:
    part = Path(f"{way} part")
    part.write_text(str(os.getpid()))
    part.rename(way)


def hang(way: str) -> None:
    """Ignore what asks to end, and say who hangs."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    note(way)
    time.sleep(LONG)


def start_all(_task: object) -> None:
    if not os.fork():
        hang("fork")
    if not os.fork():
        os.setsid()
        if os.fork():
            os._exit(0)
        hang("daemon")
    script = "trap '' TERM; echo $$ > part; mv part program; while :; do sleep 1; done"
    subprocess.Popen(["sh", "-c", script], start_new_session=True)
    multiprocessing.current_process()._config["daemon"] = False  # a user may force it
    for kind in ("fork", "spawn", "forkserver"):
        context = multiprocessing.get_context(kind)
        context.Process(target=hang, args=(f"{kind} pool",)).start()
    from joblib.externals.loky import get_reusable_executor

    get_reusable_executor(1).submit(hang, "loky")
    time.sleep(LONG)


def step() -> int:
    note("step")
    list(guarded([0], start_all, lambda: None, LONG, 4000))
    return 0


def command() -> int:
    """As `methods.__main__` does it."""
    note("command")
    lifeline.follow()
    status = delegate(["fit"])
    return lifeline.kept(step) if status is None else status


def main() -> None:
    if sys.argv[1] == "serve":
        fork_server.MODULES = ("json",)
        fork_server.serve(sys.argv[2], int(sys.argv[3]), lambda arguments: step())
    elif sys.argv[1] == "step":
        sys.exit(command())
    else:
        note("run")
        this = [sys.executable, "-m", "tests.bench.server.starting"]
        if sys.argv[2] == "server":
            fork_server.start([*this, "serve"])
            while not Path(os.environ[fork_server.ADDRESS]).exists():
                time.sleep(0.05)
        lifeline.hold()
        subprocess.run([*this, "step"])
        time.sleep(LONG)  # it goes on with other jobs


if __name__ == "__main__":
    main()
