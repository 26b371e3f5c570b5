"""`try` from a table to the report, on the machinery of a real run."""

import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import numpy as np
import psutil
import pytest

from methods.command.try_project import DEFAULTS
from tests.faults.processes import at_work, wait_until
from tests.project import ROOT, copy_project, environment

OWN = '''"""A method that knows how the table was made."""

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin


class Parity(ClassifierMixin, BaseEstimator):
    def fit(self, X, y):
        self.classes_ = np.unique(y)
        self.flip_ = np.mean((np.prod(X[:, :3], axis=1) > 0) == (y == self.classes_[1])) < 0.5
        return self

    def decision_function(self, X):
        return np.prod(X[:, :3], axis=1) * (-1 if self.flip_ else 1)

    def predict(self, X):
        return self.classes_[(self.decision_function(X) > 0).astype(int)]
'''
HELD = '''"""A method whose fits wait for as long as the file `hold` is beside it."""

import time
from pathlib import Path

from sklearn.dummy import DummyClassifier


class Held(DummyClassifier):
    def fit(self, X, y):
        Path(__file__).with_name("begun").touch()
        while Path(__file__).with_name("hold").exists():
            time.sleep(0.05)
        return super().fit(X, y)
'''
SHIPPED = ["Logistic", "k-NN", "Majority"]
HELD_OUT = "results/tries/held"
HELD_CALL = "--method", "own_held.Held", "--methods", "Majority", "--trials", "1", "--out", HELD_OUT
FITS = "results/tries/parity/results/try/halves/fits"

pytestmark = pytest.mark.slow


def parity_table() -> str:
    """Words, dates and gaps that say nothing, and three numbers whose product has a sign."""
    rng = np.random.default_rng(0)
    rows = ["a,b,c,colour,seen,sign"]
    for i in range(120):
        a, b, c = rng.choice([-1.0, 1.0], 3) * rng.uniform(0.5, 1.5, 3)
        sign = "plus" if a * b * c > 0 else "minus"
        colour, day = ("red", "blue", "")[i % 3], i % 28 + 1
        rows.append(f"{a:.3f},{b:.3f},{c:.3f},{colour},2024-0{i % 9 + 1}-{day:02d},{sign}")
    return "\n".join(rows)


def started(folder: Path, *more: str) -> subprocess.Popen[str]:
    """A `try` that has begun; both streams are one."""
    words = [sys.executable, "-m", "methods", "try", "parity.csv", "--target", "sign",
             "--cores", "2", *more]  # fmt: skip
    return subprocess.Popen(
        words, cwd=folder, env=environment(), text=True, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )  # fmt: skip


def call(folder: Path, *more: str) -> list[str]:
    """Both streams of a `try` that must succeed, as lines."""
    of_all = "--method", "own_parity.Parity", "--methods", *SHIPPED
    process = started(folder, *of_all, *more)
    printed, _ = process.communicate()
    assert process.returncode == 0, printed
    return printed.splitlines()


def to_fit(lines: list[str]) -> int:
    (said,) = (line for line in lines if "of them fit methods" in line)
    return int(re.search(r"(\d+) of them", said)[1])


def contents(folder: Path) -> dict[str, str]:
    """The hash of every file below results/, without those of the tries."""
    files = (path for path in (folder / "results").rglob("*") if path.is_file())
    return {
        str(path): sha256(path.read_bytes()).hexdigest()
        for path in files
        if "tries" not in path.parts
    }


@pytest.fixture(scope="module")
def project(tmp_path_factory) -> Path:
    folder = copy_project(tmp_path_factory.mktemp("project"))
    shutil.copy2(ROOT / DEFAULTS, folder / DEFAULTS)
    (folder / "plugins").mkdir()
    (folder / "plugins" / "own_parity.py").write_text(OWN)
    (folder / "parity.csv").write_text(parity_table())
    (folder / "results" / "report").mkdir(parents=True)
    (folder / "results" / "claims.json").write_text("{}")
    (folder / "results" / "report" / "index.html").write_text("of the papers")
    return folder


