"""The table of scores: numbers by hand, and cells for what is missing."""

import os

import msgspec
import numpy as np
import pandas as pd
import pytest

from methods.bench.statistics import ALPHA
from methods.data.splits import save_splits
from methods.tables.scores import BETTER, WORSE, score_table
from methods.tables.table import NO_VALUE, write_table
from tests.claims.stored import BASE, ERROR, planted, stored, t
from tests.made_up import made_up_results, make_version, store_scores

NAN = float("nan")


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def printed(dataset, method, value, spread, kind="std", metric="error_percent"):
    return {"table": "t1", "dataset": dataset, "method": method, "metric": metric,
            "value": value, "spread": spread, "spread_kind": kind, "rank": 1}  # fmt: skip


PUBLISHED = {"table": "t1", "metric": "error_percent", "trials": 4}


def test_a_cell_is_mean_and_deviation_in_percent(tmp_path):
    results = made_up_results(tmp_path, {"alpha": {"A": [0.1, 0.2, 0.3] * 2, "B": [0.9] * 6}})
    table = score_table(results, study="main")
    assert table.cells.loc["A", "alpha"] == "**20.00 ± 8.94**"
    assert table.cells.loc["A", "average rank"] == "1.00"
    row = table.data.set_index("method").loc["A"]
    assert (row["mean"], row["n"], row["trials"], row["rank"]) == (pytest.approx(20), 6, 6, 1)
    assert row["se"] == pytest.approx((400 / 5 / 6) ** 0.5)
    assert "Average rank of 2 methods over 1 data set." in table.caption


def test_failed_trials_are_counted_in_the_cell(tmp_path):
    values = [0.1] * 17 + [NAN] * 3
    results = made_up_results(tmp_path, {"alpha": {"A": values, "B": values, "C": [0.5] * 20}})
    two = score_table(results, study="main", methods=["A", "B"])
    assert two.cells.loc["A", "alpha"] == "**10.00 ± 0.00** n=17/20"
    # against the best of those with all trials it is better where both have one
    cells = score_table(results, study="main").cells
    assert cells.loc["A", "alpha"] == "10.00 ± 0.00 * n=17/20"
    assert cells.loc["C", "alpha"] == "**50.00 ± 0.00**"


@pytest.mark.parametrize("lower_is_better", [True, False])
def test_a_lucky_trial_has_no_rank_and_wins_no_column(lower_is_better):
    sign = 1 if lower_is_better else -1
    lucky = (BASE - sign).tolist()[:1] + [NAN] * 7
    scores = {"A": BASE, "B": planted(sign * 1e-4), "C": lucky, "D": BASE + sign}
    studies = {"main": {"error": {"alpha": scores, "beta": {**scores, "C": BASE}}}}
    table = score_table(stored(studies), study="main", lower_is_better=lower_is_better)
    alpha = table.data[table.data["dataset"] == "alpha"].set_index("method")
    assert alpha["rank"].tolist() == pytest.approx([1, 2, NAN, 3], nan_ok=True)
    assert alpha["best"].tolist() == [True, False, False, False]
    assert alpha["not_worse_than_best"].tolist() == [True, True, False, False]
    assert table.cells["average rank"].tolist() == ["1.50", "3.00", "1.50", "4.00"]
    assert "Average rank of 4 methods over 1 data set." in table.caption


def test_a_method_that_never_ended_well_is_a_hole_without_a_rank(tmp_path):
    scores = {
        "alpha": {"A": [0.1, 0.2], "B": [NAN, NAN]},
        "beta": {"A": [0.2, 0.2], "B": [0.1, 0.1]},
    }
    table = score_table(made_up_results(tmp_path, scores), study="main")
    assert table.cells.loc["B", "alpha"] == NO_VALUE
    assert np.isnan(table.data.set_index(["dataset", "method"]).loc[("alpha", "B"), "rank"])
    assert "Average rank of 2 methods over 1 data set." in table.caption


