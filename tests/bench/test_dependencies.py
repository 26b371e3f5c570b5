"""What makes a step run again, and what does not."""

import pytest
from msgspec.structs import replace

from methods.bench import dependencies, source_hash
from methods.bench.dependencies import (
    compiled_files,
    of_figures,
    of_verdicts,
    protocol,
    reading,
)
from methods.bench.experiments import Conditions, Method
from methods.bench.plan import Plan
from tests.made_up import experiment, write_descriptor, write_experiment


@pytest.fixture
def root(tmp_path):
    """One embedded data set, one study of two methods, a table and a figure."""
    write_descriptor(tmp_path, "alpha")
    content = experiment(
        tables={"t": {"function": "methods.tables.scores.score_table", "study": "main"}},
        figures={"f": {"function": "methods.figures.curves.rank_diagram", "study": "main"}},
    )
    write_experiment(tmp_path, content)
    return tmp_path


def of_fit(plan, **changed):
    study = replace(plan.study("toy", "main"), **changed)
    return dependencies.of_fit(study, study.methods[0], plan.scale)


def test_a_fit_depends_on_its_protocol_and_not_on_its_neighbours(root):
    made = Plan.from_config({}, root)
    base = of_fit(made)
    assert of_fit(made, trials=99, datasets=("alpha",), about="x", seconds=1.0) == base
    record = replace(made.study("toy", "main").record, components=True)
    assert of_fit(made, record=record)["meaning"] != base["meaning"]
    sweep = Conditions("parameter", "strategy", ("uniform",))
    assert of_fit(made, conditions=sweep)["conditions"] != base["conditions"]


def test_a_fit_depends_on_the_parameters_of_its_method(root):
    made = Plan.from_config({}, root)
    first, *rest = made.study("toy", "main").methods
    deeper = replace(first, spec={**first.spec, "strategy": "uniform"})
    changed = of_fit(made, methods=(deeper, *rest))
    assert changed["meaning"] != of_fit(made)["meaning"]
    renamed = replace(first, name=f"{first.name}!")  # the name seeds the method
    assert of_fit(made, methods=(renamed, *rest))["meaning"] != of_fit(made)["meaning"]


def test_a_fit_depends_on_the_code_of_what_it_measures(root):
    made = Plan.from_config({}, root)
    measures = {"share": "methods.measures.papers.erm.ensemble_loss_share"}
    record = replace(made.study("toy", "main").record, measures=measures)
    base = of_fit(made)["source"]
    assert of_fit(made, record=record)["source"] != base
    noise = Conditions("test_noise", "methods.measures.papers.erm.ensemble_loss_share", (0,))
    assert of_fit(made, conditions=noise)["source"] != base


def test_the_words_of_a_descriptor_prepare_nothing_again(root):
    before = reading(Plan.from_config({}, root).catalogue["alpha"])
    path = root / "datasets" / "alpha.yaml"
    path.write_text(path.read_text().replace("citation: none", "citation: somebody"))
    assert reading(Plan.from_config({}, root).catalogue["alpha"]) == before
    path.write_text(path.read_text().replace("benign: 357", "benign: 356"))
    assert reading(Plan.from_config({}, root).catalogue["alpha"]) != before


def test_a_method_waits_for_the_kernels_that_its_classes_import():
    pocket = {"class": "methods.perceptron.pocket.PocketPerceptron"}
    needed = [
        f"results/compiled/methods.perceptron.{module}.json"
        for module in ("_kernels", "_line_search_kernels")
    ]
    assert compiled_files(Method("plain", pocket)) == needed
    search = {"class": "sklearn.model_selection.GridSearchCV", "estimator": pocket}
    assert compiled_files(Method("nested", search)) == needed
    assert compiled_files(Method("none", {"class": "sklearn.svm.SVC"})) == []


def test_outputs_depend_on_their_entries_and_their_code(root, monkeypatch):
    made = Plan.from_config({}, root)
    base = of_figures(made, "toy")
    assert of_figures(made, "toy") == base
    assert of_verdicts(made, "toy")["meaning"] != base["meaning"]
    monkeypatch.setattr(source_hash, "module_hash", lambda name: f"{name} edited")
    source_hash.module_sources.cache_clear()
    assert of_figures(made, "toy")["source"] != base["source"]
    assert of_figures(made, "toy")["meaning"] == base["meaning"]
    source_hash.module_sources.cache_clear()


def test_the_splits_depend_on_the_protocol_alone(root):
    made = Plan.from_config({}, root)
    study = made.study("toy", "main")
    assert protocol(study) == protocol(replace(study, name="other", trials=1))
    assert protocol(study) != protocol(replace(study, split={"kind": "none"}))


def test_a_method_without_its_optional_package_states_no_code(root, monkeypatch):
    content = experiment(
        methods={"Rival": {"class": "rival_of_tests.Rival"}}, optional={"rival_of_tests": "get it"}
    )
    write_experiment(root, content)
    made = Plan.from_config({}, root)
    (study,) = made.studies()
    assert study.lacks(study.methods[0]) == "rival_of_tests is not installed; get it"
    assert "source" not in of_fit(made)
    (root / "rival_of_tests.py").write_text("class Rival: pass")
    monkeypatch.syspath_prepend(root)
    assert study.lacks(study.methods[0]) == ""
    assert "source" in of_fit(made)
