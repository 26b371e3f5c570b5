"""What differs between two runs, over the trials that both have."""

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from methods.report import changes
from methods.report.changes import cell_changes, seconds_ratio, verdict_changes
from tests.made_up import store_frame

NAN = float("nan")
STEADY = [0.30, 0.31, 0.29, 0.30, 0.32, 0.28]


@pytest.fixture
def compared(tmp_path):
    """Two runs of study `main` of `toy`, each with {(data set, method): one number a seed}.

    A key may have a condition, too.
    """

    def of(before, now, kind="scores", metrics=("error",)):
        against = frame(before, kind, metrics)
        for dataset, part in against.groupby("dataset"):
            path = tmp_path / f"toy/main/{kind}/{dataset}.parquet"
            path.parent.mkdir(parents=True, exist_ok=True)
            store_frame(part.drop(columns="dataset"), path)
        stored = frame(now, kind, metrics)
        results = SimpleNamespace(
            experiment=SimpleNamespace(name="toy"),
            datasets=lambda study: ["alpha", "beta"], methods=lambda study: ["A", "B"],
            scores=lambda study: stored, runs=lambda study: stored,
            trials=lambda study, dataset: {"alpha": 6, "beta": 2}[dataset],
        )  # fmt: skip
        return results, "main", Path(tmp_path)

    return of


def frame(values, kind, metrics):
    rows = [
        (dataset, method, seed, "".join(condition), metric, value)
        for metric in metrics
        for (dataset, method, *condition), of_seeds in values.items()
        for seed, value in enumerate(of_seeds)
        if value is not None
    ]
    names = ["dataset", "method", "seed", "condition", "metric", "value"]
    made = pd.DataFrame(rows, columns=names)
    if kind == "scores":
        return made
    return made.drop(columns="metric").rename(columns={"value": "fit_seconds"}).assign(status="ok")


def changed(compared, before, now, **more):
    return cell_changes(*compared(before, now, **more)).set_index(["dataset", "method"])


def shifted(values, *by):
    return [value + by[i % len(by)] for i, value in enumerate(values)]


def test_a_cell_has_its_study_means_and_difference(compared):
    before = {("alpha", "A"): [0.1, 0.3], ("beta", "B"): STEADY}
    now = {("alpha", "A"): [0.2, 0.6], ("beta", "B"): STEADY}
    cells = changed(compared, before, now)
    assert set(cells["study"]) == {"toy/main"} and cells.columns[0] == "study"
    other, same = cells.loc[("alpha", "A")], cells.loc[("beta", "B")]
    assert (other["metric"], other["condition"], other["trials"]) == ("error", "", 2)
    assert [other["before"], other["now"], other["difference"]] == pytest.approx([0.2, 0.4, 0.2])
    assert (same["change"], same["trials"]) == ("same", 6) and pd.isna(same["p_value"])
    assert same["before"] == same["now"] and same["difference"] == 0


@pytest.mark.parametrize(
    ("by", "change"),
    [((0.1, 0.101, 0.099), "beyond noise"), ((0.1, -0.1, 0.01), "within noise"),
     ((1e-10,), "same"), ((1e-8,), "beyond noise")],
)  # fmt: skip
def test_a_shift_beyond_rounding_is_tested(compared, by, change):
    now = {("alpha", "A"): shifted(STEADY, *by)}
    cell = changed(compared, {("alpha", "A"): STEADY}, now).loc[("alpha", "A")]
    assert cell["change"] == change
    assert (cell["p_value"] < 0.05) == (change == "beyond noise")


def test_large_numbers_may_differ_by_as_large_a_rounding(compared):
    big = [1e6 * value for value in STEADY]
    for by, change in ((1e-5, "same"), (1e-2, "beyond noise")):
        cells = changed(compared, {("alpha", "A"): big}, {("alpha", "A"): shifted(big, by)})
        assert cells.loc[("alpha", "A"), "change"] == change


def test_only_trials_of_both_runs_count(compared):
    before = {("alpha", "A"): [0.1, 0.2, None, 0.4, NAN]}
    now = {("alpha", "A"): [0.1, None, 0.9, 0.4, 0.7]}
    cell = changed(compared, before, now).loc[("alpha", "A")]
    assert (cell["trials"], cell["change"]) == (2, "same")
    assert cell["before"] == cell["now"] == 0.25


