"""The table of pairs, and what it has in common with other tables of data sets, on known scores."""

import json

import numpy as np
import pytest

from methods.bench.statistics import ALPHA
from methods.tables.advice import advise
from methods.tables.method_by_dataset import dataset_table
from methods.tables.pairwise import pairwise_table
from methods.tables.scores import score_table
from methods.tables.sensitivity import sensitivity_table
from methods.tables.standing import standing
from methods.tables.table import NO_VALUE
from methods.tables.wins import win_tie_loss_table
from tests.claims.stored import BASE, planted, t
from tests.made_up import made_up_results
from tests.tables.over_datasets import AUC, aucs_of, each, errors_of

NAN = float("nan")
NAMES = [f"d{i}" for i in range(8)]


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    # only probabilities near 0, 1/2 and 1 are asked for
    monkeypatch.setattr("methods.inference.region.DRAWS", 1000)
    monkeypatch.setattr("methods.inference.effects.RESAMPLES", 1000)


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


def test_a_lucky_trial_is_not_ranked_among_full_ones():
    known = scores(np.random.default_rng(0))
    known["d0"]["B"] = [0.0] + [NAN] * 7
    few = errors_of(known)
    places = dataset_table(few, study="main", method="A").data.set_index("dataset")
    assert (places.loc["d0", "place"], places.loc["d0", "ranked"]) == (1, 2)
    assert (places.loc["d1", "place"], places.loc["d1", "ranked"]) == (1, 3)
    pairs = pairwise_table(few, study="main", method="A").data.set_index("against")
    assert pairs["datasets"].to_dict() == {"B": 7, "C": 8}
    assert sensitivity_table(few, study="main").data["datasets"].tolist() == [7] * 3
    assert next(advise(few, "main")).datasets == 7


def test_two_methods_with_as_many_trials_are_compared_although_others_have_more():
    known = scores(np.random.default_rng(0))
    for method in "AB":
        known["d0"][method][7] = NAN
    few = errors_of(known)
    pairs = pairwise_table(few, study="main", method="A").data.set_index("against")
    assert pairs["datasets"].to_dict() == {"B": 8, "C": 7}


def test_two_methods_without_a_common_data_set_have_no_effect():
    apart = {"d0": {"A": [0.1] * 6, "B": [NAN] * 6}, "d1": {"A": [NAN] * 6, "B": [0.1] * 6}}
    cells = pairwise_table(errors_of(apart), study="main", method="A").cells
    assert cells.loc["B", "rank-biserial"] == NO_VALUE


def test_scores_that_are_equal_on_paper_are_no_difference():
    known = {name: {"A": [0.1 + 0.2] * 8, "B": [0.3] * 8, "C": [0.9] * 8} for name in NAMES}
    equal = errors_of(known)
    data = pairwise_table(equal, study="main", method="A", rope=0).data.set_index("against")
    row = data.loc["B"]
    assert (row["p_value"], row["rank_biserial"], row["better"], row["worse"]) == (1, 0, 0.5, 0.5)


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("results")
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.chdir(folder)
        return folder, made_up_results(folder, scores(np.random.default_rng(0)))


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


def test_high_values_can_be_good():
    stored = aucs_of(scores(np.random.default_rng(0)))
    table = pairwise_table(stored, study="main", method="A", metric=AUC)
    row = table.data.set_index("against").loc["B"]
    assert row["difference"] > 0 and row["losses"] == 8 and row["worse"] > 0.99


def test_versions_count_once_and_a_missing_score_is_left_out():
    known = scores(np.random.default_rng(0))
    known["d3"]["B"] = [NAN] * 8
    stored = errors_of(known, version_of={"d0": "d1"})
    table = pairwise_table(stored, study="main", method="A")
    assert table.data.set_index("against")["datasets"].to_dict() == {"B": 6, "C": 7}


