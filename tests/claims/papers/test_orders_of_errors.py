"""Whether two errors of the methods go together: every verdict, from made-up scores."""

import pytest
from scipy.stats import binom

from methods.bench.statistics import ALPHA
from methods.claims.papers.orders_of_errors import lower_together
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNTESTABLE
from tests.claims.stored import stored

NAN = float("nan")
FOUR = ["A", "B", "C", "D"]
TOGETHER = {"study": "main", "metric": "error", "than": "train_error", "methods": FOUR}
SAME, ONE_SWAP, THREE_SWAPS, REVERSED = "ABCD", "BACD", "BDAC", "DCBA"  # tau 1, 2/3, 0 and -1


def in_orders(orders):
    """Scores of four methods whose test errors grow in the order given for each trial."""
    test = {m: [0.2 + 0.1 * order.index(m) for order in orders] for m in FOUR}
    train = {m: [0.1 * i] * len(orders) for i, m in enumerate(FOUR)}
    return test, train


def together(by_dataset, **options):
    tests, trains = zip(*(in_orders(orders) for orders in by_dataset.values()), strict=True)
    error, train_error = (dict(zip(by_dataset, each, strict=True)) for each in (tests, trains))
    results = stored({"main": {"error": error, "train_error": train_error}})
    options = {"datasets": list(by_dataset), "at_least": 0.5} | options
    return lower_together(results, **TOGETHER, **options)


@pytest.mark.parametrize(
    ("orders", "tau", "verdict"),
    [
        ([SAME] * 8, 1.0, HOLDS),
        ([SAME] * 7 + [REVERSED], 1.0, HOLDS),
        ([SAME] * 5 + [REVERSED] * 3, 1.0, INCONCLUSIVE),
        ([SAME] * 4 + [REVERSED] * 4, 0.0, INCONCLUSIVE),
        ([ONE_SWAP] * 8, 2 / 3, HOLDS),
        ([THREE_SWAPS] * 8, 0.0, FAILS),
        ([REVERSED] * 7 + [SAME], -1.0, FAILS),
    ],
)
def test_errors_fall_together_where_the_means_of_methods_keep_their_order(orders, tau, verdict):
    judged = together({"alpha": orders})
    assert judged.verdict == verdict
    assert judged.evidence[0]["tau"] == pytest.approx(tau)
    assert f"On alpha Kendall's tau of the means of 4 methods is {tau:.3g} (" in judged.reason
    assert judged.reason.endswith("The interval is that of bootstraps over 8 trials.")
    assert "if Kendall's tau were " in judged.flip


def test_errors_must_fall_together_on_each_data_set():
    judged = together({"alpha": [SAME] * 8, "beta": [REVERSED] * 8})
    assert judged.verdict == FAILS
    assert [entry["verdict"] for entry in judged.evidence] == [HOLDS, FAILS]


@pytest.mark.parametrize("reversed_trials", [1, 2, 3])
def test_the_order_of_means_is_lost_where_half_of_a_bootstrap_is_reversed(reversed_trials):
    """So often the binomial distribution has it, and with 2 of 8 trials this is too often."""
    orders = [REVERSED] * reversed_trials + [SAME] * (8 - reversed_trials)
    judged = together({"alpha": orders})
    expected = binom.sf(3, 8, reversed_trials / 8)
    assert judged.evidence[0]["p_not"] == pytest.approx(expected, abs=0.01)
    assert judged.verdict == (HOLDS if expected < ALPHA / 2 else INCONCLUSIVE)


def test_a_trial_without_a_score_of_each_method_says_nothing_of_order():
    results = together({"alpha": [SAME] * 8})
    test, train = in_orders([SAME] * 8 + [REVERSED] * 9)
    test["A"][8:] = [NAN] * 9
    both = {"error": {"alpha": test}, "train_error": {"alpha": train}}
    judged = lower_together(stored({"main": both}), **TOGETHER, datasets=["alpha"], at_least=0.5)
    assert judged.evidence == results.evidence


def test_errors_of_few_trials_or_of_none_say_nothing_of_order():
    judged = together({"alpha": [SAME] * 5})
    assert judged.verdict == INCONCLUSIVE and judged.reason.endswith("too few trials to say.")
    assert together({"alpha": [SAME] * 6}).verdict == HOLDS
    assert together({"alpha": [SAME] * 8}, datasets=["gone"]).verdict == UNTESTABLE


