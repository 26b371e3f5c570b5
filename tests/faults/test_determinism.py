"""The same bytes for any number of cores, jobs and threads, and any order of jobs and of hashes.

A smoke run of some shipped data sets and methods by default, of all of them with `make torture`.
"""

import os
import random
import re
import shutil
from pathlib import Path

import pytest
import yaml

from tests.project import ROOT, copy_project, run

pytestmark = pytest.mark.slow

TRIALS = 4  # so that three seeds are neither one job nor all of them
SOME = {
    "experiments": ["drm"],
    "datasets": ["threenorm400", "wdbc"],
    "methods": ["DRM21", "SVM", "Bagging21", "AdaBoost21"],
}
ALL = {"experiments": "all", "datasets": "embedded", "methods": "all"}
TORTURE = "TORTURE" in os.environ
CHOSEN = {"scale": "smoke", "trials": TRIALS, **(ALL if TORTURE else SOME)}
TIMED = ("seconds", "seconds_table")  # functions whose numbers differ from run to run
PIECES = 4


def untimed(folder: Path) -> dict[str, bytes]:
    """Tables and the data of figures, but for those of seconds."""
    found = {}
    for file in (folder / "workflow" / "experiments").glob("*.yaml"):
        content = yaml.safe_load(file.read_text())
        for name, output in {**content["tables"], **content["figures"]}.items():
            made = folder / "results" / file.stem / f"{name}.csv"
            if made.exists() and output["function"].rpartition(".")[2] not in TIMED:
                found[f"{file.stem}/{name}"] = made.read_bytes()
    return found


def shuffled_fits(folder: Path, **config) -> list[list[str]]:
    """All fits of a run in another order than Snakemake's, in pieces to ask for one by one."""
    planned = run(folder, "--dry-run", **config)
    fits = re.findall(r"^ *output: (results/\S+/fits/\S+\.npz)$", planned, re.MULTILINE)
    random.Random(0).shuffle(fits)
    return [fits[i::PIECES] for i in range(PIECES)]


@pytest.fixture(scope="module")
def shipped(tmp_path_factory) -> Path:
    """The project with its experiments and with compiled kernels."""
    folder = copy_project(tmp_path_factory.mktemp("shipped") / "project")
    experiments = ROOT / "workflow" / "experiments"
    shutil.copytree(experiments, folder / "workflow" / "experiments", dirs_exist_ok=True)
    run(folder, "--cores", "2", **CHOSEN)
    assert untimed(folder)
    return folder


@pytest.mark.parametrize(
    ("cores", "seeds_per_job", "hash_seed", "threads", "shuffled"),
    [
        (1, 1, "1", 1, True),
        (2, 3, "0", 1, True),
        # fits with threads of their own import for themselves, which takes long where they are many
        (2, TRIALS, "random", 1 if TORTURE else 2, False),
    ],
)
def test_results_are_the_same_bytes(
    shipped, tmp_path, monkeypatch, cores, seeds_per_job, hash_seed, threads, shuffled
):
    monkeypatch.setenv("PYTHONHASHSEED", hash_seed)
    ignored = shutil.ignore_patterns("results", ".snakemake")
    folder = shutil.copytree(shipped, tmp_path / "project", symlinks=True, ignore=ignored)
    config = {**CHOSEN, "seeds_per_job": seeds_per_job}
    options = ["--cores", str(cores), "--set-threads", f"fit={threads}"]
    for fits in shuffled_fits(folder, **config) if shuffled else []:
        run(folder, *fits, *options, **config)
    run(folder, *options, **config)
    assert untimed(folder) == untimed(shipped)
