"""The ERM paper's claims on its algorithms, and that broken algorithms would be found."""

from itertools import cycle
from types import SimpleNamespace

import numpy as np
import pytest

from methods.claims.papers import erm_algorithms
from methods.claims.papers.erm_algorithms import (
    multipliers_bounded,
    objective_converges_faster_than_mu_grows,
    unequal_columns_reach_one_svm,
    unequal_columns_stay_apart,
)
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE


@pytest.mark.parametrize("loss", ["hinge", "squared_hinge"])
def test_the_multipliers_stay_bounded(loss):
    judged = multipliers_bounded(None, loss=loss, iterations=60)
    assert judged.verdict == HOLDS
    assert {entry["multiplier"] for entry in judged.evidence} == {"Z", "Q"}


def test_growing_multipliers_would_be_found(monkeypatch):
    def runaway(*_):
        return (SimpleNamespace(Z=np.array([k]), Q=np.array([1.0]), mu=1.0) for k in range(1, 99))

    monkeypatch.setattr(erm_algorithms, "alm_iterates", runaway)
    assert multipliers_bounded(None, loss="hinge", iterations=10).verdict == FAILS


def test_the_product_of_the_rate_does_not_vanish():
    judged = objective_converges_faster_than_mu_grows(None, loss="hinge", iterations=200)
    assert judged.verdict == FAILS
    assert sum(entry["late_over_early"] > 0.5 for entry in judged.evidence) > 3


def plant_distances(monkeypatch, power):
    """Distances of 1 / mu^power, of which the product vanishes from a power above 1 only."""
    mu = 1.1 ** np.arange(200)
    values = cycle(100 + mu**-power)
    iterates = [SimpleNamespace(W=np.ones((5, 5)), b=np.zeros(5), mu=m) for m in mu]
    monkeypatch.setattr(erm_algorithms, "alm_iterates", lambda *_: iter(iterates))
    monkeypatch.setattr(erm_algorithms, "exclusivity_objective", lambda *_: next(values))


@pytest.mark.parametrize(
    ("power", "verdict"), [(1.0, FAILS), (1.2, INCONCLUSIVE), (1.5, HOLDS), (0.8, FAILS)]
)
def test_the_rate_is_that_of_the_product_and_not_of_the_distance(monkeypatch, power, verdict):
    plant_distances(monkeypatch, power)
    judged = objective_converges_faster_than_mu_grows(None, loss="hinge", iterations=200)
    assert judged.verdict == verdict


@pytest.mark.parametrize(
    ("power", "verdict"), [(1.0, HOLDS), (0.95, HOLDS), (0.8, INCONCLUSIVE), (0.5, FAILS)]
)
def test_the_slower_rate_asks_for_a_bounded_product(monkeypatch, power, verdict):
    plant_distances(monkeypatch, power)
    judged = objective_converges_faster_than_mu_grows(
        None, loss="hinge", iterations=200, vanishes=False
    )
    assert judged.verdict == verdict
    assert ("grows by a factor of 10 in 6 of 6" in judged.reason) == (verdict == FAILS)


@pytest.mark.slow
@pytest.mark.parametrize("loss", ["hinge", "squared_hinge"])
def test_columns_that_differ_end_at_one_svm_if_mu_grows_slowly(loss):
    judged = unequal_columns_reach_one_svm(
        None, loss=loss, n_components=3, rho=[1.1, 1.01], at_most=0.01
    )
    assert judged.verdict == HOLDS
    fast, slow = (
        [e["relative_distance"] for e in judged.evidence if e["rho"] == rho] for rho in (1.1, 1.01)
    )
    assert max(fast) > 0.05 > 0.01 > max(slow)
    assert max(entry["mean_angle"] for entry in judged.evidence if entry["rho"] == 1.01) > 0.1


def test_an_ensemble_that_is_another_machine_would_be_found(monkeypatch):
    monkeypatch.setattr(erm_algorithms, "PROBLEMS", 1)
    svm = erm_algorithms.PrimalSVM
    monkeypatch.setattr(
        erm_algorithms, "PrimalSVM", lambda penalty, loss: svm(2 * penalty, loss=loss)
    )
    judged = unequal_columns_reach_one_svm(
        None, loss="squared_hinge", n_components=3, rho=[1.01], at_most=0.01
    )
    assert judged.verdict == FAILS


