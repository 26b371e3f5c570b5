"""Copies of one fit: what they show of a difference, by hand and by simulation."""

import numpy as np
import pandas as pd
import pytest

from methods.bench.statistics import ALPHA
from methods.claims.best import best_on_most
from methods.claims.copies import over_test_rows, rows_behind, wrong_by_row
from methods.claims.curves import lower_at
from methods.claims.each_lower import each_lower_on_most
from methods.claims.scores import lower, same
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE
from methods.errors import UserError
from tests.claims.stored import planted, recorded_curves, stored, t

TRIALS = 100
ONE = {"study": "main", "methods": ["A"], "than": ["B"]}


def copied(a, b, metric="error", trials=TRIALS, rows=1186):
    """Results whose trials all have the same two scores, on as many test rows."""
    scores = {"dna": {"A": [a] * trials, "B": [b] * trials}}
    return stored({"main": {metric: scores}}, ratio=rows / 100)


def test_copies_of_a_small_difference_show_nothing():
    """Table 4.2 prints 5.56 and 5.90 % of 1186 rows for two methods without randomness."""
    judged = lower(copied(0.0556, 0.0590), **ONE)
    assert judged.verdict == INCONCLUSIVE
    assert "0.34 points lower, and 1,186 test rows can resolve 2" in judged.reason
    assert "In 1 case one fit is tested over its test rows." in judged.reason
    assert judged.evidence[0]["pairs"] == 1186
    assert best_on_most(copied(0.0556, 0.0590), **ONE).verdict == INCONCLUSIVE


def test_copies_of_a_large_difference_show_it_both_ways():
    for a, b, verdict in ((0.06, 0.30, HOLDS), (0.30, 0.06, FAILS)):
        assert lower(copied(a, b), **ONE).verdict == verdict
        assert best_on_most(copied(a, b), **ONE).verdict == verdict


def test_the_error_is_that_of_two_shares_of_the_rows():
    difference = over_test_rows([0.2] * 6, [0.3] * 6, 100)
    assert difference.value == pytest.approx(-0.1)
    assert difference.standard_error == pytest.approx((0.0016 + 0.0021) ** 0.5)
    assert (difference.n, difference.degrees_of_freedom) == (100, 99)
    told = t(ALPHA / 2, 100)
    for a, b in ((0.2, 0.3), (0.18, 0.3), (0.16, 0.3)):
        shown = b - a > told * ((a * (1 - a) + b * (1 - b)) / 100) ** 0.5
        expected = HOLDS if shown else INCONCLUSIVE
        assert lower(copied(a, b, rows=100), **ONE).verdict == expected
    assert shown


def test_methods_of_equal_rates_are_seldom_told_apart():
    """Errors on the same rows depend on each other, and the test knows the two rates alone."""
    rng = np.random.default_rng(0)
    told = 0
    for _ in range(2000):
        hard = rng.beta(0.4, 1.6, 500)  # chance of an error, by row
        a, b = (rng.random((2, 500)) < hard).mean(axis=1)
        difference = over_test_rows([a] * 6, [b] * 6, 500)
        told += abs(difference.value) > t(ALPHA / 2, 500) * difference.standard_error
    assert told / 2000 < ALPHA


@pytest.mark.parametrize(
    ("x", "y", "rows"),
    [
        ([0.1] * 6, [0.2, 0.3] * 3, 100),  # one method is random
        ([0.1] * 5, [0.2] * 5, 100),  # too few trials to know
        ([0.1] * 6, [0.2] * 6, float("nan")),  # no share of test rows
        ([0.1, np.nan] * 3, [0.2] * 6, 100),
    ],
)
def test_other_trials_stay_trials(x, y, rows):
    assert over_test_rows(x, y, rows) is None


@pytest.mark.parametrize("failed", [0, 6])
def test_a_failed_trial_leaves_the_copies_copies(failed):
    trials = np.where(np.arange(7) == failed, np.nan, 0.1)
    difference = over_test_rows(trials, [0.2] * 7, 100)
    assert (difference.n, difference.value) == (100, -0.1)


def test_a_random_rival_is_judged_by_its_trials():
    scores = {"dna": {"A": [0.2] * 8, "B": planted(0.0)}}
    judged = same(stored({"main": {"error": scores}}), **ONE)
    assert judged.evidence[0]["pairs"] == 8 and "one fit" not in judged.reason


def test_a_cost_of_the_training_rows_is_what_the_one_fit_has():
    judged = lower(copied(-3.01, -3.0, metric="log_cost"), metric="log_cost", **ONE)
    assert judged.verdict == HOLDS and "one fit" not in judged.reason


@pytest.mark.parametrize(
    ("metric", "rows"), [("error", 50), ("accuracy", 50), ("auc", None), ("train_error", None)]
)
def test_errors_and_accuracies_are_shares_of_the_test_rows(metric, rows):
    behind = rows_behind(copied(0.1, 0.2, metric, rows=50), "main", "dna", metric)
    assert behind == rows if rows else np.isnan(behind)


