"""Results have the same bytes for any number of cores, jobs and threads and any order of jobs.

By default this is a smoke run of one shipped experiment. With `make torture` it is a run of every
experiment, on all data sets that need no network.
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
TORTURE = "TORTURE" in os.environ
SOME = {
    "datasets": ["threenorm400", "wdbc"],
    "methods": ["DRM21", "SVM", "AdaBoost21"],
}
ALL = {"datasets": "embedded"}
SHIPPED = sorted((ROOT / "workflow" / "experiments").glob("*.yaml"))
EXPERIMENTS = [file.stem for file in SHIPPED] if TORTURE else ["drm"]
TIMED = ("seconds", "seconds_table")  # functions whose numbers differ from run to run
PIECES = 4 if TORTURE else 2


def untimed(folder: Path) -> dict[str, bytes]:
    """Tables and the data of figures, except those of seconds."""
    outputs = {}
    for file in (folder / "workflow" / "experiments").glob("*.yaml"):
        content = yaml.safe_load(file.read_text())
        for name, output in {**content.get("tables", {}), **content.get("figures", {})}.items():
            made = folder / "results" / file.stem / f"{name}.csv"
            if made.exists() and output["function"].rpartition(".")[2] not in TIMED:
                outputs[f"{file.stem}/{name}"] = made.read_bytes()
    return outputs


def shuffled_fits(folder: Path, **config) -> list[list[str]]:
    """All fits of a run in an order other than Snakemake's, in parts to be made one by one."""
    planned = run(folder, "--dry-run", **config)
    fits = re.findall(r"Missing output files: (results/\S+/fits/\S+\.npz)", planned)
    assert fits
    random.Random(0).shuffle(fits)
    return [fits[i::PIECES] for i in range(PIECES)]


def without_results(finished: Path, tmp_path: Path) -> Path:
    """A copy of a project that has run, with compiled modules and no results."""
    ignored = shutil.ignore_patterns("results", ".snakemake")
    return shutil.copytree(finished, tmp_path / "project", symlinks=True, ignore=ignored)


@pytest.fixture(scope="module", params=EXPERIMENTS)
def shipped(request, tmp_path_factory) -> tuple[Path, dict]:
    """The project after a run of one experiment, with compiled modules, and its config."""
    folder = copy_project(tmp_path_factory.mktemp("shipped") / "project")
    for file in SHIPPED:
        shutil.copy2(file, folder / "workflow" / "experiments")
    config = {"scale": "smoke", "trials": TRIALS, "experiments": [request.param]}
    config |= ALL if TORTURE else SOME
    run(folder, "--cores", "2", **config)
    assert untimed(folder)
    return folder, config


@pytest.mark.parametrize(
    ("cores", "block_size", "hash_seed"),
    [
        (1, 3, "1"),  # a job of three seeds and a job of one
        *([(2, 1, "0")] if TORTURE else []),
    ],
)
def test_any_order_of_jobs_gives_the_same_bytes(
    shipped, tmp_path, monkeypatch, cores, block_size, hash_seed
):
    monkeypatch.setenv("PYTHONHASHSEED", hash_seed)
    finished, config = shipped
    folder = without_results(finished, tmp_path)
    config = {**config, "block_size": block_size}
    options = ["--cores", str(cores)]
    for fits in shuffled_fits(folder, **config):
        run(folder, *fits, *options, **config)
    run(folder, *options, **config)
    assert untimed(folder) == untimed(finished)


def test_any_number_of_threads_gives_the_same_bytes(shipped, tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONHASHSEED", "random")
    finished, config = shipped
    folder = without_results(finished, tmp_path)
    config = {**config, "block_size": TRIALS}
    options = ["--cores", "2"]
    fits = sorted(fit for piece in shuffled_fits(folder, **config) for fit in piece)
    # One of each method: a fit with threads of its own imports for itself, and on a loaded machine
    # its threads wait long for each other.
    of_each_method = {Path(fit).parent.name.partition("@")[0]: fit for fit in fits}
    run(folder, *of_each_method.values(), *options, "--set-threads", "fit=2", **config)
    run(folder, *options, **config)
    assert untimed(folder) == untimed(finished)
