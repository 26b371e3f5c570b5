"""A step dies with the run that started it, however the run ends.

A run that is killed by SIGKILL leaves the jobs behind that it had begun, and what they write would
come into the way of the next run. On one machine the run therefore gives its process to the
environment, and its steps watch that. Elsewhere than on Linux a step goes on to its end.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import threading

RUN = "MARGINBENCH_RUN"


def hold() -> None:
    """Let the steps that this process starts die with it."""
    os.environ[RUN] = str(os.getpid())


def follow() -> None:
    """Kill this process when the run is gone; where no run is named, nothing is watched."""
    run = os.environ.get(RUN)
    if run and sys.platform == "linux":
        threading.Thread(target=_die_after, args=(int(run),), daemon=True).start()


def _die_after(run: int) -> None:
    try:
        select.select([os.pidfd_open(run)], [], [])
    except ProcessLookupError:
        pass  # it is gone already
    except OSError:
        return  # a kernel that cannot tell
    os.kill(os.getpid(), signal.SIGKILL)
