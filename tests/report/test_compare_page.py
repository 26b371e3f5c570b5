"""Two runs side by side: what is the same, and what moved within or beyond noise."""

import shutil
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from methods.bench.plan import Plan
from methods.claims.ledger import read_claims
from methods.errors import UserError
from methods.report import compare_page
from methods.report.compare_page import write_comparison
from methods.report.site_folder import SiteFolder
from methods.sealed_files import write_sealed_json
from tests.made_up import store_frame
from tests.report.conftest import NAN, NASTY, Page

SCORES = Path("results/toy/main/scores/alpha.parquet")
COMPARISON = Path("results/comparison")


def cells(*of, study="toy/main", lost=0):
    """Cells (data set, kind of change, p-value) of a comparison."""
    rows = [
        {"study": study, "metric": "error", "dataset": dataset, "method": "A", "condition": "",
         "trials": 20, "lost": lost, "before": 0.123456, "now": 1 / 3, "difference": 0.21,
         "p_value": p_value, "change": change}
        for dataset, change, p_value in of
    ]  # fmt: skip
    return pd.DataFrame(rows, columns=["study", "metric", "dataset", "method", "condition",
                        "trials", "lost", "before", "now", "difference", "p_value",
                        "change"])  # fmt: skip


@pytest.fixture
def compared(tmp_path, monkeypatch):
    """What the page shows if the studies of toy and tip have these cells and ratios of seconds."""
    monkeypatch.chdir(tmp_path)
    for folder in ("before/toy", "before/tip", "results/toy", "results/tip"):
        Path(folder).mkdir(parents=True)
        write_sealed_json(f"{folder}/claims.json", {"claims": []}, {})
    shown = {}

    def of(ratio=1.0, names=("toy",), ran=lambda study: ["alpha"], **studies):
        def load(plan, name, root):
            experiment = SimpleNamespace(name=name, studies=studies)
            return SimpleNamespace(experiment=experiment, datasets=ran)

        monkeypatch.setattr(compare_page.Results, "load", load)
        monkeypatch.setattr(compare_page, "cell_changes", lambda r, study, folder: studies[study])
        ratios = ratio if isinstance(ratio, dict) else dict.fromkeys(studies, ratio)
        monkeypatch.setattr(compare_page, "seconds_ratio", lambda r, study, folder: ratios[study])
        monkeypatch.setattr(SiteFolder, "page", lambda site, *n, **kept: shown.update(kept))
        plan = SimpleNamespace(config={"against": "before"}, running=lambda: list(names))
        write_comparison(plan, tmp_path)
        return shown

    return of


def texts(row):
    heading, *rest = row
    return [heading, *(cell["text"] for cell in rest)]


def test_cells_that_moved_are_shown_with_the_smallest_p_values_first(compared):
    main = cells(("a", "beyond noise", 0.04), ("b", "same", NAN), ("c", "beyond noise", 0.001),
                 ("d", "within noise", 0.3), ("e", "beyond noise", 0.04))  # fmt: skip
    page = compared(main=main)
    assert [row[0] for row in page["rows"]] == ["c", "a", "e"]
    assert texts(page["rows"][1]) == [
        "a", "toy/main", "A", "–", "error", "20", "0.1235", "0.3333", "0.21", "0.04",
    ]  # fmt: skip
    assert page["columns"][0] == "data set" and len(page["columns"]) == len(page["rows"][0])
    assert page["sentence"] == "3 of 5 cells moved beyond noise" and page["left_out"] == 0
    named = compared(main=main.assign(condition="noise 0.1"))
    assert texts(named["rows"][0])[3] == "noise 0.1"


