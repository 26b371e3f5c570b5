"""The same bytes for any number of cores, jobs and threads, and any order of hashes."""

import pytest

from tests.faults.conftest import fresh, outcome
from tests.project import run

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("cores", "seeds_per_job", "hash_seed", "threads"), [(1, 1, "1", 1), (2, 5, "0", 2)]
)
def test_results_are_the_same_bytes(
    undisturbed, tmp_path, monkeypatch, cores, seeds_per_job, hash_seed, threads
):
    monkeypatch.setenv("PYTHONHASHSEED", hash_seed)
    folder = fresh(undisturbed, tmp_path / "project")
    options = ["--cores", str(cores), "--set-threads", f"fit={threads}"]
    run(folder, *options, strict=True, seeds_per_job=seeds_per_job)
    assert outcome(folder) == undisturbed.outcome
