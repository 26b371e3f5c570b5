"""Where the published numbers can come from, as the ledger says it."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from methods.bench.construct import options_of
from methods.bench.experiments import load_experiments
from methods.bench.results import Results
from methods.claims import printed_origins
from methods.claims.printed_origins import (
    printed_average_ranks_possible,
    printed_cells_distinct,
    printed_counts_possible,
    printed_digits_even,
    printed_marks_follow,
    printed_means_possible,
    printed_spreads_of_resampling,
    printed_spreads_possible,
)
from methods.claims.verdicts import FAILS, HOLDS, UNTESTABLE
from methods.schemas.outputs import CLAIM_KEYS
from tests.claims.stored import stored
from tests.claims.test_printed import PUBLISHED, results, row

EXPERIMENTS = load_experiments(Path(__file__).parents[2] / "workflow" / "experiments")
# verdict, cells with a finding; each was checked by hand against the text of its source
STAND = {
    "erm/printed-means-are-possible": (FAILS, ["L1-ERM30 on ionosphere", "1 of 40"]),
    "erm/printed-spreads-are-possible": (FAILS, ["AdaBoost10 on heart", "1 of 28"]),
    "erm/printed-spreads-of-resampling": (HOLDS, []),
    "drm/counts-are-possible": (FAILS, ["DRM21 vs Bagging21", "Bagging51 vs AdaBoost51"]),
    "drm/marks-follow": (HOLDS, []),
    "drm/printed-average-ranks-are-possible": (HOLDS, []),
    "drm/printed-spreads-are-possible": (HOLDS, []),
    "drm/printed-digits-are-even": (HOLDS, []),
    "drm/printed-spreads-of-resampling": (FAILS, ["on clean1", "15 of 118"]),
    "smm_real/printed-means-are-possible": (HOLDS, []),
    "smm_real/printed-means-of-one-size": (FAILS, ["on eeg_emotion", "on inria_person", "2 of 16"]),
    "smm_real/printed-spreads-are-possible": (HOLDS, []),
    "perceptron/printed-spreads-of-complete-records": (FAILS, ["6 of 63", "pocket on votes84"]),
    "perceptron/printed-spreads-of-all-votes": (HOLDS, []),
    "multiclass/printed-means-of-tenths": (HOLDS, []),
    "multiclass/printed-means-of-one-run": (HOLDS, []),
    "multiclass/printed-spreads-of-folds-4-2": (HOLDS, []),
    "multiclass/printed-spreads-of-folds-4-3": (HOLDS, []),
    "multiclass/printed-spreads-of-folds-4-4": (
        FAILS,
        ["ERP rand-2 LR on iris", "1 of 24"],
    ),
    "multiclass/printed-spreads-of-folds-4-5": (HOLDS, []),
}


@pytest.mark.parametrize("name", STAND)
def test_the_published_tables(name):
    experiment = EXPERIMENTS[name.partition("/")[0]]
    published = pd.read_csv(PUBLISHED / f"{experiment.source}.csv")
    published["text"] = published["value"].astype(str)
    published["value"] = pd.to_numeric(published["value"], errors="coerce")
    function, options = options_of(experiment.claims[name.partition("/")[2]], CLAIM_KEYS)
    judged = function(Results(None, experiment, published), **options)
    verdict, cells = STAND[name]
    assert judged.verdict == verdict, judged.reason
    found = [
        f"{e['method']} on {e['dataset']}: {e['says']}" for e in judged.evidence if "says" in e
    ]
    found.append(f"{len(found)} of {judged.reason.split()[1]}")
    assert all(any(cell in finding for finding in found) for cell in cells), found


@pytest.mark.parametrize(
    ("sizes", "cannot"),
    [
        (10, "1 cannot come from what the paper states"),
        (
            [10, 11],
            "of 2 printed means 1 cannot come from the size of the test part that gives most",
        ),
    ],
)
def test_a_mean_of_another_stated_size_is_not_told_as_impossible(sizes, cannot):
    """3 of 10 rows err in one method, 3 of 11 in the other."""
    metric = "test_error_percent"
    rows = [row("A", 30.0, metric=metric), row("B", 27.3, metric=metric)]
    options = {"tables": ["t"], "metric": metric, "trials": 1}
    judged = printed_means_possible(results(rows), **options, test_rows={"d": sizes})
    assert judged.verdict == FAILS
    assert cannot in judged.reason.lower()
    assert f" {len(judged.evidence)} cannot come " in judged.reason or not cells


NUMBERS = [
    {"table": "t", "dataset": "d", "method": name, "metric": "error_percent", "value": value,
     "spread": spread, "spread_kind": "std", "rank": float("nan"), "note": None}
    for name, value, spread in (("A", 10.34, 3.11), ("B", 13.79, 2.9), ("C", 13.79, 2.9))
]  # fmt: skip
OF_TABLE = {"table": "t", "metric": "error_percent"}


@pytest.mark.parametrize(
    ("test", "options"),
    [
        (printed_means_possible, {"tables": ["t"], "trials": 500, "test_rows": {"d": 5000}}),
        (printed_spreads_possible, {"table": "t", "trials": 500, "test_rows": {"d": 5000}}),
        (printed_spreads_of_resampling,
         {"table": "t", "trials": 10, "rows": {"e": 9}, "test_rows": {"e": 3}}),
        (printed_marks_follow, {"table": "t", "methods": ["A"], "than": ["B"], "trials": 10}),
        (printed_digits_even, {"tables": ["t"]}),
        (printed_average_ranks_possible, {"table": "t", "datasets": 1}),
        (printed_counts_possible, {"scores": "t", "counts": "u", "trials": 9, "datasets": 1}),
        (printed_cells_distinct, {"table": "u", "trials": 9, "study": "s"}),
    ],
)  # fmt: skip
def test_what_has_no_power_or_no_numbers_cannot_be_tested(test, options):
    printed = results([{**row, "text": str(row["value"])} for row in NUMBERS])
    judged = test(printed, metric="error_percent", **options)
    assert judged.verdict == UNTESTABLE and judged.reason


def test_others_are_those_of_the_data_sets_of_the_claim():
    """Every number is a mean of so many rows of f, and e is not in the claim."""
    metric = "test_error_percent"
    rows = [row("A", 30.0, dataset=name, metric=metric) for name in ("d", "e", "f")]
    options = {"tables": ["t"], "metric": metric, "trials": 1}
    judged = printed_means_possible(results(rows), **options, test_rows={"d": 10, "f": 50_000})
    assert judged.verdict == HOLDS and judged.reason.startswith("All 1 of 2 printed means that can")
    assert judged.reason.endswith("Of the other 1 the test cannot say.")


@pytest.mark.parametrize(("value", "judged"), [(10.34, 3), (0.2, 2)])
def test_spreads_of_too_few_errors_are_counted(value, judged):
    """An error rate of 0.2 % on ten rows is less than one error in a trial."""
    rows = [{**NUMBERS[0], "value": value}, *NUMBERS[1:]]
    options = {"trials": 100, "rows": {"d": 100}, "folds": 10}
    told = printed_spreads_of_resampling(results(rows), **OF_TABLE, **options).reason
    few = "Of the other 1, which have too few errors, the test cannot say."
    assert (few in told) == (judged == 2), told


def cells(noise, value=0.203, scale=1, study="s", n=10):
    """Two printed cells with one mean and spread, and some trials of ours of both methods."""
    metric = {1: "error", 100: "error_percent"}[scale]
    printed = {"value": value * scale, "spread": 0.021 * scale, "metric": metric}
    rows = [{**NUMBERS[0], "method": method, **printed} for method in ("A", "B")]
    rng = np.random.default_rng(0)
    trials = {
        method: (0.2 + 0.02 * SPLITS + noise * rng.normal(size=10))[:n].tolist()
        for method in ("A", "B")
    }
    held = stored({"s": {"error": {"d": trials}}}, published=pd.DataFrame(rows))
    held.plan.catalogue["d"].printed.append({"source": "toy", "name": "d"})
    return printed_cells_distinct(held, table="t", metric=metric, trials=10, study=study)


SPLITS = np.random.default_rng(1).normal(size=10)  # what both methods share


def test_equal_cells_can_come_from_methods_that_decide_alike_on_shared_splits():
    """In our trials both methods are one, or differ by far more than a printed digit."""
    alike = cells(noise=0.0)
    assert alike.verdict == HOLDS
    assert alike.reason == (
        "All 2 printed cells can come from what the paper states; 1 equal pair can come from "
        "trials on shared splits (chance 1)."
    )
    apart = cells(noise=0.05)
    assert apart.verdict == FAILS
    assert apart.reason.startswith(
        "Among 2 printed cells 1 equal pair cannot come from trials on shared splits (chance 0.0"
    )
    assert apart.evidence[0]["p_value"] <= 0.05
    of_equal_means = cells(noise=0.05, value=0.2)  # with one digit; the spreads have three
    assert of_equal_means.verdict == FAILS
    assert cells(noise=0.05, scale=100).verdict == FAILS


def test_equal_cells_without_trials_of_ours_are_those_of_independent_methods():
    for noise in (0.0, 0.05):
        judged = cells(noise, study=None)
        assert judged.verdict == FAILS
        assert "cannot come from independent trials" in judged.reason


@pytest.mark.parametrize(("n", "verdict"), [(2, HOLDS), (1, UNTESTABLE)])
def test_equal_cells_are_held_against_two_trials_of_ours_or_more(n, verdict):
    assert cells(noise=0.0, n=n).verdict == verdict


def test_the_least_likely_finding_is_told():
    rows = [
        {**NUMBERS[0], "dataset": "d", "method": method, "value": 30.0, "spread": spread}
        for method, spread in (("A", 0.9), ("B", 0.1), ("C", 0.8), ("D", 5.0))
    ]
    judged = printed_spreads_of_resampling(
        results(rows), table="t", metric="error_percent", trials=10,
        test_rows={"d": 100}, rows={"d": 200},
    )  # fmt: skip
    assert [entry["method"] for entry in judged.evidence] == ["A", "B", "C"]
    assert "B on d: 30 with a spread of 0.1" in judged.reason


def test_a_finding_never_accuses():
    printed = results([NUMBERS[0], {**NUMBERS[1], "value": 13.80}])
    judged = printed_means_possible(
        printed, tables=["t"], metric="error_percent", trials=10, test_rows={"d": 58}
    )
    assert judged.verdict == FAILS
    assert judged.evidence[0]["says"] == "13.80 cannot come from 58 test rows in 10 trials"


@pytest.mark.parametrize(
    ("chances", "verdict", "told"),
    [
        ({"t": 0.05}, FAILS, 1),
        ({"t": 0.051}, HOLDS, 0),
        ({"t": 0.9, "u": 0.025}, FAILS, 1),  # by Holm over two tables
        ({"t": 0.9, "u": 0.026}, HOLDS, 0),
        ({"t": 0.01, "u": 0.02}, FAILS, 2),
    ],
)
def test_last_digits_are_uneven_at_the_level_over_all_tables(monkeypatch, chances, verdict, told):
    digits = {name: [p] * printed_origins.FEWEST for name, p in chances.items()} | {"few": [0.001]}
    rows = pd.DataFrame([{"table": name, "metric": "e"} for name in digits])
    monkeypatch.setattr(printed_origins, "digits_of", lambda _, r, __: digits[r["table"].iloc[0]])
    monkeypatch.setattr(printed_origins, "chance_of_digits", lambda of_table: of_table[0])
    judged = printed_origins.printed_digits_even(results(rows), tables=list(digits), metric="e")
    assert judged.verdict == verdict
    assert [(e["table"], e["p_value"]) for e in judged.evidence] == list(chances.items())
    if len(chances) == 2:
        assert f"{told or 'none'} of 2 tables;" in judged.reason


PERCENT = "test_error_percent"


@pytest.mark.parametrize(("spread", "verdict"), [(2.0, HOLDS), (float("nan"), FAILS)])
def test_every_table_is_read_and_of_each_the_cells_without_spread(spread, verdict):
    """In the second table 33 % of ten rows is printed, of other trials if it has a spread."""
    rows = [row("A", 30.0, metric=PERCENT, spread=float("nan")),
            row("A", 33.0, metric=PERCENT, spread=spread) | {"table": "u"}]  # fmt: skip
    judged = printed_means_possible(
        results(rows), tables=["t", "u"], metric=PERCENT, trials=1, test_rows={"d": 10},
        only_without_spread=True,
    )  # fmt: skip
    assert judged.verdict == verdict


def test_one_data_set_of_open_size_is_enough_to_tell_so():
    rows = [row("A", value, metric=PERCENT, dataset=d) for d, value in (("d", 33.0), ("e", 30.0))]
    judged = printed_means_possible(
        results(rows), tables=["t"], metric=PERCENT, trials=1, test_rows={"d": 10, "e": [10, 11]}
    )
    assert "the size of the test part that gives most" in judged.reason


def test_data_sets_that_are_not_printed_may_have_any_ranks_and_counts():
    """A is the better one on the printed data set, and said to be the worse one on another."""
    rows = [row("A", 10.0, metric=PERCENT), row("B", 20.0, metric=PERCENT)]
    ranks = [row(name, 1.5, metric="average_rank") for name in "AB"]
    judged = printed_average_ranks_possible(
        results([*rows, *ranks]), table="t", metric=PERCENT, datasets=2
    )
    assert judged.verdict == HOLDS
    said = row("A", float("nan"), metric="win/tie/loss", dataset="A vs B") | {"table": "u"}
    printed = results([*rows, said | {"text": "1/0/1"}])
    options = {"scores": "t", "metric": PERCENT, "counts": "u", "trials": 10}
    assert printed_counts_possible(printed, **options, datasets=2).verdict == HOLDS


def test_spreads_of_data_sets_that_the_claim_leaves_out_are_no_others():
    rows = [*NUMBERS, {**NUMBERS[0], "dataset": "e"}]
    told = printed_spreads_of_resampling(
        results(rows), **OF_TABLE, trials=100, rows={"d": 100}, folds=10
    ).reason
    assert "Of the other" not in told


def test_our_trials_of_a_printed_data_set_are_those_of_its_first_version_that_all_methods_have():
    first = {"A": [0.1, 0.2, 0.3], "B": [0.1, float("nan"), 0.3]}
    held = stored({"s": {"error": {"d": first, "again": {"A": [0.9] * 3, "B": [0.8] * 3}}}})
    for name in ("d", "again"):
        held.plan.catalogue[name].printed.append({"source": "toy", "name": "D"})
    own = printed_origins._trials_by_printed_name(held, "s", ["A", "B"], 100)
    assert own["D"].to_numpy() == pytest.approx(np.array([[10, 10], [30, 30]]))
