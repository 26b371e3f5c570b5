"""What tables, figures and claims read."""

import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from msgspec import structs

from methods.bench.plan import Plan
from methods.bench.results import Results, failed, finished
from methods.data.splits import Split, save_splits
from methods.schemas.protocol import Given
from methods.sealed_files import Damaged
from tests.claims.stored import BASE, stored
from tests.made_up import made_up_results, store_arrays, store_frame, store_scores

NAN = float("nan")


@pytest.fixture
def results(tmp_path, monkeypatch) -> Results:
    monkeypatch.chdir(tmp_path)
    scores = {
        "beta": {"B": [0.1, 0.2, 0.3], "A": [0.4, NAN, 0.6]},
        "alpha": {"B": [0.5, 0.5, 0.5], "A": [0.0, 0.0, 0.3]},
    }
    return made_up_results(tmp_path, scores)


def selecting(results, **config) -> Results:
    plan = results.plan
    return replace(results, plan=replace(plan, config={**plan.config, **config}))


def test_trials_stand_in_the_order_of_the_file_with_holes(results):
    wide = results.trial_scores("main", "error")
    assert list(wide.columns) == ["B", "A"]
    assert list(wide.index) == [(d, s) for d in ("beta", "alpha") for s in range(3)]
    assert wide.loc["beta", "B"].tolist() == [0.1, 0.2, 0.3]
    assert np.isnan(wide.loc[("beta", 1), "A"]) and wide["A"].isna().sum() == 1


def test_a_summary_rests_on_the_trials_that_ended_well(results):
    summary = results.summary("main", "error", "beta", "A")
    assert (summary.n, summary.mean) == (2, 0.5)
    assert summary.std == pytest.approx(np.std([0.4, 0.6], ddof=1))


def test_frames_list_data_sets_and_methods_in_the_order_of_the_file(results):
    scores = results.scores("main", "error").sort_values(["dataset", "method", "seed"])
    assert scores["dataset"].astype(str).unique().tolist() == ["beta", "alpha"]
    assert scores["method"].astype(str).unique().tolist() == ["B", "A"]
    assert scores["dataset"].cat.ordered and scores["method"].cat.ordered
    assert results.scores("main").index.tolist() == list(range(11))
    assert results.scores("main", "nothing").empty


def test_failed_runs_are_listed_and_not_finished(results):
    runs = results.runs("main")
    assert len(runs) == 12 and len(finished(runs)) == 11
    assert failed(runs)[["dataset", "seed", "method"]].values.tolist() == [["beta", 1, "A"]]


def test_a_method_that_is_not_selected_is_a_hole(results):
    some = selecting(results, methods=["A"])
    assert some.methods("main") == ["A"]
    wide = some.trial_scores("main", "error")
    assert list(wide.columns) == ["B", "A"]
    assert wide["A"].notna().any() and wide["B"].isna().all()
    assert len(some.runs("main")) == 6


def test_a_study_without_selected_methods_is_empty_and_no_error(results):
    none = selecting(results, methods=[])
    assert none.datasets("main") == []
    for frame in (none.scores("main", "error"), none.runs("main"), none.traces("main", "x")):
        assert frame.empty and {"dataset", "method", "seed"} <= set(frame)
    assert none.trial_scores("main", "error").empty


def test_fewer_trials_leave_later_ones_out(results):
    assert len(selecting(results, trials=2).trial_scores("main", "error")) == 4


def test_the_planned_trials_are_those_of_a_data_set_or_the_most_of_any(results, monkeypatch):
    monkeypatch.setattr(Plan, "trials", lambda _, study, dataset: {"beta": 3, "alpha": 5}[dataset])
    assert results.trials("main", "beta") == 3
    assert results.trials("main") == 5


def test_a_missing_data_set_is_all_holes(results, tmp_path):
    store_scores(tmp_path, "beta", [("A", 0, NAN), ("B", 0, NAN)])
    save_splits("results/toy/main/splits/beta/0000-0002.npz", {}, {})
    wide = results.trial_scores("main", "error")
    assert wide.loc["beta"].isna().all(axis=None) and wide.loc["alpha"].notna().all(axis=None)
    assert np.isnan(results.test_train_ratio("main", "beta"))
    assert results.test_train_ratio("main", "alpha") == 0.5
    for file in Path("results/toy/main/splits/alpha").glob("*"):
        file.unlink()
    # 569 rows of the descriptor, of which the stored runs trained on 2
    assert results.test_train_ratio("main", "alpha") == 1.0


