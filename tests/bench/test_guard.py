"""A task may raise, hang, use up memory or die; only its own outcome is affected."""

import os
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

from methods.bench.guard import (
    CRASHED,
    ERROR,
    MEMORY,
    OK,
    STATUSES,
    TIMEOUT,
    guarded,
    said_of_stopped,
)

SECONDS = 1.0
PATIENCE = 60.0  # for a fit that ends by itself on a busy machine
MEGABYTES = 2000


class Mute(Exception):
    def __str__(self):
        raise RuntimeError("no text")


def nothing() -> None:
    pass


def hang() -> None:
    """No signal handler runs, as in a long loop of compiled code."""
    signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    time.sleep(60)


def work(task):
    match task:
        case "raise":
            raise ValueError("two\nlines")
        case "hang":
            hang()
        case "eat":
            return np.ones(MEGABYTES * 2**20 // 8 * 4)
        case "die":
            os.kill(os.getpid(), signal.SIGKILL)
        case "leave":
            os._exit(3)
        case "fork":
            os.fork()
        case "die before its child":
            if os.fork() == 0:
                time.sleep(60)
            os._exit(3)
        case "end its group":
            os.killpg(0, signal.SIGKILL)
        case "write anywhere":
            for descriptor in range(3, 64):
                with suppress(OSError):
                    os.write(descriptor, b"no answer" * 5)
            time.sleep(60)
        case "close all":
            os.closerange(3, 256)
            time.sleep(60)
        case "exit":
            raise SystemExit(3)
        case "strange":
            raise ValueError("a\0b \udcff\x1b c")
        case "mute":
            raise Mute
        case "long":
            raise ValueError("x" * 10_000)
    return task * 2


def wait_for(true):
    end = time.monotonic() + 20
    while not true():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)


def is_running(pid):
    """Whether the process runs; one that only waits to be reaped does not."""
    stat = Path(f"/proc/{pid}/stat")
    return stat.exists() and stat.read_text().rsplit(")", 1)[1].split()[0] != "Z"


def outcomes(*tasks):
    all_outcomes = list(guarded(tasks, work, nothing, SECONDS, MEGABYTES))
    assert [outcome.task for outcome in all_outcomes] == list(tasks)
    return all_outcomes


@pytest.mark.slow
def test_the_messages_of_stopped_tasks_follow_from_the_limits():
    said = said_of_stopped(SECONDS, MEGABYTES)
    for task in ("hang", "eat"):
        (outcome,) = outcomes(task)
        assert outcome.message in said[outcome.status]
        assert outcome.message not in said_of_stopped(2 * SECONDS, 2 * MEGABYTES)[outcome.status]


def test_values_come_back_in_order():
    assert [outcome.value for outcome in outcomes(1, 2, 3)] == [2, 4, 6]


@pytest.mark.parametrize(
    ("bad", "status", "message"),
    [
        ("raise", ERROR, "ValueError: two lines"),
        pytest.param("hang", TIMEOUT, "no result after 1 s", marks=pytest.mark.slow),
        ("eat", MEMORY, f"more than {MEGABYTES} MB"),
        ("die", CRASHED, f"process ended by signal {signal.SIGKILL.value}"),
        ("leave", CRASHED, "process ended with status 3"),
        ("die before its child", CRASHED, "process ended with status 3"),
        ("end its group", CRASHED, "process ended by signal 9"),
        ("write anywhere", CRASHED, "wrote into a file descriptor that is not its own"),
        pytest.param(
            "close all",
            CRASHED,
            "closed the file descriptor of its results",
            marks=pytest.mark.slow,
        ),
        ("exit", ERROR, "SystemExit: 3"),
        ("strange", ERROR, "ValueError: a b c"),
        ("mute", ERROR, "Mute: a text that cannot be made: RuntimeError"),
    ],
)
def test_a_bad_task_fails_alone_and_later_tasks_continue(bad, status, message):
    first, charged, last = outcomes(1, bad, 3)
    assert (first.status, first.value) == (OK, 2)
    assert (charged.status, charged.message, charged.value) == (status, message, None)
    assert (last.status, last.value) == (OK, 6)
    assert status in STATUSES


@pytest.mark.slow
def test_a_task_that_takes_too_long_says_where_it_is(capfd):
    def wait_for_long(task):
        time.sleep(60)

    list(guarded([1], wait_for_long, nothing, SECONDS, MEGABYTES))
    assert "in wait_for_long" in capfd.readouterr().err


def test_every_task_may_be_bad():
    statuses = [outcome.status for outcome in outcomes("die", "raise", "die")]
    assert statuses == [CRASHED, ERROR, CRASHED]


def test_a_message_stays_short():
    assert len(outcomes("long")[0].message) == 200


def test_the_warm_up_runs_once_and_does_not_count_towards_the_limit(tmp_path):
    def prepare():
        with open(tmp_path / "warm-ups", "a") as log:
            log.write("x")
        time.sleep(0.4)

    all_outcomes = list(guarded([1, 2, 3], work, prepare, 0.2, MEGABYTES))
    assert [outcome.status for outcome in all_outcomes] == [OK, OK, OK]
    assert (tmp_path / "warm-ups").read_text() == "x"


@pytest.mark.slow
def test_memory_in_use_before_the_fork_does_not_count():
    held = np.ones(300 * 2**20 // 8)
    limit = 200

    def look(task):
        return float(held[task] + np.ones(50 * 2**20 // 8)[task])

    assert next(iter(guarded([0], look, nothing, PATIENCE, limit))).value == 2.0


def test_no_child_outlives_an_abandoned_run(tmp_path):
    pids = tmp_path / "pids"

    def note(task):
        pids.write_text(str(os.getpid()))
        return task

    run = guarded([1, 2], note, nothing, SECONDS, MEGABYTES)
    next(run)
    run.close()
    with pytest.raises(ProcessLookupError):
        os.kill(int(pids.read_text()), 0)


def test_a_fit_ends_with_the_process_that_guards_it(tmp_path):
    """The system may kill that process for its memory; a fit that hangs would then never end."""
    mark = tmp_path / "pid"

    def note_and_hang(task):
        mark.write_text(str(os.getpid()))
        hang()

    guarding = os.fork()
    if not guarding:
        list(guarded([1], note_and_hang, nothing, 60, MEGABYTES))
        os._exit(0)
    wait_for(lambda: mark.exists() and mark.read_text())
    os.kill(guarding, signal.SIGKILL)
    os.waitpid(guarding, 0)
    wait_for(lambda: not is_running(int(mark.read_text())))


def test_a_task_that_forks_and_goes_on_twice_answers_once():
    values = [outcome.value for outcome in outcomes(1, "fork", 3)]
    assert values == [2, "forkfork", 6]


def daemon(mark):
    """Start a process in a session of its own that ignores signals; its parent ends."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            mark.write_text(str(os.getpid()))
            hang()
        os._exit(0)
    os.wait()
    wait_for(lambda: mark.exists() and mark.read_text())


@pytest.mark.slow
@pytest.mark.parametrize("end", ["well", "crash", "timeout"])
def test_what_a_task_has_started_ends_with_the_child_and_nothing_else_does(tmp_path, end):
    def start_a_daemon(task):
        daemon(tmp_path / "pid")
        if end == "crash":
            os._exit(1)
        if end == "timeout":
            hang()

    other = subprocess.Popen(["sleep", "60"])
    list(guarded([1], start_a_daemon, nothing, SECONDS, MEGABYTES))
    assert not is_running(int((tmp_path / "pid").read_text()))
    assert other.poll() is None
    other.kill()
    other.wait()
