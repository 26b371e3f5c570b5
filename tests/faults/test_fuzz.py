"""Any content of a file gives a result or one line of error, and no stray file.

Sixty examples of each by default, three thousand with `make torture`.
"""

import contextlib
import io
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given

from methods.bench import dependencies
from methods.bench.plan import Plan
from methods.command.command_line import main
from methods.errors import UserError
from methods.project import VARIABLE
from methods.yaml_files import read_yaml
from tests.faults.mutations import MANY, changed, words
from tests.made_up import MAJORITY, experiment, study, write_paper

DESCRIPTOR = {
    "name": "toy", "aliases": ["other"], "title": "Toy", "task": "binary", "shape": [4, 2],
    "classes": {"a": 2, "b": 2}, "licence": "none", "origin": "none", "citation": "none",
    "printed": [{"source": "erm", "name": "toy", "shape": [4, 2], "meets": True}],
    "unavailable": {"why": "gone", "how": "ask"},
    "sources": [
        {"files": [{"path": "toy.csv", "max_bytes": 1000}, {"path": "test.csv", "test": True}],
         "format": "delimited", "delimiter": ",", "label": "last", "labels": {"0": "a", "1": "b"},
         "drop_labels": ["2"], "drop_columns": [3], "drop_rows_with": "?", "codes": {"x": 1.5},
         "group_column": 2, "corrections": [[0, 0, 7.5]], "unit_interval": True},
        {"files": [{"path": "one.csv"}], "format": "delimited", "one_hot": [1]},
        {"bundled": "load_wine"},
        {"generator": "ringnorm", "parameters": {"n_samples": 20, "random_state": 1}},
    ],
}  # fmt: skip
EXPERIMENT = experiment(
    ["toy"],
    source="erm",
    studies={
        "main": study(
            ["toy"], ["A", "B"], about="words", trials={"smoke": 1, "quick": 2, "paper": 3},
            trials_by_dataset={"toy": 1}, parameters_by_dataset={"toy": {"strategy": "prior"}},
            seconds=5, memory_mb=100,
            scaling={"range": [-1, 1], "rows": "train"},
            conditions={"vary": "parameter", "name": "strategy", "values": ["prior", "uniform"]},
            record={"scalars": {"n": "n_outputs_"}, "components": True},
        ),
        "folds": study(["toy"], ["A"], split={"kind": "folds", "folds": 2}),
    },
    methods={"A": MAJORITY, "B": {"class": "sklearn.pipeline.Pipeline", "steps": [MAJORITY]}},
    tables={"t": {"function": "methods.tables.scores.score_table", "study": "main"}},
    figures={"f": {"function": "methods.figures.curves.rank_diagram", "study": "main"}},
    claims={"c": {"function": "methods.claims.reasoned.cannot", "why": "x", "where": "here",
                  "says": "that"}},
)  # fmt: skip
CONFIG = {
    "experiments": ["toy"], "datasets": ["toy"], "methods": ["A"], "scale": "smoke", "trials": 2,
    "block_size": 2, "mirror": None, "figure_formats": ["svg"], "strict": False, "against": None,
}  # fmt: skip


@contextlib.contextmanager
def project() -> Iterator[Path]:
    """The working directory is a new project without faults; a fixture would serve all examples."""
    with tempfile.TemporaryDirectory() as name, contextlib.chdir(name):
        root = Path(name)
        for folder in ("datasets", "workflow/experiments", "mirror"):
            (root / folder).mkdir(parents=True)
        (root / "datasets/toy.yaml").write_text(json.dumps(DESCRIPTOR))
        (root / "workflow/experiments/toy.yaml").write_text(json.dumps(EXPERIMENT))
        write_paper(root, "erm")
        (root / "config.yaml").write_text(json.dumps(CONFIG))
        (root / "mirror/toy.csv").write_text("1,x,g,9,0\n2,y,g,9,1\n")
        (root / "mirror/test.csv").write_text("1,x,h,9,0\n?,x,h,9,0\n2,y,h,9,1\n")
        yield root


def asked(plan: Plan) -> None:
    """Call everything that the Snakefile asks a plan for."""
    list(dependencies.stored_files(plan))
    for name in plan.running():
        plan.stored(name), plan.tables(name), plan.figures(name)
        dependencies.of_figures(plan, name)


def planned(root: Path) -> None:
    try:
        asked(Plan.from_config(read_yaml(root / "config.yaml"), root))
    except UserError as error:
        assert "\n" not in str(error) and len(str(error)) < 1000


def files(root: Path) -> set[Path]:
    return {path for path in root.rglob("*") if path.is_file()}


def test_the_sound_project_passes():
    """Otherwise the tests below would see only its fault."""
    with project() as root:
        asked(Plan.from_config(read_yaml(root / "config.yaml"), root))


@pytest.mark.slow
@MANY
@given(changed(CONFIG) | words)
def test_a_config_is_a_plan_or_one_line(text):
    with project() as root:
        (root / "config.yaml").write_text(text)
        planned(root)


@pytest.mark.slow
@MANY
@given(changed(EXPERIMENT) | words)
def test_an_experiment_is_a_plan_or_one_line(text):
    with project() as root:
        (root / "workflow/experiments/toy.yaml").write_text(text)
        planned(root)


@pytest.mark.slow
@MANY
@given(changed(DESCRIPTOR) | words)
def test_a_descriptor_is_a_data_set_or_one_line_and_writes_only_below_results(text):
    with project() as root, pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIABLE, str(root))
        (root / "datasets/toy.yaml").write_text(text)
        planned(root)
        before = files(root)
        said = io.StringIO()
        fetched = "results/data/raw/toy/fetched.json"
        with contextlib.redirect_stderr(said):
            status = main(["fetch", "toy", "--mirror", "mirror", "--out", fetched])
            if not status:
                prepared = ["--fetched", fetched, "--out", "results/data/toy.npz"]
                status = main(["prepare", "toy", *prepared])
        assert said.getvalue().count("\n") <= 1, said.getvalue()
        assert said.getvalue().startswith("error: ") or not status
        assert all(path.is_relative_to(root / "results") for path in files(root) - before)
