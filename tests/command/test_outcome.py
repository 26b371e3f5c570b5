"""How a run ended, from made-up results."""

import os
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from msgspec.structs import replace

from methods.bench import paths
from methods.bench.plan import Plan
from methods.claims.ledger import ledger_of
from methods.command.outcome import outcome
from methods.data import column_words
from methods.sealed_files import write_sealed_json
from methods.tables.winner import winner_table
from tests.made_up import made_up_results, store_frame, study

NAN = float("nan")


@pytest.fixture
def plan(tmp_path, monkeypatch):
    """Four methods: one sound, two that fail on one trial each, one that recorded NaN."""
    scores = {"A": [0.1, 0.2], "B": [0.1, NAN], "C": [NAN, 0.1], "D": [0.1, 0.1]}
    results = made_up_results(tmp_path, {"alpha": scores})
    monkeypatch.chdir(tmp_path)
    file = "results/toy/main/runs/alpha.parquet"
    runs = pd.read_parquet(file)
    runs.loc[(runs["method"] == "D") & (runs["seed"] == 1), "message"] = "scalar 'gap' is nan"
    runs["status"] = np.where(
        runs["method"].eq("C") & runs["status"].ne("ok"), "timeout", runs["status"]
    )
    store_frame(runs, file)
    return results.plan


def test_fits_are_counted_and_the_first_failures_named(plan):
    assert outcome(plan) == [
        "fits: 6 done, 2 failed (1 timeout, 1 error)",
        "  toy/main/alpha/B seed 1: error made to fail",
        "  toy/main/alpha/C seed 0: timeout made to fail",
        "not finite: recorded by 1 fit, such as toy/main/alpha/D seed 1: scalar 'gap' is nan",
    ]


def test_a_fit_for_all_conditions_that_failed_under_one_has_failed(plan, monkeypatch):
    (study,) = plan.studies()
    noise = replace(study.conditions, vary="test_noise")
    monkeypatch.setattr(Plan, "studies", lambda plan: [replace(study, conditions=noise)])
    file = "results/toy/main/runs/alpha.parquet"
    runs = pd.read_parquet(file)
    bad = runs["method"].eq("A") & runs["seed"].eq(0)
    again = runs.assign(condition="1")
    again.loc[bad, ["status", "message"]] = "invalid", "no class"
    store_frame(pd.concat([runs, again], ignore_index=True), file)
    lines = outcome(plan)
    assert lines[0] == "fits: 5 done, 3 failed (1 timeout, 1 error, 1 invalid)"
    assert "  toy/main/alpha/A seed 0: invalid no class" in lines


def test_missing_data_sets_come_with_the_remedy(plan):
    folder = "results/data/raw/alpha"
    content = {"status": "missing", "reason": "alpha: gone", "mirror": None}
    write_sealed_json(f"{folder}/fetched.json", content, {})
    lines = outcome(plan)
    assert "missing: 1 data set, alpha" in lines and "  alpha: gone" in lines
    assert any("MARGINBENCH_MIRROR=<folder>" in line for line in lines)


def test_verdicts_are_those_of_this_run(plan):
    entries = [{"verdict": v} for v in ("holds", "fails", "holds")]
    entries += [{"verdict": "holds", "derived": "tests/a.py::test_b"}]
    entries += [{"verdict": "fails", "beyond": True}]
    write_sealed_json("results/toy/claims.json", {"claims": entries}, {})
    write_sealed_json(
        "results/claims.json", ledger_of(["results/toy/claims.json"], "quick", "all"), {}
    )
    lines = outcome(plan, since=os.stat("results/claims.json").st_mtime)
    assert "claims: 2 holds, 1 fails, 1 by argument; ours: 1 fails" in lines
    assert any(line.startswith("report: results/report/index.html") for line in lines)
    Path(paths.OWN_LOCK).touch()  # a folder of `try` or `land`, which are called elsewhere
    assert any(line.startswith(f"report: {Path.cwd()}/results/report") for line in outcome(plan))
    assert not any("claims" in line for line in outcome(plan, since=2e10))


def test_damaged_results_do_not_turn_a_run_into_a_failure(plan):
    with open("results/toy/main/runs/alpha.parquet", "wb") as file:
        file.write(b"PAR1 damaged")
    (line,) = outcome(plan)
    assert line.startswith("how the fits ended cannot be said: ")


