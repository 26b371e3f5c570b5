"""The time and memory for planning grow in proportion to the number of jobs."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.made_up import MAJORITY, experiment, study, write_experiment
from tests.project import command, copy_project, environment

pytestmark = pytest.mark.slow

BLOCK = 50
MEASURED = """
import resource, subprocess, sys
done = subprocess.run(sys.argv[1:], capture_output=True, text=True)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
sys.exit(done.stderr) if done.returncode else print(used.ru_utime + used.ru_stime, used.ru_maxrss)
"""


def large_project(folder: Path, datasets: int, methods: int, blocks: int) -> Path:
    """An experiment with the product of these as its number of fits, on tables of four rows."""
    copy_project(folder)
    (folder / "datasets" / "local").mkdir(exist_ok=True)
    names = [f"table{i}" for i in range(datasets)]
    for name in names:
        (folder / "datasets" / "local" / f"{name}.csv").write_text("1,a\n2,a\n3,b\n4,b\n")
    specs = {f"M{i}": {**MAJORITY, "constant": i} for i in range(methods)}
    matrix = study(names, specs, trials=blocks * BLOCK, block_size=BLOCK)
    write_experiment(folder, experiment(methods=specs, studies={"main": matrix}))
    return folder


def planning(folder: Path) -> tuple[float, float]:
    """Processor seconds and megabytes of a dry run."""
    words = [sys.executable, "-c", MEASURED, *command("--dry-run", "--quiet", "all")]
    done = subprocess.run(words, cwd=folder, env=environment(), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    seconds, kilobytes = map(float, done.stdout.split())
    return seconds, kilobytes / 1024


def test_four_times_the_jobs_cost_about_four_times_as_much(tmp_path):
    few = planning(large_project(tmp_path / "few", 10, 10, 10))
    many = planning(large_project(tmp_path / "many", 20, 10, 20))
    print(f"1,000 fits: {few[0]:.1f} s, {few[1]:.0f} MB; 4,000: {many[0]:.1f} s, {many[1]:.0f} MB")
    assert many[0] < 6 * few[0]
    assert many[1] < 4 * few[1]
