"""The ERM paper's identities and theorems, and that a broken one would be found."""

from types import SimpleNamespace

import numpy as np
import pytest

from methods.bench.claims import FAILS, HOLDS
from methods.claims import erm_theory
from methods.claims.erm_theory import (
    algorithm_1_is_optimal,
    multipliers_bounded,
    regulariser_is_convex,
    squared_row_sums,
)


def test_equation_4_holds_for_unordered_pairs_only():
    found = squared_row_sums(None)
    assert found.verdict == FAILS
    ordered, once = (entry["largest_relative_error"] for entry in found.evidence)
    assert ordered > 0.1 and once < 1e-9


def test_the_regulariser_is_convex_with_the_frobenius_norm_alone():
    found = regulariser_is_convex(None)
    assert found.verdict == HOLDS
    whole, bare = (entry["midpoints_above_chord"] for entry in found.evidence)
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


def test_algorithm_1_reaches_the_minimiser():
    assert algorithm_1_is_optimal(None).verdict == HOLDS


def test_an_algorithm_1_that_stops_early_would_be_found(monkeypatch):
    def lazy(rows, pull, mu, sparsity, epsilon):
        return pull / mu

    monkeypatch.setattr(erm_theory, "update_rows", lazy)
    assert algorithm_1_is_optimal(None).verdict == FAILS


@pytest.mark.parametrize("loss", ["hinge", "squared_hinge"])
def test_the_multipliers_stay_bounded(loss):
    found = multipliers_bounded(None, loss=loss, iterations=60)
    assert found.verdict == HOLDS
    assert {entry["multiplier"] for entry in found.evidence} == {"Z", "Q"}


def test_growing_multipliers_would_be_found(monkeypatch):
    def runaway(*_):
        return (SimpleNamespace(Z=np.array([k]), Q=np.array([1.0]), mu=1.0) for k in range(1, 99))

    monkeypatch.setattr(erm_theory, "alm_iterates", runaway)
    assert multipliers_bounded(None, loss="hinge", iterations=10).verdict == FAILS
