"""How the time of boosting grows, and that its speed is not bought with a higher cost."""

import numpy as np
import pytest
from sklearn.ensemble import AdaBoostClassifier

from methods.boosting.adaboost import AdaBoost
from methods.boosting.anyboost import AnyBoost
from methods.boosting.cgboost import CGBoost
from methods.performance.learner_races import STUMPS
from methods.performance.race import turn
from methods.performance.samples import tied_classes


@pytest.mark.slow
@pytest.mark.parametrize("booster", [AdaBoost, AnyBoost, CGBoost])
def test_cost_is_no_higher_than_that_of_scikit_learn(booster):
    X, y = tied_classes()
    ours = booster(n_estimators=STUMPS).fit(X, y)
    theirs = AdaBoostClassifier(n_estimators=STUMPS).fit(X, y)
    votes = np.array([stump.predict(X) for stump in theirs.estimators_])
    F = theirs.estimator_weights_[: len(votes)] / 2 @ votes  # its weights are log((1 - e) / e)
    assert ours.cost_trace_[-1] <= np.exp(-y * F).mean() * (1 + 1e-9)


@pytest.mark.slow
@pytest.mark.parametrize("what", ["rounds", "rows", "features"])
def test_time_is_linear_in_rounds_rows_and_features(what):
    base = {"rounds": 100, "rows": 2000, "features": 40}
    sizes = [1, 2, 4, 8]
    seconds = []
    for size in sizes:
        shape = {**base, what: base[what] * size}
        X, y = tied_classes(shape["rows"], shape["features"])
        booster = AdaBoost(n_estimators=shape["rounds"])
        seconds.append(min(turn(lambda b=booster, X=X, y=y: b.fit(X, y))[0] for _ in range(3)))
    exponent = np.polyfit(np.log(sizes), np.log(seconds), 1)[0]
    shown = ", ".join(f"{base[what] * k} in {s:.3f} s" for k, s in zip(sizes, seconds, strict=True))
    print(f"{what}: exponent {exponent:.2f}; {shown}")
    assert exponent < 1.25
