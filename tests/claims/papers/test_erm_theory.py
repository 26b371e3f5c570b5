"""The ERM paper's identities and theorems, and that a broken one would be found."""

from itertools import cycle
from types import SimpleNamespace

import numpy as np
import pytest

from methods.bench.statistics import ALPHA
from methods.claims.papers import erm_theory
from methods.claims.papers.erm_theory import (
    algorithm_1_is_optimal,
    multipliers_bounded,
    objective_converges_faster_than_mu_grows,
    regulariser_is_convex,
    squared_row_sums,
    subsets_give_like_learners,
)
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE
from tests.claims.stored import assert_steps, t


def test_equation_4_holds_for_unordered_pairs_only():
    judged = squared_row_sums(None)
    assert judged.verdict == FAILS
    ordered, once = (entry["largest_relative_error"] for entry in judged.evidence)
    assert ordered > 0.1 and once < 1e-9


def test_the_regulariser_is_convex_with_the_frobenius_norm_alone():
    judged = regulariser_is_convex(None)
    assert judged.verdict == HOLDS
    whole, bare = (entry["midpoints_above_chord"] for entry in judged.evidence)
    assert whole == 0 and bare > 0


def test_the_closed_form_row_is_the_minimiser():
    rng = np.random.default_rng(0)
    for _ in range(20):
        pull, mu = rng.normal(size=(1, 5)), float(rng.uniform(0.1, 5))
        row = erm_theory._row_minimiser(pull, mu)
        least = erm_theory._row_value(row, pull, mu)
        for step in (1e-3, 1e-1):
            near = row + step * rng.normal(size=(200, 1, 5))
            assert all(erm_theory._row_value(other, pull, mu) >= least - 1e-12 for other in near)


def test_algorithm_1_reaches_the_minimiser_but_not_from_a_weight_of_zero(monkeypatch):
    monkeypatch.setattr(erm_theory, "DRAWS", 60)
    judged = algorithm_1_is_optimal(None)
    missed = {entry["start"]: entry["missed"] for entry in judged.evidence}
    assert judged.verdict == FAILS
    assert missed["ones"] == missed["random weights"] == 0 < missed["one weight of zero"]


def test_an_algorithm_1_that_reached_the_minimiser_from_every_start_would_hold(monkeypatch):
    monkeypatch.setattr(
        erm_theory, "update_rows", lambda rows, pull, mu, *_: erm_theory._row_minimiser(pull, mu)
    )
    assert algorithm_1_is_optimal(None).verdict == HOLDS


def test_an_algorithm_1_that_stops_early_would_be_found(monkeypatch):
    def lazy(rows, pull, mu, sparsity, epsilon):
        return pull / mu

    monkeypatch.setattr(erm_theory, "update_rows", lazy)
    assert algorithm_1_is_optimal(None).verdict == FAILS


@pytest.mark.parametrize("loss", ["hinge", "squared_hinge"])
def test_the_multipliers_stay_bounded(loss):
    judged = multipliers_bounded(None, loss=loss, iterations=60)
    assert judged.verdict == HOLDS
    assert {entry["multiplier"] for entry in judged.evidence} == {"Z", "Q"}


def test_growing_multipliers_would_be_found(monkeypatch):
    def runaway(*_):
        return (SimpleNamespace(Z=np.array([k]), Q=np.array([1.0]), mu=1.0) for k in range(1, 99))

    monkeypatch.setattr(erm_theory, "alm_iterates", runaway)
    assert multipliers_bounded(None, loss="hinge", iterations=10).verdict == FAILS


def test_the_product_of_the_rate_does_not_vanish():
    judged = objective_converges_faster_than_mu_grows(None, loss="hinge", iterations=200)
    assert judged.verdict == FAILS
    assert sum(entry["late_over_early"] > 0.5 for entry in judged.evidence) > 3


@pytest.mark.parametrize(
    ("power", "verdict"), [(1.0, FAILS), (1.2, INCONCLUSIVE), (1.5, HOLDS), (0.8, FAILS)]
)
def test_the_rate_is_that_of_the_product_and_not_of_the_distance(monkeypatch, power, verdict):
    """Distances of 1 / mu^power, of which the product vanishes from a power above 1 only."""
    mu = 1.1 ** np.arange(200)
    values = cycle(100 + mu**-power)
    iterates = [SimpleNamespace(W=np.ones((5, 5)), b=np.zeros(5), mu=m) for m in mu]
    monkeypatch.setattr(erm_theory, "alm_iterates", lambda *_: iter(iterates))
    monkeypatch.setattr(erm_theory, "exclusivity_objective", lambda *_: next(values))
    judged = objective_converges_faster_than_mu_grows(None, loss="hinge", iterations=200)
    assert judged.verdict == verdict


def test_learners_on_parts_of_the_data_are_compared_by_what_they_disagree_on():
    few, many = (
        subsets_give_like_learners(None, n_components=3, rows=rows, at_most=at_most)
        for rows, at_most in (([10, 20], 0.01), ([10, 300], 0.1))
    )
    assert (few.verdict, many.verdict) == (FAILS, HOLDS)
    assert [entry["rows"] for entry in many.evidence] == [10, 300]


def test_a_regulariser_above_a_chord_or_one_that_nobody_needs_would_be_found(monkeypatch):
    shape = {"whole": 1.0, "bare": -1.0}
    monkeypatch.setattr(
        erm_theory, "_regulariser",
        lambda W, frobenius: shape["whole" if frobenius else "bare"] * (W**2).sum(),
    )  # fmt: skip
    judged = regulariser_is_convex(None)
    assert judged.verdict == HOLDS
    assert judged.reason.startswith(
        "squared row sums: 0 of 201 midpoints above the chord; exclusivities alone: 201 of 201"
    )
    shape["bare"] = 1.0
    assert regulariser_is_convex(None).verdict == FAILS
    shape |= {"whole": -1.0, "bare": -1.0}
    judged = regulariser_is_convex(None)
    assert judged.verdict == FAILS and judged.flips[HOLDS] < -0.1


def test_the_exclusivities_are_those_of_the_papers_example():
    """sum_i of the products |w_c(i)| |w_k(i)| over unordered pairs; 1/4 half-way."""
    half = np.array([[0.5, 0.5]])
    assert erm_theory._regulariser(half, 0.0) == pytest.approx(0.25)
    assert erm_theory._regulariser(half, 1.0) == pytest.approx(0.5)
    W = np.random.default_rng(0).normal(size=(4, 3))
    by_pairs = sum(abs(W[i, c] * W[i, k]) for i in range(4) for c in range(3) for k in range(c))
    assert erm_theory._regulariser(W, 0.0) == pytest.approx(by_pairs)
    assert erm_theory._regulariser(W, 1.0) == pytest.approx(by_pairs + (W**2).sum() / 2)


@pytest.mark.parametrize("name", ["Z", "Q"])
@pytest.mark.parametrize(("growth", "verdict"), [(0.9e-6, HOLDS), (1.1e-6, FAILS), (0.5, FAILS)])
def test_one_multiplier_that_grows_in_the_second_half_decides(monkeypatch, name, growth, verdict):
    sizes = [3.0, -4.0, 1.0, 4.0 * (1 + growth), -2.0, 0.5]
    still = [7.0, -1.0, 0.0, 0.0, 7.0, 0.0]

    def run(*_):
        for size, other in zip(sizes, still, strict=True):
            values = {"Z": np.array([other]), "Q": np.array([other]), name: np.array([0.0, size])}
            yield SimpleNamespace(**values, mu=1000.0)

    monkeypatch.setattr(erm_theory, "alm_iterates", run)
    judged = multipliers_bounded(None, loss="hinge", iterations=6)
    assert judged.verdict == verdict
    assert set(judged.flips) == {FAILS if verdict == HOLDS else HOLDS}
    assert list(judged.flips.values()) == pytest.approx([1e-6 - growth], abs=1e-9)
    of_name = {entry["multiplier"]: entry for entry in judged.evidence}[name]
    largest = 4 * (1 + growth)
    assert (of_name["largest"], of_name["largest_late"]) == pytest.approx((largest, largest))
    assert judged.reason.split(";")[0].endswith("over 6 iterations, mu up to 1e+03")


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
    monkeypatch.setattr(erm_theory, "_fall", lambda loss, iterations, problem: falls[problem])
    judged = objective_converges_faster_than_mu_grows(None, loss="hinge", iterations=9)
    assert judged.verdict == verdict
    assert judged.flips == pytest.approx(flips)
    kept = int(worst >= 0.5)
    assert judged.reason.startswith(
        f"from iteration 40 on mu |F - F_limit| keeps half of its size in {kept} of 6 problems, and"
        f" falls to {worst:.2g} of it or less in all; would "
    )
    assert judged.evidence[1] == {
        "loss": "hinge", "problem": 1, "late_over_early": pytest.approx(worst),
    }  # fmt: skip


def test_the_disagreement_at_the_largest_size_is_judged_over_its_draws(monkeypatch):
    noise = np.array([1.0, -1.0, 0.5, -0.5, 0.25, -0.25]) / 100
    told = t(ALPHA / 2, 6) * noise.std(ddof=1) / 6**0.5

    def judge(shift):
        monkeypatch.setattr(
            erm_theory, "_disagreement",
            lambda n_components, rows, draw: (0.1 + shift if rows == 300 else 0.9) + noise[draw],
        )  # fmt: skip
        return subsets_give_like_learners(None, n_components=3, rows=[20, 300], at_most=0.1)

    assert_steps(judge, [HOLDS, -told, INCONCLUSIVE, told, FAILS])
    judged = judge(-0.05)
    assert judged.reason.startswith(
        "two of 3 learners disagree on 90.0% with 20 rows each, 5.0% with 300 rows each; would "
    )
    assert judged.evidence[1]["mean_disagreement"] == pytest.approx(0.05)


def test_a_disagreement_is_the_mean_share_over_the_pairs_of_parts(monkeypatch):
    """Three learners, of which the third says something else on half of the test points."""
    fitted = []

    class Learner:
        def __init__(self, penalty, loss):
            assert (penalty, loss) == (2.0, "squared_hinge")

        def fit(self, X, y):
            fitted.append(X)
            self.place = len(fitted)
            return self

        def predict(self, X):
            return (np.arange(len(X)) % 2) * (self.place == 3)

    monkeypatch.setattr(erm_theory, "PrimalSVM", Learner)
    assert erm_theory._disagreement(3, 10, 0) == pytest.approx((0 + 0.5 + 0.5) / 3)
    assert [len(X) for X in fitted] == [10] * 3
    rows = {tuple(row) for X in fitted for row in X}
    assert len(rows) == 30  # no row is in two parts
