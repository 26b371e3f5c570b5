"""The tables of pairs, of one method by data set, of sensitivity and of advice, on known scores."""

import numpy as np
import pandas as pd
import pytest
import yaml

from methods.bench.plan import Plan
from methods.bench.results import Results
from methods.tables.advice import advice_table, advise, markdown
from methods.tables.method_by_dataset import dataset_table
from methods.tables.pairwise import pairwise_table
from methods.tables.sensitivity import sensitivity_table
from methods.tables.standing import standing
from methods.tables.table import NO_VALUE
from tests.made_up import made_up_results, make_version

NAN = float("nan")
NAMES = [f"d{i}" for i in range(8)]


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def scores(rng, gap=0.1):
    """A is better than B and C by `gap` on each data set; B and C take turns."""
    known = {}
    for place, name in enumerate(NAMES):
        turn = 0.01 * (-1) ** place
        known[name] = {
            method: list(0.2 + shift + 0.002 * rng.standard_normal(8))
            for method, shift in (("A", 0.0), ("B", gap + turn), ("C", gap - turn))
        }
    return known


def test_a_lucky_trial_is_not_ranked_among_full_ones(tmp_path):
    known = scores(np.random.default_rng(0))
    known["d0"]["B"] = [0.0] + [NAN] * 7
    few = made_up_results(tmp_path, known)
    places = dataset_table(few, study="main", method="A").data.set_index("dataset")
    assert (places.loc["d0", "place"], places.loc["d0", "ranked"]) == (1, 2)
    assert (places.loc["d1", "place"], places.loc["d1", "ranked"]) == (1, 3)
    pairs = pairwise_table(few, study="main", method="A").data.set_index("against")
    assert pairs["datasets"].to_dict() == {"B": 7, "C": 8}
    assert sensitivity_table(few, study="main").data["datasets"].tolist() == [7] * 3
    assert next(advise(few, "main")).datasets == 7


def test_two_methods_with_as_many_trials_are_compared_although_others_have_more(tmp_path):
    known = scores(np.random.default_rng(0))
    for method in "AB":
        known["d0"][method][7] = NAN
    few = made_up_results(tmp_path, known)
    pairs = pairwise_table(few, study="main", method="A").data.set_index("against")
    assert pairs["datasets"].to_dict() == {"B": 8, "C": 7}


def test_two_methods_without_a_common_data_set_have_no_effect(tmp_path):
    apart = {"d0": {"A": [0.1] * 6, "B": [NAN] * 6}, "d1": {"A": [NAN] * 6, "B": [0.1] * 6}}
    cells = pairwise_table(made_up_results(tmp_path, apart), study="main", method="A").cells
    assert cells.loc["B", "rank-biserial"] == NO_VALUE


def test_scores_that_are_equal_on_paper_are_no_difference(tmp_path):
    known = {name: {"A": [0.1 + 0.2] * 8, "B": [0.3] * 8, "C": [0.9] * 8} for name in NAMES}
    equal = made_up_results(tmp_path, known)
    data = pairwise_table(equal, study="main", method="A", rope=0).data.set_index("against")
    row = data.loc["B"]
    assert (row["p_value"], row["rank_biserial"], row["better"], row["worse"]) == (1, 0, 0.5, 0.5)


def results(tmp_path, gap=0.1):
    return made_up_results(tmp_path, scores(np.random.default_rng(0), gap))


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("results")
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.chdir(folder)
        return folder, results(folder)


@pytest.fixture
def clear(made, monkeypatch):
    """Results that no test changes, and their folder as the working directory."""
    folder, results = made
    monkeypatch.chdir(folder)
    return results


def test_a_clear_difference_is_in_every_column(clear):
    table = pairwise_table(clear, study="main", method="A")
    row = table.data.set_index("against").loc["B"]
    assert row["difference"] == pytest.approx(-0.1, abs=0.002) and row["high"] < 0 > row["low"]
    assert (row["wins"], row["ties"], row["losses"]) == (8, 0, 0)
    assert row["p_value"] == pytest.approx(2 * 2 / 2**8)  # the smallest of 8 data sets, twice
    assert row["rank_biserial"] == row["rank_biserial_low"] == 1
    assert row["better"] > 0.99 and row["better"] + row["equal"] + row["worse"] == pytest.approx(1)
    cells = table.cells.loc["B"]
    assert cells["wins/ties/losses"] == "8/0/0" and cells["P better"] in ("0.99", "1.00")
    assert "A against each row" in table.caption and "at most 1 point." in table.caption


def test_the_other_side_sees_the_same_difference_turned_round(clear):
    of_a = pairwise_table(clear, study="main", method="A").data.set_index("against").loc["B"]
    of_b = pairwise_table(clear, study="main", method="B").data.set_index("against").loc["A"]
    assert of_b["difference"] == pytest.approx(-of_a["difference"])
    assert (of_b["wins"], of_b["losses"]) == (of_a["losses"], of_a["wins"])
    assert of_b["worse"] == pytest.approx(of_a["better"], abs=0.01)


def test_without_a_named_method_the_best_is_compared_and_holm_is_over_all_pairs(clear):
    table = pairwise_table(clear, study="main")
    assert set(table.data["method"]) == {"A"} and "over 3 pairs" in table.caption
    assert table.data["p_value"].min() == pytest.approx(3 * 2 / 2**8)


