"""A selection that leaves nothing to run is refused before the run, and another is not."""

import pytest

from methods.bench.plan import Plan
from methods.command.command_line import main
from methods.command.nothing_to_run import faults_of_selection
from tests.made_up import experiment, write_descriptor, write_experiment
from tests.project import copy_project, snakemake

NOTHING = "nothing to run at scale quick: no study of the selected experiments has trials there"


@pytest.fixture
def unused(project):
    """A data set that no study has."""
    write_descriptor(project, "unused")
    return "unused"


def test_nothing_to_run_is_a_fault(project, unused):
    assert list(faults_of_selection(Plan.from_config({}, project))) == []
    (fault,) = faults_of_selection(Plan.from_config({"datasets": [unused]}, project))
    assert fault.startswith(NOTHING)


def test_check_says_so(unused, capsys):
    assert main(["check", "--config", f"datasets=[{unused}]"]) == 1
    assert NOTHING in capsys.readouterr().err


@pytest.mark.slow
def test_snakemake_says_so_in_one_line(tmp_path):
    write_experiment(copy_project(tmp_path), experiment(["wdbc"]))
    done = snakemake(tmp_path, datasets=["iris"])
    assert done.returncode == 1 and "Traceback" not in done.stderr
    assert done.stderr.splitlines()[-1].startswith(f"error: {NOTHING}")
