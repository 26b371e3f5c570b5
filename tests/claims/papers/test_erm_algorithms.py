"""The ERM paper's claims on its algorithms, and that broken algorithms would be found."""

from itertools import cycle
from types import SimpleNamespace

import numpy as np
import pytest

from methods.claims.papers import erm_algorithms
from methods.claims.papers.erm_algorithms import (
    algorithm_1_is_optimal,
    multipliers_bounded,
    objective_converges_faster_than_mu_grows,
    unequal_columns_reach_one_svm,
)
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE


def test_the_closed_form_row_is_the_minimiser():
    rng = np.random.default_rng(0)
    for _ in range(20):
        pull, mu = rng.normal(size=(1, 5)), float(rng.uniform(0.1, 5))
        row = erm_algorithms._row_minimiser(pull, mu)
        least = erm_algorithms._row_value(row, pull, mu)
        for step in (1e-3, 1e-1):
            near = row + step * rng.normal(size=(200, 1, 5))
            assert all(
                erm_algorithms._row_value(other, pull, mu) >= least - 1e-12 for other in near
            )


def test_algorithm_1_reaches_the_minimiser_but_not_from_a_weight_of_zero(monkeypatch):
    monkeypatch.setattr(erm_algorithms, "DRAWS", 60)
    judged = algorithm_1_is_optimal(None)
    missed = {entry["start"]: entry["missed"] for entry in judged.evidence}
    assert judged.verdict == FAILS
    assert missed["ones"] == missed["random weights"] == 0 < missed["one weight of zero"]


def test_an_algorithm_1_that_reached_the_minimiser_from_every_start_would_hold(monkeypatch):
    monkeypatch.setattr(
        erm_algorithms,
        "update_rows",
        lambda rows, pull, mu, *_: erm_algorithms._row_minimiser(pull, mu),
    )
    assert algorithm_1_is_optimal(None).verdict == HOLDS


def test_an_algorithm_1_that_stops_early_would_be_found(monkeypatch):
    def lazy(rows, pull, mu, sparsity, epsilon):
        return pull / mu

    monkeypatch.setattr(erm_algorithms, "update_rows", lazy)
    assert algorithm_1_is_optimal(None).verdict == FAILS


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


@pytest.mark.parametrize(
    ("power", "verdict"), [(1.0, FAILS), (1.2, INCONCLUSIVE), (1.5, HOLDS), (0.8, FAILS)]
)
def test_the_rate_is_that_of_the_product_and_not_of_the_distance(monkeypatch, power, verdict):
    """Distances of 1 / mu^power, of which the product vanishes from a power above 1 only."""
    mu = 1.1 ** np.arange(200)
    values = cycle(100 + mu**-power)
    iterates = [SimpleNamespace(W=np.ones((5, 5)), b=np.zeros(5), mu=m) for m in mu]
    monkeypatch.setattr(erm_algorithms, "alm_iterates", lambda *_: iter(iterates))
    monkeypatch.setattr(erm_algorithms, "exclusivity_objective", lambda *_: next(values))
    judged = objective_converges_faster_than_mu_grows(None, loss="hinge", iterations=200)
    assert judged.verdict == verdict


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
