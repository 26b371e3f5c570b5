"""The scripts with the tables of scores by another metric."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest
from msgspec import structs

from methods.bench.plan import Plan
from methods.bench.results import Results
from methods.report.metric_scripts import metric_choices, metric_scripts
from methods.report.shown_tables import ShownTable, shown_tables
from methods.tables.scores import score_table
from tests.made_up import made_up_results, store_frame
from tests.report.conftest import NASTY, add_metric

SCORES = {"function": "methods.tables.scores.score_table", "study": "main"}


@pytest.fixture
def shown(run):
    """The results and the table of scores after the run has stored more numbers."""
    for metric in ("train_error", "depth"):
        add_metric("alpha", metric)
    path = run / "results/toy/main/scores/alpha.parquet"
    scores = pd.read_parquet(path)
    # of the depth both methods have as many trials, and so a rank
    store_frame(scores[(scores["metric"] != "depth") | scores["seed"].isin([0, 2])], path)
    results = Results.load(Plan.from_config({}, run), "toy", run)
    return results, shown_tables(results)[0]


def stored(results, table):
    """What each script gives to the page, by the name of the script."""
    call = re.compile(r'marginbenchFile\(("[^"]+"),(.*)\);\n')
    scripts = (call.fullmatch(text) for _, text in metric_scripts(results, table, {}))
    return {json.loads(script[1]): json.loads(script[2]) for script in scripts}


def test_the_choices_are_the_metrics_that_know_their_direction(shown):
    results, table = shown
    words = {
        "error": "test error",
        "train_error": "training error",
        "roc_auc": "area under the ROC curve",
    }
    assert metric_choices(results, table) == words


def test_a_metric_that_was_stored_beyond_the_table_alone_is_no_choice(shown):
    results, table = shown
    others = replace(table, data=table.data[table.data["dataset"] != "alpha"])
    assert len(others.data) and "train_error" not in metric_choices(results, others)


def test_a_recorded_number_is_a_choice_once_a_table_states_its_direction(shown):
    results, table = shown
    entry = table.options | {"metric": "depth", "lower_is_better": False, "percent": False}
    tables = results.experiment.tables | {"depths": entry}
    results = replace(results, experiment=structs.replace(results.experiment, tables=tables))
    assert "depth" in metric_choices(results, table)
    html = stored(results, table)["tables/scores.depth"]["html"]
    rank = re.search(r'data-row="B".*?class="r">(.)', html, re.S)
    assert rank[1] == "1" and "0.20<i> ± 0.14</i>" in html


def test_a_table_of_a_function_without_a_metric_has_no_choice(shown):
    results, table = shown
    options = {**table.options, "function": "methods.figures.curves.seconds"}
    assert metric_choices(results, replace(table, options=options)) == {}


def test_the_cells_are_those_of_the_tables_own_function(shown):
    results, table = shown
    html = stored(results, table)["tables/scores.roc_auc"]["html"]
    made = score_table(results, study="main", metric="roc_auc").data
    for row in made[made["n"] > 0].to_dict("records"):
        assert f"{row['mean']:.4f}<i> ± {row['std']:.4f}</i>" in html
    assert "higher is better" in html and "printed" not in html


def test_printed_methods_are_left_out_with_those_of_ours_that_were_not_kept(shown):
    results, table = shown
    options = table.options | {"methods": ["Printed", "B"], "best_of": {"Printed": ["gone"]}}
    html = stored(results, replace(table, options=options))["tables/scores.roc_auc"]["html"]
    assert html.count("<tr data-row") == 1


def test_names_never_become_markup(shown):
    for script in stored(*shown).values():
        assert NASTY not in script["html"] and "<img" not in script["title"] + script["html"]


def test_the_page_has_a_script_for_each_other_metric(reported):
    folder = reported / "results/report/experiments/toy/tables"
    names = {path.name for path in folder.iterdir()}
    assert names == {"scores.roc_auc.js", "main_roc_auc.error.js"}


@pytest.fixture
def plain(tmp_path, monkeypatch):
    """Results with further metrics, and a table of scores of method A on alpha."""
    monkeypatch.chdir(tmp_path)
    scores = {name: {"A": [0.1, 0.2], "B": [0.3, 0.2]} for name in ("alpha", "beta")}
    results = made_up_results(tmp_path, scores, metrics=["roc_auc"], tables={"t": SCORES})
    data = pd.DataFrame({"dataset": ["alpha"], "method": ["A"]})
    return results, ShownTable("t", SCORES, data, "", [], [])


def record(metric, **of):
    """Store a metric of the fits on alpha, or of some of them."""
    path = Path("results/toy/main/scores/alpha.parquet")
    frame = pd.read_parquet(path)
    new = frame[frame["metric"] == "error"].assign(metric=metric, **of)
    store_frame(pd.concat([frame, new], ignore_index=True), path)


def choices(plain, **options):
    results, table = plain
    return list(metric_choices(results, replace(table, options={**SCORES, **options})))


def test_the_own_metric_is_the_first_choice_and_what_was_not_stored_is_none(plain):
    assert choices(plain) == ["error"]
    record("balanced_error"), record("train_balanced_error"), record("roc_auc"), record("depth")
    plain[0].frames.clear()
    assert metric_choices(*plain) == {
        "error": "test error", "balanced_error": "balanced test error",
        "train_balanced_error": "balanced training error", "roc_auc": "area under the ROC curve",
    }  # fmt: skip
    assert choices(plain, metric="roc_auc")[:2] == ["roc_auc", "error"]


def test_a_metric_of_another_condition_or_method_is_no_choice(plain):
    record("train_error", condition="0.5"), record("roc_auc", method="B")
    assert choices(plain) == ["error"]


@pytest.mark.parametrize(
    ("entry", "is_choice"),
    [
        ({"metric": "depth", "lower_is_better": True}, True),
        ({"metric": "depth", "lower_is_better": False, "percent": False}, True),
        ({"metric": "depth"}, False), ({"lower_is_better": True}, False),
        ({"metric": "depth", "lower_is_better": True, "study": "other"}, False),
    ],
)  # fmt: skip
def test_a_recorded_number_needs_a_direction_from_a_table_on_the_study(plain, entry, is_choice):
    record("depth")
    results, table = plain
    tables = {"t": SCORES, "depths": SCORES | entry}
    results = replace(results, experiment=structs.replace(results.experiment, tables=tables))
    assert ("depth" in metric_choices(results, table)) is is_choice
    shown = [json.loads(text[text.index(",") + 1 : -3]) for _, text in
             metric_scripts(results, table, {})]  # fmt: skip
    assert [each["title"] for each in shown] == ["Depth, study main"] * is_choice
    if is_choice:
        (html,) = [each["html"] for each in shown]
        assert ("15.00" in html, "0.15" in html) == ((False, True) if "percent" in entry
                                                     else (True, False))  # fmt: skip


def test_another_metric_has_a_heading_of_its_own_with_the_condition(plain):
    record("error", condition="0.5"), record("train_error", condition="0.5")
    results, table = plain
    options = {**SCORES, "condition": "0.5"}
    ((_, text),) = metric_scripts(results, replace(table, options=options), {})
    shown = json.loads(text[text.index(",") + 1 : -3])
    assert shown["title"] == "Training error, study main, 0.5"
    assert shown["title"] in shown["html"]


def test_the_heading_of_another_metric_is_no_markup(plain):
    record("error", condition="<b>"), record("train_error", condition="<b>")
    results, table = plain
    options = {**SCORES, "condition": "<b>"}
    ((_, text),) = metric_scripts(results, replace(table, options=options), {})
    assert json.loads(text[text.index(",") + 1 : -3])["title"].endswith("study main, &lt;b&gt;")
