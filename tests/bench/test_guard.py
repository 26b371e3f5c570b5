"""A task may raise, hang, use up memory or die; only its own outcome is affected."""

import ctypes
import fcntl
import os
import resource
import signal
import subprocess
import sys
import time
from contextlib import suppress
from multiprocessing.connection import wait
from pathlib import Path

import numpy as np
import pytest

from methods.bench import guard
from methods.bench.guard import (
    CRASHED,
    ERROR,
    INVALID,
    MEMORY,
    OK,
    STATUSES,
    TIMEOUT,
    InvalidResult,
    guarded,
    one_line,
    said_of_stopped,
)
from methods.bench.server.lifeline import adopt_orphans

SECONDS = 1.0
PATIENCE = 60.0  # for a fit that ends by itself on a busy machine
MEGABYTES = 2000
FOREVER = 1000.0
GET_SUBREAPER = 37  # of <linux/prctl.h>


class Mute(Exception):
    def __str__(self):
        raise RuntimeError("no text")


def refuse(*_):
    raise ValueError("not to\nbe stored")


class Unwritable:
    """It cannot be sent."""

    __reduce_ex__ = refuse


class Unreadable:
    """It can be sent, but not received."""

    def __reduce__(self):
        return refuse, ()


class Clock:
    """Stands for the module `time`; no time passes but that which somebody sleeps or waits."""

    def __init__(self):
        self.now = 1000.0
        self.slept = []

    def monotonic(self):
        return self.now

    def sleep(self, seconds):
        self.slept.append(seconds)
        self.now += seconds


@pytest.fixture
def clock(monkeypatch):
    made = Clock()
    monkeypatch.setattr(guard, "time", made)
    return made


@pytest.fixture
def elsewhere(monkeypatch):
    """A system other than Linux; on Linux, orphans are adopted all the same."""
    monkeypatch.setattr(guard, "LINUX", False)
    yield
    adopt_orphans(False)


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
        case "leave in peace":
            os._exit(0)
        case "no sense":
            raise InvalidResult("all\nare nan")
        case "unwritable":
            return Unwritable()
        case "unreadable":
            return Unreadable()
        case "fork":
            os.fork()
        case "die before its child":
            if os.fork() == 0:
                time.sleep(FOREVER)
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


def test_a_text_becomes_one_printable_line():
    assert one_line(" a\n b\t\x1bc ") == "a b c"
    assert one_line("abcdef", 3) == "abc"


def test_a_long_text_is_looked_at_only_where_it_starts():
    assert one_line(" " * 29 + "abc", 3) == "a"
    assert one_line(" " * 30 + "abc", 3) == ""


@pytest.mark.parametrize(
    ("seconds", "megabytes", "times", "memory"),
    [
        (0.5, 1, ("no result after 0.5 s", "no result after 120.5 s"), "more than 1 MB"),
        (3600, 4000, ("no result after 3600 s", "no result after 3720 s"), "more than 4000 MB"),
    ],
)
def test_the_limits_tell_what_is_said_of_stopped_tasks(seconds, megabytes, times, memory):
    assert said_of_stopped(seconds, megabytes) == {TIMEOUT: times, MEMORY: (memory,)}


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
        ("leave in peace", CRASHED, "process ended with status 0"),
        ("no sense", INVALID, "all are nan"),
        ("unwritable", ERROR, "ValueError: not to be stored"),
        ("unreadable", CRASHED, "gave a result that cannot be read: not to be stored"),
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


def test_a_task_over_its_seconds_is_killed_and_the_next_one_is_tried(clock, monkeypatch):
    def wait_in_vain_for_tasks(objects, limit):
        return wait(objects, PATIENCE) if limit > SECONDS else []

    monkeypatch.setattr(guard, "wait", wait_in_vain_for_tasks)
    stopped = list(guarded([1, 2], lambda task: time.sleep(FOREVER), nothing, 0.25, MEGABYTES))
    assert [(one.task, one.status, one.message, one.value) for one in stopped] == [
        (task, TIMEOUT, "no result after 0.25 s", None) for task in (1, 2)
    ]
    assert clock.slept[0] == 0.2  # for the lines of code where it is


def test_a_warm_up_over_its_seconds_and_two_minutes_is_a_timeout(clock, monkeypatch):
    monkeypatch.setattr(guard, "wait", lambda objects, limit: [])
    (stopped,) = guarded([1], work, lambda: time.sleep(FOREVER), 0.25, MEGABYTES)
    assert (stopped.status, stopped.message) == (TIMEOUT, "no result after 120.25 s")