def test_a_missing_data_set_is_a_named_column_of_holes(tmp_path):
    results = made_up_results(
        tmp_path, {d: {"A": [0.1, 0.3], "B": [0.2, 0.2]} for d in ("alpha", "beta")}
    )
    store_scores(tmp_path, "beta", [(m, s, NAN) for m in "AB" for s in (0, 1)])
    save_splits("results/toy/main/splits/beta/0000-0002.npz", {}, {})
    cells = score_table(results, study="main").cells
    assert (
        cells["beta"].tolist() == [NO_VALUE, NO_VALUE] and NO_VALUE not in cells["alpha"].tolist()
    )


def test_no_data_set_at_all_is_an_empty_table(tmp_path):
    results = made_up_results(tmp_path, {"alpha": {"A": [0.1, 0.2]}})
    table = score_table(results, study="main", datasets=[])
    assert list(table.cells.columns) == ["average rank"]
    write_table(table, tmp_path / "t")


def test_the_star_marks_what_the_test_does_not_tell_from_the_best(tmp_path):
    rng = np.random.default_rng(0)
    best = 0.1 + 0.01 * rng.normal(size=10)
    scores = {"best": best, "near": best + 0.02 * rng.normal(size=10) + 0.01, "far": best + 0.3}
    results = made_up_results(tmp_path, {"alpha": {k: v.tolist() for k, v in scores.items()}})
    cells = score_table(results, study="main").cells["alpha"]
    assert cells["best"].startswith("**")
    assert cells["near"].endswith(" *") and not cells["far"].endswith("*")


def test_few_trials_have_no_star_no_bold_and_no_mark(tmp_path):
    a = np.array([0.10, 0.11, 0.12, 0.13, 0.14, 0.15])
    for n, told in ((5, False), (6, True)):
        scores = {
            "A": a[:n],
            "near": a[:n] + [0.01, -0.01, 0.02, -0.01, 0, 0][:n],
            # the t-test alone would tell it apart by any number of trials
            "far": a[:n] + [1.0, 1.01, 0.99, 1.0, 1.01, 1.0][:n],
        }
        root = tmp_path / str(n)
        root.mkdir()
        results = made_up_results(root, {"alpha": {k: v.tolist() for k, v in scores.items()}})
        os.chdir(root)
        cells = score_table(results, study="main", rivals={"far": "A"}).cells["alpha"]
        assert ("**" in cells["A"], "*" in cells["near"], WORSE in cells["far"]) == (told,) * 3


def test_marks_say_who_is_significantly_worse_or_better_than_its_rival(tmp_path):
    noise = 0.01 * np.random.default_rng(0).normal(size=10)
    scores = {"A": 0.2 + noise, "worse": 0.3 + noise[::-1], "better": 0.1 + noise[::-1]}
    scores |= {"equal": 0.2 + noise[::-1]}
    results = made_up_results(tmp_path, {"alpha": {k: v.tolist() for k, v in scores.items()}})
    rivals = {"worse": "A", "better": "A", "equal": "A"}
    table = score_table(results, study="main", rivals=rivals)
    marks = table.data.set_index("method")["mark"]
    assert marks.to_dict() == {"A": "", "worse": WORSE, "better": BETTER, "equal": ""}
    assert table.cells.loc["worse", "alpha"].endswith(WORSE)
    assert "worse against A" in table.caption
    flipped = score_table(results, study="main", rivals=rivals, lower_is_better=False)
    assert flipped.data.set_index("method")["mark"]["worse"] == BETTER


def test_higher_may_be_better(tmp_path):
    scores = {"alpha": {"A": [1.0, 1.2] * 3, "B": [3.0, 3.2] * 3}}
    results = made_up_results(tmp_path, scores, metric="angle")
    table = score_table(results, study="main", metric="angle", percent=False, lower_is_better=False)
    assert table.cells.loc["B", "alpha"] == "**3.10 ± 0.11**"


