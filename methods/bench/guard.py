"""Run tasks in a child process, which may raise, hang, use up memory or die; the parent goes on."""

from __future__ import annotations

import ctypes
import multiprocessing
import resource
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Generic, TypeVar

Task = TypeVar("Task")

OK, TIMEOUT, MEMORY, ERROR, CRASHED, INVALID, MISSING = STATUSES = (
    "ok",  # finished, and its predictions make sense
    "timeout",  # took longer than its seconds
    "memory",  # needed more than its memory
    "error",  # raised an exception
    "crashed",  # the process died, by a signal or by its own exit
    "invalid",  # finished, but its predictions make no sense
    "missing",  # the data set is unavailable
)
MESSAGE_LENGTH = 200
READY = "ready"
PR_SET_PDEATHSIG = 1  # of <linux/prctl.h>
START_SECONDS = 120.0  # added for imports and the warm-up, which are not the method's own time


@dataclass(frozen=True)
class Outcome(Generic[Task]):
    """The result of one task: its status, and its value or a message."""

    task: Task
    status: str
    message: str = ""
    value: Any = None


def guarded(
    tasks: Sequence[Task],
    work: Callable[[Task], Any],
    prepare: Callable[[], None],
    seconds: float,
    megabytes: int,
) -> Iterator[Outcome[Task]]:
    """Do `work` on each task in a forked child and yield one outcome per task, in order.

    One child does all tasks, so that `prepare` (the warm-up) runs once. If the child dies or has to
    be killed, the current task fails and a new child continues with the next task.

    Parameters
    ----------
    tasks : arguments of `work`.
    work : called with one task in the child; its result is sent to the parent.
    prepare : called once per child, before its first task.
    seconds : limit of one task.
    megabytes : limit of the child, in addition to the memory of this process.
    """
    context = multiprocessing.get_context("fork")
    n_done = 0
    while n_done < len(tasks):
        receiver, sender = context.Pipe(duplex=False)
        child = context.Process(
            target=_do_tasks, args=(tasks[n_done:], work, prepare, megabytes, sender), daemon=True
        )
        child.start()
        sender.close()
        ready = False
        try:
            while n_done < len(tasks):
                limit = seconds if ready else seconds + START_SECONDS
                if not receiver.poll(limit):
                    yield Outcome(tasks[n_done], TIMEOUT, f"no result after {limit:g} s")
                    n_done += 1
                    break
                try:
                    status, message, value = receiver.recv()
                except EOFError:
                    child.join()
                    code = child.exitcode or 0
                    cause = f"by signal {-code}" if code < 0 else f"with status {code}"
                    yield Outcome(tasks[n_done], CRASHED, f"process ended {cause}")
                    n_done += 1
                    break
                if status == READY:
                    ready = True
                    continue
                yield Outcome(tasks[n_done], status, message, value)
                n_done += 1
        finally:
            child.kill()
            child.join()
            receiver.close()


def _do_tasks(
    tasks: Sequence[Any],
    work: Callable[[Any], Any],
    prepare: Callable[[], None],
    megabytes: int,
    sender: Connection,
) -> None:
    _die_with_parent()
    _limit_memory(megabytes)
    prepare()
    sender.send((READY, "", None))
    for task in tasks:
        try:
            answer = (OK, "", work(task))
        except MemoryError:
            answer = (MEMORY, f"more than {megabytes} MB", None)
        except Exception as error:
            text = " ".join(f"{type(error).__name__}: {error}".split())
            answer = (ERROR, text[:MESSAGE_LENGTH], None)
        sender.send(answer)


def _die_with_parent() -> None:
    if sys.platform == "linux":  # otherwise a fit that hangs would go on for ever
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def _limit_memory(megabytes: int) -> None:
    if sys.platform == "linux":  # other systems cannot limit the address space reliably
        in_use = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        limit = in_use + megabytes * 2**20
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