def test_a_table_is_compared_scored_again_and_grown(project):
    before = contents(project)
    few = call(project, "--trials", "3")
    assert to_fit(few) == 4  # a block of each method
    assert "Too few trials to say who wins: 3 of at least 6." in few
    assert any(line.endswith("results/tries/parity/results/report/index.html, with tables and "
                             "figures in results/<experiment>/") for line in few)  # fmt: skip

    fitted = {path: path.stat().st_mtime_ns for path in (project / FITS).rglob("*.npz")}
    assert len(fitted) == 4
    more = call(project, "--trials", "8")
    assert to_fit(more) == 4  # the second blocks alone
    assert {path: path.stat().st_mtime_ns for path in fitted} == fitted
    assert "Parity wins." in more
    summary = more[next(n for n, line in enumerate(more) if line.startswith("fits: ")) :]
    assert len(summary) <= 20
    assert "Columns: 3 numeric, 1 categorical, 1 date." in summary
    assert "Gaps, filled from the training rows of each trial: colour 40." in summary

    other = call(project, "--trials", "8", "--metric", "roc_auc")
    assert to_fit(other) == 0
    assert any(line.startswith("Parity has the highest roc_auc, 1.0000") for line in other)
    assert not any(line.startswith("warning") for line in other)

    folder = project / "results/tries/parity"
    dry = [sys.executable, "-m", "snakemake", "--cores", "1", "--dry-run"]
    done = subprocess.run(dry, cwd=folder, env=environment(), text=True, capture_output=True)
    assert "Nothing to be done" in done.stdout + done.stderr

    page = (folder / "results/report/index.html").read_text()
    assert page.count("<h1>") == 1 and "<h1>Parity wins</h1>" in page
    assert "What became of the columns" in page and "#claims" not in page
    assert contents(project) == before
    assert not (project / "datasets" / "local" / "parity.csv").exists()


@pytest.fixture
def held(project) -> Iterator[subprocess.Popen[str]]:
    """A `try` in a folder of its own, in the middle of a fit."""
    plugins = project / "plugins"
    (plugins / "own_held.py").write_text(HELD)
    (plugins / "begun").unlink(missing_ok=True)
    (plugins / "hold").touch()
    process = started(project, *HELD_CALL)
    try:
        wait_until((plugins / "begun").exists)
        yield process
    finally:
        (plugins / "hold").unlink(missing_ok=True)
        if process.poll() is None:
            process.communicate()
        shutil.rmtree(project / HELD_OUT)


def test_a_second_call_is_refused_while_one_runs(project, held):
    second = started(project, *HELD_CALL)
    printed, _ = second.communicate()
    assert second.returncode == 1
    assert printed.splitlines() == [
        f"error: another run works in {project / HELD_OUT}; wait until it ends"
    ]
    (project / "plugins/hold").unlink()
    printed, _ = held.communicate()
    assert held.returncode == 0, printed


@pytest.mark.parametrize("victim", ["the command", "the pipeline"])
def test_what_is_ended_in_a_fit_leaves_no_process_and_goes_on(project, held, victim):
    folder = project / HELD_OUT
    assert at_work(folder)
    if victim == "the command":
        held.terminate()
        printed, _ = held.communicate()
        assert held.returncode == 128 + signal.SIGTERM
        assert printed.endswith("stopped; the same call goes on where this one was\n")
    else:
        (pipeline,) = psutil.Process(held.pid).children()
        pipeline.kill()
        held.communicate()
        assert held.returncode != 0
    wait_until(lambda: not at_work(folder))
    assert list((folder / ".snakemake/locks").iterdir())
    (project / "plugins/hold").unlink()
    again = started(project, *HELD_CALL)
    printed, _ = again.communicate()
    assert again.returncode == 0, printed
    assert "fits: 2 done, 0 failed" in printed