def test_a_printed_accuracy_is_shown_as_an_error(tmp_path):
    rows = [printed("alpha", "A", 71.0, 4.0)]
    scores = {"alpha": {"A": [0.18, 0.20]}}
    results = made_up_results(tmp_path, scores, published=pd.DataFrame(rows))
    published = {**PUBLISHED, "complement": 100}
    cells = score_table(results, study="main", published=published).cells
    assert cells.loc["A (printed)", "alpha"] == "29.00 ± 4.00"


def test_the_difference_to_the_printed_number_is_in_combined_standard_errors(tmp_path):
    rows = [
        printed("alpha", "A", 26.0, 4.0),  # std over 4 trials: standard error 2
        printed("alpha", "B", 30.0, 1.0, "se"),
        printed("alpha", "Only printed", 5.0, 1.0),
        {**printed("alpha", "A", 1.5, NAN), "metric": "average_rank"},
    ]
    ours = [0.18, 0.20, 0.22, 0.20] * 3
    scores = {"alpha": {"A": ours, "B": ours}}
    results = made_up_results(tmp_path, scores, published=pd.DataFrame(rows))
    names = ["A", "B", "Only printed"]
    table = score_table(results, study="main", methods=names, published=PUBLISHED)
    se = 100 * np.std(ours, ddof=1) / 12**0.5
    by_name = table.data.set_index("method")["difference_in_se"]
    assert by_name["A"] == pytest.approx((20 - 26) / np.hypot(se, 2))
    assert by_name["B"] == pytest.approx((20 - 30) / np.hypot(se, 1))
    cells = table.cells
    assert cells.loc["A (printed)", "alpha"] == "26.00 ± 4.00"
    assert cells.loc["A (difference / se)", "alpha"] == f"{by_name['A']:+.1f}"
    assert cells.loc["A (printed)", "average rank"] == "1.5"
    assert cells.loc["Only printed", "alpha"] == NO_VALUE
    assert cells.loc["Only printed (difference / se)", "alpha"] == NO_VALUE


def test_without_a_printed_deviation_the_difference_has_the_unit_of_the_table(tmp_path):
    rows = [printed("alpha", "A", 26.0, NAN), printed("alpha", "B", 26.0, 4.0)]
    ours = [0.18, 0.20, 0.22, 0.20] * 3
    scores = {"alpha": {"A": ours, "B": ours}}
    results = made_up_results(tmp_path, scores, published=pd.DataFrame(rows))
    table = score_table(results, study="main", published=PUBLISHED)
    assert table.cells.loc["A (difference / se)", "alpha"] == "(-6.00)"
    assert not table.cells.loc["B (difference / se)", "alpha"].startswith("(")
    np.testing.assert_allclose(table.data["difference"], -6)


@pytest.mark.parametrize(("percent", "shown"), [(False, "(-0.0031)"), (True, "(-0.31)")])
def test_a_difference_in_the_unit_of_a_named_metric_has_the_decimals_of_its_cells(
    tmp_path, percent, shown
):
    value = 83.43 if percent else 0.8343
    rows = [printed("alpha", "A", value, NAN, metric="roc_auc")]
    scores = {"alpha": {"A": [0.8312] * 6, "B": [0.7] * 6}}
    results = made_up_results(tmp_path, scores, "roc_auc", pd.DataFrame(rows), metrics=["roc_auc"])
    given = PUBLISHED | {"metric": "roc_auc"}
    table = score_table(results, study="main", metric="roc_auc", published=given, percent=percent)
    assert table.cells.loc["A (difference / se)", "alpha"] == shown


