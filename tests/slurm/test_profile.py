"""Promises of the cluster profile that its files and a dry run can prove."""

import math
import re
from pathlib import Path
from types import SimpleNamespace

import pytest
import yaml

from methods.bench.guard import START_SECONDS
from methods.bench.plan import Plan

ROOT = Path(__file__).resolve().parents[2]
RULES = (ROOT / "Snakefile", *sorted((ROOT / "workflow" / "rules").glob("*.smk")))


@pytest.fixture(scope="module")
def profile() -> dict:
    """The profile that `snakemake --profile slurm` finds at the top of the checkout."""
    return yaml.safe_load((ROOT / "slurm" / "config.yaml").read_text("utf-8"))


@pytest.fixture(scope="module")
def rules() -> dict[str, str]:
    """The text of every rule, by name."""
    text = "".join(path.read_text("utf-8") for path in RULES)
    named = dict(re.findall(r"^rule (\w+):\n((?:(?:    .*)?\n)+)", text, re.MULTILINE))
    in_a_loop = re.findall(r"^    rule:\n((?:(?:        .*)?\n)+)", text, re.MULTILINE)
    return named | {re.search(r'f"(\w+)_\{', rule)[1]: rule for rule in in_a_loop}


def test_the_default_profile_overrides_nothing_of_the_cluster_profile(profile):
    default = yaml.safe_load((ROOT / "profiles/default/config.yaml").read_text("utf-8"))
    assert not set(profile) & set(default)


def test_fetching_and_compiling_run_where_snakemake_runs(rules):
    assert {name for name, rule in rules.items() if "localrule: True" in rule} >= {
        "fetch",
        "compile",
    }


def test_every_rule_with_many_jobs_is_grouped(limits, rules):
    grouped = limits["GROUPS"]
    many = {n for n, rule in rules.items() if "{dataset}" in rule and "localrule" not in rule}
    assert set(grouped) == many
    assert {n for n in rules if f'group_of("{n}")' in rules[n]} == many
    default = yaml.safe_load((ROOT / "profiles/default/config.yaml").read_text("utf-8"))
    sizes = dict(entry.split("=") for entry in default["group-components"])
    assert set(sizes) == set(grouped.values())


def test_every_job_of_a_cluster_asks_for_time_and_memory(rules):
    asking = {n for n, rule in rules.items() if re.search(r"\*\*(FIT|STEP)_RESOURCES", rule)}
    assert asking == {n for n, rule in rules.items() if "localrule: True" not in rule}


def test_no_rule_has_retries_of_its_own_which_the_job_would_obey_too(profile, rules):
    assert profile["retries"] == 2
    assert not [name for name, rule in rules.items() if "retries:" in rule]


def test_ended_jobs_are_still_known_to_squeue_when_they_are_asked_for(profile):
    """Slurm keeps them for MinJobAge, 300 s by default; the plugin needs three of its intervals."""
    assert 3 * profile["slurm-init-seconds-before-status-checks"] < 300


@pytest.fixture(scope="module")
def limits() -> dict:
    """The functions of workflow/rules/limits.smk, which is plain Python, for the shipped plan."""
    plan = Plan.from_config({})

    def study_of(job):
        return plan.study(job.experiment, job.study)

    in_a_cluster_job = SimpleNamespace(is_main_process=False)
    names = {
        "PLAN": plan, "study_of": study_of, "workflow": in_a_cluster_job, "ONE_FOLDER": True,
    }  # fmt: skip
    exec((ROOT / "workflow/rules/limits.smk").read_text("utf-8"), names)
    return names


def test_a_fit_job_first_asks_for_a_share_of_its_longest_time_and_finally_for_all(limits):
    job = SimpleNamespace(experiment="erm", study="table1", block="0000-0004")
    seconds = 5 * (600 + START_SECONDS)
    asked = [limits["fit_minutes"](job, attempt) for attempt in (1, 2, 3, 4)]
    starts = [
        minutes - math.ceil(seconds / 60 / share)
        for minutes, share in zip(asked, (16, 4, 1, 1), strict=True)
    ]
    assert starts == [1, 2, 3, 4]


def test_the_time_of_a_fit_job_counts_conditions_unless_they_share_one_fit(limits):
    for experiment, study, fits in [("erm", "penalty", 5 * 5), ("smm_synthetic", "figure2", 1)]:
        block = "0000-0004" if experiment == "erm" else "0000-0000"
        job = SimpleNamespace(experiment=experiment, study=study, block=block)
        limit = limits["study_of"](job).seconds + START_SECONDS
        assert limits["fit_minutes"](job, attempt=3) == math.ceil(fits * limit / 60) + 3


def test_a_fit_job_asks_for_more_memory_than_its_fits_may_use_and_more_at_each_attempt(limits):
    job = SimpleNamespace(experiment="erm", study="table1")
    assert [limits["fit_memory"](job, attempt) for attempt in (1, 2)] == [5000, 6000]
