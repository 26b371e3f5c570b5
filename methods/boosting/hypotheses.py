"""The hypotheses of a vote: how a base learner fits them, their values, and the vote.

A base learner is any classifier whose `fit` takes sample weights. Each round fits a copy. If the
learner has a random_state, each copy gets its own integer. A learner with a method
`learner_on(X, classes)` prepares the rows once for all rounds: stumps sort the features, SVMs
compute a kernel matrix. A vote of stumps is one compiled loop.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import clone
from sklearn.utils.validation import has_fit_parameter

from methods.boosting._kernels import vote_of_stumps
from methods.boosting.decision_stump import DecisionStump

# Seeds are drawn from 0 to 2^31 - 2, which fits the integers of every platform.
SEEDS = 2**31 - 1

# Maps targets (n,), whose sign is the wanted class and whose size is the weight, to a fitted
# classifier and its values -1.0 or 1.0 on the training rows. One from `learner_on` also takes
# targets of 0.
WeakLearner = Callable[[NDArray], tuple[Any, NDArray]]


def seeds(estimator: Any) -> list[str]:
    """The parameters that seed the base learner; without any it learns the same every time."""
    return [
        name
        for name in sorted(estimator.get_params())
        if name == "random_state" or name.endswith("__random_state")
    ]


def weak_learner(
    estimator: Any, X: NDArray, classes: NDArray, rng: np.random.RandomState
) -> WeakLearner:
    """The base learner on rows X, for the classes that stand for -1 and 1."""
    if hasattr(estimator, "learner_on"):
        return estimator.learner_on(X, classes)
    if not has_fit_parameter(estimator, "sample_weight"):
        raise ValueError(
            f"{type(estimator).__name__} cannot be boosted: its fit takes no sample_weight"
        )
    seeded = seeds(estimator)

    def fitted_copy(targets: NDArray) -> tuple[Any, NDArray]:
        hypothesis = clone(estimator).set_params(**{name: rng.randint(SEEDS) for name in seeded})
        wanted = classes[(targets > 0).astype(int)]
        hypothesis.fit(X, wanted, sample_weight=np.abs(targets))
        return hypothesis, hypothesis_values(hypothesis, X, classes)

    return fitted_copy


def hypothesis_values(hypothesis: Any, X: NDArray, classes: NDArray) -> NDArray:
    """f(x) = 1.0 where the hypothesis predicts the second of the classes, -1.0 elsewhere."""
    if type(hypothesis) is DecisionStump:
        return hypothesis.values(X)
    return np.where(hypothesis.predict(X) == classes[1], 1.0, -1.0)


def weighted_vote(
    hypotheses: Sequence[Any], weights: NDArray, X: NDArray, classes: NDArray
) -> NDArray:
    """sum_t weights_t f_t(x) of every row."""
    if all(type(hypothesis) is DecisionStump for hypothesis in hypotheses):
        return vote_of_stumps(
            np.require(X.T, requirements=["C", "W"]),
            np.array([stump.feature_ for stump in hypotheses], dtype=np.int64),
            np.array([stump.threshold_ for stump in hypotheses], dtype=np.float64),
            weights * np.array([stump.polarity_ for stump in hypotheses], dtype=np.float64),
        )
    votes = np.zeros(len(X))
    for hypothesis, weight in zip(hypotheses, weights, strict=True):
        votes += weight * hypothesis_values(hypothesis, X, classes)
    return votes
