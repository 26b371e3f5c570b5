"""The claims on the printed numbers of chapter 3, and on our engine."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from methods.claims.papers.cgboost import (
    half_the_cost_is_the_training_error,
    harder_than_most,
    printed_apart,
    printed_bars_exceed_differences,
    ratios_reproduce_at_some,
)
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNTESTABLE
from tests.claims.stored import BASE, ERROR, NAN, N, assert_steps, planted, stored, t

PUBLISHED = Path(__file__).parents[3] / "workflow" / "published" / "thesis.csv"
OPTIONS = {"table": "t", "metric": "error", "spread": "bar", "trials": 50}


def printed(cells, bars):
    rows = [("t", d, m, "error", v) for (d, m), v in cells.items()]
    rows += [("t", d, "all", "bar", v) for d, v in bars.items()]
    published = pd.DataFrame(rows, columns=["table", "dataset", "method", "metric", "value"])
    return stored({}, published=published)


def farthest(apart):
    """A bar of 5 over 50 trials is a standard error of 1 of a difference."""
    cells = {("one", "A"): 10.0, ("one", "B"): 10.0 + apart, ("one", "C"): 10.0 + apart / 2,
             ("two", "A"): 3.0, ("two", "B"): 3.0}  # fmt: skip
    return printed_apart(printed(cells, {"one": 5.0, "two": 5.0}), **OPTIONS)


def test_the_farthest_pair_of_all_data_sets_counts_after_correction_for_their_number():
    """Four pairs of means of 50 trials, each with two tails."""
    bar = float(stats.t.isf(0.05 / 2 / 4, 2 * 49))
    assert_steps(lambda shift: farthest(1.0 + shift), [FAILS, bar - 1.0, HOLDS])
    judged = farthest(2.5)
    p_value = 2 * 4 * float(stats.t.sf(2.5, 2 * 49))
    assert judged.reason == (
        "Farthest apart are A and B on one, by 2.5 standard errors of 50 trials. Corrected for 4 "
        f"pairs this has p = {p_value:.2g}."
    )
    apart = {entry["dataset"]: entry["standard_errors"] for entry in judged.evidence}
    assert apart == pytest.approx({"one": 2.5, "two": 0.0})


@pytest.mark.parametrize("missing", [{}, {"two": NAN}], ids=["no row", "no number"])
@pytest.mark.parametrize(
    ("apart", "verdict"), [(1.0, INCONCLUSIVE), (2.1, INCONCLUSIVE), (9.0, HOLDS)]
)
def test_pairs_without_a_printed_bar_decide_unless_another_is_apart(apart, verdict, missing):
    """2.1 standard errors would be apart as the only pair, and are not as one of two."""
    cells = {("one", "A"): 10.0, ("one", "B"): 10.0 + apart,
             ("two", "A"): 3.0, ("two", "B"): 4.0}  # fmt: skip
    judged = printed_apart(printed(cells, {"one": 5.0, **missing}), **OPTIONS)
    assert judged.verdict == verdict
    assert judged.reason.endswith("A printed deviation is missing for 1 of them.")
    assert printed_apart(printed(cells, {}), **OPTIONS).verdict == UNTESTABLE


def test_nothing_is_judged_without_print():
    assert printed_apart(printed({}, {}), **OPTIONS).verdict == UNTESTABLE


def test_the_bars_of_the_thesis_tell_no_pair_apart():
    published = pd.read_csv(PUBLISHED)
    published["value"] = pd.to_numeric(published["value"], errors="coerce")
    judged = printed_apart(
        stored({}, published=published), table="table3.2", metric="test_error_percent",
        spread="rough_error_bar_percent", trials=60,
    )  # fmt: skip
    assert judged.verdict == FAILS and "for 36 pairs" in judged.reason
    on_sonar = next(entry for entry in judged.evidence if entry["dataset"] == "sonar")
    assert on_sonar["standard_errors"] == pytest.approx((24.07 - 19.74) / (9.22 / 30**0.5))


def bars(times):
    """Bars of 5 and 2, beside differences of 2 and 1."""
    cells = {("one", "A"): 10.0, ("one", "B"): 12.0, ("two", "A"): 3.1, ("two", "B"): 4.1}
    results = printed(cells, {"one": 5.0, "two": 2.0})
    options = {"table": "t", "metric": "error", "spread": "bar"}
    return printed_bars_exceed_differences(results, **options, times=times)


@pytest.mark.parametrize(
    ("times", "verdict", "sets"),
    [(2.0, HOLDS, "2 of 2"), (2.1, FAILS, "1 of 2"), (2.6, FAILS, "none of 2")],
)
def test_the_bars_are_beside_the_largest_differences_of_their_data_sets(times, verdict, sets):
    judged = bars(times)
    assert judged.verdict == verdict
    assert judged.reason == (
        f"The printed bar is at least {times:g} times the largest printed difference on {sets} "
        "data sets. Nearest are the two on two, 2 and 1."
    )


def test_a_bar_of_twice_the_printed_difference_is_at_least_that():
    """0.8 - 0.7 is more than 0.1 in floating point."""
    results = printed({("one", "A"): 0.7, ("one", "B"): 0.8}, {"one": 0.2})
    options = {"table": "t", "metric": "error", "spread": "bar"}
    assert printed_bars_exceed_differences(results, **options, times=2.0).verdict == HOLDS


def test_the_bars_of_the_thesis_are_twice_the_differences():
    published = pd.read_csv(PUBLISHED)
    published["value"] = pd.to_numeric(published["value"], errors="coerce")
    options = {"table": "table3.2", "metric": "test_error_percent"}
    judged = printed_bars_exceed_differences(
        stored({}, published=published), **options, spread="rough_error_bar_percent", times=2.0
    )
    assert judged.verdict == HOLDS and judged.reason.endswith("on breast, 2.6 and 1.24.")


def test_no_bar_is_judged_without_print():
    options = {"table": "t", "metric": "error", "spread": "bar", "times": 2.0}
    assert printed_bars_exceed_differences(printed({}, {}), **options).verdict == UNTESTABLE


RATIOS = {
    "study": "main", "metric": "log_cost", "pairs": {"r": ["A", "A"]},
    "published": {"table": "t", "metric": "c", "trials": 60}, "than_condition": "300",
}  # fmt: skip


def at_some(logs, conditions, trials=N):
    """The printed ratio is 0.5; `logs` has those of ours. The last condition has so many trials."""
    ours = {label: planted(shift) for label, shift in logs.items()} | {"300": BASE.tolist()}
    ours[conditions[-1]] = ours[conditions[-1]][:trials]
    scores = {("log_cost", label): {"alpha": {"A": values}} for label, values in ours.items()}
    row = {"table": "t", "dataset": "alpha", "method": "r", "metric": "c", "value": 0.5,
           "spread": NAN, "spread_kind": "std"}  # fmt: skip
    results = stored({"main": scores}, published=pd.DataFrame([row]), parameter="first_rounds")
    return ratios_reproduce_at_some(results, **RATIOS, conditions=conditions)


def test_printed_ratios_are_refuted_only_under_every_condition():
    far, near = np.log(0.5) + 0.5, np.log(0.5)
    both = at_some({"5": far, "10": far + 1.0}, ["5", "10"])
    assert both.verdict == FAILS
    assert both.reason == (
        "Of 1 printed ratio so many are significantly different from ours: 1 at first rounds 5 "
        "and 1 at 10."
    )
    assert [entry["condition"] for entry in both.evidence] == ["5", "10"]
    # the nearer one is the first to hold
    told = 0.5 - t(0.025) * ERROR * (1 + N / 60) ** 0.5
    assert both.flips == {HOLDS: pytest.approx(-told, abs=1e-3)}
    turned = at_some({"5": far + 1.0, "10": far}, ["5", "10"])
    assert turned.flips == pytest.approx(both.flips)
    assert at_some({"5": far, "10": far}, ["5", "10"], trials=5).verdict == INCONCLUSIVE
    one = at_some({"5": far, "10": near}, ["5", "10"])
    assert (one.verdict, one.flips, one.flip) == (HOLDS, {}, "")
    assert "1 at first rounds 5 and none at 10" in one.reason
    assert at_some({"5": far, "10": near}, ["5"]).verdict == FAILS


def test_no_ratio_is_judged_without_print():
    scores = {("log_cost", label): {"alpha": {"A": BASE}} for label in ("5", "300")}
    results = stored({"main": scores})
    assert ratios_reproduce_at_some(results, **RATIOS, conditions=["5"]).verdict == UNTESTABLE


def models(easier, of_other=20):
    """Errors of A and B on 20 models, `easier` of which have a lower one for A than 0.3."""
    each = [0.2] * easier + [0.4] * (20 - easier)
    others = [0.2] * of_other + [0.4] * (20 - of_other)
    studies = {"one": {"alpha": {"A": [0.29, 0.31], "B": [0.3, 0.3]}},
               "each": {"beta": {"A": each, "B": others}}}  # fmt: skip
    results = stored({name: {"error": of_set} for name, of_set in studies.items()})
    return harder_than_most(results, study="one", models="each", methods=["A", "B"])


@pytest.mark.parametrize(
    ("easier", "verdict"), [(20, HOLDS), (16, HOLDS), (11, INCONCLUSIVE), (3, FAILS)]
)
def test_a_model_is_harder_than_most_if_each_method_says_so(easier, verdict):
    judged = models(easier)
    assert judged.verdict == verdict
    assert judged.reason == (
        "Of 20 models so many have a lower error than the mean on the one model: "
        f"{easier} for A (30 %) and 20 for B (30 %)."
    )


def test_one_method_to_which_a_model_is_easy_is_enough_to_refute():
    assert models(20, of_other=2).verdict == FAILS


def test_no_model_is_judged_without_trials_on_the_others():
    results = stored({"one": {"error": {"alpha": {"A": [0.3]}}},
                      "each": {"error": {"beta": {"A": [NAN]}}}})  # fmt: skip
    judged = harder_than_most(results, study="one", models="each", methods=["A"])
    assert judged.verdict == UNTESTABLE


def test_half_the_cost_is_near_the_training_error_by_two_one_sided_tests():
    def judge(shift):
        errors = {"alpha": {"A": BASE.tolist()}}
        costs = {"alpha": {"A": np.log(2 * np.array(planted(shift)))}}
        results = stored({"main": {"log_cost": costs, "train_error": errors}})
        options = {"study": "main", "methods": ["A"], "margin": 0.03}
        return half_the_cost_is_the_training_error(results, **options)

    within, outside = 0.03 - t(0.05) * ERROR, 0.03 + t(0.025) * ERROR
    places = [FAILS, -outside, INCONCLUSIVE, -within, HOLDS, within, INCONCLUSIVE, outside, FAILS]
    assert_steps(judge, places)
    assert judge(0.01).reason.startswith(
        "On alpha half of the cost of A is within 3 points of the training error of A."
    )
    near = judge(0.02)
    assert near.verdict == HOLDS
    assert near.evidence[0]["verdict_corrected_for_resampling"] == INCONCLUSIVE
    nothing = stored({"main": {"error": {"alpha": {"A": BASE.tolist()}}}})
    options = {"study": "main", "methods": ["A"], "margin": 0.03}
    assert half_the_cost_is_the_training_error(nothing, **options).verdict == UNTESTABLE


def test_a_model_with_the_same_error_counts_as_an_easier_one():
    studies = {"one": {"alpha": {"A": [0.25] * 2}}, "each": {"beta": {"A": [0.25] * 20}}}
    results = stored({name: {"error": of_set} for name, of_set in studies.items()})
    judged = harder_than_most(results, study="one", models="each", methods=["A"])
    assert judged.verdict == HOLDS and judged.evidence[0]["easier"] == 20


def test_each_method_has_its_own_mean_and_its_own_models():
    one = {"A": [0.1, 0.1, 0.7], "B": [0.5] * 3}
    each = {"A": [0.2] * 10 + [0.4] * 10, "B": [0.4] * 12 + [NAN] * 8}
    results = stored({"one": {"error": {"alpha": one}}, "each": {"error": {"beta": each}}})
    judged = harder_than_most(results, study="one", models="each", methods=["A", "B"])
    assert [entry["mean"] for entry in judged.evidence] == pytest.approx([0.3, 0.5])
    assert [(entry["easier"], entry["models"]) for entry in judged.evidence] == [(10, 20), (12, 12)]


def test_the_corrected_p_value_of_means_that_are_level_is_one():
    judged = farthest(0.0)
    assert judged.reason.endswith("Corrected for 4 pairs this has p = 1.")


@pytest.mark.parametrize(
    ("alpha", "beta", "verdict"),
    [(0.0, 0.0, HOLDS), (0.0, 0.04, INCONCLUSIVE), (0.5, 0.0, FAILS), (0.0, 0.5, FAILS)],
)
def test_half_the_cost_must_be_near_the_error_on_each_data_set(alpha, beta, verdict):
    shifts = {"alpha": alpha, "beta": beta}
    costs = {name: {"A": np.log(2 * np.array(planted(shift)))} for name, shift in shifts.items()}
    errors = {name: {"A": BASE.tolist()} for name in shifts}
    results = stored({"main": {"log_cost": costs, "train_error": errors}})
    judged = half_the_cost_is_the_training_error(results, study="main", methods=["A"], margin=0.04)
    assert judged.verdict == verdict
    assert [entry["dataset"] for entry in judged.evidence] == ["alpha", "beta"]


def test_printed_data_sets_keep_their_order():
    cells = {("two", "A"): 10.0, ("two", "B"): 12.0, ("one", "A"): 3.0, ("one", "B"): 4.0}
    results = printed(cells, {"one": 2.0, "two": 4.0})
    options = {"table": "t", "metric": "error", "spread": "bar"}
    judged = printed_bars_exceed_differences(results, **options, times=2.0)
    assert [entry["dataset"] for entry in judged.evidence] == ["two", "one"]
    assert [entry["difference"] for entry in judged.evidence] == [2.0, 1.0]
    assert "Nearest are the two on two, 4 and 2." in judged.reason


def test_no_model_is_judged_unless_each_method_ran_on_the_others():
    each = {"A": [0.2] * 20, "B": [NAN] * 20}
    studies = {"one": {"alpha": {"A": [0.3], "B": [0.3]}}, "each": {"beta": each}}
    results = stored({name: {"error": of_set} for name, of_set in studies.items()})
    judged = harder_than_most(results, study="one", models="each", methods=["A", "B"])
    assert judged.verdict == UNTESTABLE


@pytest.mark.parametrize("missing", [{}, {"two": NAN}], ids=["no row", "no number"])
@pytest.mark.parametrize(("bar", "verdict"), [(5.0, INCONCLUSIVE), (3.0, FAILS)])
def test_a_data_set_without_a_bar_leaves_the_claim_open_unless_another_refutes_it(
    missing, bar, verdict
):
    cells = {("one", "A"): 10.0, ("one", "B"): 12.0, ("two", "A"): 3.0, ("two", "B"): 4.0}
    options = {"table": "t", "metric": "error", "spread": "bar", "times": 2.0}
    judged = printed_bars_exceed_differences(printed(cells, {"one": bar, **missing}), **options)
    assert judged.verdict == verdict
    assert [entry["dataset"] for entry in judged.evidence] == ["one"]
    assert judged.reason.endswith(" No bar is printed for 1 data set.")
    assert printed_bars_exceed_differences(printed(cells, missing), **options).verdict == UNTESTABLE


def test_two_printed_means_that_are_equal_are_no_farther_apart_than_any_bar():
    cells = {("one", "A"): 3.0, ("one", "B"): 3.0, ("two", "A"): 3.0, ("two", "B"): 4.0}
    options = {"table": "t", "metric": "error", "spread": "bar", "times": 2.0}
    judged = printed_bars_exceed_differences(printed(cells, {"one": 1.0, "two": 5.0}), **options)
    assert judged.verdict == HOLDS and "Nearest are the two on two, 5 and 1." in judged.reason
