"""What a fit job asks of a cluster, and that nothing is computed that nobody reads."""

from types import SimpleNamespace

import pytest
from snakemake.resources import Resources

from tests.project import ROOT

LIMITS = ROOT / "workflow" / "rules" / "limits.smk"


def limits(main=True, nodes=None, resources=None, one_folder=True):
    """The names of limits.smk in a call of Snakemake with these settings."""
    always = {"_cores": 2, "_nodes": nodes}
    limits = Resources.from_mapping({**always, **(resources or {})})
    settings = SimpleNamespace(nodes=nodes, resources=limits)
    workflow = SimpleNamespace(is_main_process=main, resource_settings=settings)
    study = SimpleNamespace(memory_mb=4000, seconds=590, fits_of_a_trial=lambda scale: 3)
    names = {
        "workflow": workflow,
        "study_of": lambda wildcards: study,
        "PLAN": SimpleNamespace(scale="smoke"),
        "ONE_FOLDER": one_folder,
    }
    exec(compile(LIMITS.read_text("utf-8"), LIMITS, "exec"), names)
    return names


def asked(job="FIT", **settings):
    """What a fit, or another step, asks for at each attempt, by name."""
    wildcards = SimpleNamespace(block="0000-0009")
    return {
        name: [value(wildcards, attempt) for attempt in (1, 2, 3)]
        for name, value in limits(**settings)[f"{job}_RESOURCES"].items()
    }


def test_on_one_machine_nothing_is_asked_for():
    assert asked() == asked("STEP") == {}


@pytest.mark.parametrize(
    "settings",
    [{"nodes": 100}, {"resources": {"mem_mb": 32000}}, {"main": False}],
    ids=["cluster", "--resources", "job of a cluster"],
)
def test_memory_and_time_grow_with_the_attempt_where_they_are_read(settings):
    assert asked("STEP", **settings) == {"mem_mb": [4096, 8192, 12288], "runtime": [30, 60, 90]}
    fit = asked(**settings)
    assert fit["mem_mb"] == [5000, 6000, 7000]
    first, second, last = fit["runtime"]
    assert first < second < last
    assert last >= 3 * 10 * 590 / 60  # all fits of ten trials may come near their limit


def test_jobs_are_grouped_on_a_cluster_and_not_in_a_dry_run_for_one_machine():
    assert limits(nodes=100)["group_of"]("fit") == limits(main=False)["group_of"]("fit") == "fits"
    assert limits()["group_of"]("fit") is limits(resources={"mem_mb": 9})["group_of"]("fit") is None


def test_without_a_shared_folder_preparing_stays_where_the_files_were_fetched():
    """Snakemake sends a job of a group elsewhere, even if it reads a file of this machine."""
    assert limits(nodes=100)["group_of"]("prepare") == "data"
    assert limits(nodes=100, one_folder=False)["group_of"]("prepare") is None