def test_planned_trials_without_a_score_that_the_other_run_has_are_lost(compared):
    before = {(name, "A"): STEADY for name in ("alpha", "beta")}
    lacking = {("alpha", "A"): [None, NAN, *STEADY[2:]], ("beta", "A"): [STEADY[0], None]}
    cells = changed(compared, before, lacking)
    assert cells.loc[("alpha", "A"), ["trials", "lost", "change"]].tolist() == [4, 2, "same"]
    assert cells.loc[("beta", "A"), ["trials", "lost"]].tolist() == [1, 1]
    assert changed(compared, lacking, before)["lost"].sum() == 0


def test_a_cell_of_one_run_has_the_mean_of_that_run_alone(compared):
    gone, new = {("alpha", "A"): [0.1, 0.3]}, {("alpha", "B"): [0.2, 0.6]}
    cells = changed(compared, gone, new)
    assert list(cells["change"]) == ["gone", "new"] and list(cells["trials"]) == [0, 0]
    assert cells["before"].tolist() == pytest.approx([0.2, NAN], nan_ok=True)
    assert cells["now"].tolist() == pytest.approx([NAN, 0.4], nan_ok=True)
    assert cells[["difference", "p_value"]].isna().all(axis=None)


def test_a_cell_whose_runs_share_no_trial_is_new(compared):
    before, now = {("alpha", "A"): [0.1, None]}, {("alpha", "A"): [None, 0.4]}
    cell = changed(compared, before, now).loc[("alpha", "A")]
    assert (cell["change"], cell["now"]) == ("new", 0.4) and pd.isna(cell["before"])


def test_trials_that_failed_in_both_runs_are_no_cell(compared):
    cells = cell_changes(*compared({("alpha", "A"): [NAN]}, {("alpha", "A"): [NAN]}))
    assert cells.empty and "change" in cells


def test_more_cells_of_a_metric_that_differ_need_a_smaller_p_value(compared):
    noisy = shifted(STEADY, 0.1, 0.01, 0.04)  # p is 0.02 for a cell alone
    alone = changed(compared, {("alpha", "A"): STEADY}, {("alpha", "A"): noisy})
    assert alone["change"].tolist() == ["beyond noise"]
    cells = [("alpha", "A"), ("alpha", "B"), ("beta", "A")]
    three = changed(compared, dict.fromkeys(cells, STEADY), dict.fromkeys(cells, noisy))
    assert set(three["change"]) == {"within noise"}
    assert three["p_value"].to_list() == pytest.approx([3 * alone["p_value"].iloc[0]] * 3)


def test_the_conditions_of_a_study_are_corrected_together(compared):
    noisy = shifted(STEADY, 0.1, 0.01, 0.04)  # p is 0.02 for a cell alone
    cells = [("alpha", "A", condition) for condition in ("0", "1", "2")]
    three = changed(compared, dict.fromkeys(cells, STEADY), dict.fromkeys(cells, noisy))
    assert three["condition"].tolist() == ["0", "1", "2"]
    assert set(three["change"]) == {"within noise"}


def test_a_p_value_of_five_percent_is_within_noise(compared, monkeypatch):
    noisy = {("alpha", "A"): shifted(STEADY, 0.1, 0.01, 0.04)}
    for p_value, change in ((0.05, "within noise"), (0.0499, "beyond noise")):
        monkeypatch.setattr(changes, "holm_correction", lambda p_values, p=p_value: [p])
        cells = changed(compared, {("alpha", "A"): STEADY}, noisy)
        assert cells["change"].tolist() == [change]


def test_other_metrics_do_not_count_towards_the_correction(compared):
    noisy = shifted(STEADY, 0.1, 0.01, 0.04)
    metrics = ("error", "roc_auc", "brier")
    cells = changed(compared, {("alpha", "A"): STEADY}, {("alpha", "A"): noisy}, metrics=metrics)
    assert set(cells["metric"]) == set(metrics) and set(cells["change"]) == {"beyond noise"}


