"""Whether our numbers are the printed ones of single runs: every verdict, from made-up scores."""

import pandas as pd
import pytest

from methods.claims.single_runs import single_runs_reproduce
from methods.claims.verdicts import FAILS, HOLDS, UNTESTABLE
from tests.claims.stored import assert_steps, stored

NAN = float("nan")
OURS = {"d0": 0.30, "d1": 0.20, "d2": 0.10, "d3": 0.15}
OPTIONS = {"study": "main", "methods": ["A"], "unit": 100.0, "margin": 0.01,
           "published": {"table": "t", "metric": "e", "trials": 100}}  # fmt: skip


def single_runs(printed, spreads=None, shift=0.0, **more):
    rows = [
        {"table": "t", "metric": "e", "dataset": name, "method": "A", "value": value,
         "spread": (spreads or {}).get(name, NAN), "spread_kind": "se"}
        for name, value in printed.items()
    ]  # fmt: skip
    trials = {name: {"A": [error + shift] * 3, "A2": [0.9] * 3} for name, error in OURS.items()}
    results = stored({"main": {"error": trials}}, published=pd.DataFrame(rows))
    return single_runs_reproduce(results, **OPTIONS | more)


def test_every_mean_must_lie_within_the_margin():
    printed = {"d0": 30.4, "d1": 19.5, "d2": 10.0}
    assert_steps(lambda shift: single_runs(printed, shift=shift),
                 [FAILS, -0.006, HOLDS, 0.005, FAILS])  # fmt: skip
    judged = single_runs(printed)
    assert judged.reason == (
        "Of 3 means that are printed without a deviation, 3 lie within 1 point of ours. Farthest "
        "are A on d1 with 20 % against 19.5 % in print, A on d0 with 30 % against 30.4 % in print "
        "and A on d2 with 10 % against 10 % in print."
    )
    assert [row["apart"] for row in judged.evidence] == pytest.approx([-0.4, 0.5, 0.0])
    assert judged.flip.startswith("It would fail if the error of A were ")


def test_a_share_of_the_means_may_be_enough():
    printed = {"d0": 30.0, "d1": 20.0, "d2": 15.0}
    assert single_runs(printed, need=0.6).verdict == HOLDS
    judged = single_runs(printed, need=0.7)
    assert judged.verdict == FAILS
    assert [row["verdict"] for row in judged.evidence] == [HOLDS, HOLDS, FAILS]


def test_a_share_that_is_just_reached_is_enough():
    printed = {"d0": 30.0, "d1": 20.0, "d2": 10.0, "d3": 90.0}
    assert single_runs(printed, need=0.75).verdict == HOLDS
    assert single_runs(printed, need=0.76).verdict == FAILS


def test_means_with_a_deviation_are_left_out():
    printed = {"d0": 30.0, "d1": 60.0}
    judged = single_runs(printed, {"d1": 0.1})
    assert judged.verdict == HOLDS
    assert [row["dataset"] for row in judged.evidence] == ["d0"]
    assert judged.reason.startswith("Of 1 mean that is printed")
    assert single_runs(printed, {"d0": 0.1, "d1": 0.1}).verdict == UNTESTABLE


def test_the_better_of_two_is_that_of_our_means():
    rows = pd.DataFrame(
        [{"table": "t", "metric": "e", "dataset": "d0", "method": "best", "value": 25.0,
          "spread": NAN, "spread_kind": "se"}]
    )  # fmt: skip
    trials = {"d0": {"A2": [0.4] * 3, "B": [0.25] * 3}}
    results = stored({"main": {"error": trials}}, published=rows)
    options = OPTIONS | {"methods": ["best"], "best_of": {"best": ["A2", "B"]}}
    judged = single_runs_reproduce(results, **options)
    assert judged.verdict == HOLDS
    assert judged.evidence[0]["ours"] == pytest.approx(25.0)


def test_a_failed_fit_has_no_mean():
    rows = pd.DataFrame(
        [{"table": "t", "metric": "e", "dataset": "d0", "method": "A", "value": 25.0,
          "spread": NAN, "spread_kind": "se"}]
    )  # fmt: skip
    results = stored({"main": {"error": {"d0": {"A": [NAN] * 3, "B": [0.2] * 3}}}}, published=rows)
    judged = single_runs_reproduce(results, **OPTIONS)
    assert judged.verdict == UNTESTABLE


def test_a_method_that_is_not_printed_leaves_those_after_it():
    judged = single_runs({"d0": 30.0, "d1": 20.0}, methods=["A2", "A"])
    assert [(row["dataset"], row["method"]) for row in judged.evidence] == [
        ("d0", "A"), ("d1", "A"),
    ]  # fmt: skip
    assert judged.verdict == HOLDS


def test_single_runs_that_are_printed_as_ours_need_no_unit():
    rows = pd.DataFrame(
        [{"table": "t", "metric": "e", "dataset": "d0", "method": "A", "value": 0.25,
          "spread": NAN, "spread_kind": "se"}]
    )  # fmt: skip
    results = stored({"main": {"error": {"d0": {"A": [0.255] * 3}}}}, published=rows)
    options = {key: value for key, value in OPTIONS.items() if key != "unit"}
    judged = single_runs_reproduce(results, **options)
    assert judged.verdict == HOLDS and judged.evidence[0]["apart"] == pytest.approx(0.005)


def test_the_numbers_of_single_runs_are_those_of_the_metric_asked_for():
    rows = pd.DataFrame(
        [{"table": "t", "metric": "e", "dataset": "d0", "method": "A", "value": 25.0,
          "spread": NAN, "spread_kind": "se"}]
    )  # fmt: skip
    scores = {"error": {"d0": {"A": [0.9] * 3}}, "train_error": {"d0": {"A": [0.25] * 3}}}
    results = stored({"main": scores}, published=rows)
    judged = single_runs_reproduce(results, **OPTIONS, metric="train_error")
    assert judged.verdict == HOLDS and judged.evidence[0]["ours"] == pytest.approx(25.0)


def test_a_failed_trial_leaves_the_others_as_the_mean():
    rows = pd.DataFrame(
        [{"table": "t", "metric": "e", "dataset": "d0", "method": "A", "value": 25.0,
          "spread": NAN, "spread_kind": "se"}]
    )  # fmt: skip
    results = stored({"main": {"error": {"d0": {"A": [NAN, 0.2, 0.3]}}}}, published=rows)
    judged = single_runs_reproduce(results, **OPTIONS)
    assert judged.evidence[0]["ours"] == pytest.approx(25.0)