def test_a_run_ends_with_who_wins_and_what_was_made_of_the_columns(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    jitter = 0.001 * np.arange(8)
    scores = {"None": (0.1 + jitter).tolist(), "B": (0.3 + jitter[::-1]).tolist()}
    results = made_up_results(tmp_path, {"alpha": scores})
    table = {"function": "methods.tables.winner.winner_table", "study": "main"}
    other = {"function": "methods.tables.scores.score_table", "study": "main"}
    results.experiment.tables.update({"scores": other, "who": table})
    data = winner_table(results, study="main").data
    data.to_csv("results/toy/who.csv", index=False)
    write_sealed_json("results/toy/claims.json", {"claims": []}, {})
    write_sealed_json(
        "results/claims.json", ledger_of(["results/toy/claims.json"], "quick", "all"), {}
    )
    Path(paths.OWN_LOCK).touch()  # as in a folder of `try`
    lines = outcome(results.plan, since=os.stat("results/claims.json").st_mtime)
    at = lines.index("None wins.")
    assert lines[at - 1] == "fits: 16 done, 0 failed"
    assert lines[at + 1].startswith(
        "None has the lowest error, 10.35 %: 20.00 points better than the"
    )
    assert "Columns: all are numbers, as they are." in lines
    assert lines[-1].startswith(f"report: {tmp_path}/results/report/index.html")


def test_the_first_failed_fit_of_each_method_on_each_data_set_is_named(tmp_path, monkeypatch):
    results = made_up_results(
        tmp_path, {"alpha": {"A": [0.1, NAN, NAN]}, "beta": {"A": [NAN, 0.1, NAN]}}
    )
    monkeypatch.chdir(tmp_path)
    assert outcome(results.plan) == [
        "fits: 2 done, 4 failed (4 error)",
        "  toy/main/alpha/A seed 1: error made to fail",
        "  toy/main/beta/A seed 0: error made to fail",
    ]


def test_fits_that_recorded_no_number_are_counted_and_the_first_is_named(plan):
    file = "results/toy/main/runs/alpha.parquet"
    runs = pd.read_parquet(file)
    runs.loc[runs["status"].eq("ok"), "message"] = "scalar 'gap' is nan"
    store_frame(runs, file)
    said = "not finite: recorded by 6 fits, such as toy/main/alpha/A seed 0: scalar 'gap' is nan"
    assert outcome(plan)[-1] == said


def test_fits_of_a_method_that_is_not_selected_are_of_another_run(plan):
    plan.config["methods"] = ["A", "B"]
    assert outcome(plan)[0] == "fits: 3 done, 1 failed (1 error)"


def test_columns_are_told_as_the_study_of_the_table_encodes_them(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    studies = {
        "first": study(["alpha"], ["A", "B"]),
        "main": study(["alpha"], ["A", "B"], missing="indicator"),
    }
    scores = {"A": [0.1] * 8, "B": [0.3] * 8}
    results = made_up_results(tmp_path, {"alpha": scores}, studies=studies)
    table = {"function": "methods.tables.winner.winner_table", "study": "main"}
    results.experiment.tables.update({"who": table})
    winner_table(results, study="main").data.to_csv("results/toy/who.csv", index=False)
    write_sealed_json("results/toy/claims.json", {"claims": []}, {})
    ledger = ledger_of(["results/toy/claims.json"], "quick", "all")
    write_sealed_json("results/claims.json", ledger, {})
    monkeypatch.setattr(column_words, "in_short", lambda columns, how: [f"gaps: {how.missing}"])
    assert "gaps: indicator" in outcome(results.plan, since=os.stat("results/claims.json").st_mtime)


def test_verdicts_on_claims_of_ours_alone_are_said(plan):
    entry = {"verdict": "holds", "beyond": True}
    write_sealed_json("results/toy/claims.json", {"claims": [entry]}, {})
    ledger = ledger_of(["results/toy/claims.json"], "quick", "all")
    write_sealed_json("results/claims.json", ledger, {})
    assert "claims: none; ours: 1 holds" in outcome(plan)


def test_fits_that_were_not_tried_are_counted_by_what_they_lack(plan):
    file = "results/toy/main/runs/alpha.parquet"
    runs = pd.read_parquet(file)
    runs.loc[runs["method"].eq("A"), "status"] = "missing"
    runs.loc[runs["method"].eq("B") & runs["seed"].eq(0), "status"] = "absent"
    store_frame(runs, file)
    assert outcome(plan)[0] == (
        "fits: 3 done, 2 failed (1 timeout, 1 error), 2 without their data set, 1 without their"
        " package"
    )