def test_an_order_that_more_than_one_bootstrap_in_forty_loses_is_not_shown():
    """Six of twelve make a tie, with a chance of 4.0 %, and more reverse it, with 1.4 %."""
    judged = together({"alpha": [REVERSED] * 3 + [SAME] * 9})
    assert ALPHA / 2 < binom.sf(5, 12, 1 / 4) < 2 * ALPHA and binom.sf(6, 12, 1 / 4) < ALPHA / 2
    assert judged.verdict == INCONCLUSIVE
    assert judged.evidence[0]["interval"] == [0.0, 1.0]


def test_an_order_that_no_bootstrap_loses_has_the_least_p_value():
    (entry,) = together({"alpha": [SAME] * 8}).evidence
    assert (entry["p_not"], entry["p_holds"]) == pytest.approx((1 / 10_001, 1.0))
    (entry,) = together({"alpha": [REVERSED] * 8}).evidence
    assert (entry["p_not"], entry["p_holds"]) == pytest.approx((1.0, 1 / 10_001))


@pytest.mark.parametrize(("at_least", "verdict"), [(2 / 3, HOLDS), (0.67, FAILS)])
def test_an_order_as_alike_as_is_asked_is_enough(at_least, verdict):
    judged = together({"alpha": [ONE_SWAP] * 8}, at_least=at_least)
    assert judged.verdict == verdict
    if verdict == FAILS:
        assert judged.flips == pytest.approx({HOLDS: 0.67 - 2 / 3})


@pytest.mark.parametrize(
    ("orders", "tau", "verdict"), [(SAME, -1.0, FAILS), (REVERSED, 1.0, HOLDS)]
)
def test_a_metric_whose_high_values_are_good_counts_as_its_negative(orders, tau, verdict):
    test, train = in_orders([orders] * 8)
    results = stored({"main": {"error": {"alpha": test}, "train_error": {"alpha": train}}})
    results.experiment.study("main").lower_is_better = lambda metric: metric == "error"
    judged = lower_together(results, **TOGETHER, datasets=["alpha"], at_least=0.5)
    assert judged.verdict == verdict
    assert judged.evidence[0]["tau"] == tau and judged.evidence[0]["interval"] == [tau, tau]


def scored(test, train):
    both = {"error": {"alpha": test}, "train_error": {"alpha": train}}
    return lower_together(stored({"main": both}), **TOGETHER, datasets=["alpha"], at_least=0.5)


def test_methods_have_the_order_of_their_means():
    """One trial makes A the worst of four, of which three swaps of six are left."""
    test, train = in_orders([SAME] * 8)
    test["A"] = [*test["A"][:7], 9.0]
    assert scored(test, train).evidence[0]["tau"] == pytest.approx(0.0)


def test_a_pair_of_equal_means_counts_among_the_pairs_for_neither_order():
    test, train = in_orders([SAME] * 8)
    test["B"] = test["A"]
    assert scored(test, train).evidence[0]["tau"] == pytest.approx(5 / 6)


def test_both_errors_are_those_of_the_same_drawn_trials():
    """Three of seven trials are reversed in both, so that every draw has one order of both."""
    test, _ = in_orders([SAME] * 4 + [REVERSED] * 3)
    judged = scored(test, test)
    assert judged.verdict == HOLDS
    assert judged.evidence[0]["p_not"] == pytest.approx(1 / 10_001)


def test_an_order_flips_where_the_first_of_the_data_sets_does():
    judged = together({"alpha": [SAME] * 8, "beta": [ONE_SWAP] * 8})
    assert judged.verdict == HOLDS
    assert judged.flips[FAILS] == pytest.approx(0.5 - 2 / 3)


def test_an_interval_has_a_fortieth_of_the_bootstraps_on_either_side():
    """Five of ten make a tie or more reverse the order, with a chance of 3.3 %."""
    assert ALPHA / 2 < binom.sf(4, 10, 1 / 5) < ALPHA and binom.sf(5, 10, 1 / 5) < ALPHA / 2
    (entry,) = together({"alpha": [REVERSED] * 2 + [SAME] * 8}).evidence
    assert entry["interval"] == [0.0, 1.0]
