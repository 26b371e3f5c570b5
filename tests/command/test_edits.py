"""A step does not begin if what it reads was edited after the run began."""

import json
from pathlib import Path

import pytest
import yaml

from methods.bench import dependencies, paths, source_hash
from methods.bench.dependencies import stored_files
from methods.bench.plan import read_plan
from methods.command.command_line import main
from methods.command.edits import refuse_edits
from methods.errors import UserError
from methods.sealed_files import read_sealed

EXPERIMENT, DESCRIPTOR = "workflow/experiments/toy.yaml", "datasets/alpha.yaml"
RAW, DATA = "results/data/raw/alpha/fetched.json", paths.prepared("alpha")
SPLITS = paths.splits("toy", "main", "alpha", "0000-0001")
TREE = paths.fits("toy", "main", "alpha", "small_tree", "0000-0001")
SCORES, CLAIMS = paths.stored("toy", "main", "alpha")["scores"], paths.claims("toy")
CONFIG = ["--config", "trials=2"]
STEPS = {
    RAW: ["fetch", "alpha", "--out", RAW],
    DATA: ["prepare", "alpha", "--fetched", RAW, "--out", DATA],
    SPLITS: ["split", "toy", "main", DATA, "--seeds", "0:1", "--out", SPLITS],
    TREE: ["fit", "toy", "main", "small_tree", "--data", DATA, "--splits", SPLITS,
           "--seeds", "0:1", "--out", TREE],
    SCORES: ["evaluate", "toy", "main", "alpha", *CONFIG],
    CLAIMS: ["aggregate", "toy", *CONFIG],
    "figures": ["figures", "toy", *CONFIG],
    paths.LEDGER: ["report", *CONFIG],
}  # fmt: skip


def planned(file):
    """What a run that begins now lets the step of a file state."""
    plan = read_plan(Path(), CONFIG[1:])
    if file == "figures":
        return dependencies.of_figures(plan, "toy")
    return {stored.path: dict(stored.stated) for stored in stored_files(plan)}[file]


def call(file, stated):
    first, *rest = STEPS[file]
    return main([first, "--made-from", json.dumps(stated), *rest])


def edit(file, *keys, to):
    content = yaml.safe_load(Path(file).read_text())
    part = content
    for key in keys[:-1]:
        part = part[key]
    part[keys[-1]] = to
    Path(file).write_text(yaml.safe_dump(content, sort_keys=False))


MAIN = ("studies", "main")
EDITS = {
    (RAW, "the descriptor or the table"): (DESCRIPTOR, "shape", [None, None]),
    (DATA, "the descriptor or the table"): (DESCRIPTOR, "shape", [None, None]),
    (SPLITS, "split or scaling"): (EXPERIMENT, *MAIN, "split", {"kind": "folds", "folds": 2}),
    (TREE, "what the YAML files say"): (EXPERIMENT, "methods", "Small tree", "max_depth", 3),
    (SCORES, "a metric"): (EXPERIMENT, *MAIN, "metrics", ["roc_auc"]),
    (CLAIMS, "what the YAML files say"): (EXPERIMENT, "claims", "wins", "says", "much"),
    ("figures", "what the YAML files say"): (EXPERIMENT, "title", "Another one"),
}  # fmt: skip


@pytest.mark.parametrize(("file", "what"), EDITS)
def test_what_was_edited_is_not_made_and_is_named(finished, capsys, file, what):
    stated = planned(file)
    if file == SCORES:
        edit(EXPERIMENT, *MAIN, "metrics", to=["accuracy"])
        stated = planned(file)
    where, *keys, value = EDITS[file, what]
    before = Path(TREE).read_bytes(), Path(CLAIMS).read_bytes()
    capsys.readouterr()
    edit(where, *keys, to=value)
    assert call(file, stated) == 1
    error = capsys.readouterr().err
    assert error.startswith(f"error: changed since this run began: {what}")
    assert error.endswith("; start the run again\n")
    assert (Path(TREE).read_bytes(), Path(CLAIMS).read_bytes()) == before


@pytest.mark.parametrize("file", [SPLITS, TREE, SCORES, CLAIMS])
def test_a_step_makes_what_was_planned_after_edits_of_what_it_does_not_read(finished, file):
    stated = planned(file)
    edit(EXPERIMENT, "methods", "Broken", "max_depth", to=-2)
    edit(DESCRIPTOR, "notes", to="Another one.")
    Path(file).unlink()
    assert call(file, stated) == 0
    assert read_sealed(file).made_from.items() >= stated.items()


def test_an_edited_plugin_is_not_fitted(finished, monkeypatch, capsys):
    plugin = finished / "plugins/of_hers.py"
    plugin.parent.mkdir()
    plugin.write_text("from sklearn.tree import DecisionTreeClassifier as Tree\n")
    monkeypatch.syspath_prepend(plugin.parent)
    monkeypatch.setattr(source_hash, "PLUGINS", plugin.parent)
    edit(EXPERIMENT, "methods", "Small tree", "class", to="of_hers.Tree")
    stated = planned(TREE)
    plugin.write_text(plugin.read_text() + "# another one\n")
    for function in vars(source_hash).values():
        getattr(function, "cache_clear", lambda: None)()  # a step is a process of its own
    assert call(TREE, stated) == 1
    assert "changed since this run began: the code or a package; start" in capsys.readouterr().err


def test_a_package_that_was_there_when_the_run_began_is_asked_for(finished, monkeypatch, capsys):
    """The gap would be stored as the fit, and stay."""
    stated = planned(TREE)
    monkeypatch.setattr("methods.bench.experiments.Study.lacks", lambda *_: "not installed")
    assert call(TREE, stated) == 1
    assert "changed since this run began: the code or a package" in capsys.readouterr().err


def test_the_report_and_compiled_code_are_of_the_planned_code(finished, monkeypatch, capsys):
    stated = planned(paths.LEDGER)
    monkeypatch.setattr(dependencies, "source", lambda *modules: "another")
    assert call(paths.LEDGER, stated) == 1
    compiled = ["compile", "methods.margin._kernels", "--out", "a.json"]
    assert main([*compiled, "--made-from", '{"source": "one"}']) == 1
    said = "error: changed since this run began: the code or a package; start the run again\n"
    assert capsys.readouterr().err == 2 * said


@pytest.mark.parametrize(
    ("planned", "here", "said"),
    [
        ({"source": "1"}, [{"source": "2"}, {"source": "1"}], None),
        ({"file": "a", "settings": "1"}, [{"settings": "2"}], None),
        ({"meaning": "1"}, [{"meaning": "1", "source": "2"}], None),
        ({"meaning": "1", "source": "1"}, [{"source": "2"}, {"source": "1"}],
         "what the YAML files say; start"),
        ({"meaning": "1", "source": "1"}, [{"meaning": "2", "source": "2"}],
         "what the YAML files say, the code or a package; start"),
    ],
)  # fmt: skip
def test_only_what_was_planned_and_may_be_edited_is_compared(planned, here, said):
    if said is None:
        refuse_edits(planned, here)
        return
    with pytest.raises(UserError, match=said):
        refuse_edits(planned, here)