def test_a_method_without_scores_is_said_to_have_none():
    stored = errors_of(each(NAMES, A=[0.1], B=[NAN], C=[0.2]))
    for caption, title in (("", "main"), ("here", "here")):
        table = pairwise_table(stored, study="main", method="B", caption=caption)
        assert table.data.empty and table.cells.empty
        assert table.caption == f"{title}: B has no score."


def test_a_pair_needs_two_methods_with_scores():
    one = errors_of(each("ab", A=[0.1], B=[NAN]))
    table = pairwise_table(one, study="main", method="A")
    assert table.data.empty and table.caption == "main: fewer than two methods have a score."
    table = pairwise_table(one, study="main")
    assert table.data.empty and table.caption == "main: fewer than two methods have a score."
    two = errors_of(each("ab", A=[0.2], B=[0.1]))
    for method, first in ((None, "B"), ("A", "A")):
        table = pairwise_table(two, study="main", method=method)
        assert table.data["method"].tolist() == [first] and "over 1 pair." in table.caption


def test_only_the_chosen_methods_and_data_sets_are_compared():
    known = each("abc", A=[0.3], B=[0.2], C=[0.1])
    options = {"study": "main", "methods": ["B", "A"], "datasets": ["a", "c"], "caption": "here"}
    table = pairwise_table(errors_of(known), **options)
    assert table.data[["method", "against", "datasets"]].to_numpy().tolist() == [["B", "A", 2]]
    assert table.cells["data sets"].tolist() == ["2"]
    assert table.caption.startswith("here: B against each row, by mean error")
    assert pairwise_table(errors_of(known), study="main").caption.startswith("Pairs of methods: C")


def test_the_rivals_stand_in_the_order_of_the_study_and_are_shown_from_the_best():
    known = each("ab", A=[0.3], B=[0.4], C=[0.1], D=[0.2])
    table = pairwise_table(errors_of(known), study="main", method="A")
    assert table.data["against"].tolist() == ["B", "C", "D"]
    assert table.data["difference"].tolist() == pytest.approx([-0.1, 0.2, 0.1])
    assert table.cells.index.tolist() == ["C", "D", "B"]
    assert table.cells["difference (points)"].tolist() == [
        "+20.00 (+20.00 to +20.00)", "+10.00 (+10.00 to +10.00)", "-10.00 (-10.00 to -10.00)",
    ]  # fmt: skip


def test_wins_ties_and_losses_are_counted_where_six_trials_are_common():
    low, high, late = [0.1] * 6, [0.2] * 6, [NAN, *[0.2] * 5]
    known = {
        "a": {"A": low, "B": high}, "b": {"A": low, "B": high}, "c": {"A": low, "B": high},
        "d": {"A": high, "B": low}, "e": {"A": high, "B": low},
        "f": {"A": low, "B": low}, "g": {"A": low, "B": late}, "h": {"A": late, "B": low},
    }  # fmt: skip
    table = pairwise_table(errors_of(known), study="main", method="A")
    assert table.data[["wins", "ties", "losses"]].to_numpy().tolist() == [[3, 1, 2]]
    assert table.cells["wins/ties/losses"].tolist() == ["3/1/2"]
    assert table.data["datasets"].tolist() == [6]


@pytest.mark.parametrize(
    ("names", "p", "biserial"),
    [("abcde", "–", "+1.00"), ("abcdef", "0.031", "+1.00 (+1.00 to +1.00)")],
)
def test_fewer_than_six_data_sets_have_no_test_and_no_bootstrap(names, p, biserial):
    cells = pairwise_table(errors_of(each(names, A=[0.1], B=[0.2])), study="main", method="A").cells
    assert cells.loc["B", ["p (Wilcoxon, Holm)", "rank-biserial"]].tolist() == [p, biserial]


def test_the_correction_is_by_steps():
    known = {
        name: {"A": [0.1], "B": [0.2 + 0.01 * place], "C": [0.3 + 0.01 * place]}
        for place, name in enumerate(NAMES)
    }
    known["d0"]["C"] = [0.099]  # the smallest of eight differences is on the other side
    data = pairwise_table(errors_of(known), study="main", method="A").data
    least, next_to_least = 2 / 2**8, 4 / 2**8
    assert data.set_index("against")["p_value"].to_dict() == pytest.approx(
        {"B": 2 * least, "C": next_to_least}
    )


