"""The ERM paper's identities, and its footnote on subsets."""

import numpy as np
import pytest

from methods.bench.statistics import ALPHA
from methods.claims.papers import erm_theory
from methods.claims.papers.erm_theory import (
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
        "Of 201 midpoints none of the squared row sums and 201 of the exclusivities alone lie above"
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
        "Two of 3 learners disagree on 90 % with 20 rows each and 5 % with 300 rows each; below 10"
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
