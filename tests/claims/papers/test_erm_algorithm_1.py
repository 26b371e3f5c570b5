"""The ERM paper's claims on its Algorithm 1, and that a broken one would be found."""

import numpy as np
import pytest
from scipy.optimize import minimize

from methods.claims.papers import erm_algorithm_1
from methods.claims.papers.erm_algorithm_1 import (
    algorithm_1_is_optimal,
    epsilon_is_added_to_the_norm,
)
from methods.claims.verdicts import FAILS, HOLDS

STARTS = ["ones", "random weights", "one weight of zero"]


def test_the_closed_form_row_is_the_minimiser():
    rng = np.random.default_rng(0)
    for _ in range(20):
        pull, mu = rng.normal(size=(1, 5)), float(rng.uniform(0.1, 5))
        row = erm_algorithm_1._row_minimiser(pull, mu)
        least = erm_algorithm_1._row_value(row, pull, mu)
        for step in (1e-3, 1e-1):
            near = row + step * rng.normal(size=(200, 1, 5))
            assert all(
                erm_algorithm_1._row_value(other, pull, mu) >= least - 1e-12 for other in near
            )


@pytest.mark.slow
def test_algorithm_1_reaches_the_minimiser_from_every_start(monkeypatch):
    monkeypatch.setattr(erm_algorithm_1, "DRAWS", 60)
    judged = algorithm_1_is_optimal(None, starts=STARTS)
    assert judged.verdict == HOLDS
    assert [(entry["start"], entry["missed"]) for entry in judged.evidence] == [
        (start, 0) for start in STARTS
    ]


def test_algorithm_1_as_our_machine_stops_it_misses_from_a_weight_of_zero(monkeypatch):
    monkeypatch.setattr(erm_algorithm_1, "DRAWS", 60)
    assert algorithm_1_is_optimal(None, starts=STARTS[:2], converged=False).verdict == HOLDS
    from_zero = algorithm_1_is_optimal(None, starts=STARTS[2:], converged=False)
    assert from_zero.verdict == FAILS and from_zero.evidence[0]["missed"] > 0


def test_an_algorithm_1_that_reached_the_minimiser_from_every_start_would_hold(monkeypatch):
    monkeypatch.setattr(
        erm_algorithm_1,
        "update_rows",
        lambda rows, pull, mu, *_: erm_algorithm_1._row_minimiser(pull, mu),
    )
    assert algorithm_1_is_optimal(None, starts=STARTS).verdict == HOLDS


def test_an_algorithm_1_that_stops_early_would_be_found(monkeypatch):
    def lazy(rows, pull, mu, sparsity, epsilon):
        return pull / mu

    monkeypatch.setattr(erm_algorithm_1, "update_rows", lazy)
    assert algorithm_1_is_optimal(None, starts=STARTS[:1]).verdict == FAILS


def test_the_least_value_with_epsilon_is_that_of_a_general_solver():
    pull, mu, epsilon = np.array([[1.0, 3.0, 0.2]]), 1.3, 0.3

    def value(w):
        return (np.abs(w) + epsilon).sum() ** 2 / 2 + mu / 2 * ((w - pull[0] / mu) ** 2).sum()

    bounds = [(0.0, None)] * 3
    least = minimize(value, [1.0, 1.0, 1.0], bounds=bounds, tol=1e-12)
    ours = erm_algorithm_1._row_minimiser(pull, mu, epsilon)
    assert erm_algorithm_1._row_value(ours, pull, mu, epsilon) == pytest.approx(least.fun)
    np.testing.assert_allclose(ours[0], least.x, atol=1e-5)


def test_algorithm_1_ends_at_its_fixed_point_which_is_no_least_value(monkeypatch):
    """At (1, 3), mu = 1 and epsilon = 0.3: w of eqs. 10 and 11, by repeating them by hand."""
    pull, w = np.array([[1.0, 3.0]]), np.ones(2)
    for _ in range(1000):
        w = pull[0] / (w.sum() / (w + 0.3) + 1)
    ended = erm_algorithm_1._run_algorithm_1(np.ones((1, 2)), pull, 1.0, epsilon=0.3)
    np.testing.assert_allclose(ended[0], w, rtol=1e-6)
    assert erm_algorithm_1._row_value(ended, pull, 1.0, 0.3) == pytest.approx(4.1636, abs=1e-4)
    best = erm_algorithm_1._row_minimiser(pull, 1.0, 0.3)
    np.testing.assert_allclose(best, [[0.0, 1.2]])
    assert erm_algorithm_1._row_value(best, pull, 1.0, 0.3) == pytest.approx(3.74)
    monkeypatch.setattr(erm_algorithm_1, "DRAWS", 20)
    judged = epsilon_is_added_to_the_norm(None, epsilons=[0.3])
    assert judged.verdict == FAILS and judged.evidence[0]["missed"] > 10


def test_an_algorithm_1_that_did_minimise_it_would_hold(monkeypatch):
    monkeypatch.setattr(erm_algorithm_1, "DRAWS", 20)
    monkeypatch.setattr(
        erm_algorithm_1,
        "update_rows",
        lambda rows, pull, mu, _, epsilon: erm_algorithm_1._row_minimiser(pull, mu, epsilon),
    )
    judged = epsilon_is_added_to_the_norm(None, epsilons=[0.3, 0.01])
    assert judged.verdict == HOLDS
    gaps = [entry["largest_relative_gap"] for entry in judged.evidence]
    assert gaps == pytest.approx([0.0, 0.0], abs=1e-12)


@pytest.mark.parametrize(("gap", "verdict"), [(0.99e-4, HOLDS), (1.01e-4, FAILS)])
def test_one_row_beyond_the_gap_refutes_the_algorithm(gap, verdict):
    gaps = {"ones": [0.0] * 6, "random weights": [0.0, gap, -gap, 0.0, 0.0, 0.0]}
    judged = erm_algorithm_1._judged("start", gaps, lambda *_: "So it is.")
    assert judged.verdict == verdict
    assert [entry["missed"] for entry in judged.evidence] == [0, int(verdict == FAILS)]
    assert [entry["largest_relative_gap"] for entry in judged.evidence] == [0.0, gap]
    assert [entry["start"] for entry in judged.evidence] == list(gaps)


@pytest.mark.parametrize(("converged", "updates"), [(True, 31), (False, 1)])
def test_a_row_is_updated_until_no_weight_changes_or_once(monkeypatch, converged, updates):
    """A weight near zero that doubles still changes, however small it is beside the others."""
    asked = []

    def doubled(row, pull, mu, sparsity, epsilon):
        asked.append((sparsity, epsilon))
        return np.minimum(2 * row, [[1.0, 1e-11]])

    monkeypatch.setattr(erm_algorithm_1, "update_rows", doubled)
    start = np.array([[1.0, 1e-11 / 2**30]])
    ended = erm_algorithm_1._run_algorithm_1(start, start, 1.0, converged)
    assert asked == [(0.0, 1e-8)] * updates
    assert ended.tolist() == [[1.0, 1e-11 if converged else 2 * start[0, 1]]]
