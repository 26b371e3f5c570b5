"""`check` says in one line what is wrong with a metric, before anything is fitted."""

import pytest
import yaml

from methods.bench.plan import read_plan
from methods.command.command_line import main

ROC = {"function": "methods.figures.probabilities.roc_curves", "study": "main"}
SCORES = {"function": "methods.tables.scores.score_table", "study": "main"}
PLUGIN = "def cost(y, predicted):\n    return 1.0\n"


@pytest.fixture
def check(project, capsys, monkeypatch):
    """The faults of the project after an edit of its experiment file."""
    (project / "made_up_metric.py").write_text(PLUGIN)
    monkeypatch.syspath_prepend(str(project))
    file = project / "workflow/experiments/toy.yaml"

    def checked(*arguments, main_study=None, **changed):
        content = yaml.safe_load(file.read_text()) | changed
        content["studies"]["main"] |= main_study or {}
        file.write_text(yaml.safe_dump(content, sort_keys=False))
        status = main(["check", *arguments])
        return status, capsys.readouterr().err.splitlines()

    return checked


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ({"metrics": ["roc_auk"]}, "toy/main: metrics: unknown metric 'roc_auk'; did you mean"),
        ({"metrics": ["made_up_metric.cots"]}, "unknown name 'cots'; did you mean 'cost'?"),
        ({"metrics": ["made_up_metric.cost"]},
         "toy/main: metrics: made_up_metric.cost does not say whether low or high is good; write "
         "{function: made_up_metric.cost, lower_is_better: true}, or false"),
        ({"metrics": ["nowhere.cost"]}, "toy/main: metrics: cannot import 'nowhere.cost'"),
        ({"metrics": [{"function": "roc_auc", "nam": "AUC"}]}, "unknown key 'nam'; did you mean"),
        ({"metrics": ["roc auc"]}, "'roc auc' is not the name of a scorer such as roc_auc"),
        ({"metrics": ["a.roc_auc", "roc_auc"]}, "two metrics have the name 'roc_auc'"),
        ({"main_study": {"metrics": ["roc_auc"], "record": {"scalars": {"roc_auc": "a_"}}}},
         "the study records a number 'roc_auc'; write another name"),
        ({"tables": {"t": {**SCORES, "metric": "roc_auc"}}},
         "toy: tables: t: metric: unknown metric 'roc_auc'"),
        ({"metrics": ["roc_auc"],
          "tables": {"t": {**SCORES, "metric": "roc_auc", "lower_is_better": False}}},
         "toy: tables: t: roc_auc knows its direction; remove lower_is_better"),
        ({"figures": {"f": ROC}}, "toy: figures: f: curve: add roc_curve to the metrics"),
    ],
)  # fmt: skip
def test_a_fault_of_a_metric_is_a_line(check, changed, fault):
    status, faults = check(**changed)
    assert status == 1 and fault in faults[0] and faults[0].startswith("error: ")


COST = "{function: made_up_metric.cost, name: price, lower_is_better: true}"


@pytest.mark.parametrize(
    ("metrics", "name"),
    [("[roc_auc, top_k_accuracy]", "roc_auc"), ("roc_auc", "roc_auc"), (f"[{COST}]", "price")],
)
def test_metrics_of_the_command_line_are_those_of_every_study(project, check, metrics, name):
    entry = f"metrics={metrics}"
    status, faults = check("--config", entry, tables={"t": {**SCORES, "metric": name}})
    assert status == 0, faults
    assert name in read_plan(project, [entry]).study("toy", "main").metrics


def test_a_metric_of_the_command_line_can_be_misspelt_too(check):
    status, faults = check("--config", "metrics=[roc_auk]")
    assert status == 1 and "did you mean 'roc_auc'?" in faults[0]


def test_a_metric_and_a_curve_that_nothing_shows_get_an_output(project, check):
    table = {**SCORES, "metric": "f1", "percent": True}
    assert check(metrics=["roc_auc", "f1", "roc_curve"], tables={"mine": table})[0] == 0
    toy = read_plan(project).experiments["toy"]
    assert set(toy.tables) == {"mine", "main_roc_auc"} and set(toy.figures) == {"main_roc_curve"}
    assert toy.tables["main_roc_auc"]["metric"] == "roc_auc"


def test_a_sweep_gets_no_output_of_itself(project, check):
    sweep = {"vary": "parameter", "name": "max_depth", "values": [1, 2]}
    study = {"conditions": sweep, "methods": ["Small tree"]}
    check(metrics=["roc_auc"], main_study=study, claims={}, tables={})
    assert not read_plan(project).experiments["toy"].tables
