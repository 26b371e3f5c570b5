"""The catalogue of functions that a table, figure or claim may name."""

from pathlib import Path

from methods.bench.experiments import load_experiment, load_experiments
from methods.command.output_functions import SECTIONS, as_yaml, output_functions
from tests.made_up import experiment, write_experiment

EXPERIMENTS = Path(__file__).resolve().parents[2] / "workflow" / "experiments"
PLUGIN = '''from collections.abc import Sequence

from methods.schemas.option_kinds import MethodName, StudyName


def table(results, *, study: StudyName, methods: Sequence[MethodName] = (), level=0.5):
    """A table of my own,
    in two lines.

    And more.
    """
'''


def test_every_function_that_a_shipped_experiment_names_is_in_its_section():
    experiments = load_experiments(EXPERIMENTS)
    functions = output_functions(experiments.values())
    listed = {(function.section, function.path) for function in functions}
    assert len(listed) == len(functions)
    named = {
        (section, entry["function"])
        for each in experiments.values()
        for section in SECTIONS
        for entry in getattr(each, section).values()
    }
    assert named <= listed


def test_every_function_says_what_it_makes():
    assert all(function.summary for function in output_functions([]))


def test_a_function_of_a_plugin_is_listed_with_its_options_and_shortest_use(tmp_path, monkeypatch):
    (tmp_path / "plugin_of_a_table.py").write_text(PLUGIN)
    monkeypatch.syspath_prepend(str(tmp_path))
    entry = {"function": "plugin_of_a_table.table", "study": "main"}
    tables = {"long": entry | {"methods": ["A"]}, "short": entry, "gone": {"function": "no.table"}}
    toy = load_experiment(write_experiment(tmp_path, experiment(tables=tables)))
    (found,) = [f for f in output_functions([toy]) if not f.path.startswith("methods.")]
    assert (found.section, found.name) == ("tables", "table")
    assert found.summary == "A table of my own, in two lines."
    assert found.options == [
        ("study", "study", ""), ("methods", "list of methods", "[]"), ("level", "any value", "0.5"),
    ]  # fmt: skip
    assert found.example == (
        "tables:\n  short:\n    function: plugin_of_a_table.table\n    study: main"
    )
    assert [use.name for use in found.uses] == ["long", "short"]


def test_values_are_written_as_in_an_experiment_file():
    methods = ["A"]
    assert as_yaml({"a": methods, "b": methods}) == "{a: [A], b: [A]}"
    assert [as_yaml(value) for value in (None, True, "", float("inf"), ("x", "λ"))] == [
        "null", "true", "''", ".inf", "[x, λ]",
    ]  # fmt: skip
