"""One table of all scores: every trial once, failed fits too, and what they were made from."""

import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from methods.bench.plan import Plan
from methods.errors import UserError
from methods.parquet_files import read_table
from methods.sealed_files import Damaged
from methods.sharing.all_scores import all_scores, write_table
from tests.made_up import experiment, made_up_results, write_experiment


@pytest.fixture
def results(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    scores = {"alpha": {"A": [0.1, 0.2], "B": [0.3, np.nan]}, "beta": {"A": [0.5, 0.6]}}
    return made_up_results(tmp_path, scores)


def test_every_score_has_one_row_with_its_place(results):
    table = all_scores(results.plan)
    rows = table[["experiment", "study", "dataset", "method", "seed", "metric", "value"]]
    expected = [
        ("toy", "main", "alpha", "A", 0, "error", 0.1),
        ("toy", "main", "alpha", "A", 1, "error", 0.2),
        ("toy", "main", "alpha", "B", 0, "error", 0.3),
        ("toy", "main", "beta", "A", 0, "error", 0.5),
        ("toy", "main", "beta", "A", 1, "error", 0.6),
    ]
    assert [tuple(row) for row in rows[table["status"] == "ok"].itertuples(index=False)] == expected


def test_the_place_and_the_number_stand_first_and_each_row_has_a_number_of_its_own(results):
    table = all_scores(results.plan)
    first = ["paper", "experiment", "study", "dataset", "method", "seed", "condition", "metric"]
    assert [*table][:9] == [*first, "value"]
    assert {"status", "message", "n_train", "fit_seconds", "warnings"} == {*table} - {
        *first,
        "value",
        "tune_seconds",
        "predict_seconds",
    }
    assert len({*table}) == len([*table])
    assert [*table.index] == [*range(6)] and {*table["paper"]} == {"toy"}


def test_what_has_not_run_yet_is_left_out(results):
    Path("results/toy/main/scores/alpha.parquet").unlink()
    table = all_scores(results.plan)
    assert table["dataset"].tolist() == ["beta", "beta"]


@pytest.mark.parametrize("kind", ["scores", "runs"])
def test_damaged_scores_are_named_and_not_exported(results, kind):
    file = Path(f"results/toy/main/{kind}/beta.parquet")
    data = bytearray(file.read_bytes())
    data[40] ^= 1
    file.write_bytes(data)
    with pytest.raises(Damaged, match=f"{kind}/beta.parquet is damaged"):
        all_scores(results.plan)


def test_a_failed_fit_has_a_row_with_its_reason_and_no_value(results):
    table = all_scores(results.plan)
    (failed,) = table[table["status"] != "ok"].to_dict("records")
    assert (failed["method"], failed["seed"], failed["message"]) == ("B", 1, "made to fail")
    assert np.isnan(failed["value"])


@pytest.mark.parametrize("suffix", [".parquet", ".csv"])
def test_both_formats_give_the_table_back(results, tmp_path, suffix):
    table = all_scores(results.plan)
    file = tmp_path / f"scores{suffix}"
    write_table(table, file)
    back = pd.read_parquet(file) if suffix == ".parquet" else pd.read_csv(file)
    columns = read_table(file).column_names if suffix == ".parquet" else [*back]
    assert columns == [*table]
    assert back["value"].tolist() == pytest.approx(table["value"].tolist(), nan_ok=True, rel=0)
    assert back["dataset"].tolist() == table["dataset"].tolist()


def test_another_format_and_an_empty_folder_are_refused_in_one_line(results, tmp_path, monkeypatch):
    with pytest.raises(UserError, match=r"scores\.xlsx: .* \.parquet or \.csv"):
        write_table(all_scores(results.plan), tmp_path / "scores.xlsx")
    empty = tmp_path / "empty"
    empty.mkdir()
    monkeypatch.chdir(empty)
    with pytest.raises(UserError, match="no stored scores"):
        all_scores(results.plan)


def test_methods_and_trials_that_are_not_selected_are_not_exported(results):
    config = {**results.plan.config, "methods": ["A"], "trials": 1}
    table = all_scores(replace(results.plan, config=config))
    assert set(table["method"]) == {"A"} and set(table["seed"]) == {0}


def test_each_experiment_is_on_a_paper_of_its_own(results, tmp_path):
    write_experiment(tmp_path, experiment(["beta"], ["A"]), "ant")
    shutil.copytree("results/toy", "results/ant")
    table = all_scores(Plan.from_config({}, tmp_path))
    papers = table[["paper", "experiment"]].drop_duplicates().to_numpy().tolist()
    assert sorted(papers) == [["ant", "ant"], ["toy", "toy"]]
