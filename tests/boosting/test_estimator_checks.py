"""scikit-learn's own checks of an estimator, for the stump and every booster."""

from sklearn.naive_bayes import GaussianNB

from methods.boosting.adaboost import AdaBoost
from methods.boosting.anyboost import AnyBoost
from methods.boosting.boosting_selection import BoostingSelection
from methods.boosting.cgboost import CGBoost
from methods.boosting.decision_stump import DecisionStump
from tests.scikit_checks import scikit_checks


@scikit_checks(
    [
        DecisionStump(),
        AdaBoost(),
        AdaBoost(GaussianNB(), n_estimators=10),
        AnyBoost(),
        AnyBoost(cost="sigmoid"),
        AnyBoost(cost="bisigmoid", n_estimators=20),
        CGBoost(),
        CGBoost(cost="bisigmoid", n_estimators=20, restart_rounds=5),
        BoostingSelection(AnyBoost(n_estimators=10), validation=0.3),
    ]
)
def test_scikit_learns_checks_pass(check):
    check()