def test_a_task_has_its_seconds_for_the_whole_answer_and_the_first_two_minutes_more(
    clock, monkeypatch
):
    limits = []

    def wait_a_while(objects, limit):
        limits.append(limit)
        clock.now += 0.25  # an answer takes two such: its length, and the rest
        return wait(objects, PATIENCE)

    monkeypatch.setattr(guard, "wait", wait_a_while)
    values = [outcome.value for outcome in guarded([1, 2], work, nothing, 0.125, MEGABYTES)]
    assert values == [2, 4]
    assert limits == [120.125, 119.875, 0.125, 0, 0.125, 0]


def test_a_task_that_is_stopped_prints_the_code_where_it_is(capfd, clock, monkeypatch, tmp_path):
    mark = tmp_path / "begun"

    def hang_here(task):
        mark.touch()
        time.sleep(FOREVER)

    def wait_in_vain_once_begun(objects, limit):
        if limit > SECONDS:
            return wait(objects, PATIENCE)
        wait_for(mark.exists)
        return []

    def has_said():
        return b"in hang_here" in os.pread(2, 2**16, 0)  # capfd would move where the child writes

    monkeypatch.setattr(guard, "wait", wait_in_vain_once_begun)
    monkeypatch.setattr(clock, "sleep", lambda seconds: wait_for(has_said))
    list(guarded([1], hang_here, nothing, SECONDS, MEGABYTES))
    assert "in hang_here" in capfd.readouterr().err


def test_a_child_that_closes_its_results_has_a_second_to_end(clock):
    def close_and_stay(task):
        os.closerange(3, 1024)
        time.sleep(FOREVER)

    (outcome,) = guarded([1], close_and_stay, nothing, PATIENCE, MEGABYTES)
    assert outcome.status == CRASHED
    assert outcome.message == "closed the file descriptor of its results"
    assert sum(clock.slept) == pytest.approx(1.0, abs=0.01)


def test_a_child_that_ends_after_its_results_are_closed_says_how(monkeypatch):
    def close_and_end(task):
        os.closerange(3, 1024)
        time.sleep(0.02)
        os._exit(3)

    monkeypatch.setattr(guard, "LOST_SECONDS", PATIENCE)
    (outcome,) = guarded([1], close_and_end, nothing, PATIENCE, MEGABYTES)
    assert outcome.message == "process ended with status 3"


def test_a_result_is_taken_if_the_child_has_ended_just_after_it(monkeypatch):
    def see_only_the_end(objects, limit):
        return wait(objects, limit) and objects[1:]

    monkeypatch.setattr(guard, "wait", see_only_the_end)
    assert [outcome.value for outcome in outcomes(1, 2)] == [2, 4]


def test_results_larger_than_a_pipe_come_whole_in_few_pieces_and_one_by_one(monkeypatch):
    limits = []

    def wait_until_more_is_there(objects, limit):
        limits.append(limit)
        time.sleep(0.002)
        return wait(objects, limit)

    monkeypatch.setattr(guard, "wait", wait_until_more_is_there)
    texts = ["a" * 100_000, "b" * 100_000, "c"]
    values = [one.value for one in guarded(texts, str.upper, nothing, PATIENCE, MEGABYTES)]
    assert values == [text.upper() for text in texts]
    assert len(limits) < 100


def test_every_task_may_be_bad():
    statuses = [outcome.status for outcome in outcomes("die", "raise", "die")]
    assert statuses == [CRASHED, ERROR, CRASHED]


def test_a_message_stays_short():
    assert len(outcomes("long")[0].message) == 200


def test_the_warm_up_runs_once(tmp_path):
    def prepare():
        with open(tmp_path / "warm-ups", "a") as log:
            log.write("x")

    all_outcomes = list(guarded([1, 2, 3], work, prepare, PATIENCE, MEGABYTES))
    assert [outcome.status for outcome in all_outcomes] == [OK, OK, OK]
    assert (tmp_path / "warm-ups").read_text() == "x"


def test_a_task_may_have_its_megabytes_beside_what_is_in_use():
    status = Path("/proc/self/status").read_text()
    in_use = int(status.partition("VmSize:")[2].split()[0]) * 1024

    def limits(task):
        return resource.getrlimit(resource.RLIMIT_AS)

    (outcome,) = guarded([1], limits, nothing, PATIENCE, 3000)
    soft, hard = outcome.value
    assert soft == hard
    assert soft - in_use == pytest.approx(3000 * 1024**2, abs=10 * 1024**2)


