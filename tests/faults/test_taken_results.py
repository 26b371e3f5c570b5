"""Results that were copied from elsewhere are taken if they were made by this code."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.faults.conftest import Undisturbed, outcome
from tests.faults.test_flipped_bits import jobs
from tests.project import environment, run

pytestmark = pytest.mark.slow
EDITED = "methods/boosting/adaboost.py"


@pytest.fixture
def elsewhere(undisturbed: Undisturbed, tmp_path) -> Path:
    """A copy of a finished run without Snakemake's notes, whose files have times in no order."""
    ignored = shutil.ignore_patterns(".snakemake")
    folder = shutil.copytree(undisturbed.folder, tmp_path / "p", symlinks=True, ignore=ignored)
    files = sorted(path for path in folder.glob("results/**/*") if path.is_file())
    for age, path in enumerate(reversed(files)):
        os.utime(path, (1.6e9 + age, 1.6e9 + age))
    return folder


def fits(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("fits/**/*.npz")
    }


def status(folder: Path) -> str:
    words = [sys.executable, "-m", "methods", "status", "--config", "datasets=all"]
    done = subprocess.run(words, cwd=folder, env=environment(), text=True, capture_output=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_results_of_this_code_are_taken_without_a_fit(elsewhere, undisturbed):
    assert "6 fit files made elsewhere, by this code; they are taken" in status(elsewhere)
    planned = jobs(run(elsewhere, "--dry-run"))
    assert not planned.keys() & {"fit", "split", "prepare", "fetch", "compile", "evaluate"}
    before = fits(elsewhere)
    run(elsewhere)
    assert fits(elsewhere) == before and outcome(elsewhere) == undisturbed.outcome
    assert "Nothing to be done" in run(elsewhere)


def test_only_the_fits_of_an_edited_method_are_fitted_again(elsewhere):
    with open(elsewhere / EDITED, "a") as source:
        source.write("\n# another thought\n")
    said = status(elsewhere)
    assert "4 fit files made elsewhere" in said
    assert f"stumps/0000-0000.npz was made by other code ({EDITED})" in said
    assert jobs(run(elsewhere, "--dry-run"))["fit"] == 2
    before = fits(elsewhere)
    told = run(elsewhere)
    assert f"was made by other code ({EDITED}); it is made again" in told
    changed = {path for path, data in fits(elsewhere).items() if before[path] != data}
    assert {Path(path).parent.name for path in changed} == {"stumps"} and len(changed) == 2
