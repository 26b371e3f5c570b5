"""A goal: a piece of work and the seconds that it may take, beside a floor under all programs.

The floor is work that no program can avoid, as to read the data once. The times of the floor tell
what is left to gain, on whatever machine. A child process does the work, so that its memory is its
own. Processor time is counted, that of the commands too which the work starts.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from methods.performance.peak_memory import with_peak

ROUNDS, QUICK_ROUNDS = 5, 1
LIMIT_SECONDS = 90.0  # no round begins after so many


@dataclass(frozen=True)
class Task:
    """The work and its floor, ready to run, and the megabytes of the data that both read."""

    run: Callable[[], object]
    floor: Callable[[], object]
    data_megabytes: float = 0.0


@dataclass(frozen=True)
class Goal:
    """One row of the table of goals.

    Attributes
    ----------
    work : what is done.
    at_most : seconds that it may take.
    floor : what no program can avoid, in words.
    prepare : makes the task, at quick sizes if its argument is true.
    """

    work: str
    at_most: float
    floor: str
    prepare: Callable[[bool], Task]


def measure_goal(name: str, goal: Goal, quick: bool) -> dict[str, Any]:
    """Seconds of the work, their median and range, its memory, and the seconds of its floor."""
    code = (
        "from methods.performance.goal_cases import GOALS; from methods.performance.goals import "
        f"reach; reach(GOALS[{name!r}], {quick})"
    )
    child = subprocess.run(
        [sys.executable, "-c", code], cwd=Path(__file__).parents[2], check=True,
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    return {
        "work": goal.work,
        "at_most": goal.at_most,
        "floor": goal.floor,
        **json.loads(child.stdout.splitlines()[-1]),
    }


def reach(goal: Goal, quick: bool) -> None:
    """Do the work in rounds and print the measurements as JSON. This runs in the child."""
    task = goal.prepare(quick)
    task.run()  # compilation and first calls are not timed
    floors: list[float] = []
    seconds: list[float] = []
    megabytes = 0.0
    while len(seconds) < (QUICK_ROUNDS if quick else ROUNDS) and sum(seconds) < LIMIT_SECONDS:
        floors.append(_seconds(task.floor))
        took, more = with_peak(lambda: _seconds(task.run))
        seconds.append(took)
        megabytes = max(megabytes, more)
    started = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024  # of commands
    measured = {
        "seconds": float(np.median(seconds)),
        "low": min(seconds),
        "high": max(seconds),
        "rounds": len(seconds),
        "megabytes": max(megabytes, started),
        "data_megabytes": task.data_megabytes,
        "floor_seconds": float(np.median(floors)),
    }
    print(json.dumps(measured))


def _seconds(work: Callable[[], object]) -> float:
    """Processor seconds of this process and of those that it has waited for."""
    before = _clock()
    work()
    return _clock() - before


def _clock() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime
