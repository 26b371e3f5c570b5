"""Scores at the condition with the best mean, for each method and data set by itself."""

import numpy as np
import pytest

from methods.claims.best_conditions import at_best_conditions, with_best_conditions
from tests.claims.stored import BASE, stored

NAN = float("nan")
WORSE = BASE + 0.2


def test_each_method_has_its_best_condition_on_each_data_set():
    results = stored(
        {"main": {
            ("error", "1"): {"alpha": {"A": BASE, "B": WORSE}, "beta": {"A": WORSE, "B": BASE}},
            ("error", "8"): {"alpha": {"A": WORSE, "B": BASE}, "beta": {"A": BASE, "B": WORSE}},
        }}
    )  # fmt: skip
    best = at_best_conditions(results, "main", "error")
    for dataset in ("alpha", "beta"):
        for method in "AB":
            np.testing.assert_array_equal(best.loc[dataset, method], BASE)


def test_the_highest_mean_is_the_best_of_a_metric_that_should_be_high(monkeypatch):
    conditions = {("auc", "1"): {"alpha": {"A": BASE}}, ("auc", "8"): {"alpha": {"A": WORSE}}}
    results = stored({"main": conditions})
    results.experiment.study("main").lower_is_better = lambda _: False
    best = at_best_conditions(results, "main", "auc")
    np.testing.assert_array_equal(best.loc["alpha", "A"], WORSE)


@pytest.mark.parametrize("failed", ["1", "8"])
def test_a_condition_without_a_trial_is_not_the_best(failed):
    scores = {("error", c): {"alpha": {"A": BASE * NAN if c == failed else BASE}} for c in "18"}
    best = at_best_conditions(stored({"main": scores}), "main", "error")
    np.testing.assert_array_equal(best.loc["alpha", "A"], BASE)


def test_the_best_condition_is_that_of_the_mean_over_all_trials():
    """Condition 8 is better in all trials but one; a trial does not choose for itself."""
    often = np.array([0.1] * 7 + [9.0])
    conditions = {("error", "1"): {"alpha": {"A": BASE}}, ("error", "8"): {"alpha": {"A": often}}}
    best = at_best_conditions(stored({"main": conditions}), "main", "error")
    np.testing.assert_array_equal(best.loc["alpha", "A"], BASE)


@pytest.mark.parametrize(("metric", "condition"), [("error", "1"), ("auc", "8")])
def test_the_side_that_is_better_is_that_of_the_metric(metric, condition):
    conditions = {(metric, "1"): {"alpha": {"A": BASE}}, (metric, "8"): {"alpha": {"A": WORSE}}}
    results = stored({"main": conditions})
    results.experiment.study("main").lower_is_better = lambda name: name == "error"
    best = at_best_conditions(results, "main", metric)
    expected = {"1": BASE, "8": WORSE}[condition]
    np.testing.assert_array_equal(best.loc["alpha", "A"], expected)


def test_a_condition_of_fewer_trials_than_another_on_its_data_set_is_not_the_best():
    """One lucky trial of alpha at 8 is none; beta has few trials at both, and 8 is the better."""
    lucky = np.array([0.0] + [NAN] * (len(BASE) - 1))
    at_1 = {"alpha": {"A": BASE}, "beta": {"A": WORSE[:5]}, "gamma": {"A": BASE}}
    at_8 = {"alpha": {"A": lucky}, "beta": {"A": BASE[:5]}, "gamma": {"A": BASE}}
    results = stored({"main": {("error", "1"): at_1, ("error", "8"): at_8}})
    best = at_best_conditions(results, "main", "error")
    np.testing.assert_array_equal(best.loc["alpha", "A"], BASE)
    np.testing.assert_array_equal(best.loc["beta", "A"].dropna(), BASE[:5])


def test_a_printed_method_is_the_best_of_several_at_the_best_condition_of_these():
    at_1 = {"alpha": {"A": WORSE, "A2": WORSE + 0.1}}
    at_8 = {"alpha": {"A": WORSE, "A2": BASE}}
    results = stored({"main": {("error", "1"): at_1, ("error", "8"): at_8}})
    best = at_best_conditions(results, "main", "error", {"Printed": ["A", "A2"]})
    np.testing.assert_array_equal(best.loc["alpha", "Printed"], BASE)


def test_scores_of_the_swept_study_stand_before_others_also_where_a_trial_failed():
    gap = np.where(np.arange(len(BASE)) == 2, NAN, BASE)
    sweep = {("error", "1"): {"alpha": {"A": gap}}, ("error", "8"): {"alpha": {"A": WORSE}}}
    sweep["error", "8"]["alpha"]["A"] = np.where(np.isnan(gap), NAN, WORSE)
    alone = {"error": {"alpha": {"A": WORSE, "B": WORSE}, "beta": {"A": WORSE, "B": BASE}}}
    results = stored({"main": alone, "side": sweep})
    others = results.trial_scores("main", "error")
    merged = with_best_conditions(results, "side", "error", others)
    np.testing.assert_array_equal(merged.loc["alpha", "A"], gap)
    np.testing.assert_array_equal(merged.loc["alpha", "B"], WORSE)
    np.testing.assert_array_equal(merged.loc["beta", "A"], WORSE)
