"""Another workflow takes rules of this one, with a configuration of its own."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.made_up import MAJORITY, experiment, study, write_experiment
from tests.project import copy_project, environment, run, without_seal

METHODS = {"Majority": MAJORITY}
TOY = experiment(
    methods=METHODS,
    studies={"main": study(["wdbc"], METHODS, trials=1)},
    tables={"scores": {"function": "methods.tables.scores.score_table", "study": "main"}},
)
FOREIGN = """
configfile: "theirs.yaml"

rule theirs:
    input: "results/data/wdbc.npz"
    output: "size.txt"
    shell: "wc -c < {{input}} > {{output}}"

module benchmark:
    snakefile: "{snakefile}"
    config: {{"experiments": ["toy"], "scale": "smoke"}}

use rule {rules} from benchmark as their_*
"""

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def benchmark(tmp_path_factory) -> Path:
    """The project in a folder whose name a shell, or Snakemake, might take apart."""
    folder = copy_project(tmp_path_factory.mktemp("the {project}") / "of ours")
    write_experiment(folder, TOY)
    return folder


def foreign(folder: Path, benchmark: Path, rules: str, *arguments: str) -> str:
    """What a workflow that takes these rules prints. It has a `methods` of its own."""
    (folder / "theirs.yaml").write_text("experiments: of_theirs\nsamples: [1, 2]\n")
    (folder / "methods").mkdir(exist_ok=True)
    (folder / "methods" / "__init__.py").write_text("raise SystemExit('the wrong methods')\n")
    text = FOREIGN.format(snakefile=benchmark / "Snakefile", rules=rules)
    (folder / "Snakefile").write_text(text)
    words = [sys.executable, "-m", "snakemake", "--cores", "1", *arguments]
    done = subprocess.run(words, cwd=folder, env=environment(), text=True, capture_output=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_two_rules_make_a_data_set_in_the_other_workflow(benchmark, tmp_path):
    planned = foreign(tmp_path, benchmark, "fetch, prepare", "--dry-run")
    assert "their_fetch" in planned and "their_prepare" in planned
    assert not (tmp_path / "size.txt").exists()
    printed = foreign(tmp_path, benchmark, "fetch, prepare")
    assert "steps to do" not in printed and "report:" not in printed  # ours does not speak for it
    run(benchmark, "results/data/wdbc.npz")
    made = tmp_path / "results/data/wdbc.npz"
    assert without_seal(made) == without_seal(benchmark / "results/data/wdbc.npz")
    assert int((tmp_path / "size.txt").read_text()) == made.stat().st_size


def test_all_rules_leave_the_first_target_to_the_other_workflow(benchmark, tmp_path):
    planned = foreign(tmp_path, benchmark, "*", "--dry-run")
    assert "their_prepare" in planned and "their_fit" not in planned
    planned = foreign(tmp_path, benchmark, "*", "--dry-run", "their_all")
    assert "their_fit" in planned and "their_aggregate_toy" in planned
