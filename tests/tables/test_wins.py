"""Wins, ties and losses over data sets, by hand."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from methods.bench.statistics import ALPHA
from methods.data.splits import save_splits
from methods.tables.wins import win_tie_loss_table
from tests.claims.stored import BASE, ERROR, planted, stored, t
from tests.made_up import made_up_results, make_version, store_scores

NAN = float("nan")
LOW = [0.10, 0.11, 0.12, 0.10, 0.11, 0.10]
HIGH, MIXED = [value + 0.4 for value in reversed(LOW)], [0.1, 0.5] * 3


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def counts(results, test, **options):
    data = win_tie_loss_table(results, study="main", **options).data
    data = data[data["test"] == test].set_index(["method", "against"])
    return {pair: tuple(row) for pair, row in data[["wins", "ties", "losses"]].iterrows()}


def test_significant_differences_are_counted_over_data_sets(tmp_path):
    scores = {
        "alpha": {"A": LOW, "B": HIGH, "C": LOW},
        "beta": {"A": LOW, "B": HIGH, "C": MIXED},
        "gamma": {"A": HIGH, "B": LOW, "C": MIXED},
    }
    results = made_up_results(tmp_path, scores)
    by_pair = counts(results, "paired")
    assert by_pair["A", "B"] == (2, 0, 1) and by_pair["B", "A"] == (1, 0, 2)
    assert by_pair["A", "C"] == (0, 3, 0)
    cells = win_tie_loss_table(results, study="main").cells
    assert cells.loc["A", "B"] == "2/0/1" and cells.loc["A", "A"] == ""
    assert counts(results, "paired", datasets=["beta", "gamma"])["A", "B"] == (1, 0, 1)


def test_versions_of_a_data_set_count_once(tmp_path):
    scores = {name: {"A": LOW, "B": HIGH} for name in ("alpha", "beta", "gamma")}
    results = make_version(tmp_path, made_up_results(tmp_path, scores), "alpha", of="gamma")
    assert counts(results, "paired")["A", "B"] == (2, 0, 0)


def test_printed_counts_stand_beside_ours_in_both_directions(tmp_path):
    printed = {"table": "wins", "dataset": "A vs B", "method": "A", "metric": "win/tie/loss",
               "value": "5/10/0", "spread": None, "spread_kind": "", "rank": None}  # fmt: skip
    scores = {"alpha": {"A": LOW, "B": HIGH, "C": LOW}}
    results = made_up_results(tmp_path, scores, published=pd.DataFrame([printed]))
    table = win_tie_loss_table(results, study="main", counts="wins")
    assert table.cells.loc["A", "B"] == "1/0/0 (5/10/0)"
    assert table.cells.loc["B", "A"] == "0/0/1 (0/10/5)"
    assert table.cells.loc["A", "C"] == "0/1/0"
    assert "as printed" in table.caption


def test_higher_may_be_better(tmp_path):
    results = made_up_results(tmp_path, {"alpha": {"A": LOW, "B": HIGH}})
    assert counts(results, "paired", lower_is_better=False)["A", "B"] == (0, 0, 1)


def test_corrections_take_wins_away(tmp_path):
    rng = np.random.default_rng(1)
    a = 0.2 + 0.01 * rng.normal(size=10)
    scores = {name: (a + 0.01 + 0.01 * rng.normal(size=10)).tolist() for name in "BCDEFG"}
    results = made_up_results(tmp_path, {"alpha": {"A": a.tolist(), **scores}}, ratio=(1, 9))
    wins = {
        test: sum(counts(results, test)["A", rival][0] for rival in "BCDEFG")
        for test in ("paired", "paired, Holm", "corrected for resampling")
    }
    assert wins["corrected for resampling"] == 0
    assert wins["paired, Holm"] < wins["paired"]


def test_a_missing_data_set_counts_nowhere(tmp_path):
    results = made_up_results(tmp_path, {d: {"A": LOW, "B": HIGH} for d in ("alpha", "beta")})
    store_scores(tmp_path, "beta", [(name, seed, NAN) for name in "AB" for seed in range(6)])
    save_splits("results/toy/main/splits/beta/0000-0002.npz", {}, {})
    for test in ("paired", "unpaired", "paired, Holm", "corrected for resampling"):
        assert counts(results, test)["A", "B"] == (1, 0, 0)


def test_a_study_that_did_not_run_has_an_empty_table(tmp_path):
    results = made_up_results(tmp_path, {"alpha": {"A": LOW, "B": HIGH}})
    results.plan.config["methods"] = []
    table = win_tie_loss_table(results, study="main")
    assert table.cells.empty and table.data.empty


def test_without_a_data_set_every_count_is_zero(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    results = made_up_results(tmp_path, {"alpha": {"A": [0.1, 0.2], "B": [0.3, 0.4]}})
    table = win_tie_loss_table(results, study="main", datasets=["gone"])
    assert table.cells.loc["A", "B"] == "0/0/0"
    assert table.data[["wins", "ties", "losses"]].sum().sum() == 0


def test_a_data_set_of_few_trials_counts_nowhere(tmp_path):
    few = {"A": LOW[:5], "B": HIGH[:5]}
    results = made_up_results(tmp_path, {"alpha": {"A": LOW, "B": HIGH}, "beta": few})
    for test in ("paired", "unpaired", "paired, Holm", "corrected for resampling"):
        assert counts(results, test)["A", "B"] == (1, 0, 0)


TOO_FEW = "no data set has the 6 trials of two methods that a count needs"


def test_the_caption_says_if_no_data_set_has_enough_trials():
    few = {"A": LOW[:5], "B": HIGH[:5]}
    for enough, told in (
        ({"A": LOW, "B": HIGH}, False),
        ({"A": LOW, "B": LOW}, False),
        (few, True),
    ):
        results = stored({"main": {"error": {"alpha": few, "beta": enough}}})
        caption = win_tie_loss_table(results, study="main").caption
        assert caption.endswith(f"at 5 %; {TOO_FEW}.") is told


WELCH = stats.ttest_ind_from_stats  # of means, deviations and trials


@pytest.mark.parametrize("inside", [0.99, 1.01])
@pytest.mark.parametrize(
    ("test", "size"),
    [
        ("paired", t(ALPHA / 2) * ERROR),
        ("paired, Holm", t(ALPHA / 2 / 3) * ERROR),  # of three pairs, of which two are alike
        ("corrected for resampling", t(ALPHA / 2) * 0.01 * (1 / 8 + 0.25) ** 0.5),
    ],
)
def test_a_win_is_counted_from_the_size_on_that_the_test_can_tell(test, size, inside):
    scores = {"A": planted(-inside * size), "B": BASE, "C": BASE}
    results = stored({"main": {"error": {"alpha": scores, "beta": scores}}}, ratio=0.25)
    expected = (2, 0, 0) if inside > 1 else (0, 2, 0)
    assert counts(results, test)["A", "B"] == expected
    assert counts(results, test)["B", "A"] == expected[::-1]
    assert counts(results, test)["B", "C"] == (0, 2, 0)


@pytest.mark.parametrize("inside", [0.99, 1.01])
def test_without_pairs_the_deviations_of_both_sides_count(inside):
    """By Welch's test: two equal deviations of 0.1 over eight trials."""
    base = BASE - BASE.mean()
    base *= 0.1 / base.std(ddof=1)
    shift = inside * stats.t.isf(ALPHA / 2, 14) * 0.1 * (2 / 8) ** 0.5
    assert (WELCH(shift, 0.1, 8, 0, 0.1, 8, False).pvalue < ALPHA) == (inside > 1)
    results = stored({"main": {"error": {"alpha": {"A": base - shift, "B": base}}}})
    expected = (1, 0, 0) if inside > 1 else (0, 1, 0)
    assert counts(results, "unpaired")["A", "B"] == expected
    assert counts(results, "paired")["A", "B"] == (1, 0, 0)
    table = win_tie_loss_table(results, study="main", caption="here")
    assert table.cells.loc["A", "B"] == "1/0/0"  # of the paired test
    assert (
        table.caption
        == "here: wins/ties/losses of the row against the column, paired t-test at 5 %."
    )
    assert len(table.data) == 8 and set(table.data["method"]) == {"A", "B"}


