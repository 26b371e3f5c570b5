"""Boosting written out slowly, for comparison, and data to compare on."""

import numpy as np
from scipy.optimize import brentq
from sklearn.base import BaseEstimator, ClassifierMixin

from methods.boosting.decision_stump import DecisionStump


def generic_data(seed=0, n=60, d=4):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    return X, np.where(X[:, 0] + X[:, 1] * X[:, 2] + 0.5 * rng.normal(size=n) > 0, 1.0, -1.0)


def tied_data(seed=0, n=60, d=4):
    """Few values a feature, a feature twice and another turned around."""
    rng = np.random.default_rng(seed)
    X = rng.integers(0, 2, size=(n, d)).astype(float)
    y = np.where(X.sum(axis=1) + rng.integers(0, 3, size=n) > d / 2 + 1, 1.0, -1.0)
    return np.c_[X, X[:, 0], 1 - X[:, 1]], y


def stump_values(X, feature, threshold, polarity):
    return np.where(X[:, feature] > threshold, polarity, -polarity)


def best_stump(X, targets, tie=1e-12):
    """The first stump, constants before features before thresholds, of all that come within `tie`
    of the largest sum_i targets_i f(x_i); and that sum. Rows of target 0 are not there."""
    X, targets = X[targets != 0], targets[targets != 0]
    stumps = [(0, -np.inf, polarity) for polarity in (1.0, -1.0)]
    for feature in range(X.shape[1]):
        values = np.unique(X[:, feature])
        for threshold in (values[1:] + values[:-1]) / 2:
            stumps += [(feature, threshold, polarity) for polarity in (1.0, -1.0)]
    gains = [targets @ stump_values(X, *stump) for stump in stumps]
    tie *= np.abs(targets).sum()
    first = next(k for k, gain in enumerate(gains) if gain >= max(gains) - tie)
    return stumps[first], gains[first]


def adaboost(X, y, n_rounds):
    """Freund and Schapire's, weights multiplied round by round: stumps with coefficients."""
    D = np.full(len(y), 1 / len(y))
    rounds = []
    for _ in range(n_rounds):
        stump, _ = best_stump(X, D * y)
        wrong = stump_values(X, *stump) != y
        error = D[wrong].sum()
        rounds.append((*stump, 0.5 * np.log((1 - error) / error)))
        D = np.where(wrong, D / (2 * error), D / (2 * (1 - error)))
    return rounds


def cgboost(X, y, n_rounds):
    """Algorithm 3.2 for the exponential cost, whose minimum along a line is its only one:
    the stumps, and F on the rows after every round."""
    F, d, f = np.zeros(len(y)), np.zeros(len(y)), None
    stumps, path = [], []
    for _ in range(n_rounds):
        stump, _ = best_stump(X, y * np.exp(-y * F))
        before, f = f, stump_values(X, *stump)
        beta = 0 if before is None else 1 - np.mean(f * before)
        d = f + beta * d

        def slope(alpha, F=F, d=d):
            return -np.mean(y * d * np.exp(-y * (F + alpha * d)))

        F = F + brentq(slope, 0, 10, xtol=1e-15) * d
        stumps.append(stump)
        path.append(F)
    return stumps, path


class AnyClassifier(ClassifierMixin, BaseEstimator):
    """A stump that boosters do not recognise as one."""

    def fit(self, X, y, sample_weight=None):
        self.classes_ = np.unique(y)
        self.stump_ = DecisionStump().fit(X, y, sample_weight)
        return self

    def predict(self, X):
        return self.stump_.predict(X)


def parts(stump):
    stump = getattr(stump, "stump_", stump)
    return stump.feature_, stump.threshold_, stump.polarity_
