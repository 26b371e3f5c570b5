"""Two runs side by side: what is the same, and what moved within or beyond noise."""

import shutil
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from methods.bench.plan import Plan
from methods.claims.ledger import read_claims
from methods.errors import UserError
from methods.report.compare_page import write_comparison
from methods.sealed_files import write_sealed_json
from tests.made_up import store_frame
from tests.report.conftest import NASTY, Page

SCORES = Path("results/toy/main/scores/alpha.parquet")
COMPARISON = Path("results/comparison")


@pytest.fixture
def compare(run):
    """Compare the results with a copy in which `change` was made, by data set and method."""
    before = run / "before"
    shutil.copytree(run / "results", before)

    def compare_with(change=None):
        if change:
            change(before)
        write_comparison(Plan.from_config({"against": str(before)}, run), run)
        rows = pd.read_csv(COMPARISON / "changes.csv", converters={"condition": str})
        return rows[rows["metric"] == "error"].set_index(["dataset", "method"])

    return compare_with


def shifted(by):
    def change(before):
        path = before / SCORES.relative_to("results")
        scores = pd.read_parquet(path)
        rows = (scores["method"] == NASTY) & (scores["metric"] == "error")
        scores.loc[rows, "value"] += np.resize(by, rows.sum())
        store_frame(scores, path)

    return change


def test_a_run_is_the_same_as_itself(compare):
    assert set(compare()["change"]) == {"same"}
    page = Page(COMPARISON / "index.html")
    assert page.open == [] and "None of 8 cells moved beyond noise" in page.text


def test_a_steady_shift_is_beyond_noise_and_on_the_page(compare):
    changes = compare(shifted([0.3, 0.301, 0.299]))
    row = changes.loc[("alpha", NASTY)]
    assert row["change"] == "beyond noise" and row["difference"] == pytest.approx(-0.3)
    assert changes.loc[("beta", "B"), "change"] == "same"
    assert "1 of 8 cells moved beyond noise" in Page(COMPARISON / "index.html").text


def test_a_scatter_is_within_noise(compare):
    assert compare(shifted([0.3, -0.3, 0.01])).loc[("alpha", NASTY), "change"] == "within noise"


def test_rounding_is_no_change(compare):
    assert compare(shifted([1e-13])).loc[("alpha", NASTY), "change"] == "same"


def test_cells_of_only_one_run_are_named(compare):
    def without_b(before):
        path = before / SCORES.relative_to("results")
        scores = pd.read_parquet(path)
        store_frame(scores[scores["method"] != "B"], path)

    changes = compare(without_b)
    assert changes.loc[("alpha", "B"), "change"] == "new"
    assert changes.loc[("alpha", "B"), "now"] == pytest.approx(0.2)


def test_a_single_trial_cannot_move_beyond_noise(compare):
    def one_trial(before):
        path = before / SCORES.relative_to("results")
        scores = pd.read_parquet(path)
        store_frame(scores[scores["seed"] == 0].assign(value=0.9), path)

    assert set(compare(one_trial).loc["alpha", "change"]) == {"within noise"}


def test_a_changed_verdict_is_shown_with_both_words(compare):
    def turned(before):
        path = before / "toy/claims.json"
        claims = read_claims(path)
        claims[0]["verdict"] = "fails"
        write_sealed_json(path, {"claims": claims}, {})

    compare(turned)
    page = Page(COMPARISON / "index.html")
    assert "verdict fails" in page.values("class") and "toy/a" in page.text
    assert page.values("class").count("verdict holds") == 1


@pytest.mark.parametrize(
    ("against", "message"),
    [(None, "against names the results of another run"), ("nowhere", "holds no results of toy")],
)
def test_a_missing_run_is_one_line(run, against, message):
    with pytest.raises(UserError, match=message):
        write_comparison(Plan.from_config({"against": against}, run), run)
