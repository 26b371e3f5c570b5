"""A method beside a kept run: what is kept, whether trials can be paired, and the scores of all."""

from dataclasses import replace

import pandas as pd
import pytest

from methods.bench import paths
from methods.errors import UserError
from methods.sharing.joined_results import joined, kept_methods, kept_trials, refuse_other_sizes
from tests.made_up import made_up_results, store_frame


@pytest.fixture
def results(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    nan = float("nan")
    return made_up_results(tmp_path, {"d": {"A": [0.1] * 4, "Mine": [0.2, 0.2, nan, 0.2]}})


def test_only_trials_of_the_method_count(results):
    assert refuse_other_sizes(results, "main", "Mine") == 3
    assert refuse_other_sizes(results, "main", "A") == 4


def test_another_number_of_training_rows_is_refused_by_name(results):
    results.runs("main")  # reads them
    runs = results.frames["main", "runs"]
    runs.loc[(runs["method"] == "Mine") & (runs["seed"] == 1), "n_train"] = 9
    with pytest.raises(UserError, match=r"runs/d.parquet: trial 1: methods train on 2 and on 9"):
        refuse_other_sizes(results, "main", "Mine")


def test_a_data_set_that_the_method_has_not_run_is_no_mistake(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    scores = {"d": {"A": [0.1] * 3, "Mine": [0.2] * 3}, "e": {"A": [0.3] * 2}, "f": {"A": [0.1]}}
    assert refuse_other_sizes(made_up_results(tmp_path, scores), "main", "Mine") == 3


@pytest.fixture
def keep(tmp_path):
    """Keep the scores of these (method, seed) on a data set."""

    def keep(dataset, rows, study="main", experiment="toy"):
        file = tmp_path / "results/reference" / experiment / study / f"scores/{dataset}.parquet"
        file.parent.mkdir(parents=True, exist_ok=True)
        store_frame(pd.DataFrame(rows, columns=["method", "seed"]).assign(value=0.1), file)

    return keep


def test_kept_trials_are_counted_from_the_last_seed_of_each_data_set(tmp_path, keep):
    assert kept_trials(tmp_path, "toy", "main") == {}
    for dataset, last in {"delta": 3, "alpha": 0, "echo": 9, "beta": 1, "charlie": 2}.items():
        keep(dataset, [("A", last), ("B", 0)])
    keep("alpha", [("A", 6)], study="other")
    keep("alpha", [("A", 7)], experiment="another")
    trials = kept_trials(tmp_path, "toy", "main")
    assert [*trials.items()] == [
        ("alpha", 1), ("beta", 2), ("charlie", 3), ("delta", 4), ("echo", 10)
    ]  # fmt: skip
    assert kept_trials(tmp_path, "toy", "other") == {"alpha": 7}
    assert kept_trials(tmp_path, "another", "main") == {"alpha": 8}


def test_kept_methods_are_named_once_in_the_order_of_the_data_sets(tmp_path, keep):
    assert kept_methods(tmp_path, "toy", "main") == []
    methods = {"delta": "FA", "alpha": "BB", "echo": "E", "beta": "AB", "charlie": "D"}
    for dataset, names in methods.items():
        keep(dataset, [(name, 0) for name in names])
    keep("alpha", [("C", 0)], study="other")
    keep("alpha", [("G", 0)], experiment="another")
    assert kept_methods(tmp_path, "toy", "main") == ["B", "A", "D", "F", "E"]
    assert kept_methods(tmp_path, "toy", "other") == ["C"]
    assert kept_methods(tmp_path, "another", "main") == ["G"]


@pytest.fixture
def both(tmp_path, monkeypatch):
    """The results of the method of one's own, and the kept ones, whose plan has all methods."""
    monkeypatch.chdir(tmp_path)
    scores = {"e": {"B": [0.1, 0.2], "A": [0.3], "Mine": []}, "d": {"B": [0.5], "A": []}}
    kept = made_up_results(tmp_path, scores)
    ours = replace(kept, frames={})
    mine = pd.DataFrame({"dataset": ["d", "e"], "method": "Mine", "seed": [0, 0]}, index=[7, 8])
    mine = mine.astype({"dataset": "category", "method": "category"})
    ours.frames["main", "scores"] = mine.assign(condition="", metric="error", value=[0.8, 0.7])
    ours.frames["main", "runs"] = mine.assign(n_train=2, status="ok", revision="new")
    return ours, kept


def test_the_scores_of_a_method_stand_among_the_kept_ones_of_each_trial(both):
    ours, kept = both
    scores = joined(ours, kept, "main").scores("main")
    assert [*scores[["dataset", "method", "seed", "value"]].itertuples(index=False, name=None)] == [
        ("e", "B", 0, 0.1), ("e", "B", 1, 0.2), ("e", "A", 0, 0.3), ("d", "B", 0, 0.5),
        ("d", "Mine", 0, 0.8), ("e", "Mine", 0, 0.7),
    ]  # fmt: skip
    assert [*scores.index] == [*range(6)]
    assert {*scores} == {"dataset", "method", "seed", "condition", "metric", "value"}


def test_data_sets_and_methods_keep_the_order_of_the_experiment_file(both):
    ours, kept = both
    results = joined(ours, kept, "main")
    for frame in (results.scores("main"), results.runs("main")):
        assert frame["dataset"].max() == "d" and [*frame["dataset"].cat.categories] == ["e", "d"]
        assert frame["method"].max() == "Mine"
        assert [*frame["method"].cat.categories] == ["B", "A", "Mine"]
    wide = results.trial_scores("main", "error")
    assert [*wide] == ["B", "A", "Mine"] and wide.loc[("e", 0)].tolist() == [0.1, 0.3, 0.7]


def test_only_what_is_known_of_all_runs_is_told_of_them(both):
    ours, kept = both
    runs = joined(ours, kept, "main").runs("main")
    assert "fit_seconds" in kept.runs("main") and "revision" in ours.runs("main")
    assert {*runs} == {"dataset", "method", "seed", "n_train", "status"} and len(runs) == 6
    assert refuse_other_sizes(joined(ours, kept, "main"), "main", "Mine") == 2


def test_land_leaves_out_a_data_set_without_kept_scores(tmp_path):
    folder = tmp_path / paths.REFERENCE / "toy/main/scores"
    folder.mkdir(parents=True)
    frame = pd.DataFrame({"method": ["A"], "seed": [2]})
    store_frame(frame, folder / "alpha.parquet")
    store_frame(frame.head(0), folder / "lost.parquet")
    assert kept_trials(tmp_path, "toy", "main") == {"alpha": 3}
