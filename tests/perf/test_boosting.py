"""Boosting of stumps against scikit-learn's, and how its time grows."""

import time

import numpy as np
import pytest
from sklearn.ensemble import AdaBoostClassifier

from methods.boosting.adaboost import AdaBoost
from methods.boosting.anyboost import AnyBoost
from methods.boosting.cgboost import CGBoost

ROUNDS, ROWS, FEATURES = 300, 614, 8
TIMES_FASTER = 30
REPETITIONS = 15


def pima_like(n=ROWS, d=FEATURES, seed=0):
    """As many rows and features as 80 % of the diabetes data of the Pima have, with ties."""
    rng = np.random.default_rng(seed)
    X = np.round(rng.normal(size=(n, d)), 2)
    return X, np.where(X[:, :2].sum(axis=1) + 1.5 * rng.normal(size=n) > 0.7, 1.0, -1.0)


def seconds_of(fit, repetitions=REPETITIONS):
    times = []
    for _ in range(repetitions):
        started = time.process_time()
        fit()
        times.append(time.process_time() - started)
    return min(times)


@pytest.mark.slow
@pytest.mark.parametrize("booster", [AdaBoost, AnyBoost, CGBoost])
def test_boosting_is_thirty_times_faster_than_scikit_learn_at_no_higher_cost(booster):
    X, y = pima_like()
    ours = booster(n_estimators=ROUNDS).fit(X, y)
    theirs = AdaBoostClassifier(n_estimators=ROUNDS).fit(X, y)
    votes = np.array([stump.predict(X) for stump in theirs.estimators_])
    F = theirs.estimator_weights_[: len(votes)] / 2 @ votes  # its weights are log((1 - e) / e)
    cost = np.exp(-y * F).mean()
    mine = seconds_of(lambda: booster(n_estimators=ROUNDS).fit(X, y))
    peers = seconds_of(lambda: AdaBoostClassifier(n_estimators=ROUNDS).fit(X, y), 2)
    print(
        f"{booster.__name__}: {1e3 * mine:.1f} ms, cost {ours.cost_trace_[-1]:.6f}; "
        f"scikit-learn: {1e3 * peers:.0f} ms, cost {cost:.6f}; ratio {peers / mine:.0f}"
    )
    assert ours.cost_trace_[-1] <= cost * (1 + 1e-9)
    assert TIMES_FASTER * mine < peers


@pytest.mark.slow
@pytest.mark.parametrize("what", ["rounds", "rows", "features"])
def test_time_is_linear_in_rounds_rows_and_features(what):
    base = {"rounds": 100, "rows": 2000, "features": 40}
    sizes = [1, 2, 4, 8]
    seconds = []
    for size in sizes:
        shape = {**base, what: base[what] * size}
        X, y = pima_like(shape["rows"], shape["features"])
        booster = AdaBoost(n_estimators=shape["rounds"])
        seconds.append(seconds_of(lambda b=booster, X=X, y=y: b.fit(X, y), 3))
    exponent = np.polyfit(np.log(sizes), np.log(seconds), 1)[0]
    shown = ", ".join(f"{base[what] * k} in {s:.3f} s" for k, s in zip(sizes, seconds, strict=True))
    print(f"{what}: exponent {exponent:.2f}; {shown}")
    assert exponent < 1.25
