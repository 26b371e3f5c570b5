"""End each step when the run that started it ends.

The jobs of a run that is killed by SIGKILL would go on, and what they write could disturb the next
run. So a run on one machine puts its process id into the environment, and its steps watch that
process. This needs Linux; on other systems a step continues to its end.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import threading

RUN = "MARGINBENCH_RUN"


def hold() -> None:
    """Make this process the run: the steps that it starts end with it."""
    os.environ[RUN] = str(os.getpid())


def follow() -> None:
    """Kill this process when the run ends; without a run in the environment, do nothing."""
    run = os.environ.get(RUN)
    if run and sys.platform == "linux":
        threading.Thread(target=_die_after, args=(int(run),), daemon=True).start()


def _die_after(run: int) -> None:
    try:
        select.select([os.pidfd_open(run)], [], [])
    except ProcessLookupError:
        pass  # the run has ended already
    except OSError:
        return  # an old kernel without pidfd_open
    os.kill(os.getpid(), signal.SIGKILL)