@pytest.mark.slow
def test_memory_in_use_before_the_fork_does_not_count():
    held = np.ones(300 * 2**20 // 8)
    limit = 200

    def look(task):
        return float(held[task] + np.ones(50 * 2**20 // 8)[task])

    assert next(iter(guarded([0], look, nothing, PATIENCE, limit))).value == 2.0


def test_no_child_outlives_an_abandoned_run(tmp_path):
    pids = tmp_path / "pids"

    def note_and_hang(task):
        if task == 2:  # which may have begun
            hang()
        pids.write_text(str(os.getpid()))

    run = guarded([1, 2], note_and_hang, nothing, PATIENCE, MEGABYTES)
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


def test_the_copy_of_a_task_that_forks_ends_well_without_an_answer():
    def fork_and_wait(task):
        copy = os.fork()
        return os.waitpid(copy, 0)[1] if copy else "copy"

    (outcome,) = guarded([1], fork_and_wait, nothing, PATIENCE, MEGABYTES)
    assert outcome.value == 0


def test_what_a_task_prints_is_out_before_its_outcome(monkeypatch, tmp_path):
    def print_or_die(task):
        if task == 2:
            os.kill(os.getpid(), signal.SIGKILL)
        print("to the log")
        print("a fault", file=sys.stderr)

    said, faults = tmp_path / "said", tmp_path / "faults"
    with said.open("w") as out, faults.open("w") as err, monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", out)
        patch.setattr(sys, "stderr", err)
        list(guarded([1, 2], print_or_die, nothing, PATIENCE, MEGABYTES))
    assert (said.read_text(), faults.read_text()) == ("to the log\n", "a fault\n")


def open_descriptors():
    descriptors = set()
    for descriptor in range(1024):
        with suppress(OSError):
            os.fstat(descriptor)
            descriptors.add(descriptor)
    return descriptors


def test_a_task_has_the_descriptors_of_its_results_and_of_what_is_printed_alone():
    shown = {0, 1, 2}
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError):
            shown.add(stream.fileno())
    with open(os.devnull) as file:
        high = fcntl.fcntl(file.fileno(), fcntl.F_DUPFD, 500)
        before = open_descriptors()
        (outcome,) = guarded([1], lambda task: open_descriptors(), nothing, PATIENCE, MEGABYTES)
        os.close(high)
    assert {3, high} <= before
    assert len(outcome.value - shown) == 1
    assert not (outcome.value - shown) & before


def test_no_descriptor_stays_open_after_a_run():
    before = open_descriptors()
    outcomes("leave", 2)
    assert open_descriptors() <= before


@pytest.mark.parametrize("fault", [AttributeError, OSError])
def test_without_descriptors_of_processes_the_end_of_a_child_is_seen_too(monkeypatch, fault):
    def no_such_call(pid):
        raise fault

    monkeypatch.setattr(os, "pidfd_open", no_such_call)
    before = open_descriptors()
    said = [(one.status, one.message) for one in outcomes("leave", 2)]
    assert said == [(CRASHED, "process ended with status 3"), (OK, "")]
    assert open_descriptors() <= before


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


def test_a_process_that_left_the_session_of_its_task_ends_and_another_does_not(tmp_path):
    mark = tmp_path / "pid"

    def start_a_daemon(task):
        starter = os.fork()
        if not starter:
            os.setsid()
            if os.fork() == 0:
                mark.write_text(str(os.getpid()))
                time.sleep(FOREVER)
            os._exit(0)
        os.waitpid(starter, 0)
        wait_for(lambda: mark.exists() and mark.read_text())

    other = os.fork()
    if not other:
        time.sleep(FOREVER)
        os._exit(0)
    list(guarded([1], start_a_daemon, nothing, PATIENCE, MEGABYTES))
    assert not is_running(int(mark.read_text()))
    assert os.waitpid(other, os.WNOHANG) == (0, 0)  # it still runs
    os.kill(other, signal.SIGKILL)
    os.waitpid(other, 0)


def test_after_a_run_no_orphans_are_adopted():
    outcomes(1)
    adopts = ctypes.c_int(-1)
    ctypes.CDLL(None).prctl(GET_SUBREAPER, ctypes.byref(adopts))
    assert adopts.value == 0


def test_on_other_systems_the_group_of_a_task_ends_and_memory_has_no_limit(elsewhere):
    def start_another(task):
        another = os.fork()
        if not another:
            time.sleep(PATIENCE)
            os._exit(0)
        return os.getpid(), another, resource.getrlimit(resource.RLIMIT_AS)

    (outcome,) = guarded([1], start_another, nothing, PATIENCE, MEGABYTES)
    child, another, limits = outcome.value
    _, status = os.waitpid(another, 0)
    assert os.WTERMSIG(status) == signal.SIGKILL
    assert limits == resource.getrlimit(resource.RLIMIT_AS)
    with pytest.raises(ProcessLookupError):
        os.kill(child, 0)


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
