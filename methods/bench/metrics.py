"""Metrics: numbers that are computed from the labels of the test rows and what a fit says of them.

`METRICS` are those of every study. All others are scorers of scikit-learn, which call the methods
of a classifier by themselves; a function of one's own is made into such a scorer. The classifier
that they call stands for the fitted one and knows what this has said, so nothing is fitted.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.metaestimators import available_if

from methods.bench.blocks import Run
from methods.bench.construct import resolve
from methods.bench.guard import InvalidResult, one_line
from methods.bench.recording import REASON_LENGTH, number
from methods.errors import UserError, unknown
from methods.measures.probability_curves import calibration_curves, roc_curve
from methods.schemas.metric_entries import CURVES, MetricEntry


def error(y: np.ndarray, predicted: np.ndarray) -> float:
    """Share of rows with a wrong prediction."""
    return float(np.mean(y != predicted))


def balanced_error(y: np.ndarray, predicted: np.ndarray) -> float:
    """Mean, over the classes present, of the share of rows with a wrong prediction."""
    wrong = y != predicted
    return float(np.mean([wrong[y == label].mean() for label in np.unique(y)]))


METRICS: dict[str, Callable[[np.ndarray, np.ndarray], float]] = {
    "error": error,
    "balanced_error": balanced_error,
}
"""The metrics of every run, by name: ``metric(labels, predictions) -> float``.

They are stored under their names for the test part and under ``train_<name>`` for the training
part. Scalars that a study records, and the metrics that it names, are stored beside them.
"""

# Modules of scikit-learn whose scorers judge numbers or clusters.
OTHER_TASKS = ("._regression", ".cluster.")


def scorers_of(metrics: Mapping[str, MetricEntry]) -> dict[str, Callable[..., Any]]:
    """The scorers of the metrics by name, without those that are curves."""
    return {name: scorer(entry) for name, entry in metrics.items() if name not in CURVES}


def scorer(entry: MetricEntry) -> Callable[..., Any]:
    """``scorer(classifier, X, y) -> number``; a `UserError` says why there is none."""
    from sklearn.metrics import accuracy_score, get_scorer, make_scorer  # only if one is needed

    own = "." in entry.function
    if not own and entry.function not in (names := classification_scorers()):
        raise unknown("metric", entry.function, [*METRICS, *CURVES, *names])
    function = resolve(entry.function) if own else get_scorer(entry.function)
    if isinstance(function, type(make_scorer(accuracy_score))):
        if entry.response or entry.lower_is_better:
            raise UserError(
                f"{entry.function} is a scorer, which knows what it needs and that higher is "
                "better; remove response and lower_is_better"
            )
        return function
    if not callable(function):
        raise UserError(f"{entry.function} is neither a function nor a scorer")
    if entry.lower_is_better is None:
        raise UserError(
            f"{entry.function} does not say whether low or high is good; write "
            f"{{function: {entry.function}, lower_is_better: true}}, or false"
        )
    return make_scorer(function, response_method=entry.response or "predict")


def classification_scorers() -> list[str]:
    """The names of scikit-learn's scorers that judge a classifier."""
    from sklearn.metrics import get_scorer, get_scorer_names

    return [
        name
        for name in get_scorer_names()
        if not any(task in get_scorer(name)._score_func.__module__ for task in OTHER_TASKS)
    ]


WORDS = {"decision_function": "decision values", "predict_proba": "probabilities"}


def kept_in_words(run: Run) -> str:
    """What a fit has kept of its test rows, for a reader."""
    kept = ", ".join(word for name, word in WORDS.items() if name in run.values)
    return "; ".join(part for part in (kept, run.not_kept) if part) or "none"


def _stored(name: str) -> Callable[[Any], bool]:
    def is_stored(classifier: StoredClassifier) -> bool:
        classifier.asked.append(name)
        return name in classifier.values

    return is_stored


class StoredClassifier(ClassifierMixin, BaseEstimator):
    """A fitted classifier that has forgotten all but what it said about the test rows.

    It stands in for the classifier of the fit, so that scikit-learn's own scorers compute every
    number. ``asked`` has the names of the values that they asked for.
    """

    def __init__(self, run: Run, y: np.ndarray) -> None:
        self.predicted = run.test
        self.values = run.values
        self.classes_ = np.array(run.classes or np.unique(np.concatenate([y, run.test])))
        self.asked: list[str] = []

    def predict(self, X: Any) -> np.ndarray:
        return self.predicted

    @available_if(_stored("decision_function"))
    def decision_function(self, X: Any) -> np.ndarray:
        return self.values["decision_function"]

    @available_if(_stored("predict_proba"))
    def predict_proba(self, X: Any) -> np.ndarray:
        return self.values["predict_proba"]


Curves = dict[str, np.ndarray]  # arrays as in `Run.traces`


def _roc_curve(classifier: StoredClassifier, y: np.ndarray) -> Curves:
    """From the values that scikit-learn takes: `roc_auc` of two classes, `roc_auc_ovr` of more.

    Decision values of three classes need not be comparable between rows, so they come second.
    """
    decide, predict = "decision_function", "predict_proba"
    first, second = (decide, predict) if len(classifier.classes_) == 2 else (predict, decide)
    get = getattr(classifier, first, None) or getattr(classifier, second)
    return {"roc_curve": np.stack(roc_curve(y, get(None), classifier.classes_))}


def _calibration_curve(classifier: StoredClassifier, y: np.ndarray) -> Curves:
    curves = calibration_curves(y, classifier.predict_proba(None), classifier.classes_)
    return {name: np.stack(curve) for name, curve in curves.items()}


CURVE_FUNCTIONS: dict[str, Callable[[StoredClassifier, np.ndarray], Curves]] = dict(
    zip(CURVES, (_roc_curve, _calibration_curve), strict=True)
)


def score_values(
    run: Run, y: np.ndarray, scorers: Mapping[str, Callable[..., Any]], curves: Sequence[str]
) -> tuple[dict[str, float], Curves, dict[str, str]]:
    """Scores and curves by name, and why others are missing. `y` has the test rows.

    A metric that is not finite is missing alone: AUC has no value if the test rows are of one
    class, and the predictions of such a fit are as sound as any.
    """
    scores: dict[str, float] = {}
    traces: Curves = {}
    gaps: dict[str, str] = {}
    for name in (*scorers, *curves):
        classifier = StoredClassifier(run, y)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # of undefined values, which become gaps
                if name in scorers:
                    # a copy, since a function of the user may change it
                    scores[name] = _finite(number(scorers[name](classifier, None, y.copy())))
                else:
                    traces |= CURVE_FUNCTIONS[name](classifier, y)
        except (Exception, SystemExit) as fault:  # a function of the user may raise anything
            gaps[name] = _reason(fault, classifier, run)
    return scores, traces, gaps


def _finite(value: float) -> float:
    if not np.isfinite(value):
        raise InvalidResult(f"it is {value}")
    return value


def _reason(fault: BaseException, classifier: StoredClassifier, run: Run) -> str:
    if not len(run.test):
        return "no predictions of test rows"
    asked = dict.fromkeys(classifier.asked)
    if isinstance(fault, AttributeError) and asked and not asked.keys() & run.values.keys():
        lacking = " and ".join(f"no {WORDS[name]}" for name in asked)
        return f"{lacking}: {run.not_kept}" if run.not_kept else lacking
    if isinstance(fault, InvalidResult):
        return one_line(fault, REASON_LENGTH)
    return f"{type(fault).__name__}: {one_line(fault, REASON_LENGTH)}"
