"""End each step when the run that started it ends, and each process when its fit ends.

The jobs of a run that is killed by SIGKILL would go on, and what they write could disturb the next
run. So a run on one machine puts its process id into the environment, and its steps watch that
process. This needs Linux; on other systems a step continues to its end.

A fit may start processes that leave its session, and their parents may end. On Linux such orphans
become children of the step. If the step was killed, they become children of the step server or,
without a server, of a keeper above the step. Each of these ends them.
"""

from __future__ import annotations

import ctypes
import os
import select
import signal
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

RUN = "MARGINBENCH_RUN"
LINUX = sys.platform == "linux"
PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36  # of <linux/prctl.h>
ASK_SECONDS = 0.5  # for helpers of joblib, which remove their files when asked to end
END_SECONDS = 10.0  # a process that waits for a broken disk cannot be ended
LOOK_SECONDS = 0.005


def hold() -> None:
    """Make this process the run: the steps that it starts end with it."""
    os.environ[RUN] = str(os.getpid())


def follow() -> None:
    """Kill this process when the run ends; without a run in the environment, do nothing."""
    run = os.environ.get(RUN)
    if run and LINUX:
        threading.Thread(target=_die_after, args=(int(run),), daemon=True).start()


def _die_after(run: int) -> None:
    if not has_descriptors_of_processes():
        return
    with suppress(ProcessLookupError):  # the run has ended already
        select.select([os.pidfd_open(run)], [], [])
    os.kill(os.getpid(), signal.SIGKILL)


def has_descriptors_of_processes() -> bool:
    """Old kernels, some containers and other systems have none."""
    try:
        os.close(os.pidfd_open(os.getpid()))
    except (AttributeError, OSError):
        return False
    return True


def kept(work: Callable[[], int]) -> int:
    """Do `work` so that no process that it starts outlives this one; return its exit status.

    It runs in a grandchild. The child between, the keeper, has a session of its own, which survives
    a signal to the group of this process. It ends all processes below it when `work` or this
    process ends. If the keeper is killed, this process does that.
    """
    if not has_descriptors_of_processes():
        return work()
    adopt_orphans()
    this = os.getpid()
    keeper = os.fork()
    if not keeper:
        os.setsid()
        adopt_orphans()
        _keep(this, work)
    _, status = os.waitpid(keeper, 0)
    end_orphans(spared=set())
    return _exit_status(status)


def _keep(parent: int, work: Callable[[], int]) -> None:
    """Never returns. The exit status is that of `work`."""
    keeper = os.getpid()
    step = os.fork()
    if not step:
        end_with_parent(keeper, signal.SIGKILL)
        work_and_exit(work)
    end_of_step = os.pidfd_open(step)
    ended: list[int] = []  # nothing to wait for if the parent has ended, even if it is a zombie
    with suppress(ProcessLookupError):
        end_of_parent = os.pidfd_open(parent)
        if os.getppid() == parent:  # it is this parent, not another process of its number
            ended = select.select([end_of_step, end_of_parent], [], [])[0]
    status = os.waitpid(step, 0)[1] if end_of_step in ended else signal.SIGKILL
    end_orphans(spared=set())
    os._exit(_exit_status(status))


def work_and_exit(
    work: Callable[[], int], say: Callable[[int], object] = lambda status: None
) -> None:
    """End this forked process with the status of `work`, after `say` was called with it."""
    status = 1
    try:
        status = work()
    except SystemExit as stop:
        status = stop.code if isinstance(stop.code, int) else 1
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        say(status)
        os._exit(status)


def _exit_status(status: int) -> int:
    """What a shell gives for a status of `os.waitpid`."""
    return os.WEXITSTATUS(status) if os.WIFEXITED(status) else 128 + os.WTERMSIG(status)


def end_with_parent(parent: int, number: signal.Signals) -> None:
    """Get signal `number` when process `parent`, which has forked this one, ends."""
    if LINUX:
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, number)
        if os.getppid() != parent:  # it ended before
            os.kill(os.getpid(), number)


def adopt_orphans(adopt: bool = True) -> None:
    """Make this process the parent of all processes below it whose own parents end."""
    if LINUX:
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, int(adopt))


def children() -> set[int]:
    """The children of this process, also those that have ended and wait to be removed."""
    return _children_by_parent().get(os.getpid(), set()) if _has_children() else set()


def end_orphans(spared: set[int]) -> None:
    """End the children of this process other than `spared`, and all processes below them.

    The children of a process that ends become children of this one if it has called
    `adopt_orphans`, so that none is left in the end.
    """
    asked: set[int] = set()
    start = time.monotonic()
    while (orphans := children() - spared) and time.monotonic() < start + END_SECONDS:
        must_end = time.monotonic() > start + ASK_SECONDS
        below = _with_descendants(orphans)
        for pid in below if must_end else below - asked:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL if must_end else signal.SIGTERM)
        asked |= below
        for pid in orphans:
            with suppress(ChildProcessError):
                os.waitpid(pid, os.WNOHANG)
        time.sleep(LOOK_SECONDS)


def kill_with_descendants(process: int) -> None:
    """Kill a process and all below it, the oldest first, so that no shell reports its child."""
    for pid in sorted(_with_descendants({process})):
        with suppress(ProcessLookupError, PermissionError):
            os.kill(pid, signal.SIGKILL)


def _has_children() -> bool:
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except (ChildProcessError, AttributeError):  # some systems have no waitid, nor /proc
        return False
    return True


def _children_by_parent() -> dict[int, set[int]]:
    by_parent: dict[int, set[int]] = defaultdict(set)
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has ended
            _, parent = stat.read_bytes().rpartition(b")")[2].split()[:2]
            by_parent[int(parent)].add(int(stat.parent.name))
    return by_parent


def _with_descendants(pids: set[int]) -> set[int]:
    by_parent = _children_by_parent()
    below, waiting = set(pids), list(pids)
    while waiting:
        new = by_parent.get(waiting.pop(), set()) - below
        below |= new
        waiting += new
    return below