APART = {"loss": "squared_hinge", "rho": 1.1}


@pytest.mark.parametrize(("at_least", "verdict"), [(0.001, HOLDS), (89.0, FAILS)])
def test_columns_that_start_apart_are_judged_by_their_least_angle(monkeypatch, at_least, verdict):
    monkeypatch.setattr(erm_algorithms, "FROZEN_MU", 1e2)  # ends sooner
    judged = unequal_columns_stay_apart(
        None, **APART, n_components=[3], scales=[1], at_least=at_least
    )
    angles = [entry["mean_angle"] for entry in judged.evidence]
    assert len(angles) == erm_algorithms.PROBLEMS and min(angles) > 0.001 and max(angles) < 89
    assert judged.verdict == verdict


@pytest.mark.parametrize(
    ("least", "verdict", "flips"),
    [
        ([2, 3, 4, 5], HOLDS, {INCONCLUSIVE: -1.0, FAILS: -4.0}),
        ([0.5, 3, 4, 5], INCONCLUSIVE, {HOLDS: 0.5, FAILS: -4.0}),
        ([0.5, 0.75, 0.25, 0.5], FAILS, {INCONCLUSIVE: 0.25, HOLDS: 0.75}),
    ],
)
def test_starts_that_the_paper_does_not_name_must_agree(monkeypatch, least, verdict, flips):
    of_case = dict(zip([(5, 1.0), (5, 10.0), (30, 1.0), (30, 10.0)], least, strict=True))

    def after(loss, size, rho, problem, scale):
        distance = 0.3 if (size, problem) == (5, "1") else 0.1
        angle = of_case[size, scale] + 7 * (problem != "2")
        return {"mean_angle": angle, "relative_distance": distance}

    monkeypatch.setattr(erm_algorithms, "_after_unequal_start", after)
    judged = unequal_columns_stay_apart(
        None, **APART, n_components=[5, 30], scales=[1.0, 10.0], at_least=1.0
    )
    assert judged.verdict == verdict
    assert judged.flips == pytest.approx(flips)
    assert judged.reason.endswith("away from one SVM by at most 30 % of its largest weight.")


@pytest.mark.parametrize("name", ["Z", "Q"])
@pytest.mark.parametrize(("growth", "verdict"), [(0.009, HOLDS), (0.011, FAILS), (0.5, FAILS)])
def test_one_multiplier_that_grows_in_the_second_half_decides(monkeypatch, name, growth, verdict):
    sizes = [3.0, -4.0, 1.0, 4.0 * (1 + growth), -2.0, 0.5]
    still = [7.0, -1.0, 0.0, 0.0, 7.0, 0.0]

    def run(*_):
        for size, other in zip(sizes, still, strict=True):
            values = {"Z": np.array([other]), "Q": np.array([other]), name: np.array([0.0, size])}
            yield SimpleNamespace(**values, mu=1000.0)

    monkeypatch.setattr(erm_algorithms, "alm_iterates", run)
    judged = multipliers_bounded(None, loss="hinge", iterations=6)
    assert judged.verdict == verdict
    assert set(judged.flips) == {FAILS if verdict == HOLDS else HOLDS}
    assert list(judged.flips.values()) == pytest.approx([0.01 - growth])
    of_name = {entry["multiplier"]: entry for entry in judged.evidence}[name]
    largest = 4 * (1 + growth)
    assert (of_name["largest"], of_name["largest_late"]) == pytest.approx((largest, largest))
    assert "over 6 iterations, in which mu grows to 1,000. From the first half" in judged.reason
    assert judged.reason.endswith(
        f"entries grow by at most {100 * growth:.2g} %; at most 1 % is asked."
    )