def test_methods_and_data_sets_of_the_other_run_alone_are_left_out(compared):
    before = {("alpha", "A"): STEADY, ("alpha", "Z"): STEADY, ("gamma", "A"): STEADY}
    cells = changed(compared, before, {("alpha", "A"): STEADY})
    assert list(cells.index) == [("alpha", "A")]


def test_the_ratio_of_seconds_is_the_geometric_mean_over_fits_of_both_runs(compared):
    before = {("alpha", "A"): [1.0, 2.0, 5.0, None], ("beta", "B"): [1.0]}
    now = {("alpha", "A"): [8.0, 4.0, None, 7.0], ("beta", "B"): [0.5]}
    assert seconds_ratio(*compared(before, now, "runs")) == pytest.approx(2.0)


def test_fits_of_no_measured_time_have_no_ratio(compared):
    before = {("alpha", "A"): [1.0, 0.0, 1.0, 0.0]}
    now = {("alpha", "A"): [3.0, 1.0, 0.0, 0.0]}
    assert seconds_ratio(*compared(before, now, "runs")) == pytest.approx(3.0)
    nothing = seconds_ratio(*compared({("alpha", "A"): [0.0]}, {("alpha", "A"): [0.0]}, "runs"))
    assert pd.isna(nothing)


def test_failed_fits_have_no_ratio(compared):
    results, study, against = compared(
        {("alpha", "A"): [1.0, 1.0]}, {("alpha", "A"): [2.0, 9.0]}, "runs"
    )
    runs = results.runs("main")
    runs["status"] = ["ok", "timeout"]
    assert seconds_ratio(results, study, against) == pytest.approx(2.0)


def test_fits_that_failed_before_have_no_ratio(compared, tmp_path):
    given = compared({("alpha", "A"): [1.0, 1.0]}, {("alpha", "A"): [2.0, 9.0]}, "runs")
    path = tmp_path / "toy/main/runs/alpha.parquet"
    store_frame(pd.read_parquet(path).assign(status=["ok", "timeout"]), path)
    assert seconds_ratio(*given) == pytest.approx(2.0)


def test_the_seconds_of_a_fit_are_compared_under_its_own_condition(compared):
    before = {("alpha", "A", "0"): [1.0], ("alpha", "A", "1"): [10.0]}
    now = {("alpha", "A", "0"): [2.0], ("alpha", "A", "2"): [30.0]}
    assert seconds_ratio(*compared(before, now, "runs")) == pytest.approx(2.0)


def test_a_verdict_changes_if_both_runs_have_it_and_differ():
    def claims(**verdicts):
        return [{"name": n, "verdict": v, "reason": f"why {v}"} for n, v in verdicts.items()]

    before = claims(a="holds", b="holds", gone="fails")
    now = claims(b="fails", a="holds", new="holds")
    assert verdict_changes(before, now) == [
        {"name": "b", "before": "holds", "now": "fails", "reason": "why fails"}
    ]


def test_all_cells_of_a_study_that_the_other_run_lacks_are_new(compared):
    cells = changed(compared, {}, {("alpha", "A"): [0.1, 0.3], ("beta", "B"): STEADY})
    assert list(cells["change"]) == ["new", "new"]
    assert list(cells["now"]) == pytest.approx([0.2, 0.3]) and cells["before"].isna().all()
    assert np.isnan(seconds_ratio(*compared({}, {("alpha", "A"): [1.0, 2.0]}, kind="runs")))


def test_an_infinite_number_in_one_run_does_not_stop_the_comparison():
    trials = pd.DataFrame(
        {"value_before": [1.0, 2.0, 3.0, np.inf], "value_now": [1.0, 2.5, 3.1, 4], "lost": False}
    )
    *_, p_value, change = changes._cell(("m", "d", "A", ""), trials)
    assert change == changes.NOISE and 0 < p_value < 1


def test_the_seconds_of_a_fit_are_compared_on_its_own_data_set(compared):
    before = {("alpha", "A"): [1.0], ("beta", "A"): [100.0]}
    now = {("beta", "A"): [800.0]}
    assert seconds_ratio(*compared(before, now, "runs")) == pytest.approx(8.0)
