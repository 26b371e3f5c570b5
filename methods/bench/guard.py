"""Work in a child process that may raise, hang, eat memory or die without harm to the parent."""

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
    "timeout",  # ran over its seconds
    "memory",  # asked for more than its memory
    "error",  # raised
    "crashed",  # the process died, by a signal or of itself
    "invalid",  # finished, but returned nonsense
    "missing",  # the data set could not be had
)
MESSAGE_LENGTH = 200
READY = "ready"
PR_SET_PDEATHSIG = 1  # of <linux/prctl.h>
START_SECONDS = 120.0  # imports and first-call warm-up, which are not the method's own time


@dataclass(frozen=True)
class Outcome(Generic[Task]):
    """What became of one task: a status, its value if there is one, else a message."""

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
    """Do `work` on each task in a forked child and yield one outcome a task, in order.

    One child does all tasks, so that what `prepare` warms up stays warm; when the child has to be
    killed or dies, the current task is charged and a new child goes on with the next one. Memory is
    limited to `megabytes` beyond what the process held when it forked.
    """
    context = multiprocessing.get_context("fork")
    done = 0
    while done < len(tasks):
        receiver, sender = context.Pipe(duplex=False)
        child = context.Process(
            target=_serve, args=(tasks[done:], work, prepare, megabytes, sender), daemon=True
        )
        child.start()
        sender.close()
        ready = False
        try:
            while done < len(tasks):
                limit = seconds if ready else seconds + START_SECONDS
                if not receiver.poll(limit):
                    yield Outcome(tasks[done], TIMEOUT, f"no result after {limit:g} s")
                    done += 1
                    break
                try:
                    status, message, value = receiver.recv()
                except EOFError:
                    child.join()
                    code = child.exitcode or 0
                    how = f"by signal {-code}" if code < 0 else f"with status {code}"
                    yield Outcome(tasks[done], CRASHED, f"process ended {how}")
                    done += 1
                    break
                if status == READY:
                    ready = True
                    continue
                yield Outcome(tasks[done], status, message, value)
                done += 1
        finally:
            child.kill()
            child.join()
            receiver.close()


def _serve(
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
    if sys.platform == "linux":  # nobody else would stop a fit that hangs
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def _limit_memory(megabytes: int) -> None:
    if sys.platform == "linux":  # elsewhere the address space cannot be limited reliably
        held = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        limit = held + megabytes * 2**20
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
