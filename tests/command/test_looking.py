"""Calls of Snakemake that run no job, in every spelling of their options."""

import pytest

from methods.command.looking import LOOKS, only_looks

SNAKEMAKE = "/somewhere/site-packages/snakemake/__main__.py"
LOOKING = [
    ["--dry-run"], ["-n"], ["--summary"], ["-S"], ["-D"], ["--list"], ["-l"], ["--lt"], ["--lint"],
    ["--dag"], ["--dag=dot"], ["--rulegraph", "dot"], ["--d3dag"], ["--filegraph"], ["--unlock"],
    ["--report"], ["--report=page.html"], ["--archive", "all.tar"], ["--list-changes", "params"],
    ["--lc", "code"], ["--list-input-changes"], ["--lp"], ["--list-untracked"], ["--list-untr"],
    ["--print-compilation"], ["--containerize"], ["--touch"], ["--delete-all-output"],
    ["--cleanup-metadata", "a"], ["data", "--cores", "2", "--summary", "--config", "scale=smoke"],
]  # fmt: skip
RUNNING = [
    [], ["all"], ["--cores", "2", "-k", "-p"], ["--report", "--report-after-run"],
    ["--config", "dag=1"], ["--profile", "slurm"], ["--quiet", "all"],
]  # fmt: skip


@pytest.mark.parametrize("arguments", LOOKING, ids=" ".join)
def test_a_call_that_runs_no_job_only_looks(arguments):
    assert only_looks([SNAKEMAKE, *arguments])
    assert only_looks(["/usr/bin/snakemake", *arguments])


@pytest.mark.parametrize("arguments", RUNNING, ids=" ".join)
def test_a_call_that_runs_jobs_does_not_only_look(arguments):
    assert not only_looks([SNAKEMAKE, *arguments])


def test_options_of_another_program_are_not_those_of_snakemake():
    assert not only_looks(["/usr/bin/pytest", "-l", "--lint"])


def test_snakemake_has_all_options_that_look():
    from snakemake.cli import get_argument_parser

    assert vars(get_argument_parser().parse_args([])).keys() >= LOOKS
