"""The examples of CONTRIBUTING.md, word for word, in a copy of the project."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest

from methods.claims.ledger import read_claims

ROOT = Path(__file__).resolve().parents[2]
FILE = re.compile(r"^<!-- file: (\S+) -->\n```\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
RUN = re.compile(r"^<!-- run -->\n```\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def copy(tmp_path_factory) -> Path:
    """The project with the files that the text shows."""
    folder = tmp_path_factory.mktemp("copy") / "project"
    ignored = shutil.ignore_patterns(".*", "results")  # compiled code works in the copy too
    shutil.copytree(ROOT, folder, symlinks=True, ignore=ignored)
    (folder / ".venv").symlink_to(sys.prefix)
    for name, content in FILE.findall(TEXT):
        file = folder / name
        assert not file.exists(), f"{name} is a file of the project; name the example differently"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content, encoding="utf-8")
    return folder


def run(folder: Path, command: str) -> str:
    environment = {key: value for key, value in os.environ.items() if "MARGINBENCH" not in key}
    completed = subprocess.run(
        ["bash", "-c", command], cwd=folder, env=environment, capture_output=True, text=True
    )
    assert completed.returncode == 0, f"{command}\n{completed.stdout}{completed.stderr}"
    return completed.stdout


def test_the_text_shows_a_plugin_both_kinds_of_data_sets_an_experiment_and_a_paper():
    folders = [str(Path(name).parent) for name, _ in FILE.findall(TEXT)]
    assert sorted(folders) == [
        "datasets", "datasets", "datasets/local", "datasets/local", "plugins", "plugins",
        "workflow/experiments", "workflow/experiments", "workflow/papers", "workflow/published",
    ]  # fmt: skip
    assert len(RUN.findall(TEXT)) == 2


@pytest.mark.slow
def test_the_examples_run_as_they_stand(copy):
    commands, _ = RUN.findall(TEXT)
    printed = [run(copy, command) for command in commands.splitlines()]
    assert printed[0].startswith("no fault in ")
    assert re.search(r"means/halves +8 +0 +0 +0 +0 +–", printed[2])
    assert "plugins/nearest_mean.py" in printed[3] and "2/2" in printed[3]
    errors = pd.read_csv(copy / "results/means/errors.csv").set_index(["dataset", "method"])
    assert (errors["n"] == 2).all() and len(errors) == 8
    assert errors.loc[("ward", "Nearest mean"), "mean"] == 0
    missed = pd.read_csv(copy / "results/means/halves_missed_patients.csv")
    assert missed["mean"].notna().all()
    areas = (copy / "results/means/halves_roc_auc_ovr.md").read_text(encoding="utf-8")
    assert "No roc_auc_ovr: Nearest mean (no probabilities)." in areas

    # an edit of the plugin or of the table makes only its own results stale
    with open(copy / "plugins/nearest_mean.py", "a") as source:
        source.write("# another thought\n")
    status = run(copy, commands.splitlines()[2])
    assert re.search(r"means/halves +4 +0 +4 +0 +0", status)
    with open(copy / "datasets/local/clinic.csv", "a") as table:
        table.write("64,151,ill\n")
    status = run(copy, commands.splitlines()[2])
    assert re.search(r"means/halves +3 +0 +5 +0 +0", status)
    plan = run(copy, commands.splitlines()[1] + " --dry-run")
    assert re.search(r"^fit +5$", plan, re.MULTILINE)


@pytest.mark.slow
def test_the_paper_is_audited_as_it_stands(copy):
    _, commands = RUN.findall(TEXT)
    checked, audited, _, shown = (run(copy, command) for command in commands.splitlines())
    assert checked.startswith("no fault in ")
    (finding,) = [line for line in audited.splitlines() if "cannot come from 4" in line]
    assert "6.25" in finding and "Naive Bayes" in finding
    claims = read_claims(copy / "results/quick_means/claims.json")
    verdicts = {claim["name"]: claim["verdict"] for claim in claims}
    assert verdicts["quick_means/printed-means-are-possible"] == "fails"
    lines = [" ".join(line.split()) for line in shown.splitlines()]
    assert "tables 1 of 1 served" in lines and "figures 0 of 1 served" in lines
    page = (copy / "results/report/papers/quick_means.html").read_text(encoding="utf-8")
    assert "Quick Means" in page and "<math" in page
    assert "papers/quick_means.html" in (copy / "results/report/index.html").read_text()
