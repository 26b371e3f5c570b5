"""The table of seconds, from made-up runs."""

import pandas as pd
import pytest

from methods.tables.seconds import seconds_table, trial_seconds
from methods.tables.table import NO_VALUE
from tests.claims.stored import stored
from tests.made_up import made_up_results

NAN = float("nan")


def test_seconds_are_means_over_finished_fits_beside_the_printed_ones(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    printed = {"table": "t1", "dataset": "all", "method": "A", "metric": "train_seconds"}
    rows = [printed | {"value": 0.05, "spread": NAN}]
    scores = {"alpha": {"A": [0.1, 0.1, NAN, 0.1], "B": [NAN] * 4}}
    results = made_up_results(tmp_path, scores, published=pd.DataFrame(rows))
    table = seconds_table(
        results, study="main", published={"table": "t1", "metric": "train_seconds"}
    )
    row = table.data.set_index("method").loc["A"]
    assert (row["n"], row["fit_seconds"], row["fit_seconds_median"]) == (3, pytest.approx(7 / 3), 2)
    assert table.cells.loc["A", "fit_seconds"] == "2.33 n=3/4"
    assert "n: the means of the row are over so many of its fits" in table.caption
    assert table.cells.loc["A", "printed_seconds"] == "0.05"
    assert set(table.cells.loc["B"]) == {NO_VALUE}


def timed(**more):
    names = ("alpha", "again", "beta")
    seconds = {name: {"A": [k, 3.0 * k, 5.0 * k]} for k, name in enumerate(names, 1)}
    scores = {"main": {"error": {name: {"A": [0.1] * 3} for name in names}}}
    return stored(scores, seconds=seconds, version_of={"again": "alpha"}, **more)


def test_seconds_are_over_one_version_of_the_data_sets_asked_for():
    table = seconds_table(timed(), study="main")
    row = table.data.iloc[0]
    # alpha takes 1, 3, 5 and beta 3, 9, 15
    assert (row["n"], row["fit_seconds"], row["fit_seconds_median"]) == (6, 6.0, 4.0)
    assert (row["tune_seconds"], row["predict_seconds"]) == (0.25, 0.5)
    assert (
        table.caption
        == "main: processor seconds, of prediction by the clock, mean over alpha, beta"
    )
    one = seconds_table(timed(), study="main", datasets=["beta"], caption="here")
    assert one.data.iloc[0]["fit_seconds"] == 9
    assert one.caption == "here: processor seconds, of prediction by the clock, mean over beta"
    gone = seconds_table(timed(), study="main", datasets=["gone"], methods=["A", "B"])
    assert gone.data["n"].tolist() == [6, 0]


def test_the_printed_seconds_are_those_of_the_method_or_a_hole():
    printed = pd.DataFrame(
        {"table": "t1", "dataset": "all", "method": ["C", "A"], "metric": "s", "value": [9.0, 0.05]}
    )
    published = {"table": "t1", "metric": "s"}
    for rows, cell in ((printed, "0.05"), (printed[:1], NO_VALUE)):
        table = seconds_table(timed(published=rows), study="main", published=published)
        assert table.cells.loc["A", "printed_seconds"] == cell


def test_without_a_method_the_table_of_seconds_is_empty():
    results = timed()
    results.plan.methods = lambda study: []
    assert list(seconds_table(results, study="main").data.columns) == ["method", "n", "fits"]


def test_one_fit_that_ended_well_among_others_is_counted():
    results = stored({"main": {"error": {"alpha": {"A": [0.1, NAN], "B": [0.1]}}}})
    table = seconds_table(results, study="main")
    assert table.cells["fit_seconds"].tolist() == ["1 n=1/2", "1"]
    assert table.caption.endswith(
        "mean over alpha; n: the means of the row are over so many of its fits, the others did not"
        " end well"
    )


def test_a_trial_without_a_choice_of_settings_takes_the_seconds_of_its_fit():
    rows = [("b", "A", 1.0, NAN), ("b", "A", 2.0, 0.5), ("a", "A", 4.0, NAN), ("a", "B", 8.0, 1.0)]
    runs = pd.DataFrame(rows, columns=["dataset", "method", "fit_seconds", "tune_seconds"])
    seconds = trial_seconds(runs)
    assert seconds["A"].to_dict() == {"a": 4.0, "b": 1.75}
    assert seconds["B"].to_dict() == pytest.approx({"a": 9.0, "b": NAN}, nan_ok=True)


def test_the_seconds_of_a_trial_are_the_mean_over_the_trials():
    runs = pd.DataFrame({"dataset": "a", "method": "A", "fit_seconds": [1.0, 2.0, 9.0],
                         "tune_seconds": 1.0})  # fmt: skip
    assert trial_seconds(runs).loc["a", "A"] == 5.0


def test_the_mean_seconds_of_a_method_are_over_its_fits():
    scores = {"alpha": {"A": [0.1, 0.1]}, "beta": {"A": [0.1, NAN]}}
    seconds = {"alpha": {"A": [1.0, 3.0]}, "beta": {"A": [8.0, 8.0]}}
    table = seconds_table(stored({"main": {"error": scores}}, seconds=seconds), study="main")
    assert table.cells.loc["A", "fit_seconds"] == "4 n=3/4"


def test_a_fit_for_all_conditions_counts_once_and_its_predictions_each():
    results = stored({"main": {"error": {"alpha": {"A": [0.1, NAN]}}}})
    clear, noisy = (results.runs("main").assign(condition=label) for label in "01")
    noisy = noisy.assign(predict_seconds=3 * clear["predict_seconds"])
    results.frames["main", "runs"] = pd.concat([clear, noisy], ignore_index=True)
    for one_fit, share in ((False, "n=2/4"), (True, "n=1/2")):
        results.study("main").one_fit_for_all_conditions = one_fit
        table = seconds_table(results, study="main")
        assert table.cells.loc["A", "fit_seconds"] == f"1 {share}"
        assert table.data["predict_seconds"].tolist() == [2 * clear["predict_seconds"].iloc[0]]


def test_a_fit_that_failed_under_one_condition_is_in_no_mean_of_seconds():
    results = stored(
        {"main": {"error": {"alpha": {"A": [0.1, 0.1]}}}}, seconds={"alpha": {"A": [1.0, 7.0]}}
    )
    runs = results.runs("main")
    noisy = runs.assign(condition="1", status=["ok", "error"])
    results.frames["main", "runs"] = pd.concat([runs, noisy], ignore_index=True)
    results.study("main").one_fit_for_all_conditions = True
    assert seconds_table(results, study="main").cells.loc["A", "fit_seconds"] == "1 n=1/2"


def test_the_median_seconds_leave_out_a_fit_that_failed_under_one_condition():
    scores = {"main": {"error": {"alpha": {"A": [0.1] * 3}}}}
    results = stored(scores, seconds={"alpha": {"A": [1.0, 7.0, 9.0]}})
    runs = results.runs("main")
    noisy = runs.assign(condition="1", status=["ok", "ok", "error"])
    results.frames["main", "runs"] = pd.concat([runs, noisy], ignore_index=True)
    results.study("main").one_fit_for_all_conditions = True
    assert seconds_table(results, study="main").data["fit_seconds_median"].tolist() == [4.0]


def test_a_method_without_a_choice_of_settings_has_no_seconds_of_tuning():
    results = timed()
    results.frames["main", "runs"]["tune_seconds"] = NAN
    assert seconds_table(results, study="main").cells.loc["A", "tune_seconds"] == NO_VALUE
