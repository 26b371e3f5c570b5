"""Code that cannot be imported is one line: of which method, where, and why."""

import sys

import pytest

from methods.bench.plan import read_plan
from methods.command import code_names
from methods.command.code_names import faults_of_code, refuse_lost_code
from methods.errors import UserError
from tests.made_up import MAJORITY, experiment, study, write_descriptor, write_experiment

BAD = {"class": "bad_module.Machine"}


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A sound method and a bad one, in two studies; `bad_module.py` does not exist yet."""
    write_descriptor(tmp_path, "alpha")
    (tmp_path / "config.yaml").write_text("{}")
    studies = {name: study(["alpha"], ["A", "B"]) for name in ("main", "side")}
    content = experiment(methods={"A": MAJORITY, "B": {**BAD, "inner": MAJORITY}})
    write_experiment(tmp_path, content | {"studies": studies})
    monkeypatch.delitem(sys.modules, "bad_module", raising=False)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return tmp_path


SOURCES = {
    "syntax": ("x = 1\ndef f(:\n", "{file}:2: SyntaxError: invalid syntax"),
    "import": ("\nimport no_such_module\n",
               "{file}:2: ModuleNotFoundError: No module named 'no_such_module'"),
    "error": ("{}['a']\n", "{file}:1: KeyError: 'a'"),
    "error in a library": ("import json\njson.loads('?')\n", "decoder.py:"),
    "exit": ("import sys\nsys.exit('bye')\n", "{file}:2: SystemExit: bye"),
    "class": ("class Machines: ...\n", "unknown name 'Machine'; did you mean 'Machines'?"),
}  # fmt: skip


@pytest.mark.parametrize("name", SOURCES)
def test_the_file_and_the_line_of_the_cause_are_named(project, name):
    text, message = SOURCES[name]
    file = project / "bad_module.py"
    file.write_text(text)
    plan = read_plan(project)
    (fault,) = faults_of_code(plan, plan.studies())
    assert fault.startswith("toy: methods.B: ") and "\n" not in fault
    assert message.format(file=file) in fault


def test_a_module_that_is_gone_is_named(project):
    with pytest.raises(UserError) as caught:
        refuse_lost_code(read_plan(project))
    assert str(caught.value) == (
        "toy: methods.B: cannot import 'bad_module.Machine': No module named 'bad_module'"
    )


def test_only_what_is_selected_is_imported(project):
    refuse_lost_code(read_plan(project, ["methods=[A]"]))


def test_a_machine_that_was_renamed_gets_the_nearest_name(project):
    content = experiment(methods={"A": {"class": "methods.PrimalSVN"}})
    write_experiment(project, content)
    with pytest.raises(UserError, match=r"unknown name 'PrimalSVN'; did you mean 'PrimalSVM'\?"):
        refuse_lost_code(read_plan(project))


def test_recorded_functions_are_imported_too(project):
    content = experiment(methods={"A": MAJORITY})
    content["studies"]["main"]["record"] = {"curves": {"c": "methods.seeds.non"}}
    write_experiment(project, content)
    with pytest.raises(UserError, match=r"toy/main: methods\.seeds: unknown name 'non'"):
        refuse_lost_code(read_plan(project))


@pytest.mark.parametrize(
    "more",
    [
        {"parameters_by_dataset": {"alpha": {"A": {"inner": BAD}}}},
        {"conditions": {"vary": "test_noise", "name": BAD["class"], "values": [0, 1]}},
    ],
)
def test_code_that_only_a_data_set_or_a_condition_needs_is_imported_too(project, more):
    content = experiment(methods={"A": MAJORITY | {"inner": MAJORITY}})
    content["studies"]["main"] |= more
    write_experiment(project, content)
    with pytest.raises(UserError, match=r"cannot import 'bad_module\.Machine'"):
        refuse_lost_code(read_plan(project))


def test_a_metric_of_ones_own_is_no_code_that_is_trusted(project, monkeypatch):
    asked = []
    monkeypatch.setattr(
        code_names, "faults_unless_known",
        lambda question, code, look: asked.append((question, list(code))) or [],
    )  # fmt: skip
    own = {"function": "costs.missed", "lower_is_better": True}
    write_experiment(project, experiment(methods={"A": MAJORITY}, metrics=["roc_auc", own]))
    plan = read_plan(project)
    list(faults_of_code(plan, plan.studies()))
    assert [code for question, code in asked if question.startswith("metrics ")] == [
        ["costs.missed"]
    ]
