"""A warm-up that is cut short leaves nothing half done."""

import signal
import sys
import threading
import time
from importlib import import_module

import numpy as np
import pytest

from methods.bench.warm_up import _rows_of_each_class, run_for_at_most

SOON = 0.25  # seconds; on a busy machine the work has begun by then
LATE = 1.0


def test_work_stops_after_its_seconds():
    started = time.monotonic()
    run_for_at_most(SOON, lambda: time.sleep(60))
    assert time.monotonic() - started < 30


def test_work_that_catches_every_exception_stops_all_the_same():
    def work():
        try:
            time.sleep(60)
        except BaseException:
            time.sleep(60)

    started = time.monotonic()
    run_for_at_most(SOON, work)
    assert time.monotonic() - started < 30


def test_quick_work_finishes_and_nothing_is_interrupted_later():
    done = []
    handler = signal.getsignal(signal.SIGALRM)
    run_for_at_most(60, lambda: done.append("work"))
    assert done == ["work"]
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
    assert signal.getsignal(signal.SIGALRM) is handler


@pytest.mark.slow
def test_an_import_is_not_interrupted(tmp_path, monkeypatch):
    (tmp_path / "slow_to_import.py").write_text(f"import time\ntime.sleep({LATE})\nend = 1\n")
    monkeypatch.syspath_prepend(tmp_path)

    def work():
        import_module("slow_to_import")
        time.sleep(60)

    started = time.monotonic()
    run_for_at_most(SOON, work)
    assert time.monotonic() - started < 30
    assert sys.modules["slow_to_import"].end == 1


@pytest.mark.slow
@pytest.mark.parametrize("file", ["coverage/collector.py", "threading.py", "logging/__init__.py"])
def test_code_that_holds_a_lock_of_a_library_releases_it(file):
    lock, calls = threading.Lock(), []
    source = f"def locked():\n    lock.acquire()\n    sleep({LATE})\n    lock.release()\n"
    names = {"lock": lock, "sleep": time.sleep}
    exec(compile(source, f"/libraries/{file}", "exec"), names)

    def work():
        names["locked"]()
        calls.append(lock.locked())
        time.sleep(60)

    started = time.monotonic()
    run_for_at_most(SOON, work)
    assert calls == [False]
    assert time.monotonic() - started < 30


@pytest.mark.slow
@pytest.mark.parametrize(("package", "ended"), [("catboost", True), ("sklearn", False)])
def test_a_fit_of_a_library_that_may_swallow_the_exception_ends_first(package, ended):
    calls = []
    source = f"def fit():\n    sleep({LATE})\n    calls.append('ended')\n"
    names = {"calls": calls, "sleep": time.sleep}
    exec(compile(source, f"/venv/lib/site-packages/{package}/core.py", "exec"), names)

    def work():
        names["fit"]()
        time.sleep(60)

    started = time.monotonic()
    run_for_at_most(SOON, work)
    assert (calls == ["ended"]) == ended
    assert time.monotonic() - started < 30


def test_a_warm_up_has_rows_of_each_class_of_the_training_part():
    y = np.repeat([0, 1, 2], [5, 50, 50])
    rows = _rows_of_each_class(np.arange(1, 105), y)
    assert np.bincount(y[rows]).tolist() == [4, 13, 13]