def test_methods_that_share_few_trials_count_nowhere():
    early, late = [*LOW, *[NAN] * 4], [*[NAN] * 4, *HIGH]
    results = stored({"main": {"error": {"alpha": {"A": early, "B": late, "C": [*LOW, *LOW[:4]]}}}})
    for test in ("paired", "unpaired", "paired, Holm", "corrected for resampling"):
        assert counts(results, test)["A", "B"] == (0, 0, 0)
        assert sum(counts(results, test)["A", "C"]) == 1


def test_the_caption_ends_with_the_methods_that_lack_the_metric():
    results = stored({"main": {"error": {"alpha": {"A": LOW, "B": HIGH, "C": [NAN] * 6}}}})
    runs = results.frames["main", "runs"]
    runs.loc[runs["method"] == "C", ["status", "message"]] = ["absent", "no package"]
    table = win_tie_loss_table(results, study="main")
    assert table.caption.endswith(" paired t-test at 5 %. No error: C (no package).")
    assert table.cells.loc["A"].tolist() == ["", "1/0/0", "0/0/0"]


@pytest.mark.parametrize("wide", ["alpha", "beta"])
def test_each_data_set_is_corrected_for_its_own_test_rows(wide):
    scores = {"A": planted(-0.015), "B": BASE}
    results = stored({"main": {"error": {"alpha": scores, "beta": scores}}}, ratio=0.0)
    results.plan.catalogue[wide].shape = (200,)  # as many test rows as training rows
    assert counts(results, "corrected for resampling")["A", "B"] == (1, 1, 0)


