"""Run tasks in a child process, which may raise, hang, use up memory or die; the parent goes on.

The processes that a task has started, in any session, end when the child ends. On a system other
than Linux only those in its process group do.
"""

from __future__ import annotations

import faulthandler
import multiprocessing
import os
import pickle
import resource
import signal
import struct
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkProcess
from pathlib import Path
from typing import Any, Generic, TypeVar

from methods.bench.server.lifeline import (
    LINUX,
    LOOK_SECONDS,
    adopt_orphans,
    children,
    end_orphans,
    end_with_parent,
    has_descriptors_of_processes,
)

Task = TypeVar("Task")

OK, TIMEOUT, MEMORY, ERROR, CRASHED, INVALID, MISSING, ABSENT = STATUSES = (
    "ok",  # finished, and its predictions make sense
    "timeout",  # took longer than its seconds
    "memory",  # needed more than its memory
    "error",  # raised an exception
    "crashed",  # the process died, by a signal or by its own exit
    "invalid",  # finished, but what it predicts or records makes no sense
    "missing",  # the data set is unavailable
    "absent",  # an optional package of the method is not installed
)
NOT_TRIED = (MISSING, ABSENT)  # nothing was fitted, so nothing has failed
MESSAGE_LENGTH = 200
READY = "ready"
START_SECONDS = 120.0  # added for imports and the warm-up, which are not the method's own time
TRACE_SECONDS = 0.2  # for a child that took too long to print where it is
LOST_SECONDS = 1.0  # for a child that has closed its pipe to end by itself
MOST_DESCRIPTORS = 2**16
HEADER = struct.Struct("!8sQ")  # of each answer: MARK and the number of bytes
MARK = b"answer:\n"


class InvalidResult(Exception):
    """A task has finished, but its result makes no sense; the text says what is wrong."""


class _NoAnswer(Exception):
    """The pipe holds bytes that the guard did not write."""


@dataclass(frozen=True)
class Outcome(Generic[Task]):
    """The result of one task: its status, and its value or a message."""

    task: Task
    status: str
    message: str = ""
    value: Any = None


def one_line(text: object, length: int = MESSAGE_LENGTH) -> str:
    """The text of anything as one printable line of at most `length` characters."""
    try:
        start = str(text)[: 10 * length]
    except Exception as error:
        start = f"a text that cannot be made: {type(error).__name__}"
    printable = "".join(letter if letter.isprintable() else " " for letter in start)
    return " ".join(printable.split())[:length]


def said_of_stopped(seconds: float, megabytes: int) -> dict[str, tuple[str, ...]]:
    """The messages of the tasks that these limits stop, by status."""
    times = seconds, seconds + START_SECONDS
    return {TIMEOUT: tuple(map(_no_result_after, times)), MEMORY: (_more_than(megabytes),)}


def _no_result_after(seconds: float) -> str:
    return f"no result after {seconds:g} s"


def _more_than(megabytes: int) -> str:
    return f"more than {megabytes} MB"


def guarded(
    tasks: Sequence[Task],
    work: Callable[[Task], Any],
    prepare: Callable[[], None],
    seconds: float,
    megabytes: int,
) -> Iterator[Outcome[Task]]:
    """Do `work` on each task in a forked child and yield one outcome per task, in order.

    One child does all tasks, so that `prepare` (the warm-up) runs once. If the child dies or has to
    be killed, the current task fails and a new child continues with the next task. The processes
    that tasks have started end with the child.

    Parameters
    ----------
    tasks : arguments of `work`.
    work : called with one task in the child; its result is sent to the parent.
    prepare : called once per child, before its first task.
    seconds : limit of one task.
    megabytes : limit of the child, in addition to the memory of this process.
    """
    context = multiprocessing.get_context("fork")
    spared = children()
    n_done = 0
    while n_done < len(tasks):
        receiver, sender = context.Pipe(duplex=False)
        child = context.Process(
            target=_be_the_child,
            args=(os.getpid(), tasks[n_done:], work, prepare, megabytes, sender),
            daemon=True,
        )
        adopt_orphans()
        child.start()
        sender.close()
        end = _end_of(child)
        ready = False
        try:
            while n_done < len(tasks):
                limit = seconds if ready else seconds + START_SECONDS
                try:
                    status, message, value = _receive(receiver, end, time.monotonic() + limit)
                except TimeoutError:
                    status, message, value = TIMEOUT, _no_result_after(limit), None
                    _ask_where(child)
                except EOFError:
                    status, message, value = CRASHED, _cause_of_death(child), None
                except _NoAnswer as fault:
                    status, message, value = CRASHED, str(fault), None
                if status == READY:
                    ready = True
                    continue
                yield Outcome(tasks[n_done], status, message, value)
                n_done += 1
                if status in (TIMEOUT, CRASHED):
                    break
        finally:
            child.kill()
            child.join()
            _end_what_it_started(child, spared)
            receiver.close()
            os.close(end)