@pytest.mark.parametrize(
    ("worst", "verdict", "flips"),
    [
        (0.1, HOLDS, {INCONCLUSIVE: 0.0, FAILS: np.log10(5)}),
        (0.11, INCONCLUSIVE, {HOLDS: np.log10(0.1 / 0.11), FAILS: np.log10(0.5 / 0.11)}),
        (0.5, FAILS, {HOLDS: np.log10(0.1 / 0.5), INCONCLUSIVE: 0.0}),
    ],
)
def test_the_worst_of_the_problems_decides_on_the_rate(monkeypatch, worst, verdict, flips):
    falls = np.log10([0.01, worst, 1e-5, 1e-3, 0.02, 0.03])
    monkeypatch.setattr(erm_algorithms, "_fall", lambda loss, iterations, problem: falls[problem])
    judged = objective_converges_faster_than_mu_grows(None, loss="hinge", iterations=9)
    assert judged.verdict == verdict
    assert judged.flips == pytest.approx(flips)
    kept = int(worst >= 0.5)
    assert judged.reason.startswith(
        "From iteration 40 on the product of mu and the distance to the limit keeps half of its "
        f"size in {kept or 'none'} of 6 problems. At most {worst:.2g} times its size is left."
    )
    assert judged.evidence[1] == {
        "loss": "hinge", "problem": 1, "late_over_early": pytest.approx(worst),
    }  # fmt: skip


def test_a_product_that_is_lost_in_rounding_is_told(monkeypatch):
    falls = [np.log10(0.7), *[np.log10(erm_algorithms.RESOLUTION)] * 5]
    monkeypatch.setattr(erm_algorithms, "_fall", lambda loss, iterations, problem: falls[problem])
    judged = objective_converges_faster_than_mu_grows(None, loss="hinge", iterations=9)
    assert judged.verdict == FAILS
    assert "in 1 of 6 problems. In 5 the distance falls below rounding, and" in judged.reason


def plant_products(monkeypatch, products, limit=0.0):
    """Iterates of doubling mu whose product of mu and distance is given; the last is the limit."""
    mu = 2.0 ** np.arange(len(products))
    values = cycle([*(limit + np.array(products) / mu)[:-1], limit])
    iterates = [SimpleNamespace(W=np.ones((5, 5)), b=np.zeros(5), mu=m) for m in mu]
    monkeypatch.setattr(erm_algorithms, "alm_iterates", lambda *_: iter(iterates))
    monkeypatch.setattr(erm_algorithms, "exclusivity_objective", lambda *_: next(values))


@pytest.mark.parametrize("early", [40, 51])
@pytest.mark.parametrize("late", [78, 89])
def test_the_fall_is_from_the_first_to_the_last_quarter_of_the_course(monkeypatch, early, late):
    """From iteration 40 on until mu is a thousandth of its last, which is at iteration 90."""
    products = np.ones(100)
    products[:40] = products[90:] = 1e6
    products[52:78] = 1e3
    products[early], products[late] = -4.0, -3.0
    plant_products(monkeypatch, products)
    assert erm_algorithms._fall("hinge", 100, 0) == pytest.approx(np.log10(3 / 4))


@pytest.mark.parametrize(
    ("iterations", "course", "early", "late"),
    [(18, slice(4, 8), 4, 7), (30, slice(10, 20), 11, 18)],
)
def test_a_short_course_starts_half_way(monkeypatch, iterations, course, early, late):
    """It ends where mu is a thousandth of its last, at iteration 8 or 20."""
    products = np.full(iterations, 1e6)
    products[course] = 1.0
    products[early], products[late] = 4.0, 3.0
    plant_products(monkeypatch, products)
    assert erm_algorithms._fall("hinge", iterations, 0) == pytest.approx(np.log10(3 / 4))


def test_a_course_of_one_iteration_does_not_fall(monkeypatch):
    plant_products(monkeypatch, [1e6, 2.0, *[1e6] * 10])
    assert erm_algorithms._fall("hinge", 12, 0) == 0.0


