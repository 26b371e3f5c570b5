"""Claims about single trials: verdicts that can go either way."""

import numpy as np
import pandas as pd
import pytest

from methods.claims.trials import bounded, differs, same_objective
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNTESTABLE
from tests.claims.stored import seen_by_claims, stored
from tests.made_up import made_up_results, store_frame

NAN = float("nan")


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("ours", "verdict"),
    [
        ([-1.0, -2.0] * 3, HOLDS),
        ([-0.9999, -2.0] * 3, HOLDS),
        ([-0.9998, -2.0] * 3, FAILS),
        ([-1.0, -2.0], INCONCLUSIVE),
        ([-0.99, -2.0], FAILS),  # one counter-example is enough
        ([NAN, NAN], UNTESTABLE),
    ],
)
def test_same_objective(tmp_path, ours, verdict):
    scores = {"alpha": {"A": ours, "B": [-1.0, -2.0] * (len(ours) // 2)}}
    options = {"study": "main", "methods": ["A"], "optimum": ["B"], "margin": 1.00001e-4}
    results = made_up_results(tmp_path, scores, metric="objective")
    assert same_objective(results, **options).verdict == verdict


@pytest.mark.parametrize("value", [NAN, float("inf")])
@pytest.mark.parametrize("method", ["A", "B"])
def test_an_objective_that_is_not_finite_is_not_the_same(tmp_path, method, value):
    scores = {"alpha": {"A": [-1.0, -2.0], "B": [-1.0, -2.0]}}
    results = made_up_results(tmp_path, scores, metric="objective")
    path = tmp_path / "results/toy/main/scores/alpha.parquet"
    stored = pd.read_parquet(path)
    stored.loc[(stored["method"] == method) & (stored["seed"] == 1), "value"] = value
    store_frame(stored, path)
    judged = same_objective(results, study="main", methods=["A"], optimum=["B"], margin=1e-4)
    assert judged.verdict == FAILS and "in 1 of 2 trials" in judged.reason


@pytest.mark.parametrize(
    ("bounds", "need", "verdict"),
    [
        ({"at_most": 1.0}, 1.0, HOLDS),
        ({"at_most": 0.25}, 1.0, FAILS),
        ({"at_most": 0.25}, 0.5, HOLDS),
        ({"at_least": 0.1, "at_most": 0.4}, 1.0, HOLDS),
        ({"at_least": 0.3}, 0.5, FAILS),
    ],
)
def test_bounded(tmp_path, bounds, need, verdict):
    results = made_up_results(tmp_path, {"alpha": {"A": [0.1, 0.2, 0.3, NAN] * 2}})
    judged = bounded(results, study="main", metric="error", methods=["A"], need=need, **bounds)
    assert judged.verdict == verdict
    assert (judged.evidence[0]["trials"], judged.evidence[0]["largest"]) == (6, 0.3)


def test_bounds_on_what_was_not_recorded_cannot_be_tested(tmp_path):
    results = made_up_results(tmp_path, {"alpha": {"A": [0.1, 0.2]}})
    judged = bounded(results, study="main", metric="rank", methods=["A"], at_most=1)
    assert judged.verdict == UNTESTABLE


@pytest.mark.parametrize(
    ("ours", "verdict"),
    [
        ([0.2, 0.201] * 3, FAILS),
        ([0.2, 0.201], INCONCLUSIVE),
        ([0.2, 0.3], HOLDS),  # one example is enough
        ([NAN, NAN], UNTESTABLE),
    ],
)
def test_differs(tmp_path, ours, verdict):
    results = made_up_results(tmp_path, {"alpha": {"A": ours, "B": [0.2] * len(ours)}})
    judged = differs(results, study="main", methods=["A"], than=["B"], margin=0.01)
    assert judged.verdict == verdict


@pytest.mark.parametrize(("need", "verdict"), [(0.0, HOLDS), (0.2, HOLDS), (0.25, FAILS)])
def test_a_share_of_the_trials_must_differ(tmp_path, need, verdict):
    scores = {"alpha": {"A": [0.2] * 6 + [0.3] * 2, "B": [0.2] * 8}}
    results = made_up_results(tmp_path, scores)
    judged = differs(results, study="main", methods=["A"], than=["B"], margin=0.01, need=need)
    assert judged.verdict == verdict


@pytest.mark.parametrize(
    ("inside", "need", "verdict"),
    [
        ((9, 9, 9), 1.0, HOLDS),  # of ten trials, on three data sets
        ((9, 9, 5), 1.0, INCONCLUSIVE),
        ((9, 9, 0), 1.0, FAILS),
        ((9, 9, 0), 0.6, HOLDS),
        ((9, 0, 0), 0.6, FAILS),
    ],
)
def test_most_trials_of_each_data_set_may_be_asked_for(tmp_path, inside, need, verdict):
    scores = {f"d{i}": {"A": [0.2] * n + [0.0] * (10 - n)} for i, n in enumerate(inside)}
    results = made_up_results(tmp_path, scores)
    options = {"study": "main", "metric": "error", "methods": ["A"], "at_least": 0.1}
    assert bounded(results, **options, of_trials=0.4, need=need).verdict == verdict
    # all trials together would hide on how many data sets it is so
    assert bounded(results, **options, need=0.3).verdict == HOLDS


MANY = {"study": "main", "methods": ["A", "A2"]}
SIX = [10.0, 20.0, 40.0, -10.0, 5.0, 8.0]


def objectives(**gaps):
    """Objectives of methods on two data sets, by their relative gaps to those of B."""
    of_set = {
        name: [b + gap * abs(b) for b, gap in zip(SIX, of_method, strict=True)]
        for name, of_method in gaps.items()
    }
    return stored({"main": {"objective": dict.fromkeys(("alpha", "beta"), of_set | {"B": SIX})}})


def test_the_gap_of_an_objective_is_relative_and_counts_on_both_sides():
    gaps = {"A": [0.0, 0.001, 0.0, 0.002, -0.004, 0.0], "A2": [0.0, 0.0, 0.003, 0.0, 0.0, 0.0]}
    for margin, verdict in ((0.0041, HOLDS), (0.0039, FAILS)):
        judged = same_objective(objectives(**gaps), **MANY, optimum=["B", "B"], margin=margin)
        assert judged.verdict == verdict
    assert judged.flips == pytest.approx({HOLDS: 0.0001})
    assert judged.reason.startswith(
        "The objective is within 0.39 % of the optimum in 22 of 24 trials on 2 data sets. The gap "
        "has the median 0 % and is at most 0.4 %. The misses are on alpha (1) and beta (1)."
    )
    assert [(e["dataset"], e["method"], e["trials"]) for e in judged.evidence] == [
        ("alpha", "A", 6), ("beta", "A", 6), ("alpha", "A2", 6), ("beta", "A2", 6),
    ]  # fmt: skip
    assert judged.evidence[0]["median"] == pytest.approx(0.0005)
    assert judged.evidence[0]["largest"] == pytest.approx(0.004)
    assert [entry["as_claimed"] for entry in judged.evidence] == [5, 5, 6, 6]
    near = objectives(A=[0.003] * 6)
    judged = same_objective(near, study="main", methods=["A"], optimum=["B"], margin=0.005)
    assert judged.flips == pytest.approx({FAILS: 0.002})


def test_misses_are_told_by_data_set_with_the_most_first():
    far = {"few": [2.0] + [1.0] * 5, "none": [1.0] * 6, "most": [2.0] * 6}
    sets = {name: {"A": objectives, "B": [1.0] * 6} for name, objectives in far.items()}
    judged = same_objective(
        stored({"main": {"objective": sets}}),
        study="main",
        methods=["A"],
        optimum=["B"],
        margin=0.1,
    )
    assert judged.reason.endswith("The misses are on most (6) and few (1).")


def test_where_the_misses_are_is_not_told_of_bounds_that_all_trials_miss():
    results = stored({"main": {"error": {"d0": {"A": [0.5] * 6}, "d1": {"A": [0.6] * 6}}}})
    options = {"study": "main", "metric": "error", "methods": ["A"]}
    assert "The misses are on" not in bounded(results, **options, at_most=0.1).reason
    assert "The misses are on d1 (6)." in bounded(results, **options, at_most=0.5).reason


def test_each_objective_has_an_optimum_of_its_own():
    results = objectives(A=[0.0] * 6, A2=[0.5] * 6, B2=[0.5] * 6)
    assert same_objective(results, **MANY, optimum=["B", "B2"], margin=1e-6).verdict == HOLDS
    assert same_objective(results, **MANY, optimum=["B2", "B"], margin=1e-6).verdict == FAILS


def test_objectives_and_scores_are_compared_on_the_data_sets_asked_for():
    far, near = [11.0] * 6, [10.0] * 6
    of_sets = {"alpha": {"A": far, "B": near}, "beta": {"A": near, "B": near}}
    results = stored({"main": {"objective": of_sets}})
    pair = {"study": "main", "methods": ["A"], "margin": 0.01}
    differing = {**pair, "metric": "objective", "than": ["B"]}
    for datasets, equal in ((["alpha"], FAILS), (["beta"], HOLDS), (None, FAILS)):
        options = {"datasets": datasets}
        assert same_objective(results, **pair, optimum=["B"], **options).verdict == equal
        unequal = HOLDS if equal == FAILS else FAILS
        assert differs(results, **differing, **options).verdict == unequal
    gone = {"datasets": ["gone"]}
    assert same_objective(results, **pair, optimum=["B"], **gone).verdict == UNTESTABLE
    assert differs(results, **differing, **gone).verdict == UNTESTABLE


def of_two_sets(a, a2=(), b=()):
    scores = {"alpha": {"A": a, "A2": a2, "B": b}, "beta": {"A": a, "A2": a2, "B": b}}
    return stored({"main": {"angle": scores}})


def test_bounds_are_on_the_trials_of_the_methods_and_data_sets_asked_for():
    results = of_two_sets([1.0, 2.0, 3.0], [4.0, 5.0, 9.0], [99.0])
    options = {**MANY, "metric": "angle"}
    judged = bounded(results, **options, at_most=5.0, at_least=1.0, need=10 / 12)
    assert (judged.verdict, judged.flips) == (HOLDS, {FAILS: 0.0})
    assert judged.reason == (
        "The angle is at least 1 degree and at most 5 degrees in 10 of 12 trials. It lies between "
        "1 degree and 9 degrees, with the median 3.5 degrees. The misses are on alpha (1) and beta "
        "(1)."
    )
    assert judged.flip == "It would fail if the angle of A and A2 were lower by any amount."
    keys = ("dataset", "method", "least", "median", "largest", "as_claimed", "trials")
    rows = [tuple(entry[key] for key in keys) for entry in judged.evidence]
    assert rows[:2] == [("alpha", "A", 1, 2, 3, 3, 3), ("alpha", "A2", 4, 5, 9, 2, 3)]
    assert len(rows) == 4
    judged = bounded(results, **options, at_most=4.5, need=0.84, datasets=["beta"])
    assert judged.verdict == FAILS and judged.flips == pytest.approx({HOLDS: -4.5})
    assert judged.reason.startswith("The angle is at most 4.5 degrees in 4 of 6 trials")
    assert "misses" not in judged.reason  # of one data set
    assert bounded(results, **options, at_most=5.0, datasets=["gone"]).verdict == UNTESTABLE


def test_what_happens_or_not_is_told_as_an_event_that_no_shift_changes():
    results = stored({"main": {"nested": {"alpha": {"A": [1.0] * 2 + [0.0] * 8}}}})
    options = {"study": "main", "methods": ["A"], "metric": "nested"}
    judged = bounded(results, **options, at_most=0, need=0.5)
    assert judged.verdict == HOLDS and (judged.flips, judged.flip) == ({}, "")
    told = "choice of principal subsets grows by adding alone in"
    assert judged.reason == f"No {told} 8 of 10 trials."
    assert bounded(results, **options, at_least=1).reason == f"Some {told} 2 of 10 trials."
    few = stored({"main": {"nested": {"alpha": {"A": [0.0]}}}})
    assert bounded(few, **options, at_most=0, need=0.5).reason.endswith("too few trials to say.")


def test_a_fit_that_is_scored_under_several_conditions_is_bounded_under_one():
    of_one, of_other = {"alpha": {"A": [1.0] * 6}}, {"alpha": {"A": [9.0] * 6}}
    results = stored({"main": {("angle", "clean"): of_one, ("angle", "noise"): of_other}})
    options = {"study": "main", "methods": ["A"], "metric": "angle", "at_most": 5.0}
    assert bounded(results, **options).verdict == FAILS
    judged = bounded(results, **options, condition="clean", of_trials=0.5)
    assert judged.verdict == HOLDS and judged.evidence[0]["trials"] == 6
    assert bounded(results, **options, condition="gone").verdict == UNTESTABLE


def test_few_trials_within_bounds_are_no_verdict():
    judged = bounded(of_two_sets([1.0]), **MANY, metric="angle", at_most=5.0)
    assert judged.verdict == INCONCLUSIVE
    assert judged.flip.endswith("fail if the angle of A and A2 were 4 degrees higher.")
    judged = bounded(of_two_sets([1.0]), **MANY, metric="angle", at_most=5.0, need=0.5)
    assert judged.reason.endswith(" There are too few trials to say.")


def test_versions_of_a_data_set_are_bounded_once():
    of_set = {"A": [1.0] * 6}
    scores = {"alpha": of_set, "again": {"A": [9.0] * 6}, "beta": of_set}
    results = stored({"main": {"angle": scores}}, version_of={"again": "alpha"})
    options = {"study": "main", "methods": ["A"], "metric": "angle", "at_most": 5.0}
    assert bounded(seen_by_claims(results), **options).verdict == HOLDS
    assert bounded(results, **options).verdict == FAILS


def test_a_share_of_the_trials_of_each_case_is_told_with_the_cases():
    inside, outside = [1.0] * 10, [9.0] * 10
    scores = {"alpha": {"A": inside, "A2": inside}, "beta": {"A": inside, "A2": outside}}
    results = stored({"main": {"angle": scores}})
    options = {**MANY, "metric": "angle", "at_most": 5.0, "of_trials": 0.5}
    judged = bounded(results, **options, need=0.75)
    assert judged.verdict == HOLDS
    assert [entry["verdict"] for entry in judged.evidence] == [HOLDS, HOLDS, HOLDS, FAILS]
    assert "This is shown for most trials in 3 of 4 cases, and for few in 1." in judged.reason
    assert judged.flips == pytest.approx({FAILS: 4.0})
    assert bounded(results, **options, need=1.0).verdict == FAILS
    judged = bounded(results, **{**options, "of_trials": 0.6})
    assert "This is shown for more than 60 % of the trials in 3 of 4 cases" in judged.reason


def test_bounds_of_a_logarithm_are_told_as_the_numbers():
    results = stored({"main": {"log_cost": {"alpha": {"A": [np.log(2.0)] * 6}}}})
    judged = bounded(results, study="main", methods=["A"], metric="log_cost", at_least=0.0)
    assert judged.reason == "The cost is at least 1 in all 6 trials. It is always 2."


def test_methods_differ_by_more_than_the_margin_in_more_than_the_share():
    """Of ten trials on each of two data sets seven differ; 1 - 0.7 is above 0.3 in binary."""
    b = np.linspace(0.0, 1.0, 10)
    a = b + np.array([0.5, -0.5, 0.5, 0.5, -0.5, 0.5, 0.5, 0.25, -0.25, 0.0])
    results = of_two_sets(a, b, b)
    for need, verdict in ((0.69, HOLDS), (0.7, FAILS)):
        judged = differs(
            results, study="main", metric="angle", methods=["A"], than=["B"], margin=0.3, need=need
        )
        assert judged.verdict == verdict
    assert judged.reason.startswith(
        "The angle of A differs from that of B by more than 0.3 degrees in 14 of 20 trials. It "
        "differs by 0.5 degrees at most."
    )
    assert judged.flip.startswith("It would hold if the angle of A less that of B were 0.05 ")
    # the trial that is higher by 0.25, or the one that is lower, crosses the margin
    assert judged.flips == pytest.approx({HOLDS: -0.05}) or judged.flips[HOLDS] == 0.05
    assert [(e["dataset"], e["as_claimed"], e["trials"]) for e in judged.evidence] == [
        ("alpha", 7, 10), ("beta", 7, 10),
    ]  # fmt: skip
    assert judged.evidence[0]["largest_change"] == pytest.approx(0.5)


def test_each_method_differs_from_its_own_rival_and_one_trial_is_enough():
    b = [0.0] * 6
    results = of_two_sets([1.0, 0.25, *b[2:]], b, b)
    options = {**MANY, "metric": "angle", "margin": 0.5}
    judged = differs(results, **options, than=["B", "B"])
    assert judged.verdict == HOLDS and "in 2 of 24 trials" in judged.reason
    assert judged.flips == {}  # what brings one of them near takes others away
    assert [(e["dataset"], e["method"], e["largest_change"]) for e in judged.evidence] == [
        ("alpha", "A", 1), ("beta", "A", 1), ("alpha", "A2", 0), ("beta", "A2", 0),
    ]  # fmt: skip
    assert differs(results, **options | {"margin": 1.0}, than=["B", "B"]).verdict == FAILS
    assert differs(results, **options, than=["A", "B"]).verdict == FAILS
    near = of_two_sets([0.75, *[0.5] * 5], b, b)
    judged = differs(near, study="main", metric="angle", methods=["A"], than=["B"], margin=0.5)
    assert judged.verdict == HOLDS and judged.flips == pytest.approx({FAILS: -0.25})


def test_a_pair_without_a_common_trial_shows_no_difference():
    results = of_two_sets([1.0] * 6, [NAN] * 6, [0.0] * 6)
    options = {"study": "main", "metric": "angle", "margin": 0.5}
    judged = differs(results, **options, methods=["A", "A2"], than=["B", "B"])
    assert {entry["method"] for entry in judged.evidence} == {"A"}
    assert differs(results, **options, methods=["A2"], than=["B"]).verdict == UNTESTABLE


def test_a_number_that_was_recorded_as_unknown_is_no_trial():
    results = stored({"main": {"angle": {"alpha": {"A": [1.0] * 7}}}})
    scores = results.frames["main", "scores"]
    scores.loc[scores["seed"] == 0, "value"] = NAN
    judged = bounded(results, study="main", methods=["A"], metric="angle", at_most=5.0)
    assert judged.verdict == HOLDS and judged.evidence[0]["trials"] == 6


def test_a_number_without_limit_is_a_trial_out_of_bounds():
    scores = {"alpha": {"A": [1.0] * 6 + [float("inf")]}}
    options = {"study": "main", "methods": ["A"], "metric": "angle"}
    results = stored({"main": {"angle": scores}})
    assert bounded(results, **options, at_most=5.0).verdict == FAILS
    (case,) = bounded(results, **options, at_most=5.0).evidence
    assert (case["as_claimed"], case["trials"]) == (6, 7)


def test_the_condition_without_a_name_is_one_too():
    near, far = ({"alpha": {"A": [value] * 6}} for value in (1.0, 9.0))
    results = stored({"main": {"angle": near, ("angle", "noise"): far}})
    options = {"study": "main", "methods": ["A"], "metric": "angle", "at_most": 5.0}
    assert bounded(results, **options, condition="").verdict == HOLDS
    assert bounded(results, **options).verdict == FAILS


def test_an_objective_of_another_method_that_is_not_finite_is_no_matter():
    results = stored({"main": {"objective": objectives_of(3)}})
    scores = results.frames["main", "scores"]
    scores.loc[(scores["method"] == "C") & (scores["seed"] == 1), "value"] = float("inf")
    judged = same_objective(results, study="main", methods=["A"], optimum=["B"], margin=1e-4)
    assert [entry["as_claimed"] for entry in judged.evidence] == [8]


def objectives_of(methods):
    return {"d": {name: [-1.0] * 8 for name in "ABC"[:methods]}}


def test_a_trial_that_differs_by_the_margin_itself_is_not_counted_in_the_evidence_either():
    results = stored({"main": {"error": {"alpha": {"A": [0.75, 1.0], "B": [0.25, 0.25]}}}})
    judged = differs(results, study="main", methods=["A"], than=["B"], margin=0.5)
    assert [(entry["as_claimed"], entry["trials"]) for entry in judged.evidence] == [(1, 2)]
    assert "in 1 of 2 trials" in judged.reason