def test_a_study_has_the_number_of_its_changes_by_kind(compared):
    kinds = ["same"] * 5 + ["within noise"] * 4 + ["beyond noise"] * 3 + ["new"] * 2 + ["gone"]
    page = compared(1.234, main=cells(*(("a", kind, NAN) for kind in kinds)), empty=cells())
    assert page["study_columns"] == [
        "study", "cells", "same", "within noise", "beyond noise", "new", "gone", "lost scores",
        "ratio of seconds, now to before",
    ]  # fmt: skip
    assert [texts(row) for row in page["studies"]] == [
        ["toy/main", "15", "5", "4", "3", "2", "1", "0", "1.23"],
        ["–", "0", "0", "0", "0", "0", "0", "0", "1.23"],
    ]
    assert texts(compared(NAN, main=cells(("a", "same", NAN)))["studies"][0])[-1] == "–"


def test_each_study_has_its_own_ratio_of_seconds(compared):
    studies = {name: cells(("a", "same", NAN), study=f"toy/{name}") for name in ("one", "two")}
    page = compared({"one": 2.0, "two": 0.5}, **studies)
    assert [(row[0], texts(row)[-1]) for row in page["studies"]] == [
        ("toy/one", "2.00"), ("toy/two", "0.50"),
    ]  # fmt: skip


@pytest.mark.parametrize(("moved", "left_out"), [(500, 0), (501, 1), (1200, 700)])
def test_five_hundred_cells_are_on_the_page_and_all_in_the_file(compared, moved, left_out):
    page = compared(main=cells(*((f"d{i}", "beyond noise", i / 1e5) for i in range(moved))))
    assert (len(page["rows"]), page["left_out"]) == (min(moved, 500), left_out)
    assert page["sentence"] == f"{moved:,} of {moved:,} cells moved beyond noise"
    assert len(pd.read_csv(COMPARISON / "changes.csv")) == moved


def test_without_a_moved_cell_the_page_says_so(compared):
    page = compared(main=cells(*[("a", "same", NAN)] * 1200))
    assert page["sentence"] == "None of 1,200 cells moved beyond noise"
    assert page["rows"] == [] and page["left_out"] == 0


@pytest.mark.parametrize(
    ("lost", "told"),
    [(1, "1 score of the other run is"), (600, "1,200 scores of the other run are")],
)
def test_lost_scores_are_told_in_the_first_sentence_and_by_study(compared, lost, told):
    same = [("a", "same", NAN)] * (1 if lost == 1 else 2)
    page = compared(main=cells(*same, lost=lost))
    assert page["sentence"] == f"None of {len(same)} cells moved beyond noise; {told} missing here"
    assert texts(page["studies"][0])[-2] == str(lost * len(same))


def test_the_file_has_the_cells_of_all_studies_that_ran(compared):
    page = compared(
        names=["toy", "tip", "new"], ran=lambda study: [] if study == "not" else ["alpha"],
        main=cells(("a", "same", NAN)), other=cells(("b", "new", NAN), study="toy/other"),
        **{"not": cells(("c", "same", NAN))},
    )  # fmt: skip
    header, first, *rest = (COMPARISON / "changes.csv").read_text().splitlines()
    assert header.startswith("study,metric,dataset,") and len(rest) == 3  # of two experiments
    assert first == "toy/main,error,a,A,,20,0,0.123456,0.3333333333,0.21,,same"
    assert len(page["studies"]) == 4 and page["against"] == "before"


def test_verdicts_of_every_experiment_are_compared(compared):
    for name in ("toy", "tip"):
        for folder, verdict in (("before", "holds"), ("results", "fails")):
            entry = {"name": f"{name}/a", "verdict": verdict, "reason": folder}
            write_sealed_json(f"{folder}/{name}/claims.json", {"claims": [entry]}, {})
    page = compared(names=["toy", "tip"], main=cells(("a", "same", NAN)))
    assert page["verdicts"] == [
        {"name": f"{name}/a", "before": "holds", "now": "fails", "reason": "results"}
        for name in ("toy", "tip")
    ]


def test_files_of_an_earlier_comparison_go_and_the_style_sheet_comes(compared):
    COMPARISON.mkdir(parents=True)
    (COMPARISON / "old.html").touch()
    compared(main=cells(("a", "same", NAN)))
    assert not (COMPARISON / "old.html").exists()
    assert (COMPARISON / "assets/site.css").exists()


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
