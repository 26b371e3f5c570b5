"""The overhead of a run: the seconds of its fits per core, and all its seconds."""

from pathlib import Path

import pandas as pd
import pytest

from methods.performance import overhead


@pytest.mark.parametrize("quick", [True, False])
def test_seconds_of_fits_are_divided_by_the_cores(monkeypatch, quick):
    commands = []

    def run(command, **options):
        commands.append(command)
        runs = Path(command[command.index("--directory") + 1], "results/toy/main/runs")
        runs.mkdir(parents=True)
        once = {"method": ["A", "B"], "seed": [0, 0], "fit_seconds": [5.0, 1.0],
                "tune_seconds": [2.0, 0.0]}  # fmt: skip
        under_two_noises = pd.DataFrame(once).loc[[0, 0, 1]]
        under_two_noises.to_parquet(runs / "a.parquet")

    ticks = iter([100.0, 116.0])
    monkeypatch.setattr(overhead.subprocess, "run", run)
    monkeypatch.setattr(overhead.os, "cpu_count", lambda: 2)
    monkeypatch.setattr(overhead.time, "perf_counter", lambda: next(ticks))
    entry = overhead.measure_overhead(quick)
    assert (entry["our_seconds"], entry["peer_seconds"], entry["ratio"]) == (16, 4, 0.25)
    assert ("scale=smoke" in commands[0]) is quick