@pytest.mark.parametrize(
    ("rows", "ratio"), [((4, 1), 0.25), ((3, 3), 1.0), ((1, 4), 1.0), ((2, 200), 1.0)]
)
def test_more_test_than_training_rows_widen_no_interval(tmp_path, monkeypatch, rows, ratio):
    monkeypatch.chdir(tmp_path)
    results = made_up_results(tmp_path, {"alpha": {"A": [0.1, 0.2]}}, ratio=rows)
    assert results.test_train_ratio("main", "alpha") == ratio


def test_a_ratio_without_splits_is_that_of_the_rows_that_trained(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    results = made_up_results(tmp_path, {"alpha": {"A": [0.1, 0.2]}})
    for file in Path("results/toy/main/splits/alpha").glob("*"):
        file.unlink()
    runs = results.runs("main").assign(n_train=400)
    results.frames["main", "runs"] = pd.concat([runs.assign(n_train=40, condition="40"), runs])
    assert len(runs) and results.test_train_ratio("main", "alpha") == pytest.approx(169 / 400)


def test_another_condition_does_not_leak(results):
    assert results.trial_scores("main", "error", "0.5").isna().all(axis=None)


def test_scores_are_those_of_their_condition_and_of_the_frame_that_is_there(results):
    """Scores are kept, since many claims read the same ones."""
    assert results.trial_scores("main", "error").loc["beta", "B"].tolist() == [0.1, 0.2, 0.3]
    stored = results.scores("main")
    noisy = stored.assign(condition="0.5", value=0.9)
    results.frames["main", "scores"] = pd.concat([stored.assign(value=0.7), noisy])
    for condition, value in (("", 0.7), ("0.5", 0.9), ("", 0.7)):
        wide = results.trial_scores("main", "error", condition)
        assert set(wide["B"]) == {value}
        wide["B"] = 0.0  # what one claim does with its scores is no matter of the next


def test_the_best_of_several_methods_is_one_method_by_its_mean_on_each_data_set(
    tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    scores = {
        "alpha": {"A": [0.1, 0.1, 0.9], "B": [0.2, 0.2, 0.2], "C": [0.0, 0.0, 0.0]},
        "beta": {"A": [0.3, 0.4, 0.5], "B": [NAN, NAN, NAN], "C": [0.0, 0.0, 0.0]},
    }
    results = made_up_results(tmp_path, scores)
    wide = results.trial_scores("main", "error", best_of={"best": ["A", "B"]})
    assert wide.loc["alpha", "best"].tolist() == [0.2, 0.2, 0.2]
    assert wide.loc["beta", "best"].tolist() == [0.3, 0.4, 0.5]


def test_artifacts_are_arrays_by_name(results):
    folder = Path("results/toy/main/artifacts")
    folder.mkdir()
    store_arrays(folder / "beta.npz", **{"a/0/-/x": np.eye(2)})
    assert results.artifacts("main", "beta")["a/0/-/x"].tolist() == np.eye(2).tolist()


def test_artifacts_of_a_fit_stand_together_in_order_of_the_seeds(results):
    folder = Path("results/toy/main/artifacts")
    folder.mkdir()
    kept = {f"a/{seed}/-/{name}": np.full(1, seed) for seed in (10, 2) for name in ("x", "y")}
    kept["a/11/1%2F2/of%2Fb"] = np.full(1, 11)
    store_arrays(folder / "beta.npz", **kept)
    by_fit = results.kept_by_fit("main", "beta")
    assert list(by_fit) == [("a", 2, "-"), ("a", 10, "-"), ("a", 11, "1/2")]
    assert list(by_fit["a", 11, "1/2"]) == ["of/b"]
    assert {name: value.tolist() for name, value in by_fit["a", 10, "-"].items()} == {
        "x": [10], "y": [10]
    }  # fmt: skip


def test_printed_rows_are_those_of_the_source(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    printed = pd.DataFrame(
        {"table": ["t", "t", "u"], "metric": ["e", "f", "e"], "method": list("ABC"), "value": 1.0}
    )
    results = made_up_results(tmp_path, {"alpha": {"A": [0.1]}}, published=printed)
    assert results.printed("t", "e")["method"].tolist() == ["A"]


@pytest.mark.parametrize("name", ["None", "NA", "7"])
def test_a_printed_name_is_a_text(tmp_path, monkeypatch, name):
    """A reader of numbers takes the first two for gaps, and the third for a number."""
    monkeypatch.chdir(tmp_path)
    printed = pd.DataFrame(
        {"table": "t", "dataset": ["alpha", name], "method": name, "metric": "e", "value": 1.5,
         "spread": 0.1, "spread_kind": "std"}
    )  # fmt: skip
    results = made_up_results(tmp_path, {"alpha": {"A": [0.1]}}, published=printed)
    published = {"table": "t", "metric": "e", "trials": 4}
    assert results.printed_cell(published, "alpha", name).mean == 1.5
    assert results.printed("t", "e")["dataset"].tolist() == ["alpha", name]


def test_a_source_without_printed_numbers_has_none(results):
    assert results.printed("t", "e").empty


def test_one_deviation_may_stand_for_all_methods_of_a_data_set(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    printed = pd.DataFrame(
        {"table": "t", "dataset": ["alpha", "alpha", "beta"], "metric": ["e", "bar", "bar"],
         "method": ["A", "ALL", "ALL"], "value": [10.0, 4.0, 9.0], "spread": float("nan"),
         "spread_kind": float("nan")}
    )  # fmt: skip
    results = made_up_results(tmp_path, {"alpha": {"A": [0.1]}}, published=printed)
    published = {"table": "t", "metric": "e", "trials": 60, "spread": "bar"}
    cell = results.printed_cell(published, "alpha", "A")
    assert (cell.mean, cell.std, cell.n) == (10, 4, 60)
    turned = replace(results, published=results.published[::-1])
    assert turned.printed_cell(published, "alpha", "A") == cell


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf")])
def test_a_recorded_number_that_is_not_finite_is_a_hole_and_counted(tmp_path, monkeypatch, value):
    monkeypatch.chdir(tmp_path)
    results = made_up_results(tmp_path, {"alpha": {"A": [1.0, 2.0, 3.0]}}, metric="gap")
    path = tmp_path / "results/toy/main/scores/alpha.parquet"
    stored = pd.read_parquet(path)
    stored.loc[1, "value"] = value
    store_frame(stored, path)
    summary = results.summary("main", "gap", "alpha", "A")
    assert (summary.mean, summary.n) == (2.0, 2)


def test_trials_that_are_draws_of_their_own_share_no_rows(tmp_path, monkeypatch):
    """So nothing is corrected for resampling; draws that trials share are corrected for."""
    monkeypatch.chdir(tmp_path)
    results = made_up_results(tmp_path, {"alpha": {"A": [0.1, 0.2, 0.3]}}, ratio=(2, 1))
    assert results.test_train_ratio("main", "alpha") == 0.5
    for draws, ratio in ((3, 0.0), (2, 0.5), (1, 0.5)):
        monkeypatch.setattr(Plan, "draws", lambda plan, study, dataset, draws=draws: draws)
        assert results.test_train_ratio("main", "alpha") == ratio


def test_trials_that_are_parts_of_a_measurement_share_no_rows(results, monkeypatch):
    monkeypatch.setattr(Plan, "draws", lambda plan, study, dataset: None)
    assert results.test_train_ratio("main", "alpha") == 0.5
    main = results.study("main")
    by_trial = structs.replace(main, split=Given(by="trial"))
    experiment = structs.replace(results.experiment, studies={"main": by_trial})
    assert replace(results, experiment=experiment).test_train_ratio("main", "alpha") == 0.0


def test_claims_see_the_first_version_among_what_they_may_see_in_the_same_folder(results):
    catalogue = results.plan.catalogue
    catalogue = {**catalogue, "alpha": structs.replace(catalogue["alpha"], version_of="beta")}
    versions = replace(results, plan=replace(results.plan, catalogue=catalogue), views={})
    assert set(versions.scores("main")["dataset"]) == {*versions.datasets("main")}
    assert versions.datasets("main") == ["beta", "alpha"]
    assert versions.seen_by_claims(frozenset({"beta", "alpha"})).datasets("main") == ["beta"]
    alone = versions.seen_by_claims(frozenset({"alpha"}))
    assert alone.datasets("main") == ["alpha"]
    assert set(alone.scores("main")["dataset"]) == {"alpha"}
    kept = replace(versions, folder=Path("kept"), views={})
    assert kept.seen_by_claims(frozenset({"alpha"})).folder == Path("kept")


def test_data_sets_are_those_that_ran_among_the_named_and_the_seen(results):
    assert results.datasets("main") == ["beta", "alpha"]
    assert results.datasets("main", ["alpha", "far"]) == ["alpha"]
    view = results.seen_by_claims(frozenset({"beta", "far"}))
    assert view.datasets("main") == ["beta"] and view.datasets("main", ["alpha"]) == []
    assert view is results.seen_by_claims(frozenset({"beta", "far"}))


def test_the_names_in_print_are_those_of_the_source(results):
    source = results.experiment.source
    printed = [{"source": source, "name": "first"}, {"source": "another", "name": "second"}]
    catalogue = results.plan.catalogue
    catalogue = {**catalogue, "alpha": structs.replace(catalogue["alpha"], printed=printed)}
    named = replace(results, plan=replace(results.plan, catalogue=catalogue))
    assert named.printed_names("alpha") == ["first"] and named.printed_names("beta") == []


def test_a_data_set_that_a_study_did_not_run_has_an_empty_summary(results):
    assert results.summary("main", "error", "far", "A").n == 0


def test_the_better_of_several_methods_is_that_of_the_better_mean(results, monkeypatch):
    best = {"best": ["A", "B"]}
    wide = results.trial_scores("main", "error", best_of=best)
    assert wide.loc["beta", "best"].tolist() == [0.1, 0.2, 0.3]
    assert wide.loc["alpha", "best"].tolist() == [0.0, 0.0, 0.3]
    assert results.summary("main", "error", "beta", "best", best_of=best).mean == pytest.approx(0.2)
    monkeypatch.setattr(Results, "lower_is_better", lambda *_: False)
    highest = results.trial_scores("main", "error", best_of=best)["best"]
    # A has the higher mean on beta, of fewer trials
    np.testing.assert_array_equal(highest, [0.1, 0.2, 0.3, 0.5, 0.5, 0.5])


def test_an_output_may_say_which_way_a_number_is_better(results):
    assert results.lower_is_better("main", "error") is True
    assert results.lower_is_better("main", "error", stated=False) is False


def test_a_curve_is_asked_for_by_its_name(results):
    columns = ["dataset", "method", "seed", "condition", "curve", "x", "value"]
    rows = [("beta", "A", 0, "", curve, 1.0, 0.5) for curve in ("cost", "train_error")]
    results.frames["main", "traces"] = pd.DataFrame(rows, columns=columns)
    assert len(results.traces("main")) == 2
    assert results.traces("main", "cost")["curve"].tolist() == ["cost"]


def test_gaps_are_fits_that_lack_a_metric_with_the_reason(results):
    assert results.gaps("main", "auc").empty and "reason" in results.gaps("main", "auc")
    reasons = ['{"auc": "one class"}', "", *[""] * 10]
    results.frames["main", "runs"] = results.runs("main").assign(gaps=reasons)
    (gap,) = results.gaps("main", "auc").to_dict("records")
    assert (gap["reason"], gap["dataset"], gap["seed"]) == ("one class", "beta", 0)
    lost = results.runs("main").assign(status="error")
    assert replace(results, frames={("main", "runs"): lost}).gaps("main", "auc").empty
    assert results.gaps("main", "log_loss").empty


def save_sizes(results, sizes):
    """Splits of beta with so many training and test rows, by seed; where they are saved."""
    (path,) = results.plan.splits(results.study("main"), "beta")
    one = np.ones(1)
    splits = {s: Split(np.arange(a), np.arange(b), one, one) for s, (a, b) in sizes.items()}
    save_splits(path, splits, {})
    return path


def test_rows_are_counted_in_the_first_trial(results):
    path = save_sizes(results, {0: (4, 2), 1: (6, 6)})
    assert results.test_rows("main", "beta") == 2
    save_splits(path, {}, {})
    assert np.isnan(results.test_rows("main", "beta"))


def test_the_ratio_of_unequal_trials_is_that_of_their_mean_rows(results):
    """Groups differ in size, and the first may be the smallest."""
    save_sizes(results, {0: (9, 1), 1: (6, 4)})
    assert results.test_train_ratio("main", "beta") == pytest.approx(2.5 / 7.5)


def test_rows_that_neither_a_split_nor_a_fit_tells_are_unknown(results):
    for file in Path("results/toy/main/splits").glob("*/*"):
        file.unlink()
    rows = {"n_train": [200] + [300] * 5 + [450] + [400] * 5, "status": ["ok"] * 6 + ["error"]}
    rows["status"] += ["ok"] * 5
    results.frames["main", "runs"] = results.runs("main").assign(**rows)
    assert results.test_rows("main", "beta") == 569 - 300
    assert results.test_rows("main", "alpha") == 569 - 400
    results.frames["main", "runs"] = results.runs("main").assign(n_train=NAN)
    assert np.isnan(results.test_rows("main", "beta"))
    assert np.isnan(results.test_train_ratio("main", "beta"))


def test_a_printed_cell_is_that_of_its_data_set_and_method(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    printed = pd.DataFrame(
        {"table": "t", "dataset": ["alpha", "alpha", "beta"], "metric": "e",
         "method": ["B", "A", "A"], "value": [1.0, 90.0, NAN], "spread": [1.0, 2.0, 3.0],
         "spread_kind": "se"}
    )  # fmt: skip
    scores = {name: {"A": [0.1]} for name in ("alpha", "beta", "gamma")}
    results = made_up_results(tmp_path, scores, published=printed)
    published = {"table": "t", "metric": "e", "trials": 9}
    cell = results.printed_cell(published, "alpha", "A")
    assert (cell.mean, cell.std, cell.n) == (90, 6, 9)  # a standard error of 2 over 9 trials
    assert results.printed_cell(published, "beta", "A") is None  # no number
    assert results.printed_cell(published, "gamma", "A") is None  # no row
    left = results.printed_cell({**published, "complement": 100, "factor": 0.01}, "alpha", "A")
    assert (left.mean, left.std) == pytest.approx((0.1, 0.06))
    renamed = results.printed_cell({**published, "names": {"mine": "A"}}, "alpha", "mine")
    assert renamed.mean == 90
    assert results.printed_datasets(published, ["gamma", "beta", "alpha"]) == ["beta", "alpha"]


def test_kept_results_may_be_of_a_time_without_seals_and_those_of_a_run_may_not(results):
    for file in [*Path("results").rglob("*.parquet")]:
        kept = Path("kept", file.relative_to("results"))
        kept.parent.mkdir(parents=True, exist_ok=True)
        pd.read_parquet(file).to_parquet(kept, index=False)
    kept = replace(results, folder=Path("kept"), frames={})
    assert len(kept.scores("main")) == 11
    shutil.copy("kept/toy/main/scores/beta.parquet", "results/toy/main/scores/beta.parquet")
    with pytest.raises(Damaged):
        results.scores("main")


@pytest.mark.parametrize("lower", [True, False])
def test_a_method_with_one_lucky_trial_is_not_the_best_of_several(lower):
    lucky = [0.0 if lower else 1.0] + [np.nan] * 7
    made = stored({"main": {"error": {"a": {"A": lucky, "A2": BASE}}}})
    made.study("main").lower_is_better = lambda metric: lower
    best = made.trial_scores("main", "error", best_of={"p": ["A", "A2"]})["p"]
    assert best.tolist() == pytest.approx(BASE.tolist())


def test_a_data_set_may_be_in_print_under_another_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rows = [("t", "the first", "A", "error", 0.1)]
    published = pd.DataFrame(rows, columns=["table", "dataset", "method", "metric", "value"])
    results = made_up_results(
        tmp_path, {"alpha": {"A": [0.1]}, "beta": {"A": [0.1]}}, published=published
    )
    catalogue = results.plan.catalogue
    printed = [{"source": results.experiment.source, "name": "the first"}]
    catalogue["alpha"] = structs.replace(catalogue["alpha"], printed=printed)
    in_print = {"table": "t", "metric": "error", "trials": 3}
    assert results.printed_datasets(in_print, ["beta", "alpha"]) == ["alpha"]


def test_a_kept_file_that_is_damaged_is_not_read(results):
    shutil.copytree("results", "kept")
    file = Path("kept/toy/main/scores/alpha.parquet")
    data = bytearray(file.read_bytes())
    data[40] ^= 1
    file.write_bytes(data)
    with pytest.raises(Damaged):
        replace(results, folder=Path("kept"), frames={}).scores("main")


@pytest.mark.parametrize("read", [Results.scores, Results.runs, Results.traces])
def test_who_changes_a_frame_changes_that_of_no_other(results, read):
    before, changed = read(results, "main").copy(), read(results, "main")
    column = changed.columns[-1]
    changed[column] = 7
    changed.loc[:, "seed"] = 9
    pd.testing.assert_frame_equal(read(results, "main"), before)
    assert results.trial_scores("main", "error").loc["beta", "B"].tolist() == [0.1, 0.2, 0.3]
