"""From the blocks of a data set to its scores, runs, traces and artifacts.

Each data set of a study has four files, made from the stored fits and the labels; nothing is fitted
here. Scores have one row per method, seed, condition and metric. Runs have one row per fit, also if
it failed, with its status and seconds. They also say which values of the test rows it has kept, and
as JSON under ``gaps`` which metrics of the study it lacks and why.

Seconds of a fit and of the choice before it are processor seconds, which other jobs of the machine
do not lengthen. A method with ``n_jobs`` has seconds by the clock, since its processes are unseen.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import pandas as pd
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.metaestimators import available_if

from methods.bench.blocks import Run, in_processor_seconds, load_block
from methods.bench.guard import INVALID, OK, InvalidResult, one_line
from methods.bench.metrics import METRICS, scorers_of
from methods.bench.plan import Block
from methods.bench.recording import REASON_LENGTH, check_stored, number
from methods.data.draws import drawn
from methods.data.prepare import Dataset
from methods.data.splits import Split
from methods.measures.ensemble_diversity import diversity_measures
from methods.measures.probability_curves import calibration_curves, roc_curve
from methods.schemas.metric_entries import CURVES, MetricEntry
from methods.sealed_files import write_sealed

SLASH = "%2F"  # in the name of an artifact, for that of a condition
OF_COMPONENTS = ("component_predictions", "component_weights")  # of which measures are kept
KEY = ["method", "seed", "condition"]
COLUMNS = {
    "scores": ["metric", "value"],
    "runs": [
        "status", "message", "n_train", "fit_seconds", "tune_seconds", "predict_seconds",
        "cpu_seconds", "peak_mb", "warnings", "values", "gaps",
    ],
    "traces": ["curve", "x", "value"],
}  # fmt: skip


def score_blocks(
    blocks: Sequence[Block],
    dataset: Dataset | None,
    splits: Mapping[int, Split],
    trials: int,
    metrics: Mapping[str, MetricEntry] = MappingProxyType({}),
) -> dict[str, Any]:
    """The tables ``scores``, ``runs`` and ``traces`` and the dictionary ``artifacts``.

    Artifacts are named ``<method slug>/<seed>/<condition>/<name>``. `dataset` is None if it is
    unavailable: the runs then state the reason, and there are no scores. Seeds from `trials` on
    are ignored. `metrics` are scored beside those of every study.
    """
    scorers, curves = scorers_of(metrics), [name for name in metrics if name in CURVES]
    scores: list[tuple[Any, ...]] = []
    runs: list[dict[str, Any]] = []
    traces: list[pd.DataFrame] = []
    artifacts: dict[str, np.ndarray] = {}
    labels: dict[int, np.ndarray] = {}
    for block in blocks:
        stored_runs, provenance = load_block(block.path)
        for run in (run for run in stored_runs if run.seed < trials):
            run = _checked(run, splits[run.seed]) if run.seed in splits else run
            run = in_processor_seconds(run, block.method.spec)
            key = (block.method.name, run.seed, run.condition)
            values: dict[str, float] = {}
            more: dict[str, float] = {}
            drawn_curves: Curves = {}
            gaps: dict[str, str] = {}
            if run.status == OK and dataset is not None:
                split = splits[run.seed]
                if run.seed not in labels:
                    labels[run.seed] = drawn(dataset, split.draw).y
                y = labels[run.seed]
                values = _metrics(run, y, split)
                if bad := [name for name, value in values.items() if not np.isfinite(value)]:
                    fault = f"metric {bad[0]!r} is {values[bad[0]]}"
                    run = replace(run, status=INVALID, message=fault)
                elif metrics:
                    more, drawn_curves, gaps = score_values(run, y[split.test], scorers, curves)
            fields = vars(run) | {
                "values": kept_in_words(run) if run.status == OK else "",
                "gaps": json.dumps(gaps) if gaps else "",
            }
            shown = {name: fields[name] for name in COLUMNS["runs"]}
            runs.append(dict(zip(KEY, key, strict=True)) | shown | provenance)
            if run.status != OK or dataset is None:
                continue
            values = {**run.scalars, **values, **more, **_diversity(run, y, split)}
            scores += [(*key, metric, value) for metric, value in values.items()]
            for curve, (x, value) in {**run.traces, **drawn_curves}.items():
                traces.append(_trace(key, curve, x, value))
            for name, array in run.artifacts.items():
                if name not in OF_COMPONENTS:
                    artifacts[_artifact_name(block.method.slug, run, name)] = array
    empty = pd.DataFrame(columns=[*KEY, *COLUMNS["traces"]]).astype({"x": float, "value": float})
    return {
        "scores": pd.DataFrame(scores, columns=[*KEY, *COLUMNS["scores"]]).astype({"value": float}),
        "runs": _with_rounded_seconds(pd.DataFrame(runs)),
        "traces": pd.concat(traces, ignore_index=True) if traces else empty,
        "artifacts": artifacts,
    }


def _artifact_name(slug: str, run: Run, name: str) -> str:
    condition, name = (part.replace("/", SLASH) for part in (run.condition or "-", name))
    return f"{slug}/{run.seed}/{condition}/{name}"


def _checked(run: Run, split: Split) -> Run:
    """The run, invalid if it cannot be scored; an older version may have stored it."""
    run = replace(run, message=one_line(run.message))
    if run.status == OK:
        try:
            check_stored(run, split)
        except InvalidResult as fault:
            return replace(run, status=INVALID, message=one_line(fault))
    return run


def _with_rounded_seconds(runs: pd.DataFrame) -> pd.DataFrame:
    """Seconds rounded to four digits; further digits are noise of the clock."""
    return runs.assign(
        **{
            column: [float(f"{seconds:.4g}") for seconds in runs[column]]
            for column in runs.columns
            if column.endswith("_seconds")
        }
    )


def _metrics(run: Run, y: np.ndarray, split: Split) -> dict[str, float]:
    values = {}
    for name, metric in METRICS.items():
        if len(run.test):
            values[name] = metric(y[split.test], run.test)
        if len(run.train):
            values[f"train_{name}"] = metric(y[split.train[: len(run.train)]], run.train)
    return values


def _diversity(run: Run, y: np.ndarray, split: Split) -> dict[str, float]:
    if "component_predictions" not in run.artifacts:
        return {}
    return diversity_measures(
        run.artifacts["component_predictions"],
        y[split.test],
        run.artifacts.get("component_weights"),
    )


def _trace(key: tuple[Any, ...], curve: str, x: np.ndarray, value: np.ndarray) -> pd.DataFrame:
    frame = pd.DataFrame({"x": x, "value": value})
    for column, entry in zip([*KEY, "curve"], [*key, curve], strict=True):
        frame.insert(0, column, entry)
    return frame[[*KEY, *COLUMNS["traces"]]]


def save_scored(
    scored: dict[str, Any], paths: Mapping[str, str], made_from: Mapping[str, str]
) -> None:
    """Write the four results of `score_blocks` to their files."""
    for kind in ("scores", "runs", "traces"):
        frame = scored[kind]

        def save(part: Path, frame: pd.DataFrame = frame) -> None:
            frame.to_parquet(part, index=False, compression="zstd")

        write_sealed(paths[kind], save, made_from)

    def save_arrays(part: Path) -> None:
        np.savez_compressed(part, **scored["artifacts"])

    write_sealed(paths["artifacts"], save_arrays, made_from)


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
        # copies, since a function of the user may change them; in the same order in memory
        self.predicted = run.test.copy()
        self.values = {name: array.copy(order="K") for name, array in run.values.items()}
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
