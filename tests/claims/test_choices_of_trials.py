"""Whether fewer trials would tell methods apart: over choices of trials, from made-up scores."""

from itertools import combinations

import numpy as np
import pytest
from scipy.stats import t, ttest_ind, ttest_rel

from methods.claims.choices_of_trials import not_significant
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNTESTABLE
from tests.claims.stored import assert_steps, stored

PAIR = {"study": "main", "methods": ["A"], "than": ["B"]}
NOISE = np.array([0.3, -0.1, 0.2, 0.0, 0.1, -0.2, 0.5, 0.5])
BASE = np.linspace(0.2, 0.4, len(NOISE))


def errors(*differences):
    return stored(
        {"main": {"error": {
            f"d{i}": {"A": (BASE + one).tolist(), "B": BASE.tolist()}
            for i, one in enumerate(differences)
        }}}
    )  # fmt: skip


def test_the_share_is_that_of_all_choices_that_tell_no_pair_apart():
    """Counted by hand over all 28 choices of six of eight trials, with two pairs."""
    first, second = NOISE + 0.05, NOISE[::-1] - 0.4

    def tells(chosen):
        one, other = (ttest_rel((BASE + d)[chosen], BASE[chosen]).pvalue for d in (first, second))
        return min(one, other) <= 0.025

    told = [tells(list(chosen)) for chosen in combinations(range(8), 6)]
    judged = not_significant(errors(first, second), **PAIR, trials=6)
    share = float(judged.reason.split("our trials ")[1].split(" %")[0])
    assert 0 < sum(told) < len(told)
    assert share == pytest.approx(100 * (1 - np.mean(told)), abs=4)
    assert judged.reason.startswith("Of 2,000 choices of 6 of our trials ")
    assert " % tell none of 2 pairs apart. Most often A and B on d" in judged.reason
    assert judged.verdict == INCONCLUSIVE


def test_every_verdict_is_reached_as_the_scores_are_shifted():
    flips = not_significant(errors(NOISE), **PAIR, trials=6).flips
    steps = sorted(flips.items(), key=lambda item: item[1])
    assert {verdict for verdict, _ in steps} | {
        not_significant(errors(NOISE), **PAIR, trials=6).verdict
    } == {HOLDS, INCONCLUSIVE, FAILS}
    for verdict, shift in steps:
        step = shift + np.copysign(1e-6, shift)
        assert not_significant(errors(NOISE + step), **PAIR, trials=6).verdict == verdict


def test_with_all_trials_it_is_the_t_test():
    tight = np.array([0.01, -0.01, 0.02, -0.02, 0.0, 0.01, -0.01, 0.0])
    width = t.ppf(0.975, 7) * tight.std(ddof=1) / 8**0.5
    assert_steps(
        lambda shift: not_significant(errors(tight + shift), **PAIR, trials=8),
        [FAILS, -width, HOLDS, width, FAILS],
    )


def test_every_method_meets_every_rival_unless_they_come_in_pairs():
    by_method = {m: (BASE + i * NOISE).tolist() for i, m in enumerate(("A", "A2", "B", "B2"))}
    results = stored({"main": {"error": {"d": by_method}}})
    options = {"study": "main", "methods": ["A", "A2"], "than": ["B", "B2"], "trials": 8}

    def pairs(**more):
        judged = not_significant(results, **options, **more)
        return [(entry["method"], entry["than"]) for entry in judged.evidence]

    assert pairs() == [("A", "B"), ("A", "B2"), ("A2", "B"), ("A2", "B2")]
    assert pairs(pairwise=True) == [("A", "B"), ("A2", "B2")]


def test_all_trials_are_one_choice():
    judged = not_significant(errors(NOISE), **PAIR, trials=8)
    p = ttest_rel(BASE + NOISE, BASE).pvalue
    assert judged.verdict == (HOLDS if p > 0.05 else FAILS)
    assert judged.evidence[0]["told_apart"] == float(p <= 0.05)


def test_too_few_trials_say_nothing():
    few = "There are too few trials to say."
    small = not_significant(errors(NOISE), **PAIR, trials=5)
    assert small.verdict == INCONCLUSIVE
    assert small.reason == f"Choices of 5 trials are too small: a test needs 6. {few}"
    lacking = not_significant(errors(NOISE), **PAIR, trials=9)
    assert lacking.verdict == INCONCLUSIVE
    assert lacking.reason == f"No pair has more than 8 trials to choose 9 from. {few}"


def test_without_a_trial_there_is_nothing_to_choose_from():
    gone = not_significant(errors(NOISE), **PAIR, trials=6, datasets=["gone"])
    assert gone.verdict == UNTESTABLE and gone.reason.startswith("No trial of the study")


def test_two_error_bars_have_the_degrees_of_freedom_of_welch():
    noise = NOISE / 5
    spreads = (BASE + noise).var(ddof=1) / 8, BASE.var(ddof=1) / 8
    freedom = 7 * sum(spreads) ** 2 / (spreads[0] ** 2 + spreads[1] ** 2)
    width = t.ppf(0.975, freedom) * sum(spreads) ** 0.5
    assert freedom == pytest.approx(ttest_ind(BASE + noise, BASE, equal_var=False).df)
    assert_steps(
        lambda shift: not_significant(
            errors(noise - noise.mean() + shift), **PAIR, trials=8, paired=False
        ),
        [FAILS, -width, HOLDS, width, FAILS],
        scale=1e-2,
    )