@pytest.mark.parametrize("inside", [0.99, 1.01])
def test_a_win_is_counted_by_the_test_that_is_corrected_for_shared_rows(inside):
    # eight trials, with half as many test rows as training rows
    size = inside * t(ALPHA / 2) * 0.01 * (1 / 8 + 0.5) ** 0.5
    known = errors_of(each("ab", A=planted(-size), B=BASE))
    (row,) = pairwise_table(known, study="main", method="A").data.to_dict("records")
    counts = (row["wins"], row["ties"], row["losses"])
    assert counts == ((2, 0, 0) if inside > 1 else (0, 2, 0))


def test_the_region_of_equivalence_has_the_width_asked_for():
    known = errors_of(each("abcdefgh", A=[0.1], B=[0.2]))
    for rope, column in ((0.01, "P better"), (0.2, "P equal")):
        table = pairwise_table(known, study="main", method="A", rope=rope)
        assert float(table.cells.loc["B", column]) > 0.98
    assert "differ by at most 20 points." in table.caption


def test_the_standing_has_place_seconds_counts_and_probabilities(clear):
    pairs = pairwise_table(clear, study="main", method="B").data
    text = "\n".join(standing(clear, "main", "B", "error", 0.01, pairs))
    assert "of 3, average rank" in text and "over 8 data sets" in text
    assert "4.5 s a trial" in text  # the mean of 1 to 8 seconds
    assert "Against A, the best of the others by average rank: difference +" in text
    assert "worse 1.00" in text or "worse 0.99" in text
    assert "B is worse than A (Wilcoxon, Holm, 5 %)." in text
    assert "B is not told apart from C (Wilcoxon, Holm, 5 %)." in text


def test_the_caption_ends_with_the_methods_that_lack_the_metric():
    results = errors_of(each("ab", A=[0.1, 0.1], B=[0.2, 0.2], C=[0.3, NAN]))
    runs = results.frames["main", "runs"]
    failed = runs["status"] != "ok"
    runs.loc[failed, ["status", "message"]] = ["absent", "no package"]
    table = pairwise_table(results, study="main", method="A", datasets=["b"])
    assert table.caption.endswith(" at most 1 point. No error: C (no package).")


def test_a_gap_is_one_of_all_data_sets_that_are_shown():
    results = errors_of(each("abc", A=[0.1, 0.1], B=[0.2, 0.2], C=[0.3, NAN]))
    runs = results.frames["main", "runs"]
    failed = (runs["status"] != "ok") & (runs["dataset"] != "c")
    runs.loc[failed, ["status", "message"]] = ["absent", "no package"]
    captions = {
        shown: pairwise_table(results, study="main", method="A", datasets=list(shown)).caption
        for shown in ("ab", "abc")
    }
    assert captions["ab"].endswith(" No error: C (no package).")
    assert captions["abc"].endswith(" No error: C on a, b (no package).")


def test_gaps_are_those_of_the_metric_on_the_data_sets_that_are_shown():
    results = aucs_of(each("abc", A=[0.1] * 2, B=[0.2] * 2, C=[0.3] * 2))
    runs = results.frames["main", "runs"]
    runs["gaps"] = ""
    for name, metric, reason in (("a", AUC, "one class"), ("b", "error", "no fit"),
                                 ("c", AUC, "gone")):  # fmt: skip
        lacking = (runs["dataset"] == name) & (runs["method"] == "C")
        runs.loc[lacking, "gaps"] = json.dumps({metric: reason})
    options = {"study": "main", "metric": AUC, "datasets": ["a", "b"]}
    tables = (
        pairwise_table(results, **options, method="A"),
        win_tie_loss_table(results, **options),
        score_table(results, **options),
    )
    for table in tables:
        assert table.caption.endswith(f" No {AUC}: C on a (one class).")
