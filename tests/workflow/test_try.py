"""`try` from a table to the report, on the machinery of a real run."""

import re
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest

from methods.command.try_project import DEFAULTS
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
SHIPPED = ["Logistic", "k-NN", "Majority"]
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


def call(folder: Path, *more: str) -> list[str]:
    """Both streams of a `try` that must succeed, as lines."""
    words = [sys.executable, "-m", "methods", "try", "parity.csv", "--target", "sign",
             "--method", "own_parity.Parity", "--methods", *SHIPPED,
             "--cores", "2", *more]  # fmt: skip
    done = subprocess.run(
        words, cwd=folder, env=environment(), text=True, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    return done.stdout.splitlines()


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
