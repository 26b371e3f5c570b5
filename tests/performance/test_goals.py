"""Goals: seconds, memory and floor of a piece of work, measured in a process of its own."""

import json

import pytest

from methods.performance import goals
from methods.performance.goal_cases import GOALS
from methods.performance.goals import Goal, Task, measure_goal, reach


@pytest.fixture
def clock(monkeypatch):
    """A clock that moves only when work says so."""

    class Clock:
        now = 0.0

        def takes(self, *seconds):
            turns = iter(seconds)

            def work():
                self.now += next(turns, seconds[-1])

            return work

    made = Clock()
    monkeypatch.setattr(goals, "_clock", lambda: made.now)
    return made


def reached(capsys, run, floor, quick=False):
    reach(Goal("work", 1.0, "floor", lambda quick: Task(run, floor, 3.0)), quick)
    return json.loads(capsys.readouterr().out)


def test_the_first_call_is_not_timed_and_the_median_counts(clock, capsys):
    entry = reached(capsys, clock.takes(50, 1, 5, 2, 3, 4), clock.takes(0.5, 0.1, 0.2, 0.3, 0.4))
    assert (entry["seconds"], entry["low"], entry["high"]) == pytest.approx((3, 1, 5))
    assert entry["floor_seconds"] == pytest.approx(0.3)
    assert entry["rounds"] == goals.ROUNDS and entry["data_megabytes"] == 3


def test_quick_sizes_take_one_round(clock, capsys):
    assert reached(capsys, clock.takes(1), clock.takes(1), quick=True)["rounds"] == 1


def test_no_round_begins_after_the_limit(clock, capsys):
    entry = reached(capsys, clock.takes(goals.LIMIT_SECONDS), clock.takes(1))
    assert entry["rounds"] == 1


@pytest.mark.slow
def test_seconds_of_commands_count(capsys):
    """Those of a process that was waited for are not in the clock of this one."""
    import subprocess
    import sys

    burn = [sys.executable, "-c", "sum(i * i for i in range(3_000_000))"]
    entry = reached(capsys, lambda: subprocess.run(burn, check=True), lambda: None, quick=True)
    assert entry["seconds"] > 0.05
    assert entry["megabytes"] > 5


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", [name for name in GOALS if name not in ("check", "status", "plan")]
)
def test_every_goal_is_measured_at_quick_size(name):
    entry = measure_goal(name, GOALS[name], quick=True)
    assert entry["work"] == GOALS[name].work
    assert 0 < entry["floor_seconds"] < entry["seconds"]
