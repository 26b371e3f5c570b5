"""A metric whose high values are good is judged as its negative is, by every claim test."""

import inspect

import numpy as np
import pytest

from methods.claims.best import best_on_most, lowest
from methods.claims.choices_of_trials import not_significant
from methods.claims.each_lower import each_lower_on_most
from methods.claims.papers.multiclass import improves_more
from methods.claims.papers.orders_of_errors import lower_together
from methods.claims.scores import lower, not_lower, not_told_apart, same
from methods.claims.sweeps import falls, steady
from methods.claims.trials import differs
from methods.claims.verdicts import FAILS, HOLDS
from methods.command.output_functions import output_functions
from tests.claims.stored import BASE, planted, stored

PAIR = {"study": "main", "methods": ["A"], "than": ["B"]}
SETTINGS = {"study": "main", "methods": ["A"]}
OPTIONS = {
    lower: PAIR,
    not_lower: PAIR,
    lowest: PAIR,
    best_on_most: PAIR,
    each_lower_on_most: PAIR,
    falls: SETTINGS | {"condition": ["1", "2"]},
    improves_more: {
        "study": "main", "rival": "side", "dataset": "alpha",
        "methods": {"main": ["A"], "side": ["A"]}, "than": {"main": ["B"], "side": ["B"]},
    },
    lower_together: {
        "study": "main", "methods": ["A", "B"], "than": "error", "datasets": ["alpha"],
        "at_least": 0.5,
    },
}  # fmt: skip
# without a better side
UNDIRECTED = {
    same: PAIR | {"margin": 0.05},
    not_told_apart: PAIR | {"visible": 0.05},
    not_significant: PAIR | {"trials": 8},
    differs: PAIR | {"margin": 0.05},
    steady: SETTINGS | {
        "condition": ["1"], "than_condition": "2", "margin": 0.05, "differs_from": 0.05,
    },
}  # fmt: skip
# ours against printed numbers, or numbers against bounds, which are given with their sign
AGAINST_NUMBERS = {
    "bounded", "mean_is", "means_reproduce", "one_pool_reproduces", "other_pool_reproduces",
    "printed_cells_distinct",
    "ratios_reproduce", "ratios_reproduce_at_some", "reproduces", "single_runs_reproduce",
}  # fmt: skip
OF_ONE_NUMBER = {"purer_than_last_of_ties"}  # of an impurity, whose low values are meant


def judged(test, shift, sign):
    """A's scores are `shift` from B's, and its errors too; all but these are times the `sign`."""
    scores = {"A": sign * np.array(planted(shift)), "B": sign * BASE}
    errors = {"A": planted(shift), "B": BASE}
    before = {"A": sign * BASE, "B": sign * BASE}
    results = stored({
        "main": {"score": {"alpha": scores}, ("score", "1"): {"alpha": before},
                 ("score", "2"): {"alpha": scores}, "error": {"alpha": errors}},
        "side": {"score": {"alpha": before}},
    })  # fmt: skip
    for name in ("main", "side"):
        results.study(name).lower_is_better = lambda metric: metric == "error" or sign > 0
    return test(results, metric="score", **(OPTIONS | UNDIRECTED)[test])


def test_every_claim_test_of_a_metric_of_a_study_is_listed_here():
    of_metrics = {
        one.name
        for one in output_functions({})
        if one.section == "claims"
        and {"study", "metric"} <= inspect.signature(one.function).parameters.keys()
    }
    directed = {test.__name__ for test in OPTIONS | UNDIRECTED}
    assert of_metrics == directed | AGAINST_NUMBERS | OF_ONE_NUMBER


@pytest.mark.parametrize("test", [*OPTIONS, *UNDIRECTED])
@pytest.mark.parametrize("shift", [-0.2, 0.003, 0.2])
def test_the_verdict_on_high_values_is_that_on_their_negatives(test, shift):
    errors, negative = judged(test, shift, 1.0), judged(test, shift, -1.0)
    assert errors.verdict == negative.verdict
    assert errors.flips.keys() == negative.flips.keys()
    if test is not lower_together:  # whose flips are of tau
        for verdict, flip in errors.flips.items():
            assert negative.flips[verdict] == pytest.approx(-flip)


@pytest.mark.parametrize("test", OPTIONS)
def test_a_better_side_is_told_from_a_worse_one(test):
    verdicts = {judged(test, shift, -1.0).verdict for shift in (-0.2, 0.2)}
    assert verdicts == ({HOLDS} if test is lower_together else {HOLDS, FAILS})
