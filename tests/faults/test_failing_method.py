"""A method that fails affects only its own cells; with `strict` the run fails too."""

import pandas as pd
import pytest

from tests.faults.conftest import doomed_project
from tests.project import snakemake

pytestmark = pytest.mark.slow

REASONS = {
    "Raises": "error: ValueError: no such luck",
    "Killed": "crashed: process ended by signal 9",
}


@pytest.fixture(scope="module")
def doomed(undisturbed, tmp_path_factory):
    folder = tmp_path_factory.mktemp("doomed") / "project"
    return doomed_project(undisturbed, folder, *REASONS)


def test_methods_that_fail_or_are_killed_each_time_appear_as_labelled_gaps(doomed):
    done = snakemake(doomed)
    assert done.returncode == 0, done.stdout + done.stderr
    table = pd.read_csv(doomed / "results/toy/scores.csv").set_index("method")
    assert table["n"].to_dict() == {"Raises": 0, "Killed": 0, "Majority": 1}
    page = (doomed / "results/report/experiments/toy/index.html").read_text()
    for name, reason in REASONS.items():
        status, _, message = reason.partition(": ")
        assert f"wdbc, {name}: {status} in 1 fit: {message}" in page


def test_a_strict_run_makes_all_else_then_names_them_and_fails(doomed):
    done = snakemake(doomed, strict=True)
    assert done.returncode == 1
    assert "error: 2 fits did not end well" in done.stderr
    assert "toy/main/wdbc/Killed seed 0: crashed process ended by signal 9" in done.stderr
    assert (doomed / "results/report/index.html").exists()