def test_a_distance_within_rounding_of_the_limit_is_lost(monkeypatch):
    products = 2.0 ** np.arange(100) * 1e-6
    products[70:] *= 0.9e-6  # distances of 0.9e-12, beside a limit of one
    plant_products(monkeypatch, products, limit=1.0)
    assert erm_algorithms._fall("hinge", 100, 0) == pytest.approx(-12.0)
    plant_products(monkeypatch, products * 1e-9, limit=1.0)
    assert erm_algorithms._fall("hinge", 100, 0) == pytest.approx(-12.0)


def test_a_product_that_comes_out_of_rounding_has_not_vanished(monkeypatch):
    products = 2.0 ** np.arange(100) * 1e-13  # distances of 1e-13, beside a limit of one
    products[78:90] *= 1e6
    plant_products(monkeypatch, products, limit=1.0)
    assert erm_algorithms._fall("hinge", 100, 0) == pytest.approx(12.0)


def test_columns_that_differ_end_near_one_svm_and_its_objective():
    """C equal columns have C^2 times the objective of one SVM whose penalty is divided by C."""
    ended = erm_algorithms._after_unequal_start("squared_hinge", 3, 1.03, "0")
    assert ended["relative_distance"] < 0.01 and 0 <= ended["relative_gap"] < 0.001
    assert ended["mean_angle"] > 0.1


def test_the_largest_entries_of_both_multipliers_are_told(monkeypatch):
    def run(*_):
        return (SimpleNamespace(Z=np.array([3.0]), Q=np.array([[1.0, -5.0]]), mu=9.0) for _ in "ab")

    monkeypatch.setattr(erm_algorithms, "alm_iterates", run)
    judged = multipliers_bounded(None, loss="hinge", iterations=2)
    assert judged.reason.startswith("The largest entry is 3 in Z and 5 in Q, in 6 problems over 2 ")
    assert "the largest entries do not grow; at most 1 %" in judged.reason


def test_the_last_rate_is_judged_and_the_worst_problem_of_each_is_told(monkeypatch):
    def after(loss, size, rho, problem):
        share = 1 + int(problem) / 5  # at most twice
        return {"relative_distance": {1.01: 0.25, 1.1: 0.004}[rho] * share,
                "mean_angle": {1.01: 40.0, 1.1: 3.0}[rho] * share}  # fmt: skip

    monkeypatch.setattr(erm_algorithms, "_after_unequal_start", after)
    options = {"loss": "hinge", "n_components": 3, "rho": [1.01, 1.1]}
    judged = unequal_columns_reach_one_svm(None, **options, at_most=0.01)
    assert judged.verdict == HOLDS
    assert judged.flips[FAILS] == pytest.approx(0.002)
    assert judged.reason == (
        "The ensemble is away from the SVM by at most 50 % with rho = 1.01 and 0.8 % with rho = "
        "1.1, of its largest weight. Its components end up to 6 degrees apart."
    )


def test_problems_and_starts_differ_and_the_distance_is_a_share_of_the_largest_weight(monkeypatch):
    """The planted SVM has weights of a thousandth, and the columns have none."""
    starts, fitted = [], []

    machine = SimpleNamespace(coef_=np.array([1e-3, 0.0]), objective_=1.0)
    machine.fit = lambda X, y: fitted.append(X) or machine

    def iterates(X, y, size, *_, rho, initial_multipliers):
        starts.append(initial_multipliers)
        yield SimpleNamespace(W=np.zeros((2, size)), b=np.zeros(size), mu=1e8)

    monkeypatch.setattr(erm_algorithms, "alm_iterates", iterates)
    monkeypatch.setattr(erm_algorithms, "PrimalSVM", lambda *_, **__: machine)
    monkeypatch.setattr(erm_algorithms, "exclusivity_objective", lambda *_: 4.0)
    options = {"n_components": [2], "scales": [1.0, 10.0], "at_least": 1.0}
    judged = unequal_columns_stay_apart(None, **APART, **options)
    assert {entry["relative_distance"] for entry in judged.evidence} == {1.0}
    problems = erm_algorithms.PROBLEMS
    assert len({X[0, 0] for X in fitted}) == len({Q[0, 0] for Q in starts[:problems]}) == problems
    assert [Q[0, 0] for Q in starts[problems:]] == [10 * Q[0, 0] for Q in starts[:problems]]
