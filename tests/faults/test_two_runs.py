"""Two runs in one folder: the second is refused, and the first is not disturbed."""

import pandas as pd
import pytest

from tests.faults.conftest import METHODS, fresh, toy
from tests.faults.processes import start, wait_until
from tests.made_up import write_descriptor, write_experiment
from tests.project import snakemake

TRIALS = 60  # so that the first run goes on while the second imports its code

pytestmark = pytest.mark.slow


def test_a_second_run_is_refused_and_the_first_is_not_disturbed(undisturbed, tmp_path):
    folder = fresh(undisturbed, tmp_path / "project")
    write_descriptor(folder, "far", {"files": [{"path": "far.csv"}], "format": "delimited"})
    write_experiment(folder, toy(METHODS, datasets=["wdbc", "far"], trials=TRIALS))
    missed = folder / "results/data/raw/far/fetched.json"
    first = start(folder)
    wait_until((folder / "results/data/far.npz").exists)  # Snakemake touches what a job has made
    written = missed.stat().st_mtime_ns
    # another mirror is worth another try with the data set that is missing, but not now
    second = snakemake(folder, "--cores", "2", mirror=str(tmp_path))
    assert second.returncode == 1
    assert "LockException" in second.stderr and "Traceback" not in second.stderr
    assert missed.stat().st_mtime_ns == written
    assert first.wait(600) == 0
    table = pd.read_csv(folder / "results/toy/scores.csv").set_index(["dataset", "method"])
    assert table.loc[("wdbc", "SVM"), "n"] == TRIALS and table.loc[("far", "SVM"), "n"] == 0
