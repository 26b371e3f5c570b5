"""The choice of a vote on validation rows."""

import numpy as np
import pytest

from methods.boosting.anyboost import AnyBoost
from methods.boosting.boosting_selection import BoostingSelection
from methods.boosting.cgboost import CGBoost
from tests.boosting.plain import generic_data

KAPPAS = [1.05, 1.2, 2.0]


def all_votes(X, y, X_judged, booster):
    """Every round of every setting, one prefix refitted at a time: (error, rounds, setting)."""
    for at, kappa in enumerate(KAPPAS):
        rounds = booster(cost="bisigmoid", kappa_minus=kappa, n_estimators=25).fit(X, y).n_iter_
        for t in range(1, rounds + 1):
            model = booster(cost="bisigmoid", kappa_minus=kappa, n_estimators=t).fit(X, y)
            yield X_judged(model), t, at


@pytest.mark.parametrize("booster", [AnyBoost, pytest.param(CGBoost, marks=pytest.mark.slow)])
def test_choice_is_the_least_validation_error_over_all_sizes_and_settings(booster):
    X, y = generic_data(n=80)
    rows = np.random.RandomState(3).permutation(80)
    judged, trained = rows[:16], rows[16:]
    error, t, at = min(
        all_votes(X[trained], y[trained], lambda m: 1 - m.score(X[judged], y[judged]), booster)
    )
    chosen = BoostingSelection(
        booster(cost="bisigmoid", n_estimators=25), param_grid={"kappa_minus": KAPPAS},
        validation=0.2, random_state=3,
    ).fit(X, y)  # fmt: skip
    assert chosen.validation_error_ == pytest.approx(error)
    assert chosen.best_round_ == t and chosen.best_params_ == {"kappa_minus": KAPPAS[at]}
    alone = booster(cost="bisigmoid", n_estimators=t, kappa_minus=KAPPAS[at])
    alone.fit(X[trained], y[trained])
    np.testing.assert_allclose(chosen.decision_function(X), alone.decision_function(X), rtol=1e-9)


def test_same_seed_holds_back_the_same_rows_from_every_booster():
    X, y = generic_data(n=80)
    seen = []

    class Recording(AnyBoost):
        def fit(self, X, y, sample_weight=None):
            seen.append(X)
            return super().fit(X, y, sample_weight)

    for estimators in (1, 5):
        BoostingSelection(Recording(n_estimators=estimators), random_state=0).fit(X, y)
    assert len(seen[0]) == 72
    np.testing.assert_array_equal(*seen)


def test_without_any_round_the_vote_is_zero():
    y = np.tile([0, 1], 20)
    parts = ((seed, np.random.RandomState(seed).permutation(40)[20:]) for seed in range(99))
    seed = next(seed for seed, trained in parts if y[trained].sum() == 10)
    chosen = BoostingSelection(validation=0.5, random_state=seed).fit(np.zeros((40, 1)), y)
    assert chosen.refit_time_ > 0
    assert chosen.best_round_ == 0 and chosen.best_estimator_.stop_reason_ == "no descent"
    assert not chosen.decision_function(np.zeros((3, 1))).any()