def test_a_row_may_show_the_best_of_two_methods_on_each_data_set(tmp_path):
    rows = [printed(d, "better", 26.0, 4.0) for d in ("alpha", "beta")]
    scores = {
        "alpha": {"A": [0.1, 0.3], "B": [0.3, 0.5], "C": [0.5, 0.7]},
        "beta": {"A": [0.4, 0.6], "B": [0.3, 0.5], "C": [0.5, 0.7]},
    }
    results = made_up_results(tmp_path, scores, published=pd.DataFrame(rows))
    names = ["better", "A", "B", "C"]
    best_of = {"better": ["A", "B"]}
    table = score_table(results, study="main", methods=names, published=PUBLISHED, best_of=best_of)
    shown = table.data.set_index(["method", "dataset"])
    assert shown.loc[("better", "alpha"), "mean"] == shown.loc[("A", "alpha"), "mean"]
    assert shown.loc[("better", "beta"), "mean"] == shown.loc[("B", "beta"), "mean"]
    assert shown["rank"].loc["better"].isna().all() and shown["rank"].loc["C"].eq(3).all()
    assert table.cells.loc["better", "alpha"] == "20.00 ± 14.14"
    assert table.cells.loc["better", "average rank"] == NO_VALUE
    assert "Average rank of 3 methods" in table.caption


def test_a_row_that_is_chosen_by_its_scores_has_no_star():
    rows = pd.DataFrame([printed("alpha", "better", 26.0, 4.0)])
    trials = {"A": [0.1, 0.12, 0.11] * 2, "B": [0.12, 0.1, 0.11] * 2, "C": [0.5] * 6}
    results = stored({"main": {"error": {"alpha": trials}}}, published=rows)
    table = score_table(
        results, study="main", methods=["better", *"ABC"], published=PUBLISHED,
        best_of={"better": ["A", "C"]},
    )  # fmt: skip
    stars = table.data.set_index("method")["not_worse_than_best"]
    assert stars[["better", "A", "B", "C"]].tolist() == [False, True, True, False]


def test_the_best_of_methods_that_all_failed_is_a_hole(tmp_path):
    rows = [printed("alpha", "better", 26.0, 4.0)]
    scores = {"alpha": {"A": [NAN, NAN], "B": [NAN, NAN], "C": [0.5, 0.7]}}
    results = made_up_results(tmp_path, scores, published=pd.DataFrame(rows))
    table = score_table(
        results, study="main", methods=["better", "A", "B", "C"], published=PUBLISHED,
        best_of={"better": ["A", "B"]},
    )  # fmt: skip
    assert table.cells.loc["better", "alpha"] == NO_VALUE


def test_a_method_may_be_printed_under_another_name(tmp_path):
    rows = [printed("alpha", "B", 26.0, 4.0)]
    scores = {"alpha": {"A": [0.1, 0.3], "B": [0.3, 0.5]}}
    results = made_up_results(tmp_path, scores, published=pd.DataFrame(rows))
    published = {**PUBLISHED, "names": {"A": "B"}}
    cells = score_table(results, study="main", published=published).cells
    for name in ("A", "B"):
        assert cells.loc[f"{name} (printed)", "alpha"] == "26.00 ± 4.00"


