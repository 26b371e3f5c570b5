"""Results of two machines are joined after a check, and then are those of one run."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from methods.sealed_files import read_sealed_json
from tests.faults.conftest import METHODS, outcome, toy_project
from tests.project import environment, run

pytestmark = pytest.mark.slow

SLUGS = [name.lower() for name in METHODS]
BASE = "results/toy/main/fits/wdbc"


@pytest.fixture(scope="module")
def halves(tmp_path_factory) -> Path:
    """A folder with three projects: one with trial 0, one with trial 1, one with the whole run."""
    folder = tmp_path_factory.mktemp("halves")
    for name, seed in (("first", "0000-0000"), ("second", "0001-0001")):
        toy_project(folder / name)
        run(folder / name, *(f"{BASE}/{slug}/{seed}.npz" for slug in SLUGS))
    run(toy_project(folder / "whole"))
    return folder


@pytest.fixture
def copies(halves, tmp_path) -> Path:
    return shutil.copytree(halves, tmp_path / "copies", symlinks=True)


def merge(folder: Path, *others: str) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-m", "methods", "merge", *others, "--config", "datasets=all"]
    return subprocess.run(words, cwd=folder, env=environment(), text=True, capture_output=True)


def test_two_halves_give_the_tables_and_verdicts_of_one_run(copies):
    done = merge(copies / "first", "../second")
    assert done.returncode == 0, done.stderr
    assert "took 3 files of fits, 1 file of splits; 2 files are here already" in done.stdout
    printed = run(copies / "first")
    assert "0 of them fit methods" in printed
    assert outcome(copies / "first") == outcome(copies / "whole")


def test_fits_of_edited_code_are_refused_with_the_name_of_the_file(copies):
    file = copies / "first/methods/margin/primal_svm.py"
    file.write_text(file.read_text() + "\n# an edit\n")
    done = merge(copies / "first", "../second")
    assert done.returncode == 1
    assert "was made by other code (methods/margin/primal_svm.py)" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not (copies / "first" / BASE / "svm/0001-0001.npz").exists()
    assert (copies / "first" / BASE / "stumps/0001-0001.npz").exists()


def test_another_outcome_of_the_same_fit_is_kept_apart(copies):
    done = merge(copies / "first", "../whole")
    assert done.returncode == 0, done.stderr
    assert "3 files are here with other bytes" in done.stdout
    assert "(3 of them differ in seconds and memory only)" in done.stdout
    (kept,) = (copies / "first/results/conflicts/toy/main/fits/wdbc/svm").iterdir()
    assert kept.read_bytes() == (copies / "whole" / BASE / "svm/0000-0000.npz").read_bytes()
    before = (copies / "first" / BASE / "svm/0000-0000.npz").read_bytes()
    assert before != kept.read_bytes()
    merge(copies / "first", "../whole")
    assert list(kept.parent.iterdir()) == [kept], "kept once"


def test_a_damaged_file_and_a_folder_without_results_are_named(copies):
    file = copies / "second" / BASE / "svm/0001-0001.npz"
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)
    done = merge(copies / "first", "../second")
    assert done.returncode == 1
    assert "svm/0001-0001.npz is damaged" in done.stderr.replace(":", "")
    (copies / "empty").mkdir()
    done = merge(copies / "first", "../empty")
    assert done.stderr == "error: ../empty: no results of a run in this folder\n"


def test_data_that_only_the_other_has_are_taken_with_their_files(copies):
    shutil.rmtree(copies / "first/results/data")
    done = merge(copies / "first", "../whole")
    assert done.returncode == 0, done.stderr
    report = copies / "first/results/data/raw/wdbc/fetched.json"
    assert read_sealed_json(report)["status"] == "ok"
    assert (copies / "first/results/data/wdbc.npz").exists()