def test_the_cells_are_those_of_the_test_without_a_correction_over_pairs():
    scores = {"A": planted(-1.01 * t(ALPHA / 2) * ERROR), "B": BASE, "C": BASE}
    results = stored({"main": {"error": {"alpha": scores}}})
    assert counts(results, "paired, Holm")["A", "B"] == (0, 1, 0)
    assert win_tie_loss_table(results, study="main").cells.loc["A", "B"] == "1/0/0"


def test_pairs_that_are_clearly_apart_make_the_next_no_harder_to_tell():
    scores = {"A": planted(-1.01 * t(ALPHA / 2) * ERROR), "B": BASE, "C": BASE + 9}
    results = stored({"main": {"error": {"alpha": scores}}})
    by_pair = counts(results, "paired, Holm")
    assert by_pair["A", "B"] == by_pair["A", "C"] == by_pair["B", "C"] == (1, 0, 0)


def test_unpaired_counts_are_over_all_trials_of_the_two_methods():
    """The difference is significant over twelve trials, and not over the six that C has."""
    scores = np.array([0.1, 0.2] * 6)
    methods = {"A": scores, "B": scores + 0.06, "C": [*scores[:6], *[NAN] * 6]}
    results = stored({"main": {"error": {"alpha": methods}}})
    assert counts(results, "unpaired")["A", "B"] == (1, 0, 0)
    assert counts(results, "unpaired")["A", "C"] == (0, 1, 0)


def test_pairs_of_few_trials_are_not_in_holms_family():
    noisy = BASE[:4] + np.array([0.2, -0.2, 0.2, -0.2])
    methods = {"A": planted(-t(0.015) * ERROR), "B": BASE, "C": [*noisy, *[NAN] * 4]}
    results = stored({"main": {"error": {"alpha": methods}}})
    assert counts(results, "paired, Holm")["A", "B"] == (1, 0, 0)


def test_printed_counts_are_those_of_the_table_named(tmp_path):
    printed = [
        {"table": table, "dataset": "A vs B", "method": "A", "metric": "win/tie/loss",
         "value": text, "spread": NAN, "spread_kind": "std"}
        for table, text in (("wins", "3/2/1"), ("later", "9/9/9"))
    ]  # fmt: skip
    scores = {"alpha": {"A": [0.1] * 6, "B": [0.2] * 6}}
    results = made_up_results(tmp_path, scores, published=pd.DataFrame(printed))
    cells = win_tie_loss_table(results, study="main", counts="wins").cells
    assert cells.loc["A", "B"].endswith(" (3/2/1)")


@pytest.mark.parametrize(("lower_is_better", "count"), [(True, (1, 0, 0)), (False, (0, 0, 1))])
def test_an_unpaired_count_has_the_direction_of_its_own_means(lower_is_better, count):
    """A has the higher numbers where both have one, and the lower mean over all of its own."""
    common = [0.30, 0.31, 0.32, 0.31, 0.30, 0.31]
    scores = {"A": [*common, *[0.05, 0.06] * 17], "B": [x - 0.05 for x in common] + [NAN] * 34}
    results = stored({"main": {"depth": {"alpha": scores}}})
    options = {"metric": "depth", "lower_is_better": lower_is_better}
    assert counts(results, "unpaired", **options)["A", "B"] == count
    assert counts(results, "paired", **options)["A", "B"] == count[::-1]