def test_curves_of_test_errors_are_tested_over_the_rows():
    points = {"A": [[(1, 0.10)]] * 8, "B": [[(1, 0.11)]] * 8}
    for curve, verdict in (("test_error", INCONCLUSIVE), ("cost", HOLDS)):
        judged = lower_at(recorded_curves({curve: {"dna": points}}), **ONE, curve=curve, at=1)
        assert judged.verdict == verdict


def test_known_rows_are_compared_in_pairs():
    """Of 100 rows both have 10 wrong, A alone 5 and B alone 15."""
    a, b = np.zeros(100), np.zeros(100)
    a[:15] = b[:10] = b[15:30] = 1
    difference = over_test_rows([0.15] * 6, [0.25] * 6, 100, (a, b))
    assert difference.value == pytest.approx(-0.1)
    assert difference.standard_error == pytest.approx(np.std(a - b, ddof=1) / 10)
    assert (difference.n, difference.degrees_of_freedom) == (100, 99)
    alone = over_test_rows([0.15] * 6, [0.25] * 6, 100)
    assert difference.standard_error < alone.standard_error
    for half in ((a, None), (None, b)):
        assert over_test_rows([0.15] * 6, [0.25] * 6, 100, half) == alone
    with pytest.raises(UserError, match="other fits than the scores"):
        over_test_rows([0.15] * 6, [0.24] * 6, 100, (a, b))
    with pytest.raises(UserError, match="other fits than the scores"):
        over_test_rows([0.25] * 6, [0.35] * 6, 100, (a, b))


@pytest.mark.parametrize(("shared", "verdict"), [(0, INCONCLUSIVE), (50, HOLDS)])
def test_a_claim_takes_the_rows_of_another_study(shared, verdict):
    """Of 500 rows A has 60 wrong and B 75; the more they share, the surer is the difference."""
    a, b = np.zeros(500), np.zeros(500)
    a[:60] = b[60 - shared : 135 - shared] = 1
    results = stored(
        {"main": {"error": {"d": {"A": [0.12] * 6, "B": [0.15] * 6}}}}, ratio=500 / 100
    )
    rows = np.arange(500)
    curves = [
        pd.DataFrame({"dataset": "d", "method": name, "seed": 0, "condition": "",
                      "curve": "wrong_rows", "x": rows, "value": wrong})
        for name, wrong in (("A", a), ("B", b))
    ]  # fmt: skip
    results.frames["rows", "traces"] = pd.concat(curves).sample(frac=1, random_state=0)
    assert lower(results, **ONE).verdict == INCONCLUSIVE
    judged = lower(results, **ONE, by_rows="rows")
    assert judged.verdict == verdict and judged.evidence[0]["pairs"] == 500
    further = [frame.assign(seed=seed) for frame in curves for seed in (1, 2)]
    results.frames["rows", "traces"] = pd.concat([*curves, *further])
    assert lower(results, **ONE, by_rows="rows").evidence == judged.evidence


def test_the_rows_of_a_method_are_known_where_it_recorded_them():
    """By data set and method in the order of the rows, however the file has them."""
    once = {
        "d": {"A": [[(2, 1), (0, 1), (1, 0)]] * 2, "B": [[], []]},
        "e": {"A": [[], []], "B": [[(0, 0), (1, 1)]] * 2},
    }
    known = wrong_by_row(recorded_curves({"wrong_rows": once}), "main")
    assert {pair: rows.tolist() for pair, rows in known.items()} == {
        ("d", "A"): [1, 0, 1],
        ("e", "B"): [0, 1],
    }


@pytest.mark.parametrize(("rows", "n"), [(1, None), (2, 2)])
def test_one_test_row_has_no_error(rows, n):
    difference = over_test_rows([0.5] * 6, [0.0] * 6, rows)
    assert (difference and difference.n) == n


@pytest.mark.parametrize("test", [lower, best_on_most, each_lower_on_most, lower_at])
def test_each_data_set_has_test_rows_of_its_own(test):
    points = {"A": [[(1, 0.1)]] * 8, "B": [[(1, 0.2)]] * 8}
    results = recorded_curves({"test_error": {"small": points, "large": points}})
    results.plan.catalogue["small"].shape = (140,)
    results.plan.catalogue["large"].shape = (600,)
    options = {"curve": "test_error", "at": 1} if test is lower_at else {}
    scores = results.frames["main", "scores"]
    scores["value"] = scores["method"].map({"A": 0.1, "B": 0.2}).astype(float)
    judged = test(results, **ONE, **options)
    assert [(e["dataset"], e["pairs"]) for e in judged.evidence] == [("small", 40), ("large", 500)]


def test_a_method_has_wrong_rows_of_its_own_on_each_data_set():
    once = {"d": {"A": [[(0, 1), (1, 0)]] * 2}, "e": {"A": [[(0, 0), (1, 1), (2, 1)]] * 2}}
    known = wrong_by_row(recorded_curves({"wrong_rows": once}), "main")
    assert {pair: rows.tolist() for pair, rows in known.items()} == {
        ("d", "A"): [1, 0], ("e", "A"): [0, 1, 1]
    }  # fmt: skip