def test_average_ranks_count_versions_of_a_data_set_once(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    scores = {"alpha": {"A": [0.1], "B": [0.2]}, "beta": {"A": [0.3], "B": [0.1]}}
    scores["gamma"] = scores["beta"]
    results = make_version(tmp_path, made_up_results(tmp_path, scores), "gamma", of="beta")
    cells = score_table(results, study="main").cells
    assert list(cells["average rank"]) == ["1.50", "1.50"] and "gamma" in cells


def test_stand_ins_have_no_part_in_ranks_beside_printed_numbers(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rows = [printed(name, "A", 26.0, 4.0) for name in ("alpha", "beta")]
    scores = {"alpha": {"A": [0.1], "B": [0.2]}, "beta": {"A": [0.3], "B": [0.1]}}
    results = made_up_results(tmp_path, scores, published=pd.DataFrame(rows))
    catalogue = results.plan.catalogue
    catalogue["beta"] = msgspec.structs.replace(catalogue["beta"], stands_in_for="another")
    table = score_table(results, study="main", published=PUBLISHED)
    assert table.cells.loc["A", "average rank"] == "1.00"
    assert "beta" in table.cells and "over 1 data set." in table.caption


@pytest.mark.parametrize("inside", [0.99, 1.01])
def test_stars_are_corrected_over_the_column_and_marks_are_not(inside):
    """Of two others the nearer is judged at half of the level if the farther is not told apart."""
    near, mark = inside * t(ALPHA / 2 / 2) * ERROR, inside * t(ALPHA / 2) * ERROR
    scores = {"A": BASE, "B": planted(near), "C": planted(near), "D": planted(mark), "E": BASE + 9}
    results = stored({"main": {"error": {"alpha": {k: scores[k] for k in "ABC"}}}})
    cells = score_table(results, study="main").cells["alpha"]
    assert cells["A"].startswith("**")
    assert [cell.endswith(" *") for cell in cells[["B", "C"]]] == [inside < 1] * 2
    results = stored({"main": {"error": {"alpha": {k: scores[k] for k in "ADE"}}}})
    table = score_table(results, study="main", rivals={"D": "A", "A": "E", "E": "gone"})
    marks = table.data.set_index("method")["mark"].to_dict()
    assert marks == {"A": BETTER, "D": WORSE if inside > 1 else "", "E": ""}
    assert "D against A, A against E, E against gone" in table.caption


def test_equal_means_are_both_the_best_and_share_their_rank():
    results = stored({"main": {"error": {"alpha": {"A": BASE, "B": BASE, "C": BASE + 1}}}})
    table = score_table(results, study="main")
    assert table.data["rank"].tolist() == [1.5, 1.5, 3]
    assert table.cells["average rank"].tolist() == ["1.50", "1.50", "3.00"]
    # equal means are the best of the column together
    assert table.data["best"].tolist() == [True, True, False]
    assert table.data["not_worse_than_best"].tolist() == [True, True, False]


def test_ranks_are_over_the_data_sets_that_are_printed():
    scores = {"alpha": {"A": [0.1] * 6, "B": [0.2] * 6}, "beta": {"A": [0.2] * 6, "B": [0.1] * 6},
              "gamma": {"A": [0.3] * 6, "B": [0.2] * 6}}  # fmt: skip
    rows = pd.DataFrame([printed("alpha", "A", 26.0, 4.0), printed("beta", "A", 26.0, 4.0)])
    results = stored({"main": {"error": scores}}, published=rows)
    table = score_table(results, study="main", published=PUBLISHED)
    assert table.cells.loc[["A", "B"], "average rank"].tolist() == ["1.50", "1.50"]
    assert "Average rank of 2 methods over 2 data sets" in table.caption
    assert "Difference: ours minus printed" in table.caption
    only = score_table(results, study="main", published=PUBLISHED, datasets=["gamma"])
    assert only.cells.loc["A", "average rank"] == "2.00" and "printed" not in only.caption


def test_the_caption_names_a_recorded_number_in_words():
    results = stored({"main": {"finite_epochs": {"alpha": {"A": [0.1] * 8}}}})
    table = score_table(
        results, study="main", metric="finite_epochs", percent=False, caption="here"
    )
    assert table.caption.startswith("here: finite epochs, mean ± standard deviation of 8 trials.")


def test_the_caption_says_the_unit_the_trials_and_where_they_are_others():
    scores = {"alpha": {"A": [0.1] * 8}, "beta": {"A": [0.2] * 7}}
    results = stored({"main": {"angle": scores}})
    options = {"study": "main", "metric": "angle", "percent": False}
    table = score_table(results, **options, caption="here")
    assert table.caption.startswith("here: angle, mean ± standard deviation of 8 trials. Bold")
    assert table.caption.endswith(" Trials: beta 7.")
    assert table.cells.loc["A"].tolist() == ["**0.10 ± 0.00**", "**0.20 ± 0.00**", "1.00"]
    one = score_table(stored({"main": {"error": {"alpha": {"A": [0.1]}}}}), study="main")
    assert one.cells.loc["A", "alpha"] == "10.00" and one.caption.startswith("main: %, mean")


def test_scores_are_those_of_the_condition():
    scores = {("error", "a"): {"alpha": {"A": [0.1]}}, ("error", "b"): {"alpha": {"A": [0.4]}}}
    table = score_table(stored({"main": scores}), study="main", condition="b")
    assert table.cells.loc["A", "alpha"] == "40.00"


def test_a_method_that_failed_takes_no_star_from_the_others():
    scores = {"A": planted(0.001), "B": [NAN] * 8, "C": BASE}
    results = stored({"main": {"error": {"alpha": scores}}})
    told = score_table(results, study="main").data["not_worse_than_best"].tolist()
    assert told == [True, False, True]


@pytest.mark.parametrize(("trials", "told"), [(5, False), (6, True)])
def test_few_trials_tell_nothing_in_the_data_that_pages_show_either(trials, told):
    scores = {"A": BASE[:trials], "B": BASE[:trials], "C": BASE[:trials] + 0.5}
    data = score_table(stored({"main": {"error": {"alpha": scores}}}), study="main").data
    assert data["best"].tolist() == [told, told, False]
    assert data["not_worse_than_best"].tolist()[:2] == [told, told]


@pytest.mark.parametrize(("trials", "star"), [(5, False), (8, True)])
def test_a_method_with_few_trials_is_not_counted_in_holms_correction(trials, star):
    """At 4 % B is apart from the best, and after a correction for two comparisons it is not."""
    apart = t(0.02) * ERROR
    few = [*planted(0.001)[:trials], *[NAN] * (8 - trials)]
    scores = {"A": BASE, "B": planted(apart), "C": few}
    data = score_table(stored({"main": {"error": {"alpha": scores}}}), study="main").data
    assert data.set_index("method")["not_worse_than_best"]["B"] == star


def auc_table(**more):
    """Two methods over one data set and six trials, with a metric whose high values are good."""
    results = stored({"main": {"roc_auc": {"alpha": {"A": [0.81237] * 6, "B": [0.5] * 6}}}})
    study = results.study("main")
    study.metrics, study.lower_is_better = {"roc_auc": {}}, lambda _: False
    return score_table(results, study="main", metric="roc_auc", **more)


def test_a_metric_is_in_percent_only_if_that_is_asked_for():
    table, in_percent = auc_table(), auc_table(percent=True)
    assert table.cells["alpha"].tolist() == ["**0.8124 ± 0.0000**", "0.5000 ± 0.0000"]
    assert table.caption.startswith("main: roc_auc, higher is better, mean ±")
    assert in_percent.cells["alpha"].tolist() == ["**81.24 ± 0.00**", "50.00 ± 0.00"]
    assert in_percent.caption.startswith("main: roc_auc (%), higher is better, mean ±")
    assert auc_table(lower_is_better=True).caption.startswith("main: roc_auc, lower is better")


def test_without_any_score_no_method_is_ranked():
    table = score_table(stored({"main": {"error": {"alpha": {"A": [NAN] * 6}}}}), study="main")
    assert table.cells.loc["A"].tolist() == [NO_VALUE, NO_VALUE]
    assert "No average rank: no method has scores." in table.caption


def test_methods_that_neither_ran_nor_are_printed_have_no_row():
    scores = {"A": [0.1] * 6, "B": [0.2] * 6, "C": [0.3] * 6}
    results = stored({"main": {"error": {"alpha": scores}}})
    table = score_table(results, study="main", methods=["C", "gone", "A"])
    assert table.cells.index.tolist() == table.data["method"].tolist() == ["C", "A"]
    assert "Average rank of 2 methods" in table.caption


@pytest.mark.filterwarnings("ignore:All-NaN slice")
def test_a_row_of_the_best_of_others_has_neither_bold_nor_star_without_them():
    rows = pd.DataFrame([printed("alpha", "better", 26.0, 4.0)])
    scores = {"alpha": {"A": [0.1] * 6, "B": [0.3] * 6}}
    results = stored({"main": {"error": scores}}, published=rows)
    options = {"published": PUBLISHED, "best_of": {"better": ["A", "B"]}}
    table = score_table(results, study="main", methods=["better"], **options)
    assert table.cells.loc["better"].tolist() == ["10.00 ± 0.00", NO_VALUE]


def test_without_any_deviation_the_difference_has_the_unit_of_the_table():
    rows = pd.DataFrame([printed("alpha", "A", 26.0, 0.0)])
    results = stored({"main": {"error": {"alpha": {"A": [0.2] * 6}}}}, published=rows)
    table = score_table(results, study="main", published=PUBLISHED)
    assert table.cells["alpha"].tolist() == ["**20.00 ± 0.00**", "26.00 ± 0.00", "(-6.00)"]


def test_a_printed_rank_stands_beside_printed_numbers_alone():
    ranks = [printed("-", name, value, NAN, metric="average_rank") for name, value in
             (("A", 1.25), ("B", 2.0))]  # fmt: skip
    rows = pd.DataFrame([printed("alpha", "A", 26.0, 4.0), *ranks])
    scores = {"alpha": {"A": [0.2] * 6, "B": [0.3] * 6}}
    results = stored({"main": {"error": scores}}, published=rows)
    cells = score_table(results, study="main", published=PUBLISHED).cells
    assert cells["average rank"].to_dict() == {
        "A": "1.00", "A (printed)": "1.25", "A (difference / se)": "", "B": "2.00",
    }  # fmt: skip


@pytest.mark.parametrize("inside", [0.99, 1.01])
def test_a_corrected_test_of_the_stars_takes_shared_rows_into_account(inside):
    error = 0.01 * (1 / 8 + 0.25) ** 0.5
    scores = {"A": BASE, "B": planted(inside * t(ALPHA / 2) * error)}
    results = stored({"main": {"error": {"alpha": scores}}}, ratio=0.25)
    table = score_table(results, study="main", corrected=True)
    assert table.data["not_worse_than_best"].tolist() == [True, inside < 1]
    assert "significantly worse (corrected paired t-test" in table.caption
    plain = score_table(results, study="main")
    assert plain.data["not_worse_than_best"].tolist() == [True, False]
    assert "significantly worse (paired t-test" in plain.caption


def test_the_caption_ends_with_the_methods_that_lack_the_metric():
    results = stored({"main": {"error": {"alpha": {"A": [0.1] * 6, "B": [NAN] * 6}}}})
    runs = results.frames["main", "runs"]
    runs.loc[runs["method"] == "B", ["status", "message"]] = ["absent", "no package"]
    table = score_table(results, study="main")
    assert table.caption.endswith(" over 1 data set. No error: B (no package).")


@pytest.mark.parametrize(
    ("lower_is_better", "stars"), [(True, [True, False]), (False, [False, True])]
)
def test_a_clear_difference_takes_the_star_however_small_it_is(lower_is_better, stars):
    scores = {"A": BASE, "B": planted(1e-4, deviation=1e-5)}
    results = stored({"main": {"error": {"alpha": scores}}})
    data = score_table(results, study="main", lower_is_better=lower_is_better).data
    assert data["not_worse_than_best"].tolist() == data["best"].tolist() == stars


@pytest.mark.parametrize(("about", "start"), [("Halves", "Halves"), ("", "Study main")])
def test_a_table_without_a_caption_says_what_it_shows(about, start):
    scores = {"alpha": {"A": [0.1, 0.2]}}
    of_metrics = dict.fromkeys(["error", "balanced_error", ("error", "0.5")], scores)
    results = stored({"main": of_metrics}, parameter="noise")
    results.study("main").about = about

    def caption(**options):
        return score_table(results, study="main", **options).caption

    assert caption().startswith(f"{start}: %, mean")
    assert caption(metric="balanced_error").startswith(f"{start}: balanced error (%), mean")
    assert caption(condition="0.5").startswith(f"{start}, noise 0.5: %, mean")
    assert caption(metric="balanced_error", caption="Given").startswith("Given: %, mean")
