"""The time and memory for planning grow in proportion to the number of jobs."""

import subprocess
import sys

import pytest

from tests.planning import large_project, planning
from tests.project import ROOT

pytestmark = pytest.mark.slow


def test_four_times_the_jobs_cost_about_four_times_as_much(tmp_path):
    few = planning(large_project(tmp_path / "few", 10, 10, 500, 50))
    many = planning(large_project(tmp_path / "many", 20, 10, 1000, 50))
    print(f"1,000 jobs: {few[0]:.1f} s, {few[1]:.0f} MB; 4,000: {many[0]:.1f} s, {many[1]:.0f} MB")
    assert many[0] < 6 * few[0]
    assert many[1] < 4 * few[1]


def test_the_command_counts_jobs_and_keeps_to_its_memory():
    words = [sys.executable, "-m", "tests.planning", "10000", "--block", "100"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True)
    assert done.stdout.startswith("10000 fits in 100 jobs, 110 jobs with splits: "), done.stderr
    words += ["--gigabytes", "0.2"]
    assert subprocess.run(words, cwd=ROOT, capture_output=True, text=True).returncode != 0
