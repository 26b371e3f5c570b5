"""What a fit job asks of a cluster, and that nothing is computed that nobody reads."""

from types import SimpleNamespace

import pytest
from snakemake.resources import Resources

from tests.project import ROOT

LIMITS = ROOT / "workflow" / "rules" / "limits.smk"


def asked(main=True, nodes=None, resources=None):
    """What a fit asks for, by name, in a call of Snakemake with these settings."""
    always = {"_cores": 2, "_nodes": nodes}
    limits = Resources.from_mapping({**always, **(resources or {})})
    settings = SimpleNamespace(nodes=nodes, resources=limits)
    workflow = SimpleNamespace(is_main_process=main, resource_settings=settings)
    study = SimpleNamespace(
        memory_mb=4000, seconds=590,
        conditions=SimpleNamespace(vary="none", labels=lambda scale: [""]),
    )  # fmt: skip
    names = {
        "workflow": workflow,
        "study_of": lambda wildcards: study,
        "PLAN": SimpleNamespace(scale="smoke"),
    }
    exec(compile(LIMITS.read_text("utf-8"), LIMITS, "exec"), names)
    wildcards = SimpleNamespace(block="0000-0009")
    return {
        name: [value(wildcards, attempt) for attempt in (1, 2, 3)]
        for name, value in names["FIT_RESOURCES"].items()
    }


def test_on_one_machine_nothing_is_asked_for():
    assert asked() == {}


@pytest.mark.parametrize(
    "settings",
    [{"nodes": 100}, {"resources": {"mem_mb": 32000}}, {"main": False}],
    ids=["cluster", "--resources", "job of a cluster"],
)
def test_memory_and_time_grow_with_the_attempt_where_they_are_read(settings):
    limits = asked(**settings)
    assert limits["mem_mb"] == [5000, 6000, 7000]
    first, second, last = limits["runtime"]
    assert first < second < last
    assert last >= 10 * 590 / 60  # ten fits may all come near their limit
