"""Where a number comes from."""

import subprocess
from importlib.metadata import version

import pytest

from methods import provenance as module


@pytest.fixture(autouse=True)
def fresh():
    module.provenance.cache_clear()
    yield
    module.provenance.cache_clear()


def test_versions_revision_and_machine_are_flat_text():
    fields = module.provenance()
    assert fields["numpy"] == version("numpy")
    assert {"python", "platform", "cpu", "revision"} <= set(fields)
    assert all(isinstance(value, str) and value for value in fields.values())


def test_a_tree_without_git_has_an_unknown_revision(monkeypatch):
    def missing(*_, **__):
        raise FileNotFoundError("git")

    monkeypatch.setattr(subprocess, "run", missing)
    assert module.provenance()["revision"] == "unknown"


def test_a_package_that_is_not_installed_is_absent(monkeypatch):
    monkeypatch.setattr(module, "PACKAGES", ("no-such-distribution",))
    assert module.provenance()["no-such-distribution"] == "absent"