def _end_of(child: ForkProcess) -> int:
    """A file descriptor that can be read when the child has ended."""
    if has_descriptors_of_processes():
        return os.pidfd_open(int(child.pid or 0))
    return os.dup(child.sentinel)  # processes that the child starts hold this one too


def _receive(receiver: Connection, end: int, deadline: float) -> tuple[str, str, Any]:
    """The next answer. A child may stop in the middle of one, or write into its pipe."""

    def read(n_bytes: int) -> bytes:
        data = bytearray()
        while len(data) < n_bytes:
            ready = wait([receiver, end], max(deadline - time.monotonic(), 0))
            if not ready:
                raise TimeoutError
            # a process that the child has started may hold the other end of the pipe
            chunk = (
                os.read(receiver.fileno(), min(n_bytes - len(data), 2**20))
                if (receiver in ready or receiver.poll())
                else b""
            )
            if not chunk:
                raise EOFError
            data += chunk
        return bytes(data)

    mark, n_bytes = HEADER.unpack(read(HEADER.size))
    if mark != MARK:
        raise _NoAnswer("wrote into a file descriptor that is not its own")
    data = read(n_bytes)
    try:
        status, message, value = pickle.loads(data)
    except Exception as error:
        raise _NoAnswer(f"gave a result that cannot be read: {one_line(error)}") from None
    return status, message, value


def _ask_where(child: ForkProcess) -> None:
    """Let the child print the lines of code where it is, even if it is in compiled code."""
    with suppress(ProcessLookupError, PermissionError):
        os.kill(int(child.pid or 0), signal.SIGUSR1)
        time.sleep(TRACE_SECONDS)


def _cause_of_death(child: ForkProcess) -> str:
    deadline = time.monotonic() + LOST_SECONDS
    while (code := child.exitcode) is None and time.monotonic() < deadline:
        time.sleep(LOOK_SECONDS)  # join() would wait for ever for one that has closed its sentinel
    if code is None:
        return "closed the file descriptor of its results"
    return f"process ended by signal {-code}" if code < 0 else f"process ended with status {code}"


def _end_what_it_started(child: ForkProcess, spared: set[int]) -> None:
    if LINUX:
        end_orphans(spared)
        adopt_orphans(False)
    else:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(int(child.pid or 0), signal.SIGKILL)


def _be_the_child(
    parent: int,
    tasks: Sequence[Any],
    work: Callable[[Any], Any],
    prepare: Callable[[], None],
    megabytes: int,
    sender: Connection,
) -> None:
    child = os.getpid()
    os.setpgid(0, 0)  # a task that ends its process group spares the parent
    end_with_parent(parent, signal.SIGKILL)
    if has_descriptors_of_processes():  # else one of these tells the parent that the child ended
        _close_all_but(sender.fileno())  # a task may write into a wrong one by mistake
    faulthandler.register(signal.SIGUSR1, 2)
    _limit_memory(megabytes)
    prepare()
    _send(sender, pickle.dumps((READY, "", None)))
    for task in tasks:
        try:
            data = pickle.dumps((OK, "", work(task)))
        except BaseException as error:
            data = pickle.dumps((*_failure(error, megabytes), None))
        if os.getpid() != child:  # the task has forked, and both processes come here
            os._exit(0)
        _flush()
        _send(sender, data)


def _failure(error: BaseException, megabytes: int) -> tuple[str, str]:
    if isinstance(error, MemoryError):
        return MEMORY, _more_than(megabytes)
    if isinstance(error, InvalidResult):
        return INVALID, one_line(error)
    return ERROR, one_line(f"{type(error).__name__}: {one_line(error)}")


def _send(sender: Connection, data: bytes) -> None:
    left = memoryview(HEADER.pack(MARK, len(data)) + data)
    while left:
        left = left[os.write(sender.fileno(), left) :]


def _close_all_but(descriptor: int) -> None:
    """Close all but `descriptor` and those of what is printed, wherever that goes."""
    kept = {2, descriptor, MOST_DESCRIPTORS}
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError):  # a stream of a test may have none
            kept.add(stream.fileno())
    for below, above in pairwise(sorted(kept)):
        os.closerange(below + 1, above)


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        with suppress(Exception):  # a task may have closed or replaced it
            stream.flush()


def _limit_memory(megabytes: int) -> None:
    if LINUX:  # other systems cannot limit the address space reliably
        in_use = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        limit = in_use + megabytes * 2**20
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