@pytest.mark.parametrize("shift", [-0.09, 0.0, 0.05, 0.15])
def test_error_bars_are_compared_as_if_each_method_had_trials_of_its_own(shift):
    """Paired trials share the variance of their splits, which two bars do not take out."""
    judged = not_significant(errors(NOISE / 5 + shift), **PAIR, trials=8, paired=False)
    p = ttest_ind(BASE + NOISE / 5 + shift, BASE, equal_var=False).pvalue
    assert judged.verdict == (HOLDS if p > 0.05 else FAILS)


def test_an_error_bar_is_that_of_so_many_trials_as_are_chosen():
    """Counted by hand over all 28 choices of six of eight trials."""
    difference = NOISE / 5 + 0.075

    def tells(chosen):
        return ttest_ind((BASE + difference)[chosen], BASE[chosen], equal_var=False).pvalue <= 0.05

    told = [tells(list(chosen)) for chosen in combinations(range(8), 6)]
    judged = not_significant(errors(difference), **PAIR, trials=6, paired=False)
    share = float(judged.reason.split("our trials ")[1].split(" %")[0])
    assert 0.2 < np.mean(told) < 0.8
    assert share == pytest.approx(100 * (1 - np.mean(told)), abs=4)


def test_error_bars_tell_less_apart_than_pairs_of_trials():
    results = errors(np.full(8, 0.05) + NOISE / 100)
    assert not_significant(results, **PAIR, trials=8).verdict == FAILS
    assert not_significant(results, **PAIR, trials=8, paired=False).verdict == HOLDS


def test_methods_that_score_alike_in_every_trial_are_not_told_apart():
    assert not_significant(errors(np.zeros(8)), **PAIR, trials=6).verdict == HOLDS
    assert not_significant(errors(np.full(8, 0.1)), **PAIR, trials=6).verdict == FAILS
    assert not_significant(errors(np.full(8, -0.1)), **PAIR, trials=6).verdict == FAILS


def test_a_failed_method_that_the_claim_does_not_name_takes_no_trial_from_a_choice():
    by_method = {"A": BASE + NOISE, "B": BASE, "C": [float("nan")] * 8}
    results = stored({"main": {"error": {"d": by_method}}})
    judged = not_significant(results, **PAIR, trials=6)
    assert judged.verdict == not_significant(errors(NOISE), **PAIR, trials=6).verdict
    assert judged.evidence == [{**judged.evidence[0], "dataset": "d"}]


def test_all_pairs_have_the_same_choices():
    """Two pairs with the same differences are told apart by the same choices."""
    ours = BASE + NOISE + 0.15
    same = {"d0": {"A": ours, "B": BASE}, "d1": {"A": ours + 1, "B": BASE + 1}}
    judged = not_significant(stored({"main": {"error": same}}), **PAIR, trials=6)
    first, second = (entry["told_apart"] for entry in judged.evidence)
    assert first == second and 0.05 < first < 0.95
    share = float(judged.reason.split("our trials ")[1].split(" %")[0])
    assert share == pytest.approx(100 * (1 - first), abs=1)


def test_a_choice_tells_a_pair_apart_on_either_side():
    told = [
        not_significant(errors(side * NOISE), **PAIR, trials=6).evidence[0]["told_apart"]
        for side in (1, -1)
    ]
    assert told[0] == told[1] > 0


def test_equal_trials_without_spread_are_not_told_apart_by_error_bars():
    known = {"a": {"A": [0.3] * 8, "B": [0.3] * 8}, "b": {"A": BASE, "B": BASE + 1e-3 * NOISE}}
    results = stored({"main": {"error": known}})
    asked = {"study": "main", "methods": ["A"], "than": ["B"], "trials": 6}
    assert not_significant(results, **asked, paired=False).verdict == HOLDS


def test_the_most_trials_are_those_of_any_pair():
    results = stored(
        {"main": {"error": {
            "d": {"A": [0.1] * 7, "B": [0.2] * 7}, "e": {"A": [0.1] * 6, "B": [float("nan")] * 6},
        }}}
    )  # fmt: skip
    judged = not_significant(results, **PAIR, trials=8)
    assert judged.verdict == INCONCLUSIVE and "7" in judged.reason


@pytest.mark.parametrize("method", ["A", "B"])
def test_a_trial_of_one_method_alone_is_not_among_those_to_choose_from(method):
    results = errors(NOISE)
    scores = results.frames["main", "scores"]
    failed = (scores["method"] == method) & (scores["seed"] == 0)
    results.frames["main", "scores"] = scores[~failed]
    with_all = not_significant(results, **PAIR, trials=7)
    assert with_all.evidence[0]["told_apart"] in (0.0, 1.0)  # there is one choice of all seven
    too_many = not_significant(results, **PAIR, trials=8)
    assert (too_many.verdict, too_many.evidence) == (INCONCLUSIVE, [])
