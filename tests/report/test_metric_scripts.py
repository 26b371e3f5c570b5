"""The scripts with the tables of scores by another metric."""

import json
import re
from dataclasses import replace

import pandas as pd
import pytest
from msgspec import structs

from methods.bench.plan import Plan
from methods.bench.results import Results
from methods.report.metric_scripts import metric_choices, metric_scripts
from methods.report.shown_tables import shown_tables
from methods.tables.scores import score_table
from tests.made_up import store_frame
from tests.report.conftest import NASTY, add_metric


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
