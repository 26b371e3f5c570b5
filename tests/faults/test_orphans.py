"""After SIGKILL of a step or of the run, nothing runs that the fit has started in any way."""

import shutil
from pathlib import Path

import psutil
import pytest

from tests.faults.conftest import fresh, toy
from tests.faults.processes import at_work, start, wait_until
from tests.faults.starting import WAYS
from tests.made_up import MAJORITY, write_experiment

pytestmark = pytest.mark.slow


@pytest.fixture
def folder(undisturbed, tmp_path):
    folder = fresh(undisturbed, tmp_path / "project")
    (folder / "plugins").mkdir(exist_ok=True)
    shutil.copy2(Path(__file__).with_name("starting.py"), folder / "plugins")
    methods = {"All": {"class": "starting.StartsAll"}, "Majority": MAJORITY}
    write_experiment(folder, toy(methods, trials=1))
    return folder


def is_fit(process: psutil.Process) -> bool:
    words = process.cmdline()
    return "fit" in words and "all" in words


@pytest.mark.parametrize("victim", ["run", "step", "step's process", "all of the fit's group"])
@pytest.mark.parametrize("threads", [1, 2], ids=["server", "no server"])
def test_nothing_that_a_fit_has_started_is_left(folder, threads, victim):
    running = start(folder, "--set-threads", f"fit={threads}")
    started = [folder / f"started {way}" for way in WAYS]
    wait_until(lambda: all(file.exists() and file.read_text().strip() for file in started))
    pids = {file.name: int(file.read_text()) for file in started}
    fits = [p for p in at_work(folder) if is_fit(p)]
    if victim == "run":
        running.kill()
    elif victim == "step":  # that Snakemake has started
        min(fits, key=lambda p: p.create_time()).kill()
    elif victim == "step's process":  # forked by the server or the keeper
        psutil.Process(pids["started fork"]).parent().parent().kill()
    else:
        first = min(fits, key=lambda p: p.create_time())
        for process in [first, *first.children(recursive=True)][: 2 if threads == 2 else 1]:
            process.kill()
    wait_until(lambda: not [way for way, pid in pids.items() if psutil.pid_exists(pid)])
    running.kill()
    running.wait()
    wait_until(lambda: not at_work(folder))