def test_high_values_can_be_good(tmp_path):
    stored = made_up_results(
        tmp_path, scores(np.random.default_rng(0)), metric="roc_auc", metrics=["roc_auc"]
    )
    table = pairwise_table(stored, study="main", method="A", metric="roc_auc")
    row = table.data.set_index("against").loc["B"]
    assert row["difference"] > 0 and row["losses"] == 8 and row["worse"] > 0.99


def test_versions_count_once_and_a_missing_score_is_left_out(tmp_path):
    known = scores(np.random.default_rng(0))
    known["d3"]["B"] = [NAN] * 8
    stored = make_version(tmp_path, made_up_results(tmp_path, known), "d0", of="d1")
    table = pairwise_table(stored, study="main", method="A")
    assert table.data.set_index("against")["datasets"].to_dict() == {"B": 6, "C": 7}


def test_a_method_without_scores_is_said_to_have_none(tmp_path):
    known = {name: {"A": [0.1] * 8, "B": [NAN] * 8} for name in NAMES}
    stored = made_up_results(tmp_path, known)
    for make in (pairwise_table, dataset_table):
        table = make(stored, study="main", method="B")
        assert table.data.empty and "B has no score" in table.caption
    assert "B has no score" in standing(stored, "main", "B", "error", 0.01, pd.DataFrame())[0]


def test_each_data_set_has_a_place_and_a_corrected_interval(clear):
    table = dataset_table(clear, study="main", method="B", against="A")
    row = table.data.iloc[0]
    assert row["place"] in (2, 3) and row["ranked"] == 3
    assert row["low"] < row["difference"] < row["high"] and row["worse"] > 0.99
    # two training rows and one test row: the variance is (1/8 + 1/2), not 1/8
    known = clear.trial_scores("main", "error").loc["d0"]
    std = (known["B"] - known["A"]).std()
    half = 2.3646242510102993 * std * (1 / 8 + 1 / 2) ** 0.5
    assert row["high"] - row["difference"] == pytest.approx(half)


def test_the_data_set_on_which_an_order_rests_is_named(tmp_path):
    known = {name: {"A": [0.2] * 6, "B": [0.2 + 0.001] * 6} for name in NAMES[:3]}
    known["d2"] = {"A": [0.4] * 6, "B": [0.1] * 6}
    known["d3"] = {"A": [0.4] * 6, "B": [0.1] * 6}
    known["d4"] = {"A": [0.1] * 6, "B": [0.4] * 6}
    table = sensitivity_table(made_up_results(tmp_path, known), study="main")
    of_a, of_b = table.data.set_index("method").loc[["A", "B"]].to_dict("records")
    assert (of_a["place"], of_b["place"]) == (1, 2)
    assert (of_a["best_place"], of_a["worst_place"]) == (1, 1)
    assert (of_b["best_place"], of_b["worst_place"]) == (1, 2)  # without one of A they tie
    assert of_b["most_moved_by"] in ("d0", "d1", "d4")
    assert np.isnan(of_a["place_without_generated"])


def make_generated(tmp_path, stored, names):
    """The results after these data sets are said to be generated."""
    for name in names:
        file = tmp_path / "datasets" / f"{name}.yaml"
        source = {"generator": "methods.data.generators.breiman.twonorm",
                  "parameters": {"n_samples": 10, "random_state": 0}}  # fmt: skip
        file.write_text(yaml.safe_dump(yaml.safe_load(file.read_text()) | {"sources": [source]}))
    return Results.load(Plan.from_config({}, tmp_path), "toy", tmp_path)


def test_advice_claims_an_order_only_where_the_test_shows_it(clear):
    (entry, *_) = advise(clear, "main")
    text = " ".join(entry.sentences)
    assert (entry.group, entry.datasets) == ("Measured data", 8)
    assert text.startswith("A is the best: average rank 1.0 of 3") and "Worse than A: " in text
    assert markdown([entry]) == f"- **Measured data**: {text}"


def test_advice_on_equal_methods_names_no_best(tmp_path):
    table = advice_table(results(tmp_path, gap=0.0), study="main")
    text = table.cells.loc["Measured data", "advice"]
    assert text.startswith("No single best: ") and "Worse" not in text
    assert "fewer than 300 training rows" in table.cells.index[1]


def test_advice_on_few_data_sets_says_so_and_keeps_generated_data_apart(tmp_path):
    stored = make_generated(tmp_path, results(tmp_path), NAMES[:3])
    entries = {entry.group: " ".join(entry.sentences) for entry in advise(stored, "main")}
    assert entries["Measured data"] == "Too few data sets to say: 5 of at least 6."
    assert entries["Generated data"] == "Too few data sets to say: 3 of at least 6."


def test_the_standing_has_place_seconds_counts_and_probabilities(clear):
    pairs = pairwise_table(clear, study="main", method="B").data
    text = "\n".join(standing(clear, "main", "B", "error", 0.01, pairs))
    assert "of 3, average rank" in text and "over 8 data sets" in text
    assert "4.5 s a trial" in text  # the mean of 1 to 8 seconds
    assert "Against A, the best of the others by average rank: difference +" in text
    assert "worse 1.00" in text or "worse 0.99" in text
    assert "B is worse than A (Wilcoxon, Holm, 5 %)." in text
    assert "B is not told apart from C (Wilcoxon, Holm, 5 %)." in text
