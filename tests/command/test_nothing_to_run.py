"""A selection that leaves nothing to run is refused before the run, and another is not."""

import pytest
import yaml

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


@pytest.mark.parametrize(
    ("config", "left"),
    [
        ({}, True),
        ({"scale": "paper"}, False),
        ({"scale": "smoke", "trials": 5}, True),
        ({"scale": "paper", "trials": 5}, False),
        ({"methods": ["Broken"]}, True),
    ],
)
def test_a_study_that_the_scale_or_the_selection_leaves_out_does_not_run(
    project, unused, config, left
):
    content = yaml.safe_load((project / "workflow/experiments/toy.yaml").read_text())
    content["studies"]["main"]["trials"] = {"smoke": 1, "quick": 2, "paper": 0}
    write_experiment(project, content)
    faults = list(faults_of_selection(Plan.from_config(config, project)))
    scale = config.get("scale", "quick")
    expected = (
        f"nothing to run at scale {scale}: no study of the selected experiments has trials there,"
        " with the selected data sets and methods; select others, or another scale"
    )
    assert faults == ([] if left else [expected])


def test_check_says_so(unused, capsys):
    assert main(["check", "--config", f"datasets=[{unused}]"]) == 1
    assert NOTHING in capsys.readouterr().err


@pytest.mark.slow
def test_snakemake_says_so_in_one_line(tmp_path):
    write_experiment(copy_project(tmp_path), experiment(["wdbc"]))
    done = snakemake(tmp_path, datasets=["iris"])
    assert done.returncode == 1 and "Traceback" not in done.stderr
    assert done.stderr.splitlines()[-1].startswith(f"error: {NOTHING}")
